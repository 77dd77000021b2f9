import contextlib
import json

import pytest

from slidefront.errors import RouteError
from slidefront.explore.watch import Watcher
from slidefront.puzzles.load import load
from slidefront.search.proof_check import check_log
from slidefront.search.proof_log import write_log, written_if_interrupted
from slidefront.search.solve import SearchInterrupted, solve

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
    found = check_log(load("15-puzzle"), text)
    assert found.faults == []
    assert len(found.checked) == 4
    assert found.checked[0] == "the route is legal, ends at the goal, and has 52 moves"
    assert found.checked[3].startswith("the bound of the start is 4")
    assert found.unchecked == [
        "that no route has fewer than 52 moves: --optimal searches again",
        "the numbers of boards, and the seconds",
    ]
    again = check_log(load("15-puzzle"), text, optimal=True)
    assert again.checked[4:] == ["a new search finds a shortest route of 52 moves"]
    assert again.unchecked == found.unchecked[1:]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("8-puzzle", {"algorithm": "ida"}),
        ("8-puzzle", {}),
        ("8-puzzle", {"goal": "hole-last", "algorithm": "bfs"}),
        ("8-puzzle", {"goal": 0x123406785, "metric": "line"}),
        ("8-puzzle", {"metric": "line"}),
        ("klotski", {"metric": "slide"}),
        ("klotski", {"goal": "..../..../H.../GXX./.XX."}),
        ("pillars", {"algorithm": "ida"}),
        ("mural", {"algorithm": "ida", "metric": "move"}),
        ("AB/..", {"goal": "../.B"}),
        ("8-puzzle", {"goal": "home", "max_seconds": 60, "algorithm": "ida"}),
    ],
)
def test_logs_of_other_searches_are_right(tmp_path, name, options):
    start = {"hole-last": "1234_5678", 0x123406785: "1234_6785", None: "876_41253"}.get(options.get("goal"), "home")
    start = start if name == "8-puzzle" else "home"
    text = log_of(tmp_path, name, start, **options)
    for optimal in (False, True):
        found = check_log(load(name, options.get("metric")), text, optimal=optimal)
        assert found.faults == []
        assert found.checked[0].startswith("the route is legal")


@pytest.mark.parametrize(
    ("name", "start", "goal"), [("8-puzzle", "21345678_", "12345678_"), ("AAB./####", "home", "BAA./####")]
)
def test_logs_without_a_route_are_right_if_there_is_none(tmp_path, name, start, goal):
    text = log_of(tmp_path, name, start, goal=goal)
    found = check_log(load(name), text, optimal=True)
    assert (found.faults, found.checked[-1]) == ([], "a new search finds no route")
    other = changed(text, 0, start="1234_5678" if name == "8-puzzle" else goal)
    for optimal in {name != "8-puzzle", True}:
        assert len(check_log(load(name), other, optimal=optimal).faults) == 1


@pytest.mark.parametrize(
    ("algorithm", "checked"), [("ida", "the bound of the start is 25"), ("bfs", "the layers follow")]
)
def test_logs_of_searches_that_are_not_deep_enough_are_right(tmp_path, algorithm, checked):
    text = log_of(tmp_path, "8-puzzle", "876_41253", algorithm=algorithm, max_depth=10)
    found = check_log(load("8-puzzle"), text)
    assert found.faults == []
    assert found.checked[0].startswith(checked)
    assert any("only" in one or "--optimal" in one for one in found.unchecked) == (algorithm == "bfs")


class After(Watcher):
    """Stops after so many rounds."""

    def __init__(self, rounds):
        self.left = rounds

    def searched(self, _):
        self.left -= 1

    def stop(self):
        return self.left <= 0


@pytest.mark.parametrize(
    ("name", "start", "options"),
    [
        ("15-puzzle", "fe169b4c_a73d852", {"algorithm": "bidirectional"}),
        ("klotski", "home", {}),
        ("mural", "home", {"algorithm": "ida"}),
        ("15-puzzle", "0 15 8 3/12 11 7 4/14 10 6 5/9 13 2 1", {"algorithm": "ida"}),
    ],
)
def test_logs_of_interrupted_searches_are_right(tmp_path, name, start, options):
    path = tmp_path / "proof.jsonl"
    with pytest.raises(SearchInterrupted), written_if_interrupted(path):
        solve(name, start, watcher=After(3), **options)
    text = path.read_text("utf-8")
    found = check_log(load(name), text)
    assert found.faults == []
    assert found.unchecked[0] == "the log has no route"
    end = json.loads(text.splitlines()[-1])
    assert end["interrupted"]
    assert end["at_least"] > 0
    assert len(check_log(load(name), changed(text, -1, at_least=end["at_least"] + 1)).faults) == 1


def test_without_the_databases_the_bound_is_not_checked(tmp_path, monkeypatch):
    text = log_of(tmp_path, "15-puzzle", HARD, algorithm="ida")
    monkeypatch.setenv("SLIDEFRONT_CACHE", str(tmp_path / "empty"))
    found = check_log(load("15-puzzle"), text)
    assert found.faults == []
    assert "the pattern databases of the log are not stored here" in found.unchecked[0]
    assert found.unchecked[1] == "that no route has fewer than 52 moves: --optimal searches again"


