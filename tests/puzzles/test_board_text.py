"""Boards as text in bulk, against `format`, which writes one at a time."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.arrays import Keys
from slidefront.errors import BoardError
from slidefront.notation.load import load, read_puzzle
from slidefront.puzzles.blocks.puzzle import BlockPuzzle
from slidefront.puzzles.transfer.puzzle import TransferPuzzle
from tests.messages import refused
from tests.strategies import Case, cases, keys_of, moderate
from tests.strategies_blocks import BlockCase, block_cases

TILES = 'kind = "tiles"\nhome = "{}"\n'
BLOCKS = 'kind = "blocks"\nhome = "{}"\n'


def check(puzzle: TransferPuzzle | BlockPuzzle, keys: Keys) -> None:
    expected = [puzzle.format(key) for key in keys.tolist()]
    assert puzzle.strings(keys).tolist() == expected
    assert puzzle.writer is not None
    rows = puzzle.writer.utf8(keys)
    labels = puzzle.labels.names if isinstance(puzzle, TransferPuzzle) else puzzle.names
    assert (rows is not None) == all(len(name) == 1 and name.isascii() for name in labels)
    assert rows is None or [row.tobytes().decode() for row in rows] == expected


@moderate
@given(st.one_of(cases(most_cells=16), block_cases()))
def test_boards_are_written_as_format_writes_them(case: Case | BlockCase) -> None:
    check(case.puzzle, case.keys(case.walk(30)) if isinstance(case, BlockCase) else keys_of(case.walk(30)))


@pytest.mark.parametrize(
    "text",
    [
        TILES.format("red green / blå _"),
        TILES.format("αβγ/δε_"),
        TILES.format("1 2 3 / 4 Größe _ / 1 2 3"),
        BLOCKS.format("A A . / red red . / # ß -"),
        BLOCKS.format("αα./β.."),
        BLOCKS.format("#../#A."),
    ],
)
def test_names_of_any_length_and_alphabet_are_written(text: str) -> None:
    puzzle = read_puzzle(text)
    assert isinstance(puzzle, TransferPuzzle | BlockPuzzle)
    keys = [puzzle.home]
    for key in keys:
        keys += [move.key for move in puzzle.moves(key) if move.key not in keys and len(keys) < 200]
    check(puzzle, np.array(keys, np.uint64))
    check(puzzle, np.empty(0, np.uint64))


def test_invalid_keys_do_no_harm() -> None:
    """Layers are data: keys in them that are no boards must not lead beyond an array."""
    keys = np.random.default_rng(1).integers(0, 2**64, 1000, np.uint64)
    tiles = read_puzzle(TILES.format("1 verylongname / 3 _"))
    assert isinstance(tiles, TransferPuzzle)
    assert tiles.strings(keys).size == 1000
    assert tiles.columns.places(keys).shape[1] == 1000
    blocks = load("klotski")
    assert isinstance(blocks, BlockPuzzle)
    known = np.array([blocks.home] * 50, np.uint64)
    wrong = keys | np.uint64(1) << np.uint64(31) | np.uint64(1) << np.uint64(30) | np.uint64(1) << np.uint64(29)
    for key in wrong.tolist():  # the first field, of 1,820 sets in 11 bits, is 1,792 and more
        known[20] = key
        if key >> 21 & 2047 >= blocks.layout.classes[0].sets:
            assert f"0x{key:x} is not a board of klotski" in refused(BoardError, blocks.strings, known)
