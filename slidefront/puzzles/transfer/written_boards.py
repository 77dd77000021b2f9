"""Boards of a transfer puzzle as people type and paste them, and routes that write tiles as the board did.

Labels are single digits, then letters: tile 13 is `d`. On a board that was typed in decimals it is `13`, in
the board and in its moves.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from slidefront.errors import BoardError
from slidefront.puzzles.core import Move
from slidefront.puzzles.drawing import Drawing
from slidefront.puzzles.position import Position
from slidefront.puzzles.read.board_text import is_hole, read_board

if TYPE_CHECKING:
    from slidefront.puzzles.transfer.puzzle import TransferPuzzle


def read_written_board(puzzle: "TransferPuzzle", text: str) -> tuple[list[int], str]:
    """Read a board in the plain forms, else in any form that fits the puzzle: its labels, and how it was read."""
    tokens, how = _tokens_of(puzzle, text)
    return labels_of(puzzle, tokens), how


def _tokens_of(puzzle: "TransferPuzzle", text: str) -> tuple[list[str], str]:
    """Cut a board into its cells."""
    frame = puzzle.frame
    tokens: list[str] = []
    try:
        tokens = read_board(text, frame.rows, frame.columns)
        labels_of(puzzle, tokens)
    except BoardError:
        if frame.is_grid and (found := _tokens_of_pasted(puzzle, text)):
            return found
        if len({token for token in tokens if is_hole(token)}) > 1:
            from slidefront.puzzles.read.holes import find_hole

            find_hole(tokens)  # refuses two marks
        raise
    return tokens, ""


def _tokens_of_pasted(puzzle: "TransferPuzzle", text: str) -> tuple[list[str], str] | None:
    """Cut a pasted board into its cells, and say how it was read; None if it cannot be read."""
    from slidefront.puzzles.read.contradictions import check_hole
    from slidefront.puzzles.read.left_out import LEFT_OUT, has_numbers_around, has_words_around
    from slidefront.puzzles.read.one_board import USE_TO, read_with_size
    from slidefront.puzzles.read.pasted_boards import fit

    frame = puzzle.frame
    pasted = fit(text, frame.rows, frame.columns, _counts(puzzle))
    if pasted is None:
        found = read_with_size(text, frame.rows, frame.columns)
        if found is None:
            return None
        pasted, goal = found
        labels = labels_of(puzzle, pasted.tokens)
        if goal is not None and frame.key_of(labels_of(puzzle, goal)) != puzzle.goal.key:
            raise BoardError(
                f"the PDDL problem has another goal than {puzzle.name}: give its start alone, and {USE_TO}"
            )
        return pasted.tokens, pasted.how
    labels = labels_of(puzzle, pasted.tokens)
    if puzzle.labels.numbered:
        check_hole(text, labels)
    numbers = puzzle.labels.numbered and has_numbers_around(text, [labels], frame.columns)
    lettered = "".join(chr(ord("A") + label - 1) if label else "_" for label in labels)
    around = [LEFT_OUT] if numbers or has_words_around(text, ["".join(pasted.tokens), lettered]) else []
    return pasted.tokens, ", ".join([pasted.how, *around] if pasted.how else around)


def _counts(puzzle: "TransferPuzzle") -> dict[str, int]:
    """Count how often each label is on a board."""
    return {name: puzzle.home_cells.count(label) for label, name in enumerate(puzzle.names)}


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
    """Start a route at a board; tiles are decimal if the board, or the puzzle, was typed with decimals."""
    if isinstance(board, str):
        tokens, how = _tokens_of(puzzle, board)
        key = puzzle.frame.key_of(labels_of(puzzle, tokens))
        decimal = in_decimals(re.findall(r"\d+", board) if how else tokens, len(puzzle.names))
    else:
        key, decimal = puzzle.key(board), puzzle.decimal
    return (DecimalPosition if decimal and puzzle.labels.numbered else Position)(puzzle, key)


class DecimalPosition(Position):
    """A board on a route, its tiles in decimals."""

    puzzle: "TransferPuzzle"

    @property
    def text(self) -> str:
        """The board in rows, its tiles in decimals."""
        cells, columns = [self._decimal(name) for name in self.puzzle.format(self.key)], self.puzzle.frame.columns
        return "/".join(" ".join(cells[start : start + columns]) for start in range(0, len(cells), columns))

    def drawing(self) -> Drawing:
        """Describe how the board looks."""
        found = self.puzzle.drawing(self.key)
        return replace(found, pieces=tuple(replace(tile, name=self._decimal(tile.name)) for tile in found.pieces))

    def _following(self, key: int | None = None) -> Iterator[Position]:  # noqa: ARG002
        for move in self.puzzle.successors(self.key):
            what = " ".join(self._decimal(name) for name in move.what.split())
            yield DecimalPosition(self.puzzle, move.key, Move(what, move.way, move.key))

    def play(self, what: str, way: str) -> Iterator[Position]:
        """Make a move as it is written, its tiles in decimals or as the puzzle names them."""
        return super().play(" ".join(self._decimal(name) for name in what.split()), way)

    def _decimal(self, name: str) -> str:
        label = self.puzzle.labels.read(name)
        return name if not label else str(label)


def in_decimals(tokens: list[str], labels: int) -> bool:
    """Tell whether tiles were typed as decimal numbers: one of them has two digits."""
    return any(len(token) == 2 and token.isdecimal() and 9 < int(token) < labels for token in tokens)
