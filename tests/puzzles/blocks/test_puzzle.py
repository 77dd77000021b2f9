"""Block puzzles against their naive twin: moves in all metrics, keys, texts, goals, in the library and at random."""

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.errors import BoardError, PuzzleError
from slidefront.moves import METRICS
from slidefront.notation.load import load, read_puzzle
from slidefront.puzzles.blocks.puzzle import BlockPosition
from slidefront.puzzles.capabilities import Selection
from tests import naive_blocks as naive
from tests import naive_routes
from tests.messages import refused
from tests.strategies import few, moderate
from tests.strategies_blocks import LIBRARY, BlockCase, block_case, block_cases, expanded, grow, metrics, one
from tests.worlds import some

LARGE = 200
in_library = pytest.mark.parametrize("case", LIBRARY.values(), ids=LIBRARY)


def check_moves(case: BlockCase, metric: str, boards: list[naive.Board]) -> None:
    """expand == successors == naive, each board once for each piece; all boards at once give the same."""
    puzzle = case.puzzles[metric]
    keys = case.keys(boards)
    every: Counter[int] = Counter()
    for board, key in zip(boards, keys.tolist(), strict=True):
        assert case.canon(key) == naive.canon(board, case.rules)
        after = expanded(puzzle, one(key))
        expected = [naive.canon(to, case.rules) for _, to in naive.moves(board, case.rules, metric)]
        assert Counter(case.canons(after)) == Counter(expected)
        assert len(set(after.tolist())) == after.size
        assert sorted(move.key for move in puzzle.moves(key)) == sorted(after.tolist())
        assert int(key) not in after
        every.update(after.tolist())
    assert Counter(expanded(puzzle, keys).tolist()) == every
    assert expanded(puzzle, keys[:0]).size == 0


def check_names_of_moves(case: BlockCase, metric: str, last: naive.Board) -> None:
    """The name of a move is a piece of the board as it is written, and steps that it can take; a move leads back."""
    puzzle, key = case.puzzles[metric], int(case.keys([last])[0])
    for piece, path, after in puzzle.moves(key):
        assert key in expanded(puzzle, one(after))
        there = case.board(key)
        for direction in path:
            steps = [to for moved, to in naive.moves(there, case.rules, "step") if moved == piece]
            there = {**there, piece: naive.shift(there[piece], naive.WAYS[direction])}
            assert there in steps
        assert naive.canon(there, case.rules) == case.canon(after)
        assert metric == "move" or len(set(path)) == 1
        assert metric != "step" or len(path) == 1


def check_texts(case: BlockCase, boards: list[naive.Board]) -> None:
    puzzle = case.puzzle
    keys = case.keys(boards)
    texts = puzzle.strings(keys).tolist()
    assert texts == [puzzle.format(key) for key in keys.tolist()]
    assert [puzzle.parse(text) for text in texts] == keys.tolist()
    names = [".", *case.rules.home, "-", "#"]
    cells = puzzle.cells(keys)
    assert cells.tolist() == [[names.index(name) for row in naive.grid(text) for name in row] for text in texts]
    for board, key in zip(boards, keys.tolist(), strict=True):
        assert naive.canon(board, case.rules) == case.canon(key)
        assert set(case.board(key)) == set(board)
    assert list(puzzle.cell_names) == names
    assert (puzzle.strings(keys[:0]).tolist(), puzzle.cells(keys[:0]).shape) == ([], (0, cells.shape[1]))
    assert puzzle.keys(cells).tolist() == keys.tolist()
    other_names = np.arange(256)  # the pieces of each class in the reverse order
    for pieces in puzzle.layout.classes:
        of_class = [names.index(piece.name) for piece in pieces.pieces]
        other_names[of_class] = of_class[::-1]
        assert {*puzzle.cell_classes[of_class].tolist()} == {min(of_class)}
    assert puzzle.keys(other_names[cells]).tolist() == keys.tolist()


def check_goals(case: BlockCase, boards: list[naive.Board]) -> None:
    keys = case.keys(boards)
    expected = [naive.meets(board, case.rules) for board in boards]
    for puzzle in case.puzzles.values():
        assert puzzle.selected(keys).tolist() == expected
        assert puzzle.count_selected(keys) == sum(expected)
        assert puzzle.selected(keys[:0]).size == puzzle.count_selected(keys[:0]) == 0
        if puzzle.goal.key is not None:
            assert puzzle.selected(one(puzzle.goal.key)).tolist() == [True]


