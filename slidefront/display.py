"""Objects that notebooks draw.

Puzzles, routes and runs are defined below `view`, which draws them, and import nothing from it. A class that notebooks
can draw derives from `Displayed`; the root of the package says what draws it.
"""

from collections.abc import Callable
from html import escape


class Displayed:
    """An object that notebooks draw."""

    def _repr_html_(self) -> str:
        return _drawn_by[-1](self)


def draw_with(html_of: Callable[[Displayed], str]) -> None:
    """Say what writes the HTML of displayed objects."""
    _drawn_by.append(html_of)


def _plain(shown: Displayed) -> str:
    return f"<pre>{escape(repr(shown))}</pre>"


_drawn_by: list[Callable[[Displayed], str]] = [_plain]
