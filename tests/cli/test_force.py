"""`--force` replaces the file that `--out` names, or a run or a table, and never another folder."""

import json
from typing import Any

import pytest

from slidefront.store.run import Run
from tests.explore.conftest import check_same

PACK = "# puzzle: 8-puzzle\n12534_678:3:DR2\n142_35678:3:LDR\n14235_678:3:RDR\n"


@pytest.fixture
def pack(slidefront, tmp_path) -> Any:
    (tmp_path / "pack.txt").write_text(PACK)
    (tmp_path / "lines.txt").write_text("1 2/0 3\n1 2 3/4 0 5/7 8 6\n")
    return slidefront


COMMANDS = [
    ("show", "8-puzzle", "-o", "made.svg"),
    ("export", "pillars-6", "-o", "made.csv"),
    ("solve", "8-puzzle", "--start", "pack.txt", "-o", "made.jsonl"),
    ("table", "pillars-6", "-o", "made.table", "-q"),
]
"""One for each way in which files are written: at once, in pieces, to be continued, and with the lock."""


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_force_replaces_files_but_no_folders(pack, tmp_path, words) -> None:
    made = tmp_path / words[-2 if words[-1] == "-q" else -1]
    made.write_bytes(b"mine")
    pack(*words, code=2)
    assert made.read_bytes() == b"mine"
    pack(*words, "--force")
    new = made.read_bytes()
    made.unlink()
    pack(*words)
    assert len(made.read_bytes()) - len(new) in range(-9, 9)  # seconds may have more digits
    made.unlink()
    (made / "inside").mkdir(parents=True)
    pack(*words, "--force", code=2)
    assert (made / "inside").is_dir()


ANSWERS = [
    ("solve 8-puzzle --start pack.txt", "--format places"),
    ("compare 8-puzzle --start pack.txt", "--algorithms bfs"),
    ("depth 8-puzzle pack.txt", "--routes"),
    ("replay 8-puzzle pack.txt", "--goal hole-last"),
]


@pytest.mark.parametrize(("words", "other"), ANSWERS)
def test_force_replaces_answers_to_another_question(pack, tmp_path, words, other) -> None:
    made, words = tmp_path / "made.jsonl", [*words.split(), "-o", "made.jsonl"]
    pack(*words, *other.split())
    pack(*words, "--force")
    answers = made.read_bytes()
    pack(*words[:-1], "fresh.jsonl")
    if words[0] != "compare":  # which says how long each search took
        assert answers == (tmp_path / "fresh.jsonl").read_bytes()
    assert "of them answered before" in pack(*words, "--force").err  # the same question is continued


def test_force_replaces_table_of_another_start(slidefront, tmp_path) -> None:
    made = tmp_path / "made.table"
    slidefront("table", "pillars-6", "--start", "goal", "-o", "made.table", "-q")
    other = made.read_bytes()
    said = slidefront("table", "pillars-6", "-o", "made.table", "-q", code=2).err
    assert said.endswith(" is a table from goal, not from home: replace it, or choose another file (--force, --out)\n")
    assert made.read_bytes() == other
    slidefront("table", "pillars-6", "-o", "made.table", "-q", "--force")
    slidefront("table", "pillars-6", "-o", "fresh.table", "-q")
    assert [slidefront("depth", f"{name}.table", "FBCDEA").out for name in ("made", "fresh")] == ["  11  FBCDEA\n"] * 2


def test_force_replaces_find_results_and_keeps_other_files(slidefront, tmp_path) -> None:
    slidefront("find", "2x3", "--top", "2", "-o", "found", "-q")
    (tmp_path / "found/notes.txt").write_text("mine")
    said = slidefront("find", "2x3", "--top", "1", "-o", "found", "-q", code=2).err
    assert said.endswith("is of another search: replace it, or choose another folder (--force, --out)\n")
    slidefront("find", "2x3", "--top", "1", "-o", "found", "-q", "--force")
    slidefront("find", "2x3", "--top", "1", "-o", "fresh", "-q")
    for name in ("table.csv", "hardest.jsonl"):
        assert (tmp_path / "found" / name).read_bytes() == (tmp_path / "fresh" / name).read_bytes()
    found, fresh = (sorted(path.name for path in (tmp_path / one / "puzzles").iterdir()) for one in ("found", "fresh"))
    assert found == fresh
    assert (tmp_path / "found/notes.txt").read_text() == "mine"


def test_force_replaces_run_by_layers_of_a_table(slidefront, tmp_path) -> None:
    slidefront("table", "pillars-6", "-o", "six.table", "-q")
    slidefront("expand", "pillars-6", "--start", "goal", "-o", "run", "-q")
    words = ["export", "six.table", "-o", "run"]
    assert "replace it, or choose another folder (--force, --out)" in slidefront(*words, code=2).err
    slidefront(*words, "--force")
    slidefront("expand", "pillars-6", "-q")
    check_same(Run(tmp_path / "run"), Run(tmp_path / "data/pillars-6"))


def test_force_replaces_other_run_and_continues_the_same(slidefront, tmp_path) -> None:
    slidefront("expand", "pillars-6", "-q")
    slidefront("expand", "pillars-6", "--start", "goal", "-q", "--out", "other")
    slidefront("expand", "pillars-6", "-q", "--out", "other", "--start", "home", code=2)
    (tmp_path / "other/notes.txt").write_text("mine")
    said = slidefront("expand", "pillars-6", "--out", "other", "-q", code=2).err
    assert said == (
        "slidefront: other has a run from goal, not from home: replace it, or choose another folder (--force, --out)\n"
    )
    slidefront("expand", "pillars-6", "--out", "other", "-q", "--force")
    check_same(Run(tmp_path / "other"), Run(tmp_path / "data/pillars-6"))
    assert (tmp_path / "other/notes.txt").read_text() == "mine"
    again = json.loads(slidefront("expand", "pillars-6", "--out", "other", "--force", "--json").out)
    assert again["layers"][3]["seconds"] == Run(tmp_path / "other").layers[3].seconds  # the same run is continued
