"""Read packs of problems back, as `problem_files` writes them: their puzzle, and each problem with its route replayed.

A route in any form is read, and kept in the usual format of its puzzle.

A pack says which puzzle it is of, and nothing is guessed: a pack of another puzzle than the one that is asked for, or
one that does not say it where none is asked for, is refused.
"""

from dataclasses import replace
from itertools import groupby
from pathlib import Path

from slidefront.analysis.difficulty import Difficulty
from slidefront.analysis.problems import Problem, ProblemPack, route_of
from slidefront.errors import SlidefrontError
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.packs import PackLine, check_columns, check_puzzle, read_pack_file, record_of
from slidefront.puzzles.puzzle_record import load_record
from slidefront.routes.write import on_one_line

_MEASURES = ("solutions", "astray", "forced_first", "forced_last")


def read_pack(path: Path, puzzle: Puzzle | None = None) -> ProblemPack:
    """Read all problems of a file; every route is replayed. Without a puzzle, load the one that the pack carries."""
    lines = _lines(path)
    if puzzle is None:
        puzzle = _puzzle_of(lines, path)
    else:
        check_puzzle(lines, puzzle, str(path))
    return _pack(puzzle, [*enumerate(lines, 1)], path)


def read_packs(path: Path) -> list[ProblemPack]:
    """Read the problems of each puzzle that a file carries, puzzle by puzzle."""
    numbered = enumerate(_lines(path), 1)
    found = [[*group] for _, group in groupby(numbered, key=lambda pair: pair[1].columns.get("puzzle"))]
    return [_pack(_puzzle_of([line for _, line in group], path), group, path) for group in found]


def _lines(path: Path) -> list[PackLine]:
    lines = read_pack_file(path)
    if not lines:
        raise SlidefrontError(f"{path} has no problems")
    check_columns(lines, str(path))
    return lines


def _pack(puzzle: Puzzle, lines: list[tuple[int, PackLine]], path: Path) -> ProblemPack:
    found = []
    for number, line in lines:
        try:
            found.append(_problem(puzzle, line))
        except SlidefrontError as error:
            raise SlidefrontError(f"{path}, problem {number}: {error}") from None
    return ProblemPack(puzzle, found)


def _puzzle_of(lines: list[PackLine], path: Path) -> Puzzle:
    record = record_of(lines, str(path))
    if record is None:
        raise SlidefrontError(f"{path} does not say which puzzle its boards are of: name it", "puzzle")
    try:
        return load_record(record)
    except SlidefrontError as error:
        raise SlidefrontError(f"{path}: {error}") from None


def _problem(puzzle: Puzzle, line: PackLine) -> Problem:
    if line.fault:
        raise SlidefrontError(line.fault)
    if line.length is None:
        raise SlidefrontError("it has no length")
    boards = line.columns.get("boards")
    problem = Problem(
        key=puzzle.parse(line.board),
        board=line.board,
        length=line.length,
        route=line.route,
        difficulty=_difficulty(line),
        boards=boards if isinstance(boards, int) else None,
    )
    if line.route is None:
        return problem
    return replace(problem, route=on_one_line(route_of(puzzle, problem, line.read_as)))


def _difficulty(line: PackLine) -> Difficulty | None:
    numbers = [line.columns.get(name) for name in _MEASURES]
    if not all(isinstance(number, int | float) for number in numbers):
        return None
    return Difficulty(**dict(zip(_MEASURES, numbers, strict=True)))  # type: ignore[arg-type]
