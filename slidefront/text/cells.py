"""Cells: what the grammars of boards give, and what they share."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from slidefront.text.cursor import Cursor, Stop
from slidefront.text.tokens import CELLS, MOST_CELLS, Token, TokenKind
from slidefront.units import counted

MOST_SIDE = 64


@dataclass(frozen=True)
class Cells:
    """Rows of cells of one length. An empty cell is a token without text."""

    rows: tuple[tuple[Token, ...], ...]
    how: str = ""
    """The form, in words; empty for the plain ones."""
    moves: int | None = None
    """The number of moves that a line of a database says."""
    spelled: bool = False
    """Whether each character of a word is a cell."""

    @property
    def names(self) -> tuple[tuple[str, ...], ...]:
        """The texts of the cells."""
        return tuple(tuple(cell.text for cell in row) for row in self.rows)

    @property
    def flat(self) -> list[Token]:
        """All cells in order."""
        return [cell for row in self.rows for cell in row]

    @property
    def is_flat(self) -> bool:
        """Whether the text does not tell the rows."""
        return len(self.rows) == 1

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cells) and self.names == other.names

    def __hash__(self) -> int:
        return hash(self.names)


def rectangle(rows: Sequence[Sequence[Token]], ends: Sequence[Token], how: str = "", *, spelled: bool = False) -> Cells:
    """Make cells of rows; stop where a row is longer or shorter than the first. `ends` are the tokens after rows."""
    wanted = len(rows[0]) if rows else 0
    for number, (row, end) in enumerate(zip(rows, ends, strict=True), 1):
        if len(row) != wanted:
            token = row[wanted] if len(row) > wanted else end
            raise Stop(
                token,
                "",
                f"row {number} has {counted(len(row), 'cell')} where row 1 has {wanted}: write rows of one length",
            )
    if not rows or not wanted or len(rows) * wanted > MOST_CELLS:
        token = ends[-1] if ends else rows[0][0]
        raise Stop(token, "", f"a board has 1 to {MOST_CELLS:,} cells")
    return Cells(tuple(map(tuple, rows)), how, spelled=spelled)


def letters(word: Token) -> list[Token]:
    """Take the characters of a word as cells."""
    if len(word.text) > MOST_CELLS:
        raise Stop(word, "", f"a board has 1 to {MOST_CELLS:,} cells")
    return [word.at(index) for index in range(len(word.text))]


def empty(token: Token) -> Token:
    """Make an empty cell at the place of a token."""
    return replace(token, kind=TokenKind.MARK, text="")


def cell(cursor: Cursor) -> Token | None:
    """Take one cell, in quotes or not; None if the next token is something else."""
    quote = cursor.take(TokenKind.QUOTE)
    if quote is None:
        return cursor.take(*CELLS)
    found = cursor.take(*CELLS)
    cursor.expect("the closing quote", quote.text)
    return found or empty(quote)


@dataclass(frozen=True)
class TokenLine:
    """The tokens of a line, and its end."""

    tokens: list[Token]
    end: Token


def lines(cursor: Cursor) -> list[TokenLine]:
    """Take all lines that are left, without empty ones; stop at a second board below an empty line.

    Empty lines between all lines are only wide.
    """
    found: list[TokenLine] = []
    gaps: list[Token] = []
    before = False
    while cursor.index < len(cursor.tokens):
        first = cursor.token
        tokens = cursor.line()
        if tokens:
            if before and found:
                gaps.append(first)
            found.append(TokenLine(tokens, cursor.tokens[cursor.index - 1]))
        before = not tokens
    if not found:
        raise Stop(cursor.token, "a board")
    if gaps and len(gaps) < len(found) - 1:
        raise Stop(gaps[0], "-> or goal: before a second board")
    return found
