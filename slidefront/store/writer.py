"""A run folder for its one writer: the lock, the scratch folder, and the commit of layers.

A layer is written to scratch/0036, made durable, moved to layers/0036 in one step, and counts from the moment that the
manifest names it. Whatever a killed process left beyond the manifest is cleared away by the next writer. Small layers
share a commit, at most half a second apart.
"""

import json
import os
import shutil
import socket
import time
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from filelock import FileLock, Timeout

from slidefront.errors import RunError
from slidefront.store.manifest import NAME, Layer, Manifest, load_manifest, sync_folder
from slidefront.store.run import Run, layer_folder

COMMIT_SECONDS = 0.5
_OURS = {"lock", "scratch"}


class RunWriter:
    """The one process that may add layers to a run. Use it in a `with`: it holds the lock."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.folder = folder
        self.scratch = folder / "scratch"
        self.manifest = manifest
        self._lock = FileLock(folder / "lock", timeout=0)
        self._pending: list[Layer] = []
        self._committing: tuple[Future[None], list[Layer]] | None = None
        self._committer = ThreadPoolExecutor(1, thread_name_prefix="slidefront-commit")
        self._committed_at = float("-inf")

    def __enter__(self) -> "RunWriter":
        self._check()
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock.acquire()
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

    def _check(self) -> bool:
        """Tell whether the run is there already, and refuse what is no run of this kind."""
        if not check_folder(self.folder):
            return False
        self.manifest = check_same(load_manifest(self.folder), self.manifest, self.folder)
        return True

    def _open(self) -> None:
        existing = self._check()  # again, now that nobody else can change it
        shutil.rmtree(self.scratch, ignore_errors=True)
        self.scratch.mkdir()
        (self.scratch / "writer.json").write_text(json.dumps({"process": os.getpid(), "host": socket.gethostname()}))
        if existing:
            self._drop_unnamed()
        else:
            self.manifest.save(self.folder, self.scratch)

    def _close(self) -> None:
        self._committer.shutdown()
        shutil.rmtree(self.scratch, ignore_errors=True)
        self._lock.release()

    def _unwritable(self, error: OSError) -> RunError:
        return RunError(f"cannot write to {self.folder}: {error.strerror}; choose another with --out")

    def _drop_unnamed(self) -> None:
        """Clear away layers that an interrupted writer moved in place and did not commit."""
        for path in (self.folder / "layers").glob("[0-9]*"):
            if path.name.isdigit() and int(path.name) > self.manifest.depth:
                shutil.rmtree(path)

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

    def layer_scratch(self, depth: int) -> Path:
        """Make the folder that a layer's parts are written to before they count."""
        path = self._scratch_of(depth)
        path.mkdir(exist_ok=True)
        return path

    def _scratch_of(self, depth: int) -> Path:
        return self.scratch / f"{depth:04d}"

    def add(self, layer: Layer) -> None:
        """Take a layer whose parts stand in scratch; it is committed soon, beside the work on the next ones."""
        self._pending.append(layer)
        if self._committing is not None and self._committing[0].done():
            self._await_commit()
        if self._committing is None and time.monotonic() - self._committed_at > COMMIT_SECONDS:
            layers, self._pending = self._pending, []
            self._committed_at = time.monotonic()
            self._committing = self._committer.submit(self._commit, layers), layers

    def finish(self, whole: bool) -> None:
        """Commit what is pending, and record whether the space ends here."""
        self._await_commit()
        if self._pending or whole != self.manifest.whole:
            self.manifest.whole = whole
            layers, self._pending = self._pending, []
            self._commit(layers)

    def _await_commit(self) -> None:
        if self._committing is not None:
            committing, layers = self._committing
            try:
                committing.result()
            except Exception:
                self._pending[:0] = layers
                self._committing = None
                raise
            self._committing = None

    def _commit(self, added: list[Layer]) -> None:
        """Make layers durable and count them."""
        layers = self.folder / "layers"
        layers.mkdir(exist_ok=True)
        for layer in added:
            written = self._scratch_of(layer.depth)
            if written.is_dir():  # else an earlier try has moved it
                for part in layer.parts:
                    _sync_file(written / part.file)
                sync_folder(written)
                written.replace(layer_folder(self.folder, layer.depth))
        sync_folder(layers)
        counted = len(self.manifest.layers)
        self.manifest.layers += added
        try:
            self.manifest.save(self.folder, self.scratch)
        except BaseException:
            del self.manifest.layers[counted:]
            raise

    def drop_unfinished(self) -> None:
        """Make room: remove the layer that is half done."""
        with suppress(OSError):
            self._await_commit()
        kept = {f"{layer.depth:04d}" for layer in self._pending}
        for path in self.scratch.glob("[0-9]*"):
            if path.name not in kept:
                shutil.rmtree(path, ignore_errors=True)


def _sync_file(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


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
        wanted_start = wanted.start if wanted.start != found.start else f"this {wanted.start}"
        raise RunError(f"{folder} holds a run from {found.start}, not from {wanted_start}: choose another with --out")
    return found
