"""Publish a run: copy its layers to another file system, such as S3, file by file, each read back and compared.

The manifest comes last, so that readers see whole layers only. The same call again continues: files that are there and
good are not copied again.
"""

import hashlib
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from textwrap import shorten
from typing import Any

from slidefront.errors import RunError
from slidefront.explore.executors.threads import Threads
from slidefront.explore.watch import Watcher
from slidefront.puzzles.core import Puzzle
from slidefront.store.location import RemotePath, is_uri
from slidefront.store.manifest import NAME, Manifest, Part, load_manifest
from slidefront.store.parts import differs
from slidefront.store.run import Run, find_run, layer_folder
from slidefront.store.same import check_same

COPIES = 8
"""How many files are copied at a time; they mostly wait for the network."""
_PIECE = 1 << 20


@dataclass(frozen=True)
class _Copy:
    """Copy the file of a part."""

    here: Path
    there: Any
    part: Part


def publish(run: Run | str | Path, to: str, *, watcher: Watcher | None = None) -> Run:
    """Copy a run to a place on another file system, such as "s3://bucket/run", and return it there.

    Each file is read back and compared with its hash. The same call again continues after an interruption, and adds
    layers that were added to the run since.
    """
    run = run if isinstance(run, Run) else find_run(str(run))
    if not is_uri(to):
        raise RunError(
            f"{to} is not a place on another file system: write one such as s3://bucket/run, and copy a folder of this "
            f"machine as it is"
        )
    there, watcher = RemotePath(to), watcher or Watcher()
    done = 0
    try:
        _check_target(there, run.manifest)
        with closing(Threads(COPIES)) as executor, closing(executor.run(_copy, _copies(run, there))) as copied:
            for part in copied:
                done += part.bytes
                watcher.check()
                watcher.told(f"publishing: {100 * done / max(1, run.manifest.bytes):.0f}%")
        with (there / NAME).open("wb") as file:
            file.write(run.manifest.text_of_file().encode())
    except OSError as error:
        why = shorten(str(error.strerror or error), 300)
        raise RunError(f"cannot publish to {to}: {why}; the same command continues what it has begun") from None
    return Run(to, _given(run))


def _given(run: Run) -> Puzzle | None:
    return run.puzzle if not run.manifest.text else None


def _check_target(there: Any, ours: Manifest) -> None:
    """Refuse a place that has another run, or the same run in other files."""
    if not (there / NAME).exists():
        return
    theirs = check_same(load_manifest(there), ours, there)
    if theirs.layers != ours.layers[: len(theirs.layers)]:
        raise RunError(f"{there} has this run in other files: choose another place")


def _copies(run: Run, there: Any) -> Iterator[_Copy]:
    for layer in run.layers:
        for part in layer.parts:
            file = layer_folder(run.folder, layer.depth) / part.file
            yield _Copy(file, layer_folder(there, layer.depth) / part.file, part)


def _copy(task: _Copy) -> Part:
    """Copy a file unless it is there, and compare it with what was written when its layer was made."""
    if not differs(task.there, task.part):
        return task.part
    digest = hashlib.sha256()
    with task.here.open("rb") as source, task.there.open("wb") as target:
        for piece in iter(partial(source.read, _PIECE), b""):
            digest.update(piece)
            target.write(piece)
    if digest.hexdigest() != task.part.sha256:
        raise RunError(f"{task.here} is damaged: its bytes are not those that were written")
    if fault := differs(task.there, task.part):
        raise RunError(f"{task.there} was not copied as it is: {fault}; the same command tries again")
    return task.part
