"""Read the text of a puzzle file that runs, tables, packs and answers contain.

Until version 0.2, rows and columns in a goal counted from 0, so that `goal = [["X", 3, 1]]` meant what is written
`goal = [["X", 4, 2]]` now. A stored text comes with the identity of its puzzle. The identity contains the placements
that the goal wants, so it fits only one of the two meanings, and no stored puzzle changes its goal.
"""

import json
import tomllib
from contextlib import suppress

from slidefront.errors import PuzzleError
from slidefront.puzzles.blocks.layout import places_in
from slidefront.puzzles.core import Puzzle, identity_hash
from slidefront.puzzles.puzzle_file import read_puzzle_file


def read_stored_puzzle(text: str, name: str, metric: str, new_goal: str | int | None, identity: str) -> Puzzle:
    """Read a puzzle by the meaning that fits its identity; if none does, by today's, which the caller refuses."""
    for written, goal in ((text, new_goal), _counted_from_1(text, new_goal)):
        with suppress(PuzzleError):
            puzzle = read_puzzle_file(written, name, metric, goal)
            if identity_hash(puzzle) == identity:
                return puzzle
    return read_puzzle_file(text, name, metric, new_goal)


def _counted_from_1(text: str, new_goal: str | int | None) -> tuple[str, str | int | None]:
    """Rewrite a puzzle file and a goal that replaces its own, both with rows and columns from 0, to count from 1."""
    try:
        fields = tomllib.loads(text)
    except (ValueError, RecursionError):
        return text, new_goal
    if fields.get("kind") != "blocks":
        return text, new_goal
    if isinstance(new_goal, str) and (places := places_in(new_goal)):
        new_goal = ", ".join(f"{name} {row + 1} {column + 1}" for name, row, column in places)
    return _with_goal_from_1(text, fields), new_goal


def _with_goal_from_1(text: str, fields: dict[str, object]) -> str:
    """Replace the line, or the lines, of the goal; a goal without rows and columns stays."""
    goal = fields.pop("goal", None)
    places = places_in(goal) if isinstance(goal, str) else goal
    if not places or not isinstance(places, list):
        return text
    try:
        new = json.dumps([[name, row + 1, column + 1] for name, row, column in places], ensure_ascii=False)
    except (TypeError, ValueError):
        return text
    lines = text.splitlines(keepends=True)
    starts = [number for number, line in enumerate(lines) if line.lstrip().startswith("goal")]
    for first in starts:
        for last in range(first + 1, len(lines) + 1):
            with suppress(ValueError):
                if tomllib.loads("".join(lines[:first] + lines[last:])) == fields:
                    return "".join([*lines[:first], f"goal = {new}\n", *lines[last:]])
    return text
