"""A run folder for its one writer: the lock, the scratch folder, and the commit of layers.

The parts of a layer wait in scratch/, where large ones are written at once and durably; when the layer is finished they
move to layers/0036, and they count from the moment that the manifest names them. Whatever a killed process left beyond
the manifest is cleared away by the next writer. Small layers share commits, at most five a second.
"""

import errno
import hashlib
import json
import os
import shutil
import socket
import time
import warnings
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from filelock import BaseFileLock, FileLock, SoftFileLock, Timeout

from slidefront.errors import RunError
from slidefront.store.manifest import JOURNAL, NAME, Layer, Manifest, load_manifest, sync, sync_folder
from slidefront.store.parts import PartWriter
from slidefront.store.run import Run, layer_folder, unnamed_layers
from slidefront.threads import start_pool

COMMIT_SECONDS = 0.2
_OURS = {"lock", "scratch"}
_NO_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}


class RunWriter:
    """The one process that may add layers to a run. Use it in a `with`: it holds the lock."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.folder = folder
        self.scratch = folder / "scratch"
        self.manifest = manifest
        self._lock: BaseFileLock = FileLock(folder / "lock", timeout=0)
        self._pending: list[Layer] = []
        self._committing: Future[None] | None = None
        self._committer: ThreadPoolExecutor | None = None
        self._committed_at = float("-inf")
        self._small: dict[Path, bytes] = {}
        self._keeps = False

    def __enter__(self) -> "RunWriter":
        self._check()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._acquire()
        except Timeout:
            raise RunError(f"{self.folder} is being written by {self._holder()}: wait for it, or stop it") from None
        except OSError as error:
            raise self._unwritable(error) from None
        try:
            self._open()
        except BaseException as error:
            self._close()
            if isinstance(error, OSError):
                raise self._unwritable(error) from None
            raise
        return self

    def _acquire(self) -> None:
        """Acquire the lock, and refuse file systems without locks: a soft lock would survive a killed process."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # filelock warns when it falls back to a soft lock
                self._lock.acquire()
            if not isinstance(self._lock, SoftFileLock):
                return
            self._lock.release()
        except NotImplementedError:  # earlier versions of filelock do not fall back
            pass
        except OSError as error:
            if error.errno not in _NO_LOCKS:
                raise
        raise RunError(f"cannot lock {self.folder}: its file system has no locks; choose another disk with --out")

    def _check(self) -> bool:
        """Tell whether the run is there already, and refuse what is no run of this kind."""
        if not check_folder(self.folder):
            return False
        self.manifest = check_same(load_manifest(self.folder), self.manifest, self.folder)
        return True

    def _open(self) -> None:
        self._committer = start_pool(1, "slidefront-commit")
        existing = self._check()  # again, now that nobody else can change it
        self._clear_scratch()
        self.scratch.mkdir(exist_ok=True)
        (self.scratch / "writer.json").write_text(json.dumps({"process": os.getpid(), "host": socket.gethostname()}))
        if existing:
            self._drop_unnamed()
        else:
            self.manifest.save(self.folder, self.scratch)

    def _close(self) -> None:
        if self._committer is not None:
            self._committer.shutdown()
        if not self._keeps:
            shutil.rmtree(self.scratch, ignore_errors=True)
        self._lock.release()

    def _clear_scratch(self) -> None:
        """Clear away what a killed process has left, unless a layer that it was making can be finished."""
        if self.scratch.is_symlink():
            self.scratch.unlink()  # what it leads to is not ours: --scratch is for that
        if not (self.scratch / JOURNAL).exists():
            shutil.rmtree(self.scratch, ignore_errors=True)
            return
        for path in self.scratch.glob("[0-9]*-*"):
            if not path.name.startswith(f"{self.manifest.depth + 1:04d}-"):
                path.unlink(missing_ok=True)

    def _unwritable(self, error: OSError) -> RunError:
        return RunError(f"cannot write to {self.folder}: {error.strerror}; choose another with --out")

    def _drop_unnamed(self) -> None:
        """Clear away layers that an interrupted writer moved in place and did not commit."""
        for path in unnamed_layers(self.folder, self.manifest.depth):
            remove(path)

    def drop_back(self, depth: int) -> None:
        """Keep the layers to a depth alone: the manifest forgets the others before their files go."""
        del self.manifest.layers[depth + 1 :]
        self.manifest.whole = False
        self.manifest.save(self.folder, self.scratch)
        self._drop_unnamed()

    def _holder(self) -> str:
        try:
            holder = json.loads((self.scratch / "writer.json").read_text())
            return f"process {int(holder['process'])} on {holder['host']}"
        except (OSError, ValueError, KeyError, TypeError):
            return "another process"

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    def reader(self) -> Run:
        """Open the run, to read layers back."""
        return Run(self.folder)

    def part(self, depth: int, number: int) -> PartWriter:
        """Begin a part of a layer."""
        name = f"part-{number:05d}.parquet"
        return PartWriter(self._scratch_of(depth, name), depth, name, self._small)

    def _scratch_of(self, depth: int, name: str) -> Path:
        """Say where a part waits for its layer to be whole."""
        return self.scratch / f"{depth:04d}-{name}"

    def add(self, layer: Layer) -> None:
        """Take a layer whose parts stand in scratch; it is committed soon, beside the work on the next ones."""
        self._pending.append(layer)
        if self._committing is not None and self._committing.done():
            committed, self._committing = self._committing, None
            committed.result()
        if self._committing is None and time.monotonic() - self._committed_at > COMMIT_SECONDS:
            self._committed_at = time.monotonic()
            self._committing = self._begin(self._commit)

    def _begin(self, work: Callable[..., None], *given: object) -> Future[None]:
        """Give work to the committer's thread."""
        if self._committer is None:
            raise RunError(f"{self.folder} is not open for writing")
        return self._committer.submit(work, *given)

    def finish(self, whole: bool) -> None:
        """Commit what is pending, and record whether the space ends here."""
        self._begin(self._commit, whole).result()

    def _commit(self, whole: bool = False) -> None:
        """Make pending layers durable and count them. Where not all of them can be placed, the first of them count.

        Only the committer's thread does this: Ctrl-C, which may strike this program anywhere else, cannot divide it.
        """
        placed, failure = self._place_layers(list(self._pending))
        before = self.manifest.whole, len(self.manifest.layers)
        self.manifest.whole = whole and failure is None
        self.manifest.layers += placed
        if (self.manifest.whole, len(self.manifest.layers)) != before:
            try:
                if placed:
                    sync_folder(self.folder / "layers")
                self.manifest.save(self.folder, self.scratch)
            except BaseException:
                self.manifest.whole = before[0]
                del self.manifest.layers[before[1] :]
                raise
        del self._pending[: len(placed)]
        for layer in placed:
            for path in self._small_of(layer):
                del self._small[path]
        if failure is not None:
            raise failure

    def _place_layers(self, added: list[Layer]) -> tuple[list[Layer], OSError | None]:
        """Bring finished layers to their folders, durably; return those that are there, and what went wrong.

        Each step is made for all layers before the next: the system then brings many small files to disk at once.
        """
        failure: OSError | None = None
        for step in (self._write_small, self._sync_small, self._move, self._sync_folder):
            for number, layer in enumerate(added):
                try:
                    step(layer)
                except OSError as error:
                    failure = failure or error
                    self._drop_small(added[number:])  # a full disk must have room for the manifest
                    added = added[:number]
                    break
        return added, failure

    def _small_of(self, layer: Layer) -> list[Path]:
        """List where the parts wait that are held in memory until their layer is finished."""
        waiting = (self._scratch_of(layer.depth, part.file) for part in layer.parts)
        return [path for path in waiting if path in self._small]

    def _write_small(self, layer: Layer) -> None:
        layer_folder(self.folder, layer.depth).mkdir(parents=True, exist_ok=True)
        for path in self._small_of(layer):
            path.write_bytes(self._small[path])

    def _sync_small(self, layer: Layer) -> None:
        for path in self._small_of(layer):
            sync(path)

    def _drop_small(self, layers: list[Layer]) -> None:
        with suppress(OSError):
            for layer in layers:
                for path in self._small_of(layer):
                    path.unlink(missing_ok=True)

    def _move(self, layer: Layer) -> None:
        """Bring each part to its place in one step; one that an earlier try has moved is there already.

        That try may have come as far as the manifest, so what stands there is never written to.
        """
        folder = layer_folder(self.folder, layer.depth)
        for part in layer.parts:
            try:
                self._scratch_of(layer.depth, part.file).replace(folder / part.file)
            except FileNotFoundError:
                if not (folder / part.file).exists():
                    raise

    def _sync_folder(self, layer: Layer) -> None:
        sync_folder(layer_folder(self.folder, layer.depth))

    def has_part(self, depth: int, file: str) -> bool:
        """Tell whether a part that waits for its layer is on disk."""
        return self._scratch_of(depth, file).exists()

    def hash_of_part(self, depth: int, file: str) -> str:
        """Hash a part that waits for its layer."""
        with self._scratch_of(depth, file).open("rb") as part:
            return hashlib.file_digest(part, "sha256").hexdigest()

    def keep_unfinished(self) -> None:
        """Leave the layer that is half done in scratch: the next writer finds its journal there."""
        self._keeps = True

    def drop_unfinished(self) -> None:
        """Make room: remove the layer that is half done."""
        self._begin(self._drop_unfinished).result()

    def _drop_unfinished(self) -> None:
        kept = {self._scratch_of(layer.depth, part.file) for layer in self._pending for part in layer.parts}
        for path in self.scratch.glob("[0-9]*"):
            if path not in kept:
                with suppress(OSError):
                    path.unlink()


