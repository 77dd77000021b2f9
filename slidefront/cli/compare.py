"""`slidefront compare`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from slidefront.cli.completion import listed
from slidefront.cli.options import (
    AnswersOption,
    GoalOption,
    JsonOption,
    MetricOption,
    PuzzleArgument,
    SearchMemoryOption,
)
from slidefront.cli.output import check_answers_file, note, print_json

if TYPE_CHECKING:
    from slidefront.errors import SlidefrontError
    from slidefront.puzzles.core import Puzzle
    from slidefront.search.cases import Case
    from slidefront.search.solve import Solved


@dataclass(frozen=True)
class CaseLine:
    """A case of a file, with its puzzle; or a line that cannot be read."""

    number: int
    text: str
    puzzle: "Puzzle | None" = None
    case: "Case | None" = None
    error: "SlidefrontError | None" = None


def compare(
    puzzle: PuzzleArgument,
    cases: Annotated[
        str | None,
        typer.Option(
            "--cases",
            metavar="FILE",
            help="Boards, one per line, with or without their optimum; or JSON. Default: each line of PUZZLE.",
        ),
    ] = None,
    goal: GoalOption = None,
    algorithms: Annotated[
        str | None,
        typer.Option(
            "--algorithms",
            **listed("A,B,...", "bfs", "bidirectional", "ida"),
            help="The algorithms to compare. Default: bfs,bidirectional; bfs alone if a goal is partial.",
        ),
    ] = None,
    metric: MetricOption = None,
    memory: SearchMemoryOption = None,
    out: AnswersOption = None,
    threads: Annotated[
        int | None,
        typer.Option(
            "--threads", metavar="N", min=1, help="Boards to solve at once, which makes each slower. Default: 1."
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Solve many boards with several algorithms.

    Prints a table; with --out or --threads a line for each board as soon as it is solved.
    """
    from slidefront import units
    from slidefront.cli.compare_lines import compare_lines
    from slidefront.cli.inputs import check_one_standard_input
    from slidefront.search.solve import check_algorithm
    from slidefront.view.solved import comparison, comparison_data

    check_answers_file(out, as_json)
    check_one_standard_input(puzzle, cases or "")
    if threads is not None and as_json:
        raise typer.BadParameter("--threads prints a line for each board, and cannot be combined with --json")
    found = _case_lines(puzzle, cases, goal, metric, as_json)
    names = _default(found) if algorithms is None else [name.strip() for name in algorithms.split(",")]
    for name in names:
        check_algorithm(name)
    most_memory = None if memory is None else units.parse_size(memory)
    if out is not None or threads is not None:
        asked = _question(found, cases is not None, names, goal, metric)
        compare_lines(found, names, most_memory, out, asked, threads or 1)
        return
    for one in found:
        if one.error is not None:
            note(f"line {one.number}: {one.error}")
    good = [(one.puzzle, one.case) for one in found if one.puzzle is not None and one.case is not None]
    solved = _solve_each(good, names, most_memory, as_json)
    listed_cases = [case for _, case in good]
    if as_json:
        print_json(comparison_data(listed_cases, solved))
    elif solved:
        typer.echo(comparison(listed_cases, names, solved))
    if any({one.optimum for one in row} != {row[0].optimum} for row in solved):
        note("the algorithms disagree: this is a bug in slidefront; please report it")
        raise typer.Exit(1)
    if len(good) < len(found):
        raise typer.Exit(1)


def _default(lines: Sequence[CaseLine]) -> list[str]:
    """Choose algorithms that all puzzles have: two-way search needs a goal that is one board."""
    partial = any(one.puzzle is not None and one.puzzle.goal.key is None for one in lines)
    return ["bfs"] if partial else ["bfs", "bidirectional"]


def _question(found: list[CaseLine], one_puzzle: bool, names: list[str], goal: str | None, metric: str | None) -> str:
    """Name what is compared."""
    from slidefront.cli.asked import about_puzzle, goal_words, question

    puzzle = next((one.puzzle for one in found if one.puzzle is not None), None) if one_puzzle else None
    metric = puzzle.metric if puzzle else metric
    return question(
        "compare",
        puzzle.name if puzzle else "lines that are each a puzzle",
        f"{metric} metric" if metric else "",
        goal_words(goal),
        *names,
        more=[about_puzzle(puzzle) if puzzle else None, goal],
    )


def _case_lines(puzzle: str, cases: str | None, goal: str | None, metric: str | None, quiet: bool) -> list[CaseLine]:
    """Read the cases of one puzzle, or the lines of a file that are each a puzzle."""
    from slidefront.cli.inputs import load_puzzle, read_text, source_name
    from slidefront.errors import BoardError
    from slidefront.search.cases import read_cases
    from slidefront.search.solve import choose_goal

    if cases is None:
        return _own_puzzles(puzzle, goal, metric)
    loaded = load_puzzle(puzzle, metric, quiet=quiet)
    text = read_text(cases)
    if text is None:
        raise BoardError(f"there is no file {cases}: --cases needs a file with one board per line, or -")
    bad: list[CaseLine] = []
    known_goal, found = read_cases(
        loaded, text, source_name(cases), lambda line: bad.append(CaseLine(line.number, line.board, error=line.error))
    )
    loaded = choose_goal(loaded, goal or known_goal)
    good = [CaseLine(case.number, case.board, loaded, case) for case in found]
    return sorted([*good, *bad], key=lambda one: one.number)


def _own_puzzles(name: str, goal: str | None, metric: str | None) -> list[CaseLine]:
    """Read a file whose lines are each a puzzle."""
    from slidefront.cli.inputs import read_text
    from slidefront.cli.solve_many import puzzle_lines, read_puzzle_lines
    from slidefront.puzzles.grid_options import GridOptions
    from slidefront.search.cases import Case
    from slidefront.search.solve import choose_goal

    lines = puzzle_lines(read_text(name) or "", name, goal, least=1)
    if not lines:
        raise typer.BadParameter(
            f"without this option, PUZZLE must be a file whose lines are each a puzzle, and {name} is not",
            param_hint="'--cases'",
        )
    found = []
    for asked in read_puzzle_lines(lines, metric, GridOptions(), goal):
        case = Case(asked.start, asked.line.optimum, asked.number)
        loaded = None if asked.puzzle is None else choose_goal(asked.puzzle, goal)
        found.append(CaseLine(asked.number, asked.text, loaded, case, asked.line.error))
    return found


def _solve_each(
    cases: "Sequence[tuple[Puzzle, Case]]", names: list[str], memory: int | None, quiet: bool
) -> "list[list[Solved]]":
    """Solve each board with each algorithm; kernels are compiled before, so that their compilation is not timed."""
    from slidefront.cli.search_progress import SearchProgress
    from slidefront.search.solve import solve as search
    from slidefront.search.solve import warm_up

    with SearchProgress(quiet) as progress:
        for puzzle, case in cases[:1]:
            warm_up(puzzle, case.board, names)
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
            for number, (puzzle, case) in enumerate(cases, 1)
        ]
