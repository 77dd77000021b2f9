"""Problem packs, in Python and as files.

A pack holds the problems of one puzzle: boards with the length of a shortest solution, and, if they are known, a
shortest route and the measures of difficulty. As a line, a problem is `board:length:route`:

    12_345678:2:R2           tiles around one hole: the direction of each
    EADBCF:2:0 4             graphs: the vertices that the mover goes to
    A./B.:2:A R, B U         blocks: the moves

Every route is parsed and replayed when it is made and when it is read. A file contains lines or JSON lines. Both record
the board, the length, the route with its notation, the number of boards of its puzzle and the difficulty with its grade
if they are known, and the puzzle with its home, goal and metric (see `describe_puzzle`). In lines, the difficulty, the
notation and the puzzle are remarks, so that every command that reads boards reads them:

    # puzzle: {"name": "8-puzzle", "kind": "tiles", "metric": "step", ...}
    # format: letters
    8_6547231:31:RULLDRD...  # fiendish, 40 solutions, astray 0.097, forced 0 first and 12 last

A file can contain the packs of several puzzles, one after the other. Reading a pack of another puzzle than the
requested one raises an error, and so does a pack without a puzzle if none is requested.
"""

import json
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, BinaryIO, cast

from slidefront import (
    BoardLine,
    Difficulty,
    Puzzle,
    Route,
    default_notation,
    describe_puzzle,
    draw_boards,
    read_boards,
    read_route,
    write_moves,
)
from slidefront.apps.problems.difficulty import grade_at
from slidefront.errors import RouteError, SlidefrontError
from slidefront.units import counted, escaped


@dataclass(frozen=True)
class Problem:
    """A board to solve."""

    key: int
    board: str
    length: int
    """The number of moves of a shortest solution."""
    route: str | None = None
    """A shortest solution in the default notation of the puzzle (see `default_notation`), if it is wanted."""
    difficulty: Difficulty | None = None
    board_count: int | None = None
    """The board count of its puzzle, if it is known."""

    @property
    def line(self) -> str:
        """The problem on one line."""
        return f"{self.board}:{self.length}" + ("" if self.route is None else f":{self.route}")


class ProblemPack(list[Problem]):
    """Problems of one puzzle."""

    def __init__(self, puzzle: Puzzle, problems: Iterable[Problem]) -> None:
        super().__init__(problems)
        self.puzzle = puzzle

    def __repr__(self) -> str:
        lengths = [problem.length for problem in self]
        span = f", {min(lengths)} to {counted(max(lengths), 'move')}" if lengths else ""
        return f"<Pack of {counted(len(self), 'problem')} of {self.puzzle.name}{span}>"

    def _repr_html_(self) -> str:
        """Show the first boards in a notebook, with their lengths."""
        about, shown = repr(self), self[:12]
        if not shown:
            return f"<p>{escaped(about)}</p>"
        captions = [f"{number}: {counted(problem.length, 'move')}" for number, problem in enumerate(shown, 1)]
        picture = draw_boards(self.puzzle, [problem.board for problem in shown], captions, about)
        more = f"<p>and {len(self) - len(shown):,} more</p>" if len(self) > len(shown) else ""
        return f"<p>{escaped(about)}</p>{picture.image()}{more}"


def solved(puzzle: Puzzle, keys: Sequence[int]) -> Problem:
    """Make a problem from a shortest route. Its line is parsed and replayed as a check."""
    route = Route(puzzle, keys)
    problem = Problem(route.start, route.positions[0].text, route.length, write_moves(route))
    try:
        route_of(puzzle, problem)
    except RouteError as error:
        raise RouteError(f"the route of {problem.board} is wrong: {error}") from None
    return problem


def route_of(puzzle: Puzzle, problem: Problem, form: str = "") -> Route:
    """Parse and replay the route of a problem, which must solve it."""
    route = read_route(puzzle, problem.route or "", problem.board, form=cast("Any", form))
    if route.length != problem.length:
        raise RouteError(f"the stated length is {problem.length}, but the route has {route.length}")
    if puzzle.goal and not puzzle.meets_goal(route.end):
        raise RouteError("its route does not end at the goal")
    return route


