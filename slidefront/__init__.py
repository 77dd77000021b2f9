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
    from slidefront.analysis.doors import to_duckdb, to_pandas, to_polars
    from slidefront.analysis.hardest import hardest
    from slidefront.analysis.problems import problems
    from slidefront.analysis.stats import stats
    from slidefront.analysis.unexplored import problems_of
    from slidefront.errors import BoardError, LimitError, PuzzleError, RouteError, RunError, SlidefrontError
    from slidefront.explore.expand import expand
    from slidefront.explore.loop import Interrupted
    from slidefront.explore.verify import verify
    from slidefront.explore.watch import Step, Watcher
    from slidefront.puzzles.file import load, load_text
    from slidefront.puzzles.puzzle import Move, Puzzle, Size
    from slidefront.search.replay import read_route
    from slidefront.search.route import Route
    from slidefront.search.solve import Solved, solve
    from slidefront.search.trace import trace
    from slidefront.store.check import Damage, Report
    from slidefront.store.repair import repair
    from slidefront.store.run import Run, open_run

_ROOMS = {
    "BoardError": "errors",
    "Damage": "store.check",
    "Interrupted": "explore.loop",
    "LimitError": "errors",
    "Move": "puzzles.puzzle",
    "Puzzle": "puzzles.puzzle",
    "PuzzleError": "errors",
    "Report": "store.check",
    "Route": "search.route",
    "RouteError": "errors",
    "Run": "store.run",
    "RunError": "errors",
    "Size": "puzzles.puzzle",
    "SlidefrontError": "errors",
    "Step": "explore.watch",
    "Watcher": "explore.watch",
    "expand": "explore.expand",
    "hardest": "analysis.hardest",
    "load": "puzzles.file",
    "load_text": "puzzles.file",
    "open_run": "store.run",
    "problems": "analysis.problems",
    "problems_of": "analysis.unexplored",
    "read_route": "search.replay",
    "repair": "store.repair",
    "solve": "search.solve",
    "Solved": "search.solve",
    "stats": "analysis.stats",
    "trace": "search.trace",
    "to_duckdb": "analysis.doors",
    "to_pandas": "analysis.doors",
    "to_polars": "analysis.doors",
    "verify": "explore.verify",
}

__all__ = [
    "BoardError",
    "Damage",
    "Interrupted",
    "LimitError",
    "Move",
    "Puzzle",
    "PuzzleError",
    "Report",
    "Route",
    "RouteError",
    "Run",
    "RunError",
    "Size",
    "SlidefrontError",
    "Solved",
    "Step",
    "Watcher",
    "expand",
    "hardest",
    "load",
    "load_text",
    "open_run",
    "problems",
    "problems_of",
    "read_route",
    "repair",
    "solve",
    "stats",
    "to_duckdb",
    "to_pandas",
    "to_polars",
    "trace",
    "verify",
]


def __getattr__(name: str) -> object:
    if name not in _ROOMS:
        raise AttributeError(f"module 'slidefront' has no attribute {name!r}")
    return getattr(import_module(f"slidefront.{_ROOMS[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
