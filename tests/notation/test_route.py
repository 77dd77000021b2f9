"""Routes and the moves that are written in them: read, written and replayed, against naive twins."""

import re
from dataclasses import replace
from html import unescape
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront import Puzzle, Route, draw_board, load, read_puzzle, read_route
from slidefront.apps.problems.sheet import Item, Sheet, move_text, sheet_html
from slidefront.errors import BoardError, RouteError
from slidefront.moves import METRICS
from slidefront.notation import NOTATIONS
from slidefront.notation.board_files import routes_in
from slidefront.notation.boards import position_of
from slidefront.notation.route import (
    Replay,
    check_notation,
    has_letters,
    has_places,
    read_moves,
    replay,
    write_moves,
)
from tests import naive, naive_routes
from tests import naive_blocks as blocks
from tests.catalogue import PUZZLES
from tests.explore.conftest import CASES
from tests.messages import refused
from tests.strategies import Case, cases, few
from tests.strategies_blocks import LIBRARY, BlockCase, block_case, block_cases
from tests.worlds import worlds


@few
@given(cases(), st.integers(0, 99))
def test_routes_of_tiles_and_graphs_match_naive_replay(case: Case, seed: int) -> None:
    boards = naive.path(case.successors, case.home, 20, seed)
    route = Route(case.puzzle, map(naive.key, boards))
    assert route.length == len(boards) - 1
    assert route.boards == [case.puzzle.format(naive.key(board)) for board in boards]
    assert naive_routes.play(case, str(route), boards[0]) == boards
    assert route.steps == route.moves
    assert route.counts == {"step": route.length}


@few
@given(block_cases(), st.sampled_from([*METRICS]), st.integers(0, 99))
def test_routes_of_blocks_match_naive_replay(case: BlockCase, metric: str, seed: int) -> None:
    """Pieces keep their names, every move is free cell by cell, and the metrics count its steps as they should."""
    walk = blocks.path(case.rules, 12, seed, metric)
    boards = [board for _, board in walk]
    route = Route(case.puzzles[metric], case.keys(boards), case.draw(boards[0]))
    assert [move.piece for move in route.moves] == [name for name, _ in walk[1:]]
    assert route.boards == [case.draw(board) for board in boards]
    assert naive_routes.play_blocks(case.rules, str(route), boards[0]) == boards
    steps = [*naive_routes.steps_of(str(route))]
    assert [(step.piece, step.path) for step in route.steps] == steps
    assert route.counts == {
        "step": len(steps),
        "slide": naive_routes.runs(steps),
        "move": naive_routes.runs(name for name, _ in steps),
    }
    assert route.counts[metric] == route.length
    assert Route(case.puzzle, [route.start, *(step.key for step in route.steps)], route.boards[0]).end == route.end
    assert naive_routes.play_blocks(case.rules, "\n".join(map(str, route.groups)), boards[0])[-1] == boards[-1]
    assert len(route.groups) == route.counts["move"]


def test_groups_join_moves_of_a_piece() -> None:
    puzzle = load("8-puzzle")
    keys = [puzzle.parse(board) for board in ("_12345678", "1_2345678", "12_345678", "12534_678", "1253_4678")]
    route = Route(puzzle, keys)
    assert str(route) == "1 L\n2 L\n5 U\n4 R"
    assert [str(group) for group in route.groups] == ["1 2 L", "5 U", "4 R"]
    assert [group.key for group in route.groups] == [keys[2], keys[3], keys[4]]
    pillars = load("pillars-6")
    keys = [pillars.parse(board) for board in ("ABCDEF", "AFCDEB", "ABCDEF")]
    assert [str(group) for group in Route(pillars, keys).groups] == ["F 1", "F 5"]


def test_route_can_be_empty() -> None:
    puzzle = load("8-puzzle")
    route = Route(puzzle, [puzzle.home])
    assert (route.start, route.end, route.length, route.moves, str(route)) == (puzzle.home, puzzle.home, 0, [], "")
    assert repr(Route(puzzle, [0x012345678, 0x102345678])) == "<Route of 1 move from _12345678 to 1_2345678>"


