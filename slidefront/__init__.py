"""Explore every reachable position of a sliding puzzle, depth by depth.

    >>> import slidefront
    >>> puzzle = slidefront.load("8-puzzle")
    >>> print(puzzle.size())
    181,440

Names are imported when they are first used, so that the command line starts fast.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from slidefront import display as _display
from slidefront.errors import check_platform

__version__ = "0.1.0"

if TYPE_CHECKING:
    from slidefront.analysis.dataframes import to_duckdb, to_pandas, to_polars
    from slidefront.analysis.difficulty import Difficulty
    from slidefront.analysis.hardest import Deep, hardest
    from slidefront.analysis.packs import problems
    from slidefront.analysis.problems import Problem, ProblemPack
    from slidefront.analysis.stats import Distribution, Stats, stats
    from slidefront.check.files import Damage, Report
    from slidefront.check.publish import publish
    from slidefront.check.repair import repair
    from slidefront.check.verify import verify
    from slidefront.errors import (
        BoardError,
        LayerError,
        LimitError,
        PuzzleError,
        RouteError,
        RunError,
        SlidefrontError,
        TableError,
    )
    from slidefront.explore.expand import expand
    from slidefront.explore.starts import goals_of
    from slidefront.explore.watch import Checked, Interrupted, Round, Step, TableProgress, Threshold, Watcher
    from slidefront.puzzles.board_files import BoardLine, read_lines
    from slidefront.puzzles.core import Goal, Marks, Move, PiecePlaces, PlaceColumn, Puzzle, Size
    from slidefront.puzzles.drawing import Drawing
    from slidefront.puzzles.load import load, load_text
    from slidefront.puzzles.position import Position
    from slidefront.puzzles.ranking import Ranking, RowMarks, RowMoves
    from slidefront.puzzles.starts import StartKind, Starts
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

_NAMES = {
    "analysis.dataframes": ("to_duckdb", "to_pandas", "to_polars"),
    "analysis.difficulty": ("Difficulty",),
    "analysis.hardest": ("Deep", "hardest"),
    "analysis.packs": ("problems",),
    "analysis.problems": ("Problem", "ProblemPack"),
    "analysis.stats": ("Distribution", "Stats", "stats"),
    "check.files": ("Damage", "Report"),
    "check.publish": ("publish",),
    "check.repair": ("repair",),
    "check.verify": ("verify",),
    "errors": (
        "BoardError",
        "LayerError",
        "LimitError",
        "PuzzleError",
        "RouteError",
        "RunError",
        "SlidefrontError",
        "TableError",
    ),
    "explore.expand": ("expand",),
    "explore.starts": ("goals_of",),
    "explore.watch": ("Checked", "Interrupted", "Round", "Step", "TableProgress", "Threshold", "Watcher"),
    "puzzles.core": ("Goal", "Marks", "Move", "PiecePlaces", "PlaceColumn", "Puzzle", "Size"),
    "puzzles.drawing": ("Drawing",),
    "puzzles.position": ("Position",),
    "puzzles.ranking": ("Ranking", "RowMarks", "RowMoves"),
    "puzzles.starts": ("StartKind", "Starts"),
    "puzzles.load": ("load", "load_text"),
    "puzzles.board_files": ("BoardLine", "read_lines"),
    "routes.replay": ("read_route",),
    "routes.route": ("Route",),
    "routes.trace": ("trace",),
    "search.question": ("Answer", "Question"),
    "search.solve": ("Solved", "solve"),
    "store.manifest": ("Layer", "Manifest", "Part"),
    "store.run": ("Run", "open_run"),
    "tables.explore": ("make_table",),
    "tables.file": ("TableHeader",),
    "tables.table": ("Table", "open_table"),
    "tables.verify": ("TableReport", "verify_table"),
    "view.picture": ("Picture", "draw", "draw_route"),
}
_MODULES = {name: module for module, names in _NAMES.items() for name in names}

__all__ = [
    "Answer",
    "BoardError",
    "BoardLine",
    "Checked",
    "Damage",
    "Deep",
    "Difficulty",
    "Distribution",
    "Drawing",
    "Goal",
    "Interrupted",
    "Layer",
    "LayerError",
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
    "RowMarks",
    "RowMoves",
    "Run",
    "RunError",
    "Size",
    "SlidefrontError",
    "Solved",
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


def _html_of(shown: _display.Displayed) -> str:
    from slidefront.view.notebook import html_of

    return html_of(shown)


_display.draw_with(_html_of)
