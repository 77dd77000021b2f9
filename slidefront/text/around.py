"""What may be around any text: a fence of Markdown, and comments.

    ```text          a fence, with the name of a language or not
    # from a book    a comment: # and a blank, at the start of a line or after a blank, up to the end of the line
    1 2 3 # easy
    ```

A # can also be a wall of a grid, so a text with comments is read both without them and as it is.
"""

from collections.abc import Sequence
from itertools import groupby

from slidefront.text.cursor import Stop
from slidefront.text.tokens import Token, TokenKind

_FENCES = ("```", "~~~")


def without_fence(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Leave out a fence; stop at the end if it is not closed."""
    first = next((index for index, token in enumerate(tokens) if token.kind is not TokenKind.END), 0)
    opening = tokens[first].text
    if opening[:3] not in _FENCES or tokens[first + 1].kind is not TokenKind.END:
        return tuple(tokens)
    last = max(index for index, token in enumerate(tokens) if token.kind is not TokenKind.END)
    if last == first or tokens[last].text != opening[:3] or tokens[last - 1].kind is not TokenKind.END:
        raise Stop(tokens[-1], f"a line {opening[:3]} that closes the fence")
    return (*tokens[first + 1 : last], *tokens[last + 1 :])


def without_comments(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """Leave out comments. Lines that have nothing else go with their ends."""
    found: list[Token] = []
    for _, group in groupby(tokens, key=lambda token: token.line):
        line = [*group]
        start = next((index for index in range(len(line)) if _opens_comment(line, index)), len(line))
        if start == 0:
            found += [line[-1]] * (not line[-1].text)
        else:
            found += [*line[:start], *line[max(start, len(line) - 1) :]]
    return tuple(found)


def _opens_comment(line: Sequence[Token], index: int) -> bool:
    after = line[index + 1 : index + 2]
    return line[index].text == "#" and line[index].gap and (not after or after[0].gap or after[0].kind is TokenKind.END)
