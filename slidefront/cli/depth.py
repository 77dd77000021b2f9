"""`slidefront depth`."""

from collections import Counter
from typing import TYPE_CHECKING, Any

from slidefront.cli.options import AnswersOption, BoardsArgument, JsonOption, RunOrTableArgument
from slidefront.cli.output import check_answers_file, note, print_json

if TYPE_CHECKING:
    import numpy.typing as npt

    from slidefront.puzzles.board_files import BoardLine


def depth(
    run: RunOrTableArgument, boards: BoardsArgument, out: AnswersOption = None, as_json: JsonOption = False
) -> None:
    """Print the depth of boards in a run or a table.

    The depth is the distance from the start of the run: the layer that contains the board. A board that is in no
    layer gets - instead of a depth.
    """
    from slidefront import units
    from slidefront.analysis.hardest import from_goal
    from slidefront.cli.answers import answer_boards, end, readable_answers
    from slidefront.cli.asked import question_of_run
    from slidefront.cli.inputs import read_lines
    from slidefront.cli.runs import find_run_or_table
    from slidefront.routes.trace import absence
    from slidefront.tables.table import Table

    check_answers_file(out, as_json)
    found = find_run_or_table(run)
    lines, lengths = read_lines(found.puzzle, boards), from_goal(found)

    def ask(keys: list[int]) -> "npt.NDArray[Any]":
        return found.depths(found.puzzle.array(keys))

    if as_json:
        answers = readable_answers(lines, ask, lengths=lengths)
        print_json([_record(line, answer) for line, answer in zip(lines, answers, strict=True)])
        return
    counts: Counter[bool] = Counter()

    def write(line: "BoardLine", depth: int) -> str:
        return f"{'-' if depth == -1 else depth:>4}  {line.board}"

    def count(_: "BoardLine", text: str) -> None:
        counts[text.startswith("   -  ")] += 1

    totals = answer_boards(lines, ask, write, out, question_of_run("depth", found), count, lengths=lengths)
    if missing := counts[True]:
        why = found.absence if isinstance(found, Table) else absence(found)
        note(f"{units.counted(missing, 'board')} {'is' if missing == 1 else 'are'} {why}")
    end(totals, "board")


def _record(line: "BoardLine", answer: object) -> dict[str, object]:
    if not isinstance(answer, int):
        return {"board": line.board, "line": line.number, "error": str(answer)}
    return {"board": line.board, "depth": None if answer == -1 else answer}