def test_routes_compare_by_boards_and_names() -> None:
    case = block_case("A.B")
    keys = [case.puzzle.parse("A.B"), case.puzzle.parse(".AB")]
    assert Route(case.puzzle, keys) == Route(case.puzzle, keys)
    assert Route(case.puzzle, keys) != Route(case.puzzle, keys, "B.A")
    assert Route(case.puzzle, keys) != Route(case.puzzle, keys[:1])
    assert len({Route(case.puzzle, keys), Route(case.puzzle, keys)}) == 1


def test_malformed_routes_are_errors() -> None:
    puzzle = load("8-puzzle")
    assert "at least its start board" in refused(RouteError, Route, puzzle, [])
    assert "no move leads from the board _12345678 to 12345678_" in refused(
        RouteError, Route, puzzle, [0x012345678, 0x123456780]
    )
    assert "starts at _12345678, not at 12345678_" in refused(RouteError, Route, puzzle, [0x012345678], "12345678_")


def replayed(puzzle: Puzzle, text: str, start: str | int = "home", length: int | None = None) -> Replay:
    return replay(position_of(puzzle, start), read_moves(puzzle, text), length)


def test_published_solution_of_the_mural() -> None:
    text = CASES["mural"]["published_solution_43"]
    route = read_route(load("mural"), text)
    assert route.length == CASES["mural"]["optimum"]
    assert load("mural").meets_goal(route.end)
    assert ",".join(str(group) for group in route.groups) == text
    rules = LIBRARY["mural"].rules
    (*_, end) = naive_routes.play_blocks(rules, text.replace(",", "\n"), rules.home)
    assert blocks.meets(end, rules)


@few
@given(block_cases(), st.sampled_from([*METRICS]), st.data())
def test_replay_of_blocks_stops_like_naive_twin(case: BlockCase, metric: str, data: st.DataObject) -> None:
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
    route = found.route()  # no longer than its steps as the metric counts them
    assert (route.start, route.end) == (found.start.key, found.end.key)
    assert route.length <= found.counts[metric]
    assert case.draw(naive_routes.play_blocks(case.rules, str(route), boards[0])[-1]) == found.end.text


@few
@given(cases(), st.booleans(), st.data())
def test_replay_of_tiles_and_graphs_stops_like_naive_twin(case: Case, as_places: bool, data: st.DataObject) -> None:
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


def test_wrong_length_is_not_an_illegal_move() -> None:
    found = replayed(load("klotski"), "I L,F D,F U", "AXXB/AXXB/CDDE/CFGE/H..I", 3)
    assert found.fault is not None
    assert found.fault.number is None
    assert replayed(load("8-puzzle"), "1 2", length=2).fault is None


def test_piece_that_returns_has_not_moved() -> None:
    case = block_case("A.../B...")
    text = "A R\nB RL\nA R\nA D\nA U"
    lengths = {metric: read_route(puzzle, text).length for metric, puzzle in case.puzzles.items()}
    assert lengths == {"step": 6, "slide": 6, "move": 2}
    assert replayed(case.puzzle, text).counts == {"step": 6, "slide": 6, "move": 3}


def test_route_starts_at_given_board_or_home_and_is_legal() -> None:
    puzzle = load("8-puzzle")
    assert read_route(puzzle, "L").boards == ["_12345678", "1_2345678"]
    assert read_route(puzzle, "R", "1_2345678").boards == ["1_2345678", "_12345678"]
    assert read_route(puzzle, "R", 0x102345678).boards == ["1_2345678", "_12345678"]
    refused(BoardError, read_route, puzzle, "R", "12")
    refused(RouteError, read_route, puzzle, "1_2345678:1:R")
    assert refused(RouteError, read_route, load("mural"), "0 L,2 L,0 D") == "move 3, 0 D: 2 is in the way"


