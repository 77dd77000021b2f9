"""Problem packs as files: lines or JSON lines, and read back with each route replayed.

    # puzzle: {"name": "8-puzzle", "kind": "tiles", "metric": "step", ...}
    # format: letters
    8_6547231:31:RULLDRD...  # fiendish, 40 solutions, astray 0.097, forced 0 first and 12 last

Both forms say the same: the board, the length, the route and its format if there is one, the number of boards of its
puzzle and the difficulty with its grade if they are known, and the puzzle with its home, goal and metric (see
`describe_puzzle`). In lines the difficulty, the format and the puzzle are remarks, so that every command that reads
problem lines reads them. A file may have the packs of several puzzles, one after the other.

Routes are read in any notation, and kept in the default notation of the puzzle. A pack records its puzzle. A pack of
another puzzle than the requested one is refused, and so is a pack without a puzzle if none is requested.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, BinaryIO

from slidefront import BoardLine, Puzzle, default_notation, describe_puzzle, read_boards, write_moves
from slidefront.apps.problems.difficulty import Difficulty
from slidefront.apps.problems.problems import Problem, ProblemPack, grades, route_of
from slidefront.errors import SlidefrontError

Packs = Sequence[ProblemPack]


def write(packs: ProblemPack | Packs, out: BinaryIO, to: str = "lines") -> None:
    """Write problems to an open file as lines or jsonl."""
    FORMATS[to]([packs] if isinstance(packs, ProblemPack) else packs, out)


def _graded(packs: Packs) -> list[str]:
    return grades([problem for pack in packs for problem in pack])


def _record(problem: Problem, grade: str, form: str) -> dict[str, Any]:
    record: dict[str, Any] = {"board": problem.board, "length": problem.length}
    if problem.route is not None:
        record |= {"route": problem.route, "format": form}
    if problem.board_count is not None:
        record["boards"] = problem.board_count
    if problem.difficulty is None:
        return record
    return record | {**problem.difficulty.to_dict(), "grade": grade}


def _write_lines(packs: Packs, out: BinaryIO) -> None:
    graded = iter(_graded(packs))
    for pack in packs:
        if pack:
            out.write(f"# puzzle: {json.dumps(describe_puzzle(pack.puzzle), ensure_ascii=False)}\n".encode())
            if any(one.route is not None for one in pack):
                out.write(f"# format: {default_notation(pack.puzzle)}\n".encode())
        for problem in pack:
            out.write(f"{problem.line}{_remark(problem, next(graded))}\n".encode())


def _remark(problem: Problem, grade: str) -> str:
    return "" if problem.difficulty is None else f"  # {grade}, {problem.difficulty}"


def _write_jsonl(packs: Packs, out: BinaryIO) -> None:
    graded = iter(_graded(packs))
    for pack in packs:
        puzzle, form = describe_puzzle(pack.puzzle), default_notation(pack.puzzle)
        for problem in pack:
            record = _record(problem, next(graded), form) | {"puzzle": puzzle}
            out.write(f"{json.dumps(record, ensure_ascii=False)}\n".encode())


FORMATS: dict[str, Callable[[Packs, BinaryIO], None]] = {
    "lines": _write_lines,
    "jsonl": _write_jsonl,
}


def read_pack(path: Path, puzzle: Puzzle | None = None) -> ProblemPack:
    """Read all problems of a file, and replay every route. Without `puzzle`, use the puzzle that the pack records."""
    first, *others = read_packs(path, puzzle)
    if others:
        raise SlidefrontError(f"{path} has problems of several puzzles: split it")
    return first


def read_packs(path: Path, puzzle: Puzzle | None = None) -> list[ProblemPack]:
    """Read the problems of each puzzle that a file carries, puzzle by puzzle."""
    packs: list[ProblemPack] = []
    for number, line in enumerate(read_boards(puzzle, path), 1):
        try:
            problem = _problem(line)
        except SlidefrontError as error:
            raise SlidefrontError(f"{path}, problem {number}: {error}") from None
        if line.puzzle is not None and (not packs or packs[-1].puzzle is not line.puzzle):
            packs.append(ProblemPack(line.puzzle, []))
        packs[-1].append(problem)
    return packs


def _problem(line: BoardLine) -> Problem:
    if line.length is None:
        raise line.error or SlidefrontError("the length is missing")
    start = line.position()
    boards = line.columns.get("boards")
    boards = boards if isinstance(boards, int) else None
    problem = Problem(start.key, line.board, line.length, line.moves, _difficulty(line), boards)
    if line.moves is None:
        return problem
    route = route_of(start.puzzle, problem, str(line.columns.get("format") or ""))
    return replace(problem, route=write_moves(route))


def _difficulty(line: BoardLine) -> Difficulty | None:
    measures = {one.name: line.columns.get(one.name) for one in fields(Difficulty)}
    if not all(isinstance(number, int | float) for number in measures.values()):
        return None
    return Difficulty(**measures)  # type: ignore[arg-type]
