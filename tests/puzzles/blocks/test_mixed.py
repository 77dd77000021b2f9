"""Keys that are mixed numbers, because bits for each class would be too many: the same boards as the slow twin has."""

import numpy as np
import pytest
from hypothesis import given, settings

import slidefront
from slidefront.errors import BoardError
from slidefront.puzzles.blocks import layout
from slidefront.puzzles.blocks.puzzle import METRICS, BlockPuzzle
from slidefront.search.bounds.blocks import BlockBound
from slidefront.store.run import Run
from slidefront.tables.runs import write_run
from tests import naive_blocks as naive
from tests.messages import refused
from tests.puzzles.blocks.test_puzzle import check_goals, check_moves, check_texts
from tests.search.bounds.test_blocks import check_admissible
from tests.strategies_blocks import BlockCase, block_case, block_cases, expanded, one
from tests.tables.test_blocks import ALL_ORDERS, FEW_ORDERS, check

metrics = pytest.mark.parametrize("metric", METRICS)
LANE = block_case(
    "ABCDEFGHIJKLM..../#################/XX..#############",
    interchangeable=False,
    goal=[["A", 0, 2], ["M", 0, 15], ["X", 2, 1]],
)
"""Thirteen pieces in a row of 17 cells and one in a row of its own: 13 x 5 + 2 bits."""


def in_form(form: str, case: BlockCase) -> BlockCase:
    """Build the puzzles of a case with keys of another form."""
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(layout, "FORMS", (form,))
        other = BlockCase(case.text)
        assert len(other.puzzles) == len(METRICS)
    return other


def is_board(puzzle: BlockPuzzle, key: int) -> bool:
    """Whether a key has nothing above the ranks of its classes, and no two pieces cover one cell."""
    taken: list[tuple[int, int]] = []
    for cls in reversed(puzzle.classes):
        key, rank = divmod(key, cls.sets)
        taken += [cell for place in cls.unrank(rank) for cell in cls.pieces[0].cells_at(place)]
    return key == 0 and len(taken) == len(set(taken))


@settings(max_examples=25)
@given(block_cases())
def test_any_puzzle_in_mixed_keys(case: BlockCase) -> None:
    other = in_form("mixed", case)
    boards = case.walk(8)
    for metric in METRICS:
        check_moves(other, metric, boards)
    check_texts(other, boards)
    check_goals(other, boards)
    puzzle = other.puzzle
    assert puzzle.layout.keys <= case.puzzle.layout.keys
    keys = [*range(min(puzzle.layout.keys + 3, 2000)), 2**64 - 1]
    expected = [is_board(puzzle, key) for key in keys]
    assert puzzle.are_boards(np.array(keys, np.uint64)).tolist() == expected
    for key in [key for key, good in zip(keys, expected, strict=True) if not good][:5]:
        if puzzle.classes:
            assert "is not a board of" in refused(BoardError, expanded, puzzle, one(key))
        assert "is not the key of a board of" in refused(BoardError, puzzle.board, key)


@pytest.mark.parametrize(
    ("name", "metric"),
    [("ring", "step"), ("ring with equal pieces", "slide"), ("singles and pairs", "move"), ("singles", "step")],
)
def test_tables_in_mixed_keys(tmp_path, monkeypatch, name: str, metric: str) -> None:
    monkeypatch.setattr(layout, "FORMS", ("mixed",))
    case = BlockCase((FEW_ORDERS | ALL_ORDERS)[name].text)
    assert case.puzzle.layout.form == "mixed"
    check(slidefront.make_table(case.puzzles[metric], tmp_path / "a.table"), case, naive.layers(case.rules, metric))


@metrics
@pytest.mark.parametrize("name", ["ring", "singles"])
def test_bounds_in_mixed_keys(name: str, metric: str) -> None:
    case = in_form("mixed", (FEW_ORDERS | ALL_ORDERS)[name])
    every = [board for layer in naive.layers(case.rules, metric) for board in layer.values()]
    goals = [board for board in every if naive.meets(board, case.rules)]
    assert check_admissible(case, metric, None, goals) > 0


def test_a_puzzle_of_67_bits_in_all_that_works_on_boards(tmp_path) -> None:
    metric = "slide"
    puzzle = LANE.puzzles[metric]
    assert sum(cls.bits for cls in puzzle.classes) == 67
    assert (puzzle.layout.form, puzzle.key_bits) == ("mixed", 55)
    check_moves(LANE, metric, LANE.walk(20, metric=metric))
    layers = naive.layers(LANE.rules, metric)
    first = next(
        depth for depth, layer in enumerate(layers) if any(naive.meets(board, LANE.rules) for board in layer.values())
    )
    assert slidefront.solve(puzzle).optimum == first
    assert 0 < BlockBound(puzzle.layout, puzzle.goal).of(one(puzzle.home))[0] <= first
    run = slidefront.expand(puzzle, out=tmp_path / "run")
    assert [layer.boards for layer in run.layers] == [len(layer) for layer in layers]
    assert slidefront.verify(tmp_path / "run", deep=True).good
    table = slidefront.make_table(puzzle, tmp_path / "a.table")
    for depth in (0, len(layers) // 2, len(layers) - 1):
        assert set(table.depths(LANE.keys([*layers[depth].values()])).tolist()) == {depth}
    assert [one.digest for one in write_run(table, tmp_path / "again").layers] == [one.digest for one in run.layers]
    assert Run(tmp_path / "again").route(table.hardest(1)[0]).length == len(layers) - 1


def test_64_bits_behind_a_piece_that_cannot_move() -> None:
    """The first class takes no bits, and those of the others fill the key."""
    case = block_case("A#BCDEFGHIJK" + "." * 38 + "#" + "L" + "." * 14, interchangeable=False)
    puzzle = case.puzzle
    assert (puzzle.classes[0].bits, puzzle.key_bits, puzzle.layout.form) == (0, 64, "fields")
    turned = {
        name: frozenset({(0, 51 - c if 2 <= c < 50 else c) for _, c in own}) for name, own in case.rules.home.items()
    }
    boards = [case.rules.home, *case.walk(4, seed=3), turned]
    assert max(case.keys(boards).tolist()) >= 1 << 63
    check_moves(case, "step", boards)
