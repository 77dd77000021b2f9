"""Folders of files that are made again by the same command, such as reports: one of the files lists all of them."""

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from slidefront.errors import SlidefrontError
from slidefront.files import check_new, is_file, is_folder, make_folder, refuse_uri, replacing, write_new


def check_folder(folder: Path, index: str) -> None:
    """Refuse a folder that has files, but not the one that lists them."""
    refuse_uri(folder)
    if folder.exists() and not is_folder(folder):
        raise SlidefrontError(f"{folder} is not a folder: choose another", "out")
    if is_folder(folder) and any(folder.iterdir()) and not is_file(folder / index):
        raise SlidefrontError(f"{folder} has files and no {index}: choose another folder", "out")


def write_folder(folder: Path, index: str, files: Mapping[str, bytes]) -> None:
    """Write files in place of those that a folder lists; what slidefront has not made there stays."""
    check_folder(folder, index)
    make_folder(folder)
    old = [folder / name for name in _written(folder / index) if name not in files]
    new = {folder / name: data for name, data in files.items()}
    with replacing():
        for path in new:
            check_new(path)
        for path, data in new.items():
            write_new(path, data)
    for path in old:
        path.unlink(missing_ok=True)


def _written(index: Path) -> list[str]:
    """List the files that were written before."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        names = json.loads(index.read_text("utf-8"))["files"]
        return [name for name in names if Path(name).name == name]
    return []
