"""The puzzles that ship, one file each. Imports nothing heavy: shell completion asks for the names."""

import re
from importlib import resources

_FOLDER = resources.files(__name__)


def names() -> list[str]:
    """List the puzzles that ship, small numbers before large."""
    known = [file.name.removesuffix(".toml") for file in _FOLDER.iterdir() if file.name.endswith(".toml")]
    return sorted(known, key=lambda name: [int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name)])


def read(name: str) -> str:
    """Return the text of a puzzle that ships."""
    return (_FOLDER / f"{name}.toml").read_text("utf-8")
