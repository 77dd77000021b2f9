"""Random small block puzzles with their naive twins, for Hypothesis, and what tests on block puzzles share."""

import json
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume
from hypothesis import strategies as st

from slidefront.arrays import Keys
from slidefront.moves import METRICS
from slidefront.notation.load import read_puzzle
from slidefront.puzzles import library
from slidefront.puzzles.blocks.puzzle import BlockPuzzle
from slidefront.puzzles.core import Puzzle
from tests import naive_blocks as naive
from tests.naive import layers as layers_of
from tests.naive import reached
from tests.naive_find import around

Entry = dict[str, Any]
GOLDEN = Path(__file__).parents[1] / "data" / "golden" / "blocks.json"
BLOCKS: dict[str, Entry] = {entry["name"]: entry for entry in json.loads(GOLDEN.read_text("utf-8"))}
"""The golden puzzles by name, with their optima."""


def file_text(home: str, **fields: Any) -> str:
    """Write the file of a block puzzle; what is None is left out. JSON is TOML enough."""
    values = {"kind": "blocks", "home": home, **{name: value for name, value in fields.items() if value is not None}}
    return "".join(f"{name} = {json.dumps(value)}\n" for name, value in values.items())


def golden_text(entry: Entry, metric: str | None = None) -> str:
    """Write a golden puzzle as a puzzle file."""
    return file_text(
        "/".join(entry["rows"]),
        metric=metric,
        goal=entry["goal"] or None,
        goal_match=entry["goal_match"],
        groups=entry["equiv_groups"] or (None if entry["interchangeable"] else []),
        axis=entry["axis_locked"],
    )


@dataclass(frozen=True)
class BlockCase:
    """A puzzle file, its puzzles in all metrics, and its naive twin."""

    text: str
    name: str = field(default="blocks", compare=False)

    @cached_property
    def rules(self) -> naive.Rules:
        return naive.rules_of(self.text)

    @cached_property
    def puzzles(self) -> dict[str, BlockPuzzle]:
        found = {metric: read_puzzle(self.text, self.name, metric) for metric in METRICS}
        return {metric: puzzle for metric, puzzle in found.items() if isinstance(puzzle, BlockPuzzle)}

    @property
    def puzzle(self) -> BlockPuzzle:
        """The puzzle in the step metric."""
        return self.puzzles["step"]

    def board(self, key: int) -> naive.Board:
        return naive.board_of(naive.grid(self.puzzle.format(key)))

    def canon(self, key: int) -> naive.Canon:
        return naive.canon(self.board(key), self.rules)

    def canons(self, keys: Keys) -> list[naive.Canon]:
        texts = self.puzzle.strings(keys).tolist()
        return [naive.canon(naive.board_of(naive.grid(text)), self.rules) for text in texts]

    def draw(self, board: naive.Board) -> str:
        """Write a naive board as people do."""
        rows = [["."] * self.puzzle.grid.width for _ in self.puzzle.grid.rows]
        for r, c in {(r, c) for r, row in enumerate(rows) for c in range(len(row))} - self.rules.floor:
            rows[r][c] = "#"
        for r, c in self.rules.gates:
            rows[r][c] = "-"
        for name, cells in board.items():
            for r, c in cells:
                rows[r][c] = name
        return draw_rows(rows)

    def keys(self, boards: list[naive.Board]) -> Keys:
        return np.array([self.puzzle.parse(self.draw(board)) for board in boards], np.uint64)

    def walk(self, steps: int, seed: int = 0, metric: str = "step") -> list[naive.Board]:
        return naive.walk(self.rules, steps, seed, metric)


def draw_rows(rows: list[list[str]]) -> str:
    short = all(len(name) == 1 for row in rows for name in row)
    return "/".join(("" if short else " ").join(row) for row in rows)


def block_case(home: str, **fields: Any) -> BlockCase:
    return BlockCase(file_text(home, **fields))


def rebuilt(case: BlockCase, constant: str, value: int) -> BlockCase:
    """Build the puzzles of a case with another value of a constant, such as `layout.MOST_FIELDS`."""
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(f"slidefront.puzzles.blocks.{constant}", value)
        other = BlockCase(case.text)
        assert len(other.puzzles) == len(METRICS)
    return other


_texts = {name: library.read(name) for name in library.names()}
LIBRARY = {name: BlockCase(text, name) for name, text in _texts.items() if 'kind = "blocks"' in text}
"""The block puzzles of the library."""
metrics = pytest.mark.parametrize("metric", METRICS)


