"""A run and a table of the same puzzle answer the same questions by the same names."""

from typing import Any

import numpy as np
import pytest

from slidefront import expand, make_table
from slidefront.errors import BoardError
from slidefront.store.explored import Explored
from tests import naive_routes
from tests.messages import refused
from tests.strategies import tile_case

CASE = tile_case(2, 3, (1, 2, 3, 4, 5, 0))


@pytest.fixture(scope="module", params=["run", "table"])
def stored(request: Any, tmp_path_factory: pytest.TempPathFactory) -> Explored:
    folder = tmp_path_factory.mktemp("stored")
    return expand("2x3", out=folder / "run") if request.param == "run" else make_table("2x3", folder / "2x3.table")


def test_what_is_stored(stored: Explored) -> None:
    assert stored.path.exists()
    assert (stored.puzzle.name, stored.manifest.puzzle, stored.boards) == ("2x3", "2x3", 360)
    assert (stored.greatest_depth, len(stored.layers), stored.leads_to_goal) == (21, 22, True)


def test_layers(stored: Explored) -> None:
    assert [stored.layer(depth) for depth in range(22)] == stored.layers
    assert [stored.layer(depth).boards for depth in (0, 1, 2, 21)] == [1, 2, 3, 1]
    assert stored.keys(21).tolist() == np.concatenate([*stored.blocks(21)]).tolist() == [0x450123]
    for depth in (-1, 22):
        for ask in (stored.layer, stored.keys, lambda one: [*stored.blocks(one)]):
            with pytest.raises(IndexError, match=f"has layers 0 to 21, but no layer {depth}"):
                ask(depth)


@pytest.mark.parametrize("board", ["45_123", [[4, 5, 0], [1, 2, 3]], np.array([[4, 5, 0], [1, 2, 3]]), 0x450123])
def test_depths_and_routes_of_a_board_in_any_form(stored: Explored, board: Any) -> None:
    assert stored.depth_of(board) == 21
    assert stored.depths([board, "12345_"]).tolist() == [21, 0]
    route = stored.route(board)
    assert (route.boards[0], route.boards[-1], route.length) == ("45_123", "12345_", 21)
    assert naive_routes.play(CASE, "_12345", str(route), (4, 5, 0, 1, 2, 3))[-1] == (1, 2, 3, 4, 5, 0)
    assert stored.routes([board]) == [route]


def test_a_board_that_is_not_there(stored: Explored) -> None:
    assert stored.depth_of("21345_") is None
    assert stored.depths(["21345_"]).tolist() == [-1]
    assert stored.absence in refused(BoardError, stored.route, "21345_")
    (error,) = stored.routes(["21345_"])
    assert isinstance(error, BoardError)
    assert "is not a label of 2x3" in refused(BoardError, stored.depth_of, "12x456")
