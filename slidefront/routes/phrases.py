"""Cut the tokens of a text of moves into phrases, which are words between separators.

    13 D, 9 D (2 moves)    the words 13 D, the words 9 D, and the number of moves that is stated

Separators are commas, bars and ends of lines, but no mark that is in a name of the puzzle. Each phrase has a word. The
number of moves is before the moves (`2 moves: `, or on a line), or in brackets after them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from slidefront.routes.notations import count
from slidefront.text.cursor import Stop
from slidefront.text.tokens import Token, TokenKind

_MOVES = ("moves", "move")


@dataclass(frozen=True)
class Phrase:
    """Words, each between blanks, and the token after them."""

    words: tuple[Token, ...]
    end: Token
    """A separator, or the end of a line."""


def cut(tokens: Sequence[Token], names: Sequence[str]) -> tuple[list[Phrase], int | None]:
    """Return the phrases, and the number of moves that is stated."""
    tokens, stated = _without_count(tokens)
    marks = {mark for mark in ",|" if not any(mark in name for name in names)}
    found: list[Phrase] = []
    words: list[list[Token]] = []
    gap = True
    for token in tokens:
        if token.kind is TokenKind.END or token.text in marks:
            _check_move(token, marks, found, bool(words))
            if words:
                found.append(Phrase(tuple(map(_join, words)), token))
            words = []
        elif token.text != "\t":
            if gap or token.gap or not words:
                words.append([])
            words[-1].append(token)
        gap = token.text == "\t"
    return found, stated


def _check_move(token: Token, marks: set[str], before: Sequence[Phrase], has_words: bool) -> None:  # noqa: FBT001
    """Stop at a separator, or at the end of the text, that has no move before it."""
    waits = bool(before) and before[-1].end.text in marks and not token.text
    if not has_words and (token.text in marks or waits):
        raise Stop(token, "a move")


def _join(tokens: Sequence[Token]) -> Token:
    """Make one word of tokens without a blank between them."""
    return (
        tokens[0] if len(tokens) == 1 else replace(tokens[0], kind=TokenKind.WORD, text="".join(t.text for t in tokens))
    )


def _without_count(tokens: Sequence[Token]) -> tuple[Sequence[Token], int | None]:
    """Take the number of moves off the beginning, or off the end."""
    places = [index for index, token in enumerate(tokens) if token.kind is not TokenKind.END]
    if len(places) > 1 and tokens[places[0]].kind is TokenKind.NUMBER and tokens[places[1]].text in _MOVES:
        after = places[1] + 1
        return tokens[after + (tokens[after].text == ":") :], _stated(tokens[places[0]])
    last = places[-4:]
    if len(last) == 4 and [tokens[last[0]].text, tokens[last[3]].text] == ["(", ")"] and tokens[last[2]].text in _MOVES:
        return (*tokens[: last[0]], *tokens[last[3] + 1 :]), _stated(tokens[last[1]])
    return tokens, None


def _stated(token: Token) -> int:
    if not token.text.isdecimal() or not token.text.isascii():
        raise Stop(token, "a number of moves")
    return count(token.text)
