"""Packs: the same seed draws the same problems from a run as without one, and every board has the same chance."""

import json
import re
from collections import Counter
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront import Resources
from slidefront.apps.problems import problems as work
from slidefront.apps.problems.packs import (
    ProblemSearch,
    draw_layer_rows,
    draw_problems,
    problems,
    random_boards,
    samples,
    share_out,
)
from slidefront.apps.problems.problems import Problem, solved
from slidefront.arrays import Keys
from slidefront.errors import ArgumentError, LayerError, LimitError, PuzzleError, RouteError, RunError, SlidefrontError
from slidefront.executors.budget import USUAL_SIZES, Budget
from slidefront.explore.expand import expand
from slidefront.notation.load import load, read_puzzle
from slidefront.notation.route import read_moves, read_route, replay
from slidefront.puzzles.transfer.puzzle import TransferPuzzle
from slidefront.store.run import Run, open_run
from slidefront.watch import Interrupted, Watcher
from tests.explore.conftest import CASES, Divided
from tests.messages import advised, refused
from tests.watchers import Told

GOLDEN = CASES["14-puzzle"]["problem_lines"]


@pytest.fixture(scope="module")
def blocks(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A block puzzle from all boards that meet its goal."""
    return expand("pennant", start="goal", metric="slide", out=tmp_path_factory.mktemp("blocks") / "goals")


def check_lines(run: Run, drawn: list[Problem]) -> None:
    for problem in drawn:
        moves = read_moves(run.puzzle, problem.route or "")
        replayed = replay(run.puzzle.position(problem.board), moves, problem.length)
        assert replayed.fault is None
        assert replayed.meets_goal
        assert replayed.start.key == problem.key == run.puzzle.parse(problem.board)
        assert problem.key in run.keys(problem.length)
        assert replayed.route().length == problem.length
    assert len({problem.board for problem in drawn}) == len(drawn)


LINE = re.compile(r"[1-9a-e]{14}__:\d+:([UDLR][23]?)+")


def test_problems_select_hole_home_boards(fourteen: Run) -> None:
    drawn = draw_problems(fourteen, range(46, 56), 47, selected=True, routes=True)
    counts = {int(depth): boards for depth, boards in CASES["14-puzzle"]["published_histogram_hole_home"].items()}
    expected = {depth: min(10, boards) for depth, boards in counts.items() if depth >= 46}
    assert Counter(problem.length for problem in drawn) == expected
    assert all(LINE.fullmatch(problem.line) for problem in drawn)
    check_lines(fourteen, drawn)


@pytest.mark.soak
def test_whole_14_puzzle_pack_has_optimal_routes(fourteen: Run) -> None:
    drawn = draw_problems(fourteen, range(32, 55), 2094, selected=True, routes=True)
    assert len(drawn) == 2094
    check_lines(fourteen, drawn)


def test_pack_lines_match_documented_format() -> None:
    puzzle = load("14-puzzle")
    for line in GOLDEN:
        board, length, cells = line.split(":")
        route = read_route(puzzle, cells.replace("|", " "), board)
        problem = solved(puzzle, route.keys)
        assert (problem.board, str(problem.length)) == (board, length)
        assert read_route(puzzle, problem.route or "", board) == route
        assert LINE.fullmatch(problem.line)


@pytest.mark.parametrize("routes", [False, True])
def test_problems_of_blocks_have_optimal_routes(blocks: Run, routes: bool) -> None:
    most, apart = (2, 4) if routes else (30, 1)
    expected = {layer.depth: min(most, layer.board_count) for layer in blocks.layers[::apart]}
    drawn = draw_problems(blocks, expected, sum(expected.values()), routes=routes)
    assert Counter(problem.length for problem in drawn) == expected
    assert all((problem.route is not None) == routes for problem in drawn)
    if routes:
        check_lines(blocks, drawn)


def test_same_seed_draws_same_pack_from_any_run(ten: Run, tmp_path: Path) -> None:
    other = expand("10-puzzle", out=tmp_path / "run", resources=Resources(threads=1))
    for marked in (False, True):
        first = draw_problems(ten, range(10, 30), 100, selected=marked, seed=4, routes=True, difficulty=True)
        assert draw_problems(other, range(10, 30), 100, selected=marked, seed=4, routes=True, difficulty=True) == first
        keys = [problem.key for problem in first]
        assert [problem.key for problem in draw_problems(ten, range(10, 30), 100, selected=marked, seed=4)] == keys
        assert [problem.key for problem in draw_problems(ten, range(10, 30), 100, selected=marked, seed=5)] != keys
        twenty = [problem for problem in first if problem.length == 20]
        assert draw_problems(ten, [20], len(twenty), selected=marked, seed=4, routes=True, difficulty=True) == twenty


def test_wrong_route_is_never_written(ten: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    key = ten.keys(5).tolist()[0]
    assert "does not end at the goal" in refused(RouteError, solved, ten.puzzle, [key])
    plain = work.write_moves
    monkeypatch.setattr(work, "write_moves", lambda route: f"{plain(route)[0]}U9{plain(route)[1:]}")
    assert "is wrong: move " in refused(RouteError, lambda: draw_problems(ten, [5], 1, routes=True))


def test_run_without_goal_distances_is_refused(ten: Run, klotski: Run, tmp_path: Path) -> None:
    refused(RunError, draw_problems, expand("pillars-6", depth=2, out=tmp_path / "pillars"), [1])
    refused(RunError, draw_problems, klotski, [1])
    mine = expand(read_puzzle('kind = "blocks"\nhome = "A.."\ngoal = [["A", 1, 3]]\n', "mine"), out=tmp_path / "mine")
    message = advised(RunError, draw_problems, mine, [1])
    assert message.endswith("`slidefront expand FILE --start goal`")
    none = expand(read_puzzle('kind = "blocks"\nhome = "AB.."\n', "none"), out=tmp_path / "none")
    refused(PuzzleError, draw_problems, none, [1])
    refused(LayerError, draw_problems, ten, [34, 35])


def sample(run: Run, depth: int, boards: int, seed: int, *, selected: bool = False) -> Keys:
    ((_, drawn),) = samples(run, [depth], boards, seed, selected=selected)
    return drawn


@pytest.mark.parametrize("marked", [False, True])
def test_sample_returns_boards_of_drawn_rows(ten: Run, marked: bool) -> None:
    for depth in range(ten.last_depth + 1):
        keys = ten.keys(depth).tolist()
        if marked:
            keys = [key for key in keys if ten.puzzle.format(key).endswith("__")]
        for wanted in (1, 7, 10**6):
            drawn = sample(ten, depth, wanted, 3, selected=marked).tolist()
            assert drawn == [keys[row] for row in sorted(draw_layer_rows(len(keys), wanted, 3, depth).tolist())]
            assert len(set(drawn)) == len(drawn) == min(wanted, len(keys))


def test_sample_is_uniform(ten: Run) -> None:
    """Chi-square over 700 draws of 5 out of a layer: it exceeds its mean by five deviations once in a million."""
    boards = ten.layer(8).board_count
    count = Counter(key for seed in range(700) for key in sample(ten, 8, 5, seed).tolist())
    expected = 700 * 5 / boards
    chi = sum((count[key] - expected) ** 2 / expected for key in ten.keys(8).tolist())
    freedom = (boards - 1) * (1 - 5 / boards)  # without replacement the counts of one draw differ less
    assert abs(chi - freedom) < 5 * (2 * freedom) ** 0.5


def test_each_seed_and_depth_draws_independently() -> None:
    rows = [tuple(draw_layer_rows(1000, 10, seed, depth).tolist()) for seed in range(5) for depth in range(5)]
    assert len(set(rows)) == 25
    assert all(len(set(row)) == 10 and min(row) >= 0 and max(row) < 1000 for row in rows)
    assert sorted(draw_layer_rows(1000, 1000, 1, 1)) == [*range(1000)]
    assert draw_layer_rows(1000, 999, 1, 1)[:10].tolist() == draw_layer_rows(1000, 10, 1, 1).tolist()


@given(st.dictionaries(st.integers(0, 99), st.integers(0, 50)), st.integers(0, 3000))
def test_shares_are_even(board_counts: dict[int, int], count: int) -> None:
    shares = share_out(board_counts, count)
    assert sum(shares.values()) == min(count, sum(board_counts.values()))
    assert all(shares[length] <= board_count for length, board_count in board_counts.items())
    limited = [share for length, share in shares.items() if share < board_counts[length]]
    assert not limited or max(shares.values()) <= min(limited) + 1


def test_excess_selected_count_in_manifest_is_refused(tmp_path) -> None:
    run = expand("pillars-6", out=tmp_path / "run")
    manifest = json.loads((tmp_path / "run" / "_run.json").read_text())
    manifest["layers"][9]["marked"] = run.layer(9).selected_count + 1
    (tmp_path / "run" / "_run.json").write_text(json.dumps(manifest))
    message = refused(RunError, partial(sample, selected=True), open_run(tmp_path / "run"), 9, 500, 0)
    assert message.startswith(f"layer 9 of {tmp_path / 'run'} has fewer mover-home boards than it says: verify it")


THETA = read_puzzle(
    'kind = "graph"\nhome = "M 1 2 3 4 5 6"\nmover = "M"\n'
    "edges = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0], [0, 6], [6, 3]]\n"
)
"""Six vertices in a ring and one across: its group has 120 elements, not 720."""


def few_layers(depth: int, threads: int | None = None) -> Resources:
    """Return resources whose memory ends at a depth."""
    calls = iter(range(10**6))

    class Few(Budget):
        def fits(self, _: int) -> bool:
            return next(calls) < 2 * depth  # each step asks twice

    return Divided(threads, sizes=USUAL_SIZES, kind=Few)


@pytest.mark.parametrize("marked", [False, True])
def test_layers_in_memory_match_a_run(ten: Run, marked: bool) -> None:
    for lengths in (range(4, 20), range(ten.last_depth - 2, ten.last_depth + 4)):
        pack = ProblemSearch(ten.puzzle, lengths, 90, selected=marked, seed=2).run()
        there = [length for length in lengths if length <= ten.last_depth]
        assert pack.problems == draw_problems(ten, there, 90, selected=marked, seed=2)
        assert pack.tried == 0
        assert pack.whole == (lengths[-1] > ten.last_depth)


@pytest.mark.parametrize("marked", [False, True])
def test_random_boards_have_layer_lengths(ten: Run, marked: bool) -> None:
    search = partial(ProblemSearch, ten.puzzle, range(4, 26), 66, selected=marked, seed=1, max_attempts=30, routes=True)
    pack = search(resources=few_layers(5)).run()
    assert pack.reached == 5
    assert 0 < pack.tried <= 30
    assert sum(pack.lengths.values()) <= pack.tried
    check_lines(ten, pack.problems)
    assert pack.problems == sorted(pack.problems, key=lambda problem: (problem.length, problem.key))
    counts = Counter(problem.length for problem in pack.problems)
    assert counts[4] == min(ten.layer(4).selected_count if marked else ten.layer(4).board_count, 24)
    assert max(counts) > 5
    assert not marked or all(problem.board.endswith("__") for problem in pack.problems)
    again = search(resources=few_layers(5, threads=1)).run()
    assert (again.problems, again.tried, again.lengths) == (pack.problems, pack.tried, pack.lengths)


@pytest.mark.parametrize(
    ("puzzle", "marked"),
    [
        (load("pillars-6"), False),
        (THETA, True),
        (load("2x3"), False),
        (read_puzzle('kind = "tiles"\nhome = "1 1 2 / 2 3 _"\n'), True),
    ],
    ids=["pillars-6", "theta", "2x3", "alike"],
)
def test_random_boards_are_uniform(puzzle: TransferPuzzle, marked: bool) -> None:
    size = puzzle.size()
    assert size is not None and size.exact
    boards = size.board_count // (len(puzzle.frame.holes) if marked else 1)
    count = Counter(islice(random_boards(puzzle, 7, selected=marked), 20 * boards))
    assert len(count) == boards
    assert (puzzle.theory.joins(puzzle.home, np.array(list(count), np.uint64)) == 1).all()
    assert not marked or puzzle.selected(np.array(list(count), np.uint64)).all()
    chi = sum((boards_drawn - 20) ** 2 / 20 for boards_drawn in count.values())
    assert abs(chi - (boards - 1)) < 5 * (2 * (boards - 1)) ** 0.5


def test_impossible_requests_are_refused_with_a_reason(ten: Run) -> None:
    puzzle = ten.puzzle

    def ask(error: type[SlidefrontError], lengths: range, **given: Any) -> str:
        return advised(error, ProblemSearch(puzzle, lengths, 8, **{"max_attempts": 20, **given}).run)

    message = ask(ArgumentError, range(7, 8), selected=True)
    assert "with the hole at home every solution of 10-puzzle has an even number of moves" in message
    assert "no board of 10-puzzle is farther than 34 moves from its goal" in ask(ArgumentError, range(35, 37))
    message = ask(LimitError, range(4, 5), max_attempts=3, resources=few_layers(3))
    assert message == (
        "no problem of length 4 was found: layers in memory reach depth 3, and 3 random boards were all longer than 4; "
        "try more (--max-attempts)"
    )
    assert "random boards had lengths from" in ask(LimitError, range(60, 61), resources=few_layers(3))


def test_partial_result_is_noted(ten: Run) -> None:
    pack = ProblemSearch(ten.puzzle, range(2, 28), 1300, max_attempts=30, resources=few_layers(3)).run()
    messages = [*pack.shortages()]
    for length in pack.wanted:
        count = pack.problem_count(length)
        shortage = f"found {count} of {pack.shares[length]} problems of length {length} in 30 random boards"
        assert (shortage in messages) == (length > 3 and count > 0)
    missing = [length for length in pack.wanted if not pack.problem_count(length)]
    assert missing
    assert messages[0].startswith("no problem of length ")
    assert "was found" in messages[0]


@pytest.mark.parametrize("marked", [False, True])
def test_walks_find_rare_lengths(ten: Run, marked: bool) -> None:
    lengths, resources = range(4, 21, 2), few_layers(3)
    pack = ProblemSearch(
        ten.puzzle, lengths, len(lengths), max_attempts=300, selected=marked, resources=resources
    ).run()
    assert [problem.length for problem in pack.problems] == [*lengths]
    assert ten.depths_of(np.array([problem.key for problem in pack.problems], np.uint64)).tolist() == [*lengths]
    assert pack.tried < 300
    assert not marked or ten.puzzle.selected(np.array([problem.key for problem in pack.problems], np.uint64)).all()


def test_puzzle_without_random_boards_needs_a_run() -> None:
    message = advised(PuzzleError, ProblemSearch(load("klotski"), range(5)).run)
    assert "the goal of klotski is not one board" in message
    assert "`slidefront table klotski --start goal`" in message
    refused(PuzzleError, lambda: problems("15-puzzle", [6], difficulty=True))
    corridor = read_puzzle('kind = "tiles"\nhome = "1 2 3 4 5 6 7 8 9 10 11 _"\n', "corridor")
    message = refused(LimitError, lambda: next(iter(random_boards(corridor, 0))))
    assert "too few arrangements of corridor are solvable" in message


def test_watcher_stops_the_draw() -> None:
    with pytest.raises(Interrupted):
        ProblemSearch(load("10-puzzle"), range(20), watcher=Told(stop=lambda: True)).run()
    heard: list[str] = []
    watcher = Watcher()
    watcher.on_message = heard.append  # type: ignore[method-assign]
    ProblemSearch(load("10-puzzle"), range(10, 30), 20, max_attempts=3, watcher=watcher, resources=few_layers(2)).run()
    assert heard[:2] == ["computing layer 1", "computing layer 2"]
    assert "board 3 of at most 3" in heard
    assert heard[-1].startswith("board 3 of at most 3: ")
