"""What readers must give: every column of a run, decoded board by board from its text."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from slidefront.explore.expand import expand
from slidefront.notation.load import read_puzzle
from slidefront.puzzles.blocks.puzzle import BlockPuzzle
from slidefront.puzzles.capabilities import LowerBound
from slidefront.puzzles.transfer.puzzle import TransferPuzzle
from slidefront.store.run import Run
from tests import naive_blocks

LONG = 'kind = "tiles"\nhome = "red green blue / 10 Größe _"\n'
MOVES = ["moves", "ahead", "beside", "back"]
ROOM = 'kind = "blocks"\nhome = "A A . # / red . . # / F b - #"\nfrozen = ["F"]\ngoal = [["red", 2, 2]]\n'


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    """A run of each kind of puzzle."""
    folder = tmp_path_factory.mktemp("small")
    puzzles: dict[str, Any] = {
        "tiles": "2x3",
        "wide hole": "2x4+1x2",
        "graph": "pillars-6",
        "long names": read_puzzle(LONG, "long"),
        "blocks": read_puzzle(ROOM, "room"),
        "alike": "nine-blocks",
    }
    return {name: expand(puzzle, depth=12, out=folder / name) for name, puzzle in puzzles.items()}


def column_names(run: Run) -> list[str]:
    """List all columns that a puzzle has."""
    puzzle = run.puzzle
    names = ["state", "depth", "board", *filter(None, [puzzle.selection.column]), *MOVES]
    if isinstance(puzzle, TransferPuzzle):
        names += ["hole", "bound"]
        names += [] if puzzle.kind == "graph" else ["row_hole", "column_hole", "manhattan"]
        ways = ["at"] if puzzle.kind == "graph" else ["at", "row", "column"]
        return names + [f"{way}_{label}" for label in puzzle.names[1:] for way in ways]
    assert isinstance(puzzle, BlockPuzzle)
    names.append("bound")
    return names + [f"{way}_{piece}" for piece in puzzle.codec.slots for way in ("at", "row", "column")]


def expected_rows(run: Run, depths: list[int], names: list[str]) -> list[dict[str, Any]]:
    """Decode all boards of some depths, each from its text."""
    keys = [(depth, key) for depth in depths for key in run.keys(depth).tolist()]
    return [{name: _value(run, depth, key, name) for name in names} for depth, key in keys]


@cache
def boards_at(run: Run, depth: int) -> set[int]:
    return set(run.keys(depth).tolist()) if depth >= 0 else set()


@cache
def bound_of(run: Run) -> LowerBound:
    bound = run.puzzle.lower_bound()
    assert bound is not None
    return bound


def _value(run: Run, depth: int, key: int, name: str) -> Any:
    puzzle = run.puzzle
    if name in ("state", "depth", "board"):
        return {"state": key, "depth": depth, "board": puzzle.format(key)}[name]
    if name in MOVES:
        near = {move.key for move in puzzle.moves(key)}
        before, here = boards_at(run, depth - 1), boards_at(run, depth)
        counts = {"moves": len(near), "back": len(near & before), "beside": len(near & here)}
        return (counts | {"ahead": len(near - before - here)})[name]
    if name == "bound":
        return int(bound_of(run).of(np.array([key], np.uint64))[0])
    rows = [_cells(row) for row in puzzle.format(key).split("/")]
    if isinstance(puzzle, TransferPuzzle):
        return _of_tiles(puzzle, [label for row in rows for label in row], name)
    assert isinstance(puzzle, BlockPuzzle)
    board = naive_blocks.board_of(rows)
    if name == puzzle.selection.column:
        return naive_blocks.meets(board, naive_blocks.rules_of(puzzle.text))
    row, column = naive_blocks.corner(board[name.partition("_")[2]])
    return {"at": row * len(rows[0]) + column, "row": row, "column": column}[name.partition("_")[0]]


def _of_tiles(puzzle: TransferPuzzle, labels: list[str], name: str) -> Any:
    hole = puzzle.labels.names[0]
    home = _cells(puzzle.format(puzzle.home))
    if name == puzzle.selection.column:
        return [label == hole for label in labels] == [label == hole for label in home]
    if name == "manhattan":
        return manhattan(labels, home, hole, puzzle.frame.columns)
    way, _, label = name.partition("_")
    label = hole if label in ("hole", "") else puzzle.labels.names[puzzle.names.index(label)]
    cell = labels.index(label)
    return {"row": cell // puzzle.frame.columns, "column": cell % puzzle.frame.columns}.get(way, cell)


def manhattan(labels: list[str], home: list[str], hole: str, columns: int) -> int:
    """Add up how far each tile is from the nearest cell that home has for it."""
    total = 0
    for cell, label in enumerate(labels):
        wanted = [other for other, there in enumerate(home) if there == label]
        ways = [abs(cell // columns - to // columns) + abs(cell % columns - to % columns) for to in wanted]
        total += 0 if label == hole else min(ways)
    return total


def _cells(text: str) -> list[str]:
    return text.split(" ") if " " in text else list(text)
