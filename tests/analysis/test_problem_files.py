"""Packs as files say what the problems say."""

import io
import json
from dataclasses import asdict, replace

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from slidefront.analysis.problem_files import FORMATS, write
from slidefront.analysis.problems import Problem, problems
from slidefront.store.run import Run


def written(found: list[Problem], to: str) -> bytes:
    out = io.BytesIO()
    write(found, out, to)
    return out.getvalue()


@pytest.mark.parametrize("routes", [False, True])
@pytest.mark.parametrize("difficulty", [False, True])
def test_all_formats_say_the_same(ten: Run, routes: bool, difficulty: bool) -> None:
    found = problems(ten, range(8, 12), 4, routes=routes, difficulty=difficulty)
    expected = [
        {"board": one.board, "length": one.length}
        | ({"route": one.route} if routes else {})
        | (asdict(one.difficulty) if one.difficulty else {})
        for one in found
    ]
    assert [json.loads(line) for line in written(found, "jsonl").decode().splitlines()] == expected
    assert pq.read_table(io.BytesIO(written(found, "parquet"))).to_pylist() == expected
    lines = written(found, "lines").decode().splitlines()
    assert [line.split(":") for line in lines] == [
        [one.board, str(one.length), *([one.route] if routes else [])] for one in found
    ]


@pytest.mark.parametrize("to", FORMATS)
def test_no_problems(to: str) -> None:
    assert written([], to) == b"" or pq.read_table(io.BytesIO(written([], to))).num_rows == 0


def test_more_solutions_than_an_integer_counts(ten: Run) -> None:
    (one,) = problems(ten, [8], 1, difficulty=True)
    assert one.difficulty is not None
    many = replace(one, difficulty=replace(one.difficulty, solutions=10**20))
    types = [
        pq.read_table(io.BytesIO(written(found, "parquet"))).schema.field("solutions").type
        for found in ([one], [one, many])
    ]
    assert types == [pa.int64(), pa.float64()]
    assert f'"solutions": {10**20},' in written([many], "jsonl").decode()
