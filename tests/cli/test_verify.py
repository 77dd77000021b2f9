import json

import pytest

from slidefront import expand, units, verify

PART = "part-00000.parquet"


@pytest.fixture
def layers(tmp_path):
    expand("pillars-6", out=tmp_path / "data/pillars-6")
    return tmp_path / "data/pillars-6/layers"


def test_a_good_run(slidefront, layers):
    answer = slidefront("verify", "pillars-6")
    assert answer.out == f"layers 0 to 21 are good: 360 boards, {size_of(layers)}\n"
    assert answer.err.splitlines() == [f"depth {depth}: good" for depth in range(22)]
    deep = slidefront("verify", "data/pillars-6", "--deep")
    assert deep.out == answer.out.rstrip() + "; each has exactly the boards of its depth\n"
    assert deep.err.splitlines()[22:] == [f"depth {depth}: recomputed, identical" for depth in range(22)]


def size_of(layers):
    return units.size(sum(path.stat().st_size for path in layers.rglob("*.parquet")))


def test_damage_has_exit_code_1_and_is_repaired(slidefront, layers):
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


def test_json(slidefront, layers):
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


def test_a_table(slidefront, tmp_path):
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