EIGHT, KLOTSKI, MURAL, PILLARS = load("8-puzzle"), load("klotski", "step"), load("mural"), load("pillars-6")
FIFTEEN, LINES = load("15-puzzle"), load("8-puzzle", "line")
NUMBERED = read_puzzle('kind = "graph"\nhome = "0123"\nmover = "0"\nedges = [[0, 1], [1, 2], [2, 3]]\n')

PICTURE = draw_board(EIGHT, for_paper=True)

# The text, and the moves as pairs of what moves and its way.
GOOD = [
    (EIGHT, "LLU", [("", "L"), ("", "L"), ("", "U")]),
    (EIGHT, "L2U", [("", "L"), ("", "L"), ("", "U")]),
    (EIGHT, "1 L, 2 L, 5 U", [("1", "L"), ("2", "L"), ("5", "U")]),
    (EIGHT, "1 L\n2 L\n5 U\n", [("1", "L"), ("2", "L"), ("5", "U")]),
    (EIGHT, "1 2 L,5 U", [("1 2", "L"), ("5", "U")]),
    (EIGHT, "1 2 5", [1, 2, 5]),
    (EIGHT, "", []),
    (EIGHT, "L2 U R", [("", "L"), ("", "L"), ("", "U"), ("", "R")]),
    (EIGHT, "L, L -> U", [("", "L"), ("", "L"), ("", "U")]),
    (EIGHT, "l 2 u", [("", "L"), ("", "L"), ("", "U")]),
    (EIGHT, "Left ←\n↑", [("", "L"), ("", "L"), ("", "U")]),
    (EIGHT, "⬅️⬅⬆️×2", [("", "L"), ("", "L"), ("", "U"), ("", "U")]),
    (KLOTSKI, "H ➡️×3⬇", [("H", "RRRD")]),
    (EIGHT, "1 L 2 ← 5 up", [("1", "L"), ("2", "L"), ("5", "U")]),
    (EIGHT, "1 L,\n2 l", [("1", "L"), ("2", "L")]),
    (EIGHT, "1, 2\n5", [1, 2, 5]),
    (FIFTEEN, "15 D, b L", [("15", "D"), ("11", "L")]),
    (FIFTEEN, "d L", [("13", "L")]),
    (FIFTEEN, "d l", [("", "D"), ("", "L")]),
    (KLOTSKI, "H L, A DD", [("H", "L"), ("A", "DD")]),
    (KLOTSKI, "H L A ↓↓ H left", [("H", "L"), ("A", "DD"), ("H", "L")]),
    (MURAL, "0 L, 10 UUL", [("0", "L"), ("10", "UUL")]),
    (PILLARS, "F 1, F 5", [("F", "1"), ("F", "5")]),
    (PILLARS, "F 1 [F] 5", [("F", "1"), ("F", "5")]),
    (PILLARS, "1 5", [1, 5]),
    (NUMBERED, "0 1, 0 2", [("0", "1"), ("0", "2")]),
]
REFUSED = [
    (EIGHT, "LLu", 3),
    (EIGHT, "LL uu", 4),
    (EIGHT, "L, 2", 4),
    (EIGHT, "l", 1),
    (EIGHT, "L0", 2),
    (EIGHT, "L999999", 1),
    (EIGHT, "1 L, 2 L,", 10),
    (EIGHT, "1 L,, 2 L", 5),
    (EIGHT, "1 L, 2 Lefts", 8),
    (EIGHT, "1 L 2", 5),
    (EIGHT, "1 ٢", 3),
    (EIGHT, "9 L", 1),
    (EIGHT, "_ L", 1),
    (EIGHT, "1|2|5", 1),
    (EIGHT, "1 two 5", 3),
    (EIGHT, "1 2 05", 5),
    (EIGHT, "L2U (3 moves)", 5),
    (EIGHT, "3 moves: L2U", 3),
    (KLOTSKI, "H L, Z D", 6),
    (KLOTSKI, "H L A", 5),
    (KLOTSKI, "H L2", 3),
    (KLOTSKI, "LLU", 1),
    (KLOTSKI, "1 2", 1),
    (PILLARS, "A 1", 1),
    (PILLARS, "F 1 5", 5),
    (PILLARS, "F one", 3),
]


