"""Packs as files say what the problems say, and are read back."""

import io
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import slidefront
from examples.rotations import Rotations
from slidefront import Difficulty
from slidefront.apps.problems.packs import draw_problems
from slidefront.apps.problems.problems import Problem, ProblemPack, read_pack, read_packs, write_problems
from slidefront.errors import BoardError, PuzzleError, RouteError, SlidefrontError
from slidefront.notation.load import check_record, describe_puzzle, load, read_puzzle
from slidefront.puzzles.core import Puzzle, identity_hash
from slidefront.store.run import Run
from tests.messages import refused


@pytest.mark.parametrize("to", ["lines", "jsonl"])
@pytest.mark.parametrize("routes", [False, True])
@pytest.mark.parametrize("difficulty", [False, True])
def test_pack_round_trips(ten: Run, tmp_path: Path, to: str, routes: bool, difficulty: bool) -> None:
    pack = draw_problems(ten, range(8, 12), 4, routes=routes, difficulty=difficulty)
    path = tmp_path / f"pack.{'txt' if to == 'lines' else to}"
    with path.open("wb") as file:
        write_problems(pack, file, to)
    read = read_pack(path)
    for problem in pack:
        measures = problem.difficulty and replace(problem.difficulty, astray=round(problem.difficulty.astray, 3))
        assert replace(problem, difficulty=measures) in read
    assert len(read) == len(pack)
    assert read.puzzle.name == "10-puzzle"


def test_pack_without_puzzle_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "pack.txt"
    path.write_text("fe169b4c_a73d852:1\n")
    why = "does not name the puzzle of its boards"
    assert why in refused(SlidefrontError, read_pack, path)
    goals = [slidefront.load("8-puzzle").with_goal(goal) for goal in ("_12345678", "1_2345678")]
    first, other = (f"# puzzle: {json.dumps(describe_puzzle(puzzle))}" for puzzle in goals)
    path.write_text(f"{first}\n12_345678:2\n{other}\n12_345678:1\n")
    assert "problems of several puzzles" in refused(SlidefrontError, read_pack, path)
    assert [len(pack) for pack in read_packs(path)] == [1, 1]
    path.write_text(f"12_345678:2\n{first}\n12_345678:2\n")
    assert why in refused(SlidefrontError, read_packs, path)
    assert "cannot read" in refused(BoardError, read_pack, tmp_path / "missing.txt")


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


def written(pack: ProblemPack, to: str) -> bytes:
    out = io.BytesIO()
    write_problems(pack, out, to)
    return out.getvalue()


def test_text_and_json_packs_agree() -> None:
    rated = Problem(TEN.parse("123456789__a"), "123456789__a", 1, "R", Difficulty(2, 0.09449, 0, 1))
    bare = Problem(TEN.home, "123456789a__", 0)
    pack = ProblemPack(TEN, [rated, bare])
    assert written(pack, "lines").decode().splitlines() == [
        f"# puzzle: {json.dumps(RECORD)}",
        "# format: letters",
        "123456789__a:1:R  # medium, 2 solutions, astray 0.094, forced 0 first and 1 last",
        "123456789a__:0",
    ]
    measures = {"solutions": 2, "astray": 0.094, "forced_first": 0, "forced_last": 1, "grade": "medium"}
    assert [json.loads(line) for line in written(pack, "jsonl").decode().splitlines()] == [
        {"board": "123456789__a", "length": 1, "route": "R", "format": "letters", **measures, "puzzle": RECORD},
        {"board": "123456789a__", "length": 0, "puzzle": RECORD},
    ]
    assert written(ProblemPack(TEN, []), "lines") == written(ProblemPack(TEN, []), "jsonl") == b""


SCHOOL = 'kind = "tiles"\nhome = "123/456/78_"\n'


def packed(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Write a pack of home in each form, and find its puzzle again."""
    pack = ProblemPack(puzzle, [Problem(puzzle.home, puzzle.format(puzzle.home), 0)])
    for to in ("lines", "jsonl"):
        path = Path(f"pack.{to if to != 'lines' else 'txt'}")
        path.write_bytes(written(pack, to))
        yield read_pack(path).puzzle


@pytest.mark.parametrize("metric", ["step", "slide", "move"])
def test_pack_contains_its_puzzle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, metric: str) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = 'kind = "blocks"\nhome = "AB./CC."\ngoal = [["B", 1, 3]]\n'
    own = [load("klotski", metric), read_puzzle(blocks, "12:3:4", metric)]
    if metric == "step":
        own += [read_puzzle(SCHOOL, "school"), load("2x3"), load("pillars"), load("8-puzzle", "line")]
        own += [load("8-puzzle").with_goal("1_2345678"), own[1].with_goal("A.B/..."), own[1].with_goal(own[1].home)]
    for puzzle in own:
        for again in packed(puzzle):
            assert again == puzzle
            assert (again.name, again.metric, again.text) == (puzzle.name, puzzle.metric, puzzle.text)


def test_pack_with_contradicting_puzzle_is_refused(tmp_path: Path) -> None:
    puzzle = read_puzzle(SCHOOL, "school")
    text = written(ProblemPack(puzzle, [Problem(puzzle.home, "12345678_", 0)]), "lines").decode()
    path = tmp_path / "pack.txt"
    for old, new in [("123/456/78_", "123/456/_78"), ('"step"', '"line"'), ('goal": "1', 'goal": "2'), ("tiles", "x")]:
        path.write_text(text.replace(old, new, 1))
        assert "pack.txt" in refused(SlidefrontError, read_pack, path)
    assert "is not the record of a puzzle" in refused(PuzzleError, check_record, '{"name": "school"}')


def test_pack_of_own_puzzle_needs_the_puzzle(tmp_path: Path) -> None:
    puzzle, path = Rotations(), tmp_path / "pack.jsonl"
    path.write_bytes(written(ProblemPack(puzzle, [Problem(puzzle.home, puzzle.format(puzzle.home), 0)]), "jsonl"))
    assert read_pack(path, Rotations()).puzzle == puzzle
    assert "is written in Python" in refused(SlidefrontError, read_pack, path)
    assert "has problems of" in refused(RouteError, read_pack, path, load("8-puzzle"))
