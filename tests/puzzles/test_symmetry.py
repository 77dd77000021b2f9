"""Symmetries: complete against all permutations of cells, and each maps boards, moves and the goal as it should."""

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.errors import LimitError
from slidefront.notation.load import load
from slidefront.puzzles.core import Puzzle
from tests.strategies import Case, GoalCase, cases, goal_cases, graph_case, moderate
from tests.strategies_blocks import BlockCase, block_case, block_cases


def check_symmetries(puzzle: Puzzle, boards: list[int]) -> None:
    assert puzzle.symmetries is not None
    keys = puzzle.array(boards)
    for number, symmetry in enumerate(puzzle.symmetries):

        def image_of(keys: Any, symmetry: Any = symmetry) -> Any:
            return puzzle.keys(symmetry.apply(puzzle.cells(keys)))

        images = image_of(keys)
        assert number or images.tolist() == keys.tolist()
        assert puzzle.meets(images).tolist() == puzzle.meets(keys).tolist()
        for key, image in zip(keys.tolist(), images.tolist(), strict=True):
            after = puzzle.array([move.key for move in puzzle.moves(key)])
            assert sorted(image_of(after).tolist()) == sorted(move.key for move in puzzle.moves(image))


@moderate
@given(st.one_of(cases(most_cells=9), block_cases()))
def test_symmetries_map_moves_to_moves(case: Case | BlockCase) -> None:
    keys = case.keys(case.walk(6)) if isinstance(case, BlockCase) else case.puzzle.keys(case.walk(6))
    check_symmetries(case.puzzle, [*keys.tolist(), *([case.puzzle.goal.key] if case.puzzle.goal.key else [])])


@moderate
@given(goal_cases())
def test_symmetries_fix_partial_goals(case: GoalCase) -> None:
    puzzle = case.puzzle
    check_symmetries(puzzle, puzzle.keys(case.case.walk(6)).tolist())


@moderate
@given(cases(most_cells=6).filter(lambda case: case.home.count(0) == 1))
def test_small_boards_have_exactly_the_automorphisms_fixing_the_goal(case: Case) -> None:
    cells, home = range(len(case.home)), case.home
    edges = case.edges or [
        (a, b) for a in cells for b in (a + 1, a + case.columns) if b - a == case.columns or b % case.columns
    ]
    joined = {frozenset(pair) for pair in edges if max(pair) < len(home)}
    expected = set()
    for image in permutations(cells):
        renamed = {*zip(home, (home[cell] for cell in image), strict=True)}
        is_one_to_one = len(renamed) == len({*home}) == len({after for _, after in renamed})
        if is_one_to_one and (0, 0) in renamed and {frozenset(image[a] for a in pair) for pair in joined} == joined:
            expected.add(image)
    symmetries = case.puzzle.symmetries
    assert len(symmetries) == len(expected)
    assert {tuple(symmetry.cells.tolist()) for symmetry in symmetries} == expected
    assert symmetries[0].cells.tolist() == [*cells]


@pytest.mark.parametrize(
    ("home", "fields", "count"),
    [
        ("A../.../...", {}, 8),
        ("AA./.../...", {}, 4),
        ("AA./B../B..", {}, 8),
        ("AB./...", {}, 4),
        ("A../.../...", {"goal": ".../.A./..."}, 8),
        ("AB./.../...", {"goal": "A../.../..."}, 2),
        ("AB./.../...", {"goal": "A.B/.../..."}, 2),
        ("AB./.../...", {"goal": "A../B../..."}, 1),
        ("#../.A./...", {}, 2),
        (".A./..-", {"gate_pieces": "A"}, 1),
        ("F../.A./...", {"frozen": ["F"]}, 2),
        ("FG./.A./...", {"frozen": ["F", "G"]}, 1),
        ("A.A/.../...", {"axis": ["A"], "parted": ["A"]}, 2),
    ],
)
def test_block_puzzles_have_known_symmetries(home: str, fields: dict[str, Any], count: int) -> None:
    case = block_case(home, **fields)
    assert len(case.puzzle.symmetries) == count
    check_symmetries(case.puzzle, case.keys(case.walk(10)).tolist())


def test_new_goal_has_its_own_symmetries() -> None:
    puzzle = load("3x3")
    goals = ["12345678_", "1234567_8", "1234_5678", "1********", "****1****"]
    assert [len(puzzle.with_goal(goal).symmetries) for goal in goals] == [2, 2, 8, 2, 8]
    assert len(puzzle.symmetries) == 2


def test_too_many_symmetries_are_refused() -> None:
    complete = graph_case((0, *range(1, 10)), tuple((a, b) for b in range(10) for a in range(b)))
    with pytest.raises(LimitError, match="has more than 10,000 symmetries"):
        complete.puzzle.symmetries  # noqa: B018
