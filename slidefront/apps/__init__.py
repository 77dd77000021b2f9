"""Applications of the explorer. Only the functions of commands import them.

They use public names of slidefront and a few shared modules, which `tests/test_packages.py` lists.
"""

from pathlib import Path

from slidefront.files import is_file
from slidefront.units import escaped

_GENERATOR = '<meta name="generator" content="slidefront">'
_HEAD_BYTES = 4096  # the first bytes of a file, which contain the line above
_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"


def html_document(title: str, style: str, body: str, viewport: str = "width=device-width, initial-scale=1") -> str:
    """Write an HTML file without scripts. It contains its style and pictures, and its policy forbids to load others."""
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escaped(title)}</title>'
        f'{_GENERATOR}<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        f'<meta name="viewport" content="{viewport}"><style>{style}</style></head><body>{body}</body></html>\n'
    )


def is_html_document(path: Path) -> bool:
    """Whether slidefront made an HTML file."""
    if not is_file(path):
        return False
    with path.open("rb") as file:
        return _GENERATOR.encode() in file.read(_HEAD_BYTES)