@pytest.mark.parametrize(("puzzle", "text", "moves"), GOOD)
def test_notations_of_moves(puzzle: Puzzle, text: str, moves: list[object]) -> None:
    assert [one.cell if one.cell is not None else (one.piece, one.path) for one in read_moves(puzzle, text)] == moves


@pytest.mark.parametrize(("puzzle", "text", "column"), REFUSED)
def test_unreadable_moves_raise_an_error_with_their_column(puzzle: Puzzle, text: str, column: int) -> None:
    message = refused(RouteError, read_moves, puzzle, text)
    assert message.startswith(f"line 1, column {column}: ")
    assert f"write moves such as {puzzle.moves(puzzle.home)[0]}" in message


def test_errors_of_moves_count_lines() -> None:
    assert "line 2, column 3: " in refused(RouteError, read_moves, EIGHT, "1 L\n2 x\n5 U")


def test_hole_letters_must_be_named() -> None:
    assert read_route(EIGHT, "rrd", form="hole-letters") == read_route(EIGHT, "LLU")
    assert write_moves(read_route(EIGHT, "LLU"), "hole-letters") == "rrd"
    assert "hole-letters" in refused(RouteError, read_moves, EIGHT, "rrd")
    assert "column 3" in refused(RouteError, read_moves, EIGHT, "rrD", "hole-letters")
    assert read_route(EIGHT, "rr d", form="hole-letters") == read_route(EIGHT, "LLU")


@pytest.mark.parametrize(("form", "text"), [("letters", "1 L"), ("places", "L"), ("hole-letters", "L"), ("steps", "L")])
def test_named_notation_rejects_other_notations(form: str, text: str) -> None:
    message = refused(RouteError, read_moves, EIGHT, text, form)
    assert message.startswith("line 1, column 1: ")
    sample = message.partition("write moves such as ")[2].split("\n")[0]
    assert read_moves(EIGHT, sample, form)
    refused(RouteError, read_moves, EIGHT, "L", "nope")
    refused(RouteError, read_moves, PILLARS, "1 5", "letters")


def test_every_notation_is_written() -> None:
    route = read_route(EIGHT, "LLU")
    assert {form: write_moves(route, form) for form in NOTATIONS} == {
        "steps": "1 L, 2 L, 5 U",
        "grouped": "1 2 L, 5 U",
        "letters": "L2U",
        "hole-letters": "rrd",
        "places": "1 2 5",
    }
    assert write_moves(route) == "L2U"
    assert write_moves(route, "steps", "\n") == "1 L\n2 L\n5 U"
    assert write_moves(read_route(KLOTSKI, "F D, F R, G L")) == "F D, F R, G L"
    assert write_moves(read_route(KLOTSKI, "F D, F R, G L"), "grouped") == "F DR, G L"
    assert write_moves(read_route(PILLARS, "F 1, F 5")) == "1 5"
    assert write_moves(read_route(NUMBERED, "0 1, 0 2")) == "0 1, 0 2"
    assert write_moves(read_route(LINES, "1 2 L, 5 U")) == "L2U"


def test_unsupported_notations_are_errors() -> None:
    for puzzle, form in ((KLOTSKI, "letters"), (KLOTSKI, "places"), (PILLARS, "letters"), (NUMBERED, "places")):
        refused(RouteError, check_notation, puzzle, form)
    refused(RouteError, check_notation, EIGHT, "tiles")
    assert [has_letters(puzzle) for puzzle in (EIGHT, LINES, PILLARS, KLOTSKI)] == [True, True, False, False]
    assert [has_places(puzzle) for puzzle in (EIGHT, PILLARS, NUMBERED, KLOTSKI)] == [True, True, False, False]


