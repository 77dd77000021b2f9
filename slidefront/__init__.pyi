# The public names, each with its module: the one list of them. `__init__.py` imports a name when it is first used.

from slidefront.apps.problems.difficulty import Difficulty as Difficulty
from slidefront.apps.problems.difficulty import difficulties as difficulties
from slidefront.apps.problems.difficulty import grade as grade
from slidefront.apps.problems.packs import problems as problems
from slidefront.apps.problems.problems import Problem as Problem
from slidefront.apps.problems.problems import ProblemPack as ProblemPack
from slidefront.check.repair import repair as repair
from slidefront.check.verify import verify as verify
from slidefront.draw.board import describe_goal as describe_goal
from slidefront.draw.picture import Picture as Picture
from slidefront.draw.picture import draw_board as draw_board
from slidefront.draw.picture import draw_boards as draw_boards
from slidefront.draw.picture import draw_route as draw_route
from slidefront.draw.picture import drawing_data as drawing_data
from slidefront.errors import ArgumentError as ArgumentError
from slidefront.errors import BoardError as BoardError
from slidefront.errors import LimitError as LimitError
from slidefront.errors import PuzzleError as PuzzleError
from slidefront.errors import RouteError as RouteError
from slidefront.errors import RunError as RunError
from slidefront.errors import SlidefrontError as SlidefrontError
from slidefront.errors import TableError as TableError
from slidefront.executors.budget import Resources as Resources
from slidefront.explore.expand import expand as expand
from slidefront.explore.expand import goal_boards as goal_boards
from slidefront.frames.dataframes import to_duckdb as to_duckdb
from slidefront.frames.dataframes import to_pandas as to_pandas
from slidefront.frames.dataframes import to_polars as to_polars
from slidefront.frames.stats import hardest as hardest
from slidefront.frames.stats import stats as stats
from slidefront.notation.board_files import BoardLine as BoardLine
from slidefront.notation.board_files import read_boards as read_boards
from slidefront.notation.load import describe_puzzle as describe_puzzle
from slidefront.notation.load import load as load
from slidefront.notation.load import read_puzzle as read_puzzle
from slidefront.notation.route import Route as Route
from slidefront.notation.route import default_notation as default_notation
from slidefront.notation.route import read_route as read_route
from slidefront.notation.route import write_moves as write_moves
from slidefront.puzzles.capabilities import Drawing as Drawing
from slidefront.puzzles.capabilities import Goal as Goal
from slidefront.puzzles.capabilities import Move as Move
from slidefront.puzzles.contract import check_puzzle as check_puzzle
from slidefront.puzzles.core import Position as Position
from slidefront.puzzles.core import Puzzle as Puzzle
from slidefront.puzzles.core import successors as successors
from slidefront.puzzles.puzzle_file import Fields as Fields
from slidefront.puzzles.ranking import Ranking as Ranking
from slidefront.search.bounds import lower_bound as lower_bound
from slidefront.search.layer_search import iter_layers as iter_layers
from slidefront.search.result import SolveResult as SolveResult
from slidefront.search.solve import prepare as prepare
from slidefront.search.solve import solve as solve
from slidefront.store.run import Run as Run
from slidefront.store.run import open_run as open_run
from slidefront.store.space import Space as Space
from slidefront.tables.build import make_table as make_table
from slidefront.tables.build import verify_table as verify_table
from slidefront.tables.open_space import open_space as open_space
from slidefront.tables.table import Table as Table
from slidefront.tables.table import open_table as open_table
from slidefront.watch import Interrupted as Interrupted
from slidefront.watch import Watcher as Watcher

__version__: str

class Displayed:
    def _repr_html_(self) -> str: ...
