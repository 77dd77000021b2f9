"""Many boards for `slidefront solve`: a file of boards of one puzzle, or a file of lines that are each a puzzle."""

import sys
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any

from slidefront.analysis.answers import Found, Question, one_by_one
from slidefront.cli.answers import Output, print_answers
from slidefront.cli.inputs import note_kind, read_text, source_name
from slidefront.cli.options import PuzzleFields
from slidefront.cli.output import note
from slidefront.cli.solve_options import SolveFields
from slidefront.errors import LimitError, SlidefrontError
from slidefront.explore.watch import Watcher
from slidefront.files import is_file
from slidefront.search.boards_to_solve import (
    BoardToSolve,
    algorithm_for,
    boards_of,
    puzzles_in,
    puzzles_of,
    shares,
)
from slidefront.view.answers import route_line
from slidefront.view.route import one_line_writer
from slidefront.view.solved import route_data


def solve_many(asked: PuzzleFields, how: SolveFields, start: str, out: Path | None, as_json: bool) -> bool:
    """Solve the boards of a file, several at once, each with its share of the memory; False if it is one board."""
    boards = _boards(asked, start)
    if not boards:
        return False
    output = Output(route_line, out, as_json)
    output.check()
    if how.for_one_board:
        raise LimitError("--bounded, --max-seconds, --log and --strip are for one board: leave them out for several")
    algorithm = algorithm_for(boards, how.algorithm)
    _check_format(boards, how.form)
    at_once, memory = shares(len(boards), how.threads, how.bytes)

    def data(board: BoardToSolve, watcher: Watcher) -> dict[str, Any]:
        write = one_line_writer(board.loaded()[0], how.form)
        solved = board.solve(algorithm, memory, watcher, how.max_depth)
        board.line.check_length(solved.optimum)
        return route_data(solved, write)

    def ask(part: Sequence[BoardToSolve], watcher: Watcher) -> Found:
        return one_by_one(part, lambda board: data(board, watcher))

    first = boards[0].puzzle
    shared = first if all(one.puzzle is first for one in boards) else None
    options = {} if shared else {"grid": vars(asked.grid)}
    totals = print_answers(
        Question(
            "solve",
            shared,
            {"metric": asked.metric, "to": asked.goal, "format": how.form, "max_depth": how.max_depth, **options},
        ),
        boards,
        ask,
        output,
        kind=lambda data: "none" if data["length"] is None else "",
        at_once=at_once,
    )
    totals.end({"none": "proved to have no solution"}, "none")
    return True


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
        loaded = asked.load(quiet=True)
        kind, boards = boards_of(loaded, read_text(start) or "", source_name(start), asked.goal)
        if len(boards) == 1 and start != "-" and boards[0].line.error is None:
            return []
        if loaded.read_as:
            note(loaded.read_as)
        note_kind(kind, source_name(start))
        return boards
    text = read_text(asked.puzzle) or ""
    if asked.puzzle == "-":
        sys.stdin = StringIO(text)  # to be read again if it is one puzzle
    return puzzles_of(text, asked.puzzle, asked)
