"""Explore every reachable position of a sliding puzzle, depth by depth.

    >>> import slidefront
    >>> puzzle = slidefront.load("8-puzzle")
    >>> print(puzzle.size())
    181,440

Names are imported when they are first used, so that the command line starts fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from slidefront.errors import check_platform

__version__ = "0.1.0"

if TYPE_CHECKING:
    from slidefront.analysis.dataframes import to_duckdb, to_pandas, to_polars
    from slidefront.analysis.difficulty import Difficulty
    from slidefront.analysis.hardest import Deep, hardest
    from slidefront.analysis.packs import problems
    from slidefront.analysis.problems import Problem, ProblemPack
    from slidefront.analysis.stats import Spread, Stats, stats
    from slidefront.check.files import Damage, Report
    from slidefront.check.publish import publish
    from slidefront.check.repair import repair
    from slidefront.check.verify import verify
    from slidefront.errors import BoardError, LimitError, PuzzleError, RouteError, RunError, SlidefrontError, TableError
    from slidefront.explore.expand import expand
    from slidefront.explore.starts import goals_of
    from slidefront.explore.watch import Checked, Interrupted, Round, Step, TableProgress, Threshold, Watcher
    from slidefront.puzzles.core import Goal, Marks, Move, PiecePlaces, PlaceColumn, Puzzle, Size
    from slidefront.puzzles.drawing import Drawing
    from slidefront.puzzles.position import Position
    from slidefront.puzzles.ranking import Ranking
    from slidefront.puzzles.read.boards import StartKind, Starts
    from slidefront.puzzles.read.load import load, load_text
    from slidefront.routes.board_lines import BoardLine, read_lines
    from slidefront.routes.replay import read_route
    from slidefront.routes.route import Route
    from slidefront.routes.trace import trace
    from slidefront.search.question import Answer, Question
    from slidefront.search.solve import Solved, solve
    from slidefront.store.manifest import Layer, Manifest, Part
    from slidefront.store.run import Run, open_run
    from slidefront.tables.explore import make_table
    from slidefront.tables.file import TableHeader
    from slidefront.tables.table import Table, open_table
    from slidefront.tables.verify import TableReport, verify_table
    from slidefront.view.picture import Picture, draw, draw_route

_MODULES = {
    "Answer": "search.question",
    "BoardError": "errors",
    "BoardLine": "routes.board_lines",
    "Damage": "check.files",
    "Deep": "analysis.hardest",
    "Difficulty": "analysis.difficulty",
    "Goal": "puzzles.core",
    "Interrupted": "explore.watch",
    "Layer": "store.manifest",
    "LimitError": "errors",
    "Manifest": "store.manifest",
    "Marks": "puzzles.core",
    "Move": "puzzles.core",
    "Picture": "view.picture",
    "Part": "store.manifest",
    "PiecePlaces": "puzzles.core",
    "PlaceColumn": "puzzles.core",
    "Position": "puzzles.position",
    "Problem": "analysis.problems",
    "Checked": "explore.watch",
    "Puzzle": "puzzles.core",
    "PuzzleError": "errors",
    "Question": "search.question",
    "Report": "check.files",
    "Round": "explore.watch",
    "Route": "routes.route",
    "RouteError": "errors",
    "Run": "store.run",
    "RunError": "errors",
    "Size": "puzzles.core",
    "SlidefrontError": "errors",
    "Solved": "search.solve",
    "Spread": "analysis.stats",
    "StartKind": "puzzles.read.boards",
    "Starts": "puzzles.read.boards",
    "Stats": "analysis.stats",
    "Step": "explore.watch",
    "Threshold": "explore.watch",
    "Watcher": "explore.watch",
    "draw": "view.picture",
    "draw_route": "view.picture",
    "expand": "explore.expand",
    "goals_of": "explore.starts",
    "hardest": "analysis.hardest",
    "load": "puzzles.read.load",
    "load_text": "puzzles.read.load",
    "open_run": "store.run",
    "open_table": "tables.table",
    "problems": "analysis.packs",
    "read_lines": "routes.board_lines",
    "publish": "check.publish",
    "read_route": "routes.replay",
    "repair": "check.repair",
    "solve": "search.solve",
    "stats": "analysis.stats",
    "make_table": "tables.explore",
    "TableHeader": "tables.file",
    "TableProgress": "explore.watch",
    "TableReport": "tables.verify",
    "Drawing": "puzzles.drawing",
    "Ranking": "puzzles.ranking",
    "ProblemPack": "analysis.problems",
    "Table": "tables.table",
    "TableError": "errors",
    "to_duckdb": "analysis.dataframes",
    "to_pandas": "analysis.dataframes",
    "to_polars": "analysis.dataframes",
    "trace": "routes.trace",
    "verify": "check.verify",
    "verify_table": "tables.verify",
}

__all__ = [
    "Answer",
    "BoardError",
    "BoardLine",
    "Checked",
    "Damage",
    "Deep",
    "Difficulty",
    "Drawing",
    "Goal",
    "Interrupted",
    "Layer",
    "LimitError",
    "Manifest",
    "Marks",
    "Move",
    "Part",
    "Picture",
    "PiecePlaces",
    "PlaceColumn",
    "Position",
    "Problem",
    "ProblemPack",
    "Puzzle",
    "PuzzleError",
    "Question",
    "Ranking",
    "Report",
    "Round",
    "Route",
    "RouteError",
    "Run",
    "RunError",
    "Size",
    "SlidefrontError",
    "Solved",
    "Spread",
    "StartKind",
    "Starts",
    "Stats",
    "Step",
    "Table",
    "TableError",
    "TableHeader",
    "TableProgress",
    "TableReport",
    "Threshold",
    "Watcher",
    "draw",
    "draw_route",
    "expand",
    "goals_of",
    "hardest",
    "load",
    "load_text",
    "make_table",
    "open_run",
    "open_table",
    "problems",
    "publish",
    "read_lines",
    "read_route",
    "repair",
    "solve",
    "stats",
    "to_duckdb",
    "to_pandas",
    "to_polars",
    "trace",
    "verify",
    "verify_table",
]


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module 'slidefront' has no attribute {name!r}")
    if _MODULES[name] != "errors":
        check_platform()
    return getattr(import_module(f"slidefront.{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
