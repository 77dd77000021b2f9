"""Routes in every format, and that each reads back to the same boards."""

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from slidefront import Route, load, read_route
from slidefront.errors import RouteError
from slidefront.puzzles.blocks.puzzle import METRICS
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.values import Goal, Move
from slidefront.routes import write as route_text
from slidefront.view.route import FORMATS
from tests import naive, naive_routes
from tests import naive_blocks as blocks
from tests.messages import refused
from tests.strategies import Case, cases, few
from tests.strategies_blocks import BlockCase, block_cases


def forms(route: Route) -> Iterator[str]:
    """Write a route in every way in which moves can be given."""
    for text in (route_text.steps(route), route_text.grouped(route)):
        yield from (text, text.replace("\n", ","), text.replace("\n", " \r\n\r\n ") + "\n")
    if route.puzzle.kind != "blocks":
        hole = route_text.hole(route)
        yield from (hole, hole.replace("|", " | "))
    if route.puzzle.kind == "tiles":
        ways = [move.way for move in route.moves]
        yield from ("".join(ways), " ".join(ways), ",".join(ways))


def check_forms(route: Route) -> None:
    if route.puzzle.kind != "blocks":  # numbers with commas are also tiles, and equal tiles make both legal
        cells = route_text.hole(route).replace("|", ",")
        assert read_route(route.puzzle, cells, route.boards[0], read_as="hole") == route
    for text in forms(route):
        assert read_route(route.puzzle, text, route.boards[0]) == route
        flat = text.strip().replace("\r\n\r\n", ",").replace("\n", ",")
        assert read_route(route.puzzle, f"{route.boards[0]}:{route.length}:{flat}") == route
    assert read_route(route.puzzle, route_text.as_json(route)) == route


@few
@given(cases(), st.integers(0, 99), st.integers(0, 20))
def test_routes_of_tiles_and_graphs_read_back(case: Case, seed: int, steps: int) -> None:
    boards = naive.path(case.successors, case.home, steps, seed)
    check_forms(Route(case.puzzle, map(naive.key, boards)))


@few
@given(block_cases(), st.sampled_from([*METRICS]), st.integers(0, 99), st.integers(0, 12))
def test_routes_of_blocks_read_back_with_all_names(case: BlockCase, metric: str, seed: int, steps: int) -> None:
    boards = [board for _, board in blocks.path(case.rules, steps, seed, metric)]
    check_forms(Route(case.puzzles[metric], case.keys(boards), case.draw(boards[0])))


@few
@given(cases(), st.integers(0, 99))
def test_the_cells_of_the_hole_are_those_of_the_boards(case: Case, seed: int) -> None:
    boards = naive.path(case.successors, case.home, 12, seed)
    route = Route(case.puzzle, map(naive.key, boards))
    assert route_text.hole(route) == "|".join(str(board.index(0)) for board in boards[1:])


@few
@given(cases(), st.integers(0, 99))
def test_groups_are_runs_in_one_direction_and_graphs_have_none(case: Case, seed: int) -> None:
    route = Route(case.puzzle, map(naive.key, naive.path(case.successors, case.home, 20, seed)))
    groups = route_text.grouped(route).splitlines()
    if case.edges is not None:
        assert groups == route_text.steps(route).splitlines()
        return
    ways = [line.split()[-1] for line in groups]
    assert all(before != after for before, after in pairwise(ways))
    tiles = [name for line in route_text.steps(route).splitlines() for name in line.split()[:-1]]
    assert [name for line in groups for name in line.split()[:-1]] == tiles
    assert len(groups) == naive_routes.runs(move.way for move in route.moves)


def test_what_the_formats_look_like() -> None:
    route = read_route(load("14-puzzle"), "DDRL")
    assert route_text.steps(route) == "b c D\n7 8 D\n6 R\n6 L"
    assert route_text.grouped(route) == "b c 7 8 D\n6 R\n6 L"
    assert route_text.hole(route) == "10|6|5|6"
    assert route_text.grouped(read_route(load("mural"), "0 L,0 D,6 U")) == "0 LD\n6 U"
    assert route_text.steps(read_route(load("pillars"), "4|8|2")) == "J 4\nJ 8\nJ 2"


class Dial(Puzzle):
    """A puzzle brought from Python: a dial with the digits 0 to 9."""

    name, home, goal, key_bits, most_successors = "dial", 0, Goal(5), 4, 2

    def successors(self, key: int) -> list[Move]:
        return [Move("dial", "up", (key + 1) % 10), Move("dial", "down", (key - 1) % 10)]

    def parse(self, text: str) -> int:
        return int(text)

    def format(self, key: int) -> str:
        return str(key)

    def _unused(self, *_: Any) -> Any:
        raise NotImplementedError

    identity = facts = expand = parity = count_marked = marked = strings = size = reaches = _unused


def test_a_puzzle_from_python_has_routes_too() -> None:
    puzzle = Dial()
    route = read_route(puzzle, "dial up, dial up\ndial down")
    assert (route.keys, route.counts) == ((0, 1, 2, 1), {"step": 3})
    assert route_text.steps(route) == route_text.grouped(route) == "dial up\ndial up\ndial down"
    assert (
        read_route(puzzle, route_text.as_json(route)) == read_route(puzzle, f"0:3:{'dial up,' * 2}dial down") == route
    )
    drawn = FORMATS["boards"](route).split("\n")
    assert drawn[0].split("  ")[0] == "start"
    assert drawn[1].split() == ["0", "1", "2", "1"]
    assert puzzle.meets_goal(5)
    assert refused(RouteError, read_route, puzzle, "dial left") == (
        "move 1, dial left: the moves here are dial up, dial down"
    )
    assert refused(RouteError, read_route, puzzle, "3|4") == "move 1, 3: the moves here are dial up, dial down"


def test_json_has_everything() -> None:
    route = read_route(load("klotski"), "I LL,G D")
    assert json.loads(route_text.as_json(route)) == {
        "puzzle": "klotski",
        "metric": "move",
        "start": "AXXB/AXXB/CDDE/CFGE/H..I",
        "end": "AXXB/AXXB/CDDE/CF.E/HIG.",
        "length": 2,
        "moves": [
            {"what": "I", "way": "LL", "board": "AXXB/AXXB/CDDE/CFGE/HI.."},
            {"what": "G", "way": "D", "board": "AXXB/AXXB/CDDE/CF.E/HIG."},
        ],
        "groups": [{"what": "I", "way": "LL"}, {"what": "G", "way": "D"}],
    }


def test_no_hole_tells_a_route_of_blocks() -> None:
    route = read_route(load("klotski"), "I L")
    assert "klotski has no single hole" in refused(RouteError, route_text.hole, route)
