"""Packs without a run: the lengths are those of the layers, and random boards are as likely as each other."""

from collections import Counter
from itertools import islice

import numpy as np
import pytest

from slidefront import Resources
from slidefront.apps.problems.packs import ProblemSearch, random_boards
from slidefront.apps.problems.problems import draw_problems
from slidefront.errors import ArgumentError, LimitError, PuzzleError, SlidefrontError
from slidefront.executors.budget import Budget
from slidefront.notation.load import load, read_puzzle
from slidefront.notation.route import read_moves, replay
from slidefront.puzzles.transfer.puzzle import TransferPuzzle
from slidefront.store.run import Run
from slidefront.watch import Interrupted, Watcher
from tests.messages import advised, refused
from tests.worlds import Told

THETA = read_puzzle(
    'kind = "graph"\nhome = "M 1 2 3 4 5 6"\nmover = "M"\n'
    "edges = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 5], [5, 0], [0, 6], [6, 3]]\n"
)
"""Six vertices in a ring and one across: its group has 120 elements, not 720."""


def few_layers(monkeypatch: pytest.MonkeyPatch, depth: int) -> None:
    """Let memory end at a depth."""
    calls = iter(range(10**6))
    monkeypatch.setattr(Budget, "fits", lambda *_: next(calls) < 2 * depth)  # each step asks twice


@pytest.mark.parametrize("marked", [False, True])
def test_layers_grown_in_memory_give_what_a_run_gives(ten: Run, marked: bool) -> None:
    for lengths in (range(4, 20), range(ten.last_depth - 2, ten.last_depth + 4)):
        pack = ProblemSearch(ten.puzzle, lengths, 90, selected=marked, seed=2).run()
        there = [length for length in lengths if length <= ten.last_depth]
        assert pack.problems == draw_problems(ten, there, 90, selected=marked, seed=2)
        assert pack.tried == 0
        assert pack.whole == (lengths[-1] > ten.last_depth)


@pytest.mark.parametrize("marked", [False, True])
def test_random_boards_have_the_lengths_of_the_layers(ten: Run, monkeypatch: pytest.MonkeyPatch, marked: bool) -> None:
    few_layers(monkeypatch, 5)
    pack = ProblemSearch(ten.puzzle, range(4, 26), 66, selected=marked, seed=1, max_attempts=30, routes=True).run()
    assert pack.reached == 5
    assert 0 < pack.tried <= 30
    assert sum(pack.lengths.values()) <= pack.tried
    boards = [one.board for one in pack.problems]
    assert len(set(boards)) == len(boards)
    assert boards == [one.board for one in sorted(pack.problems, key=lambda one: (one.length, one.key))]
    depths = ten.depths_of(np.array([one.key for one in pack.problems], np.uint64)).tolist()
    assert depths == [one.length for one in pack.problems]
    assert Counter(depths)[4] == min(ten.layer(4).selected_count if marked else ten.layer(4).board_count, 24)
    assert max(depths) > 5
    assert not marked or all(board.endswith("__") for board in boards)
    for one in pack.problems:
        moves = read_moves(ten.puzzle, one.route or "")
        replayed = replay(ten.puzzle.position(one.board), moves, one.length)
        assert replayed.fault is None
        assert replayed.meets_goal
    monkeypatch.undo()
    few_layers(monkeypatch, 5)
    again = ProblemSearch(
        ten.puzzle, range(4, 26), 66, selected=marked, seed=1, max_attempts=30, routes=True, resources=Resources(1)
    ).run()
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
def test_random_boards_are_as_likely_as_each_other(puzzle: TransferPuzzle, marked: bool) -> None:
    size = puzzle.size()
    assert size is not None and size.exact
    boards = size.board_count // (len(puzzle.frame.holes) if marked else 1)
    count = Counter(islice(random_boards(puzzle, 7, selected=marked), 20 * boards))
    assert len(count) == boards
    assert (puzzle.theory.joins(puzzle.home, np.array(list(count), np.uint64)) == 1).all()
    assert not marked or puzzle.selected(np.array(list(count), np.uint64)).all()
    chi = sum((found - 20) ** 2 / 20 for found in count.values())
    assert abs(chi - (boards - 1)) < 5 * (2 * (boards - 1)) ** 0.5


def test_what_cannot_be_is_refused_with_the_reason(ten: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = ten.puzzle

    def ask(error: type[SlidefrontError], lengths: range, marked: bool = False, max_attempts: int = 20) -> str:
        return refused(error, ProblemSearch(puzzle, lengths, 8, selected=marked, max_attempts=max_attempts).run)

    said = ask(ArgumentError, range(7, 8), True)
    assert "with the hole at home every solution of 10-puzzle has an even number of moves" in said
    assert "no board of 10-puzzle is farther than 34 moves from its goal" in ask(ArgumentError, range(35, 37))
    few_layers(monkeypatch, 3)
    said = ask(LimitError, range(4, 5), max_attempts=3)
    assert said == (
        "no problem of length 4 was found: layers in memory reach depth 3, and 3 random boards were all longer than 4; "
        "try more"
    )
    assert "random boards had lengths from" in ask(LimitError, range(60, 61))


def test_a_part_of_what_was_wanted_is_told(ten: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    few_layers(monkeypatch, 3)
    pack = ProblemSearch(ten.puzzle, range(2, 28), 1300, max_attempts=30).run()
    said = [*pack.shortages()]
    for length in pack.wanted:
        found = pack.found(length)
        told = f"found {found} of {pack.shares[length]} problems of length {length} in 30 random boards"
        assert (told in said) == (length > 3 and found > 0)
    missing = [length for length in pack.wanted if not pack.found(length)]
    assert missing
    assert said[0].startswith("no problem of length ")
    assert "was found" in said[0]


@pytest.mark.parametrize("marked", [False, True])
def test_walks_find_the_lengths_that_random_boards_hardly_have(
    ten: Run, monkeypatch: pytest.MonkeyPatch, marked: bool
) -> None:
    few_layers(monkeypatch, 3)
    lengths = range(4, 21, 2)
    pack = ProblemSearch(ten.puzzle, lengths, len(lengths), max_attempts=300, selected=marked).run()
    assert [problem.length for problem in pack.problems] == [*lengths]
    assert ten.depths_of(np.array([one.key for one in pack.problems], np.uint64)).tolist() == [*lengths]
    assert pack.tried < 300
    assert not marked or ten.puzzle.selected(np.array([one.key for one in pack.problems], np.uint64)).all()


def test_puzzles_that_need_a_run() -> None:
    said = advised(PuzzleError, ProblemSearch(load("klotski"), range(5)).run)
    assert "the goal of klotski is not one board" in said
    assert "`slidefront table klotski --start goal`" in said
    corridor = read_puzzle('kind = "tiles"\nhome = "1 2 3 4 5 6 7 8 9 10 11 _"\n', "corridor")
    said = refused(LimitError, lambda: next(iter(random_boards(corridor, 0))))
    assert "too few arrangements of corridor are solvable" in said


def test_the_wish_to_stop_is_heeded(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Interrupted):
        ProblemSearch(load("10-puzzle"), range(20), watcher=Told(stop=lambda: True)).run()
    heard: list[str] = []
    watcher = Watcher()
    watcher.on_message = heard.append  # type: ignore[method-assign]
    few_layers(monkeypatch, 2)
    ProblemSearch(load("10-puzzle"), range(10, 30), 20, max_attempts=3, watcher=watcher).run()
    assert heard[:2] == ["computing layer 1", "computing layer 2"]
    assert "board 3 of at most 3" in heard
    assert heard[-1].startswith("board 3 of at most 3: ")
