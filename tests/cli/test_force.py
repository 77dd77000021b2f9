"""`--force` replaces what slidefront has made, and nothing else."""

import json

import pytest

from slidefront.errors import SlidefrontError
from slidefront.files import replacing, write_new
from slidefront.store.run import Run
from tests.explore.conftest import check_same

COMMANDS = [
    *(("show", "8-puzzle", "-o", f"made.{ending}") for ending in ("svg", "png")),
    *(("solve", "simplicity", "-o", f"made.{ending}") for ending in ("svg", "gif", "html")),
    ("hardest", "8-puzzle", "-o", "made.png"),
    *(("stats", "8-puzzle", "-o", f"made.{ending}") for ending in ("svg", "png")),
    ("page", "simplicity", "-o", "made.html"),
    *(("sheet", "pack.txt", "--puzzle", "8-puzzle", "-o", f"made.{ending}") for ending in ("html", "pdf")),
    *(
        ("problems", "8-puzzle", "--depth", "3", "-o", f"made.{ending}")
        for ending in ("txt", "csv", "jsonl", "parquet")
    ),
    *(("stats", "pillars-6", "-o", f"made.{ending}") for ending in ("csv", "txt")),
    ("solve", "simplicity", "-o", "made.txt"),
    ("solve", "simplicity", "--json", "-o", "made.json"),
    *(("export", "pillars-6", "-o", f"made.{ending}") for ending in ("csv", "jsonl", "parquet")),
    *(("export", "pillars-6", "--edges", "-o", f"made.{ending}") for ending in ("csv", "graphml", "jsonl", "parquet")),
    ("solve", "8-puzzle", "--from", "pack.txt", "-o", "made.txt"),
    ("compare", "8-puzzle", "--from", "pack.txt", "--at-once", "1", "-o", "made.txt"),
    *((command, "8-puzzle", "pack.txt", "-o", "made.txt") for command in ("depth", "solvable", "replay")),
    ("solve", "lines.txt", "-o", "made.txt"),
]


PACK = "# puzzle: 8-puzzle\n12534_678:3:DR2\n142_35678:3:LDR\n14235_678:3:RDR\n"


@pytest.fixture
def pack(slidefront, tmp_path):
    (tmp_path / "pack.txt").write_text(PACK)
    (tmp_path / "lines.txt").write_text("1 2/0 3\n1 2 3/4 0 5/7 8 6\n")
    return slidefront


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_file_of_ours_is_replaced(pack, tmp_path, words):
    made = tmp_path / words[-1]
    pack(*words, "--force")
    before = made.read_bytes()
    assert pack(*words, code=2).err.endswith(", or replace it (--force)\n")
    assert made.read_bytes() == before
    pack(*words, "--force")
    assert len(made.read_bytes()) - len(before) in range(-99, 99)  # seconds may have more digits
    made.write_bytes(b"mine")
    assert "is not a file that slidefront has made, and is not replaced" in pack(*words, "--force", code=2).err
    assert made.read_bytes() == b"mine"


OURS = {"csv": b"depth,boards\n0,1\n", "jsonl": b'{"depth": 0, "boards": 1}\n', "txt": b"U2\n", "html": b"<html>"}


@pytest.mark.parametrize("mine", [b"depth,mine\n", b'{"depth": "mine"}', b'{"identity": "mine"}', b""])
@pytest.mark.parametrize("ending", OURS)
def test_a_file_that_begins_almost_like_ours_is_not_replaced(tmp_path, ending, mine):
    made = tmp_path / f"made.{ending}"
    made.write_bytes(mine)
    with replacing(), pytest.raises(SlidefrontError, match="is not a file that slidefront has made"):
        write_new(made, OURS[ending])
    assert made.read_bytes() == mine


def test_the_log_of_a_search_is_replaced_too(slidefront, tmp_path):
    words = ["solve", "8-puzzle", "--from", "8_6547231", "--out", "route.txt", "--log", "log.jsonl"]
    slidefront(*words)
    (tmp_path / "route.txt").unlink()
    assert "log.jsonl already exists: choose another file with --log, or replace it" in slidefront(*words, code=2).err
    slidefront(*words, "--force")
    assert slidefront("replay", "8-puzzle", "route.txt", "--from", "8_6547231").out.startswith("legal: 31 moves")


