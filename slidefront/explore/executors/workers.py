"""Checks of each worker of a cluster before it gets tasks: its versions and the shared folders. Also loads its kernels.

The client writes a file to each folder. A worker reads it, and writes a file of its own, which the client reads.
"""

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from uuid import uuid4

import numba
import numpy as np

import slidefront
from slidefront.explore.executors import ExecutorError
from slidefront.explore.parts import PartSink
from slidefront.explore.tasks import GatherTask, SpreadTask, gather, spread
from slidefront.keys.buckets import ONE_BUCKET
from slidefront.keys.segments import MemorySegment
from slidefront.puzzles.core import Puzzle


@dataclass(frozen=True)
class Shared:
    """What workers share with the client."""

    puzzle: Puzzle
    folders: tuple[Path, ...]
    """The folders that they write to."""
    file: Path | None
    """A file that they read."""


@dataclass(frozen=True)
class WorkerAnswer:
    """The answer of a worker."""

    versions: dict[str, str]
    fault: str
    """What failed; empty if everything works."""
    token: str
    """In the name and the content of the files that it writes."""


def versions() -> dict[str, str]:
    """Return the versions that must be the same everywhere."""
    return {"slidefront": slidefront.__version__, "numpy": np.__version__, "numba": numba.__version__}


def _mark(folder: Path, token: str) -> Path:
    return folder / f"check-{token}"


@contextmanager
def share(shared: Shared) -> Iterator[str]:
    """Write a file to each folder for the workers; at the end, remove theirs and ours."""
    token = uuid4().hex
    try:
        for folder in shared.folders:
            _mark(folder, token).write_text(token)
        yield token
    finally:
        for folder in shared.folders:
            for path in folder.glob(f"check-{token}*"):
                with suppress(OSError):
                    path.unlink()


async def check_worker(shared: Shared, token: str) -> WorkerAnswer:
    """Check the shared folders on a worker, write files there, and load kernels, in a thread of its own."""
    return await asyncio.to_thread(_check_worker, shared, token)


def _check_worker(shared: Shared, token: str) -> WorkerAnswer:
    own = f"{token}-{uuid4().hex}"
    try:
        for folder in shared.folders:
            if _mark(folder, token).read_text() != token:
                raise OSError(None, f"a file of the client has another content in {folder}")
            _mark(folder, own).write_text(own)
        if shared.file is not None:
            shared.file.read_bytes()
        warm_up(shared.puzzle)
    except OSError as error:
        return WorkerAnswer(versions(), f"{error.strerror}: {error.filename}" if error.filename else str(error), own)
    return WorkerAnswer(versions(), "", own)


def warm_up(puzzle: Puzzle) -> None:
    """Run a task of each kind, so that all kernels of a step are compiled or loaded."""
    home = MemorySegment(puzzle.working.pack(np.array([puzzle.home], np.uint64)))
    with TemporaryDirectory(prefix="slidefront-") as name:
        folder = Path(name)
        chunk = spread(puzzle, SpreadTask(1, 0, (home,), ONE_BUCKET, folder)).chunk
        sink = PartSink(folder / "part.parquet", 1, "part.parquet", {}, keep_small=True)
        gather(puzzle, GatherTask(1, 0, (chunk,), ONE_BUCKET, 0, 1, ((home,),), 1, sink, folder))


def check_answers(answers: Mapping[str, Any], shared: Shared) -> set[str]:
    """Return the workers that passed; raise ExecutorError for one that failed, or that has other versions or folders.

    Workers that were lost meanwhile are left out.
    """
    ours = versions()
    there = {worker: answer for worker, answer in answers.items() if not isinstance(answer, OSError)}
    for worker, answer in there.items():
        if not isinstance(answer, WorkerAnswer):
            raise ExecutorError(f"the worker {worker} cannot run slidefront: {type(answer).__name__}: {answer}")
        for name, version in answer.versions.items():
            if version != ours[name]:
                raise ExecutorError(f"the worker {worker} has {name} {version} where this process has {ours[name]}")
        if answer.fault:
            raise ExecutorError(f"the worker {worker} does not share the folders of this run: {answer.fault}")
        for folder in shared.folders:
            with suppress(OSError):
                if _mark(folder, answer.token).read_text() == answer.token:
                    continue
            raise ExecutorError(f"the worker {worker} writes to another {folder} than this process reads")
    return set(there)
