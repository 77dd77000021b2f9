"""Tell whether an argument names a file or a folder, and write new files."""

from pathlib import Path

from slidefront.errors import SlidefrontError


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


def write_new(path: Path, data: bytes) -> None:
    """Write a new file; remove it if that fails."""
    try:
        with path.open("xb") as file:
            file.write(data)
    except FileExistsError:
        raise SlidefrontError(f"{path} already exists: choose another file") from None
    except OSError as error:
        path.unlink(missing_ok=True)
        raise SlidefrontError(f"cannot write {path}: {error.strerror}") from None
