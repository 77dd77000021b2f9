"""Packs are read back from every form that they are written in."""

import io
import json
from pathlib import Path

import pytest

from slidefront.analysis.problem_files import write
from slidefront.analysis.problems import Problem, ProblemPack
from slidefront.errors import RouteError
from slidefront.puzzles.read.load import load
from slidefront.routes.packs import PackLine, read_pack, read_parquet_pack
from tests.messages import refused

PACK = [Problem(0, "_12345678", 2, "1|2"), Problem(0, "A./B.", 2, "A R,B U"), Problem(0, "1_2345678", 1, None)]
LINES = [PackLine(one.board, one.length, one.route) for one in PACK]


@pytest.mark.parametrize("to", ["csv", "jsonl"])
@pytest.mark.parametrize("pack", [PACK[:2], PACK[2:]])
def test_a_text_is_read_back(to: str, pack: list[Problem]) -> None:
    out = io.BytesIO()
    write(ProblemPack(load("8-puzzle"), pack), out, to)
    assert read_pack(out.getvalue().decode()) == [PackLine(one.board, one.length, one.route) for one in pack]


def test_parquet_is_read_back(tmp_path: Path) -> None:
    with (tmp_path / "pack.parquet").open("wb") as file:
        write(ProblemPack(load("8-puzzle"), PACK[:2]), file, "parquet")
    assert read_parquet_pack(tmp_path / "pack.parquet") == LINES[:2]


def test_what_is_no_pack() -> None:
    assert read_pack("_12345678:2:1|2") is None
    assert read_pack("") is None
    assert read_pack('{"moves": []}') is None
    assert read_pack("{\n}") is None


def test_a_pack_with_a_fault_is_refused(tmp_path: Path) -> None:
    assert refused(RouteError, read_pack, json.dumps({"board": 3})) == (
        "problem 1: board and route must be texts, and length a number"
    )
    (tmp_path / "x.parquet").write_bytes(b"PAR1 no")
    assert "is not a complete Parquet file" in refused(RouteError, read_parquet_pack, tmp_path / "x.parquet")
