"""JSON files of boards with the published lengths of their shortest solutions.

    {"goal": "_12345678", "cases": [{"board": "3124756_8", "optimum": 3}]}

They may also have several such records, each under the name of its puzzle.
"""

import json
from dataclasses import replace
from typing import Any

from slidefront.errors import BoardError
from slidefront.puzzles.board_files import BoardLine
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.packs import read_pack


def is_cases(text: str) -> bool:
    """Tell whether a text is JSON with cases, and not a pack as JSON lines."""
    return text.lstrip().startswith("{") and "\n# " not in text and read_pack(text) is None


def read_cases(puzzle: Puzzle, text: str, where: str) -> tuple[str | None, list[BoardLine]]:
    """Read cases, and the goal if the file has one; a start is read as the goal, because distances are symmetric."""
    try:
        record = json.loads(text)
        record = record if "cases" in record else record[puzzle.name]
        goal = record.get("goal", record.get("start"))
        if not isinstance(goal, str | None):
            raise TypeError
        found = [_case(number, one) for number, one in enumerate(record["cases"], 1)]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise BoardError(
            f'{where} is not JSON such as {{"goal": BOARD, "cases": [{{"board": BOARD, "optimum": 3}}]}}, '
            f"and it has no such record under {puzzle.name!r}"
        ) from None
    if not found:
        raise BoardError(f"{where} has no boards: write one a line")
    return goal, [_with_key(puzzle, case, where) for case in found]


def _case(number: int, one: dict[str, Any]) -> BoardLine:
    optimum = one.get("optimum")
    if not isinstance(one["board"], str) or not (optimum is None or type(optimum) is int):
        raise TypeError
    return BoardLine(number, one["board"], optimum=optimum)


def _with_key(puzzle: Puzzle, case: BoardLine, where: str) -> BoardLine:
    try:
        return replace(case, key=puzzle.parse(case.board))
    except BoardError as error:
        raise BoardError(f"{where}, case {case.number}: {error}") from None
