"""Files of boards with the published lengths of their shortest solutions.

    3124756_8 3             a board and its optimum; or the board alone; what comes after a # is a remark
    3124756_8:3:7|8         a problem line, with or without its route

    {"goal": "_12345678", "cases": [{"board": "3124756_8", "optimum": 3}]}

The JSON may also hold several such records, each under the name of its puzzle.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from slidefront.errors import BoardError
from slidefront.puzzles.core import Puzzle

_NUMBER = re.compile("[0-9]{1,9}")


@dataclass(frozen=True)
class Case:
    """A board, and the length of its shortest solution where that is known."""

    board: str
    optimum: int | None


def read_cases(puzzle: Puzzle, text: str, where: str) -> tuple[str | None, list[Case]]:
    """Read cases, and the goal if the file says it; distances from a start are as well distances to it."""
    if text.lstrip().startswith("{"):
        goal, found = _from_json(puzzle, text, where)
    else:
        goal, found = None, [*_from_lines(puzzle, text, where)]
    if not found:
        raise BoardError(f"{where} has no boards: write one a line")
    return goal, found


def _from_lines(puzzle: Puzzle, text: str, where: str) -> Iterator[Case]:
    for number, line in enumerate(text.splitlines(), 1):
        words = " ".join(line.split())
        try:
            if words:
                yield _from_line(puzzle, words)
        except BoardError as error:  # a remark; but boards may have walls, so these are tried first
            try:
                if not words.startswith("#"):
                    yield _from_line(puzzle, words.partition(" #")[0])
            except BoardError:
                raise BoardError(f"{where}, line {number}: {error}") from None


def _from_line(puzzle: Puzzle, line: str) -> Case:
    """Take the last word as an optimum where the rest is a board by itself."""
    first, _, rest = line.partition(":")
    length = rest.partition(":")[0]
    if _NUMBER.fullmatch(length) and not _is_board(puzzle, line):
        return _checked(puzzle, Case(first, int(length)))
    board, _, last = line.rpartition(" ")
    if not board or not _is_board(puzzle, board):
        return _checked(puzzle, Case(line, None))
    if not _NUMBER.fullmatch(last):
        raise BoardError(f"the optimum {last!r} is not a number of moves")
    return Case(board, int(last))


def _is_board(puzzle: Puzzle, text: str) -> bool:
    try:
        puzzle.parse(text)
    except BoardError:
        return False
    return True


def _checked(puzzle: Puzzle, case: Case) -> Case:
    puzzle.parse(case.board)
    return case


def _from_json(puzzle: Puzzle, text: str, where: str) -> tuple[str | None, list[Case]]:
    try:
        record = json.loads(text)
        record = record if "cases" in record else record[puzzle.name]
        goal = record.get("goal", record.get("start"))
        if not isinstance(goal, str | None):
            raise TypeError
        found = [_from_record(one) for one in record["cases"]]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise BoardError(
            f'{where} is not JSON such as {{"goal": BOARD, "cases": [{{"board": BOARD, "optimum": 3}}]}}, '
            f"nor does it hold such a record under {puzzle.name!r}"
        ) from None
    for number, case in enumerate(found, 1):
        try:
            _checked(puzzle, case)
        except BoardError as error:
            raise BoardError(f"{where}, case {number}: {error}") from None
    return goal, found


def _from_record(one: dict[str, Any]) -> Case:
    optimum = one.get("optimum")
    if not isinstance(one["board"], str) or not (optimum is None or type(optimum) is int):
        raise TypeError
    return Case(one["board"], optimum)
