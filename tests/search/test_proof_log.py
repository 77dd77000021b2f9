import json

import pytest

from slidefront.errors import RouteError
from slidefront.puzzles.read.load import load
from slidefront.search.proof_log import check_log, is_log, write_log
from slidefront.search.solve import solve

HARD = "fe169b4c_a73d852"


def log_of(tmp_path, name, start, **options):
    path = tmp_path / "proof.jsonl"
    write_log(path, solve(name, start, **options))
    return path.read_text("utf-8")


def changed(text, line, **values):
    lines = [json.loads(one) for one in text.splitlines()]
    lines[line].update(values)
    return "\n".join(map(json.dumps, lines))


def test_a_log_with_pattern_databases_is_right(tmp_path):
    text = log_of(tmp_path, "15-puzzle", HARD)
    assert is_log(text)
    found = check_log(load("15-puzzle"), text)
    assert found.faults == []
    assert len(found.checked) == 4
    assert found.checked[0] == "the route is legal, ends at the goal, and has 52 moves"
    assert found.checked[3].startswith("the bound of the start is 4")
    assert len(found.unchecked) == 1


@pytest.mark.parametrize(
    ("name", "options"),
    [("8-puzzle", {"algorithm": "ida"}), ("8-puzzle", {}), ("klotski", {}), ("pillars", {"algorithm": "ida"})],
)
def test_logs_of_other_searches_are_right(tmp_path, name, options):
    found = check_log(load(name), log_of(tmp_path, name, "876_41253" if name == "8-puzzle" else "home", **options))
    assert found.faults == []
    assert found.checked[0].startswith("the route is legal")


def test_without_the_databases_the_bound_is_not_checked(tmp_path, monkeypatch):
    text = log_of(tmp_path, "15-puzzle", HARD)
    monkeypatch.setenv("SLIDEFRONT_CACHE", str(tmp_path / "empty"))
    found = check_log(load("15-puzzle"), text)
    assert found.faults == []
    assert "the pattern databases of the log are not stored here" in found.unchecked[0]


@pytest.mark.parametrize(
    ("line", "values", "fault"),
    [
        (-1, {"optimum": 50}, "the route has 52 moves, and the log says 50"),
        (-1, {"moves": [{"what": "1", "way": "L"}]}, "the route is not legal"),
        (-1, {"moves": []}, "the route does not end at the goal"),
        (-2, {"limit": 51}, "all routes have an even number of moves"),
        (-2, {"limit": 40}, "the thresholds do not rise"),
        (-2, {"limit": 54}, "the last threshold is 54, and the optimum is 52"),
    ],
)
def test_what_is_wrong_is_found(tmp_path, line, values, fault):
    text = changed(log_of(tmp_path, "15-puzzle", HARD), line, **values)
    assert any(one.startswith(fault) for one in check_log(load("15-puzzle"), text).faults)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text.splitlines()[0], "its last line must have the optimum"),
        (lambda text: text[:-20], "a line is not JSON"),
        (lambda text: changed(text, 0, proof_log=9), "this slidefront reads version 1"),
        (lambda text: changed(text, 0, identity="0"), "is for another puzzle than 8-puzzle"),
        (lambda text: changed(text, 0, start="12"), "is damaged"),
    ],
)
def test_a_log_that_cannot_be_read_is_one_line(tmp_path, change, message):
    text = log_of(tmp_path, "8-puzzle", "3124756_8")
    with pytest.raises(RouteError, match=message):
        check_log(load("8-puzzle"), change(text))
