"""The puzzles that ship, one file each. Imports nothing heavy: shell completion asks for the names."""

import re
from importlib import resources
from importlib.resources.abc import Traversable


def names() -> list[str]:
    """List the puzzles that ship, small numbers before large."""
    found = [file.name.removesuffix(".toml") for file in _folder().iterdir() if file.name.endswith(".toml")]
    return sorted(found, key=_by_number)


def read(name: str) -> str:
    """Return the text of a puzzle that ships."""
    return (_folder() / f"{name}.toml").read_text("utf-8")


def _folder() -> Traversable:
    return resources.files(__name__)


def _by_number(name: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (1 << 30, part) for part in re.split(r"(\d+)", name) if part]
