"""`slidefront page`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from slidefront import units
from slidefront.cli.options import GoalOption, MetricOption, PackPuzzleOption, argument, option
from slidefront.cli.output import check_new_file, note
from slidefront.cli.progress import StatusLine
from slidefront.cli.sources import find_source, puzzle_of
from slidefront.errors import PuzzleError, SlidefrontError
from slidefront.files import is_file, write_new

if TYPE_CHECKING:
    from slidefront.analysis.problems import ProblemPack
    from slidefront.puzzles.core import Puzzle
    from slidefront.store.explored import Explored
    from slidefront.view.page.data import PageOptions

_SECONDS = 20
"""How long to solve the first board of a page that can solve none."""
_SECONDS_OF_PAGE = 5
"""The same for a page that can: a search that takes the command a second takes the page ten."""


def page(
    what: Annotated[str, argument("PUZZLE|RUN|TABLE|PACK", "A puzzle, a run, a table, or a pack of problems.")],
    out: Annotated[
        Path,
        option("--out", "A new file that ends in .html; for a pack of several puzzles a folder, with a page for each."),
    ],
    puzzle: PackPuzzleOption = None,
    problems: Annotated[Path | None, option("--problems", "Problems to choose from on the page.", "PACK")] = None,
    start: Annotated[
        str | None, option("--from", "Default: that of the first problem, or home.", "home|goal|BOARD|MOVES")
    ] = None,
    goal: GoalOption = None,
    metric: MetricOption = None,
    no_graph: Annotated[
        bool, option("--no-graph", "Leave out the graph of all boards, which is drawn if there are at most 50,000.")
    ] = False,
    no_hints: Annotated[
        bool, option("--no-hints", "Leave out hints, solutions, and the number of moves that are left.")
    ] = False,
) -> None:
    """Write an HTML file on which people play a puzzle. It needs no network and no other file.

    The page knows the distance of every board if there are at most a million, or if it is given a table of at most
    20 MiB.
    """
    from slidefront.puzzles.packs import is_pack
    from slidefront.routes.starts import board_typed
    from slidefront.search.solve import choose_goal
    from slidefront.view.page.data import PageOptions, page_data
    from slidefront.view.page.html import page_html

    if puzzle is None and not out.suffix and is_pack(what):
        if any(one is not None for one in (problems, start, goal, metric)):
            raise typer.BadParameter("the problems of a pack say their puzzles", param_hint="--out")
        _write_pages(Path(what), out, PageOptions(graph=not no_graph, hints=not no_hints))
        return
    check_new_file(out, ".html")
    played, run, pack = _what_to_play(what, puzzle, problems, metric)
    if goal is not None:
        if pack is not None:
            raise typer.BadParameter("the problems say their goal: remove it", param_hint="--to")
        played, run = choose_goal(played, goal), None
    first = None if start is None else board_typed(played, start)
    with StatusLine("making the page …"):
        data = page_data(played, run, pack, PageOptions(first, not no_graph, hints=not no_hints))
        said = _solve_first(played, data)
        html = page_html(data)
    write_new(out, html.encode())
    note("\n".join([*said, f"{out}, {units.size(out.stat().st_size)}: open it in a browser"]))


def _solve_first(puzzle: "Puzzle", data: dict[str, Any]) -> list[str]:
    """Give a page that searches for long, or not at all, a shortest solution of its first board; say what it lacks."""
    from slidefront.search.solve import solve
    from slidefront.view.page.data import lacks_hints, moves_data

    lacks = lacks_hints(data)
    if not (lacks or data["algorithm"] == "two-way") or any("route" in problem for problem in data["problems"]):
        return []
    said = f"{puzzle.name} has too many boards for hints on a page"
    try:
        solved = solve(puzzle, data["start"], max_seconds=_SECONDS if lacks else _SECONDS_OF_PAGE)
    except SlidefrontError:
        return [f"{said}, and its first board is not solved within {_SECONDS} s"] * lacks
    if solved.optimum == 0:
        return [f"{said}: with --from it begins with another board, and has a shortest solution of it"] * lacks
    if solved.route is None or solved.optimum is None:
        return [said] * lacks
    data["solution"] = moves_data(solved.route)
    return [f"{said}: it has a shortest solution of its first board"] * lacks


def _write_pages(pack: Path, out: Path, options: "PageOptions") -> None:
    from slidefront.analysis.pack_files import read_packs
    from slidefront.view.folder import check_folder, write_folder
    from slidefront.view.page.collection import DATA, collection

    check_folder(out, DATA)
    packs = read_packs(pack)
    with StatusLine("making the pages …"):
        files = dict(collection(packs, pack.stem, options))
    write_folder(out, DATA, files)
    note(f"{len(packs)} pages in {out}: open {out / 'index.html'} in a browser")


def _what_to_play(
    what: str, puzzle: str | None, problems: Path | None, metric: str | None
) -> "tuple[Puzzle, Explored | None, ProblemPack | None]":
    """Find the puzzle, its run or table if one is given, and the problems."""
    from slidefront.analysis.pack_files import read_pack
    from slidefront.puzzles.load import load
    from slidefront.puzzles.packs import is_pack
    from slidefront.store.explored import Explored

    if puzzle is not None or is_pack(what):
        if problems is not None:
            raise typer.BadParameter("the pack is given twice: remove --problems", param_hint="--puzzle")
        pack = read_pack(Path(what), load(puzzle, metric) if puzzle else None)
        if metric not in (None, pack.puzzle.metric):
            raise typer.BadParameter(f"the pack is in the {pack.puzzle.metric} metric", param_hint="--metric")
        return pack.puzzle, None, pack
    try:
        found = find_source(what, metric)
    except SlidefrontError:
        if is_file(what) and not what.endswith(".toml"):
            raise PuzzleError(f"{what} is not a run, a puzzle, or a pack that `slidefront problems` wrote") from None
        raise
    played = puzzle_of(found)
    run = found if isinstance(found, Explored) else None
    return played, run, None if problems is None else read_pack(problems, played)
