"""Many boards for `slidefront solve`: a file of boards of one puzzle, or a file of lines that are each a puzzle."""

import sys
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any

from slidefront import units
from slidefront.analysis.answers import Found, Question, one_by_one
from slidefront.cli.answers import Output, print_answers
from slidefront.cli.inputs import read_text, remark_kind, source_name
from slidefront.cli.options import PuzzleFields, SolveFields
from slidefront.errors import LimitError, SlidefrontError
from slidefront.files import is_file
from slidefront.routes.write import usual_format
from slidefront.search.boards_to_solve import (
    BoardToSolve,
    algorithm_for,
    boards_of,
    distances_for,
    puzzles_in,
    puzzles_of,
    shares,
    solve_from,
)
from slidefront.search.solve import Solved
from slidefront.tables.table import Table
from slidefront.view.answers import route_line
from slidefront.view.route import one_line_writer
from slidefront.view.solved import route_data
from slidefront.watch import Watcher

_READ_AT_ONCE = 1 << 10


def solve_many(asked: PuzzleFields, how: SolveFields, start: str, out: Path | None, as_json: bool) -> bool:
    """Solve the boards of a file, several at once, each with its share of the memory; False if it is one board."""
    boards = _boards(asked, start)
    if not boards:
        return False
    output = Output(route_line, out, as_json)
    if how.for_one_board:
        raise LimitError("--log and --strip are for one board: leave them out for several")
    _check_format(boards, how.form)
    with distances_for(boards, how.algorithm if how.max_depth is None else "") as table:
        _print(asked, how, boards, table, output)
    return True


def _print(
    asked: PuzzleFields, how: SolveFields, boards: Sequence[BoardToSolve], table: Table | None, output: Output
) -> None:
    algorithm = how.algorithm if table else algorithm_for(boards, how.algorithm)
    most = units.parse_size(how.memory) if how.memory else None
    at_once, memory = (1, 0) if table else shares(len(boards), how.threads, most)
    first = boards[0].puzzle
    shared = first if all(one.puzzle is first for one in boards) else None

    def data(board: BoardToSolve, solved: Solved | SlidefrontError) -> dict[str, Any]:
        if isinstance(solved, SlidefrontError):
            raise solved
        board.line.check_length(solved.optimum)
        puzzle = board.loaded()[0]
        found = route_data(solved, one_line_writer(puzzle, how.form))
        return found if shared else {**found, "format": how.form or usual_format(puzzle)}

    def ask(part: Sequence[BoardToSolve], watcher: Watcher) -> Found:
        if table is None:
            return one_by_one(part, lambda one: data(one, one.solve(algorithm, memory, watcher, **how.limits)))
        found = iter(solve_from(table, part))
        return one_by_one(part, lambda one: data(one, next(found)))

    form = how.form or (usual_format(shared) if shared else None)
    options = {} if shared else {"grid": vars(asked.grid)}
    asks = {"metric": asked.metric, "to": asked.goal, "format": form, **how.limits, **options}
    totals = print_answers(
        Question("solve", shared, asks),
        boards,
        ask,
        output,
        kind=lambda data: "" if data["length"] is not None else "none" if data["at_least"] is None else "limit",
        at_once=at_once,
        chunk=_READ_AT_ONCE if table else 1,
    )
    words = {"none": "proved to have no solution", "limit": "not solved within the limits"}
    totals.end(words, *words)


def _check_format(boards: Sequence[BoardToSolve], form: str | None) -> None:
    """Refuse a format that no puzzle of the boards has, before any search."""
    puzzles, refusals = puzzles_in(boards), []
    for puzzle in puzzles:
        try:
            one_line_writer(puzzle, form)
        except SlidefrontError as error:
            refusals.append(error)
    if refusals and len(refusals) == len(puzzles):
        raise refusals[0]


def _boards(asked: PuzzleFields, start: str) -> list[BoardToSolve]:
    """List the boards of a file that --from or else PUZZLE names; none where the file is one board."""
    if start == "-" or is_file(start):
        loaded = asked.load()
        kind, boards = boards_of(loaded, read_text(start) or "", source_name(start), asked.goal)
        if len(boards) == 1 and start != "-" and boards[0].line.error is None:
            return []
        remark_kind(kind, source_name(start))
        return boards
    text = read_text(asked.puzzle) or ""
    if asked.puzzle == "-":
        sys.stdin = StringIO(text)  # to be read again if it is one puzzle
    return puzzles_of(text, asked.puzzle, asked.goal, asked.metric, asked.grid)
