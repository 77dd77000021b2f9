"""Files of version 0.2.0 are read, and continued, by this version; files of a version to come are refused by that."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import slidefront as package
from slidefront.check.verify import verify
from tests.cli.conftest import Command
from tools.golden import ROOT, golden_counts

OLD = ROOT / "tests/release/0.2.0"
PACKS = {"pack.txt": 6, "pack.jsonl": 6, "hardest.jsonl": 5}


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A copy of the old files, in the folder where commands run."""
    return Path(shutil.copytree(OLD, tmp_path, dirs_exist_ok=True))


def test_old_run_is_read_verified_and_continued(slidefront: Command, old: Path) -> None:
    run = package.open_run(old / "run")
    assert [layer.board_count for layer in run.layers] == golden_counts("8-puzzle")[:7]
    assert run.depth_of("3124756_8") == run.route("3124756_8").length == 3
    assert verify(run, deep=True).good
    assert "layers 0 to 6 are good" in slidefront("verify", "run").out
    assert slidefront("depth", "run", "3124756_8").out == "   3  3124756_8\n"
    slidefront("expand", "8-puzzle", "--out", "run", "-q")
    assert [layer.board_count for layer in package.open_run("run").layers] == golden_counts("8-puzzle")


@pytest.mark.parametrize("name", ["one-bit", "two-bits"])
def test_old_tables_are_read_and_verified(slidefront: Command, old: Path, name: str) -> None:
    table = package.open_table(old / f"{name}.table")
    found = package.expand(table.puzzle, out=old / "new")
    assert [layer.board_count for layer in table.layers] == [layer.board_count for layer in found.layers]
    for depth in range(len(found.layers)):
        assert {*table.depths_of(found.keys(depth)).tolist()} == {depth}
    assert verify(table, deep=True).good
    assert f"{table.board_count} boards to depth {table.last_depth}" in slidefront("verify", f"{name}.table").out
    if name == "one-bit":
        assert [layer.board_count for layer in table.layers] == golden_counts("pillars-6")


@pytest.mark.parametrize("name", PACKS)
def test_old_packs_are_printed_and_replayed(slidefront: Command, old: Path, name: str) -> None:
    slidefront("sheet", name, "--out", "sheet.html")
    assert (old / "sheet.html").read_text("utf-8").count('<figure class="problem">') == PACKS[name]
    if name != "hardest.jsonl":  # which has a puzzle for each problem
        assert "6 legal, to the goal" in slidefront("replay", name, name).err


@pytest.mark.parametrize("command", ["solve", "solvable", "depth", "compare", "replay"])
def test_old_answers_are_continued(slidefront: Command, old: Path, command: str) -> None:
    before = (old / f"{command}.jsonl").read_text("utf-8")
    words = {
        "solvable": ["8-puzzle", "boards.txt"],
        "depth": ["run", "boards.txt"],
        "replay": ["8-puzzle", "solve.jsonl"],
    }.get(command, ["8-puzzle", "--start", "boards.txt"])
    said = slidefront(command, *words, "--out", f"{command}.jsonl", code=int(command == "solve")).err
    assert re.search(r"^([23]) (boards|routes) in .*, \1 of them answered before", said, re.MULTILINE)
    assert (old / f"{command}.jsonl").read_text("utf-8") == before


def test_old_puzzle_files_are_read(slidefront: Command, old: Path) -> None:
    for name in ("tiles", "graph"):
        assert package.load(old / f"{name}.toml").kind == name
    assert "rows and columns count from 1" in slidefront("solve", "blocks.toml", code=2).err
    replaced(old / "blocks.toml", '"A", 1, 0', '"A", 2, 1')
    assert slidefront("solve", "blocks.toml").out == "C D\nA D\n"


def test_goals_of_old_answers_keep_their_meaning(slidefront: Command, refused: Callable[..., str], old: Path) -> None:
    """Their rows and columns count from 0."""
    answers = (old / "goal.jsonl").read_text("utf-8")
    assert "2 legal, to the goal" in slidefront("replay", "goal.jsonl", "goal.jsonl").err
    replaced(old / "blocks.toml", '"A", 1, 0', '"A", 2, 1')
    (old / "two.txt").write_text("AAB/C.B/.D.\nCAA/..B/D.B\n")
    asked = ["solve", "blocks.toml", "--start", "two.txt", "--out", "goal.jsonl", "--goal"]
    assert "2 of them answered before" in slidefront(*asked, "A 2 1").err
    assert (old / "goal.jsonl").read_text("utf-8") == answers
    assert "another question, which differs in puzzle, to" in refused(*asked, "A 2 2")
    (old / "grids.txt").write_text("A../..B\nB../..A\n")
    assert "count from 0" in refused("solve", "grids.txt", "--goal", "A 1 1", "--out", "grids.jsonl")
    assert "count from 0" in refused("replay", "grids.txt", "grids.jsonl")


def replaced(path: Path, before: str, after: str) -> None:
    """Write a file with one text in place of another."""
    text = path.read_bytes().decode("latin-1")
    assert before in text
    path.write_bytes(text.replace(before, after).encode("latin-1"))


NEWER: dict[str, tuple[Callable[[Path], None], str, str]] = {
    "run": (
        lambda at: replaced(at / "run/_run.json", '"version": 3', '"version": 4'),
        "run/_run.json has version 4, and this slidefront reads version 3: ",
        "stats run|verify run|verify run --repair|expand 8-puzzle --out run|depth run home",
    ),
    "table": (
        lambda at: replaced(at / "one-bit.table", "tab\x06", "tab\x07"),
        "one-bit.table has version 7 of its format, and this program reads version 6: ",
        "stats one-bit.table|table graph.toml --out one-bit.table|depth one-bit.table home",
    ),
    "pack.jsonl": (
        lambda at: replaced(at / "pack.jsonl", '"length"', '"more": 1, "length"'),
        "the field more is unknown",
        "sheet pack.jsonl --out sheet.html",
    ),
    "pack.txt": (
        lambda at: replaced(at / "pack.txt", '{"name"', '{"more": 1, "name"'),
        "its field more is unknown, perhaps written by a newer slidefront: ",
        "sheet pack.txt --out sheet.html|replay pack.txt pack.txt|solve pack.txt",
    ),
    "answers": (
        lambda at: replaced(at / "solve.jsonl", '"answers": 1', '"answers": 3'),
        "has version 3, but this slidefront reads versions up to 2: ",
        "solve 8-puzzle --start boards.txt --out solve.jsonl|replay 8-puzzle solve.jsonl|solvable 8-puzzle solve.jsonl",
    ),
    "puzzle": (
        lambda at: replaced(at / "blocks.toml", "metric", "more = 1\nmetric"),
        "the field more is unknown",
        "show blocks.toml|solve blocks.toml",
    ),
}


@pytest.mark.parametrize("kind", NEWER)
def test_newer_files_are_refused_by_their_version(old: Path, refused: Callable[..., str], kind: str) -> None:
    change, says, commands = NEWER[kind]
    change(old)
    for words in commands.split("|"):
        assert says in refused(*words.split())


def test_newer_part_is_damage(slidefront: Command, old: Path) -> None:
    path = old / "run/layers/0002/part-00000.parquet"
    rows = pq.read_table(path)
    stamp = json.loads(rows.schema.metadata[b"slidefront"]) | {"version": 4}
    pq.write_table(rows.replace_schema_metadata({b"slidefront": json.dumps(stamp)}), path)
    said = slidefront("depth", "run", "12_345678", code=2).err
    assert "it has version 4, and this slidefront reads version 3" in said
