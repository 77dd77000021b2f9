"""Boards of a transfer puzzle as people type and paste them: to a key, to a position, and with how they were read."""

import re
from typing import TYPE_CHECKING

import numpy as np

from slidefront.errors import BoardError
from slidefront.puzzles.position import Position
from slidefront.puzzles.read.board_text import read_board
from slidefront.puzzles.read.pasted_boards import fit
from slidefront.puzzles.transfer.position import DecimalPosition, in_decimals

if TYPE_CHECKING:
    from slidefront.puzzles.transfer.puzzle import TransferPuzzle


def read_typed_board(puzzle: "TransferPuzzle", text: str) -> tuple[list[int], str]:
    """Read a board in the plain forms, else in any form that fits the puzzle: its labels, and how it was read."""
    frame = puzzle.frame
    try:
        return labels_of(puzzle, read_board(text, frame.rows, frame.columns)), ""
    except BoardError:
        pasted = fit(text, frame.rows, frame.columns, _counts(puzzle)) if frame.is_grid else None
        if pasted is None:
            raise
        return labels_of(puzzle, pasted.tokens), pasted.how


def _counts(puzzle: "TransferPuzzle") -> dict[str, int]:
    """Count how often each label is on a board."""
    home = puzzle.frame.labels(np.array([puzzle.home], np.uint64))[0].tolist()
    return {name: home.count(label) for label, name in enumerate(puzzle.names)}


def labels_of(puzzle: "TransferPuzzle", tokens: list[str]) -> list[int]:
    """Read tokens as labels, and check that they are a board of the puzzle."""
    board: list[int] = []
    for token in tokens:
        label = puzzle.labels.read(token)
        if label is None:
            raise BoardError(f"{token!r} is not a label of {puzzle.name}: its labels are {' '.join(puzzle.names)}")
        board.append(label)
    puzzle.check(board)
    return board


def start_position(puzzle: "TransferPuzzle", board: str | int) -> Position:
    """Start a route at a board; if it, or the puzzle, was typed in decimals, its tiles are written so."""
    key = puzzle.parse(board) if isinstance(board, str) else board
    decimal = in_decimals(re.findall(r"\w+", board)) if isinstance(board, str) else puzzle.decimal
    return (DecimalPosition if decimal and puzzle.labels.numbered else Position)(puzzle, key)
