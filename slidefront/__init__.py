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
    from slidefront.analysis.dataframes import to_duckdb, to_pandas, to_polars
    from slidefront.analysis.hardest import hardest
    from slidefront.analysis.problems import problems
    from slidefront.analysis.random_problems import problems_of
    from slidefront.analysis.stats import stats
    from slidefront.check.files import Damage, Report
    from slidefront.check.repair import repair
    from slidefront.check.verify import verify
    from slidefront.errors import BoardError, LimitError, PuzzleError, RouteError, RunError, SlidefrontError
    from slidefront.explore.expand import expand
    from slidefront.explore.loop import Interrupted
    from slidefront.explore.watch import Step, Watcher
    from slidefront.puzzles.core import Goal, Move, Puzzle, Size
    from slidefront.puzzles.read.load import load, load_text
    from slidefront.routes.replay import read_route
    from slidefront.routes.route import Route
    from slidefront.routes.trace import trace
    from slidefront.search.solve import Solved, solve
    from slidefront.store.run import Run, open_run

_MODULES = {
    "BoardError": "errors",
    "Damage": "check.files",
    "Goal": "puzzles.core",
    "Interrupted": "explore.loop",
    "LimitError": "errors",
    "Move": "puzzles.core",
    "Puzzle": "puzzles.core",
    "PuzzleError": "errors",
    "Report": "check.files",
    "Route": "routes.route",
    "RouteError": "errors",
    "Run": "store.run",
    "RunError": "errors",
    "Size": "puzzles.core",
    "SlidefrontError": "errors",
    "Step": "explore.watch",
    "Watcher": "explore.watch",
    "expand": "explore.expand",
    "hardest": "analysis.hardest",
    "load": "puzzles.read.load",
    "load_text": "puzzles.read.load",
    "open_run": "store.run",
    "problems": "analysis.problems",
    "problems_of": "analysis.random_problems",
    "read_route": "routes.replay",
    "repair": "check.repair",
    "solve": "search.solve",
    "Solved": "search.solve",
    "stats": "analysis.stats",
    "trace": "routes.trace",
    "to_duckdb": "analysis.dataframes",
    "to_pandas": "analysis.dataframes",
    "to_polars": "analysis.dataframes",
    "verify": "check.verify",
}

__all__ = [
    "BoardError",
    "Damage",
    "Goal",
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
    if name not in _MODULES:
        raise AttributeError(f"module 'slidefront' has no attribute {name!r}")
    return getattr(import_module(f"slidefront.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
