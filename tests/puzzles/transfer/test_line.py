"""The line metric: several tiles in a line move at once, and count as one move."""

from typing import Any

import pytest

from slidefront.errors import PuzzleError, RouteError
from slidefront.explore.expand import expand
from slidefront.notation.load import load
from slidefront.notation.route import read_route
from slidefront.puzzles.frame import FrameBound
from slidefront.search.solve import solve
from tests import naive
from tests.explore.conftest import FIFTEEN
from tests.worlds import depth_first


def line_successors(rows, columns, board) -> list[naive.Board]:
    """Make one, two and more steps in each direction."""
    successors = []
    for direction in "UDLR":
        after = board
        while after := naive.tile_moves(rows, columns, after).get(direction):
            successors.append(after)
    return successors


@pytest.mark.parametrize("name", ["2x2", "2x3", "2x4", "1x5"])
def test_line_layers_match_naive_search(name, tmp_path) -> None:
    puzzle = load(name, "line")
    run = expand(puzzle, out=tmp_path / "run")
    size = puzzle.frame.rows, puzzle.frame.columns
    expected = naive.layers(lambda board: line_successors(*size, board), [puzzle.home_cells])
    assert run.last_depth == len(expected) - 1
    for depth, layer in enumerate(expected):
        assert [tuple(board) for board in puzzle.cells(run.keys(depth)).tolist()] == sorted(layer)


@pytest.fixture(scope="module")
def eight(tmp_path_factory) -> Any:
    return expand(load("3x3", "line"), out=tmp_path_factory.mktemp("line") / "run")


def test_line_bound_never_exceeds_distance(eight) -> None:
    assert (eight.last_depth, eight.board_count) == (24, 181_440)
    bound = FrameBound(eight.puzzle.frame, eight.puzzle.home)
    means = []
    for depth in range(eight.last_depth + 1):
        bounds = bound.of(eight.keys(depth))
        assert bounds.max() <= depth
        means.append(bounds.mean())
    assert means[20] > means[5] > means[1] > 0


@pytest.mark.parametrize("depth", [1, 2, 7, 12, 17, 24])
def test_boards_are_solved_to_their_depth(eight, depth) -> None:
    keys = eight.keys(depth)
    for key in keys[:: max(1, keys.size // 4)].tolist():
        assert depth_first(eight.puzzle, key).at_least == depth
        assert solve(eight.puzzle, key).optimum == depth


@pytest.mark.parametrize(("name", "golden", "depth"), [("15-puzzle", "line", 11), ("3x4", "line-3x4", 12)])
def test_large_spaces_have_known_first_layers(tmp_path, name, golden, depth) -> None:
    run = expand(name, metric="line", out=tmp_path / "run", depth=depth)
    assert [layer.board_count for layer in run.layers] == FIFTEEN[golden]["layers"][: depth + 1]


def test_written_routes_move_all_tiles_that_they_name() -> None:
    puzzle = load("3x3", "line")
    route = read_route(puzzle, "6 3 D,2 1 R,4 U")
    assert route.length == 3
    assert [str(move) for move in route.moves] == ["6 3 D", "2 1 R", "4 U"]
    with pytest.raises(RouteError, match="5 U"):
        read_route(puzzle, "5 U")


@pytest.mark.parametrize(
    ("name", "metric"),
    [("14-puzzle", "line"), ("pillars", "line"), ("klotski", "line"), ("8-puzzle", "move"), ("8-puzzle", "lines")],
)
def test_other_metrics_are_refused(name, metric) -> None:
    with pytest.raises(PuzzleError, match="metric"):
        load(name, metric)
