"""A run, a table and a space in memory answer the same questions; `open_space` finds which there is."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from slidefront import expand, goal_boards, load, make_table, open_space, read_puzzle
from slidefront.errors import BoardError, LimitError, PuzzleError
from slidefront.store.space import Space, draw_rows
from tests import naive, naive_routes
from tests.messages import advised, refused
from tests.strategies import Case, graph_case, tile_case

CASE = tile_case(2, 3, (1, 2, 3, 4, 5, 0))


@pytest.fixture(scope="module", params=["run", "table", "memory"])
def stored(request: Any, tmp_path_factory: pytest.TempPathFactory) -> Space:
    folder = tmp_path_factory.mktemp("stored")
    if request.param == "memory":
        return open_space("2x3")
    return expand("2x3", out=folder / "run") if request.param == "run" else make_table("2x3", folder / "2x3.table")


def test_open_space_prefers_stored_spaces(stored: Space) -> None:
    assert stored.path is None or stored.path.exists()
    assert (stored.puzzle.name, stored.manifest.puzzle, stored.board_count) == ("2x3", "2x3", 360)
    assert (stored.last_depth, len(stored.layers), stored.leads_to_goal) == (21, 22, True)


def test_spaces_have_the_same_layers(stored: Space) -> None:
    assert [stored.layer(depth) for depth in range(22)] == stored.layers == stored.manifest.layers
    assert {*stored.layers} == {*stored.manifest.layers} != {*stored.layers[1:]}
    assert [stored.layer(depth).board_count for depth in (0, 1, 2, 21)] == [1, 2, 3, 1]
    assert stored.keys(21).tolist() == np.concatenate([*stored.blocks(21)]).tolist() == [0x450123]
    for depth in (-1, 22):
        for ask in (stored.layer, stored.keys, lambda depth: [*stored.blocks(depth)]):
            with pytest.raises(IndexError, match=f"has layers 0 to 21, but no layer {depth}"):
                ask(depth)


@pytest.mark.parametrize("board", ["45_123", [[4, 5, 0], [1, 2, 3]], np.array([[4, 5, 0], [1, 2, 3]]), 0x450123])
def test_depths_and_routes_of_a_board_in_any_form(stored: Space, board: Any) -> None:
    assert stored.depth_of(board) == 21
    assert stored.depths_of([board, "12345_"]).tolist() == [21, 0]
    route = stored.route(board)
    assert (route.boards[0], route.boards[-1], route.length) == ("45_123", "12345_", 21)
    assert naive_routes.play(CASE, str(route), (4, 5, 0, 1, 2, 3))[-1] == (1, 2, 3, 4, 5, 0)
    assert stored.routes([board]) == [route]


def test_missing_board_is_refused(stored: Space) -> None:
    assert stored.depth_of("21345_") is None
    assert stored.depths_of(["21345_"]).tolist() == [-1]
    assert stored.absence in refused(BoardError, stored.route, "21345_")
    (error,) = stored.routes(["21345_"])
    assert isinstance(error, BoardError)
    assert "is not a label of 2x3" in refused(BoardError, stored.depth_of, "12x456")


@pytest.mark.parametrize("depths", [None, 21, "3:9", [2, 20]])
def test_spaces_draw_the_same_samples(stored: Space, depths: Any) -> None:
    """The slow twin lists all boards by depth and key, and takes some of its rows."""
    rows = [(key, depth) for depth in stored.select_depths(depths) for key in stored.keys(depth).tolist()]
    for count in (0, 1, 7, len(rows) - 1, len(rows), 10**6):
        keys, drawn_depths = stored.sample(count, depths, seed=3)
        drawn = [*zip(keys.tolist(), drawn_depths.tolist(), strict=True)]
        assert drawn == [rows[row] for row in draw_rows(len(rows), count, 3)]
        assert len({*drawn}) == len(drawn) == min(count, len(rows))
    assert stored.sample(50, seed=1).keys.tolist() != stored.sample(50, seed=2).keys.tolist()


@pytest.mark.parametrize("count", [4, 8])
def test_sample_is_uniform(count: int) -> None:
    """Chi-square over 3000 draws out of 12: it exceeds its mean by five deviations once in a million."""
    total, draws = 12, 3000
    times = np.bincount(np.concatenate([draw_rows(total, count, seed) for seed in range(draws)]), minlength=total)
    expected = draws * count / total
    freedom = (total - 1) * (1 - count / total)  # without replacement the counts of one draw differ less
    assert abs(((times - expected) ** 2 / expected).sum() - freedom) < 5 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("name", ["2x3", "blocks"])
def test_invalid_keys_are_in_no_layer(tmp_path: Path, name: str) -> None:
    blocks = read_puzzle('kind = "blocks"\nhome = "AAB/C.B/..."\nmetric = "step"\n', "blocks")
    puzzle = load(name) if name == "2x3" else blocks
    keys = np.array([0, 1, (1 << puzzle.key_bits) - 1, puzzle.home, (1 << 64) - 1], np.uint64)
    spaces = open_space(puzzle), expand(puzzle, out=tmp_path / "run"), make_table(puzzle, tmp_path / "a.table")
    for space in spaces:
        assert space.depths_of(keys).tolist() == [-1, -1, -1, 0, -1]
        assert space.find(0, keys).tolist() == [False, False, False, True, False]


@pytest.fixture
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("empty_folder")
def test_path_or_name_opens_a_space() -> None:
    run, table = expand("2x3", depth=5), make_table("2x3")
    for what in ("2x3", "data/2x3", Path("data/2x3"), run):
        assert open_space(what).path == run.path
    for what in ("2x3.table", "data/2x3.table", table):
        assert open_space(what).path == table.path


@pytest.mark.usefixtures("empty_folder")
def test_puzzle_opens_its_stored_whole_space() -> None:
    puzzle = load("2x3")
    expand(puzzle, depth=5)
    assert open_space(puzzle).path is None, "the run is not whole"
    make_table(puzzle)
    assert open_space(puzzle).path == Path("data/2x3.table")
    expand(puzzle)
    assert open_space(puzzle).path == Path("data/2x3")


@pytest.mark.usefixtures("empty_folder")
def test_distances_are_from_requested_start() -> None:
    puzzle = load("2x3").with_goal("1_2345")
    run = expand(puzzle)
    for what in (puzzle, run):
        space = open_space(what, "goal")
        assert space.path is None
        assert (space.leads_to_goal, space.depth_of("1_2345"), space.board_count) == (True, 0, 360)
        assert open_space(what, "12345_").depth_of("12345_") == 0
        assert open_space(what, "home").path == run.path


def test_partial_goal_starts_from_all_goal_boards() -> None:
    puzzle = read_puzzle('kind = "blocks"\nhome = "AA./..B"\ngoal = "..B/..."')
    space = open_space(puzzle, "goal")
    assert space.leads_to_goal
    assert all(puzzle.meets_goal(key) for key in space.keys(0).tolist())
    assert space.board_count == open_space(puzzle).board_count


def test_goal_boards_of_other_goals_are_an_error() -> None:
    for puzzle, reason in [(load("2x3"), "start from goal"), (read_puzzle("AB./..C"), "has no goal")]:
        assert reason in refused(BoardError, goal_boards, puzzle, open_space(puzzle))


@pytest.mark.parametrize(
    "case",
    [
        tile_case(2, 3, (1, 2, 0, 2, 3, 4)),
        tile_case(2, 3, (1, 2, 3, 4, 0, 0)),
        graph_case(tuple(range(5)), ((0, 1), (1, 2), (2, 3), (3, 4), (4, 0))),
    ],
    ids=["equal tiles", "hole of two cells", "ring"],
)
def test_space_in_memory_matches_naive_search(case: Case) -> None:
    space, layers = open_space(case.puzzle), naive.layers(case.successors, [case.home])
    expected = [sorted(map(naive.key, layer)) for layer in layers]
    assert [space.keys(depth).tolist() for depth in range(space.last_depth + 1)] == expected
    assert [layer.board_count for layer in space.layers] == [*map(len, layers)]
    hole = [cell for cell, label in enumerate(case.home) if label == 0]
    marked = [sum(not any(board[cell] for cell in hole) for board in layer) for layer in layers]
    assert [layer.selected_count for layer in space.layers] == marked
    for route in space.route_keys([key for layer in expected for key in layer]):
        boards = [naive.board(key, len(case.home)) for key in route]
        assert all(after in case.successors(board) for board, after in pairwise(boards))
        assert [*map(space.depth_of, route)] == [*range(len(route) - 1, -1, -1)]


def test_start_unreachable_from_home_is_refused() -> None:
    assert "cannot be reached from home" in refused(BoardError, open_space, load("2x3"), "21345_")


def test_large_space_advises_expand() -> None:
    for start, words in (("home", "expand 4x4"), ("goal", "expand 4x4"), ("1_23456789ABCDEF", "--start 1_2")):
        assert words in advised(LimitError, open_space, load("4x4"), start)
    refused(PuzzleError, open_space, "no-such")
