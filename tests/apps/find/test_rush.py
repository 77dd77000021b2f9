"""The kind `rush` with and without walls: equal to the slow twin, board by board."""

from collections import Counter
from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pytest

from slidefront.apps.find.kinds import kind_of, read_kind
from slidefront.apps.find.kit import build_kit
from slidefront.apps.find.multisets import TaskLimits, new_tree, search_item
from slidefront.apps.find.search import ALL_BOARDS, estimate_search
from slidefront.apps.find.tasks import FindResults, new_totals, read_results
from slidefront.errors import PuzzleError
from tests import naive_rush
from tests.apps.find.test_search import find


@pytest.mark.parametrize(("side", "walls"), [(3, 0), (3, 1), (3, 2), (4, 0)])
def test_clusters_match_naive_search(side, walls, tmp_path) -> None:
    cells = [*product(range(side), repeat=2)]
    walled = [chosen for number in range(walls + 1) for chosen in combinations(cells, number)]
    expected = [cluster for chosen in walled for cluster in naive_rush.clusters(side, frozenset(chosen))]
    assert_equal(find(kind_of(f"{side}x{side}", "rush", walls=walls), tmp_path / "found", top=ALL_BOARDS), expected)


def test_part_of_five_rows_matches_naive_search() -> None:
    """The board has cars in one row and two columns, and the red car."""
    kind = kind_of("5x5", "rush")
    lines = {1, 5 + 3, 5 + 4, 10}
    part = replace(kind, shapes=tuple(shape for shape in kind.shapes if shape.limit in lines), board_count=None)
    kit, limits, item = build_kit(part), TaskLimits(1 << 62, 1 << 30, 64, 64), np.array([0, len(part.shapes)])
    measured = new_totals(kit, ALL_BOARDS)
    search_item(kit, kit.limits, item, new_tree(kit, limits), *measured)
    expected = [*naive_rush.clusters(5, frozenset(), rows={1}, columns={3, 4})]
    assert_equal(read_results(kit, *measured, ALL_BOARDS), expected)


def test_few_cars_on_six_rows_match_naive_search(tmp_path) -> None:
    boards = {*naive_rush.boards(6, frozenset(), most=3)}
    kind = kind_of("6x6", "rush", most=3)
    assert (kind.name, kind.board_count) == ("rush-6x6-3-pieces", len(boards))
    assert_equal(find(kind, tmp_path / "found", top=ALL_BOARDS), [*naive_rush.clusters_of(boards, 6, frozenset())])


def test_few_cars_between_walls_match_full_search(tmp_path) -> None:
    whole = find(kind_of("4x4", "rush", walls=1), tmp_path / "whole")
    few = find(kind_of("4x4", "rush", walls=1, most=2), tmp_path / "few")
    assert few == {pieces: group for pieces, group in whole.items() if pieces <= 2}
    assert len(few) == 2


def assert_equal(results: FindResults, clusters: list[tuple[int, int, naive_rush.Cluster]]) -> None:
    expected: dict[int, Counter] = {}
    lengths: dict[int, Counter] = {}
    minimal: dict[int, set] = {}
    for cars, packed, cluster in clusters:
        expected.setdefault(cars, Counter()).update(placements=packed, components=1, starts=cluster.size)
        lengths.setdefault(cars, Counter()).update([cluster.length] if cluster.length >= 0 else [])
        if cluster.is_minimal:
            minimal.setdefault(cars, set()).add((cluster.length, cluster.board, cluster.size))
    names = ("placements", "components", "starts")
    assert {cars: {name: group.counts[name] for name in names} for cars, group in results.items()} == expected
    assert {cars: group.lengths for cars, group in results.items()} == lengths
    best = {cars: {(hard.length, hard.board, hard.size) for hard in group.best} for cars, group in results.items()}
    assert {cars: hard for cars, hard in best.items() if hard} == minimal


@pytest.mark.parametrize("walls", ["1.0", "true", "-1", "3"])
def test_only_whole_numbers_of_walls_are_accepted(walls: str) -> None:
    with pytest.raises(PuzzleError, match="a board has 0 to 2 walls, not "):
        read_kind(f'kind = "rush"\nboard = "4x4"\nwalls = {walls}\n')


@pytest.mark.slow
def test_six_rows_print_estimate() -> None:
    assert "27,103,652,326 boards, about 11 h" in estimate_search(kind_of("6x6", "rush"))


def test_boards_over_six_rows_are_refused() -> None:
    with pytest.raises(PuzzleError, match="at most 36 cells"):
        kind_of("7x7", "rush")
