"""Answer a question from a table of distances, if there is one for the puzzle and its goal or start."""

from typing import TYPE_CHECKING

from slidefront.notation.boards import StartKind
from slidefront.puzzles.core import Puzzle, identity_hash
from slidefront.search.question import SearchAnswer, SearchQuestion
from slidefront.store.manifest import default_table, load_puzzle

if TYPE_CHECKING:
    from slidefront.tables.file import TableHeader
    from slidefront.tables.table import Table


def by_table(question: SearchQuestion) -> SearchAnswer | None:
    """Read a shortest route from a table in data/; None if no table can tell."""
    if question.every or question.max_depth is not None:
        return None
    table = _find_table(question)
    if table is None:
        return None
    puzzle = question.puzzle
    if puzzle.goal.key is not None and table.header.starts != (puzzle.goal.key,):
        way = table.ways([puzzle.goal.key])[0][::-1]
    else:
        (way,) = table.ways([question.start])
    if not way and puzzle.goal.partial:
        return None  # boards that home does not reach may meet the goal too
    answer = SearchAnswer(way, len(way) - 1, f"the distance in a table of all {table.boards:,} boards")
    if not way:
        answer = SearchAnswer(None, None, f"the board is not among the {table.boards:,} boards of the table")
    return answer.explained("table", f"{table.path} has the distance of every board")


def table_to_goal(puzzle: Puzzle) -> "Table | None":
    """Open the table in data/ that has the distance of every board to the goal; None if there is none."""
    return _find_table(SearchQuestion(puzzle, puzzle.home if puzzle.goal.key is None else puzzle.goal.key))


def _find_table(question: SearchQuestion) -> "Table | None":
    """Open the table of the puzzle whose distances are counted from the goal, or from the start, of the question."""
    for kind in (StartKind.HOME, StartKind.GOAL, StartKind.GOALS):
        path = default_table(question.puzzle, kind)
        if path.is_file():
            from slidefront.tables.file import read_table
            from slidefront.tables.table import Table

            header = read_table(path).header
            if _answers(header, question):
                return Table(path, None if header.manifest.text else question.puzzle)
    return None


def _answers(header: "TableHeader", question: SearchQuestion) -> bool:
    """Tell whether a table has the distance of start and goal; that from the start has it if the goal is one board."""
    puzzle, manifest = question.puzzle, header.manifest
    if not manifest.whole or manifest.metric != puzzle.metric:
        return False
    if puzzle.goal.key is None:
        return manifest.start_kind is StartKind.GOALS and manifest.identity == identity_hash(puzzle)
    if header.starts not in ((puzzle.goal.key,), (question.start,)):
        return False
    if manifest.identity == identity_hash(puzzle):
        return True
    if not manifest.text:
        return False
    # Equal but for their goals: their boards have the same keys and the same moves.
    return {**load_puzzle(manifest).identity(), "goal": None} == {**puzzle.identity(), "goal": None}
