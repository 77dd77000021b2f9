"""`--force` replaces what slidefront has made, and nothing else."""

import json

import pytest

from slidefront.store.run import Run
from tests.explore.conftest import check_same

COMMANDS = [
    *(("show", "8-puzzle", "-o", f"made.{ending}") for ending in ("svg", "png")),
    *(("solve", "simplicity", "-o", f"made.{ending}") for ending in ("svg", "gif", "html")),
    ("hardest", "8-puzzle", "-o", "made.png"),
    *(("stats", "8-puzzle", "-o", f"made.{ending}") for ending in ("svg", "png")),
    ("page", "simplicity", "-o", "made.html"),
    *(("sheet", "pack.txt", "-o", f"made.{ending}") for ending in ("html", "pdf")),
    *(
        ("problems", "8-puzzle", "--depth", "3", "-o", f"made.{ending}")
        for ending in ("txt", "csv", "jsonl", "parquet")
    ),
]


@pytest.fixture
def pack(slidefront):
    slidefront("problems", "8-puzzle", "--depth", "3", "--routes", "-o", "pack.txt")
    return slidefront


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_file_of_ours_is_replaced(pack, tmp_path, words):
    made = tmp_path / words[-1]
    pack(*words, "--force")
    before = made.read_bytes()
    assert pack(*words, code=2).err.endswith(", or replace it (--force)\n")
    assert made.read_bytes() == before
    pack(*words, "--force")
    assert made.stat().st_size == len(before)
    made.write_bytes(b"mine")
    assert "is not a file that slidefront has made, and is not replaced" in pack(*words, "--force", code=2).err
    assert made.read_bytes() == b"mine"


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
