"""Packs as files say what the problems say."""

import io
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from examples.rotations import Rotations
from slidefront.apps.problems.pack_files import FORMATS, read_pack, write
from slidefront.apps.problems.problems import Problem, ProblemPack, draw_problems, grades
from slidefront.errors import PuzzleError, RouteError, SlidefrontError
from slidefront.notation.load import check_record, load, read_puzzle
from slidefront.puzzles.core import Puzzle, identity_hash
from slidefront.store.run import Run
from tests.messages import refused

TEN = load("10-puzzle")
RECORD = {
    "name": "10-puzzle",
    "kind": "tiles",
    "metric": "step",
    "home": "123456789a__",
    "goal": "123456789a__",
    "identity": identity_hash(TEN),
    "text": TEN.text,
}


def written(found: ProblemPack, to: str) -> bytes:
    out = io.BytesIO()
    write(found, out, to)
    return out.getvalue()


@pytest.mark.parametrize("routes", [False, True])
@pytest.mark.parametrize("difficulty", [False, True])
def test_all_formats_say_the_same(ten: Run, routes: bool, difficulty: bool) -> None:
    found = draw_problems(ten, range(8, 12), 4, routes=routes, difficulty=difficulty)
    graded = grades(found)
    expected = [
        {"board": one.board, "length": one.length}
        | ({"route": one.route, "format": "letters"} if routes else {})
        | (_measures(one) | {"grade": grade} if one.difficulty else {})
        | {"puzzle": RECORD}
        for one, grade in zip(found, graded, strict=True)
    ]
    assert [json.loads(line) for line in written(found, "jsonl").decode().splitlines()] == expected
    first, *lines = written(found, "lines").decode().splitlines()
    assert first == f"# puzzle: {json.dumps(RECORD)}"
    if routes:
        assert lines.pop(0) == "# format: letters"
    for line, one, grade in zip(lines, found, graded, strict=True):
        problem, _, remark = line.partition("  # ")
        assert problem.split(":") == [one.board, str(one.length), *([one.route] if routes else [])]
        assert remark == (_remark(one, grade) if difficulty else "")


def _measures(one: Problem) -> dict[str, Any]:
    assert one.difficulty is not None
    return asdict(one.difficulty) | {"astray": round(one.difficulty.astray, 3)}


def _remark(one: Problem, grade: str) -> str:
    assert one.difficulty is not None
    solutions, astray, first, last = asdict(one.difficulty).values()
    counted = f"{solutions} solution{'s' * (solutions > 1)}"
    return f"{grade}, {counted}, astray {astray:.3f}, forced {first} first and {last} last"


@pytest.mark.parametrize("to", FORMATS)
def test_no_problems(ten: Run, to: str) -> None:
    assert written(ProblemPack(ten.puzzle, []), to) == b""


SCHOOL = 'kind = "tiles"\nhome = "123/456/78_"\n'


def packed(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Write a pack of home in each form, and find its puzzle again."""
    pack = ProblemPack(puzzle, [Problem(puzzle.home, puzzle.format(puzzle.home), 0)])
    for to in FORMATS:
        path = Path(f"pack.{to if to != 'lines' else 'txt'}")
        path.write_bytes(written(pack, to))
        yield read_pack(path).puzzle


@pytest.mark.parametrize("metric", ["step", "slide", "move"])
def test_a_pack_carries_its_puzzle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, metric: str) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = 'kind = "blocks"\nhome = "AB./CC."\ngoal = [["B", 0, 2]]\n'
    own = [load("klotski", metric), read_puzzle(blocks, "12:3:4", metric)]
    if metric == "step":
        own += [read_puzzle(SCHOOL, "school"), load("2x3"), load("pillars"), load("8-puzzle", "line")]
        own += [load("8-puzzle").with_goal("1_2345678"), own[1].with_goal("A.B/..."), own[1].with_goal(own[1].home)]
    for puzzle in own:
        for found in packed(puzzle):
            assert found == puzzle
            assert (found.name, found.metric, found.text) == (puzzle.name, puzzle.metric, puzzle.text)


def test_what_a_pack_says_of_its_puzzle_must_fit(tmp_path: Path) -> None:
    puzzle = read_puzzle(SCHOOL, "school")
    text = written(ProblemPack(puzzle, [Problem(puzzle.home, "12345678_", 0)]), "lines").decode()
    path = tmp_path / "pack.txt"
    for old, new in [("123/456/78_", "123/456/_78"), ('"step"', '"line"'), ('goal": "1', 'goal": "2'), ("tiles", "x")]:
        path.write_text(text.replace(old, new, 1))
        assert "pack.txt" in refused(SlidefrontError, read_pack, path)
    assert "is not the record of a puzzle" in refused(PuzzleError, check_record, '{"name": "school"}')


def test_a_pack_of_a_puzzle_in_python_is_read_with_it(tmp_path: Path) -> None:
    puzzle, path = Rotations(), tmp_path / "pack.jsonl"
    path.write_bytes(written(ProblemPack(puzzle, [Problem(puzzle.home, puzzle.format(puzzle.home), 0)]), "jsonl"))
    assert read_pack(path, Rotations()).puzzle == puzzle
    assert "is written in Python" in refused(SlidefrontError, read_pack, path)
    assert "has problems of" in refused(RouteError, read_pack, path, load("8-puzzle"))
