"""Questions answered by whole layers: what proves the answer, and when a search is given up before its time."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from slidefront import Puzzle, load
from slidefront.executors.budget import Budget
from slidefront.search import layer_search
from slidefront.search.layer_search import Forecast, LayerSearch, means_of
from slidefront.search.question import SearchAnswer, SearchQuestion
from slidefront.search.two_way import TooLargeError, search_layers
from slidefront.watch import Round, Watcher
from tests import naive
from tests.puzzles.transfer.test_group import SHARED, arrangements
from tests.strategies import tile_case
from tests.worlds import Told

ROOM = Budget(1, 1 << 40)
both = pytest.mark.parametrize("algorithm", ["bfs", "bidirectional"])


def asked(name: str, board: str, **given: Any) -> SearchQuestion:
    puzzle = load(name)
    return SearchQuestion(puzzle, puzzle.parse(board), **given)


def by_layers(
    question: SearchQuestion, algorithm: str, budget: Budget, watcher: Watcher, least: int | None = None
) -> SearchAnswer:
    forecast = None if least is None else Forecast(budget, least)
    with means_of(budget, watcher) as means:
        search = LayerSearch(question.puzzle, means, every=question.every, forecast=forecast)
        return search_layers(question, algorithm, search)


def rounds(answer: SearchAnswer) -> list[Round]:
    return [one for one in answer.rounds if isinstance(one, Round)]


# Proofs


@both
def test_every_proof_is_true_of_the_naive_layers(algorithm: str) -> None:
    case = tile_case(2, 3, (0, 1, 2, 3, 4, 5))
    layers = naive.layers(case.successors, [case.home])
    for depth in (1, 2, 3, 10, 20, 21):
        answer = by_layers(SearchQuestion(case.puzzle, naive.key(min(layers[depth]))), algorithm, ROOM, Watcher())
        assert answer.at_least == depth
        *_, last = rounds(answer)
        if algorithm == "bfs":
            assert answer.proof == f"no board at depth {depth - 1} or less meets the goal"
            assert (last.from_start, last.from_goal) == (depth, 0)
        else:
            found = re.fullmatch(r"no board within (\d+) moves? of the start is within (\d+) of the goal", answer.proof)
            assert found
            from_start, from_goal = map(int, found.groups())
            assert from_start + from_goal == depth - 1
            around = set().union(*naive.layers(case.successors, [min(layers[depth])], from_start))
            assert not around & set().union(*layers[: from_goal + 1])
            assert around & set().union(*layers[: from_goal + 2])


def theta() -> tuple[Puzzle, int, int]:
    """A graph with both parities whose group is small: its boards fall into parts that no moves join."""
    case = SHARED["theta, distinct"][0]
    reached = naive.reached(case.successors, case.home)
    apart = next(board for board in arrangements(case, 50, 1) if board not in reached)
    return case.puzzle, naive.key(apart), len(naive.reached(case.successors, apart))


# Memory


def boards_as_bytes(monkeypatch: pytest.MonkeyPatch, foresee_from: int = 50) -> None:
    """Let only what is foreseen count, by its boards."""
    monkeypatch.setattr(
        layer_search, "memory_of", lambda needs, _: needs.boards if needs.resident == 2 * needs.boards else 0
    )
    monkeypatch.setattr(layer_search, "_FORESEE_FROM", foresee_from)


@both
def test_a_search_that_will_not_fit_is_left_off_early(algorithm: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The layers of the 15-puzzle about double: 15 moves more on each side are some tens of millions of boards."""
    boards_as_bytes(monkeypatch)
    told: list[Round] = []
    watcher = Told(told.append)
    with pytest.raises(TooLargeError) as caught:
        by_layers(asked("15-puzzle", "fe169b4c_a73d852"), algorithm, Budget(1, 100_000), watcher, least=42)
    assert caught.value.length == 42
    assert caught.value.memory > 100_000
    assert max(one.boards for one in told) < 1000


@both
@pytest.mark.parametrize(
    ("least", "memory", "foresee_from"),
    [
        (None, 1, 50),  # nobody knows how far the goal is
        (20, 1 << 40, 50),  # it fits
        (20, 1, 1 << 40),  # layers are small
        (1, 1, 50),  # the goal may be met at any time
    ],
)
def test_else_it_goes_on(
    algorithm: str, least: int | None, memory: int, foresee_from: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    boards_as_bytes(monkeypatch, foresee_from)
    answer = by_layers(asked("8-puzzle", "876_41253"), algorithm, Budget(1, memory), Watcher(), least)
    assert answer.at_least == 31


# Routes


@both
def test_the_work_for_the_route_is_not_counted_nor_told(algorithm: str) -> None:
    told: list[Callable[[], None]] = []
    answer = by_layers(asked("8-puzzle", "85146_732"), algorithm, ROOM, Told(told.append))
    assert len(told) == len(answer.rounds) == 25
    everything = by_layers(asked("8-puzzle", "85146_732", max_depth=24), algorithm, ROOM, Watcher())
    assert everything.generated < answer.generated
