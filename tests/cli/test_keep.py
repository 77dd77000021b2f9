"""The commands for what is stored: verify and patterns."""

import json
from errno import EACCES
from pathlib import Path

import pytest

from slidefront import expand, units, verify
from slidefront.store import writer

PART = "part-00000.parquet"


@pytest.fixture
def layers(tmp_path) -> Path:
    expand("pillars-6", out=tmp_path / "data/pillars-6")
    return tmp_path / "data/pillars-6/layers"


def test_verify_reports_a_good_run(slidefront, layers) -> None:
    answer = slidefront("verify", "pillars-6")
    size = units.size(sum(path.stat().st_size for path in layers.rglob("*.parquet")))
    assert answer.out == f"layers 0 to 21 are good: 360 boards, {size}\n"
    assert answer.err.splitlines() == [f"depth {depth}: good" for depth in range(22)]
    deep = slidefront("verify", "data/pillars-6", "--deep")
    assert deep.out == answer.out.rstrip() + "; each has exactly the boards of its depth\n"
    assert deep.err.splitlines()[22:] == [f"depth {depth}: recomputed, identical" for depth in range(22)]


def test_verify_reports_damage_and_repairs_it(slidefront, layers) -> None:
    (layers / "0009" / PART).unlink()
    (layers / "0013" / PART).write_bytes(b"half")
    (layers / "0003" / "other.parquet").touch()
    found = slidefront("verify", "pillars-6", code=1)
    lines = found.out.splitlines()
    assert lines[0] == f"layers/0009/{PART}: it is not there"
    assert lines[1].startswith(f"layers/0013/{PART}: it has 4 bytes where ")
    assert lines[2] == "layers/0003/other.parquet: this does not belong to the run"
    assert lines[3] == "layers 0 to 8 are good: `slidefront verify data/pillars-6 --repair` recomputes damaged layers"
    assert "depth 9: damaged\n" in found.err
    repaired = slidefront("verify", "pillars-6", "--repair", "-q", code=1)
    assert repaired.out.splitlines()[-1] == "layers 0 to 21 are good: the whole space"
    assert slidefront("verify", "pillars-6", "--repair", "-q", code=1).out.splitlines()[-1] == "nothing to repair"
    (layers / "0003" / "other.parquet").unlink()
    assert verify(layers.parent, deep=True).good
    assert slidefront("verify", "pillars-6", "--repair", "-q").out.splitlines()[-1] == "nothing to repair"


def test_expand_offers_repair_of_run_without_manifest(slidefront, layers) -> None:
    (layers.parent / "_run.json").unlink()
    for puzzle in ("pillars-6", "10-puzzle"):
        said = slidefront("expand", puzzle, "--out", "data/pillars-6", code=2).err
        assert said.endswith("try `slidefront verify data/pillars-6 --repair`\n")
    slidefront("verify", "data/pillars-6", "--repair", "-q")
    assert verify(layers.parent).good


@pytest.mark.parametrize("words", [["stats"], ["verify"], ["verify", "--repair"], ["expand"]], ids=" ".join)
def test_unreadable_manifest_is_not_replaced(slidefront, layers, words) -> None:
    manifest = layers.parent / "_run.json"
    manifest.unlink()
    manifest.mkdir()  # which root cannot read either
    said = slidefront(*words, "pillars-6", code=2).err
    assert said.startswith("slidefront: cannot read data/pillars-6/_run.json: Is a directory; make it readable")
    assert manifest.is_dir()


def test_repair_of_read_only_run_asks_to_make_it_writable(slidefront, layers, monkeypatch) -> None:
    def refuse(_: Path) -> None:
        raise PermissionError(EACCES, "refused")

    (layers / "0009" / PART).unlink()
    monkeypatch.setattr(writer, "locked", refuse)
    assert slidefront("verify", "pillars-6", "--repair", "-q", code=2).err == (
        "slidefront: cannot write to data/pillars-6: Permission denied; make the run writable, or work on a copy\n"
    )


def test_json_of_a_damaged_run(slidefront, layers) -> None:
    good = slidefront("verify", "pillars-6", "--json")
    found = json.loads(good.out)
    assert (good.err, found["path"], found["good"], found["safe"]) == ("", "data/pillars-6", True, 21)
    (layers / "0000" / PART).unlink()
    (layers / "0022").mkdir()
    found = json.loads(slidefront("verify", "pillars-6", "--json", "--deep", code=1).out)
    assert (found["good"], found["safe"], found["leftovers"]) == (False, -1, ["layers/0022"])
    assert found["damages"] == [
        {"layer": 0, "file": f"layers/0000/{PART}", "row": None, "what": "it is not there"},
    ]


def test_verify_reports_good_and_damaged_tables(slidefront, tmp_path) -> None:
    slidefront("table", "pillars-6", "-q")
    path = tmp_path / "data/pillars-6.table"
    size = units.size(path.stat().st_size)
    good = f"data/pillars-6.table is good: 360 boards to depth 21, {size}"
    assert slidefront("verify", "pillars-6.table").out == f"{good}\n"
    deep = slidefront("verify", "data/pillars-6.table", "--deep")
    assert deep.out == f"{good}; each distance is right\n"
    found = json.loads(slidefront("verify", "pillars-6.table", "--deep", "--json").out)
    assert (found["deep"], found["good"], found["board_count"]) == (True, True, 360)
    path.write_bytes(path.read_bytes()[:-1])
    bad = slidefront("verify", "pillars-6.table", code=1).out
    assert bad.startswith("data/pillars-6.table is damaged: ")
    (damage,) = json.loads(slidefront("verify", "pillars-6.table", "--json", code=1).out)["damages"]
    assert damage == {"layer": None, "file": "", "row": None, "what": bad.rstrip()}


@pytest.fixture(autouse=True)
def cache(tmp_path_factory, monkeypatch) -> Path:
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("SLIDEFRONT_CACHE", str(folder))
    return folder


def test_pattern_databases_are_built_and_listed(slidefront) -> None:
    assert "no pattern databases in" in slidefront("patterns", "list").out
    said = slidefront("patterns", "build", "3x3")
    assert said.err.startswith("built pattern databases of 8 tiles (197 KiB) in ")
    assert "already exists" in slidefront("patterns", "build", "3x3").err
    listed = slidefront("patterns", "list").out.splitlines()
    assert listed[1].split()[1:-2] == ["3x3", "step", "8", "9"]
    (data,) = json.loads(slidefront("patterns", "list", "--json").out)
    assert (data["puzzle"], data["groups"], data["cells"]) == ("3x3", [[0, 1, 2, 3, 4, 5, 6, 7]], 9)


def test_solve_builds_small_databases_once(slidefront) -> None:
    board = "1 2 3 4/5 6 7 8/9 10 0 11/13 14 15 12"
    first = slidefront("solve", "15-puzzle", "--start", board, "--algorithm", "ida")
    assert "built pattern databases of 6-6-3 tiles (5.5 MiB)" in first.err
    assert "IDA* (with pattern databases of 6-6-3 tiles)" in first.err
    second = slidefront("solve", "15-puzzle", "--start", board)
    assert "built" not in second.err
    assert second.out == first.out


def test_unstorable_databases_fail_build_but_not_solve(slidefront, cache) -> None:
    (cache / "patterns").write_text("")
    assert "but did not store them: cannot write" in slidefront("patterns", "build", "3x3", code=2).err
    solved = slidefront("solve", "3x4", "--start", "1 2 3 4/5 6 7 8/9 _ 10 11", "--algorithm", "ida")
    assert "but did not store them: cannot write" in solved.err
    assert len(solved.out.splitlines()) == 2
