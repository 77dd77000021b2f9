import json

import pytest

from slidefront.errors import LimitError, RouteError
from slidefront.puzzles.load import load, read_puzzle
from slidefront.search.question import SearchQuestion
from slidefront.search.search_log import Claim, agree, head_of, read_log, repeat, write_log
from slidefront.search.solve import SearchInterrupted, choose_goal, solve
from slidefront.watch import Interrupted, Watcher

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
    goal = head_of(text)["to"]
    puzzle = puzzle_of(name, metric)
    question, claim = read_log(puzzle if goal is None else choose_goal(puzzle, goal), text)
    again = repeat(question, claim, Watcher())
    return claim, again, agree(claim, again)


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

    def on_round(self, _):
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
    asked = read_log(load("8-puzzle"), log_of(tmp_path, "8-puzzle", CORNER, algorithm="ida"))
    with pytest.raises(Interrupted):
        repeat(*asked, After(1))


def test_boards_that_only_one_algorithm_can_search_are_not_repeated():
    wide = load("5x5")
    with pytest.raises(LimitError, match="was not repeated"):
        repeat(SearchQuestion(wide, wide.home), Claim("patterns", 0, 0), Watcher())


@pytest.mark.parametrize(
    "values",
    [
        {"length": None, "at_least": 33},
        {"length": None, "at_least": None},
        {"at_least": 32},
        {"at_least": None},
        {"length": 33, "at_least": 33},
        {"length": 29, "at_least": 29},
    ],
)
@pytest.mark.parametrize("algorithm", ["ida", "bidirectional"])
def test_another_algorithm_does_not_agree_with_a_false_claim(tmp_path, algorithm, values):
    text = log_of(tmp_path, "8-puzzle", CORNER, algorithm=algorithm)
    assert told("8-puzzle", text)[2]
    assert not told("8-puzzle", changed(text, -1, **values))[2]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text.splitlines()[0], "at least two lines"),
        (lambda text: text[:-20], "a line is not JSON"),
        (lambda text: text.replace('{"length"', '[1]\n{"length"'), "each a JSON object"),
        (lambda text: changed(text, 0, search_log=9), "this slidefront reads version 1"),
        (lambda text: changed(text, 0, identity="0"), "is for another puzzle than 8-puzzle"),
        (lambda text: changed(text, 0, start="x"), "a value is missing or wrong"),
        (lambda text: changed(text, 0, start=None), "a value is missing or wrong"),
        (lambda text: changed(text, -1, at_least="x"), "at_least must be a whole number"),
        (lambda text: text.replace("at_least", "least"), "a value is missing or wrong: 'at_least'"),
    ],
)
def test_a_damaged_log_or_one_of_another_puzzle_is_refused(tmp_path, change, message):
    text = log_of(tmp_path, "8-puzzle", "3124756_8", algorithm="ida")
    with pytest.raises(RouteError, match=message):
        read_log(load("8-puzzle"), change(text))


def test_the_log_of_another_size_goal_or_metric_is_refused(tmp_path):
    text = log_of(tmp_path, "8-puzzle", "1_2345678")
    for other in (load("15-puzzle"), load("8-puzzle").with_goal("12345678_"), load("8-puzzle", "line")):
        with pytest.raises(RouteError, match="is for another puzzle"):
            read_log(other, text)
