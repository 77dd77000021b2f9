"""Cut a text into tokens: numbers, words, marks, separators, brackets, quotes and ends of lines.

    1 2 3/4, _    NUMBER 1   NUMBER 2   NUMBER 3   SEPARATOR /   NUMBER 4   SEPARATOR ,   MARK _   END

Each token knows its line and column, counted from 1. The last token of a text is always an END without text, so that
there is a token where a text that is too short ends.
"""

import re
from dataclasses import dataclass
from enum import Enum

MOST_BYTES = 1 << 16
MOST_CELLS = 1 << 12
MARKS = frozenset("_.-*#+=")
_MOST_DIGITS = 18

_TOKEN = re.compile(r"\n|[,;|/:\t]|[\[\](){}]|[\"']|[^\s,;|/:\[\](){}\"']+")


class TokenKind(Enum):
    """What a token is."""

    NUMBER = "a number"
    """A word of at most 18 digits, with `-` before them or not."""
    MARK = "a mark"
    """A word of one character of `MARKS`."""
    WORD = "a word"
    """Any other characters between blanks, separators, brackets and quotes: `Start`, `..IBBB`, `13D`, `->`."""
    SEPARATOR = "a separator"
    """One of `,` `;` `|` `/` `:` and tab. Blanks are no tokens."""
    BRACKET = "a bracket"
    QUOTE = "a quote"
    END = "the end of the line"
    """The end of a line; the one without text is the end of all."""


CELLS = (TokenKind.NUMBER, TokenKind.WORD, TokenKind.MARK)


@dataclass(frozen=True, slots=True)
class Token:
    """A token and its place."""

    kind: TokenKind
    text: str
    line: int
    column: int
    gap: bool = False
    """Whether a blank, or the start of the line, is before it."""

    def at(self, index: int, length: int = 1) -> "Token":
        """Return some characters of a word as a token of their own."""
        text = self.text[index : index + length]
        return Token(_kind(text), text, self.line, self.column + index, self.gap and index == 0)

    @property
    def place(self) -> tuple[int, int]:
        """The line and column."""
        return self.line, self.column

    @property
    def end(self) -> int:
        """The column after it."""
        return self.column + len(self.text)


class TooLongError(ValueError):
    """A text that is not looked at, because it is too long."""


def tokenize(text: str, most: int = MOST_CELLS, most_bytes: int = MOST_BYTES) -> tuple[Token, ...]:
    """Cut a text into tokens; refuse it beyond 64 KiB, or if it has more than `most` words, numbers and marks."""
    if len(text) > most_bytes or len(text.encode("utf-8", "replace")) > most_bytes:
        raise TooLongError(f"the text is longer than {most_bytes >> 10:,} KiB")
    found: list[Token] = []
    line, start, cells, before = 1, 0, 0, 0
    text = plain_lines(text)
    for match in _TOKEN.finditer(text):
        word = match[0]
        kind = _kind(word)
        cells += kind in CELLS
        if cells > most:
            raise TooLongError(f"the text has more than {most:,} cells")
        gap = match.start() in (start, 0) or match.start() > before
        found.append(Token(kind, word, line, match.start() - start + 1, gap))
        before = match.end()
        if word == "\n":
            line, start = line + 1, match.end()
    return (*found, Token(TokenKind.END, "", line, len(text) - start + 1, gap=True))


def is_word(text: str) -> bool:
    """Tell whether a text is one word, number or mark, without separators, brackets and quotes."""
    return _TOKEN.fullmatch(text) is not None and _kind(text) in CELLS


def plain_lines(text: str) -> str:
    """Return a text with one kind of line ends, and without a mark of its byte order."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def _kind(word: str) -> TokenKind:
    if word in "\n":
        return TokenKind.END
    if word in ",;|/:\t":
        return TokenKind.SEPARATOR
    if word in "[](){}":
        return TokenKind.BRACKET
    if word in "\"'":
        return TokenKind.QUOTE
    digits = word.removeprefix("-")
    if digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS:
        return TokenKind.NUMBER
    return TokenKind.MARK if word in MARKS else TokenKind.WORD
