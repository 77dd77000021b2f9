"""A run folder for readers: its manifest, its puzzle, its layers as arrays and tables. Reading needs no lock."""

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from slidefront.arrays import Keys
from slidefront.errors import RunError
from slidefront.puzzles.file import load_text
from slidefront.puzzles.puzzle import Puzzle
from slidefront.store.manifest import NAME, Layer, Manifest, load_manifest
from slidefront.store.parts import SCHEMA, read_part


def layer_folder(folder: Path, depth: int) -> Path:
    """Name the folder of a layer: layers/0035, so that the order of names is that of depths."""
    return folder / "layers" / f"{depth:04d}"


class Run:
    """A run on disk, open for reading.

    The manifest is read once; open the run again to see layers that have come since.
    """

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder)
        self.manifest: Manifest = load_manifest(self.folder)

    @cached_property
    def puzzle(self) -> Puzzle:
        """The puzzle of this run."""
        return load_text(self.manifest.text, self.manifest.puzzle, self.manifest.metric)

    @property
    def depth(self) -> int:
        """The depth of the frontier, the deepest finished layer."""
        return self.manifest.depth

    @property
    def boards(self) -> int:
        """The number of boards in all finished layers."""
        return self.manifest.boards

    @property
    def layers(self) -> list[Layer]:
        """The finished layers as the manifest records them."""
        return self.manifest.layers

    def layer(self, depth: int) -> Layer:
        """Return the record of one layer."""
        if not 0 <= depth <= self.depth:
            raise RunError(f"{self.folder} has layers 0 to {self.depth}, no layer {depth}")
        return self.layers[depth]

    def blocks(self, depth: int) -> Iterator[Keys]:
        """Read a layer's keys piece by piece, ascending."""
        layer = self.layer(depth)
        for part in layer.parts:
            path = layer_folder(self.folder, depth) / part.file
            boards = 0
            for keys in read_part(path):
                boards += keys.size
                yield keys
            if boards != part.boards:
                raise RunError(f"{path} has {boards:,} boards where the manifest has {part.boards:,}")

    def keys(self, depth: int) -> Keys:
        """Read a whole layer as one ascending array."""
        blocks = list(self.blocks(depth))
        return np.concatenate(blocks) if blocks else np.empty(0, np.uint64)

    def table(self, depth: int) -> Any:
        """Read a whole layer as an Arrow table with the columns `state` and `depth`."""
        import pyarrow as pa

        keys = self.keys(depth)
        return pa.table([pa.array(keys), pa.array(np.full(keys.size, depth, np.int16))], schema=SCHEMA)

    def __repr__(self) -> str:
        return f"<Run {self.manifest.puzzle} in {self.folder}: {self.boards:,} boards to depth {self.depth}>"


def open_run(folder: str | Path) -> Run:
    """Open a run folder for reading."""
    return Run(folder)


def find_run(name: str) -> Run:
    """Open a run by its folder, or by its name under data/."""
    for folder in (Path(name), Path("data") / name):
        if (folder / NAME).is_file():
            return Run(folder)
    known = sorted(path.parent.name for path in Path("data").glob(f"*/{NAME}"))
    hint = f"data/ has {', '.join(known[:8])}" if known else "make one with `slidefront expand`"
    raise RunError(f"there is no run in {name} or {Path('data') / name}: {hint}")
