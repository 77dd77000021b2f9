"""Objects that notebooks draw.

Puzzles, routes and runs are defined below `view`, which draws them, and import nothing from it. A class that notebooks
can draw derives from `Displayed`; the root of the package says what draws it.
"""

from collections.abc import Callable
from html import escape
from typing import ClassVar


class Displayed:
    """An object that notebooks draw."""

    html_of: ClassVar[Callable[[object], str]] = staticmethod(lambda shown: f"<pre>{escape(repr(shown))}</pre>")
    """Writes the HTML of any such object."""

    def _repr_html_(self) -> str:
        return Displayed.html_of(self)
