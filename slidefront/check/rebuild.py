"""Make the manifest of a run again from what its parts say of themselves, for one that is lost or damaged.

Each part names its run, its layer and itself (`slidefront/store/stamp.py`); boards and hashes are counted anew. Nothing
tells whether a layer has all its parts, so the manifest tells of no digests, and each layer must be computed again.
Only layer 0 is known: the parts name its digest.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from slidefront.check.files import CheckedPart, check_part
from slidefront.errors import RunError
from slidefront.files import refuse_links
from slidefront.puzzles.core import Puzzle
from slidefront.store.manifest import NAME, Layer, Manifest
from slidefront.store.parts import UNREADABLE, open_part, part_in
from slidefront.store.run import layer_folder, listed
from slidefront.store.same import load_puzzle
from slidefront.store.scratch import acquire
from slidefront.store.stamp import StoredPart, read_stamp


def rebuild(folder: Path, puzzle: Puzzle | None = None) -> Manifest:
    """Write the manifest of a run again, with the parts that can be read; a puzzle in Python must be given."""
    with acquire(folder):
        for name in (NAME, "layers"):
            refuse_links(folder / name)
        manifest = manifest_of_parts(folder, puzzle)
        manifest.save(folder)
    return manifest


def manifest_of_parts(folder: Path, puzzle: Puzzle | None = None) -> Manifest:
    """Make a manifest of the parts of all layers; one that is lost has no parts."""
    found = [*_parts(folder)]
    if not found:
        raise RunError(
            f"{folder / NAME} is damaged, and no part of a layer says which run it was: restore it from a copy, or "
            f"expand again into another folder",
            "out",
        )
    ((origin, _),) = Counter(stored.origin for stored, _ in found).most_common(1)
    of_run = [stored for stored, _ in found if stored.origin == origin]
    manifest = next(manifest for stored, manifest in found if stored.origin == origin)
    if puzzle is None and not manifest.text:
        raise RunError(f"the puzzle of {folder} is written in Python: give it, as in repair(report, puzzle=...)")
    puzzle = puzzle or load_puzzle(manifest)
    for depth in range(max(stored.depth for stored in of_run) + 1):
        layer = _layer(depth, [stored for stored in of_run if stored.depth == depth], puzzle)
        known = depth == 0 and layer.digest == manifest.start_digest
        manifest.layers.append(layer if known else replace(layer, digest=""))
    return manifest


def _parts(folder: Path) -> Iterator[tuple[StoredPart, Manifest]]:
    """Find the parts that are in the place that they name, with the manifests of their runs, without layers."""
    for inside in listed(folder / "layers"):
        for path in listed(inside):
            try:
                with path.open("rb") as file, open_part(file) as parquet:
                    depth, manifest, name = read_stamp(parquet.metadata)
                    part = part_in(file, name, parquet.metadata.num_rows)
            except UNREADABLE:
                continue
            if path == layer_folder(folder, depth) / name:
                yield StoredPart(path, depth, part, manifest.origin), manifest


def _layer(depth: int, parts: list[StoredPart], puzzle: Puzzle) -> Layer:
    """Make the record of a layer of its parts that can be read."""
    checked: list[CheckedPart] = [found for one in parts if not (found := check_part(one, puzzle)).fault]
    checked.sort(key=lambda one: one.least)
    return Layer(
        depth=depth,
        boards=sum(one.boards for one in checked),
        marked=sum(one.marked for one in checked),
        digest=f"{sum(one.digest for one in checked) & (1 << 64) - 1:016x}",
        seconds=0.0,
        parts=tuple(one.part for one in checked),
    )
