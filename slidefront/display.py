"""How a notebook asks an object to draw itself.

Puzzles, routes and runs are defined below `view`, which draws them, and import nothing from it. A class that notebooks
can draw derives from `Displayed`; only when a notebook asks does this module import `slidefront.view.notebook`, which
knows how each of them looks.
"""

from importlib import import_module


class Displayed:
    """An object that notebooks draw."""

    def _repr_html_(self) -> str:
        html = import_module("slidefront.view.notebook").html_of(self)
        return str(html)
