"""Answer a question from a table in data/ whose distances are counted from the goal, if there is one."""

from typing import TYPE_CHECKING

from slidefront.notation.boards import StartKind
from slidefront.puzzles.core import Puzzle, identity_hash
from slidefront.search.question import SearchAnswer, SearchQuestion
from slidefront.store.manifest import default_table

if TYPE_CHECKING:
    from slidefront.tables.table import Table


def by_table(question: SearchQuestion) -> SearchAnswer | None:
    """Read a shortest route from a table; None if no table can tell."""
    if question.every or question.max_depth is not None:
        return None
    table = table_to_goal(question.puzzle)
    if table is None:
        return None
    (way,) = table.ways([question.start])
    if not way and question.puzzle.goal.partial:
        return None  # boards that home does not reach may meet the goal too
    answer = SearchAnswer(way, len(way) - 1, f"the distance in a table of all {table.boards:,} boards")
    if not way:
        answer = SearchAnswer(None, None, f"the board is not among the {table.boards:,} boards of the table")
    return answer.explained("table", f"{table.path} has the distance of every board")


def table_to_goal(puzzle: Puzzle) -> "Table | None":
    """Open the table in data/ that has the distance of every board to the goal; None if there is none."""
    for kind in (StartKind.HOME, StartKind.GOAL, StartKind.GOALS):
        path = default_table(puzzle, kind)
        if path.is_file():
            from slidefront.tables.file import read_table
            from slidefront.tables.table import Table

            header = read_table(path).header
            manifest = header.manifest
            same = (manifest.identity, manifest.metric) == (identity_hash(puzzle), puzzle.metric)
            goals = puzzle.goal.partial and manifest.start_kind is StartKind.GOALS
            if manifest.whole and same and (goals or header.starts == (puzzle.goal.key,)):
                return Table(path, None if manifest.text else puzzle)
    return None