@pytest.mark.parametrize(
    ("line", "values", "fault"),
    [
        (-1, {"optimum": 50}, "the route has 52 moves, and the log says 50"),
        (-1, {"moves": [{"what": "1", "way": "L"}]}, "the route is not legal"),
        (-1, {"moves": []}, "the route does not end at the goal"),
        (-2, {"limit": 51}, "all routes have an even number of moves"),
        (-2, {"limit": 40}, "the thresholds do not rise"),
        (-2, {"limit": 54}, "the last threshold is 54, and the optimum is 52"),
        (-2, {"generated": 1}, "the rounds generated "),
        (-1, {"generated": 1}, "the rounds generated "),
        (-1, {"at_least": 50}, "the route has 52 moves, and the log says that no route has fewer than 50"),
        (-1, {"at_least": None}, "the route has 52 moves, and the log says that no route has fewer than None"),
        (-1, {"optimum": None, "at_least": 54}, "the route has 52 moves, and the log says that no route has fewer"),
        (-1, {"moves": None}, "the log has an optimum, and no route"),
        (1, {"limit": 4}, "the bound of the start is "),
        (0, {"start": "fe169b4c7a_3d852"}, "the route is not legal"),
    ],
)
def test_what_is_wrong_is_found(tmp_path, line, values, fault):
    text = changed(log_of(tmp_path, "15-puzzle", HARD), line, **values)
    assert any(one.startswith(fault) for one in check_log(load("15-puzzle"), text).faults)


@pytest.mark.parametrize(
    ("line", "values", "fault"),
    [
        (3, {"layers": [1, 1]}, "the layers do not follow each other"),
        (3, {"met": True}, "the layers do not follow each other"),
        (-2, {"met": False}, "the layers did not meet, and the optimum is 25"),
        (-1, {"optimum": None, "at_least": 24}, "the layers met, and the optimum is None"),
    ],
)
def test_what_is_wrong_with_layers_is_found(tmp_path, line, values, fault):
    text = changed(log_of(tmp_path, "8-puzzle", "85146_732"), line, **values)
    assert any(one.startswith(fault) for one in check_log(load("8-puzzle"), text).faults)


def test_a_new_search_finds_what_a_route_alone_does_not_tell(tmp_path):
    """A longer route, with all numbers made to fit it."""
    text = log_of(tmp_path, "8-puzzle", "85146_732")
    *lines, end = text.splitlines()
    more = json.loads(end)
    more["moves"] = [{"what": "6", "way": "R"}, {"what": "6", "way": "L"}, *more["moves"]]
    more["optimum"] = more["at_least"] = 27
    rounds = [json.dumps({"layers": [depth, 0], "boards": 1, "met": depth == 27}) for depth in range(1, 28)]
    text = "\n".join([lines[0], *rounds, json.dumps(more)])
    assert check_log(load("8-puzzle"), text).faults == []
    found = check_log(load("8-puzzle"), text, optimal=True)
    assert found.faults == ["a new search finds a shortest route of 25 moves, and the log says at least 27 moves"]


@pytest.mark.parametrize("algorithm", ["ida", "bidirectional", "bfs"])
def test_whatever_is_changed_the_log_is_refused_or_judged(tmp_path, algorithm):
    puzzle, text = load("8-puzzle"), log_of(tmp_path, "8-puzzle", "1234_5678", algorithm=algorithm)
    lines = [json.loads(line) for line in text.splitlines()]
    assert check_log(puzzle, text).faults == []
    other_facts = {"puzzle", "algorithm", "why", "proof", "boards", "examined", "seconds", "bounded", "max_seconds"}
    for number, line in enumerate(lines):
        for key in line:
            for value in (None, -1, 3, 10**30, 2.5, "x", [1], {}, True, "missing"):
                changed_line = {
                    one: two for one, two in {**line, key: value}.items() if value != "missing" or one != key
                }
                other = [*lines[:number], changed_line, *lines[number + 1 :]]
                with contextlib.suppress(RouteError):
                    faults = check_log(puzzle, "\n".join(map(json.dumps, other))).faults
                    same = changed_line == line or (key in ("databases", "goal", "to", "interrupted", "generated"))
                    assert faults or same or key in other_facts


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text.splitlines()[0], "its last line must have the optimum"),
        (lambda text: text[:-20], "a line is not JSON"),
        (lambda text: changed(text, 0, proof_log=9), "this slidefront reads version 2"),
        (lambda text: changed(text, 0, identity="0"), "is for another puzzle than 8-puzzle"),
        (lambda text: changed(text, 0, goal="1_2345678"), "or another goal"),
        (lambda text: changed(text, 0, metric="line"), "is in the line metric, not in the step metric"),
        (lambda text: changed(text, -1, at_least="3"), "a value is missing, or is not what it should be"),
        (lambda text: changed(text, -1, generated=-3), "a value is missing, or is not what it should be"),
        (lambda text: changed(text, 1, limit=2.5), "a value is missing, or is not what it should be"),
        (lambda text: changed(text, 0, goal=7), "a value is missing, or is not what it should be"),
        (lambda text: changed(text, 0, to="zz"), "is damaged"),
        (lambda text: text.replace('{"optimum"', '[1]\n{"optimum"'), "a line is not a JSON object"),
        (lambda text: changed(text, 0, start="12"), "is damaged"),
    ],
)
def test_a_log_that_cannot_be_read_is_one_line(tmp_path, change, message):
    text = log_of(tmp_path, "8-puzzle", "3124756_8", algorithm="ida")
    with pytest.raises(RouteError, match=message):
        check_log(load("8-puzzle"), change(text))
