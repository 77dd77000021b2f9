"""What a person names may be a file, or the thing itself."""

from pathlib import Path


def is_folder(name: str | Path) -> bool:
    """Tell whether there is a folder of that name."""
    try:
        return Path(name).is_dir()
    except (OSError, ValueError):
        return False


def is_file(name: str | Path) -> bool:
    """Tell whether there is a file of that name."""
    try:
        return Path(name).is_file()
    except (OSError, ValueError):  # a grid, say: too long for a name, or no name at all
        return False
