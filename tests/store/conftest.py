"""Keys, parts and a small run written by hand, and whole runs, for the tests of the store."""

import errno
import json
import os
import shutil
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from slidefront.arrays import Keys
from slidefront.keys.algebra import digest_of
from slidefront.notation.boards import StartKind
from slidefront.notation.load import load
from slidefront.puzzles.core import identity_hash
from slidefront.store.manifest import NAME, Layer, Manifest, Part, PartRecord
from slidefront.store.parts import StoredPart, footer_sum, write_part
from slidefront.store.run import Run, layer_folder
from slidefront.store.writer import RunWriter
from tests import naive
from tests.explore.conftest import bfs

ROW_GROUP = 262_144


def some_keys(boards: int) -> Keys:
    """Draw ascending keys without repeats, over most of the range."""
    steps = np.random.default_rng(1).integers(1, (1 << 63) // max(1, boards), boards)
    return np.cumsum(steps.astype(np.uint64), dtype=np.uint64)


def manifest_of(
    name: str = "8-puzzle", start: str = "home", start_digest: str = "38f1dc39d1906b6f", metric: str = "step"
) -> Manifest:
    puzzle = load(name, metric)
    return Manifest(
        puzzle=puzzle.name,
        text=puzzle.text,
        identity=identity_hash(puzzle),
        metric=metric,
        start=start,
        start_kind=StartKind.HOME,
        start_digest=start_digest,
        selection=puzzle.selection,
        total=181_440,
    )


HEADER = manifest_of().header()


def edit_manifest(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change the manifest of a run as the dictionary that its JSON describes."""
    path = folder / NAME
    record = json.loads(path.read_text("utf-8"))
    change(record)
    path.write_text(json.dumps(record))


def write_stored(path: Path, keys: Keys, depth: int = 3, **given: int) -> StoredPart:
    part = write_part(path, depth, HEADER, path.name, [keys], **given).part
    assert part is not None
    return StoredPart(path, depth, part, manifest_of().run_id)


def stored(path: Path, name: str = "", depth: int = 3) -> StoredPart:
    """Ask for the part in a file, whatever it is."""
    try:
        boards = pq.read_metadata(path).num_rows
        with path.open("rb") as file:
            footer = footer_sum(file)
    except (OSError, ValueError, pa.ArrowException):
        boards = footer = 0
    return StoredPart(path, depth, Part(name or path.name, boards, 0, "", footer), manifest_of().run_id)


def write(writer: RunWriter, depth: int, number: int, keys: list[int]) -> PartRecord:
    """Write a part to scratch."""
    name = f"part-{number:05d}.parquet"
    content, header = np.array(keys, np.uint64), writer.manifest.header()
    return write_part(writer.scratch.part(depth, name), depth, header, name, [content])


def add(writer: RunWriter, depth: int, written: list[PartRecord], boards: list[int]) -> None:
    """Add a layer of parts that are written."""
    writer.add(Layer(depth, len(boards), 1, f"{naive.digest(boards):016x}", 0.25, tuple(one.part for one in written)))


def put(writer: RunWriter, depth: int, *parts: list[int]) -> None:
    """Write a layer and add it."""
    written = [write(writer, depth, number, keys) for number, keys in enumerate(parts)]
    add(writer, depth, written, [key for part in parts for key in part])


def rewrite(run: Run, depth: int, keys: Iterable[int], parts: int = 1) -> None:
    """Put other boards into a layer, in some parts, and change the manifest accordingly: only exploring notices."""
    content = np.array(sorted(keys), np.uint64)
    folder = layer_folder(run.path, depth)
    shutil.rmtree(folder)
    folder.mkdir()
    written = []
    for number, piece in enumerate(np.array_split(content, parts)):
        if piece.size:
            name = f"part-{number:05d}.parquet"
            written.append(write_part(folder / name, depth, run.manifest.header(), name, [piece]).part)
    run.manifest.layers[depth] = Layer(
        depth, content.size, run.puzzle.count_selected(content), digest_of([content]), 0.5, tuple(written)
    )
    run.manifest.save(run.path)


def first_layers(depth: int) -> list[list[int]]:
    """Explore the 8-puzzle to a depth: the keys of each layer, ascending."""
    puzzle = load("8-puzzle")
    return bfs(puzzle, [puzzle.home], depth)


def cut(keys: list[int], parts: int) -> list[list[int]]:
    ends = [len(keys) * number // parts for number in range(parts + 1)]
    return [keys[start:end] for start, end in pairwise(ends)]


class Full:
    """A disk on which one call of a function fails, or all from that call on, by a number of errno or any exception."""

    def __init__(
        self, owner: Any, name: str, call: int, *, lasts: bool = False, error: int | BaseException = errno.ENOSPC
    ) -> None:
        self.calls = self.failed = 0
        self.lasts = lasts
        self._call, self._error = call, error
        self._owner, self._name, self._original = owner, name, getattr(owner, name)
        self._lock = Lock()

    def __enter__(self) -> "Full":
        setattr(self._owner, self._name, lambda *given, **named: self._try(*given, **named))
        return self

    def __exit__(self, *_: object) -> None:
        setattr(self._owner, self._name, self._original)

    def _try(self, *given: Any, **named: Any) -> Any:
        with self._lock:
            self.calls += 1
            fails = self.calls >= self._call if self.lasts else self.calls == self._call
            self.failed += fails
        if fails and isinstance(self._error, BaseException):
            raise self._error
        if fails:
            raise OSError(self._error, os.strerror(self._error))
        return self._original(*given, **named)


@pytest.fixture
def small_run(tmp_path: Path) -> Path:
    """A run of the 8-puzzle to depth 6; the deeper layers are in three parts."""
    folder = tmp_path / "8-puzzle"
    with RunWriter(folder, manifest_of()) as writer:
        for depth, keys in enumerate(first_layers(6)):
            put(writer, depth, *(cut(keys, 3) if depth > 3 else [keys]))
        writer.finish(whole=False)
    return folder
