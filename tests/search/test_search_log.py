import contextlib
import json
from dataclasses import replace

import pytest

from slidefront.errors import LimitError, RouteError
from slidefront.explore.watch import Interrupted, Watcher
from slidefront.puzzles.load import load, read_puzzle
from slidefront.search.search_log import Claim, agree, read_log, repeat, write_log
from slidefront.search.solve import SearchInterrupted, solve

HARD = "fe169b4c_a73d852"  # 52 moves, in data/golden
CORNER = "876_41253"  # 31 moves, as far as any board of the 8-puzzle is


def puzzle_of(name, metric=None):
    return read_puzzle(name, metric=metric) if "/" in name else load(name, metric)


def log_of(tmp_path, name, start, **options):
    path = tmp_path / "log.jsonl"
    write_log(path, solve(puzzle_of(name), start, **options))
    return path.read_text("utf-8")


def changed(text, line, **values):
    lines = [json.loads(one) for one in text.splitlines()]
    lines[line].update(values)
    return "\n".join(map(json.dumps, lines))


def told(name, text, metric=None):
    """Read a log and repeat its search: what it claims, what was found again, and whether both agree."""
    log = read_log(puzzle_of(name, metric), text)
    again = repeat(log, Watcher())
    return log.claim, again, agree(log.claim, again)


@pytest.mark.parametrize(
    ("name", "start", "options", "own", "other", "moves"),
    [
        ("8-puzzle", CORNER, {}, "bidirectional", "ida", 31),
        ("8-puzzle", CORNER, {"algorithm": "bfs"}, "bfs", "ida", 31),
        ("8-puzzle", CORNER, {"algorithm": "ida"}, "ida", "bidirectional", 31),
        ("8-puzzle", "home", {"algorithm": "ida"}, "ida", "bidirectional", 0),
        ("8-puzzle", "1234_5678", {"goal": "hole-last"}, "bidirectional", "ida", None),
        ("15-puzzle", HARD, {"algorithm": "ida"}, "patterns", "ida", 52),
        ("klotski", "home", {}, "bfs", "ida", 81),
        ("klotski", "home", {"goal": "..../..../H.../GXX./.XX.", "algorithm": "bfs"}, "bfs", "ida", None),
        ("mural", "home", {"algorithm": "ida", "metric": "move"}, "ida", "bidirectional", 18),
        ("AB/..", "home", {"goal": "../.B"}, "bfs", "ida", None),
    ],
)
def test_another_algorithm_agrees(tmp_path, name, start, options, own, other, moves):
    claim, again, agreed = told(name, log_of(tmp_path, name, start, **options), options.get("metric"))
    assert (claim.algorithm, again.algorithm, agreed) == (own, other, True)
    assert again.length == claim.length
    assert moves in (None, again.length)


@pytest.mark.parametrize(
    ("name", "start", "goal", "own", "other"),
    [
        ("8-puzzle", "21345678_", "12345678_", "group", "bidirectional"),
        ("AAB./####", "home", "BAA./####", "bidirectional", "ida"),
    ],
)
def test_another_algorithm_agrees_that_there_is_no_route(tmp_path, name, start, goal, own, other):
    text = log_of(tmp_path, name, start, goal=goal)
    assert told(name, text) == (Claim(own, None, None), Claim(other, None, None), True)


@pytest.mark.parametrize(("algorithm", "at_least"), [("ida", 11), ("bfs", 11)])
def test_what_a_search_of_limited_depth_rules_out_is_ruled_out_again(tmp_path, algorithm, at_least):
    text = log_of(tmp_path, "8-puzzle", CORNER, algorithm=algorithm, max_depth=10)
    claim, again, agreed = told("8-puzzle", text)
    assert claim.length is None
    assert claim.at_least >= at_least
    assert (again.length, agreed) == (None, True)


def test_a_route_that_may_be_longer_than_a_shortest_one(tmp_path):
    text = log_of(tmp_path, "15-puzzle", HARD, bounded=1.5)
    claim, again, agreed = told("15-puzzle", text)
    assert claim.at_least <= 52 <= claim.length
    assert agreed
    assert claim.optimum in (None, 52)
    assert again.length == claim.optimum


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
        ("15-puzzle", HARD, {"algorithm": "bidirectional"}),
        ("klotski", "home", {}),
        ("mural", "home", {"algorithm": "ida"}),
    ],
)
def test_what_an_interrupted_search_has_ruled_out_is_ruled_out_again(tmp_path, name, start, options):
    with pytest.raises(SearchInterrupted) as stopped:
        solve(name, start, watcher=After(3), **options)
    write_log(tmp_path / "log.jsonl", stopped.value.solved)
    text = (tmp_path / "log.jsonl").read_text("utf-8")
    assert json.loads(text.splitlines()[-1])["interrupted"]
    claim, again, agreed = told(name, text)
    assert claim.length is None
    assert claim.at_least > 0
    assert (again.length, agreed) == (None, True)


