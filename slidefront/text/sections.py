"""Start and goal: a text has one board, or two with labels, or two with an arrow between them.

sections = board  |  board "->" board  |  label ":" board [label ":" board]

start: 1 2 3/4 _ 5/7 8 6        1234_5786 -> 12345678_
goal:  1 2 3/4 5 6/7 8 _
"""

from collections.abc import Sequence

from slidefront.text.cursor import Cursor, Stop
from slidefront.text.tokens import Token, TokenKind

START = ("start", "from", "initial")
GOAL = ("goal", "to")
_ARROW = "->"


def sections(cursor: Cursor) -> tuple[list[Token], list[Token]]:
    """Take all tokens: those of the start, and those of the goal, which are none if there is no goal."""
    tokens = cursor.tokens[cursor.index :]
    cursor.index = len(cursor.tokens)
    labels = [index for index in range(len(tokens) - 1) if _is_label(tokens, index)]
    arrows = [index for index, token in enumerate(tokens) if token.text == _ARROW]
    if len(labels) + len(arrows) == 0:
        return [*tokens], []
    if arrows:
        if len(arrows) > 1 or labels:
            raise Stop(tokens[arrows[-1]], "one -> between two boards, or labels, and not both")
        return _ended(tokens[: arrows[0]], tokens[arrows[0]]), [*tokens[arrows[0] + 1 :]]
    return _labelled(tokens, labels)


def _is_label(tokens: Sequence[Token], index: int) -> bool:
    at_start = index == 0 or tokens[index - 1].kind is TokenKind.END
    return at_start and tokens[index].text.lower() in (*START, *GOAL) and tokens[index + 1].text == ":"


def _labelled(tokens: Sequence[Token], labels: Sequence[int]) -> tuple[list[Token], list[Token]]:
    for token in tokens[: labels[0]]:
        if token.kind is not TokenKind.END:
            raise Stop(token, "start: before the first board, as goal: is before the other")
    found: dict[bool, list[Token]] = {}
    for start, end in zip(labels, [*labels[1:], len(tokens)], strict=True):
        is_goal = tokens[start].text.lower() in GOAL
        if is_goal in found:
            raise Stop(tokens[start], f"{'goal' if is_goal else 'start'}: only once")
        found[is_goal] = _ended(tokens[start + 2 : end], tokens[min(end, len(tokens) - 1)])
    if False not in found:
        raise Stop(tokens[labels[0]], "", "the text names a goal and no start: write start: and a board before it")
    return found[False], found.get(True, [])


def _ended(tokens: Sequence[Token], after: Token) -> list[Token]:
    """End some tokens where the next one is."""
    return [*tokens, Token(TokenKind.END, "", after.line, after.column, gap=True)]
