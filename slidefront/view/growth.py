"""The growth of a run: its layers as a table, and as plain data for programs."""

from typing import Any

from slidefront import units
from slidefront.store.manifest import Layer, Manifest
from slidefront.view.table import table


def growth_table(manifest: Manifest) -> str:
    """Lay out the layers of a run with their totals; a puzzle that marks no boards has no column for them."""
    layers = manifest.layers
    rows = [[str(layer.depth), *_row(layer.boards, layer.marked, layer.bytes, layer.seconds)] for layer in layers]
    seconds, marked = sum(layer.seconds for layer in layers), sum(layer.marked for layer in layers)
    rows.append(["all", *_row(manifest.boards, marked, manifest.bytes, seconds)])
    header = ["depth", "boards", manifest.mark, "disk", "seconds"]
    if not manifest.mark:
        for row in [header, *rows]:
            del row[2]
    return table(header, rows)


def _row(boards: int, marked: int, disk: int, seconds: float) -> list[str]:
    return [f"{boards:,}", f"{marked:,}", units.size(disk), f"{seconds:.3f}"]


def layer_line(layer: Layer, mark: str) -> str:
    """Say on one line that a layer is finished."""
    marked = f", {layer.marked:,} with {mark}" if mark else ""
    return (
        f"depth {layer.depth}: {units.counted(layer.boards, 'board')}{marked}, "
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
        boards = units.counted(manifest.boards, "board")
        return f"The space ends here: {boards}, none deeper than {manifest.depth}. Layers in {folder}"
    share = f" ({100 * manifest.boards / manifest.total:.3g}% of {manifest.total:,})" if manifest.total else ""
    return f"{units.counted(manifest.boards, 'board')}{share} to depth {manifest.depth}. Layers in {folder}"
