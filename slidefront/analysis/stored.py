"""What a folder holds: its runs and tables, whole or not, readable or not."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from slidefront.errors import SlidefrontError
from slidefront.store.manifest import NAME, Manifest, load_manifest
from slidefront.tables.file import is_table, read_table


@dataclass(frozen=True)
class StoredSpace:
    """A run or a table on disk."""

    path: Path
    kind: str
    """`run` or `table`."""
    bytes: int
    manifest: Manifest | None
    fault: str = ""
    """Why it cannot be read."""


def stored_in(folder: Path) -> list[StoredSpace]:
    """List the runs and tables in a folder, by name; the folder itself if it is a run."""
    if not folder.is_dir():
        raise SlidefrontError(f"there is no folder {folder}")
    if (folder / NAME).is_file():
        return [_run(folder)]
    return [*_inside(folder)]


def _inside(folder: Path) -> Iterator[StoredSpace]:
    for path in sorted(folder.iterdir()):
        if (path / NAME).is_file():
            yield _run(path)
        elif path.is_file() and is_table(path):
            yield _table(path)


def _run(path: Path) -> StoredSpace:
    try:
        manifest = load_manifest(path)
    except SlidefrontError as error:
        return StoredSpace(path, "run", 0, None, str(error))
    return StoredSpace(path, "run", manifest.bytes, manifest)


def _table(path: Path) -> StoredSpace:
    size = path.stat().st_size
    try:
        return StoredSpace(path, "table", size, read_table(path).header.manifest)
    except SlidefrontError as error:
        return StoredSpace(path, "table", size, None, str(error))
