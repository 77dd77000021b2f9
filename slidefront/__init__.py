"""Explore every reachable position of a sliding puzzle, depth by depth.

    >>> import slidefront
    >>> puzzle = slidefront.load("8-puzzle")
    >>> print(puzzle.size())
    181,440

The names are listed in `__init__.pyi`, which editors and type checkers read. Each is imported when it is first used, so
that the command line starts fast.
"""

from functools import cache as _cache

from slidefront.errors import check_platform as _check_platform

__version__ = "0.3.0"


@_cache
def _modules() -> dict[str, str]:
    """Return the module of each public name, from `__init__.pyi`."""
    import ast
    from pathlib import Path

    stub = ast.parse(Path(__file__).with_suffix(".pyi").read_text("utf-8"))
    imports = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
    return {alias.name: node.module or "" for node in imports for alias in node.names}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used."""
    if name.startswith("_") and name != "__all__":
        raise AttributeError(f"module 'slidefront' has no attribute {name!r}")
    modules = _modules()
    if name == "__all__":
        return sorted(modules, key=lambda name: (name[0].islower(), name))
    if name not in modules:
        raise AttributeError(f"module 'slidefront' has no attribute {name!r}")
    if modules[name] != "slidefront.errors":
        _check_platform()
    from importlib import import_module

    value = globals()[name] = getattr(import_module(modules[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted([*_modules(), "__version__"])


class Displayed:
    """An object that notebooks draw. The drawing code is imported when a notebook asks for it."""

    def _repr_html_(self) -> str:
        from slidefront.report.notebook import html_of

        return html_of(self)