def expanded(puzzle: Puzzle, keys: Keys) -> Keys:
    """Expand into a buffer of exactly the promised room, followed by a sentinel."""
    room = keys.size * puzzle.most_successors
    out = np.full(room + 1, 0xDEAD, np.uint64)
    before = keys.copy()
    count = puzzle.write_successors(keys, out[:room])
    assert np.array_equal(keys, before)
    assert 0 <= count <= room
    assert out[room] == 0xDEAD
    return out[:count]


def one(key: int) -> Keys:
    return np.array([key], np.uint64)


def grow(puzzle: BlockPuzzle, layers: int | None = None) -> list[Keys]:
    """Explore with expand alone, to some layers or to the end of the space."""
    found = layers_of(lambda key: expanded(puzzle, one(key)).tolist(), [puzzle.home], layers and layers - 1)
    return [np.array(sorted(layer), np.uint64) for layer in found]


@st.composite
def _boards(draw: st.DrawFn) -> tuple[list[list[str]], list[str]]:
    """Draw a grid and its pieces, some in several parts."""
    rows, columns = draw(st.sampled_from([(4, 4), (3, 4), (4, 3), (3, 3), (2, 4), (3, 2), (1, 5), (4, 1)]))
    kinds = [*draw(st.permutations([".", ".", "piece", "piece", "-", "#"]))[2:], ".", "piece"]
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    parted = draw(st.sampled_from([False, False, False, True]))
    names = [f"p{number}" for number in range(16)] if columns > 1 and draw(st.booleans()) else list("ABCDwxyzPQRSmno7")
    grid: dict[tuple[int, int], str] = {}
    pieces: list[str] = []
    for cell in cells:
        kind = "taken" if cell in grid else draw(st.sampled_from(kinds))
        if kind == "piece":
            pieces.append(names[len(pieces)])
            own = [cell]
            for _ in range(draw(st.sampled_from([0, 0, 1, 1, 2, 3]))):
                near = [
                    other
                    for other in cells
                    if other not in grid
                    and other > cell
                    and other not in own
                    and (parted or any(abs(other[0] - r) + abs(other[1] - c) == 1 for r, c in own))
                ]
                if near:
                    own.append(draw(st.sampled_from(near)))
            grid |= dict.fromkeys(own, pieces[-1])
        elif kind != "taken":
            grid[cell] = kind
    return [[grid[r, c] for c in range(columns)] for r in range(rows)], pieces


def _subset(draw: st.DrawFn, names: list[str], most: int) -> list[str]:
    return draw(st.lists(st.sampled_from(names), unique=True, max_size=most)) if names else []


def _groups(draw: st.DrawFn, home: naive.Board) -> list[list[str]] | None:
    shapes = {naive.shape(cells) for cells in home.values()}
    alike = [[name for name in home if naive.shape(home[name]) == shape] for shape in sorted(shapes, key=sorted)]
    drawn = [_subset(draw, names, 3) for names in alike]
    return draw(st.sampled_from([None, None, [], [group for group in drawn if len(group) > 1]]))


@st.composite
def block_cases(draw: st.DrawFn) -> BlockCase:
    """Draw any small block puzzle, with all options mixed; its goal is a board of a random walk, or part of one."""
    rows, pieces = draw(_boards())
    assume(pieces)
    home = naive.board_of(rows)
    long = [name for name, cells in home.items() if len({r for r, _ in cells}) != len({c for _, c in cells})]
    gates = bool(naive.find(rows, "-"))
    named = _subset(draw, pieces, len(pieces)) if draw(st.booleans()) else []
    fields = {
        "goal_match": draw(st.sampled_from([None, "piece", "shape"])),
        "gate_pieces": _subset(draw, pieces, 3) if gates and draw(st.booleans()) else None,
        "groups": _groups(draw, home),
        "frozen": draw(st.sampled_from([None, None, _subset(draw, pieces, 2)])),
        "axis": draw(st.sampled_from([None, None, _subset(draw, long, 3)])),
        "parted": [name for name in pieces if not _joined(home[name])] or None,
    }
    text = draw_rows(rows)
    there = block_case(text, goal=[[name, *naive.written(home[name])] for name in named], **fields)
    end = naive.walk(there.rules, draw(st.integers(0, 12)), draw(st.integers(0, 99)))[-1]
    goal: Any = [[name, *naive.written(end[name])] for name in named] or None
    if goal and draw(st.booleans()):
        goal = there.draw({name: end[name] for name in named})
    return block_case(text, goal=goal, **fields)


def _joined(cells: naive.Cells) -> bool:
    return reached(lambda cell: around(cell) & cells, min(cells)) == cells
