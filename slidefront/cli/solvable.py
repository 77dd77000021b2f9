"""`slidefront solvable`."""

import shlex
from collections import Counter
from typing import TYPE_CHECKING, Any

from slidefront.cli.options import AnswersOption, BoardsOrHomeArgument, JsonOption, PuzzleArgument
from slidefront.cli.output import check_answers_file, note, print_json, say

if TYPE_CHECKING:
    import numpy.typing as npt

    from slidefront.puzzles.board_files import BoardLine
    from slidefront.puzzles.core import Puzzle

_ANSWERS = {1: "yes", 0: "no", -1: "unknown"}


def solvable(
    puzzle: PuzzleArgument, boards: BoardsOrHomeArgument = None, out: AnswersOption = None, as_json: JsonOption = False
) -> None:
    """Tell which boards can be solved.

    A board can be solved if moves lead from it to home, and home if they lead to the goal. The permutation group of
    the puzzle answers for tiles and graphs. For blocks the answer is unknown.
    """
    from slidefront.cli.answers import answer_boards, end, readable_answers
    from slidefront.cli.asked import about_puzzle, question
    from slidefront.cli.inputs import check_one_standard_input, load_puzzle, read_lines

    check_answers_file(out, as_json)
    check_one_standard_input(puzzle, *(boards or ()))
    loaded = load_puzzle(puzzle, quiet=as_json)
    if not boards:
        _answer_home(loaded, as_json=as_json)
        return
    lines = read_lines(loaded, boards)

    def ask(keys: list[int]) -> "npt.NDArray[Any]":
        return loaded.reaches_all(loaded.array(keys))

    if as_json:
        answers = readable_answers(lines, ask)
        data = [_record(loaded, line, answer) for line, answer in zip(lines, answers, strict=True)]
        print_json({"puzzle": loaded.name, "boards": data})
        return
    counts: Counter[str] = Counter()

    def write(line: "BoardLine", answer: int) -> str:
        return f"{_ANSWERS[answer]:<7}  {line.board}"

    def count(_: "BoardLine", text: str) -> None:
        counts[text.split()[0]] += 1

    totals = answer_boards(lines, ask, write, out, question("solvable", loaded.name, more=about_puzzle(loaded)), count)
    if counts[_ANSWERS[-1]]:
        expand, depth = (shlex.join(["slidefront", *words]) for words in (["expand", puzzle], ["depth", loaded.name]))
        note(f"to find out about unknown boards, explore the puzzle:\n    {expand}\n    {depth} BOARD")
    end(totals, "board")


def _answer_home(puzzle: "Puzzle", *, as_json: bool) -> None:
    """Tell whether home can be solved, and if not, why."""
    from slidefront.errors import BoardError
    from slidefront.search.solve import why_unsolvable

    goal = puzzle.goal.key
    if goal is None:
        raise BoardError(f"only a search can tell for {puzzle.name}, whose goal is not one board: use slidefront solve")
    answer = puzzle.connects(puzzle.home, goal)
    if as_json:
        print_json({"puzzle": puzzle.name, "boards": [{"board": puzzle.format(puzzle.home), "solvable": answer}]})
        return
    say(f"{_ANSWERS[-1 if answer is None else int(answer)]:<7}  {puzzle.position(puzzle.home).text}")
    if answer is False:
        note(why_unsolvable(puzzle, puzzle.home))


def _record(puzzle: "Puzzle", line: "BoardLine", answer: object) -> dict[str, object]:
    if line.key is None:
        return {"board": line.board, "line": line.number, "error": str(answer)}
    return {"board": puzzle.format(line.key), "solvable": None if answer == -1 else bool(answer)}
