"""Explore every reachable position of a sliding puzzle, depth by depth.

    >>> import slidefront
    >>> puzzle = slidefront.load("8-puzzle")
    >>> print(puzzle.size())
    181,440

Names are imported when they are first used, so that the command line starts fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from slidefront.errors import BoardError, LimitError, PuzzleError, RunError, SlidefrontError
    from slidefront.explore.expand import expand
    from slidefront.explore.loop import Interrupted
    from slidefront.explore.watch import Step, Watcher
    from slidefront.puzzles.file import load, load_text
    from slidefront.puzzles.puzzle import Puzzle, Size
    from slidefront.store.run import Run, open_run

_ROOMS = {
    "BoardError": "errors",
    "Interrupted": "explore.loop",
    "LimitError": "errors",
    "Puzzle": "puzzles.puzzle",
    "PuzzleError": "errors",
    "Run": "store.run",
    "RunError": "errors",
    "Size": "puzzles.puzzle",
    "SlidefrontError": "errors",
    "Step": "explore.watch",
    "Watcher": "explore.watch",
    "expand": "explore.expand",
    "load": "puzzles.file",
    "load_text": "puzzles.file",
    "open_run": "store.run",
}

__all__ = [
    "BoardError",
    "Interrupted",
    "LimitError",
    "Puzzle",
    "PuzzleError",
    "Run",
    "RunError",
    "Size",
    "SlidefrontError",
    "Step",
    "Watcher",
    "expand",
    "load",
    "load_text",
    "open_run",
]


def __getattr__(name: str) -> object:
    if name not in _ROOMS:
        raise AttributeError(f"module 'slidefront' has no attribute {name!r}")
    return getattr(import_module(f"slidefront.{_ROOMS[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
