"""Objects that notebooks draw.

Puzzles, routes and runs are defined below `view`, which draws them, and import nothing from it. A class that notebooks
can draw derives from `Displayed`, which imports `slidefront.view.notebook` only when a notebook displays an object.
"""

from importlib import import_module


class Displayed:
    """An object that notebooks draw."""

    def _repr_html_(self) -> str:
        html = import_module("slidefront.view.notebook").html_of(self)
        return str(html)
