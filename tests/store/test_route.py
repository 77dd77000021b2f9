"""Routes out of layers: as long as the layer is deep, legal for the naive twins, and in the right direction."""

import shutil
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from slidefront import Route, Run, expand
from slidefront.errors import BoardError, RunError
from slidefront.moves import METRICS
from slidefront.notation.boards import StartKind
from slidefront.store import parts
from slidefront.store.parts import Lookup
from tests import naive, naive_routes
from tests import naive_blocks as blocks
from tests.messages import refused
from tests.store.conftest import rewrite
from tests.strategies import EIGHT, few
from tests.strategies_blocks import LIBRARY, BlockCase, block_case, block_cases


def some(run: Run, depth: int, count: int) -> list[int]:
    keys = run.keys(depth)
    return keys[:: max(1, keys.size // count)].tolist()


def test_routes_have_the_lengths_of_their_depths(eight: Run) -> None:
    """Routes of several boards, in any order of depths, equal the routes of single boards."""
    asked = [(depth, key) for depth in (31, 0, 16, 2, 1, 24, 31, 7, 30) for key in some(eight, depth, 5)]
    for (depth, key), route in zip(asked, eight.routes([key for _, key in asked]), strict=True):
        assert isinstance(route, Route)
        assert (route.start, route.end, route.length) == (key, eight.puzzle.home, depth)
        boards = naive_routes.play(EIGHT, str(route), naive.board(key, 9))
        assert [naive.key(board) for board in boards] == [*route.keys]
        assert route == eight.route(key)
    assert eight.routes([]) == []


def test_route_reads_few_row_groups(eight: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """One lookup a depth, of as many boards as there are moves, and every footer once."""
    found: list[int] = []
    footers: list[Path] = []
    find, footer = Lookup.find, parts.read_footer
    monkeypatch.setattr(Lookup, "find", lambda self, of, keys: found.append(keys.size) or find(self, of, keys))
    monkeypatch.setattr(parts, "read_footer", lambda part: footers.append(part.path) or footer(part))
    run = Run(eight.path)
    assert run.route("8_6547231").length == 31
    assert len(footers) - 1 == len(set(footers)) <= sum(len(layer.parts) for layer in run.layers)
    assert len(found) <= 32 + 31
    assert all(size <= run.puzzle.most_successors for size in found)


def test_routes_lead_from_home_or_to_the_goal(six: Run, tmp_path: Path) -> None:
    from_goal = expand("pillars-6", start="goal", out=tmp_path / "run")
    there, back = six.route("FBCDEA"), from_goal.route("ABCDEF")
    assert (there.boards[0], there.boards[-1], there.length) == ("ABCDEF", "FBCDEA", 11)
    assert (back.boards[0], back.boards[-1], back.length) == ("ABCDEF", "FBCDEA", 11)
    assert from_goal.route("FBCDEA").length == 0
    assert (six.leads_from_home, six.leads_to_goal) == (True, False)
    assert (from_goal.leads_from_home, from_goal.leads_to_goal) == (False, True)


def test_start_board_equal_to_the_goal_leads_to_the_goal(six: Run, tmp_path: Path) -> None:
    assert expand("pillars-6", start="FBCDEA", depth=2, out=tmp_path / "run").leads_to_goal
    starts = [six.puzzle.home, six.puzzle.goal.key or 0]
    assert not expand("pillars-6", starts=starts, depth=2, out=tmp_path / "two").leads_to_goal


def test_start_file_named_goals_is_an_ordinary_start(klotski: Run, tmp_path: Path) -> None:
    """Its depths are distances from its boards, so a route leads from there, and not to what is no goal."""
    path = tmp_path / "goals"
    boards = [klotski.puzzle.format(int(key)) for key in klotski.keys(3)[:2]]
    path.write_text("\n".join(boards))
    run = expand(klotski.puzzle, starts=path, depth=3, out=tmp_path / "run")
    assert (run.manifest.start, run.manifest.start_kind) == ("goals", StartKind.FILE)
    assert not run.leads_to_goal
    board = int(run.keys(2)[0])
    route = run.route(board)
    assert (route.end, route.boards[0] in boards, route.length) == (board, True, 2)


@few
@example(block_case("--A./-#AB/--.B", gate_pieces=["A"]), "step", 0)
@given(block_cases(), st.sampled_from([*METRICS]), st.integers(0, 99))
def test_routes_of_any_blocks_are_shortest_and_legal(
    tmp_path_factory: pytest.TempPathFactory, case: BlockCase, metric: str, seed: int
) -> None:
    layers = blocks.layers(case.rules, metric, 300)
    run = expand(case.puzzles[metric], depth=len(layers) - 1, out=tmp_path_factory.mktemp("small") / "run")
    board = [*layers[-1].values()][seed % len(layers[-1])]
    route = run.route(case.draw(board))
    assert route.length == len(layers) - 1
    start, end = (case.board(key) for key in (route.start, route.end))
    (*_, last) = naive_routes.play_blocks(case.rules, str(route), blocks.board_of(blocks.grid(route.boards[0])))
    assert blocks.canon(last, case.rules) == blocks.canon(end, case.rules)
    assert blocks.canon(board, case.rules) == blocks.canon(start if run.leads_to_goal else end, case.rules)


def test_klotski_route_has_81_moves_with_given_names(klotski: Run, tmp_path: Path) -> None:
    rules = LIBRARY["klotski"].rules
    from_goals = expand("klotski", start="goal", out=tmp_path / "run")
    assert (from_goals.leads_from_home, from_goals.leads_to_goal) == (False, True)
    route = from_goals.route("BXXA/BXXA/CDDE/CFGE/I..H")
    assert route.length == 81
    assert route.boards[0] == "BXXA/BXXA/CDDE/CFGE/I..H"
    start = blocks.board_of(blocks.grid(route.boards[0]))
    (*_, end) = naive_routes.play_blocks(rules, str(route), start)
    assert blocks.meets(end, rules)
    solved = next(depth for depth, layer in enumerate(klotski.layers) if layer.selected_count)
    there = klotski.route(int(klotski.keys(solved)[klotski.puzzle.selected(klotski.keys(solved))][0]))
    assert (solved, there.length, there.boards[0]) == (81, 81, "AXXB/AXXB/CDDE/CFGE/H..I")
    assert klotski.puzzle.meets_goal(there.end)


def test_missing_board_is_refused(eight: Run, tmp_path: Path) -> None:
    assert "is out of reach" in refused(BoardError, eight.route, "_21345678")
    shallow = expand("8-puzzle", depth=3, out=tmp_path / "run")
    assert "deeper, or out of reach" in refused(BoardError, shallow.route, "8_6547231")
    refused(BoardError, eight.route, "123")


def test_inconsistent_layers_are_refused(tmp_path: Path, eight: Run) -> None:
    folder = tmp_path / "run"
    shutil.copytree(eight.path, folder)
    rewrite(Run(folder), 20, eight.keys(19))
    run = Run(folder)
    deepest = run.keys(31)[:1]
    assert np.array_equal(run.depths_of(deepest), [31])
    assert "is damaged: a board of layer 21 has no neighbour in layer 20" in refused(
        RunError, run.route, int(deepest[0])
    )
