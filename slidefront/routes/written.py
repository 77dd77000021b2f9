"""Routes as they are written, before any move is made."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class WrittenMove:
    """One move as it is written."""

    text: str
    what: str = ""
    """The piece or the tiles; empty if the way is enough."""
    way: str = ""
    cell: int | None = None
    """Where the hole, or the mover, goes."""
    board: str | None = None
    """The board that the move leads to, as it states."""


@dataclass(frozen=True)
class WrittenRoute:
    """A route as it is written."""

    moves: tuple[WrittenMove, ...]
    start: str | None = None
    length: int | None = None
    """The number of moves that its line states, in the metric of the puzzle."""
    end: str | None = None
    """The board to which the moves lead, as it states."""
    groups: tuple[str, ...] | None = None
    """The moves joined, as it states."""
    reading: str = field(default="", compare=False)
    """How ambiguous moves were understood."""
    others: tuple["WrittenRoute", ...] = field(default=(), compare=False)
    """The other readings."""
    firm: bool = field(default=False, compare=False)
    """Whether the other readings are so unusual that they must be requested."""
    stated: int | None = field(default=None, compare=False)
    """The number of moves that is beside the moves, in any metric."""
