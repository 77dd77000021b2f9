"""The deepest boards that a table names: the first of the last layer by rank, however it was made."""

import os
from pathlib import Path

import numpy as np
import pytest

from slidefront import Resources
from slidefront.arrays import Keys
from slidefront.puzzles.core import Puzzle
from slidefront.tables import rows
from slidefront.tables import table as tables
from slidefront.tables.build import make_table
from tests import naive, naive_blocks
from tests.strategies import tile_case
from tests.strategies_blocks import block_case
from tests.tables.test_regions import Torn, force, torn_at
from tests.tables.worlds import check_deepest, check_same, make_in_parts


def lanes(count: int, metric: str) -> tuple[Puzzle, Keys]:
    """Pieces in the middle of lanes of three cells, and the boards of the last layer: all pieces are at an end."""
    case = block_case("#".join([f".{name}." for name in "ABCDEFG"[:count]] or ["A"]))
    last = naive_blocks.layers(case.rules, metric)[-1]
    assert len(last) == 2**count
    return case.puzzles[metric], np.array(case.keys([*last.values()]))


def tiles(rows: int, columns: int, home: naive.Board) -> tuple[Puzzle, Keys]:
    case = tile_case(rows, columns, home)
    return case.puzzle, np.array([naive.key(board) for board in naive.layers(case.successors, [home])[-1]], np.uint64)


def check(puzzle: Puzzle, last: Keys, path: Path, bits: int) -> None:
    """Compare a table that is made at once, and one that is interrupted at each depth."""
    whole = make_table(puzzle, path / "a.table", resources=Resources(2))
    for table in (whole, make_in_parts(puzzle, path / "b.table", lambda _: None)):
        assert (table.header.bits, table.header.ahead) == (bits, ())
        check_deepest(table, last)


@pytest.mark.parametrize("by_regions", [False, True])
@pytest.mark.parametrize("count", [0, 1, 2, 3, 7, None])
def test_one_bit_table_has_deepest_boards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, count: int | None, by_regions: bool
) -> None:
    if by_regions:
        for module in (tables, rows):
            monkeypatch.setattr(module, "PACKED", 0)
        force(monkeypatch, {None: 1, 7: 300}.get(count, 5), 0)
    puzzle, last = tiles(2, 2, (1, 2, 3, 0)) if count is None else lanes(count, "step")
    check(puzzle, last, tmp_path, 1)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 7])
def test_two_bit_table_has_deepest_boards(tmp_path: Path, count: int) -> None:
    check(*lanes(count, "slide"), tmp_path, 2)


def test_resumed_table_has_deepest_boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A region that is half written at the last depths tells no more which of its boards are not reached."""
    in_memory = make_table("2x4", tmp_path / "b.table")
    force(monkeypatch, 1, 1)
    written = []
    with monkeypatch.context() as patch:
        write = os.pwrite
        patch.setattr(os, "pwrite", lambda *arguments: written.append(1) or write(*arguments))
        make_table("2x4", tmp_path / "c.table")
    for count in range(len(written) - 7, len(written) + 1):
        path = tmp_path / f"{count}.table"
        with monkeypatch.context() as patch, pytest.raises(Torn):
            torn_at(patch, count)
            make_table("2x4", path)
        check_same(make_table("2x4", path), in_memory)
