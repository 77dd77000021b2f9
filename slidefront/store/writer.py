"""Write to a run folder: the lock, the scratch folder, and the commit of layers.

The parts of an unfinished layer are in _scratch/; a large part is synced as soon as it is written. When the layer is
finished, its other parts are synced, all parts move to layers/0036, and the manifest lists them. Only then do they
count. The next writer removes files beyond the manifest that a killed process left. Small layers share commits, at most
five per second.

_scratch/slidefront-scratch.json    the mark: process and folder of keys; only marked folders are removed
_scratch/0012-part-00000.parquet    a part of an unfinished layer
_scratch/keys/                      keys that exceed memory, unless they go to another folder
_scratch/plan.json, done.jsonl      the journal of an unfinished step
"""

import errno
import json
import os
import shutil
import socket
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

from slidefront.errors import RunError
from slidefront.executors.budget import USUAL_SIZES, WorkSizes
from slidefront.files import (
    check_scratch,
    is_waiting,
    locked,
    make_folder,
    refuse_links,
    refuse_uri,
    replacement,
    sync,
    writing_to,
)
from slidefront.machine import start_pool
from slidefront.store.manifest import (
    JOURNAL,
    NAME,
    Layer,
    Manifest,
    PartRecord,
    check_same,
    has_layers,
    layer_from,
    load_manifest,
)
from slidefront.store.run import find_strays, layer_folder, listed, unnamed_layers

SCRATCH = "_scratch"
"""The name of the scratch folder of a run."""
MARK = "slidefront-scratch.json"
LOCK = "_lock"
"""The name of the file that the process writing to a run locks."""
_NO_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}


