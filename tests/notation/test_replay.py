"""Routes replayed: published ones, illegal ones, and random ones against the naive twins."""

from hypothesis import given
from hypothesis import strategies as st

from slidefront import load, read_route
from slidefront.errors import BoardError, RouteError
from slidefront.moves import METRICS
from slidefront.notation.boards import position_of
from slidefront.notation.route import Replay, read_moves, replay
from slidefront.puzzles.core import Puzzle
from tests import naive, naive_routes
from tests import naive_blocks as blocks
from tests.explore.conftest import CASES
from tests.messages import refused
from tests.strategies import Case, cases, few
from tests.strategies_blocks import BlockCase, block_case, block_cases, library_cases


def replayed(puzzle: Puzzle, text: str, start: str | int = "home", length: int | None = None) -> Replay:
    return replay(position_of(puzzle, start), read_moves(puzzle, text), length)


def test_the_published_solution_of_the_mural() -> None:
    text = CASES["mural"]["published_solution_43"]
    route = read_route(load("mural"), text)
    assert route.length == CASES["mural"]["optimum"]
    assert load("mural").meets_goal(route.end)
    assert ",".join(str(group) for group in route.groups) == text
    rules = library_cases()["mural"].rules
    (*_, end) = naive_routes.play_blocks(rules, text.replace(",", "\n"), rules.home)
    assert blocks.meets(end, rules)


def test_the_published_way_to_a_part_of_the_mural() -> None:
    part = CASES["mural"]["part"]
    found = replayed(load("mural"), part["published_solution"])
    assert (found.fault, found.meets_goal, found.counts["step"]) == (None, False, part["optimum"])
    assert found.end.text == "/".join(" ".join(row.split()) for row in part["goal"])


@few
@given(block_cases(), st.sampled_from([*METRICS]), st.data())
def test_any_steps_of_blocks_stop_where_the_naive_twin_does(case: BlockCase, metric: str, data: st.DataObject) -> None:
    names = st.sampled_from([*case.rules.home])
    steps = data.draw(st.lists(st.tuples(names, st.sampled_from("UDLR")), max_size=12))
    found = replayed(case.puzzles[metric], "\n".join(" ".join(step) for step in steps), case.draw(case.rules.home))
    boards = [case.rules.home]
    for step in steps:
        after = naive_routes.step(case.rules, boards[-1], *step)
        if after is None:
            break
        boards.append(after)
    assert [position.text for position in found.positions] == [case.draw(board) for board in boards]
    if len(boards) > len(steps):
        assert found.fault is None
    else:
        assert found.fault is not None
        assert (found.fault.number, found.fault.move) == (len(boards), " ".join(steps[len(boards) - 1]))
    assert found.meets_goal == (blocks.meets(boards[-1], case.rules) if case.rules.goal else None)
    check_joined(case, metric, found)


def check_joined(case: BlockCase, metric: str, found: Replay) -> None:
    """The route has the same ends, is legal, and is no longer than its steps as the metric counts them."""
    route = found.route()
    assert (route.start, route.end) == (found.start.key, found.end.key)
    assert route.length <= found.counts[metric]
    rules = case.rules
    assert case.draw(naive_routes.play_blocks(rules, str(route), rules.home)[-1]) == found.end.text


@few
@given(cases(), st.booleans(), st.data())
def test_any_moves_of_tiles_and_graphs_stop_where_the_naive_twin_does(
    case: Case, as_places: bool, data: st.DataObject
) -> None:
    """Ways of the tiles or of the mover, or places of the hole."""
    ways = "UDLR" if case.edges is None else [str(vertex) for vertex in range(case.columns)]
    known = st.sampled_from(ways) if not as_places else st.integers(0, case.rows * case.columns).map(str)
    moves = data.draw(st.lists(known, max_size=12))
    mover = "" if case.edges is None or as_places else f"{case.puzzle.names[0]} "
    between = " " if as_places else "\n" if mover else ""
    found = replayed(case.puzzle, between.join(f"{mover}{move}" for move in moves))
    boards = [case.home]
    for move in moves:
        places = {str(after.index(0)): after for after in case.successors(boards[-1])}
        if (after := (places if as_places else case.moves(boards[-1])).get(move)) is None:
            break
        boards.append(after)
    assert [position.key for position in found.positions] == [naive.key(board) for board in boards]
    assert (found.fault and found.fault.number) == (None if len(boards) > len(moves) else len(boards))
    assert found.meets_goal == (boards[-1] == case.home)


def test_a_wrong_length_is_no_illegal_move() -> None:
    found = replayed(load("klotski"), "I L,F D,F U", "AXXB/AXXB/CDDE/CFGE/H..I", 3)
    assert found.fault is not None
    assert found.fault.number is None
    assert replayed(load("8-puzzle"), "1 2", length=2).fault is None


def test_a_piece_that_comes_back_has_not_moved() -> None:
    case = block_case("A.../B...")
    text = "A R\nB RL\nA R\nA D\nA U"
    lengths = {metric: read_route(puzzle, text).length for metric, puzzle in case.puzzles.items()}
    assert lengths == {"step": 6, "slide": 6, "move": 2}
    assert replayed(case.puzzle, text).counts == {"step": 6, "slide": 6, "move": 3}


def test_the_start_is_given_or_written_or_home() -> None:
    puzzle = load("8-puzzle")
    assert read_route(puzzle, "L").boards == ["_12345678", "1_2345678"]
    assert read_route(puzzle, "R", "1_2345678").boards == ["1_2345678", "_12345678"]
    assert read_route(puzzle, "R", 0x102345678).boards == ["1_2345678", "_12345678"]
    refused(BoardError, read_route, puzzle, "R", "12")
    refused(RouteError, read_route, puzzle, "1_2345678:1:R")


def test_an_illegal_route_is_not_read() -> None:
    assert refused(RouteError, read_route, load("mural"), "0 L,2 L,0 D") == "move 3, 0 D: 2 is in the way"
