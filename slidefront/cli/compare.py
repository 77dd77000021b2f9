"""`slidefront compare`."""

from typing import TYPE_CHECKING, Annotated

import typer

from slidefront.cli.completion import listed
from slidefront.cli.options import GoalOption, JsonOption, MetricOption, PuzzleArgument, SearchMemoryOption
from slidefront.cli.output import note, print_json

if TYPE_CHECKING:
    from slidefront.puzzles.core import Puzzle
    from slidefront.routes.board_lines import BoardLine
    from slidefront.search.cases import Case
    from slidefront.search.solve import Solved


def compare(
    puzzle: PuzzleArgument,
    cases: Annotated[
        str,
        typer.Option("--cases", metavar="FILE", help="Boards, one per line, with or without their optimum; or JSON."),
    ],
    goal: GoalOption = None,
    algorithms: Annotated[
        str,
        typer.Option(
            "--algorithms", **listed("A,B,...", "bfs", "bidirectional", "ida"), help="The algorithms to compare."
        ),
    ] = "bfs,bidirectional",
    metric: MetricOption = None,
    memory: SearchMemoryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Solve many boards with several algorithms."""
    from slidefront import units
    from slidefront.cli.inputs import check_one_standard_input, load_puzzle, read_text, source_name
    from slidefront.errors import BoardError
    from slidefront.search.cases import read_cases
    from slidefront.search.solve import aimed
    from slidefront.view.solved import comparison, comparison_data

    check_one_standard_input(puzzle, cases)
    loaded = load_puzzle(puzzle, metric, quiet=as_json)
    text = read_text(cases)
    if text is None:
        raise BoardError(f"there is no file {cases}: --cases needs a file with one board per line, or -")
    bad: list[BoardLine] = []
    known_goal, found = read_cases(loaded, text, source_name(cases), bad.append)
    for line in bad:
        note(f"line {line.number}: {line.error}")
    names = [name.strip() for name in algorithms.split(",")]
    most_memory = None if memory is None else units.parse_size(memory)
    solved = _solve_each(aimed(loaded, goal or known_goal), found, names, most_memory, as_json)
    if as_json:
        print_json(comparison_data(found, solved))
    else:
        typer.echo(comparison(found, names, solved))
    if any({one.optimum for one in row} != {row[0].optimum} for row in solved):
        note("the algorithms disagree: this is a bug in slidefront; please report it")
        raise typer.Exit(1)
    if bad:
        raise typer.Exit(1)


def _solve_each(
    puzzle: "Puzzle", cases: "list[Case]", names: list[str], memory: int | None, quiet: bool
) -> "list[list[Solved]]":
    """Solve each board with each algorithm; kernels are compiled before, so that their compilation is not timed."""
    from slidefront.cli.search_progress import SearchProgress
    from slidefront.search.solve import solve as search
    from slidefront.search.solve import warm_up

    with SearchProgress(quiet) as progress:
        warm_up(puzzle, cases[0].board, names)
        return [
            [
                search(
                    puzzle,
                    case.board,
                    algorithm=name,
                    memory=memory,
                    watcher=progress.begin(f"board {number} of {len(cases)}, {name}"),
                )
                for name in names
            ]
            for number, case in enumerate(cases, 1)
        ]