@in_library
@metrics
def test_library_puzzles_have_naive_moves(case: BlockCase, metric: str) -> None:
    boards = case.walk(12, seed=1, metric=metric)
    check_moves(case, metric, boards)
    check_names_of_moves(case, metric, boards[-1])


@moderate
@given(block_cases())
def test_any_puzzle_has_naive_layers(case: BlockCase) -> None:
    for metric, puzzle in case.puzzles.items():
        expected = naive.layers(case.rules, metric, LARGE)
        layers = grow(puzzle, len(expected))
        assert [keys.size for keys in layers] == [len(layer) for layer in expected]
        assert [set(case.canons(keys)) for keys in layers] == [set(layer) for layer in expected]
        goals = [sum(naive.meets(board, case.rules) for board in layer.values()) for layer in expected]
        assert [puzzle.count_selected(keys) for keys in layers] == goals
        assert [int(puzzle.selected(keys).sum()) for keys in layers] == goals


@few
@given(block_cases(), st.sampled_from(list(METRICS)))
def test_any_puzzle_has_naive_moves(case: BlockCase, metric: str) -> None:
    boards = case.walk(5, metric=metric)
    check_moves(case, metric, boards)
    check_names_of_moves(case, metric, boards[-1])


@few
@given(block_cases())
def test_any_puzzle_round_trips_with_goal_and_parity(case: BlockCase) -> None:
    boards = case.walk(8)
    check_texts(case, boards)
    check_goals(case, boards)
    keys = case.keys(boards)
    sides = case.puzzle.parity_of(keys).tolist()
    assert {*sides} <= {0, 1}
    for key, side in zip(keys.tolist(), sides, strict=True):
        assert np.all(case.puzzle.parity_of(expanded(case.puzzle, one(key))) == 1 - side)


