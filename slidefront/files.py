"""Tell whether an argument names a file or a folder."""

from pathlib import Path


def is_folder(name: str | Path) -> bool:
    """Tell whether a folder with this name exists."""
    try:
        return Path(name).is_dir()
    except (OSError, ValueError):
        return False


def is_file(name: str | Path) -> bool:
    """Tell whether a file with this name exists."""
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # not a file name, such as a long grid
        return False
