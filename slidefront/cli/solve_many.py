"""Many boards for `slidefront solve`: a file of boards of one puzzle, or a file of scrambles, each its own puzzle."""

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path

from slidefront.cli.answer_file import NO_SOLUTION
from slidefront.cli.answers import NoSolutionError, answer_each, end
from slidefront.cli.asked import about_puzzle, goal_words, question
from slidefront.cli.inputs import load_puzzle, note_kind, read_text, source_name
from slidefront.cli.output import check_answers_file
from slidefront.errors import BoardError, LimitError, SlidefrontError
from slidefront.explore import machine
from slidefront.explore.budget import make_budget
from slidefront.explore.watch import Watcher
from slidefront.files import is_file
from slidefront.puzzles.board_files import (
    NUMBERED,
    BoardLine,
    entries,
    kind_of,
    of_pack,
    read_board_file,
    read_entry,
)
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.grid_options import GridOptions
from slidefront.puzzles.load import load_pasted
from slidefront.puzzles.packs import GOALS, check_columns, read_pack, record_in
from slidefront.search.depth_first.ida import prefers_ida
from slidefront.search.solve import MEMORY, check_algorithm, choose_goal, solve
from slidefront.view.route import line_writer

LEAST_MEMORY = 512 << 20
LEAST_LINES = 2  # of a file of puzzles: lines that are each a puzzle, which must also be more than half of all
MANY = 50  # boards: from this number on, pattern databases are built


@dataclass(frozen=True)
class SolveOptions:
    """How to solve boards."""

    goal: str | None
    algorithm: str
    metric: str | None
    form: str | None
    max_depth: int | None
    memory: int | None
    threads: int | None
    grid: GridOptions
    one_board: bool = False
    """Whether an option was given that a file of boards has no place for."""


@dataclass(frozen=True)
class BoardToSolve:
    """A board of a puzzle, or a line that cannot be read."""

    line: BoardLine
    puzzle: Puzzle | None
    names_goal: bool = False
    """Whether the line names its own goal."""

    @property
    def number(self) -> int:
        """Its number in the file."""
        return self.line.number

    @property
    def text(self) -> str:
        """The board as it was written; with its goal if the line has its own."""
        return self.line.board

    @property
    def start(self) -> str:
        """The board without a goal."""
        return self.puzzle.position(self.puzzle.home).text if self.puzzle and self.names_goal else self.text


def boards_to_solve(puzzle: str, start: str, options: SolveOptions) -> list[BoardToSolve]:
    """List the boards of a file that a start or else a puzzle names; none where the file is one board."""
    if start == "-" or is_file(start):
        loaded = load_puzzle(puzzle, options.metric, options.grid)
        text = read_text(start) or ""
        file = read_board_file(loaded, text, source_name(start))
        lines = file.lines
        note_kind(file, source_name(start))
        if len(lines) == 1 and start != "-" and lines[0].error is None:
            return []
        return [BoardToSolve(line, loaded) for line in lines]
    text = read_text(puzzle) or ""
    if puzzle == "-":
        sys.stdin = StringIO(text)  # to be read again if it is one puzzle
    lines = puzzle_lines(text, puzzle, options.goal)
    return read_puzzle_lines(lines, options.metric, options.grid, options.goal)


def puzzle_lines(text: str, file: str, goal: str | None, least: int = LEAST_LINES) -> list[BoardLine]:
    """Take the lines that are each a puzzle; none if there are too few, or if the text as a whole is one puzzle."""
    if record := record_in(text, file):
        raise BoardError(
            f"{file} has problems of {record['name']}: solve them with `slidefront solve {file} --from {file}`, or "
            f"compare with `slidefront compare {file} --cases {file}`"
        )
    pack = read_pack(text)
    if pack is not None and len(pack) >= least:
        check_columns(pack, file, goals=GOALS)
        return [of_pack(one) for one in pack]
    lines = entries(text, load_text_of_puzzle)
    if len(lines) < least or (least > 1 and _is_puzzle(text)):
        return []
    kind = kind_of(lines[0][1], load_text_of_puzzle)
    if not kind:
        return []
    if kind == NUMBERED and goal is None:
        raise BoardError(
            "the file is a list as studies print them, and does not tell whether the hole of the goal comes first or "
            "last: use --to hole-first, as in the list of Korf, or --to hole-last"
        )
    return [_entry(number, line, kind) for number, line in lines]


def _entry(number: int, line: str, kind: str) -> BoardLine:
    try:
        board, length, _ = read_entry(line, kind, load_text_of_puzzle)
    except SlidefrontError as error:
        return BoardLine(number, line, error=BoardError(str(error).removeprefix("line 1, ")))
    return BoardLine(number, board, optimum=length)


def load_text_of_puzzle(text: str) -> Puzzle:
    """Load a text that is a board, and neither a name nor a file."""
    return load_pasted(text, None, GridOptions())


