"""`slidefront solve`."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from slidefront import units
from slidefront.cli.inputs import read_board, read_boards
from slidefront.cli.options import LARGEST_COUNT, JsonOption, PuzzleFields, SolveFields, option
from slidefront.cli.output import as_json as as_text
from slidefront.cli.output import check_new_file, is_quiet, note, note_file, write_text
from slidefront.cli.progress import SearchProgress
from slidefront.errors import SlidefrontError
from slidefront.files import is_file

if TYPE_CHECKING:
    from slidefront.notation.route import Route
    from slidefront.puzzles.core import Puzzle
    from slidefront.search.solve import Solved

_LIMIT = 10
_PICTURES = (".svg", ".png", ".html")


def solve(
    asked: PuzzleFields,
    how: SolveFields,
    start: Annotated[str, option("--from", "A file may have many boards.")] = "home",
    every: Annotated[bool, option("--all", "Count the shortest routes, and print the first --limit of them.")] = False,
    limit: Annotated[
        int | None,
        option("--limit", f"How many routes --all prints. Default: {_LIMIT}.", "N", min=1, max=LARGEST_COUNT),
    ] = None,
    out: Annotated[
        Path | None,
        option("--out", "A new file for the route; .svg, .png and .html draw it. For many boards, a file of answers."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Find a shortest route from a board to the goal.

    The result includes a proof that no route is shorter, or with --bounded or --max-seconds, how much shorter a route
    can be. For many boards, each answer is one line, board:length:moves, and an existing file of answers is continued.
    The exit code is 1 if there is no solution.
    """
    from slidefront.draw.route import writer
    from slidefront.draw.solved import account, headline, solved_data
    from slidefront.search.solve import solve as search

    if limit is not None and not every:
        raise typer.BadParameter("--limit is the number of routes that --all prints: add --all")
    limit = limit or _LIMIT
    if not every and asked.names_file(start):
        from slidefront.cli.solve_many import solve_many

        if solve_many(asked, how, start, out, as_json):
            return
    loaded = asked.load()
    write = writer(loaded, how.form or "steps")
    picture = _picture(out, how.strip)
    check_new_file(out, ".txt", *([".json"] if as_json else []), *_PICTURES)
    with SearchProgress() as progress:
        solved = _or_best(
            progress,
            lambda: search(
                loaded,
                read_board(loaded, start),
                asked.goal,
                algorithm=how.algorithm,
                every=every,
                max_depth=how.max_depth,
                memory=how.memory,
                threads=how.threads,
                bounded=how.bounded,
                max_seconds=how.max_seconds,
                watcher=progress.begin(),
            ),
        )
    if picture is not None:
        _draw(solved.route, picture, how.strip)
    elif as_json:
        write_text(out, as_text(solved_data(solved, limit)))
    elif solved.route is not None:
        write_text(out, _routes_text(solved, write, limit))
    if not as_json and (not is_quiet() or solved.route is None):
        note("\n".join([headline(solved), *([] if is_quiet() else account(solved, limit))]))
    if not is_quiet():
        _note_file(solved, out, limit)
    _check_stated(loaded, start, solved)
    if solved.route is None or progress.exit_code:
        raise typer.Exit(progress.exit_code or 1)


def _or_best(progress: "SearchProgress", search: "Callable[[], Solved]") -> "Solved":
    """Search; if that is interrupted, take the best route that is found."""
    from slidefront.search.solve import SearchInterrupted

    try:
        return search()
    except SearchInterrupted as error:
        if error.solved.route is None:
            if error.solved.answer.databases and error.solved.question.max_seconds is None:
                progress.on_note(
                    "for a route in less time, add --max-seconds 60 (the best one that is found) or --bounded 1.2 "
                    "(at most 1.2 times as long as a shortest one)"
                )
            raise
        progress.on_note("interrupted: this is the best route so far")
        return error.solved


def _check_stated(puzzle: "Puzzle", start: str, solved: "Solved") -> None:
    """Compare the length that a file of one board states with the one that was found."""
    if is_file(start):
        try:
            read_boards(puzzle, [start])[0].check_length(solved.optimum)
        except SlidefrontError as error:
            note(str(error))
            raise typer.Exit(1) from None


def _picture(out: Path | None, strip: bool) -> Path | None:
    """Return the file if the route is to be drawn in it."""
    picture = out if out is not None and out.suffix.lower() in _PICTURES else None
    if strip and (picture is None or picture.suffix not in (".svg", ".png")):
        raise typer.BadParameter("--strip needs --out with a file that ends in .svg or .png")
    return picture


def _draw(route: "Route | None", out: Path, strip: bool) -> None:
    """Draw a route as an animation or as a page; a PNG, which cannot move, shows all boards."""
    if route is None:
        return
    if out.suffix == ".html":
        from slidefront.apps.page.data import PageOptions
        from slidefront.cli.page import write_page

        write_page(out, route.puzzle, None, PageOptions(route=route))
        return
    from slidefront.draw.picture import draw_route

    draw_route(route, strip=strip or out.suffix == ".png").save(out)


def _note_file(solved: "Solved", out: Path | None, limit: int) -> None:
    """Say what was written where."""
    if out is not None and out.exists():
        routes = units.counted(min(solved.count or 1, limit), "route")
        note_file("the answer" if solved.route is None else routes, out)


def _routes_text(solved: "Solved", write: "Callable[[Route], str]", limit: int) -> str:
    """Write the route, or the first ones of all routes, each after its number."""
    if solved.route is None or solved.count is None:
        return "" if solved.route is None else write(solved.route)
    listed = enumerate(solved.listed(limit), 1)
    return "\n\n".join(f"# route {number} of {solved.count:,}\n{write(route)}" for number, route in listed)