def test_a_repeated_search_can_be_interrupted(tmp_path):
    log = read_log(load("8-puzzle"), log_of(tmp_path, "8-puzzle", CORNER, algorithm="ida"))
    with pytest.raises(Interrupted):
        repeat(log, After(1))


def test_boards_that_only_one_algorithm_can_search_are_not_repeated(tmp_path):
    log = read_log(load("8-puzzle"), log_of(tmp_path, "8-puzzle", "1_2345678"))
    wide = load("5x5")
    with pytest.raises(LimitError, match="was not repeated"):
        repeat(replace(log, puzzle=wide, start=wide.home, claim=Claim("patterns", 0, 0)), Watcher())


@pytest.mark.parametrize(
    "values",
    [
        {"at_least": 33, "moves": None},
        {"at_least": None, "moves": None},
        {"at_least": 32},
        {"at_least": None},
    ],
)
@pytest.mark.parametrize("algorithm", ["ida", "bidirectional"])
def test_another_algorithm_does_not_agree_with_a_false_claim(tmp_path, algorithm, values):
    text = log_of(tmp_path, "8-puzzle", CORNER, algorithm=algorithm)
    assert told("8-puzzle", text)[2]
    assert not told("8-puzzle", changed(text, -1, optimum=None, **values))[2]


@pytest.mark.parametrize("algorithm", ["ida", "bidirectional"])
def test_another_algorithm_does_not_agree_with_a_route_that_is_too_long(tmp_path, algorithm):
    text = log_of(tmp_path, "8-puzzle", "85146_732", algorithm=algorithm)
    moves = [{"what": "6", "way": "R"}, {"what": "6", "way": "L"}, *json.loads(text.splitlines()[-1])["moves"]]
    claim, again, agreed = told("8-puzzle", changed(text, -1, moves=moves, optimum=27, at_least=27))
    assert (claim.optimum, again.optimum, agreed) == (27, 25, False)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text.splitlines()[0], "at least two lines"),
        (lambda text: text[:-20], "a line is not JSON"),
        (lambda text: text.replace('{"optimum"', '[1]\n{"optimum"'), "each a JSON object"),
        (lambda text: changed(text, 0, search_log=9), "this slidefront reads version 1"),
        (lambda text: changed(text, 0, identity="0"), "is for another puzzle than 8-puzzle"),
        (lambda text: changed(text, 0, to="1_2345678"), "or for another goal"),
        (lambda text: changed(text, 0, metric="line"), "is in the line metric, not in the step metric"),
        (lambda text: changed(text, 0, start="3124_5678"), "move 1"),
        (lambda text: changed(text, -1, optimum=1), "contradicts itself: it has a route of 3 moves"),
        (lambda text: changed(text, -1, optimum=1, at_least=1), "contradicts itself: it has a route of 3 moves"),
        (lambda text: changed(text, -1, moves=None), "contradicts itself: it has no route"),
        (lambda text: changed(text, -1, moves=[]), "the route of the log does not end at the goal"),
        (lambda text: changed(text, -1, moves=[{"what": "1", "way": "R"}]), "1 R"),
    ],
)
def test_a_log_of_something_else_or_that_contradicts_itself_is_refused(tmp_path, change, message):
    text = log_of(tmp_path, "8-puzzle", "3124756_8", algorithm="ida")
    with pytest.raises(RouteError, match=message):
        read_log(load("8-puzzle"), change(text))


def test_a_log_of_an_edited_puzzle_is_refused(tmp_path):
    text = log_of(tmp_path, "8-puzzle", "1_2345678")
    for other in (load("15-puzzle"), load("8-puzzle").with_goal("12345678_"), load("2x3")):
        with pytest.raises(RouteError, match="is for another puzzle"):
            read_log(other, text)


@pytest.mark.parametrize("algorithm", ["ida", "bidirectional", "bfs"])
def test_whatever_is_changed_a_log_is_refused_or_read(tmp_path, algorithm):
    """No value of another type or size is a traceback, and none that is read changes the route or its length."""
    puzzle, text = load("8-puzzle"), log_of(tmp_path, "8-puzzle", "1234_5678", algorithm=algorithm)
    claim = read_log(puzzle, text).claim
    lines = [json.loads(line) for line in text.splitlines()]
    for number in (0, -1):
        for key in lines[number]:
            for value in (None, -1, 3, 10**30, 2.5, "x", [1], {}, True):
                try:
                    read = read_log(puzzle, changed(text, number, **{key: value})).claim
                except RouteError:
                    continue
                assert (read.length, read.optimum) == (claim.length, claim.optimum)
            other = [{name: one for name, one in line.items() if name != key} for line in lines]
            with contextlib.suppress(RouteError):
                assert read_log(puzzle, "\n".join(map(json.dumps, other))).claim == claim