def remove(path: Path) -> None:
    """Remove a file, a folder with all that it holds, or a link without what it leads to."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()


def check_folder(folder: Path) -> bool:
    """Tell whether a folder holds a run; refuse one that holds something else."""
    if folder.exists() and not folder.is_dir():
        raise RunError(f"{folder} is no folder: choose another with --out")
    if (folder / NAME).exists():
        return True
    try:
        foreign = sorted({path.name for path in folder.iterdir()} - _OURS) if folder.exists() else []
    except OSError as error:
        raise RunError(f"cannot read {folder}: {error.strerror}; choose another with --out") from None
    if foreign:
        raise RunError(f"{folder} is no run: it holds {foreign[0]}; choose an empty or new folder with --out")
    return False


def check_same(found: Manifest, wanted: Manifest, folder: Path) -> Manifest:
    """Refuse to go on with a run of another puzzle, metric or start."""
    if found.identity != wanted.identity:
        raise RunError(
            f"{folder} holds a run of {found.puzzle}, not of this {wanted.puzzle}: choose another with --out"
        )
    if found.metric != wanted.metric:
        raise RunError(
            f"{folder} holds a run in the {found.metric} metric, not {wanted.metric}: choose another with --out"
        )
    if found.start_digest != wanted.start_digest:
        wanted_start = wanted.start if wanted.start != found.start else f"this {wanted.start}, which is another board"
        raise RunError(f"{folder} holds a run from {found.start}, not from {wanted_start}: choose another with --out")
    return found
