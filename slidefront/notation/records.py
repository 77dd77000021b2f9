"""A puzzle as a record, for files that must say which puzzle they are about, such as packs.

    {"name": "school", "kind": "tiles", "metric": "step", "home": "12345678_", "goal": "12345678_",
     "identity": "5f0c...", "text": "kind = \"tiles\"\nhome = \"123/456/78_\"\n"}

The text is the puzzle file, from which the puzzle is loaded again; `new_goal` follows it if the puzzle was given
another goal than its file has. The other fields say the same for people and other programs, and a record is refused
unless they fit. A puzzle that is written in Python has no text: whoever reads its record gives the puzzle.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from slidefront.errors import PuzzleError, RouteError, SlidefrontError
from slidefront.puzzles.core import Puzzle, identity_hash
from slidefront.puzzles.puzzle_file import read_puzzle_file

_TEXTS = ("name", "kind", "metric", "home", "identity", "text")
_SAME = ("kind", "metric", "home", "goal", "identity")
"""The fields that are equal for the same puzzle, whatever its name and the remarks in its file."""


def puzzle_record(puzzle: Puzzle) -> dict[str, Any]:
    """Describe a puzzle as plain data."""
    goal = puzzle.goal.key
    record = {
        "name": puzzle.name,
        "kind": puzzle.kind,
        "metric": puzzle.metric,
        "home": puzzle.format(puzzle.home),
        "goal": None if goal is None else puzzle.format(goal),
        "identity": identity_hash(puzzle),
        "text": puzzle.text,
    }
    return record if puzzle.new_goal is None else {**record, "new_goal": puzzle.new_goal}


def check_record(record: object) -> dict[str, Any]:
    """Refuse what is not the record of a puzzle."""
    if isinstance(record, str) and record.startswith("{"):
        try:
            record = json.loads(record)
        except (ValueError, RecursionError):
            record = None
    if not isinstance(record, dict) or not all(isinstance(record.get(name), str) for name in _TEXTS):
        raise PuzzleError("it is not the record of a puzzle as `slidefront problems` writes it")
    if unknown := sorted(record.keys() - {*_TEXTS, "goal", "new_goal"}):
        raise PuzzleError(f"its field {unknown[0]} is unknown, maybe of a newer slidefront")
    return record


def load_record(record: Mapping[str, Any]) -> Puzzle:
    """Load the puzzle of a record; refuse a record whose fields do not fit together."""
    name = record["name"]
    if not record["text"]:
        raise PuzzleError(f"the puzzle {name} is written in Python: open the file there, and give the puzzle")
    puzzle = read_puzzle_file(record["text"], name, record["metric"])
    try:
        puzzle = puzzle if record.get("new_goal") is None else puzzle.with_goal(record["new_goal"])
    except SlidefrontError as error:
        raise PuzzleError(f"puzzle {name}: {error}") from None
    if not is_of(puzzle, record):
        raise PuzzleError(f"the record of the puzzle {name} was changed: its fields do not fit together")
    return puzzle


def is_of(puzzle: Puzzle, record: Mapping[str, Any]) -> bool:
    """Tell whether a record is about a puzzle, with its home, goal and metric."""
    own = puzzle_record(puzzle)
    return all(record.get(name) == own[name] for name in _SAME)


def in_words(record: Mapping[str, Any]) -> str:
    """Say which puzzle a record is about."""
    goal = "a partial goal" if record.get("goal") is None else f"goal {record['goal']}"
    return f"{record['name']} ({record['metric']} metric, home {record['home']}, {goal})"


def heading(puzzle: Puzzle, form: str | None = None) -> str:
    """Write the comments that say which puzzle problem lines are of, and the notation of their moves."""
    said = f"# puzzle: {json.dumps(puzzle_record(puzzle), ensure_ascii=False)}"
    return said if form is None else f"{said}\n# format: {form}"


class SaidOfLine(Protocol):
    """A line of a file, of which the puzzle may be said."""

    @property
    def columns(self) -> Mapping[str, Any]:
        """What the file says of the line, by name."""


def record_of(lines: Iterable[SaidOfLine], where: str) -> dict[str, Any] | None:
    """Find the record of the puzzle that all lines are of; None if they do not say it."""
    said = [one.columns.get("puzzle") or "" for one in lines]
    found = {one if isinstance(one, str) else json.dumps(one) for one in said}
    if not found - {""}:
        return None
    if len(found) > 1:
        raise RouteError(f"{where} has problems of several puzzles, or some that do not say theirs: split it")
    try:
        return check_record(said[0])
    except PuzzleError as error:
        raise RouteError(f"{where} says which puzzle it is of, and {error}: make it again, or remove that") from None


def check_puzzle(lines: Iterable[SaidOfLine], puzzle: Puzzle, where: str) -> None:
    """Refuse a file about another puzzle, or about one with another home, goal or metric."""
    record = record_of(lines, where)
    if record is not None and not is_of(puzzle, record):
        raise RouteError(
            f"{where} has problems of {in_words(record)}, and the command asks for {in_words(puzzle_record(puzzle))}: "
            f"name the file itself as the puzzle"
        )
