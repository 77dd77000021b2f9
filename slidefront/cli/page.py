"""`slidefront page`."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from slidefront import units
from slidefront.cli.inputs import load_puzzle, read_board
from slidefront.cli.options import GoalOption, MetricOption, PackPuzzleOption, SearchMemoryOption, argument, option
from slidefront.cli.output import check_new_file, is_quiet, note, remark
from slidefront.cli.progress import SearchProgress, StatusLine
from slidefront.cli.sources import find_source, puzzle_of, space_of
from slidefront.errors import PuzzleError, SlidefrontError
from slidefront.files import is_file, replacing, write_new

if TYPE_CHECKING:
    from slidefront.apps.page.about import About
    from slidefront.apps.page.data import PageOptions
    from slidefront.apps.problems.problems import ProblemPack
    from slidefront.puzzles.core import Puzzle
    from slidefront.search.solve import Solved
    from slidefront.store.space import Space

SECONDS = 20.0
_LOOK_EVERY = 0.3  # seconds


def page(
    what: Annotated[str, argument("PUZZLE|RUN|TABLE|PACK", "A puzzle, a run, a table, or a pack of problems.")],
    out: Annotated[Path, option("--out", "A new file that ends in .html.")],
    puzzle: PackPuzzleOption = None,
    problems: Annotated[Path | None, option("--problems", "Problems to choose from on the page.", "PACK")] = None,
    start: Annotated[
        str | None, option("--from", "Default: that of the first problem, or home.", "home|goal|BOARD|MOVES")
    ] = None,
    goal: GoalOption = None,
    metric: MetricOption = None,
    watch: Annotated[
        bool, option("--watch", "Make the page again whenever the puzzle file is saved, until Ctrl-C.")
    ] = False,
    no_graph: Annotated[
        bool, option("--no-graph", "Leave out the graph of all boards, which is drawn if there are at most 50,000.")
    ] = False,
    no_hints: Annotated[
        bool, option("--no-hints", "Leave out hints, solutions, and the number of moves that are left.")
    ] = False,
    max_seconds: Annotated[float, option("--max-seconds", "It is for each question about the puzzle.")] = SECONDS,
    memory: SearchMemoryOption = None,
) -> None:
    """Write an HTML file on which people play a puzzle, and which says all about it; it needs no other file.

    Its shortest solutions with their proofs, its boards at each distance, its hardest starts, how hard it is beside the
    puzzles that ship. What takes too long is left out, and the page says so.

    The page knows the distance of every board if there are at most a million, or if it is given a table of at most
    20 MiB.
    """
    from slidefront.apps.page.data import PageOptions
    from slidefront.search.solve import choose_goal

    def make() -> None:
        played, run, pack = _what_to_play(what, puzzle, problems, metric)
        if goal is not None:
            if pack is not None:
                raise typer.BadParameter("the problems say their goal: remove it", param_hint="--to")
            played, run = choose_goal(played, goal), None
        first = None if start is None else read_board(played, start).text
        write_page(out, played, pack, PageOptions(first, not no_graph, not no_hints), run, max_seconds, memory)

    check_new_file(out, ".html")
    if not watch:
        make()
        return
    for number, _ in enumerate(_saved(Path(what))):
        try:
            with ExitStack() as stack:
                if number:
                    stack.enter_context(replacing())
                make()
        except SlidefrontError as error:
            note(f"slidefront: {error}")
        if not is_quiet():
            note(f"waiting for {what} to be saved; Ctrl-C ends")


def write_page(
    out: Path,
    puzzle: "Puzzle",
    pack: "ProblemPack | None",
    options: "PageOptions",
    run: "Space | None" = None,
    seconds: float = SECONDS,
    memory: str | None = None,
) -> None:
    """Write a page to a new file, and say what it lacks."""
    from slidefront.apps.page.data import first_board, lacks_hints, page_data
    from slidefront.apps.page.html import page_html

    found = _about(puzzle, first_board(puzzle, pack, options).key, run, seconds, memory)
    with StatusLine("making the page …"):
        data = page_data(puzzle, found, pack, options, run)
        html = page_html(data)
    write_new(out, html.encode())
    if lacks_hints(data) and not any("route" in problem for problem in data["problems"]):
        solved = ": it has a shortest solution of its first board" if data["solution"] else ""
        note(f"{puzzle.name} has too many boards for hints on a page{solved}")
    for what, why in found.left_out.items():
        remark(f"not on the page: {what}: {why}")
    note(f"{out}, {units.size(out.stat().st_size)}: open it in a browser")


def _about(puzzle: "Puzzle", start: int, run: "Space | None", seconds: float, memory: str | None) -> "About":
    """Answer all questions about a puzzle, from a run or table that is given as far as it tells."""
    from slidefront.apps.page.about import about
    from slidefront.search.solve import solve

    def explore(puzzle: "Puzzle", start: str) -> "Space":
        if run is not None and run.manifest.whole and (run.leads_to_goal if start == "goal" else run.leads_from_home):
            return run
        return space_of(puzzle, start, seconds)

    def search(puzzle: "Puzzle", start: int) -> "Solved":
        with SearchProgress() as progress:
            watcher = progress.begin(f"solving in the {puzzle.metric} metric")
            return solve(puzzle, start, memory=memory, max_seconds=seconds, watcher=watcher)

    return about(puzzle, start, explore, search)


def _saved(path: Path) -> Iterator[None]:
    """Yield at once, and whenever a file was saved since."""
    if not is_file(path):
        raise typer.BadParameter(f"{path} is not a file: name the puzzle file to watch", param_hint="'--watch'")
    before = None
    while True:
        now = _state(path)
        if now not in (None, before):
            before = now
            yield
        time.sleep(_LOOK_EVERY)


def _state(path: Path) -> tuple[int, int] | None:
    """What changes when a file is saved; None while an editor replaces it."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _what_to_play(
    what: str, puzzle: str | None, problems: Path | None, metric: str | None
) -> "tuple[Puzzle, Space | None, ProblemPack | None]":
    """Find the puzzle, its run or table if one is given, and the problems."""
    from slidefront.apps.problems.pack_files import read_pack
    from slidefront.notation.board_files import is_pack
    from slidefront.notation.load import load
    from slidefront.store.space import Space

    if puzzle is not None or is_pack(what):
        if problems is not None:
            raise typer.BadParameter("the pack is given twice: remove --problems", param_hint="--puzzle")
        pack = read_pack(Path(what), load(puzzle, metric) if puzzle else None)
        if metric not in (None, pack.puzzle.metric):
            raise typer.BadParameter(f"the pack is in the {pack.puzzle.metric} metric", param_hint="--metric")
        return pack.puzzle, None, pack
    try:
        found = load_puzzle(what, metric) if what.endswith(".toml") else find_source(what, metric)
    except SlidefrontError:
        if is_file(what) and not what.endswith(".toml"):
            raise PuzzleError(f"{what} is not a run, a puzzle, or a pack that `slidefront problems` wrote") from None
        raise
    played = puzzle_of(found)
    run = found if isinstance(found, Space) else None
    return played, run, None if problems is None else read_pack(problems, played)
