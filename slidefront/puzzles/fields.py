"""The fields of a puzzle file, checked as they are read."""

import difflib
import re
from collections.abc import Iterable
from typing import Any

from slidefront.errors import PuzzleError

_SIZE = re.compile(r"(\d{1,3})[xX×](\d{1,3})(?:\+(\d{1,3})[xX×](\d{1,3}))?")


class Fields:
    """The fields of a TOML file, by name."""

    def __init__(self, values: dict[str, Any]) -> None:
        self._values = values
        for name, value in values.items():
            if _has_huge_number(value):
                raise ValueError(f"the field {name} has a number beyond 64 bits")

    def check_names(self, kind: str, known: Iterable[str]) -> None:
        """Refuse a field that puzzles of this kind do not have."""
        for name in self._values:
            if name not in known:
                near = difflib.get_close_matches(name, known, n=1)
                hint = f"did you mean {near[0]}?" if near else f"{kind} have {', '.join(sorted(known))}"
                raise PuzzleError(f"the field {name} is unknown: {hint}")

    def raw(self, name: str) -> Any:
        """Return a field as it is, for a reader that checks it."""
        return self._values.get(name)

    def text(self, name: str) -> str | None:
        """Read a text; it must be printable, because it will be printed."""
        value = self._values.get(name)
        if value is not None and not isinstance(value, str):
            raise PuzzleError(f"the field {name} must be a text in quotes")
        if value is not None and not all(letter.isprintable() or letter in "\n\t\r" for letter in value):
            raise PuzzleError(f"the field {name} has characters that cannot be printed")
        return value

    def line(self, name: str) -> str:
        """Read a text of one line; nothing if it is left out."""
        return " ".join((self.text(name) or "").split())

    def needed(self, name: str, what: str) -> str:
        """Read a text that must be there."""
        value = self.text(name)
        if value is None:
            raise PuzzleError(f"the field {name} is missing: write {what}")
        return value

    def choice(self, name: str, choices: Iterable[str], default: str | None = None) -> str:
        """Read one of some words."""
        words = ", ".join(f'"{word}"' for word in choices)
        if name not in self._values and default is None:
            raise PuzzleError(f"the field {name} is missing: write one of {words}")
        value = self._values.get(name, default)
        if value not in list(choices):
            raise PuzzleError(f"{name} {value!r} is unknown: write one of {words}")
        return str(value)

    def flag(self, name: str, *, default: bool) -> bool:
        """Read true or false."""
        value = self._values.get(name, default)
        if not isinstance(value, bool):
            raise PuzzleError(f"the field {name} must be true or false")
        return value

    def names(self, name: str) -> tuple[str, ...] | None:
        """Read a list of piece names; a text is a list of its words, or of its letters if it is one word."""
        value = self._values.get(name)
        if value is None:
            return None
        if isinstance(value, str):
            words = value.split()
            return tuple(words if len(words) > 1 else value.strip())
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise PuzzleError(f'the field {name} must be a list of piece names, such as ["A", "B"]')
        return tuple(value)

    def optimum(self, metric: str) -> dict[str, int]:
        """Read the published optimum: a number in the puzzle's own metric, or one for each metric."""
        value = self._values.get("optimum", {})
        by_metric = {metric: value} if type(value) is int else value
        if not isinstance(by_metric, dict) or not all(type(number) is int for number in by_metric.values()):
            raise PuzzleError("the field optimum must be a number, or such as {step = 116, move = 81}")
        return dict(by_metric)


def _has_huge_number(value: Any) -> bool:
    if isinstance(value, list | dict):
        return any(_has_huge_number(one) for one in (value.values() if isinstance(value, dict) else value))
    return type(value) is int and value.bit_length() > 64


def parse_size(text: str) -> tuple[int, int, int, int] | None:
    """Read a size such as 3x4 or 3x5+1x2: rows, columns, and those of the hole. None where it is not a size."""
    match = _SIZE.fullmatch(text)
    if match is None:
        return None
    rows, columns, hole_rows, hole_columns = (int(number or 1) for number in match.groups())
    if not (1 <= hole_rows <= rows and 1 <= hole_columns <= columns):
        raise PuzzleError(f"size {text}: a hole of {hole_rows}x{hole_columns} does not lie in {rows}x{columns} cells")
    if hole_rows * hole_columns == rows * columns:
        raise PuzzleError(f"size {text}: the hole fills the board, and no tile is left")
    return rows, columns, hole_rows, hole_columns
