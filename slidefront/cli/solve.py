"""The commands that solve boards: solve, compare."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from slidefront.cli.options import MOST, FormatOption, JsonOption, MetricOption, PuzzleArgument

if TYPE_CHECKING:
    from slidefront.puzzles.core import Puzzle
    from slidefront.routes.route import Route
    from slidefront.search.cases import Case
    from slidefront.search.solve import Solved

AlgorithmOption = Annotated[
    str, typer.Option("--algorithm", metavar="auto|bfs|bidirectional|ida", help="How to search; auto chooses.")
]
MemoryOption = Annotated[
    str | None,
    typer.Option("--memory", metavar="SIZE", help="Memory to stay within, such as 4GiB; by default 2GiB at most."),
]
ToOption = Annotated[
    str | None,
    typer.Option(
        "--to", metavar="goal|home|BOARD", help="The goal; of blocks a grid may show only the pieces that matter."
    ),
]


def solve(
    puzzle: PuzzleArgument,
    start: Annotated[str, typer.Option("--from", metavar="home|goal|BOARD|FILE", help="The board to solve.")] = "home",
    goal: ToOption = None,
    algorithm: AlgorithmOption = "auto",
    metric: MetricOption = None,
    form: FormatOption = "steps",
    every: Annotated[bool, typer.Option("--all", help="Count all shortest routes; list them up to --limit.")] = False,
    limit: Annotated[int, typer.Option("--limit", metavar="N", max=MOST, help="How many routes --all lists.")] = 10,
    max_depth: Annotated[
        int | None, typer.Option("--max-depth", metavar="N", help="Look for no route of more moves.")
    ] = None,
    memory: MemoryOption = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write the route to a new file.")] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print the route alone.")] = False,
) -> None:
    """Find a shortest route from a board to the goal, with the proof that there is none shorter.

    The exit code is 1 where there is no solution.
    """
    from slidefront import units
    from slidefront.cli.searching import Searching
    from slidefront.errors import LimitError
    from slidefront.puzzles.read.boards import board_typed
    from slidefront.puzzles.read.load import load
    from slidefront.search.solve import solve as search
    from slidefront.view.route import writer
    from slidefront.view.solved import account, headline, solved_data

    loaded = load(puzzle, metric)
    write = writer(loaded, form)
    if limit < 1:
        raise LimitError(f"limit {limit} makes no sense: give 1 or more")
    most = None if memory is None else units.parse_size(memory)
    _check_new(out)
    with Searching(quiet or form == "json") as searching:
        solved = search(
            loaded,
            board_typed(loaded, start),
            goal,
            algorithm=algorithm,
            every=every,
            max_depth=max_depth,
            memory=most,
            hooks=searching.begin(),
        )
    if form == "json":
        _put(out, json.dumps(solved_data(solved, limit), indent=1, ensure_ascii=False))
    elif solved.route is not None:
        _put(out, _routes_text(solved, write, limit))
    if form != "json" and (not quiet or solved.route is None):
        print(headline(solved), *([] if quiet else account(solved, limit)), sep="\n", file=sys.stderr)
    if solved.route is None:
        raise typer.Exit(1)


def _routes_text(solved: "Solved", write: "Callable[[Route], str]", limit: int) -> str:
    """Write the route, or those that are listed, each under its number."""
    if solved.route is None or solved.count is None:
        return "" if solved.route is None else write(solved.route)
    listed = enumerate(solved.listed(limit), 1)
    return "\n\n".join(f"# route {number} of {solved.count:,}\n{write(route)}" for number, route in listed)


def _check_new(path: Path | None) -> None:
    """Refuse a file that is there, or has no folder, before a route is sought."""
    from slidefront.errors import SlidefrontError

    if path is not None and path.exists():
        raise SlidefrontError(f"{path} is there already: choose another file with --out")
    if path is not None and not path.parent.is_dir():
        raise SlidefrontError(f"cannot write {path}: there is no folder {path.parent}")


def _put(path: Path | None, text: str) -> None:
    """Write a text to a new file, else print it; a route without moves prints nothing."""
    from slidefront.errors import SlidefrontError

    text += "\n" if text else ""
    if path is None:
        typer.echo(text, nl=False)
        return
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        typer.echo(text, nl=False)  # what was sought so long shall not be lost
        raise SlidefrontError(f"cannot write {path}: {error.strerror}") from None


def compare(
    puzzle: PuzzleArgument,
    cases: Annotated[
        str,
        typer.Option("--cases", metavar="FILE", help="Boards, one a line, with or without their optima; or JSON."),
    ],
    goal: ToOption = None,
    algorithms: Annotated[
        str, typer.Option("--algorithms", metavar="NAMES", help="Which to compare, with commas between.")
    ] = "bfs,bidirectional",
    metric: MetricOption = None,
    memory: MemoryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Solve many boards with several algorithms, and lay out what each of them took."""
    from slidefront import units
    from slidefront.cli.given import text_in
    from slidefront.errors import BoardError
    from slidefront.puzzles.read.load import load
    from slidefront.search.cases import read_cases
    from slidefront.search.solve import aimed
    from slidefront.view.solved import comparison, comparison_data

    if puzzle == cases == "-":
        raise typer.BadParameter("standard input can hold the puzzle or the cases, not both")
    loaded = load(puzzle, metric)
    text = text_in(cases)
    if text is None:
        raise BoardError(f"{cases} is no file: give one with a board a line, or - for standard input")
    known_goal, found = read_cases(loaded, text, "standard input" if cases == "-" else cases)
    names = [name.strip() for name in algorithms.split(",")]
    most = None if memory is None else units.parse_size(memory)
    solved = _solve_each(aimed(loaded, goal or known_goal), found, names, most, as_json)
    if as_json:
        typer.echo(json.dumps(comparison_data(found, solved), indent=1, ensure_ascii=False))
    else:
        typer.echo(comparison(found, names, solved))
    if any({one.optimum for one in row} != {row[0].optimum} for row in solved):
        print("the algorithms do not agree: this is a fault of slidefront; please report it", file=sys.stderr)
        raise typer.Exit(1)


def _solve_each(
    puzzle: "Puzzle", cases: "list[Case]", names: list[str], memory: int | None, quiet: bool
) -> "list[list[Solved]]":
    """Solve each board with each algorithm; the loading of kernels is not timed."""
    from slidefront.cli.searching import Searching
    from slidefront.search.solve import solve as search
    from slidefront.search.solve import warm_up

    with Searching(quiet) as searching:
        warm_up(puzzle, cases[0].board, names)
        return [
            [
                search(
                    puzzle,
                    case.board,
                    algorithm=name,
                    memory=memory,
                    hooks=searching.begin(f"board {number} of {len(cases)}, {name}"),
                )
                for name in names
            ]
            for number, case in enumerate(cases, 1)
        ]
