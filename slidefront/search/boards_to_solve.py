"""Many boards to solve: those of a file, all of one puzzle or each a puzzle of its own.

3124756_8 3                                        boards of one puzzle, in any form of `board_files`
{"goal": "_12345678", "cases": [{"board": ...}]}   the same as JSON, with a goal (see `read_cases`)
5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12              lines that are each a puzzle, with their own goal
"""

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any

from slidefront.commands import command
from slidefront.errors import BoardError, SlidefrontError
from slidefront.puzzles.board_files import (
    NUMBERED,
    BoardFile,
    BoardLine,
    entries,
    kind_of,
    of_pack,
    read_line,
)
from slidefront.puzzles.core import Position, Puzzle
from slidefront.puzzles.load import puzzle_of
from slidefront.puzzles.packs import GOALS, check_columns, read_pack, record_in
from slidefront.puzzles.values import GridOptions
from slidefront.routes.read import with_readable_moves
from slidefront.routes.route import Route
from slidefront.routes.starts import read_board_lines
from slidefront.search.bounds.choose import prefers_ida
from slidefront.search.by_table import table_to_goal
from slidefront.search.question import SearchAnswer, SearchQuestion
from slidefront.search.solve import Solved, check_algorithm, choose_goal, solve, usual_budget, why_unsolvable
from slidefront.tables.table import Table
from slidefront.tables.temporary import is_small, temporary_table
from slidefront.watch import Watcher

_LEAST_MEMORY = 512 << 20
LEAST_LINES = 2  # of a file of puzzles
MANY = 50  # boards: from this number on, pattern databases are built


@dataclass(frozen=True)
class BoardToSolve:
    """A board with its puzzle and goal, or a line that cannot be read."""

    line: BoardLine
    puzzle: Puzzle | None

    @property
    def number(self) -> int:
        """Its number in the file."""
        return self.line.number

    @property
    def text(self) -> str:
        """The board as it was written; with its goal if the line has its own."""
        return self.line.board

    def loaded(self) -> tuple[Puzzle, int]:
        """Return the puzzle and the key of the board; raise what is wrong with the line."""
        if self.puzzle is None or self.line.key is None or self.line.error is not None:
            raise self.line.error or BoardError("the line cannot be read")
        return self.puzzle, self.line.key

    def position(self) -> Position:
        """The board at the start of its route."""
        return self.loaded()[0].position(self._start)

    @property
    def _start(self) -> str | int:
        puzzle, key = self.loaded()
        return key if key == puzzle.home or puzzle.format(key) == self.line.board else self.line.board

    def solve(self, algorithm: str, memory: int | None, watcher: Watcher, **limits: Any) -> Solved:
        """Solve the board on one thread; `limits` are those of `solve`: max_depth, max_seconds and bounded."""
        puzzle, start = self.loaded()[0], self._start
        return solve(puzzle, start, algorithm=algorithm, memory=memory, threads=1, watcher=watcher, **limits)


def boards_of(puzzle: Puzzle, text: str, where: str, goal: str | None = None) -> tuple[str, list[BoardToSolve]]:
    """Read the boards of a file for one puzzle; return its kind, and the boards with the goal that is named."""
    if is_cases(text):
        known_goal, lines = read_cases(puzzle, text, where)
        file, goal = BoardFile("boards", lines), goal or known_goal
    else:
        file = read_board_lines(puzzle if goal is None else choose_goal(puzzle, goal), text, where)
    chosen = choose_goal(puzzle, goal)
    return file.kind, [BoardToSolve(line, chosen) for line in file.lines]


def is_cases(text: str) -> bool:
    """Tell whether a text is JSON with cases, and not a pack as JSON lines."""
    return text.lstrip().startswith("{") and "\n# " not in text and read_pack(text) is None


