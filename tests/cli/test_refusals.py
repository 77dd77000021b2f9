"""What bad input gets: one line that says what, where and what to do; exit code 2; nothing written."""

import json

import pytest


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["expand", "8-puzzle", "--threads", "0"], "threads must be between 1 and 1024, not 0"),
        (["expand", "8-puzzle", "--memory", "1M"], "memory must be at least "),
        (["expand", "15-puzzle"], "10,461,394,944,000 boards of 15-puzzle need about 28.5 TiB of disk"),
        (["expand", "8-puzzle", "--scratch", "/dev/null/x"], "cannot write to /dev/null/x"),
    ],
)
def test_what_this_machine_does_not_have(refused, words, said):
    assert said in refused(*words)


def test_boards_and_formats_that_a_run_does_not_know(slidefront, refused, tmp_path):
    slidefront("expand", "pillars-6", "--depth", "2", "--out", "run", "-q")
    assert "unknown format 'moves': choose from " in refused("depth", "run", "home", "--routes", "--format", "moves")
    assert "line 1, column 3: " in refused("depth", "run", "ABC", "--routes")
    assert "line 1, column 1: " in refused("depth", "run", "ABCDEF", "xBCDEF")
    (tmp_path / "boards.txt").write_text("ABCDEF\nABCDE\n")
    assert "line 2: column 5: " in slidefront("depth", "run", "boards.txt", code=1).err
    (tmp_path / "boards.txt").write_bytes(b"\xff\xfe")
    assert "boards.txt is not UTF-8 text" in refused("depth", "run", "boards.txt")
    assert "boards.txt is not UTF-8 text" in refused("replay", "8-puzzle", "boards.txt")
    assert "FBCDEA is not in run, which goes to depth 2" in refused("depth", "run", "goal", "--routes")


def test_a_folder_that_is_no_run(refused, tmp_path):
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis/chapter.txt").write_text("precious")
    assert "thesis is not a run folder: it contains chapter.txt" in refused("expand", "8-puzzle", "--out", "thesis")
    assert "is not a folder" in refused("expand", "8-puzzle", "--out", "thesis/chapter.txt")
    assert "cannot write to /proc" in refused("expand", "8-puzzle", "--depth", "1", "--out", "/proc/slidefront")


def test_a_manifest_of_a_newer_version(slidefront, refused, tmp_path):
    slidefront("expand", "pillars-6", "--depth", "2", "-q")
    path = tmp_path / "data/pillars-6/_run.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "version": 99}))
    assert "has version 99" in refused("expand", "pillars-6")
    assert "has version 99" in refused("stats", "pillars-6")
