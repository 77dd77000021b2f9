"""The number of boards of a puzzle, as far as it is known before exploring."""

from dataclasses import dataclass

MOST_COUNTED = 30_000_000
"""Boards up to which a smaller puzzle is explored to know the size of a larger one; they take some seconds."""


@dataclass(frozen=True)
class Size:
    """How many boards can be reached: exactly, or at most."""

    boards: int
    exact: bool

    def __str__(self) -> str:
        return f"{self.boards:,}" if self.exact else f"at most {self.boards:,}"
