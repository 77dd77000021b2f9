"""Many boards for `slidefront solve`: a file of boards of one puzzle, or a file of lines that are each a puzzle."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from slidefront import units
from slidefront.cli.answers import Output, print_answers
from slidefront.cli.inputs import read_again, read_text, source_name
from slidefront.cli.options import PuzzleFields, SolveFields
from slidefront.draw.answers import route_line
from slidefront.draw.route import one_line_writer
from slidefront.draw.solved import route_data
from slidefront.errors import LimitError, RouteError, SlidefrontError
from slidefront.files import is_file
from slidefront.frames.answers import Found, Question, one_by_one
from slidefront.notation.board_files import BoardLine
from slidefront.notation.moves import read_moves, usual_notation
from slidefront.notation.replay import replay
from slidefront.search.boards_to_solve import (
    algorithm_for,
    boards_of,
    distances_for,
    puzzles_in,
    puzzles_of,
    shares,
    solve_from,
    solve_line,
)
from slidefront.search.solve import Solved
from slidefront.tables.table import Table
from slidefront.watch import Watcher

_READ_AT_ONCE = 1 << 10


def solve_many(asked: PuzzleFields, how: SolveFields, start: str, out: Path | None, as_json: bool) -> bool:
    """Solve the boards of a file, several at once, each with its share of the memory; False if it is one board."""
    boards = _boards(asked, start)
    if not boards:
        return False
    output = Output(route_line, out, as_json)
    if how.strip:
        raise LimitError("--strip is for one board: leave it out for several")
    _check_format(boards, how.form)
    table = distances_for(boards, how.algorithm if how.max_depth is None else "")
    _print(asked, how, boards, table, output)
    return True


def _print(
    asked: PuzzleFields, how: SolveFields, boards: Sequence[BoardLine], table: Table | None, output: Output
) -> None:
    algorithm = how.algorithm if table else algorithm_for(boards, how.algorithm)
    most = units.parse_size(how.memory) if how.memory else None
    at_once, memory = (1, 0) if table else shares(len(boards), how.threads, most)
    first = boards[0].puzzle
    shared = first if all(one.puzzle is first for one in boards) else None

    def data(board: BoardLine, solved: Solved | SlidefrontError) -> dict[str, Any]:
        if isinstance(solved, SlidefrontError):
            raise solved
        board.check_length(solved.optimum)
        puzzle = solved.puzzle
        found = route_data(solved, one_line_writer(puzzle, how.form))
        return found if shared else {**found, "format": how.form or usual_notation(puzzle)}

    def ask(part: Sequence[BoardLine], watcher: Watcher) -> Found:
        if table is None:
            return one_by_one(part, lambda one: data(one, solve_line(one, algorithm, memory, watcher, **how.limits)))
        found = iter(solve_from(table, part))
        return one_by_one(part, lambda one: data(one, next(found)))

    form = how.form or (usual_notation(shared) if shared else None)
    options = {} if shared else {"grid": vars(asked.grid)}
    asks = {"metric": asked.metric, "to": asked.goal, "format": form, **how.limits, **options}
    totals = print_answers(
        Question("solve", shared, asks, check=lambda board, found: _check(board, found, how.form)),
        boards,
        ask,
        output,
        kind=lambda data: "" if data["length"] is not None else "none" if data["at_least"] is None else "limit",
        at_once=at_once,
        chunk=_READ_AT_ONCE if table else 1,
    )
    words = {"none": "proved to have no solution", "limit": "not solved within the limits"}
    totals.end(words, *words)


def _check(board: BoardLine, found: Mapping[str, Any], form: str | None) -> None:
    """Compare the length in a file of answers with its route, and with the length in the file of boards."""
    start = board.position()
    if found["length"] is None:
        goal = start.puzzle.goal.key
        if found["at_least"] is None and goal is not None and start.puzzle.theory.connects(start.key, goal):
            raise RouteError("the board has a solution")
    else:
        moves = read_moves(start.puzzle, found["route"], form or usual_notation(start.puzzle))
        done = replay(start, moves, found["length"])
        if done.fault or not done.meets_goal:
            raise RouteError(str(done.fault or "the route does not reach the goal"))
    if "at_least" not in found:
        board.check_length(found["length"])


def _check_format(boards: Sequence[BoardLine], form: str | None) -> None:
    """Refuse a format that no puzzle of the boards has, before any search."""
    puzzles, refusals = puzzles_in(boards), []
    for puzzle in puzzles:
        try:
            one_line_writer(puzzle, form)
        except SlidefrontError as error:
            refusals.append(error)
    if refusals and len(refusals) == len(puzzles):
        raise refusals[0]


def _boards(asked: PuzzleFields, start: str) -> list[BoardLine]:
    """List the boards of a file that --from or else PUZZLE names; none where the file is one board."""
    if start == "-" or is_file(start):
        boards = boards_of(asked.load(), read_text(start) or "", source_name(start), asked.goal)
        return [] if len(boards) == 1 and start != "-" and boards[0].error is None else boards
    text = read_text(asked.puzzle) or ""
    if asked.puzzle == "-":
        read_again(text)
    return puzzles_of(text, asked.puzzle, asked.goal, asked.metric, asked.grid)