def walk(puzzle: Puzzle, seed: int) -> Route:
    """Walk from home, with no two moves in a row that would be counted as one."""
    random, positions, last = Random(seed), [puzzle.position(puzzle.home)], ""
    for _ in range(12):
        moves = [
            move for move in positions[-1].moves() if puzzle.metric == "step" or last not in (move.piece, move.path)
        ]
        if not moves:
            break
        move = random.choice(moves)
        last = move.path if puzzle.metric == "line" else move.piece
        positions.append(positions[-1].to(move.key))
    return Route(puzzle, [position.key for position in positions], positions[0].text)


@few
@given(worlds().map(lambda world: world.puzzle) | st.sampled_from([*PUZZLES.values()]), st.integers(0, 99), st.data())
def test_writers_and_readers_are_inverse(puzzle: Puzzle, seed: int, data: st.DataObject) -> None:
    """Of random puzzles of each family, and of every puzzle of the library in each of its metrics."""
    route = walk(puzzle, seed)
    letters = ["letters", "hole-letters"] if has_letters(puzzle) else []
    form = data.draw(st.sampled_from(["steps", "grouped", *letters, *["places"] * has_places(puzzle)]))
    for between, named in product((", ", ",", "\n"), {form, form if form == "hole-letters" else ""}):
        text = write_moves(route, form, between)
        read = read_route(puzzle, text, route.boards[0], form=named)
        assert (read.keys[0], read.keys[-1], read.boards[-1]) == (route.start, route.end, route.boards[-1])
        if form != "grouped":
            assert write_moves(read, form, between) == text
    check_printed(route)


def copies(page: str) -> list[str]:
    """Copy the answers of a sheet as browsers do: with an end of line after each cell of a grid, or after each row."""
    answers = page.partition('<div class="answers">')[2]
    texts = [re.sub(f"</(?:{ends})> ?", "\n", answers) for ends in ("h3|i|span", "h3|p")]
    return [unescape(re.sub("<[^>]*>", "", text)).strip() for text in texts]


def check_printed(route: Route) -> None:
    """Moves with the words that sheets, `solve --all` and the page print around them are read as the moves are."""
    puzzle, start, length = route.puzzle, route.positions[0], route.length
    steps = write_moves(route, "steps", "\n")
    moves = "1 move" if length == 1 else f"{length} moves"
    shared = f"A title: with a colon\n{start.text}\n{moves}: {write_moves(route, 'steps')}\nfile:///a.html#board=b"
    item = Item(7, moves, "easy", PICTURE, tuple(move_text(puzzle, move) for move in route.moves))
    answers = copies(sheet_html(Sheet("", (), (item, replace(item, number=12)), 2)))
    texts = [*answers, f"# route 1 of 2\n{steps}\n\n# route 2 of 2\n{steps}\n", shared]
    for text, count in zip(texts, (2, 2, 2, 1), strict=True) if length else ():
        replays = [line.replay() for line in routes_in(puzzle, text, None if text is shared else start)]
        assert [(one.fault, one.end.text) for one in replays] == [(None, route.boards[-1])] * count


@few
@given(
    st.sampled_from([(one, text) for one, text, _ in GOOD if text]),
    st.integers(0, 20),
    st.sampled_from(["?", "zz9", "not", "(2 moves)", "#", ":", "5 U x", "|", "-> ->", "[", "above"]),
)
def test_words_inserted_anywhere_are_refused(good: tuple[Puzzle, str], place: int, words: str) -> None:
    puzzle, text = good
    ends = [0, *(match.end() for match in re.finditer(r"\w+|$", text))]
    at = ends[place % len(ends)]
    slip = f"{text[:at]} {words} {text[at:]}"
    with pytest.raises(RouteError) as error:
        read_moves(puzzle, slip)
    found = re.match(r"line (\d+), column (\d+): ", str(error.value))
    assert found
    line, column = map(int, found.groups())
    place_of_error = sum(len(one) + 1 for one in slip.split("\n")[: line - 1]) + column - 1
    assert place_of_error <= at + len(words) + 1 or text.count("\n")
