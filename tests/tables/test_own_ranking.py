"""A ranking of one's own gives a puzzle written in Python a table: tables ask for nothing but `Ranking`."""

from itertools import permutations
from pathlib import Path

import numpy as np
import pytest

import slidefront
from examples.pancakes import Pancakes
from slidefront.arrays import Keys
from slidefront.errors import TableError
from slidefront.puzzles.ranking import Ranks, RowMarks, RowMoves, Shape, Shuffles, whole_rows
from tests.tables.worlds import sizes

COUNT = 5


class Ranked(slidefront.Ranking):
    """Each board is a row of one word with one place; ranks are the order of the keys."""

    def __init__(self, puzzle: "RankedPancakes") -> None:
        self._puzzle = puzzle
        stacks = sorted(int("".join(labels), 16) for labels in permutations("12345"))
        self._boards = np.array([*stacks, *(stack + 0x555555 for stack in stacks if puzzle.is_wide)], np.uint64)
        self.shape = Shape(rows=self._boards.size, words=1, per_word=1)

    def row_moves(self, rows: Ranks) -> RowMoves:
        out = np.empty(self._puzzle.most_successors, np.uint64)
        ends = [out[: self._puzzle.write_successors(self._boards[row : row + 1], out)].copy() for row in rows]
        first = np.arange(0, len(ends) * (COUNT - 1) + 1, COUNT - 1, dtype=np.int64)
        end = self.ranks(np.concatenate([*ends, out[:0]])).astype(np.int32)
        nothing = np.zeros((1, 1), np.uint16)
        shuffles = Shuffles(
            nothing, nothing.astype(np.uint8), nothing.astype(np.uint8), np.zeros((1, 8, 256), np.uint64)
        )
        return RowMoves(first, end, np.zeros(end.size, np.uint16), shuffles)

    @property
    def marked(self) -> RowMarks:
        return whole_rows(self.shape, (self._boards == self._puzzle.home).astype(np.uint8))

    def ranks(self, keys: Keys) -> Ranks:
        at = np.minimum(np.searchsorted(self._boards, keys), self._boards.size - 1)
        return np.where(self._boards[at] == keys, at, -1)

    def keys(self, ranks: Ranks) -> Keys:
        return self._boards[ranks]


class RankedPancakes(Pancakes):
    """Pancakes that are numbered. If `is_wide`, so are the stacks of another set, which no moves lead to."""

    is_wide = False

    def ranking(self) -> Ranked:
        return Ranked(self)


def test_puzzle_with_its_own_ranking_has_a_table(tmp_path: Path) -> None:
    puzzle = RankedPancakes(COUNT)
    run = slidefront.expand(Pancakes(COUNT), out=tmp_path / "run")
    table = slidefront.make_table(puzzle, tmp_path / "own.table")
    assert sizes(table) == [layer.board_count for layer in run.layers] == [1, 4, 12, 35, 48, 20]
    opened = slidefront.open_table(table.path, puzzle)
    for depth in range(run.last_depth + 1):
        assert opened.depths_of(run.keys(depth)).tolist() == [depth] * run.layers[depth].board_count
        assert opened.keys(depth).tolist() == run.keys(depth).tolist()
    assert opened.route(opened.header.deepest[0]).length == opened.last_depth == 5
    assert opened.depth_of("54321") == 1


def test_table_that_does_not_reach_all_ranks_raises(tmp_path: Path) -> None:
    puzzle = RankedPancakes(COUNT)
    puzzle.is_wide = True
    with pytest.raises(TableError, match="120 boards were found, and there are 240"):
        slidefront.make_table(puzzle, tmp_path / "own.table")
