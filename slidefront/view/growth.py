"""The growth of a run: its layers as a table, and as plain data for programs."""

from typing import Any

from slidefront import units
from slidefront.store.manifest import Layer, Manifest
from slidefront.view.table import table


def growth_table(manifest: Manifest) -> str:
    """Lay out the layers of a run with their totals."""
    rows = [_row(str(layer.depth), layer.boards, layer.marked, layer.bytes, layer.seconds) for layer in manifest.layers]
    layers = manifest.layers
    seconds, marked = sum(layer.seconds for layer in layers), sum(layer.marked for layer in layers)
    rows.append(_row("all", manifest.boards, marked, manifest.bytes, seconds))
    return table(["depth", "boards", manifest.mark, "disk", "seconds"], rows)


def _row(depth: str, boards: int, marked: int, disk: int, seconds: float) -> list[str]:
    return [depth, f"{boards:,}", f"{marked:,}", units.size(disk), f"{seconds:.3f}"]


def _boards(count: int) -> str:
    return "1 board" if count == 1 else f"{count:,} boards"


def layer_line(layer: Layer, mark: str) -> str:
    """Say on one line that a layer is finished."""
    return (
        f"depth {layer.depth}: {_boards(layer.boards)}, {layer.marked:,} with {mark}, "
        f"{units.size(layer.bytes)}, {units.duration(layer.seconds)}"
    )


def growth_data(manifest: Manifest, folder: str) -> dict[str, Any]:
    """Give the same as plain data."""
    return {
        "puzzle": manifest.puzzle,
        "folder": folder,
        "start": manifest.start,
        "metric": manifest.metric,
        "whole": manifest.whole,
        "depth": manifest.depth,
        "total": manifest.total,
        "boards": manifest.boards,
        "mark": manifest.mark,
        "bytes": manifest.bytes,
        "layers": [
            {
                "depth": layer.depth,
                "boards": layer.boards,
                "marked": layer.marked,
                "bytes": layer.bytes,
                "seconds": layer.seconds,
                "digest": layer.digest,
            }
            for layer in manifest.layers
        ],
    }


def ending(manifest: Manifest, folder: str) -> str:
    """Say where the run stands."""
    if manifest.whole:
        return f"The space ends here: {_boards(manifest.boards)}, none deeper than {manifest.depth}. Layers in {folder}"
    share = f" ({100 * manifest.boards / manifest.total:.3g}% of {manifest.total:,})" if manifest.total else ""
    return f"{_boards(manifest.boards)}{share} to depth {manifest.depth}. Layers in {folder}"