def check_length(problem: Problem, length: int | None) -> None:
    """Raise an error if the stated length of a problem is not the true one; None stands for no solution."""
    if problem.length != length:
        stated = f"the pack says that {problem.board} needs {counted(problem.length, 'move')}"
        true = "it has no solution" if length is None else f"a shortest solution has {length}"
        raise SlidefrontError(f"{stated}, and {true}")


def grades(pack: Sequence[Problem]) -> list[str]:
    """Grade the problems of a pack, by their length among all lengths, and by how often a greedy player errs.

        shorter problems of the pack        to 25%    to 50%    to 75%    more
        grade                               easy      medium    hard      fiendish
        one grade harder where a greedy player errs at 0.300 of the boards or more, one easier below 0.150

    Problems of equal length share their place: each counts as half shorter. Without a difficulty, the length decides.
    """
    lengths, graded = sorted(problem.length for problem in pack), []
    for problem in pack:
        shorter, not_longer = bisect_left(lengths, problem.length), bisect_right(lengths, problem.length)
        place = (shorter + not_longer) / 2 / len(lengths)
        graded.append(grade_at(place, problem.difficulty))
    return graded


def write_problems(packs: ProblemPack | Sequence[ProblemPack], out: BinaryIO, to: str = "lines") -> None:
    """Write problems to an open file, as "lines" or as "jsonl"."""
    packs = [packs] if isinstance(packs, ProblemPack) else packs
    graded = iter(grades([problem for pack in packs for problem in pack]))
    for pack in packs:
        puzzle, notation = describe_puzzle(pack.puzzle), default_notation(pack.puzzle)
        lines = []
        if to == "lines" and pack:
            lines.append(f"# puzzle: {json.dumps(puzzle, ensure_ascii=False)}")
            if any(problem.route is not None for problem in pack):
                lines.append(f"# format: {notation}")
        for problem in pack:
            grade = next(graded)
            if to == "jsonl":
                record = _record(problem, grade, notation) | {"puzzle": puzzle}
                lines.append(json.dumps(record, ensure_ascii=False))
            else:
                remark = "" if problem.difficulty is None else f"  # {grade}, {problem.difficulty}"
                lines.append(problem.line + remark)
        out.writelines(f"{line}\n".encode() for line in lines)


def _record(problem: Problem, grade: str, notation: str) -> dict[str, Any]:
    record: dict[str, Any] = {"board": problem.board, "length": problem.length}
    if problem.route is not None:
        record |= {"route": problem.route, "format": notation}
    if problem.board_count is not None:
        record["boards"] = problem.board_count
    if problem.difficulty is not None:
        record |= {**problem.difficulty.to_dict(), "grade": grade}
    return record


def read_pack(path: Path, puzzle: Puzzle | None = None) -> ProblemPack:
    """Read all problems of a file, and replay every route. Without `puzzle`, use the puzzle that the pack records."""
    first, *others = read_packs(path, puzzle)
    if others:
        raise SlidefrontError(f"{path} has problems of several puzzles: split it")
    return first


def read_packs(path: Path, puzzle: Puzzle | None = None) -> list[ProblemPack]:
    """Read the problems of each puzzle that a file contains, puzzle by puzzle."""
    packs: list[ProblemPack] = []
    for number, line in enumerate(read_boards(puzzle, path), 1):
        try:
            problem = _read_problem(line)
        except SlidefrontError as error:
            raise SlidefrontError(f"{path}, problem {number}: {error}") from None
        if line.puzzle is not None and (not packs or packs[-1].puzzle is not line.puzzle):
            packs.append(ProblemPack(line.puzzle, []))
        packs[-1].append(problem)
    return packs


def _read_problem(line: BoardLine) -> Problem:
    """Read a problem. Its route is kept in the default notation of the puzzle."""
    if line.length is None:
        raise line.error or SlidefrontError("the length is missing")
    start = line.position()
    measures: dict[str, Any] = {measure.name: line.columns.get(measure.name) for measure in fields(Difficulty)}
    is_rated = all(isinstance(number, int | float) for number in measures.values())
    difficulty = Difficulty(**measures) if is_rated else None
    board_count = line.columns.get("boards")
    board_count = board_count if isinstance(board_count, int) else None
    problem = Problem(start.key, line.board, line.length, line.moves, difficulty, board_count)
    if line.moves is None:
        return problem
    route = route_of(start.puzzle, problem, str(line.columns.get("format") or ""))
    return replace(problem, route=write_moves(route))
