"""`slidefront solve`."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from slidefront import units
from slidefront.cli.completion import values
from slidefront.cli.options import (
    LARGEST_COUNT,
    AxisOption,
    FormatOption,
    FrozenOption,
    GoalOption,
    GridGoalOption,
    GroupsOption,
    MetricOption,
    PuzzleArgument,
    SearchMemoryOption,
    ThreadsOption,
)
from slidefront.cli.output import as_json, check_ending, check_new_file, note, note_file, write_text
from slidefront.files import is_file

if TYPE_CHECKING:
    from slidefront.cli.search_progress import SearchProgress
    from slidefront.puzzles.core import Puzzle
    from slidefront.routes.route import Route
    from slidefront.search.solve import Solved

_LIMIT = 10
_PICTURES = (".svg", ".png", ".html")


def solve(
    puzzle: PuzzleArgument,
    start: Annotated[
        str, typer.Option("--from", **values("home|goal|BOARD|FILE"), help="The board to solve.")
    ] = "home",
    goal: GoalOption = None,
    algorithm: Annotated[
        str, typer.Option("--algorithm", **values("auto|bfs|bidirectional|ida"), help="The search algorithm.")
    ] = "auto",
    metric: MetricOption = None,
    form: FormatOption = None,
    every: Annotated[
        bool, typer.Option("--all", help="Count all shortest routes, and print the first --limit of them.")
    ] = False,
    limit: Annotated[
        int | None,
        typer.Option(
            "--limit", metavar="N", min=1, max=LARGEST_COUNT, help=f"How many routes --all prints. Default: {_LIMIT}."
        ),
    ] = None,
    max_depth: Annotated[
        int | None, typer.Option("--max-depth", metavar="N", min=0, help="Search for routes of at most N moves.")
    ] = None,
    memory: SearchMemoryOption = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="A new file for the route; .svg, .png and .html draw it. For many boards, a file of answers.",
        ),
    ] = None,
    threads: ThreadsOption = None,
    axis: AxisOption = None,
    frozen: FrozenOption = None,
    groups: GroupsOption = None,
    grid_goal: GridGoalOption = None,
    strip: Annotated[
        bool, typer.Option("--strip", help="Draw all boards side by side in the .svg file instead of an animation.")
    ] = False,
    bounded: Annotated[
        str, typer.Option("--bounded", metavar="X", help="How many times as long as a shortest route the route may be.")
    ] = "1",
    max_seconds: Annotated[
        float | None,
        typer.Option("--max-seconds", metavar="S", min=0, help="Print the best route that is found in S seconds."),
    ] = None,
    log: Annotated[
        Path | None,
        typer.Option(
            "--log", metavar="FILE", help="A new file for the log of the search, which `slidefront check` reads."
        ),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print only the route.")] = False,
) -> None:
    """Find a shortest route from a board to the goal.

    The result includes a proof that no route is shorter, or with --bounded or --max-seconds, how much shorter a route
    can be. For many boards, each answer is one line, board:length:moves, and an existing file of answers is continued.
    The exit code is 1 if there is no solution.
    """
    from slidefront.cli.inputs import load_puzzle, names_file_of_boards, read_board
    from slidefront.cli.search_progress import SearchProgress
    from slidefront.puzzles.grid_options import GridOptions
    from slidefront.search.solve import solve as search
    from slidefront.view.route import writer
    from slidefront.view.solved import account, headline, solved_data

    if limit is not None and not every:
        raise typer.BadParameter("--limit is the number of routes that --all prints: add --all")
    limit = limit or _LIMIT
    most_memory = None if memory is None else units.parse_size(memory)
    grid = GridOptions(axis, frozen, groups, grid_goal)
    check_ending(out, ".txt", *([".json"] if form == "json" else []), *_PICTURES)
    if not every and names_file_of_boards(puzzle, start):
        from slidefront.cli.solve_many import SolveOptions, boards_to_solve, solve_all

        one_board = bounded != "1" or max_seconds is not None or log is not None or strip
        options = SolveOptions(goal, algorithm, metric, form, max_depth, most_memory, threads, grid, one_board)
        if asked := boards_to_solve(puzzle, start, options):
            solve_all(asked, options, out)
            return
    loaded = load_puzzle(puzzle, metric, grid, quiet=quiet)
    write = writer(loaded, form or "steps")
    picture = _picture(out, strip)
    check_new_file(out)
    check_new_file(log, "--log")
    with SearchProgress(quiet or form == "json") as progress:
        solved = _or_best(
            progress,
            log,
            lambda: search(
                loaded,
                read_board(loaded, start, quiet=quiet),
                goal,
                algorithm=algorithm,
                every=every,
                max_depth=max_depth,
                memory=most_memory,
                threads=threads,
                bounded=bounded,
                max_seconds=max_seconds,
                watcher=progress.begin(),
            ),
        )
    if picture is not None:
        _draw(solved.route, picture, strip)
    elif form == "json":
        write_text(out, as_json(solved_data(solved, limit)))
    elif solved.route is not None:
        write_text(out, _routes_text(solved, write, limit))
    if form != "json" and (not quiet or solved.route is None):
        note("\n".join([headline(solved), *([] if quiet else account(solved, limit))]))
    _write_log(log, solved)  # after the route: a log that cannot be written must not cost it
    if not quiet:
        _note_files(solved, out, log, limit)
    _check_stated(loaded, start, solved)
    if solved.route is None or progress.exit_code:
        raise typer.Exit(progress.exit_code or 1)


def _or_best(progress: "SearchProgress", log: Path | None, search: "Callable[[], Solved]") -> "Solved":
    """Search; if that is interrupted, take the best route that is found, or else write only the log."""
    from slidefront.search.solve import SearchInterrupted

    try:
        return search()
    except SearchInterrupted as error:
        if error.solved.route is None:
            _write_log(log, error.solved)
            raise
        progress.noted("interrupted: this is the best route so far")
        return error.solved


def _check_stated(puzzle: "Puzzle", start: str, solved: "Solved") -> None:
    """Compare the length that a file of one board states with the one that was found."""
    from slidefront.cli.inputs import read_lines
    from slidefront.errors import SlidefrontError

    if is_file(start):
        try:
            read_lines(puzzle, [start])[0].check_length(solved.optimum)
        except SlidefrontError as error:
            note(str(error))
            raise typer.Exit(1) from None


def _picture(out: Path | None, strip: bool) -> Path | None:
    """Return the file if the route is to be drawn in it."""
    picture = out if out is not None and out.suffix.lower() in _PICTURES else None
    if strip and (picture is None or picture.suffix == ".html"):
        raise typer.BadParameter("--strip needs --out with a file that ends in .svg or .png")
    return picture


def _write_log(log: Path | None, solved: "Solved") -> None:
    if log is not None:
        from slidefront.search.search_log import write_log

        write_log(log, solved)


def _draw(route: "Route | None", out: Path, strip: bool) -> None:
    """Draw a route as an animation or as a page; a PNG, which cannot move, shows all boards."""
    if route is None:
        return
    from slidefront.files import write_new
    from slidefront.view.page.data import route_data
    from slidefront.view.page.html import page_html
    from slidefront.view.picture import draw_route

    if out.suffix == ".html":
        write_new(out, page_html(route_data(route)).encode())
        return
    draw_route(route, strip=strip or out.suffix == ".png").save(out)


def _note_files(solved: "Solved", out: Path | None, log: Path | None, limit: int) -> None:
    """Say what was written where."""
    if out is not None and out.exists():
        routes = units.counted(min(solved.count or 1, limit), "route")
        note_file("the answer" if solved.route is None else routes, out)
    if log is not None:
        note_file("the log of the search", log)


def _routes_text(solved: "Solved", write: "Callable[[Route], str]", limit: int) -> str:
    """Write the route, or the first ones of all routes, each after its number."""
    if solved.route is None or solved.count is None:
        return "" if solved.route is None else write(solved.route)
    listed = enumerate(solved.listed(limit), 1)
    return "\n\n".join(f"# route {number} of {solved.count:,}\n{write(route)}" for number, route in listed)
