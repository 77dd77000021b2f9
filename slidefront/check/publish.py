"""Publish a run: copy its layers to another file system, such as S3, file by file, each read back and compared.

The manifest comes last, so that readers see whole layers only. The same call again continues: files that are there and
good are not copied again. Until then a small file claims the place, because S3 has no locks: a process that finds the
claim of another one stops.
"""

import json
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from secrets import token_hex
from shutil import copyfileobj
from textwrap import shorten
from typing import Any

from slidefront.errors import RunError
from slidefront.explore.executors import Threads
from slidefront.files import make_folder, refuse_links, replacement
from slidefront.store.location import is_file_uri, is_uri, location
from slidefront.store.manifest import NAME, Manifest, load_manifest
from slidefront.store.names import check_same
from slidefront.store.parts import StoredPart, differs, reason
from slidefront.store.run import Run, as_run, layer_folder, stored_parts
from slidefront.store.scratch import acquire
from slidefront.store.writer import check_folder
from slidefront.watch import Watcher

COPIES = 8
"""How many files are copied at a time; they mostly wait for the network."""
CLAIM = "_publishing.json"
"""Says which run is being copied to a place, until its manifest is there."""
_PIECE = 1 << 20


def publish(run: Run | str | Path, to: str, *, watcher: Watcher | None = None) -> Run:
    """Copy a run to a place such as "s3://bucket/run" or "file:///mnt/run", and return it there.

    Each file is read back and compared with its hash. The same call again continues after an interruption, and adds
    layers that were added to the run since.
    """
    run = as_run(run)
    if not is_uri(to) and not is_file_uri(to):
        raise RunError(f"{to} is not a place that a run can be copied to: write s3://bucket/run, or file:///folder/run")
    there, watcher = location(to), watcher or Watcher()
    try:
        with _written_by_us(there):
            _copy_all(run, there, watcher)
    except OSError as error:
        why = shorten(str(error.strerror or error), 300)
        raise RunError(f"cannot publish to {to}: {why}; the same command continues what it has begun") from None
    return Run(to, run.own_puzzle)


@contextmanager
def _written_by_us(there: Path) -> Iterator[None]:
    """Lock a folder of this machine, and refuse links in it; other file systems have neither."""
    if is_uri(there):
        yield
        return
    make_folder(there)
    if not (there / CLAIM).exists():
        check_folder(there)
    with acquire(there):
        for name in (NAME, CLAIM, "layers"):
            refuse_links(there / name)
        yield


def _copy_all(run: Run, there: Path, watcher: Watcher) -> None:
    done = 0
    _check_target(there, run.manifest)
    claim = json.dumps({"origin": run.manifest.origin, "puzzle": run.manifest.puzzle, "token": token_hex(8)})
    _claim_place(there, run.manifest.origin, claim)
    _check_both(there, run.manifest, claim)
    copies = _copies(run, there, claim)
    with closing(Threads(COPIES)) as executor, closing(executor.run(lambda copy: copy(), copies)) as copied:
        for size in copied:
            done += size
            watcher.check()
            watcher.on_message(f"publishing: {100 * done / max(1, run.manifest.bytes):.0f}%")
    _check_both(there, run.manifest, claim)
    with _target(there / NAME) as file:
        file.write(run.manifest.text_of_file().encode())
    _check_claim(there, claim)
    (there / CLAIM).unlink(missing_ok=True)


def _check_target(there: Any, ours: Manifest) -> None:
    """Refuse a place that has another run, or the same run in other files."""
    if not (there / NAME).exists():
        return
    theirs = check_same(load_manifest(there), ours, there, "choose another place")
    if theirs.layers != ours.layers[: len(theirs.layers)]:
        raise RunError(f"{there} has this run in other files: choose another place")


def _claim_place(there: Any, origin: str, claim: str) -> None:
    """Write down which run comes here, and refuse a place that another run is being copied to."""
    with suppress(FileNotFoundError, ValueError, KeyError, TypeError):
        theirs = json.loads((there / CLAIM).read_text())
        if theirs["origin"] != origin:
            raise RunError(
                f"another run, of {theirs['puzzle']}, is being copied to {there}: choose another place, or remove what "
                f"is there if that was interrupted"
            )
    with _target(there / CLAIM) as file:
        file.write(claim.encode())


def _check_claim(there: Any, claim: str) -> None:
    """Stop if another process has begun to copy a run to the same place: no file system there would keep them apart."""
    theirs = ""
    with suppress(FileNotFoundError, UnicodeDecodeError):
        theirs = (there / CLAIM).read_text()
    if theirs != claim:
        raise RunError(f"another process publishes to {there} too: wait for it, then run the same command again")


def _check_both(there: Any, ours: Manifest, claim: str) -> None:
    """Stop if another process has begun to copy a run to the same place, or has finished since this one looked."""
    _check_claim(there, claim)
    try:
        _check_target(there, ours)
    except RunError:
        (there / CLAIM).unlink(missing_ok=True)  # the finished run can be published again
        raise


def _copies(run: Run, there: Any, claim: str) -> Iterator[Callable[[], int]]:
    for layer in run.layers:
        for stored in stored_parts(run.path, run.manifest, layer):
            _check_claim(there, claim)
            yield partial(_copy, stored, layer_folder(there, layer.depth) / stored.part.file)


def _copy(stored: StoredPart, there: Any) -> int:
    """Copy a file unless it is there, compare it with what was written when its layer was made; return its size."""
    if differs(there, stored.part):
        try:
            source = stored.path.open("rb")
        except OSError as error:
            raise RunError(f"cannot read {stored.path}: {reason(error)}") from None
        with source, _target(there) as target:
            copyfileobj(source, target, _PIECE)
        if fault := differs(there, stored.part):
            if differs(stored.path, stored.part):
                raise RunError(f"{stored.path} is damaged: its bytes are not those that were written")
            raise RunError(f"{there} was not copied as it is: {fault}; the same command tries again")
    return stored.part.bytes


@contextmanager
def _target(path: Any) -> Iterator[Any]:
    """Open a file for writing that is there when it is complete."""
    if isinstance(path, Path):
        make_folder(path.parent)
        with replacement(path, durable=True) as file:
            yield file
    else:
        with path.open("wb") as file:
            yield file
