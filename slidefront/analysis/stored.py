"""What a folder holds: its runs and tables, whole or not, readable or not."""

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
    paths = [folder] if (folder / NAME).is_file() else sorted(folder.iterdir())
    return [space for path in paths if (space := _stored(path)) is not None]


def _stored(path: Path) -> StoredSpace | None:
    is_run = (path / NAME).is_file()
    if not is_run and not (path.is_file() and is_table(path)):
        return None
    kind, size = ("run", 0) if is_run else ("table", path.stat().st_size)
    try:
        manifest = load_manifest(path) if is_run else read_table(path).header.manifest
    except SlidefrontError as error:
        return StoredSpace(path, kind, size, None, str(error))
    return StoredSpace(path, kind, size or manifest.bytes, manifest)
