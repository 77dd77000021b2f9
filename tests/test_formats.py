"""Written files match the schemas of docs/schemas, as checked by a validator that shares no code with slidefront."""

import json
import struct
import tomllib
import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import jsonschema
import pyarrow.parquet as pq
import pytest

import slidefront
from slidefront.apps.problems.problems import write_problems
from slidefront.puzzles import library
from slidefront.puzzles.puzzle_file import FIELDS
from tests.schemas import FOLDER, SCHEMAS, check

PUZZLES = ["8-puzzle", "pillars-6", "klotski", "euler-766-example"]


def objects(schema: Any) -> Iterator[dict[str, Any]]:
    """Yield the schemas of objects inside a schema."""
    if isinstance(schema, dict):
        yield from [schema] if schema.get("type") == "object" else []
        schema = [*schema.values()]
    if isinstance(schema, list):
        for part in schema:
            yield from objects(part)


def test_schemas_are_valid_closed_and_documented() -> None:
    docs = (FOLDER.parent / "formats.md").read_text("utf-8")
    assert len(SCHEMAS) > 20
    for name, schema in SCHEMAS.items():
        jsonschema.Draft202012Validator.check_schema(schema)
        for part in objects(schema):
            assert part["additionalProperties"] is False or "properties" not in part, "no other fields"
            assert part.get("required") or "properties" not in part
        assert f"(schemas/{name}.json)" in docs


def test_puzzle_files_match_their_schema() -> None:
    for name in library.names():
        check("puzzle", tomllib.loads(library.read(name)))
    common = {"kind", "title", "about", "author", "optimum"}
    fields = [{*kind["properties"]} - common for kind in SCHEMAS["puzzle"]["anyOf"]]
    assert fields == [FIELDS[kind] - common for kind in ("tiles", "graph", "blocks")]


@pytest.mark.parametrize("name", PUZZLES)
def test_runs_match_their_schema(tmp_path: Path, name: str) -> None:
    run = slidefront.expand(name, depth=6, out=tmp_path / "run")
    check("run", json.loads((run.path / "_run.json").read_text("utf-8")))
    for depth in range(len(run.layers)):
        for file in (run.path / "layers" / f"{depth:04d}").iterdir():
            stamp = json.loads(pq.read_metadata(file).metadata[b"slidefront"])
            check("part", stamp)
            assert (stamp["depth"], stamp["file"]) == (depth, file.name)


def test_run_from_many_boards_to_another_goal_matches_its_schema(tmp_path: Path) -> None:
    puzzle = slidefront.load("8-puzzle").with_goal("12345678_")
    run = slidefront.expand(puzzle, starts=["_12345678", "1_2345678"], depth=2, out=tmp_path / "run")
    record = json.loads((run.path / "_run.json").read_text("utf-8"))
    check("run", record)
    assert (record["start_kind"], record["new_goal"]) == ("boards", 0x123456780)


@pytest.mark.parametrize("name", PUZZLES)
def test_table_header_matches_its_schema(tmp_path: Path, name: str) -> None:
    made = slidefront.make_table(name, out=tmp_path / "some.table")
    content = made.path.read_bytes()
    length, crc, magic = struct.unpack("<II8s", content[-16:])
    head = content[-16 - length : -16]
    assert content[:4096] == struct.pack("<8sI4084x", magic, 6)
    assert (magic, crc) == (b"\x93slidtab", zlib.crc32(head))
    header = json.loads(head)
    check("table", header)
    assert set(header["arrays"]) == ({"bits"} if header["bits"] == 1 else {"low", "high"})
    assert len(header["layers"]) == made.last_depth + 1


@pytest.mark.parametrize("routes", [True, False])
def test_packs_match_their_schema(tmp_path: Path, routes: bool) -> None:
    run = slidefront.expand("8-puzzle", start="goal", out=tmp_path / "run")
    out = BytesIO()
    write_problems(slidefront.problems(run, range(3, 6), 6, routes=routes, difficulty=routes), out, "jsonl")
    lines = out.getvalue().decode().splitlines()
    assert len(lines) == 6
    for line in lines:
        check("pack", json.loads(line))
