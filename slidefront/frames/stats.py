"""The statistics of a space, and its deepest boards.

Statistics need only the board count of each depth, and the deepest boards only their layers. The depth is the distance
from home if the space starts from home, and the distance to the goal if it starts at the goal.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from itertools import accumulate, chain, islice, pairwise
from pathlib import Path
from typing import Any

from slidefront import units
from slidefront.errors import RunError
from slidefront.executors.budget import HERE, Resources
from slidefront.puzzles import Only
from slidefront.puzzles.core import Puzzle
from slidefront.store.space import Space
from slidefront.tables.open_space import open_space
from slidefront.watch import Watcher

DEFAULT_TOP = 12
"""The default number of boards of the deepest layer."""


@dataclass(frozen=True)
class Distribution:
    """The distribution of boards over the depths."""

    board_count: int
    nearest: int
    """The smallest depth with such boards."""
    mean: float
    median: float
    mode: int
    """The depth with the most boards; the smallest such depth if there are several."""
    deepest: int


@dataclass(frozen=True)
class Stats:
    """The statistics of a space."""

    boards: Distribution
    selected: Distribution | None
    """The distribution of the boards that are counted separately, such as goal boards; None if there are none."""
    branching: tuple[float | None, ...]
    """The board count of each depth divided by the board count of the depth before."""
    growth_rate: float | None
    """The geometric mean of the branching from depth 0 to the mode; None if the mode is depth 0."""

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, which `stats --json` prints as `statistics`."""
        return asdict(self) | {"branching": [*self.branching]}


def stats(source: Space | Puzzle | str | Path) -> Stats:
    """Compute the statistics of a space; raise RunError if it has no layer yet."""
    space = open_space(source)
    if not space.layers:
        raise RunError(f"{space.place} has no layers yet: continue it", advice=space.continuing)
    counts = [layer.board_count for layer in space.layers]
    selected = [layer.selected_count for layer in space.layers]
    boards = distribution(counts)
    rate = (counts[boards.mode] / counts[0]) ** (1 / boards.mode) if boards.mode else None
    branching = [after / before for before, after in pairwise(counts)]
    return Stats(boards, distribution(selected) if any(selected) else None, (None, *branching), rate)


def distribution(counts: Sequence[int]) -> Distribution:
    """Summarise board counts by depth."""
    boards = sum(counts)
    depths = [depth for depth, count in enumerate(counts) if count]
    return Distribution(
        board_count=boards,
        nearest=depths[0],
        mean=sum(depth * count for depth, count in enumerate(counts)) / boards,
        median=(_depth_of(counts, (boards - 1) // 2) + _depth_of(counts, boards // 2)) / 2,
        mode=max(depths, key=lambda depth: (counts[depth], -depth)),
        deepest=depths[-1],
    )


def _depth_of(counts: Sequence[int], number: int) -> int:
    return next(depth for depth, end in enumerate(accumulate(counts)) if number < end)


@dataclass(frozen=True)
class DeepestBoards:
    """Boards of one depth."""

    depth: int
    board_count: int
    """The number of boards at this depth, or of the boards that `only` selects; `keys` can be only some of them."""
    keys: list[int]
    puzzle: Puzzle = field(repr=False, compare=False)

    @property
    def boards(self) -> list[str]:
        """The boards of `keys` as text."""
        return [*map(self.puzzle.format, self.keys)]

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, which `hardest --json` prints for each depth."""
        return {"depth": self.depth, "board_count": self.board_count, "shown": self.boards}


def hardest(
    source: Space | Puzzle | str | Path,
    top: int | None = None,
    *,
    only: Only | None = None,
    resources: Resources = HERE,
    watcher: Watcher | None = None,
) -> list[DeepestBoards]:
    """Find at most 12 boards of the deepest layer, or the `top` deepest boards.

    `only` selects goal boards or home boards; layers without such boards do not count.
    A puzzle without a run or a table is explored, if a table of one or two bits per board fits into memory.
    """
    space = open_space(source, resources=resources, watcher=watcher)
    selected = space.puzzle.check_only(only) is not None
    counts = [(layer.depth, layer.selected_count if selected else layer.board_count) for layer in space.layers]
    wanted: dict[int, int] = {}
    left = DEFAULT_TOP if top is None else units.whole(top, "top", 1)
    for depth, boards in reversed(counts):
        if boards:
            wanted[depth] = min(left, boards)
            left -= wanted[depth]
            if top is None or left <= 0:
                break
    deepest = {}
    for depth, blocks in space.layer_blocks(sorted(wanted), resources):
        every = chain.from_iterable(
            (keys[space.puzzle.selected(keys)] if selected else keys).tolist() for keys in blocks
        )
        deepest[depth] = [*islice(every, wanted[depth])]
    return [DeepestBoards(depth, counts[depth][1], deepest[depth], space.puzzle) for depth in wanted]
