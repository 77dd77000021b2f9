"""`slidefront depth`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from slidefront.cli.options import AnswersOption, BoardsArgument, JsonOption, RunOrTableArgument
from slidefront.cli.output import note, print_json

if TYPE_CHECKING:
    from slidefront.errors import SlidefrontError
    from slidefront.routes.board_lines import BoardLine

_CHUNK = 1 << 14


def depth(
    run: RunOrTableArgument, boards: BoardsArgument, out: AnswersOption = None, as_json: JsonOption = False
) -> None:
    """Print the depth of boards in a run or a table.

    The depth is the distance from the start of the run: the layer that contains the board. A board that is in no
    layer gets - instead of a depth.
    """
    from slidefront import units
    from slidefront.cli.answers import check_form, end, known, print_answers
    from slidefront.cli.inputs import read_lines
    from slidefront.cli.runs import find_run_or_table
    from slidefront.errors import SlidefrontError
    from slidefront.routes.trace import absence
    from slidefront.tables.table import Table

    check_form(out, as_json=as_json)
    found = find_run_or_table(run)
    lines = read_lines(found.puzzle, boards)
    if as_json:
        answers = known(lines, lambda keys: found.depths(found.puzzle.array(keys)).tolist())
        print_json([_record(line, answer) for line, answer in zip(lines, answers, strict=True)])
        return
    missing = 0

    def tell(part: "Sequence[BoardLine]") -> "list[str | SlidefrontError]":
        nonlocal missing
        answers = known(part, lambda keys: found.depths(found.puzzle.array(keys)).tolist())
        missing += answers.count(-1)
        return [
            answer if isinstance(answer, SlidefrontError) else f"{'-' if answer == -1 else answer:>4}  {line.board}"
            for line, answer in zip(part, answers, strict=True)
        ]

    totals = print_answers(lines, tell, out, chunk=_CHUNK)
    if missing:
        why = found.absence if isinstance(found, Table) else absence(found)
        note(f"{units.counted(missing, 'board')} {'is' if missing == 1 else 'are'} {why}")
    end(totals, "board")


def _record(line: "BoardLine", answer: object) -> dict[str, object]:
    if line.key is None:
        return {"board": line.board, "line": line.number, "error": str(answer)}
    return {"board": line.board, "depth": None if answer == -1 else answer}
