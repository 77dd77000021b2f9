"""Questions answered by whole layers: what proves the answer."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from slidefront import load
from slidefront.executors.budget import Budget
from slidefront.search.layer_search import LayerSearch, means_of
from slidefront.search.question import SearchAnswer, SearchQuestion
from slidefront.search.two_way import search_layers
from slidefront.watch import Round, Watcher
from tests import naive
from tests.strategies import tile_case
from tests.worlds import Told

both = pytest.mark.parametrize("algorithm", ["bfs", "bidirectional"])


def asked(name: str, board: str, **given: Any) -> SearchQuestion:
    puzzle = load(name)
    return SearchQuestion(puzzle, puzzle.parse(board), **given)


def by_layers(question: SearchQuestion, algorithm: str, watcher: Watcher) -> SearchAnswer:
    with means_of(Budget(1, 1 << 40), watcher) as means:
        return search_layers(question, algorithm, LayerSearch(question.puzzle, means, every=question.every))


def rounds(answer: SearchAnswer) -> list[Round]:
    return [one for one in answer.rounds if isinstance(one, Round)]


# Proofs


@both
def test_every_proof_is_true_of_the_naive_layers(algorithm: str) -> None:
    case = tile_case(2, 3, (0, 1, 2, 3, 4, 5))
    layers = naive.layers(case.successors, [case.home])
    for depth in (1, 2, 3, 10, 20, 21):
        answer = by_layers(SearchQuestion(case.puzzle, naive.key(min(layers[depth]))), algorithm, Watcher())
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


# Routes


@both
def test_the_work_for_the_route_is_not_counted_nor_told(algorithm: str) -> None:
    told: list[Callable[[], None]] = []
    answer = by_layers(asked("8-puzzle", "85146_732"), algorithm, Told(told.append))
    assert len(told) == len(answer.rounds) == 25
    everything = by_layers(asked("8-puzzle", "85146_732", max_depth=24), algorithm, Watcher())
    assert everything.generated < answer.generated
