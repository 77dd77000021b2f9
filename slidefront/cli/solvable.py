"""`slidefront solvable`."""

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from slidefront.cli.inputs import check_one_standard_input, read_boards
from slidefront.cli.options import BOARDS_HELP, AnswersOption, JsonOption, PuzzleFields, argument
from slidefront.cli.output import note, remark
from slidefront.errors import BoardError
from slidefront.watch import Watcher

if TYPE_CHECKING:
    from slidefront.frames.answers import Found
    from slidefront.notation.board_files import BoardLine
    from slidefront.puzzles.core import Puzzle


_KNOWN = {1: True, 0: False, -1: None}
_CHUNK = 1 << 14


def solvable(
    asked: PuzzleFields,
    boards: Annotated[
        list[str] | None, argument("BOARD...", f"{BOARDS_HELP} Default: home, and whether it reaches the goal.")
    ] = None,
    out: AnswersOption = None,
    as_json: JsonOption = False,
) -> None:
    """Tell which boards can be solved.

    A board can be solved if moves lead from it to home, and home if they lead to the goal. The permutation group of
    the puzzle answers for tiles and graphs. For blocks all boards are explored if there are at most ten million;
    otherwise the answer is unknown.
    """
    from slidefront.cli.answers import Output, print_answers
    from slidefront.draw.answers import SOLVABLE, solvable_line
    from slidefront.frames.answers import Question, of_boards
    from slidefront.search.question import why_unsolvable
    from slidefront.tables.open_space import Reached

    output = Output(solvable_line, out, as_json)
    check_one_standard_input(asked.puzzle, *(boards or ()))
    loaded = asked.load_with_goal()
    lines = read_boards(loaded, boards) if boards else [_home(loaded)]

    def ask(part: "Sequence[BoardLine]", watcher: Watcher) -> "Found":
        if not boards and loaded.goal.key is not None:
            return [{"solvable": loaded.theory.connects(loaded.home, loaded.goal.key)}]
        return of_boards(
            part, lambda keys: reached.of(keys, watcher).tolist(), lambda _, one: {"solvable": _KNOWN[one]}
        )

    question = Question("solvable", loaded)
    reached = Reached(loaded)
    totals = print_answers(question, lines, ask, output, kind=lambda data: SOLVABLE[data["solvable"]], chunk=_CHUNK)
    if totals.kinds[SOLVABLE[None]]:
        said = (["expand", asked.puzzle], ["depth", loaded.name])
        expand, depth = (shlex.join(["slidefront", *words]) for words in said)
        remark(f"to find out about unknown boards, explore the puzzle:\n    {expand}\n    {depth} BOARD")
    if not boards and totals.kinds[SOLVABLE[False]]:
        note(why_unsolvable(loaded, loaded.home))
    totals.end({})


def _home(puzzle: "Puzzle") -> "BoardLine":
    """Ask about home."""
    from slidefront.notation.board_files import BoardLine

    if puzzle.goal.key is None:
        raise BoardError(f"only a search can tell for {puzzle.name}, whose goal is not one board: use slidefront solve")
    return BoardLine(1, puzzle.position(puzzle.home).text, puzzle.home)
