"""Many boards for `slidefront solve`: a file of boards of one puzzle, or a file of scrambles, each its own puzzle."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import typer

from slidefront import units
from slidefront.cli.answers import NO_SOLUTION, NoSolutionError, end, print_answers
from slidefront.cli.inputs import load_puzzle, read_lines, read_text
from slidefront.cli.interrupt import StopSignal
from slidefront.cli.output import note
from slidefront.cli.progress import StatusLine
from slidefront.errors import BoardError, LimitError, SlidefrontError
from slidefront.explore import machine
from slidefront.explore.budget import make_budget
from slidefront.explore.watch import Interrupted, Watcher
from slidefront.files import is_file
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.read.grid_options import GridOptions
from slidefront.puzzles.read.lists import database_line, read_list
from slidefront.puzzles.read.load import load
from slidefront.routes.board_lines import BoardLine
from slidefront.routes.packs import puzzle_of, read_pack
from slidefront.search.depth_first.ida import prefers_ida
from slidefront.search.solve import MEMORY, solve
from slidefront.view.route import line_writer

LEAST_MEMORY = 512 << 20
STATUS_SECONDS = 10.0
LEAST_LINES = 2  # so many lines, and more than half of all, must each be a puzzle for a file of puzzles
MANY = 50  # boards: so many are worth building pattern databases for


@dataclass(frozen=True)
class Wish:
    """How boards are to be solved."""

    goal: str | None
    algorithm: str
    metric: str | None
    form: str
    max_depth: int | None
    memory: int | None
    threads: int | None
    grid: GridOptions
    one_board: bool = False
    """Whether an option was given that a file of boards has no place for."""


@dataclass(frozen=True)
class Asked:
    """A board of a puzzle, or a line that cannot be read."""

    line: BoardLine
    puzzle: Puzzle | None

    @property
    def number(self) -> int:
        """Its number in the file."""
        return self.line.number

    @property
    def text(self) -> str:
        """The board as it was written."""
        return self.line.board


class Stopping(Watcher):
    """Stops a search when a signal asks for it."""

    def __init__(self, stop: StopSignal) -> None:
        self._signal = stop

    def stop(self) -> bool:
        """Tell whether to stop."""
        return self._signal()


def boards_to_solve(puzzle: str, start: str, wish: Wish) -> list[Asked]:
    """List the boards of a file that a start or else a puzzle names; none where the file is one board."""
    if start == "-" or is_file(start):
        loaded = load_puzzle(puzzle, wish.metric, wish.grid)
        lines = read_lines(loaded, [start])
        if len(lines) == 1 and start != "-" and lines[0].error is None:
            return []
        return [Asked(line, loaded) for line in lines]
    lines = puzzle_lines(read_text(puzzle) or "", puzzle, wish.goal)
    return [read_puzzle_line(line, wish.metric, wish.grid) for line in lines]


def puzzle_lines(text: str, file: str, goal: str | None, least: int = LEAST_LINES) -> list[BoardLine]:
    """Take lines that are each a puzzle; none where there are fewer, for the text as a whole may be one."""
    if name := puzzle_of(text):
        raise BoardError(
            f"{file} has problems of {name}: solve them with `slidefront solve {name} --from {file}`, or compare "
            f"with `slidefront compare {name} --cases {file}`"
        )
    pack = read_pack(text)
    if pack is not None and len(pack) >= least:
        return [BoardLine(number, one.board, optimum=one.length) for number, one in enumerate(pack, 1)]
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    asking = [BoardLine(number, line) for number, line in lines if line and not line.startswith("#")]
    listed = next(filter(None, (read_list([line.board for line in asking], side * side) for side in (3, 4, 5))), None)
    if listed and goal is None and len(listed) >= least:
        raise BoardError(
            "the file is a list as studies print them, and does not tell whether the hole of the goal comes first or "
            "last: say --to hole-first, as in the list of Korf, or --to hole-last"
        )
    if listed:
        return [replace(line, board=one.text, optimum=one.optimum) for line, one in zip(asking, listed, strict=True)]
    whole = sum(_is_whole(line.board) for line in asking)
    if len(asking) < least or whole < least or 2 * whole <= len(asking):
        return []
    return asking


def _is_whole(line: str) -> bool:
    """Tell a line that shows all rows of a board from one that is a row."""
    if line[0] in "[{":
        try:
            return bool(load(line))
        except SlidefrontError:
            return False
    numbers = [int(word) for word in line.split()] if re.fullmatch(r"[\d ]+", line) else []
    flat = len(numbers) > 8 and sorted(numbers) == [*range(len(numbers))]
    return flat or database_line(line) is not None or len(line) == 36 or (line.count("/") > 0 and "//" not in line)


def read_puzzle_line(line: BoardLine, metric: str | None, grid: GridOptions) -> Asked:
    """Read a line that is a puzzle: a board, a problem line, or a line of a database."""
    listed = database_line(line.board)
    board, _, rest = (line.board, "", "") if line.board[0] in "[{" else line.board.partition(" #")[0].partition(":")
    optimum, board = listed or (None, board.strip())
    length = rest.partition(":")[0].strip()
    try:
        puzzle = load(board, metric, axis=grid.axis, frozen=grid.frozen, groups=grid.groups, goal=grid.goal)
    except SlidefrontError as error:
        return Asked(replace(line, error=error), None)
    optimum = int(length) if length.isdecimal() else optimum or line.optimum
    return Asked(replace(line, board=board, key=puzzle.home, optimum=optimum), puzzle)


def solve_all(asked: Sequence[Asked], wish: Wish, out: Path | None) -> None:
    """Solve boards, several at once, each with its share of the memory; print or append a line for each."""
    if wish.one_board:
        raise LimitError("--bounded and --max-seconds are for one board: a file of answers has shortest routes only")
    if len(asked) >= MANY and wish.algorithm == "auto" and all(one.puzzle and prefers_ida(one.puzzle) for one in asked):
        wish = replace(wish, algorithm="ida")
    at_once, memory = _shares(wish, len(asked))
    boards = units.counted(len(asked), "board")
    with StopSignal() as stop, StatusLine(f"solving {boards} ...", every=STATUS_SECONDS) as status:

        def answer(part: Sequence[Asked]) -> list[str | SlidefrontError]:
            return [_answer(one, wish, memory, Stopping(stop)) for one in part]

        try:
            totals = print_answers(
                asked, answer, out, at_once=at_once, tell=lambda done: status.update(f"{done:,} of {boards}")
            )
        except Interrupted:
            note("interrupted" + (f": the answers so far are in {out}; the same command continues it" if out else ""))
            raise typer.Exit(stop.exit_code) from None
    end(totals, "board")


def _shares(wish: Wish, boards: int) -> tuple[int, int]:
    """Choose how many boards are solved at once, and the memory for each."""
    total = wish.memory or min(MEMORY, machine.memory() // 2)
    at_once = min(make_budget(wish.threads, wish.memory).threads, boards)
    while at_once > 1 and total // at_once < LEAST_MEMORY:
        at_once -= 1
    return at_once, total // at_once


def _answer(asked: Asked, wish: Wish, memory: int | None, watcher: Watcher) -> str | SlidefrontError:
    if asked.puzzle is None or asked.line.error is not None:
        return asked.line.error or SlidefrontError("the line cannot be read")
    board = asked.line.board if asked.line.key != asked.puzzle.home else asked.puzzle.home
    try:
        write = line_writer(asked.puzzle, wish.form)
        found = solve(
            asked.puzzle,
            board,
            wish.goal,
            algorithm=wish.algorithm,
            max_depth=wish.max_depth,
            memory=memory,
            threads=1,
            watcher=watcher,
        )
    except SlidefrontError as error:
        return error
    if found.route is None:
        return NoSolutionError(f"{asked.text}{NO_SOLUTION}{found.answer.proof}")
    return write(asked.text, found.route)
