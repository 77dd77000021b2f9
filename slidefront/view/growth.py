"""The layers of a run as a table, and as plain data for programs."""

from typing import Any

from slidefront import units
from slidefront.store.explored import Explored
from slidefront.store.manifest import Layer, Manifest
from slidefront.view.table import table


def growth_table(manifest: Manifest) -> str:
    """Format the layers of a run and their totals as a table; empty columns are omitted."""
    layers = manifest.layers
    rows = [[str(layer.depth), *_row(layer)] for layer in layers]
    sums = {name: sum(getattr(layer, name) for layer in layers) for name in ("marked", "seconds", "written", "read")}
    rows.append(["all", *_row(Layer(0, manifest.boards, digest="", parts=(), **sums), manifest.bytes)])
    header = ["depth", "boards", manifest.marks.text, "disk", "seconds", "to scratch", "from scratch"]
    unused = [*([] if manifest.marks.text else [2]), *([] if sums["written"] else [5, 6])]
    for row in [header, *rows]:
        row[:] = [text for column, text in enumerate(row) if column not in unused]
    return table(header, rows)


def _row(layer: Layer, disk: int | None = None) -> list[str]:
    sizes = [units.size(layer.written), units.size(layer.read)]
    stored = units.size(layer.bytes if disk is None else disk)
    return [f"{layer.boards:,}", f"{layer.marked:,}", stored, f"{layer.seconds:.3f}", *sizes]


def layer_line(layer: Layer, mark: str) -> str:
    """Describe a finished layer on one line."""
    marked = f", {layer.marked:,} with {mark}" if mark else ""
    return (
        f"depth {layer.depth}: {units.counted(layer.boards, 'board')}{marked}, "
        f"{units.size(layer.bytes)}, {units.duration(layer.seconds)}"
    )


def growth_data(run: Explored, path: str | None) -> dict[str, Any]:
    """Return the same as plain data; without a path if the layers are not kept."""
    manifest = run.manifest
    return {
        "puzzle": manifest.puzzle,
        "path": path,
        "start": manifest.start,
        "metric": manifest.metric,
        "whole": manifest.whole,
        "depth": manifest.depth,
        "total": manifest.total,
        "boards": manifest.boards,
        "marks": manifest.marks.value,
        "bytes": run.bytes,
        "layers": [
            {
                "depth": layer.depth,
                "boards": layer.boards,
                "marked": layer.marked,
                "bytes": layer.bytes,
                "seconds": layer.seconds,
                "scratch_written": layer.written,
                "scratch_read": layer.read,
                "digest": layer.digest,
            }
            for layer in manifest.layers
        ],
    }


def ending(manifest: Manifest, folder: str | None) -> str:
    """Describe the state of a run in one sentence; without a folder if its layers are not kept."""
    layers = "" if folder is None else f". Layers in {folder}"
    if manifest.whole:
        boards = units.counted(manifest.boards, "board")
        return f"The space ends here: {boards}, the deepest at depth {manifest.depth}{layers}"
    share = f" ({100 * manifest.boards / manifest.total:.3g}% of {manifest.total:,})" if manifest.total else ""
    return f"{units.counted(manifest.boards, 'board')}{share} to depth {manifest.depth}{layers}"