def _is_puzzle(text: str) -> bool:
    try:
        load_text_of_puzzle(text)
    except SlidefrontError:
        return False
    return True


def read_puzzle_lines(
    lines: Iterable[BoardLine], metric: str | None, grid: GridOptions, goal: str | None
) -> list[BoardToSolve]:
    """Read lines that are each a puzzle; with a goal for all of them, none may name its own."""
    asked = [_read_puzzle_line(line, metric, grid) for line in lines]
    if goal is not None and (own := next((one for one in asked if one.names_goal), None)):
        raise BoardError(f"--to {goal}: line {own.number} names its own goal: leave out --to")
    return asked


def _read_puzzle_line(line: BoardLine, metric: str | None, grid: GridOptions) -> BoardToSolve:
    """Read a line that is a puzzle: a board, a problem line, a line of a database, or a start and a goal."""
    if line.error is not None:
        return BoardToSolve(line, None)
    board = line.board
    try:
        puzzle = load_pasted(board, metric, grid)
        own_goal = puzzle.has_own_goal or line.goal is not None
        if line.goal is not None:
            puzzle = choose_goal(puzzle, line.goal)
            board = f"{board} -> {line.goal}"
        elif {*board} & {":", "\n"}:
            board = puzzle.position(puzzle.home).text
            board += f" -> {puzzle.position(puzzle.goal.key).text}" if own_goal and puzzle.goal.key is not None else ""
    except SlidefrontError as error:
        return BoardToSolve(replace(line, error=error), None)
    optimum = line.optimum if line.optimum is not None else puzzle.optimum.get(puzzle.metric)
    return BoardToSolve(replace(line, board=board, key=puzzle.home, optimum=optimum), puzzle, own_goal)


def solve_all(boards: Sequence[BoardToSolve], options: SolveOptions, out: Path | None) -> None:
    """Solve boards, several at once, each with its share of the memory; print or append a line for each."""
    check_answers_file(out, json_wanted=False)
    if options.one_board:
        raise LimitError("--bounded, --max-seconds, --log and --strip are for one board: leave them out for several")
    suits_ida = all(prefers_ida(one.puzzle) for one in boards if one.puzzle)
    if len(boards) >= MANY and options.algorithm == "auto" and suits_ida:
        options = replace(options, algorithm="ida")
    at_once, memory = shares(len(boards), options.threads, options.memory)
    check_algorithm(options.algorithm)
    _check_answerable({id(one.puzzle): one.puzzle for one in boards if one.puzzle is not None}.values(), options)
    asked = _question(boards, options)
    end(
        answer_each(
            boards, lambda board, watcher: _answer(board, options, memory, watcher), out, asked, at_once=at_once
        ),
        "board",
    )


def _check_answerable(puzzles: Iterable[Puzzle], options: SolveOptions) -> None:
    """Refuse a format or a goal that none of the puzzles has, before anything is solved."""
    refusal = None
    for puzzle in puzzles:
        try:
            line_writer(choose_goal(puzzle, options.goal), options.form)
        except SlidefrontError as error:
            refusal = refusal or error
        else:
            return
    if refusal is not None:
        raise refusal


def _question(boards: Sequence[BoardToSolve], options: SolveOptions) -> str:
    """Name what is asked about all boards: algorithms and memory do not change the lengths of routes."""
    puzzle = boards[0].puzzle
    shared = puzzle if puzzle is not None and all(one.puzzle is puzzle for one in boards) else None
    metric = shared.metric if shared else options.metric
    return question(
        "solve",
        shared.name if shared else "lines that are each a puzzle",
        f"{metric} metric" if metric else "",
        goal_words(options.goal),
        f"format {options.form or 'default'}",
        "" if options.max_depth is None else f"to depth {options.max_depth}",
        more=[about_puzzle(shared) if shared else vars(options.grid), options.goal],
    )


def shares(count: int, threads: int | None = None, memory: int | None = None) -> tuple[int, int]:
    """Choose how many boards are solved at once, and the memory for each."""
    total = memory or min(MEMORY, machine.memory() // 2)
    at_once = min(make_budget(threads, memory).threads, count)
    while at_once > 1 and total // at_once < LEAST_MEMORY:
        at_once -= 1
    return at_once, total // at_once


def _answer(asked: BoardToSolve, options: SolveOptions, memory: int, watcher: Watcher) -> str:
    if asked.puzzle is None or asked.line.error is not None:
        raise asked.line.error or SlidefrontError("the line cannot be read")
    write = line_writer(asked.puzzle, options.form)
    found = solve(
        asked.puzzle,
        asked.line.board if asked.line.key != asked.puzzle.home else asked.puzzle.home,
        options.goal,
        algorithm=options.algorithm,
        max_depth=options.max_depth,
        memory=memory,
        threads=1,
        watcher=watcher,
    )
    if found.route is None:
        raise NoSolutionError(f"{asked.text}{NO_SOLUTION}{found.answer.proof}")
    asked.line.check_length(found.optimum)
    return write(asked.text, found.route)
