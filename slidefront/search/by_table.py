"""Answer a question from a table of distances, if there is one for the puzzle and its goal or start."""

import numpy as np

from slidefront.puzzles.core import identity_hash
from slidefront.puzzles.read.boards import StartKind, Starts
from slidefront.search.question import Answer, Question
from slidefront.tables.explore import default_file
from slidefront.tables.file import read_table
from slidefront.tables.table import Table


def by_table(question: Question) -> tuple[str, Answer] | None:
    """Read a shortest route from a table in data/: why it is one, and the answer. None if no table can tell."""
    if question.every or question.max_depth is not None:
        return None
    table = _find_table(question)
    if table is None:
        return None
    puzzle = question.puzzle
    if table.header.starts == (question.start,) and puzzle.goal.key is not None:
        way = table.way(puzzle.goal.key)[::-1]
    else:
        way = table.way(question.start)
    why = f"{table.path} has the distance of every board"
    if not way:
        return why, Answer(None, None, f"the board is not among the {table.boards:,} boards of the table")
    return why, Answer(way, len(way) - 1, f"the distance in a table of all {table.boards:,} boards")


def _find_table(question: Question) -> Table | None:
    """Open the table of the puzzle whose distances are counted from the goal, or from the start, of the question."""
    puzzle = question.puzzle
    ends = [(key,) for key in (puzzle.goal.key, question.start) if key is not None]
    for kind in (StartKind.HOME, StartKind.GOAL, StartKind.GOALS):
        path = default_file(puzzle, Starts(kind, kind.value, np.empty(0, np.uint64)))
        if not path.is_file():
            continue
        header = read_table(path).header
        fits = header.manifest.identity == identity_hash(puzzle) and header.manifest.metric == puzzle.metric
        if (
            header.manifest.whole
            and fits
            and (header.starts in ends or (kind is StartKind.GOALS and puzzle.goal.partial))
        ):
            return Table(path)
    return None
