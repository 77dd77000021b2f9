"""`slidefront compare`."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from slidefront import units
from slidefront.cli.inputs import check_one_standard_input, read_text, source_name
from slidefront.cli.options import AnswersOption, JsonOption, PuzzleFields, SearchMemoryOption, option
from slidefront.cli.output import echo, note
from slidefront.errors import BoardError, LimitError
from slidefront.watch import Watcher

if TYPE_CHECKING:
    from slidefront.notation.board_files import BoardLine


def compare(
    asked: PuzzleFields,
    start: Annotated[
        str | None, option("--from", "A file has many, with or without their optimum. Default: each line of PUZZLE.")
    ] = None,
    algorithms: Annotated[
        str | None,
        option(
            "--algorithms",
            "The algorithms to compare. Default: bfs,bidirectional; bfs alone if a goal is partial.",
            "A,B,...",
            ("bfs", "bidirectional", "ida"),
        ),
    ] = None,
    memory: SearchMemoryOption = None,
    at_once: Annotated[
        int | None, option("--at-once", "Boards to solve at once, which makes each slower. Default: 1.", "N", min=1)
    ] = None,
    max_seconds: Annotated[float | None, option("--max-seconds", "It is for each board and algorithm.")] = None,
    out: AnswersOption = None,
    as_json: JsonOption = False,
) -> None:
    """Solve many boards with several algorithms.

    Prints a table; with --out or --at-once a line for each board as soon as it is solved.
    """
    from slidefront.cli.answers import Output, print_answers
    from slidefront.draw.answers import comparison_line
    from slidefront.draw.solved import comparison, comparison_data
    from slidefront.frames.answers import Question, each
    from slidefront.search.boards_to_solve import puzzles_in, shares, solve_line
    from slidefront.search.policy import check_goal
    from slidefront.search.solve import check_algorithm, warm_up

    is_table = out is None and at_once is None
    output = Output(None if is_table else comparison_line, out, as_json)
    boards = _boards(asked, start)
    names = _default(boards) if algorithms is None else [name.strip() for name in algorithms.split(",")]
    for name in names:
        check_algorithm(name)
        for puzzle in puzzles_in(boards):
            check_goal(puzzle, name)
    most = None if memory is None else units.parse_size(memory)
    together, share = shares(len(boards), at_once or 1, most)
    for first in [one for one in boards if one.error is None][:1]:
        begin = first.position()
        warm_up(begin.puzzle, begin.key, names)  # so that the compilation of kernels is not timed

    limits = {} if max_seconds is None else {"max_seconds": max_seconds}

    def data(board: "BoardLine", watcher: Watcher) -> Mapping[str, Any]:
        solved = [solve_line(board, name, share, watcher, **limits) for name in names]
        for name, one in zip(names, solved, strict=True):
            if limits and one.optimum is None and one.answer.at_least is not None:
                raise LimitError(f"{name} found no shortest route within {max_seconds:g} s")
        return comparison_data(solved, board.length)

    one_puzzle = boards[0].puzzle if start is not None else None
    options = {} if one_puzzle else {"grid": vars(asked.grid)}
    asks = {"metric": asked.metric, "to": asked.goal, "algorithms": names, **limits, **options}
    totals = print_answers(
        Question("compare", one_puzzle, asks), boards, each(data), output, kind=_kind, at_once=together
    )
    if is_table and not as_json and (solved := [one for one in totals.answers if not one.error]):
        echo(comparison(solved, names))
    if totals.kinds["disagree"]:
        note("the algorithms disagree: this is a bug in slidefront; please report it")
    words = {} if is_table else {"as": "as published", "not": "not as published"}
    totals.end({**words, "disagree": "with different optima"}, "disagree")


def _kind(data: Mapping[str, Any]) -> str:
    if len({one["optimum"] for one in data["searches"]}) > 1:
        return "disagree"
    return "" if data["published"] is None else "as" if data["published"] == data["optimum"] else "not"


def _default(boards: "Sequence[BoardLine]") -> list[str]:
    """Choose algorithms that all puzzles have: two-way search needs a goal that is one board."""
    partial = any(one.puzzle is not None and one.puzzle.goal.key is None for one in boards)
    return ["bfs"] if partial else ["bfs", "bidirectional"]


def _boards(asked: PuzzleFields, start: str | None) -> "list[BoardLine]":
    """Read the boards of one puzzle, or the lines of a file that are each a puzzle."""
    from slidefront.search.boards_to_solve import boards_of, puzzles_of

    check_one_standard_input(asked.puzzle, start or "")
    if start is None:
        text = read_text(asked.puzzle) or ""
        boards = puzzles_of(text, asked.puzzle, asked.goal, asked.metric, asked.grid)
        if not boards:
            raise typer.BadParameter(
                f"without this option, PUZZLE must be a file whose lines are each a puzzle, and {asked.puzzle} is not",
                param_hint="'--from'",
            )
        return boards
    loaded = asked.load()
    given = read_text(start)
    if given is None:
        raise BoardError(f"there is no file {start}: --from needs a file with one board per line, or -")
    return boards_of(loaded, given, source_name(start), asked.goal)
