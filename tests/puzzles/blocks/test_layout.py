"""Grids, classes, and their parts of keys."""

from slidefront.puzzles.blocks.layout import read_grid
from tests.strategies_blocks import block_case


def test_long_names_are_separated() -> None:
    grid = read_grid(".  0 .\n10 . red\n")
    assert grid.rows == ((".", "0", "."), ("10", ".", "red"))
    assert [*grid.pieces] == ["0", "10", "red"]
    assert grid.width == 3


def test_pieces_follow_grid_order() -> None:
    grid = read_grid("zA-/zA#/.bb")
    assert [*grid.pieces] == ["z", "A", "b"]
    assert grid.cells("z", "b") == {(0, 0), (1, 0), (2, 1), (2, 2)}
    assert grid.cells("-") == {(0, 2)}
    assert grid.cells("#") == {(1, 2)}
    assert grid.cells("Q") == set()


def test_first_class_has_the_highest_field() -> None:
    puzzle = block_case("AAB./....").puzzle
    assert [(cls.pieces[0].name, cls.sets) for cls in puzzle.layout.classes] == [("A", 6), ("B", 8)]
    assert puzzle.key_bits == 6
    assert puzzle.home == 0 << 3 | 2
    assert puzzle.parse("..../B.AA") == 5 << 3 | 4
