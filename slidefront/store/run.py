"""Read a run folder: its manifest, its puzzle, and its layers as arrays and tables. Reading needs no lock."""

import difflib
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow.parquet as pq

from slidefront import Displayed
from slidefront.arrays import Keys
from slidefront.errors import Advice, BoardError, RunError, RunNotFoundError, advise
from slidefront.executors.budget import HERE, Resources
from slidefront.files import is_file
from slidefront.keys.algebra import digest
from slidefront.puzzles.core import Boards, Puzzle
from slidefront.store.manifest import DATA, NAME, Layer, Manifest, continuing, damaged, has_layers, load_manifest
from slidefront.store.parts import UNREADABLE, Lookup, StoredPart, check_stamp, differs, read_part
from slidefront.store.space import Space


def layer_folder(folder: Path, depth: int) -> Path:
    """Return the folder of a layer: layers/0035, so that names sort by depth."""
    return folder / "layers" / f"{depth:04d}"


def stored_parts(folder: Path, manifest: Manifest, layer: Layer) -> list[StoredPart]:
    """List the parts of a layer, in ascending order of their keys."""
    inside = layer_folder(folder, layer.depth)
    return [StoredPart(inside / part.file, layer.depth, part, manifest.run_id) for part in layer.parts]


def unnamed_layers(folder: Path, depth: int) -> list[Path]:
    """List the folders of layers beyond a depth, which an interrupted writer moved but did not commit."""
    return [path for path in listed(folder / "layers") if path.name.isdecimal() and int(path.name) > depth]


def find_strays(folder: Path, manifest: Manifest, *, hidden: bool = False) -> list[Path]:
    """List the files among the layers that neither the manifest nor an interrupted writer of the run explains."""
    named = {layer_folder(folder, layer.depth): {part.file for part in layer.parts} for layer in manifest.layers}
    unnamed = unnamed_layers(folder, manifest.depth)
    strays = []
    for path in listed(folder / "layers", hidden=hidden):
        inside = listed(path, hidden=hidden)
        if path in named:
            strays += [file for file in inside if file.name not in named[path]]
        elif path in unnamed and path.is_dir():
            strays += [file for file in inside if not _is_part(file, manifest)]
        else:
            strays.append(path)
    return strays


def _is_part(path: Path, manifest: Manifest) -> bool:
    """Whether the stamp of a file matches this run, and the layer and the name in its path."""
    try:
        check_stamp(pq.read_metadata(path), manifest.run_id, int(path.parent.name), path.name)
    except UNREADABLE:
        return False
    return True


def listed(folder: Path, *, hidden: bool = False) -> list[Path]:
    """List the contents of a folder by name, by default without hidden files; empty if the folder does not exist."""
    paths = folder.iterdir() if folder.is_dir() and not folder.is_symlink() else ()
    return sorted((path for path in paths if hidden or path.name[0] != "."), key=lambda path: path.name)


class Run(Space, Displayed):
    """A run on disk, open for reading.

    The manifest is read once; open the run again to see new layers.
    """

    _kind = "run"
    _error = RunError
    path: Path

    def __init__(self, folder: str | Path, puzzle: Puzzle | None = None, manifest: Manifest | None = None) -> None:
        self.path = Path(folder)
        self.manifest = manifest or load_manifest(self.path)
        self._lookup = Lookup()
        if puzzle is not None:
            self.puzzle = self._same(puzzle)

    @property
    def own_puzzle(self) -> Puzzle | None:
        """The puzzle, if it is written in Python, because then the run does not contain it."""
        return None if self.manifest.text else self.puzzle

    @property
    def continuing(self) -> tuple[Advice, ...]:
        """The command that continues the run; empty if there is no such command.

        There is none for puzzles written in Python, and for starts from a list or a file of boards.
        """
        return continuing("expand", self.manifest, self.path)

    @property
    def bytes(self) -> int:
        """The size of all layer files."""
        return self.manifest.bytes

    def _parts(self, depth: int) -> list[StoredPart]:
        return stored_parts(self.path, self.manifest, self.layer(depth))

    def blocks(self, depth: int) -> Iterator[Keys]:
        """Read a layer's keys in blocks, in ascending order."""
        total = 0
        for stored in self._parts(depth):
            for keys in read_part(stored):
                total += int(digest(keys))
                yield keys
        if f"{total & (1 << 64) - 1:016x}" != self.layer(depth).digest:
            raise self._damaged(f"the boards of layer {depth} have changed since they were written")

    def layer_blocks(
        self,
        depths: Iterable[int],
        resources: Resources = HERE,  # noqa: ARG002 - nothing is explored
    ) -> Iterator[tuple[int, Iterator[Keys]]]:
        """Read layers, each in blocks."""
        return ((depth, self.blocks(depth)) for depth in depths)

    def check_files(self, depth: int) -> None:
        """Raise RunError if a file of a layer differs from what was written."""
        for stored in self._parts(depth):
            if fault := differs(stored.path, stored.part):
                raise damaged(stored.path, fault)

    def find(self, depth: int, boards: Boards) -> npt.NDArray[np.bool_]:
        """Return for each board whether the layer at a depth contains it; read only row groups that can contain it."""
        return self._lookup.find(self._parts(depth), self.puzzle.array(boards))

    def depths_of(self, boards: Boards) -> npt.NDArray[np.int64]:
        """Return the depth of each board; -1 if no layer contains it."""
        keys = self.puzzle.array(boards)
        depths = np.full(keys.size, -1, np.int64)
        odd, parity_of = np.full(keys.size, -1), self.puzzle.parity_of
        """The parity of the depth of each board; -1 if it is unknown."""
        if parity_of is not None and self.layers and self.layers[0].board_count == 1:
            with suppress(BoardError):  # keys that are not boards are in no layer
                odd = parity_of(keys) ^ parity_of(self._first)
        # Most boards are in the largest layers.
        largest_first = sorted(self.manifest.layers, key=lambda layer: -layer.board_count)
        for layer in largest_first:
            (unknown,) = np.nonzero((depths < 0) & ((odd < 0) | (odd == layer.depth % 2)))
            if unknown.size:
                depths[unknown[self.find(layer.depth, keys[unknown])]] = layer.depth
        return depths

    def _damaged(self, why: str) -> RunError:
        return damaged(self.path, why)

    @cached_property
    def _first(self) -> Keys:
        return self.keys(0)


def open_run(folder: str | Path, puzzle: Puzzle | None = None) -> Run:
    """Open a run for reading, by its folder or its name under data/.

    If the puzzle of the run is written in Python, pass it.
    """
    return Run(find_folder(str(folder)), puzzle)


def similar_runs(name: str) -> list[str]:
    """List the names of runs under data/ that are similar to a name."""
    return difflib.get_close_matches(name, [path.parent.name for path in DATA.glob(f"*/{NAME}")], n=3)


def find_folder(name: str) -> Path:
    """Return the folder of a run by its path or its name under data/; the run may be damaged."""
    folders = [Path(name), DATA / name]
    for folder in filter(has_layers, folders):
        return folder
    for file in folders:
        if is_file(file):
            raise RunError(f"{file} is a file, and a run is a folder: give the name of a run")
    similar = similar_runs(name)
    hint = f"did you mean {' or '.join(similar)}?" if similar else "name an existing run, or explore the puzzle first"
    places = " or ".join(dict.fromkeys(map(str, folders)))
    raise RunNotFoundError(f"there is no run in {places}: {hint}", advice=() if similar else advise("runs"))
