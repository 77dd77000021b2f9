"""Problem packs as files: lines or JSON lines, and read back with each route replayed.

    # puzzle: {"name": "8-puzzle", "kind": "tiles", "metric": "step", ...}
    # format: letters
    8_6547231:31:RULLDRD...  # fiendish, 40 solutions, astray 0.097, forced 0 first and 12 last

Both forms say the same: the board, the length, the route and its format if there is one, the number of boards of its
puzzle and the difficulty with its grade if they are known, and the puzzle with its home, goal and metric (see
`puzzle_record`). In lines the difficulty, the format and the puzzle are remarks, so that every command that reads
problem lines reads them. A file may have the packs of several puzzles, one after the other.

A route in any form is read, and kept in the usual format of its puzzle. A pack says which puzzle it is of, and nothing
is guessed: a pack of another puzzle than the one that is asked for, or one that does not say it where none is asked
for, is refused.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, fields, replace
from itertools import groupby
from pathlib import Path
from typing import Any, BinaryIO

from slidefront.apps.problems.difficulty import Difficulty
from slidefront.apps.problems.problems import Problem, ProblemPack, grades, route_of
from slidefront.errors import SlidefrontError
from slidefront.notation.board_files import BoardLine, cut_lines, read_text
from slidefront.notation.load import check_puzzle, heading, load_record, puzzle_record, record_of
from slidefront.notation.route import usual_notation, write_moves
from slidefront.puzzles.core import Puzzle

ENDINGS = {"txt": "lines", "jsonl": "jsonl"}
"""The format of a file, by the ending of its name."""


Packs = Sequence[ProblemPack]


def write(packs: ProblemPack | Packs, out: BinaryIO, to: str = "lines") -> None:
    """Write problems to an open file as lines or jsonl."""
    FORMATS[to]([packs] if isinstance(packs, ProblemPack) else packs, out)


def records(packs: Packs) -> list[dict[str, Any]]:
    """The columns of each problem, with those that are known of it only, and its puzzle."""
    graded = iter(_graded(packs))
    return [
        _record(problem, next(graded), form) | {"puzzle": puzzle}
        for pack in packs
        for puzzle, form in [(puzzle_record(pack.puzzle), usual_notation(pack.puzzle))]
        for problem in pack
    ]


def _graded(packs: Packs) -> list[str]:
    return grades([problem for pack in packs for problem in pack])


def _record(problem: Problem, grade: str, form: str) -> dict[str, Any]:
    record: dict[str, Any] = {"board": problem.board, "length": problem.length}
    if problem.route is not None:
        record |= {"route": problem.route, "format": form}
    if problem.boards is not None:
        record["boards"] = problem.boards
    if problem.difficulty is None:
        return record
    measures = asdict(problem.difficulty)
    return record | {**measures, "astray": round(measures["astray"], 3), "grade": grade}


def _write_lines(packs: Packs, out: BinaryIO) -> None:
    graded = iter(_graded(packs))
    for pack in packs:
        if pack:
            form = usual_notation(pack.puzzle) if any(one.route is not None for one in pack) else None
            out.write(f"{heading(pack.puzzle, form)}\n".encode())
        for problem in pack:
            out.write(f"{problem.line}{_remark(problem, next(graded))}\n".encode())


def _remark(problem: Problem, grade: str) -> str:
    if problem.difficulty is None:
        return ""
    one = problem.difficulty
    solutions = "1 solution" if one.solutions == 1 else f"{one.solutions} solutions"
    return (
        f"  # {grade}, {solutions}, astray {one.astray:.3f}, forced {one.forced_first} first and {one.forced_last} last"
    )


def _write_jsonl(packs: Packs, out: BinaryIO) -> None:
    for record in records(packs):
        out.write(f"{json.dumps(record, ensure_ascii=False)}\n".encode())


FORMATS: dict[str, Callable[[Packs, BinaryIO], None]] = {
    "lines": _write_lines,
    "jsonl": _write_jsonl,
}


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


def _lines(path: Path) -> list[BoardLine]:
    return cut_lines(read_text(path), str(path))


def _pack(puzzle: Puzzle, lines: list[tuple[int, BoardLine]], path: Path) -> ProblemPack:
    found = []
    for number, line in lines:
        try:
            found.append(_problem(puzzle, line))
        except SlidefrontError as error:
            raise SlidefrontError(f"{path}, problem {number}: {error}") from None
    return ProblemPack(puzzle, found)


def _puzzle_of(lines: list[BoardLine], path: Path) -> Puzzle:
    record = record_of(lines, str(path))
    if record is None:
        raise SlidefrontError(f"{path} does not say which puzzle its boards are of: name it", "puzzle")
    try:
        return load_record(record)
    except SlidefrontError as error:
        raise SlidefrontError(f"{path}: {error}") from None


def _problem(puzzle: Puzzle, line: BoardLine) -> Problem:
    if line.error:
        raise line.error
    if line.length is None:
        raise SlidefrontError("it has no length")
    boards = line.columns.get("boards")
    problem = Problem(
        key=puzzle.parse(line.board),
        board=line.board,
        length=line.length,
        route=line.moves,
        difficulty=_difficulty(line),
        boards=boards if isinstance(boards, int) else None,
    )
    if line.moves is None:
        return problem
    return replace(problem, route=write_moves(route_of(puzzle, problem, str(line.columns.get("format") or ""))))


def _difficulty(line: BoardLine) -> Difficulty | None:
    measures = {one.name: line.columns.get(one.name) for one in fields(Difficulty)}
    if not all(isinstance(number, int | float) for number in measures.values()):
        return None
    return Difficulty(**measures)  # type: ignore[arg-type]