def read_cases(puzzle: Puzzle, text: str, where: str) -> tuple[str | None, list[BoardLine]]:
    """Read JSON of boards with the published lengths of their shortest solutions, and the goal if the file has one.

        {"goal": "_12345678", "cases": [{"board": "3124756_8", "optimum": 3}]}

    There may be several such records, each under the name of its puzzle. A start is read as the goal, because distances
    are symmetric.
    """
    try:
        record = json.loads(text)
        record = record if "cases" in record else record[puzzle.name]
        goal = record.get("goal", record.get("start"))
        if not isinstance(goal, str | None):
            raise TypeError
        found = [_case(number, one) for number, one in enumerate(record["cases"], 1)]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise BoardError(
            f'{where} is not JSON such as {{"goal": BOARD, "cases": [{{"board": BOARD, "optimum": 3}}]}}, '
            f"and it has no such record under {puzzle.name!r}"
        ) from None
    if not found:
        raise BoardError(f"{where} has no boards: write one a line")
    return goal, [_with_key(puzzle, case, where) for case in found]


def _case(number: int, one: dict[str, Any]) -> BoardLine:
    optimum = one.get("optimum")
    if not isinstance(one["board"], str) or not (optimum is None or type(optimum) is int):
        raise TypeError
    return BoardLine(number, one["board"], optimum=optimum)


def _with_key(puzzle: Puzzle, case: BoardLine, where: str) -> BoardLine:
    try:
        return replace(case, key=puzzle.parse(case.board))
    except BoardError as error:
        raise BoardError(f"{where}, case {case.number}: {error}") from None


def puzzles_of(
    text: str,
    where: str,
    goal: str | None,
    metric: str | None,
    grid: GridOptions,
    *,
    least: int = LEAST_LINES,
    goal_is_known: bool = False,
) -> list[BoardToSolve]:
    """Read lines that are each a puzzle; none if there are too few, or if the text as a whole is one puzzle.

    With a goal for all of them, none may name its own. If the goal is not known, lists that do not tell it are refused.
    """
    lines = _lines(text, where, least, goal_is_known=goal_is_known or goal is not None)
    found = [_read_puzzle(line, metric, grid) for line in lines]
    if goal is None:
        return [one for one, _ in found]
    if own := next((one for one, names_goal in found if names_goal), None):
        raise BoardError(f"line {own.number} names its own goal: leave out the goal {goal}", "goal")
    return [one if one.puzzle is None else replace(one, puzzle=choose_goal(one.puzzle, goal)) for one, _ in found]


def _lines(text: str, file: str, least: int, *, goal_is_known: bool) -> list[BoardLine]:
    if record := record_in(text, file):
        raise BoardError(
            f"{file} has problems of {record['name']}: solve them with {command('solve', file, start=file)}, or "
            f"compare with {command('compare', file, start=file)}"
        )
    pack = read_pack(text)
    if pack is not None and len(pack) >= least:
        check_columns(pack, file, goals=GOALS)
        return [of_pack(one) for one in pack]
    lines = entries(text, _puzzle_of_line)
    if len(lines) < least or (least > 1 and _is_puzzle(text)):
        return []
    kind = kind_of(lines[0][1], _puzzle_of_line)
    if kind == NUMBERED and not goal_is_known:
        raise BoardError(
            "the file is a list as studies print them, and does not tell whether the hole of the goal comes first or "
            "last: name the goal hole-first, as in the list of Korf, or hole-last",
            "goal",
        )
    return [read_line(number, line, kind, _puzzle_of_line)[0] for number, line in lines] if kind else []


def _puzzle_of_line(text: str) -> Puzzle:
    """Load a text that is a board, and neither a name nor a file."""
    return puzzle_of(text, "", None, GridOptions())


def _is_puzzle(text: str) -> bool:
    try:
        _puzzle_of_line(text)
    except SlidefrontError:
        return False
    return True


