"""The statistics of a run as a table, as CSV, and as plain data for programs."""

from collections.abc import Callable, Sequence
from dataclasses import asdict
from itertools import repeat
from typing import Any

from slidefront.draw.growth import growth_data, layers_table
from slidefront.draw.table import table
from slidefront.frames.columns import MOVES
from slidefront.frames.stats import Distribution, MeanMoves, Stats
from slidefront.store.manifest import Manifest
from slidefront.store.space import Space

_MOVES = [*MOVES]


def stats_table(manifest: Manifest, numbers: Stats, means: Sequence[MeanMoves] = ()) -> str:
    """Format a table of the depths and a table of the totals; columns without numbers are left out."""
    boards, marks = numbers.boards.boards, manifest.marks.text
    moves = [[f"{one:.3f}" for one in asdict(mean).values()] for mean in means]
    more = {
        "share": [f"{100 * layer.boards / boards:.3g}%" for layer in manifest.layers],
        "branching": [f"{ratio:.3f}" if ratio else "" for ratio in numbers.branching],
        **dict(zip(_MOVES, zip(*moves, strict=True), strict=False)),
    }
    depths = layers_table(manifest, manifest.layers, more)
    return f"{depths}\n\n{_summary([('boards', numbers.boards)] + [(marks, numbers.marked)] * bool(marks))}"


def comparison(names: Sequence[str], numbers: Sequence[Stats]) -> str:
    """Format a table of the totals of several runs, with a column for each."""
    return _summary([(name, one.boards) for name, one in zip(names, numbers, strict=True)])


def _summary(spreads: Sequence[tuple[str, Distribution | None]]) -> str:
    wanted: dict[str, Callable[[Distribution], str]] = {
        "number": lambda one: f"{one.boards:,}",
        "nearest": lambda one: str(one.nearest),
        "mean depth": lambda one: f"{one.mean:.3f}",
        "median": lambda one: f"{one.median:g}",
        "mode": lambda one: str(one.mode),
        "deepest": lambda one: str(one.deepest),
    }
    rows = [[name, *(write(one) if one else "none" for _, one in spreads)] for name, write in wanted.items()]
    return table(["", *(name for name, _ in spreads)], rows, words=[0])


def explanations(manifest: Manifest, numbers: Stats, *, with_moves: bool = False) -> list[str]:
    """Explain the numbers, one sentence per line."""
    lines = ["Branching: the number of boards of a layer, divided by that of the layer before."]
    if with_moves:
        lines.append("Moves: their mean number from a board; ahead, beside and back lead farther, as far, and nearer.")
    if numbers.growth_rate is not None:
        mode = numbers.boards.mode
        lines.append(f"Growth rate {numbers.growth_rate:.4g}: geometric mean of the branching up to depth {mode}.")
    if not manifest.whole:
        lines.append(f"The run is not finished: these are the statistics of layers 0 to {manifest.depth}.")
    return lines


def stats_csv(manifest: Manifest, numbers: Stats, means: Sequence[MeanMoves] = ()) -> str:
    """Format one line per depth."""
    lines = [",".join(["depth", "boards", "marked", "branching", *(_MOVES if means else [])])]
    for layer, ratio, mean in zip(manifest.layers, numbers.branching, means or repeat(None), strict=False):
        numbers_of = [layer.depth, layer.boards, layer.marked, "" if ratio is None else f"{ratio:.6g}"]
        moves = [format(one, ".6g") for one in asdict(mean).values()] if mean else []
        lines.append(",".join(map(str, [*numbers_of, *moves])))
    return "\n".join(lines)


def stats_data(run: Space, numbers: Stats, means: Sequence[MeanMoves] = ()) -> dict[str, Any]:
    """Return everything as plain data."""
    described = growth_data(run)
    layers = zip(described["layers"], numbers.branching, means or repeat(None), strict=False)
    return {
        **described,
        "distribution": asdict(numbers.boards),
        "marked_distribution": numbers.marked and asdict(numbers.marked),
        "growth_rate": numbers.growth_rate,
        "layers": [
            {**layer, "branching": ratio, "mean_moves": None if mean is None else asdict(mean)}
            for layer, ratio, mean in layers
        ],
    }