@few
@given(st.data())
def test_kernel_decodes_keys_of_many_equal_pieces(data: st.DataObject) -> None:
    """The kernel decodes what Python ranks, up to 64 cells and 64 bits."""
    places = data.draw(st.integers(1, 64))
    pieces = data.draw(st.integers(1, places))
    names = [*(f"p{number}" for number in range(pieces)), *["."] * (places - pieces), *["#"] * (-places % 8)]
    rows = [" ".join(names[start : start + 8]) for start in range(0, len(names), 8)]
    puzzle = block_case("/".join(rows)).puzzle
    (of_all,) = puzzle.layout.classes
    assert len(of_all.places) == places
    ranks = data.draw(st.lists(st.integers(0, of_all.sets - 1), min_size=1, max_size=4))
    keys = np.array(ranks, np.uint64)
    cells = puzzle.cells(keys)
    for row, rank in zip(cells.tolist(), ranks, strict=True):
        assert [(i // 8, i % 8) for i, label in enumerate(row) if 1 <= label <= pieces] == of_all.unrank(rank)
    assert [puzzle.parse(text) for text in puzzle.strings(keys).tolist()] == ranks


@pytest.mark.parametrize(
    ("metric", "home", "fields", "moves"),
    [
        ("slide", "A../#..", {}, "A R, A RR"),
        ("move", "A./#.", {}, "A R, A RD"),
        ("step", "10 10 .", {}, "10 R"),
        ("slide", "A#.", {}, ""),
        ("move", "AB.", {"frozen": "B"}, ""),
        ("move", "AB.", {}, "B R"),
        ("step", "..../.AA./....", {}, "A U, A D, A L, A R"),
        ("step", "..../.AA./....", {"axis": "A"}, "A L, A R"),
        ("step", ".../.B./.B./...", {"axis": "B"}, "B U, B D"),
        ("step", "B.A-.", {}, "B R, A L"),
        ("step", "B.A-.", {"goal": [["A", 1, 5]]}, "B R, A L, A R"),  # a gate opens to the pieces of the goal
        ("step", "A../B-.", {"goal": [["A", 1, 3]], "groups": ["AB"]}, "A R, B R"),
        ("step", "A../B-.", {"goal": [["A", 1, 3]], "groups": []}, "A R"),
        ("step", "A../B-.", {"goal": [["A", 1, 3]], "groups": [], "goal_match": "shape"}, "A R, B R"),
        ("step", "B.A-.", {"gate_pieces": "B"}, "B R, A L"),
        ("slide", "B.A-.", {"gate_pieces": "A"}, "B R, A L, A R, A RR"),
    ],
)
def test_home_has_known_moves(metric: str, home: str, fields: dict[str, Any], moves: str) -> None:
    puzzle = block_case(home, **fields).puzzles[metric]
    assert ", ".join(map(str, puzzle.moves(puzzle.home))) == moves


@pytest.mark.parametrize(
    ("home", "goal", "fields", "depth"),
    [
        ("B.A-.", ["A", 1, 5], {}, 2),
        ("A.B./....", ["A", 1, 4], {}, 4),
        ("A.B.", ["A", 1, 4], {}, None),
        ("A.B.", ["A", 1, 4], {"groups": ["AB"]}, 1),
        ("A.B.", ["A", 1, 4], {"goal_match": "shape"}, 1),
        ("A.B.C.", ["A", 1, 6], {"goal_match": "shape", "groups": ["AB"]}, 1),
    ],
)
def test_goals_are_first_met_at_known_depths(
    home: str, goal: list[Any], fields: dict[str, Any], depth: int | None
) -> None:
    puzzle = block_case(home, goal=[goal], **fields).puzzle
    assert next((at for at, keys in enumerate(grow(puzzle)) if puzzle.count_selected(keys)), None) == depth


def test_gate_reappears_when_a_piece_leaves() -> None:
    puzzle = block_case("A-.", gate_pieces="A").puzzle
    assert [puzzle.strings(keys).tolist() for keys in grow(puzzle)] == [["A-."], [".A."], [".-A"]]
    assert puzzle.parse(".A.") == puzzle.parse(" .A.\n")


@pytest.mark.parametrize(
    ("fields", "boards"),
    [
        ({}, 15),
        ({"groups": []}, 30),
        ({"goal": [["A", 1, 3]]}, 30),
        ({"groups": ["AB"]}, 15),
        ({"groups": ["AB"], "goal": [["A", 1, 3]]}, 15),
    ],
)
def test_equal_pieces_give_one_board(fields: dict[str, Any], boards: int) -> None:
    puzzle = block_case("AB./...", **fields).puzzle
    assert sum(keys.size for keys in grow(puzzle)) == boards
    assert (puzzle.parse("BA./...") == puzzle.home) == (boards == 15)


def test_full_goal_has_a_key_and_partial_goal_has_none() -> None:
    full = block_case("AAB/...", goal="B../.AA").puzzle
    assert full.goal.key == full.parse("B../.AA")
    assert full.selection is Selection.GOAL
    for goal in ("B../...", [["B", 1, 1]]):
        puzzle = block_case("AAB/...", goal=goal).puzzle
        assert (puzzle.goal.key, puzzle.selection) == (None, Selection.GOAL)
    assert block_case("AB./...", goal=".BA/...", goal_match="shape").puzzle.goal.key is not None
    assert block_case("AB./...", goal=[["A", 1, 3]], groups=["AB"]).puzzle.goal.key is None
    assert block_case("AB./...", goal="..B/...", frozen="A").puzzle.goal.key is not None


@metrics
@pytest.mark.parametrize("fields", [{}, {"frozen": "ABCD"}, {"frozen": "A", "goal": [["A", 1, 1]]}])
def test_puzzle_without_moves_has_one_board(metric: str, fields: dict[str, Any]) -> None:
    puzzle = block_case("AB/CD", **fields).puzzles[metric]
    assert [keys.size for keys in grow(puzzle)] == [1]
    assert puzzle.moves(puzzle.home) == []
    assert puzzle.strings(one(puzzle.home)).tolist() == ["AB/CD"]
    assert puzzle.parse("AB/CD") == puzzle.home
    assert puzzle.count_selected(one(puzzle.home)) == bool(fields.get("goal"))


@pytest.mark.parametrize(
    ("home", "text", "message"),
    [
        ("AAB/C.#", "AAB/..#", "piece C is not on the board"),
        ("AAB/C.#", "AAB/CD#", "column 6"),
        ("AAB/C.#", "AA./BC.", "the walls differ from blocks"),
        ("AAB/C.#", "ABB/C.#", "piece A has another shape"),
        ("AAB/C.#", "AAB", "column 3"),
        ("AAB/C.#", "AA/BC/.#", "the board has 3 x 2 cells"),
        ("AAB/C.#", "AAB/C.", "column 6"),
        ("AAB/C.#", "", "column 1"),
        ("A#B/.#.", "B#A/.#.", "piece B can never reach row 1, column 1"),
        ("AB./C..", "A.B/C..", "piece B can never reach row 1, column 3"),
    ],
)
def test_boards_of_other_puzzles_are_refused(home: str, text: str, message: str) -> None:
    frozen = ["B"] if home == "AB./C.." else []
    assert message in refused(BoardError, block_case(home, frozen=frozen).puzzle.parse, text)


@few
@given(block_cases(), st.integers(0, 12), st.integers(0, 99))
def test_steps_are_blocked_as_in_naive_moves(case: BlockCase, steps: int, seed: int) -> None:
    _, there = naive.path(case.rules, steps, seed, "step")[-1]
    here = case.puzzle.position(case.draw(there))
    for name in there:
        for direction in "UDLR":
            after = naive_routes.step(case.rules, there, name, direction)
            assert (here.hindrance(name, direction) == "") == (after is not None)
            if after:
                [stepped] = here.play(name, direction)
                assert stepped.text == case.draw(after)


@pytest.mark.parametrize(
    ("home", "fields", "move", "why"),
    [
        ("AB.", {}, "A R", "B is in the way"),
        ("AA./BC.", {}, "A D", "B and C are in the way"),
        ("AB.", {}, "A L", "the left edge of the board is in the way"),
        ("AB.", {}, "A U", "the upper edge of the board is in the way"),
        ("A#.", {}, "A R", "a wall is in the way"),
        ("AA./B#.", {}, "A D", "a wall and B are in the way"),
        ("A-.", {}, "A R", "a gate that is shut to it is in the way"),
        ("A-.", {"gate_pieces": "A"}, "A R", ""),
        ("AB.", {"frozen": "B"}, "B R", "B is frozen"),
        ("AA./...", {"axis": "A"}, "A D", "A goes only L and R"),
        ("AB.", {}, "B R", ""),
    ],
)
def test_obstacle_is_named(home: str, fields: dict[str, Any], move: str, why: str) -> None:
    position = block_case(home, **fields).puzzle.position(home)
    assert isinstance(position, BlockPosition)
    assert position.hindrance(*move.split()) == why


@some
@given(block_cases(), st.sampled_from([*METRICS]), st.integers(0, 99), st.data())
def test_new_goal_is_met_as_in_naive_search(case: BlockCase, metric: str, seed: int, data: st.DataObject) -> None:
    """Any board of a walk, or some of its pieces."""
    puzzle = case.puzzles[metric]
    boards = case.walk(10, seed)
    keys = case.keys(boards)
    shown = data.draw(st.lists(st.sampled_from([*boards[-1]]), min_size=1, unique=True))
    goal = {name: boards[-1][name] for name in shown}
    aimed, rules = puzzle.with_goal(case.draw(goal)), replace(case.rules, goal=goal)
    expected = [naive.meets(board, rules) for board in boards]
    assert aimed.selected(keys).tolist() == expected
    assert aimed.count_selected(keys) == sum(expected)
    assert [aimed.meets_goal(key) for key in keys.tolist()] == expected
    assert expected[-1]
    assert aimed.goal.key in (None, int(keys[-1]))
    assert aimed.selection is Selection.GOAL


def test_written_goal_round_trips_or_is_refused() -> None:
    klotski = load("klotski")
    assert klotski.facts()["goal"] == "X at row 4, column 2"
    for text in (klotski.facts()["goal"], "X 4 2"):
        assert klotski.with_goal(text).goal == klotski.goal
    assert "row 0, column 2: rows and columns count from 1" in refused(PuzzleError, klotski.with_goal, "X 0 2")
    assert "'Z' is not a piece" in refused(PuzzleError, klotski.with_goal, "Z.../..../..../..../....")
    assert "another shape" in refused(PuzzleError, klotski.with_goal, "X.../..../..../..../....")
    refused(PuzzleError, klotski.with_goal, "XX../XX..")
    frozen = load("mural-frozen")
    assert "7 is frozen" in refused(PuzzleError, frozen.with_goal, "7 7 7 . ./7 7 . . ./. . . . ./. . . . ./. . . . .")


def test_goal_for_several_classes_is_no_single_board() -> None:
    """It has as many places as each class has pieces, and either class may take them."""
    puzzle = read_puzzle(
        'kind = "blocks"\nhome = "AB../CD../...."\ngoal = [["A", 3, 3], ["B", 3, 4]]\ngoal_match = "shape"\n'
        'groups = [["A", "B"], ["C", "D"]]\n'
    )
    assert puzzle.goal.partial
    boards = [puzzle.parse(board) for board in ("CD../..../..AB", "AB../..../..CD", "A.../...B/..CD", "A.../...C/..BD")]
    assert [puzzle.meets_goal(key) for key in boards] == [True, True, True, True]
