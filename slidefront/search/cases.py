"""Files of boards with the published lengths of their shortest solutions.

    3124756_8 3             a board and its optimum; or the board alone; text after # is a comment
    3124756_8:3:7|8         a problem line, with or without its route; and all other forms of `board_lines`

    {"goal": "_12345678", "cases": [{"board": "3124756_8", "optimum": 3}]}

The JSON may also have several such records, each under the name of its puzzle.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from slidefront.errors import BoardError
from slidefront.puzzles.board_files import BoardLine, read_board_file
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.packs import read_pack


@dataclass(frozen=True)
class Case:
    """A board, and the length of its shortest solution if it is known."""

    board: str
    optimum: int | None
    number: int = field(default=0, compare=False)
    """Its line in the file, or its place in JSON, from 1."""


def read_cases(
    puzzle: Puzzle, text: str, where: str, report: Callable[[BoardLine], None] | None = None
) -> tuple[str | None, list[Case]]:
    """Read cases, and the goal if the file has one; a start is read as the goal, because distances are symmetric.

    `report` is called with lines that cannot be read; without it such a line is refused.
    """
    if text.lstrip().startswith("{") and "\n# " not in text and read_pack(text) is None:
        goal, found = _from_json(puzzle, text, where)
        if not found:
            raise BoardError(f"{where} has no boards: write one a line")
        return goal, found
    cases = []
    for line in read_board_file(puzzle, text, where).lines:
        if line.error is None:
            cases.append(Case(line.board, line.optimum, line.number))
        elif report is None:
            raise BoardError(f"{where}, line {line.number}: {line.error}")
        else:
            report(line)
    if not cases:
        raise BoardError(f"{where} has no boards: write one a line")
    return None, cases


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
            f"and it has no such record under {puzzle.name!r}"
        ) from None
    for number, case in enumerate(found, 1):
        try:
            puzzle.parse(case.board)
        except BoardError as error:
            raise BoardError(f"{where}, case {number}: {error}") from None
    return goal, [replace(case, number=number) for number, case in enumerate(found, 1)]


def _from_record(one: dict[str, Any]) -> Case:
    optimum = one.get("optimum")
    if not isinstance(one["board"], str) or not (optimum is None or type(optimum) is int):
        raise TypeError
    return Case(one["board"], optimum)
