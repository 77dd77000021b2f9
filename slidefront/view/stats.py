"""The statistics of a run as a table, as CSV, and as plain data for programs."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from slidefront.analysis.stats import Distribution, Stats
from slidefront.store.manifest import Manifest
from slidefront.view.growth import growth_data
from slidefront.view.table import table


def stats_table(manifest: Manifest, numbers: Stats) -> str:
    """Format a table of the depths and a table of the totals."""
    marks = [manifest.marks.text] if manifest.marks.text else []
    rows = []
    for layer, branching in zip(manifest.layers, numbers.branching, strict=True):
        marked = [f"{layer.marked:,}"] if marks else []
        share = f"{100 * layer.boards / numbers.boards.boards:.3g}%"
        rows.append([str(layer.depth), f"{layer.boards:,}", *marked, share, f"{branching:.3f}" if branching else ""])
    depths = table(["depth", "boards", *marks, "share", "branching"], rows)
    return f"{depths}\n\n{_summary(numbers, marks)}"


def _summary(numbers: Stats, marks: list[str]) -> str:
    spreads = [numbers.boards, numbers.marked] if marks else [numbers.boards]
    wanted: dict[str, Callable[[Distribution], str]] = {
        "number": lambda one: f"{one.boards:,}",
        "nearest": lambda one: str(one.nearest),
        "mean depth": lambda one: f"{one.mean:.3f}",
        "median": lambda one: f"{one.median:g}",
        "mode": lambda one: str(one.mode),
        "deepest": lambda one: str(one.deepest),
    }
    rows = [[name, *(write(one) if one else "none" for one in spreads)] for name, write in wanted.items()]
    return table(["", "boards", *marks], rows, words=[0])


def explanations(manifest: Manifest, numbers: Stats) -> list[str]:
    """Explain the numbers, one sentence per line."""
    lines = ["Branching: the number of boards of a layer, divided by that of the layer before."]
    if numbers.growth_rate is not None:
        mode = numbers.boards.mode
        lines.append(f"Growth rate {numbers.growth_rate:.4g}: geometric mean of the branching up to depth {mode}.")
    if not manifest.whole:
        lines.append(f"The run is not finished: these are the statistics of layers 0 to {manifest.depth}.")
    return lines


def stats_csv(manifest: Manifest, numbers: Stats) -> str:
    """Format one line per depth."""
    rows = zip(manifest.layers, numbers.branching, strict=True)
    lines = [f"{one.depth},{one.boards},{one.marked},{'' if ratio is None else f'{ratio:.6g}'}" for one, ratio in rows]
    return "\n".join(["depth,boards,marked,branching", *lines])


def stats_data(manifest: Manifest, folder: str, numbers: Stats) -> dict[str, Any]:
    """Return everything as plain data."""
    described = growth_data(manifest, folder)
    kept = ["puzzle", "folder", "start", "metric", "whole", "mark", "depth"]
    layers = zip(manifest.layers, numbers.branching, strict=True)
    return {
        **{name: described[name] for name in kept},
        "boards": asdict(numbers.boards),
        "marked": _distribution_data(numbers.marked),
        "growth_rate": numbers.growth_rate,
        "layers": [
            {"depth": one.depth, "boards": one.boards, "marked": one.marked, "branching": ratio}
            for one, ratio in layers
        ],
    }


def _distribution_data(one: Distribution | None) -> dict[str, Any] | None:
    return asdict(one) if one else None
