import json

import pytest


@pytest.fixture(autouse=True)
def cache(tmp_path_factory, monkeypatch):
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("SLIDEFRONT_CACHE", str(folder))
    return folder


def test_build_and_list(slidefront):
    assert "no pattern databases in" in slidefront("patterns", "list").out
    said = slidefront("patterns", "build", "3x3")
    assert said.err.startswith("built pattern databases of 8 tiles (197 KiB) in ")
    assert "already exists" in slidefront("patterns", "build", "3x3").err
    listed = slidefront("patterns", "list").out.splitlines()
    assert listed[1].split()[1:-2] == ["3x3", "step", "8", "9"]
    (data,) = json.loads(slidefront("patterns", "list", "--json").out)
    assert (data["puzzle"], data["groups"], data["cells"]) == ("3x3", [[0, 1, 2, 3, 4, 5, 6, 7]], 9)


def test_solve_builds_the_small_databases_once_and_says_so(slidefront):
    board = "1 2 3 4/5 6 7 8/9 10 0 11/13 14 15 12"
    first = slidefront("solve", "15-puzzle", "--start", board, "--algorithm", "ida")
    assert "built pattern databases of 6-6-3 tiles (5.5 MiB)" in first.err
    assert "IDA* (with pattern databases of 6-6-3 tiles)" in first.err
    second = slidefront("solve", "15-puzzle", "--start", board)
    assert "built" not in second.err
    assert second.out == first.out


def test_databases_that_cannot_be_stored_are_an_error_of_build_but_not_of_solve(slidefront, cache):
    (cache / "patterns").write_text("")
    assert "but did not store them: cannot write" in slidefront("patterns", "build", "3x3", code=2).err
    solved = slidefront("solve", "3x4", "--start", "1 2 3 4/5 6 7 8/9 _ 10 11", "--algorithm", "ida")
    assert "but did not store them: cannot write" in solved.err
    assert len(solved.out.splitlines()) == 2