class Scratch:
    """A scratch folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def check(self) -> None:
        """Raise RunError if slidefront did not make the folder, or if it is a link."""
        refuse_links(self.folder)
        if self.folder.exists() and not self._is_ours():
            raise RunError(f"{self.folder} was not made by slidefront, which keeps temporary files there: move it")

    def _is_ours(self) -> bool:
        if not self.folder.is_dir():
            return False
        marks = self.folder.glob(f"*{MARK}*")  # a killed process may have left one under a temporary name
        return any(mark.is_file() for mark in marks) or not any(self.folder.iterdir())

    def mark(self) -> dict[str, str]:
        """Read the mark of the folder; empty if it cannot be read."""
        try:
            return {name: str(value) for name, value in json.loads((self.folder / MARK).read_text("utf-8")).items()}
        except (OSError, ValueError, AttributeError):
            return {}

    def open(self, **more: str) -> None:
        """Create the folder with its mark, which also records `more`."""
        self.check()
        self.folder.mkdir(parents=True, exist_ok=True)
        mark = {"process": f"process {os.getpid()} on {socket.gethostname()}", **more}
        with replacement(self.folder / MARK) as file:
            file.write(json.dumps(mark).encode())

    def part(self, depth: int, file: str) -> Path:
        """Return the path of a part of an unfinished layer."""
        return self.folder / f"{depth:04d}-{file}"

    def clear_parts(self, keep: set[Path]) -> None:
        """Remove the parts of unfinished layers, except the paths in `keep`."""
        for path in self.folder.glob("[0-9]*-*"):
            if path not in keep:
                with suppress(OSError):
                    path.unlink()

    def remove(self) -> None:
        """Remove the folder if slidefront made it; the mark last, so that the next writer can finish the removal."""
        if self.folder.is_dir() and not self.folder.is_symlink() and self._is_ours():
            for path in self.folder.iterdir():
                if path.is_dir() and not path.is_symlink():
                    shutil.rmtree(path, ignore_errors=True)
                elif MARK not in path.name:
                    with suppress(OSError):
                        path.unlink()
            shutil.rmtree(self.folder, ignore_errors=True)


def keys_in(scratch: str | Path, run: Path) -> Path:
    """Return the folder for the keys of a run in a scratch folder that several runs may share."""
    name = f"slidefront-{run.name}-{sha256(os.fsencode(run.resolve())).hexdigest()[:8]}"
    return Path(scratch).absolute() / name


def acquire(folder: Path) -> BinaryIO:
    """Lock a folder until the returned file is closed; raise RunError if another process has locked it."""
    path = folder / LOCK
    if path.is_symlink() or (path.exists() and (not path.is_file() or path.stat().st_size > 0)):
        raise RunError(f"{path} was not made by slidefront, which locks a file of that name: move it")
    try:
        return locked(path)
    except BlockingIOError:
        other = Scratch(folder / SCRATCH).mark().get("process", "another process")
        raise RunError(f"{folder} is being written by {other}: wait for it, or stop it") from None
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
        raise RunError(f"cannot lock {folder}: its file system has no locks; choose another disk") from None


class RunWriter:
    """The writer of a run. Its `with` block holds the lock, so a run has at most one writer."""

    def __init__(
        self,
        folder: Path,
        manifest: Manifest,
        scratch: str | Path | None = None,
        *,
        replace: bool = False,
        sizes: WorkSizes = USUAL_SIZES,
    ) -> None:
        """Resume the run in a folder, or begin a run; `replace` allows replacing a run of another puzzle or start.

        Keys that exceed memory go to the scratch folder of the run, or to `scratch`. `sizes` has the time between
        commits, and the size of parts that are synced as soon as they are written.
        """
        self.sizes = sizes
        self._may_replace = replace
        self.folder = folder
        self.scratch = Scratch(folder / SCRATCH)
        self.keys_scratch = Scratch(self.scratch.folder / "keys" if scratch is None else keys_in(scratch, folder))
        self.manifest = manifest
        self._lock: BinaryIO | None = None
        self._pending: list[Layer] = []
        self._committing: Future[None] | None = None
        self._committer: ThreadPoolExecutor | None = None
        self._committed_at = float("-inf")
        self.keeps_unfinished = False
        """Whether to keep the unfinished layer and its journal in the scratch folder, for the next writer."""

    def __enter__(self) -> "RunWriter":
        stored = self._check()
        if self.scratch.folder not in self.keys_scratch.folder.parents:
            check_scratch(self.keys_scratch.folder.parent)
        advice = "" if stored is None else "make the run writable, or work on a copy"
        with writing_to(self.folder, advice):
            make_folder(self.folder)
            self._lock = acquire(self.folder)
            try:
                self._open()
            except BaseException:
                self.__exit__()
                raise
        return self

    def _check(self) -> Manifest | None:
        """Return the manifest of an existing run; raise RunError if it may be neither resumed nor replaced."""
        if not check_folder(self.folder):
            return None
        stored = load_manifest(self.folder)
        try:
            check_same(stored, self.manifest, self.folder)
            self.manifest = stored
        except RunError:
            if not self._may_replace:
                raise
        return stored

    def _open(self) -> None:
        """Take over the scratch folder, and keep, drop or replace the work that earlier writers left."""
        for name in (NAME, "layers", SCRATCH):
            refuse_links(self.folder / name)
        stored = self._check()  # again, because no other process can change it now
        resumes = stored is self.manifest
        if stored is not None:
            self._refuse_strays(stored, replaced=not resumes)
        self.scratch.check()
        self._committer = start_pool(1, "slidefront-commit")  # from here on this writer owns the scratch folder
        old_keys = Path(self.scratch.mark().get("keys", ""))
        if old_keys not in (Path(), self.keys_scratch.folder) and old_keys == keys_in(old_keys.parent, self.folder):
            Scratch(old_keys).remove()  # a killed process left it; the mark names it until it is removed
        if resumes and (self.scratch.folder / JOURNAL).exists():  # the unfinished layer can be resumed
            self.scratch.clear_parts(keep=set(self.scratch.folder.glob(f"{self.manifest.depth + 1:04d}-*")))
        else:
            self.scratch.remove()
        self.scratch.open(keys=str(self.keys_scratch.folder))
        if resumes:  # an interrupted writer may have moved layers that it did not commit
            for path in unnamed_layers(self.folder, self.manifest.depth):
                for part in listed(path):
                    part.unlink()
                with suppress(OSError):  # hidden files may remain; they are not read as boards
                    path.rmdir()
            return
        if (self.folder / "layers").exists():  # the layers of a replaced run go first, in one step
            (self.folder / "layers").rename(self.scratch.folder / "replaced")
        self.manifest.save(self.folder)
        shutil.rmtree(self.scratch.folder / "replaced", ignore_errors=True)

    def _refuse_strays(self, stored: Manifest, *, replaced: bool) -> None:
        """Raise RunError if removing layers would remove files that are not part of the run.

        A replaced run loses all layers, a resumed run the layers that were never committed.
        """
        unnamed = unnamed_layers(self.folder, stored.depth)
        for path in find_strays(self.folder, stored, hidden=replaced):
            if replaced or path in unnamed or path.parent in unnamed:
                raise RunError(f"{path} is not part of the run, whose layers are to be removed there: move it")

    def __exit__(self, *_: object) -> None:
        try:
            if self._committer is not None:
                self._committer.shutdown()
                if not self.keeps_unfinished:
                    self.scratch.remove()
        finally:
            if self._lock is not None:
                self._lock.close()

    def finish_layer(self, depth: int, records: Sequence[PartRecord], began: float, **files: int) -> Layer:
        """Give the parts of a layer their final names in the scratch folder, and return its record.

        `began` is the `time.perf_counter` at the start of the layer.
        """
        for record in records:
            if record.part is not None and record.path is not None:
                record.path.replace(self.scratch.part(depth, record.part.file))
        return layer_from(depth, records, round(time.perf_counter() - began, 6), **files)

    def add(self, layer: Layer) -> None:
        """Add a layer whose parts are in the scratch folder; it is committed soon, while the next one is computed."""
        self._pending.append(layer)
        if self._committing is not None and self._committing.done():
            committed, self._committing = self._committing, None
            committed.result()
        if self._committing is None and time.monotonic() - self._committed_at > self.sizes.commit_seconds:
            self._committed_at = time.monotonic()
            self._committing = self._run_on_committer(self._commit)

    def replace(self, layer: Layer) -> None:
        """Replace a damaged layer by a recomputed one.

        The manifest lists the new parts when they are in place. Until then the layer remains damaged.
        """

        def commit() -> None:
            folder = layer_folder(self.folder, layer.depth)
            before, after = (
                {part.file for part in version.parts} for version in (self.manifest.layers[layer.depth], layer)
            )
            for file in sorted(after - before):
                if (folder / file).exists():
                    raise RunError(f"{folder / file} is not part of the run, and in the place of a part: move it")
            _, failure = self._place_layers([layer])
            if failure is not None:
                raise failure
            self.manifest.layers[layer.depth] = layer
            self.manifest.save(self.folder)
            for file in before - after:
                (folder / file).unlink(missing_ok=True)

        self._run_on_committer(commit).result()

    def _run_on_committer(self, work: Callable[[], None]) -> Future[None]:
        if self._committer is None:
            raise RunError(f"{self.folder} is not open for writing")
        return self._committer.submit(work)

    def finish(self, *, whole: bool) -> None:
        """Commit pending layers, and record whether the space ends here."""
        self._run_on_committer(partial(self._commit, whole=whole)).result()

    def _commit(self, *, whole: bool = False) -> None:
        """Sync pending layers and add them to the manifest. If moving a layer fails, the layers before it still count.

        This runs in the thread of the committer, because Ctrl-C interrupts only the main thread.
        """
        placed, failure = self._place_layers(list(self._pending))
        layers = [*self.manifest.layers, *placed]
        manifest = replace(self.manifest, whole=whole and failure is None, layers=layers)
        if manifest != self.manifest:
            manifest.save(self.folder)
            self.manifest = manifest
        del self._pending[: len(placed)]
        if failure is not None:
            raise failure

    def _place_layers(self, added: list[Layer]) -> tuple[list[Layer], OSError | None]:
        """Move finished layers to their folders and sync them; return the successful ones, and the first error.

        Each step handles all layers before the next step, so that the system writes many small files to disk at once.
        """
        failure: OSError | None = None
        for step in (self._sync_parts, self._move, self._sync_folder):
            for number, layer in enumerate(added):
                try:
                    step(layer)
                except OSError as error:
                    failure = failure or error
                    added = added[:number]
                    break
        if added:
            sync(self.folder / "layers")
        return added, failure

    def _sync_parts(self, layer: Layer) -> None:
        for part in layer.parts:
            with suppress(FileNotFoundError):  # an earlier attempt moved it
                sync(self.scratch.part(layer.depth, part.file))

    def _move(self, layer: Layer) -> None:
        """Move each part into its folder, unless an earlier attempt has moved it.

        That attempt may have saved the manifest, so files in the folder are never changed.
        """
        folder = layer_folder(self.folder, layer.depth)
        folder.mkdir(parents=True, exist_ok=True)
        for part in layer.parts:
            try:
                self.scratch.part(layer.depth, part.file).replace(folder / part.file)
            except FileNotFoundError:
                if not (folder / part.file).exists():
                    raise

    def _sync_folder(self, layer: Layer) -> None:
        sync(layer_folder(self.folder, layer.depth))

    def drop_unfinished(self) -> None:
        """Remove the unfinished layer."""
        kept = {self.scratch.part(layer.depth, part.file) for layer in self._pending for part in layer.parts}
        self._run_on_committer(partial(self.scratch.clear_parts, kept)).result()


def check_folder(folder: Path) -> bool:
    """Whether a folder is a run, sound or damaged; raise RunError if it contains other files."""
    refuse_uri(folder)
    with writing_to(folder):
        if folder.exists() and not folder.is_dir():
            raise RunError(f"{folder} is not a folder: choose another", "out")
        if has_layers(folder):
            return True
        names = sorted(path.name for path in folder.iterdir()) if folder.exists() else []
    foreign = [name for name in names if name not in (LOCK, SCRATCH) and not is_waiting(name)]
    if foreign:
        raise RunError(f"{folder} is not a run folder: it contains {foreign[0]}; choose a new folder", "out")
    return False
