"""Read packs of problems back, as `problem_files` writes them: their puzzle, and each problem with its route replayed.

A pack names its puzzle if it is one that `load` finds by name. Otherwise, it is the one shipped puzzle that all of its
boards belong to, if there is only one.
"""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from slidefront.analysis.difficulty import Difficulty
from slidefront.analysis.problems import Problem, ProblemPack, route_of
from slidefront.errors import BoardError, SlidefrontError
from slidefront.puzzles import library
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.load import load
from slidefront.puzzles.packs import PackLine, read_pack_file

_MEASURES = ("solutions", "astray", "forced_first", "forced_last")
_TRIED = 20  # boards of a pack that are read with each shipped puzzle


def read_pack(path: Path, puzzle: Puzzle | None = None) -> ProblemPack:
    """Read all problems of a file; every route is replayed. Without a puzzle, find the one that the pack belongs to."""
    lines = read_pack_file(path)
    if not lines:
        raise SlidefrontError(f"{path} has no problems")
    puzzle = puzzle or _puzzle_of(lines, path)
    found = []
    for number, line in enumerate(lines, 1):
        try:
            found.append(_problem(puzzle, line))
        except SlidefrontError as error:
            raise SlidefrontError(f"{path}, problem {number}: {error}") from None
    return ProblemPack(puzzle, found)


def _puzzle_of(lines: Sequence[PackLine], path: Path) -> Puzzle:
    """Load the puzzle that the pack names, or find the one shipped puzzle that some boards belong to."""
    named = {(line.columns.get("puzzle"), line.columns.get("metric")) for line in lines}
    if len(named) > 1:
        raise SlidefrontError(f"{path} has problems of several puzzles or metrics: name one with --puzzle")
    ((name, metric),) = named
    if isinstance(name, str):
        try:
            return load(name, metric)
        except SlidefrontError as error:
            raise SlidefrontError(f"{path} names a puzzle that cannot be loaded: {error}; use --puzzle") from None
    found = [puzzle for puzzle in map(load, library.names()) if _reads(puzzle, [one.board for one in lines[:_TRIED]])]
    if len(found) == 1:
        return found[0]
    names = ", ".join(puzzle.name for puzzle in found)
    which = f"could be of {names}" if found else "are of no puzzle that ships"
    raise SlidefrontError(f"the boards of {path} {which}: name the puzzle with --puzzle")


def _reads(puzzle: Puzzle, boards: Sequence[str]) -> bool:
    with suppress(BoardError):
        return all(puzzle.reaches(puzzle.parse(board)) is not False for board in boards)
    return False


def _problem(puzzle: Puzzle, line: PackLine) -> Problem:
    if line.fault:
        raise SlidefrontError(line.fault)
    if line.length is None:
        raise SlidefrontError("it has no length")
    problem = Problem(puzzle.parse(line.board), line.board, line.length, line.route, _difficulty(line))
    if line.route is not None:
        route_of(puzzle, problem)
    return problem


def _difficulty(line: PackLine) -> Difficulty | None:
    numbers = [line.columns.get(name) for name in _MEASURES]
    if not all(isinstance(number, int | float) for number in numbers):
        return None
    return Difficulty(**dict(zip(_MEASURES, numbers, strict=True)))  # type: ignore[arg-type]
