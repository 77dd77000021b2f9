"""The layers of a run as a table, and as plain data for programs."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from slidefront import units
from slidefront.draw.table import table
from slidefront.store.manifest import Layer, Manifest
from slidefront.store.space import Space

_COSTS: dict[str, tuple[str, Callable[[Any], str]]] = {
    "disk": ("bytes", units.size),
    "seconds": ("seconds", "{:.3f}".format),
    "to scratch": ("written", units.size),
    "from scratch": ("read", units.size),
}
"""The columns of what a layer took: the attribute, and how it is written."""


def growth_table(manifest: Manifest) -> str:
    """Format the layers of a run or a table, and their totals."""
    layers = manifest.layers
    sums = {name: sum(getattr(layer, name) for layer in layers) for name in ("marked", "seconds", "written", "read")}
    parts = tuple(part for layer in layers for part in layer.parts)
    return layers_table(manifest, [*layers, Layer(-1, manifest.boards, digest="", parts=parts, **sums)])


def layers_table(manifest: Manifest, layers: Sequence[Layer], more: Mapping[str, Sequence[str]] | None = None) -> str:
    """Format layers, with more columns between their boards and what they took; empty columns are left out."""
    columns = {
        "depth": ["all" if one.depth < 0 else str(one.depth) for one in layers],
        "boards": [f"{one.boards:,}" for one in layers],
        **({manifest.marks.text: [f"{one.marked:,}" for one in layers]} if manifest.marks.text else {}),
        **(more or {}),
    }
    for name, (what, write) in _COSTS.items():
        took = [getattr(one, what) for one in layers]
        columns |= {name: [*map(write, took)]} if any(took) else {}
    return table([*columns], [*zip(*columns.values(), strict=True)])


def layer_line(layer: Layer, mark: str) -> str:
    """Describe a finished layer on one line."""
    marked = f", {layer.marked:,} with {mark}" if mark else ""
    return (
        f"depth {layer.depth}: {units.counted(layer.boards, 'board')}{marked}, "
        f"{units.size(layer.bytes)}, {units.duration(layer.seconds)}"
    )


def growth_data(run: Space) -> dict[str, Any]:
    """Return the same as plain data; without a path if the layers are not kept."""
    manifest = run.manifest
    return {
        "puzzle": manifest.puzzle,
        "path": run.path and str(run.path),
        **{name: getattr(manifest, name) for name in ("start", "metric", "whole", "depth", "total", "boards")},
        "marks": manifest.marks.value,
        "bytes": run.bytes,
        "layers": [
            {
                **{name: getattr(layer, name) for name in ("depth", "boards", "marked", "bytes", "seconds")},
                "scratch_written": layer.written,
                "scratch_read": layer.read,
                "digest": layer.digest,
            }
            for layer in manifest.layers
        ],
    }


def ending(run: Space) -> str:
    """Describe the state of a space in one sentence."""
    manifest, folder = run.manifest, run.path
    layers = "" if folder is None else f". Layers in {folder}"
    if manifest.whole:
        boards = units.counted(manifest.boards, "board")
        return f"The space ends here: {boards}, the deepest at depth {manifest.depth}{layers}"
    share = f" ({100 * manifest.boards / manifest.total:.3g}% of {manifest.total:,})" if manifest.total else ""
    return f"{units.counted(manifest.boards, 'board')}{share} to depth {manifest.depth}{layers}"
