"""What options say beside a grid that is typed in place of a puzzle's name."""

from dataclasses import dataclass


@dataclass(frozen=True)
class GridOptions:
    """What may be said beside a grid, as the options and the parameters with these names say it."""

    axis: str | None = None
    """`all`, `none`, or the pieces that move along their length only."""
    frozen: str | None = None
    groups: str | None = None

    @property
    def any(self) -> bool:
        """Whether anything is said."""
        return any(one is not None for one in (self.axis, self.frozen, self.groups))
