"""`slidefront solvable`."""

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

from slidefront.cli.options import AnswersOption, BoardsArgument, JsonOption, PuzzleArgument
from slidefront.cli.output import note, print_json

if TYPE_CHECKING:
    from slidefront.errors import SlidefrontError
    from slidefront.routes.board_lines import BoardLine

_ANSWERS = {1: "yes", 0: "no", -1: "unknown"}
_CHUNK = 1 << 14


def solvable(
    puzzle: PuzzleArgument, boards: BoardsArgument, out: AnswersOption = None, as_json: JsonOption = False
) -> None:
    """Tell which boards can be solved.

    A board can be solved if moves lead from it to home. The permutation group of the puzzle answers for tiles and
    graphs. For blocks the answer is unknown.
    """
    from slidefront.cli.answers import check_form, end, known, print_answers
    from slidefront.cli.inputs import check_one_standard_input, load_puzzle, read_lines
    from slidefront.errors import SlidefrontError

    check_one_standard_input(puzzle, *boards)
    check_form(out, as_json=as_json)
    loaded = load_puzzle(puzzle, quiet=as_json)
    lines = read_lines(loaded, boards)
    unknown = False
    if as_json:
        answers = known(lines, lambda keys: loaded.reaches_all(loaded.array(keys)).tolist())
        data = [
            {"board": loaded.format(line.key), "solvable": {1: True, 0: False, -1: None}[int(str(answer))]}
            if line.key is not None
            else {"board": line.board, "line": line.number, "error": str(answer)}
            for line, answer in zip(lines, answers, strict=True)
        ]
        print_json({"puzzle": loaded.name, "boards": data})
        return

    def tell(part: "Sequence[BoardLine]") -> "list[str | SlidefrontError]":
        nonlocal unknown
        answers = known(part, lambda keys: loaded.reaches_all(loaded.array(keys)).tolist())
        unknown = unknown or -1 in answers
        return [
            answer if isinstance(answer, SlidefrontError) else f"{_ANSWERS[int(str(answer))]:<7}  {line.board}"
            for line, answer in zip(part, answers, strict=True)
        ]

    totals = print_answers(lines, tell, out, chunk=_CHUNK)
    if unknown:
        expand, depth = (shlex.join(["slidefront", *words]) for words in (["expand", puzzle], ["depth", loaded.name]))
        note(f"to find out about unknown boards, explore the puzzle:\n    {expand}\n    {depth} BOARD")
    end(totals, "board")
