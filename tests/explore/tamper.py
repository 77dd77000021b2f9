"""Runs whose files agree with their manifest, and whose boards are not those of the puzzle: only growing tells."""

import shutil
from collections.abc import Iterable

import numpy as np

from slidefront.keys.algebra import digest_of
from slidefront.store.manifest import Layer
from slidefront.store.parts import write_part
from slidefront.store.run import Run, layer_folder


def rewrite(run: Run, depth: int, keys: Iterable[int], parts: int = 1) -> None:
    """Put other boards into a layer, in some parts, and let the manifest say so."""
    content = np.array(sorted(keys), np.uint64)
    folder = layer_folder(run.path, depth)
    shutil.rmtree(folder)
    folder.mkdir()
    written = []
    for number, piece in enumerate(np.array_split(content, parts)):
        if piece.size:
            name = f"part-{number:05d}.parquet"
            written.append(write_part(folder / name, depth, run.manifest.header(), name, [piece]).part)
    manifest = run.manifest
    manifest.layers[depth] = Layer(
        depth, content.size, run.puzzle.count_selected(content), digest_of([content]), 0.5, tuple(written)
    )
    save(run)


def save(run: Run) -> None:
    """Write the manifest as it is changed."""
    run.manifest.save(run.path)