ANSWERS = [
    ("solve 8-puzzle --from pack.txt", "--format hole"),
    ("compare 8-puzzle --from pack.txt --at-once 1", "--algorithms bfs"),
    ("depth 8-puzzle pack.txt", "--routes"),
    ("replay 8-puzzle pack.txt", "--optimal"),
]


@pytest.mark.parametrize(("words", "other"), ANSWERS)
def test_answers_to_another_question_are_replaced(pack, tmp_path, words, other):
    made, words = tmp_path / "made.jsonl", [*words.split(), "-o", "made.jsonl"]
    pack(*words, *other.split())
    before = made.read_bytes()
    said = pack(*words, code=2).err
    assert "made.jsonl has answers to another question" in said
    assert said.endswith(": replace it, or choose another file (--force, --out)\n")
    assert made.read_bytes() == before
    pack(*words, "--force")
    answers = made.read_bytes()
    pack(*words[:-1], "fresh.jsonl")
    if words[0] != "compare":  # which says how long each search took
        assert answers == (tmp_path / "fresh.jsonl").read_bytes()
    assert "of them answered before" in pack(*words, "--force").err  # the same question is continued
    made.write_bytes(b"mine\n")
    assert "made.jsonl does not say which question it answers" in pack(*words, "--force", code=2).err
    assert made.read_bytes() == b"mine\n"


def test_a_table_of_another_puzzle_or_start_is_replaced(slidefront, tmp_path):
    made = tmp_path / "made.table"
    slidefront("table", "pillars-6", "--from", "goal", "-o", "made.table", "-q")
    other = made.read_bytes()
    said = slidefront("table", "pillars-6", "-o", "made.table", "-q", code=2).err
    assert said.endswith(" is a table of pillars-6 from goal: replace it, or choose another file (--force, --out)\n")
    assert made.read_bytes() == other
    slidefront("table", "pillars-6", "-o", "made.table", "-q", "--force")
    slidefront("table", "pillars-6", "-o", "fresh.table", "-q")
    assert [slidefront("depth", f"{name}.table", "FBCDEA").out for name in ("made", "fresh")] == ["  11  FBCDEA\n"] * 2
    made.write_bytes(b"mine")
    slidefront("table", "pillars-6", "-o", "made.table", "-q", "--force", code=2)
    assert made.read_bytes() == b"mine"


def test_another_search_is_replaced_with_its_puzzles(slidefront, tmp_path):
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


def test_a_run_in_place_of_the_layers_of_a_table_is_replaced(slidefront, tmp_path):
    slidefront("table", "pillars-6", "-o", "six.table", "-q")
    slidefront("expand", "pillars-6", "--from", "goal", "-o", "run", "-q")
    words = ["export", "six.table", "--format", "run", "-o", "run"]
    assert "replace it, or choose another folder (--force, --out)" in slidefront(*words, code=2).err
    slidefront(*words, "--force")
    slidefront("expand", "pillars-6", "-q")
    check_same(Run(tmp_path / "run"), Run(tmp_path / "data/pillars-6"))


def test_the_command_goes_on_with_force_in_place_of_another_run(slidefront, tmp_path):
    slidefront("expand", "pillars-6", "-q")
    slidefront("expand", "pillars-6", "--from", "goal", "-q", "--out", "other")
    slidefront("expand", "pillars-6", "-q", "--out", "other", "--from", "home", code=2)
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


def test_a_shorter_run_in_place_of_a_longer_one_leaves_none_of_its_layers(slidefront, tmp_path):
    slidefront("expand", "8-puzzle", "-q", "--out", "run")
    slidefront("expand", "pillars-6", "-q", "--out", "run", "--force", "--depth", "2")
    assert sorted(path.name for path in (tmp_path / "run/layers").iterdir()) == ["0000", "0001", "0002"]


def test_without_a_file_there_is_nothing_to_replace(refused):
    assert "it replaces the file of --out: name one" in refused("show", "8-puzzle", "--force")
