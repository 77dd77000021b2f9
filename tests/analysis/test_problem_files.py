"""Packs as files say what the problems say."""

import csv
import io
import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from slidefront.analysis.grades import grades
from slidefront.analysis.problem_files import FORMATS, write
from slidefront.analysis.problems import Problem, ProblemPack, draw_problems
from slidefront.puzzles.load import load
from slidefront.store.run import Run


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
        | ({"route": one.route} if routes else {})
        | (_measures(one) | {"grade": grade} if one.difficulty else {})
        | {"puzzle": "10-puzzle", "metric": "step"}
        for one, grade in zip(found, graded, strict=True)
    ]
    assert [json.loads(line) for line in written(found, "jsonl").decode().splitlines()] == expected
    assert pq.read_table(io.BytesIO(written(found, "parquet"))).to_pylist() == expected
    rows = [*csv.DictReader(io.StringIO(written(found, "csv").decode()))]
    texts = [
        {name: f"{value:.3f}" if name == "astray" else str(value) for name, value in row.items()} for row in expected
    ]
    assert rows == texts
    first, *lines = written(found, "lines").decode().splitlines()
    assert first == "# puzzle: 10-puzzle, metric: step"
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
    nothing = {"lines": b"", "jsonl": b"", "csv": b"board,length\n"}
    done = written(ProblemPack(ten.puzzle, []), to)
    assert done == nothing[to] if to in nothing else not pq.read_table(io.BytesIO(done)).num_rows


def test_a_puzzle_is_named_only_if_its_name_gives_it_anywhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text('kind = "blocks"\nhome = "AB./..."\n')
    eight = load("8-puzzle")
    for puzzle, named in [
        (load("klotski", "slide"), "# puzzle: klotski, metric: slide\n"),
        (load("2x3"), "# puzzle: 2x3, metric: step\n"),
        (load("AB./..."), ""),
        (load("mine.toml"), ""),
        (eight.with_goal("1_2345678"), ""),
    ]:
        home = puzzle.format(puzzle.home)
        pack = ProblemPack(puzzle, [Problem(puzzle.home, home, 0)])
        assert written(pack, "lines").decode() == f"{named}{home}:0\n"


def test_more_solutions_than_an_integer_counts(ten: Run) -> None:
    (one,) = draw_problems(ten, [8], 1, difficulty=True)
    assert one.difficulty is not None
    many = replace(one, difficulty=replace(one.difficulty, solutions=10**20))
    types = [
        pq.read_table(io.BytesIO(written(ProblemPack(ten.puzzle, found), "parquet"))).schema.field("solutions").type
        for found in ([one], [one, many])
    ]
    assert types == [pa.int64(), pa.float64()]
    assert f'"solutions": {10**20},' in written(ProblemPack(ten.puzzle, [many]), "jsonl").decode()
