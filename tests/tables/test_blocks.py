"""Tables of block puzzles: every distance is that of the slow twin, in one bit and in two, whatever the names do."""

from itertools import cycle
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings

from slidefront import Resources
from slidefront.check.verify import verify
from slidefront.moves import METRICS
from slidefront.puzzles.blocks.ranks import BlockRanking
from slidefront.tables.build import make_table
from slidefront.tables.table import Table
from tests import naive_blocks as naive
from tests.strategies_blocks import BlockCase, block_case, block_cases
from tests.tables.worlds import check_deepest

SOME = settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])
MANY = settings(SOME, max_examples=300)
LARGE = 3000  # boards: the twin takes a second for them
# Most have names that cannot come into every order: of pieces in a ring, in two rings, and in a lane without passing.
ORDERS = {
    "ring": block_case("AB.C/D##E/FG.H", groups=[], goal=[["A", 1, 2]]),
    "ring with equal pieces": block_case("AB.C/D##E/FG.H", groups=[["A", "B"], ["C", "D", "E"]]),
    "rings": block_case("AB#CD/E.#F.", groups=[], goal=[["A", 2, 1], ["D", 1, 4]]),
    "one hole": block_case("ABC/D.E", groups=[], goal=[["A", 1, 2], ["E", 1, 1]]),
    "singles and pairs": block_case("AABC/DD..", groups=[], goal=[["A", 2, 1]], goal_match="shape"),
    "nothing moves": block_case("AB/CD", groups=[]),
    "lane": block_case("ABC..DE", groups=[], goal=[["A", 1, 2], ["E", 1, 6]]),
    "all orders, a goal of frozen pieces": block_case("AB/.C/D.", groups=[], frozen=["D"], goal=[["D", 3, 1]]),
    "all orders, singles": block_case("ABC/D..", groups=[], goal=[["A", 1, 2], ["B", 1, 1]]),
}


def check(table: Table, case: BlockCase, expected: list[dict[naive.Canon, naive.Board]]) -> None:
    assert [layer.board_count for layer in table.layers] == [len(layer) for layer in expected]
    marked = [sum(naive.meets(board, case.rules) for board in layer.values()) for layer in expected]
    assert [layer.selected_count for layer in table.layers] == marked
    for depth, layer in enumerate(expected):
        assert set(table.depths_of(case.keys([*layer.values()])).tolist()) == {depth}


def check_case(folder: Path, case: BlockCase, metric: str) -> None:
    if not case.puzzle.layout.classes:
        return
    puzzle = case.puzzles[metric]
    expected = naive.layers(case.rules, metric, LARGE)
    assume(sum(map(len, expected)) <= LARGE)
    table = make_table(puzzle, folder / f"{metric}.table", resources=Resources(2))
    assert table.header.bits == (1 if metric == "step" else 2)
    check(table, case, expected)
    check_deepest(table, case.keys([*expected[-1].values()]))


@pytest.mark.parametrize("metric", METRICS)
@SOME
@given(case=block_cases())
def test_distances_match_naive_search(tmp_path_factory, case, metric) -> None:
    check_case(tmp_path_factory.mktemp("table"), case, metric)


@pytest.mark.soak
@pytest.mark.parametrize("metric", METRICS)
@MANY
@given(case=block_cases())
def test_distances_of_300_puzzles_match_naive_search(tmp_path_factory, case, metric) -> None:
    check_case(tmp_path_factory.mktemp("table"), case, metric)


@pytest.mark.parametrize(("name", "metric"), [*zip(ORDERS, cycle(METRICS), strict=False)])
def test_namings_may_reach_some_or_all_orders(tmp_path, name, metric) -> None:
    case = ORDERS[name]
    puzzle = case.puzzles[metric]
    table = make_table(puzzle, tmp_path / "a.table")
    expected = naive.layers(case.rules, metric)
    check(table, case, expected)
    ranking = puzzle.ranking()
    assert isinstance(ranking, BlockRanking)
    keys = ranking.keys(np.arange(ranking.shape.board_count))
    assert {case.canon(key) for key in keys.tolist()} == {canon for layer in expected for canon in layer}
    assert ranking.ranks(keys).tolist() == [*range(ranking.shape.board_count)]
    assert set(ranking.ranks(keys | np.uint64(1 << puzzle.key_bits)).tolist()) == {-1}
    assert verify(table, deep=True).good


@pytest.mark.parametrize("name", ["ring", "all orders, singles", "rings"])
def test_distances_from_all_goal_boards(tmp_path, name) -> None:
    case = ORDERS[name]
    layers = naive.layers(case.rules, "step")
    goals = [board for layer in layers for board in layer.values() if naive.meets(board, case.rules)]
    table = make_table(case.puzzle, tmp_path / "a.table", start="goal")
    assert table.header.bits == len({*case.puzzle.parity_of(case.keys(goals)).tolist()})
    check(table, case, naive.layers(case.rules, "step", starts=goals))
    assert table.leads_to_goal
    assert case.puzzle.meets_goal(table.route(table.header.deepest[0]).keys[-1])