def _read_puzzle(line: BoardLine, metric: str | None, grid: GridOptions) -> tuple[BoardToSolve, bool]:
    """Read a line that is a puzzle, a card of a database or a start and a goal; tell whether it names its own goal."""
    if line.error is not None:
        return BoardToSolve(line, None), False
    board = line.board
    try:
        puzzle = puzzle_of(board, "", metric, grid)
        if error := with_readable_moves(puzzle, line).error:
            raise error
        own_goal = puzzle.has_own_goal or line.goal is not None
        if line.goal is not None:
            puzzle = choose_goal(puzzle, line.goal)
            board = f"{board} -> {line.goal}"
        elif {*board} & {":", "\n"}:
            board = puzzle.position(puzzle.home).text
            board += f" -> {puzzle.position(puzzle.goal.key).text}" if own_goal and puzzle.goal.key is not None else ""
    except SlidefrontError as error:
        return BoardToSolve(replace(line, error=error), None), False
    optimum = line.optimum if line.optimum is not None else puzzle.optimum.get(puzzle.metric)
    return BoardToSolve(replace(line, board=board, key=puzzle.home, optimum=optimum), puzzle), own_goal


def shares(count: int, threads: int | None = None, memory: int | None = None) -> tuple[int, int]:
    """Choose how many boards are solved at once, and the memory for each."""
    budget = usual_budget(threads, memory)
    at_once = max(1, min(budget.threads, count, budget.memory // _LEAST_MEMORY))
    return at_once, budget.memory // at_once


@contextmanager
def distances_for(boards: Sequence[BoardToSolve], algorithm: str) -> Iterator[Table | None]:
    """Give the distances of all boards to the goal: those in data/, or new ones if the boards are worth exploring."""
    puzzles = puzzles_in(boards) if algorithm == "auto" else []
    with ExitStack() as stack:
        table = table_to_goal(puzzles[0]) if len(puzzles) == 1 else None
        if table is None and len(puzzles) == 1 and len(boards) >= MANY and puzzles[0].goal and is_small(puzzles[0]):
            with suppress(BoardError):  # no board that home reaches meets the goal
                table = stack.enter_context(temporary_table(puzzles[0], "goal"))
        yield table


def solve_from(table: Table, boards: Sequence[BoardToSolve]) -> list[Solved | SlidefrontError]:
    """Read a shortest route of each board out of the distances to the goal; search where the table has not a board."""
    began, why = time.perf_counter(), "a table has the distance of every board"
    positions: list[Position | SlidefrontError] = [one.line.error or one.position() for one in boards]
    ways = iter(table.ways([one.key for one in positions if isinstance(one, Position)]))
    proof = f"the distance in a table of all {table.boards:,} boards"
    found: list[Solved | SlidefrontError] = []
    for board, one in zip(boards, positions, strict=True):
        if isinstance(one, SlidefrontError):
            found.append(one)
            continue
        way = next(ways)
        absent = "" if way else why_unsolvable(one.puzzle, one.key)
        if not way and not absent:
            found.append(_searched(board))
            continue
        answer = SearchAnswer(way, len(way) - 1, proof) if way else SearchAnswer(None, None, absent)
        route = Route.found(one, way) if way else None
        seconds = time.perf_counter() - began
        found.append(Solved(SearchQuestion(one.puzzle, one.key), "table", why, answer, route, seconds))
    return found


def _searched(board: BoardToSolve) -> Solved | SlidefrontError:
    try:
        return board.solve("auto", None, Watcher())
    except SlidefrontError as error:
        return error


def algorithm_for(boards: Sequence[BoardToSolve], algorithm: str) -> str:
    """Choose the algorithm for many boards: IDA*, if pattern databases are worth building for so many."""
    check_algorithm(algorithm)
    if algorithm != "auto" or len(boards) < MANY:
        return algorithm
    return "ida" if all(prefers_ida(one) for one in puzzles_in(boards)) else "auto"


def puzzles_in(boards: Iterable[BoardToSolve]) -> list[Puzzle]:
    """List the different puzzles of boards."""
    return [*{id(one.puzzle): one.puzzle for one in boards if one.puzzle is not None}.values()]
