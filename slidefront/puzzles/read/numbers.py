"""Tile boards in texts of any kind, told by their numbers: each from 0 on is there once, and they follow each other.

    board := [][]int{{1, 2, 3}, {4, 0, 5}, {7, 8, 6}}        what stands between the numbers tells the rows
    # 1 2 3   <- top

So no programming language and no markup has to be known. A word, `=` or `:` stands before the first and after the last
number, or nothing does, so that a board with a slip is not read as a smaller one.
"""

import re
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from slidefront.errors import BoardError
from slidefront.puzzles.read.contradictions import check_order
from slidefront.puzzles.read.drawings import drawing_of
from slidefront.puzzles.read.prose import BETWEEN

_LEAST = 8  # numbers: so many in a row are a board and not a chance
_TOKEN = re.compile(
    r"(?<![\w.])(?:(\d{1,2})|(\d{3,})|(-1|_|b|x|X|□|⬜|⬛|null|nil|none|nan|undefined|na|blank|empty|hole))"
    r"(?!\w|\.\d)",
    re.IGNORECASE,
)
_LONE_MARK = re.compile(r"(?<![^\s|,;])[-*#?.](?![^\s|,;])")
_FLAT = re.compile(r"(?<![\w.])[0-9A-Xa-x_.*-]{8,33}(?![\w.])")
Rows = tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Token:
    """A number of a text, 0 the hole, and what stands between it and the number before it."""

    value: int
    gap: str


def boards_in_numbers(text: str) -> list[Rows]:
    """Find the boards of a text: one, or two with an arrow or a word such as `goal` between them."""
    text = drawing_of(text)
    tokens, ending = _tokens(text)
    found: list[tuple[int, int]] = []
    for start in range(len(tokens)):
        end = _longest(tokens, start, ending)
        if end and not (found and found[-1][1] >= end):
            found.append((start, end))
    if any(one[1] > other[0] for one, other in pairwise(found)):
        return []
    check_order(text)
    if found and (other := next(filter(_is_flat_board, _FLAT.findall(text)), None)):
        raise BoardError(
            f"the text has two boards, one of them {other}: give one, or two with goal: between them, both with blanks "
            f"between their cells; in a file, one a line"
        )
    if len(found) > 2 or (len(found) == 2 and not _is_goal(tokens[found[1][0]].gap)):
        raise BoardError(
            f"the text has {len(found)} boards: give one, or two with goal: between them; in a file, one a line"
        )
    of_boards = sum(end - start for start, end in found)
    if 2 * (len(tokens) - of_boards) > of_boards:
        return []
    if any(_goes_on(tokens, start, end) for start, end in found):
        return []
    boards = [_rows(tokens[start:end]) for start, end in found]
    return boards if all(boards) else []


def _is_flat_board(word: str) -> bool:
    """Tell a board of one word with a mark for its hole: each digit from 1 on is there once."""
    tiles = [*filter(str.isalnum, word.lower().replace("x", "_"))]
    return len(tiles) == len(word) - 1 >= _LEAST - 1 and sorted(tiles) == [
        *"123456789abcdefghijklmnopqrstuvw"[: len(tiles)]
    ]


def _tokens(text: str) -> tuple[list[Token], str]:
    tokens: list[Token] = []
    last = 0
    for match in _TOKEN.finditer(text):
        gap, last = text[last : match.start()], match.end()
        number, digits, _ = match.groups()
        values = [*map(int, digits)] if digits else [int(number or 0)]
        tokens += [Token(value, "" if place else gap) for place, value in enumerate(values)]
    return tokens, text[last:]


def _longest(tokens: list[Token], start: int, ending: str) -> int:
    """Find where the longest board from here ends; 0 where none starts."""
    if start and not _is_hard(tokens[start].gap):
        return 0
    seen: set[int] = set()
    longest = 0
    for end in range(start, len(tokens)):
        if tokens[end].value in seen:
            break
        seen.add(tokens[end].value)
        after = tokens[end + 1].gap if end + 1 < len(tokens) else ending
        last = end + 1 == len(tokens) or _is_hard(after)
        if len(seen) >= _LEAST and last and 0 in seen and max(seen) == len(seen) - 1:
            longest = end + 1
    return longest


def _goes_on(tokens: list[Token], start: int, end: int) -> bool:
    """Tell whether the same stands around a board as between its numbers: then it is a part of a larger one."""
    inside = {_bare(token.gap) for token in tokens[start + 1 : end]}
    around = {_bare(tokens[place].gap) for place in (start, end) if 0 < place < len(tokens)}
    return bool(inside & around)


def _bare(gap: str) -> str:
    return re.sub(r"[^\S\n]+", "", gap)


def _is_hard(gap: str) -> bool:
    return re.search(r"[^\W\d_]{2}|[=:>\d]", gap) is not None


def _is_goal(gap: str) -> bool:
    return any(BETWEEN.fullmatch(part) for part in re.split(r"[\n\"',;{}\[\]()]+", gap) if part.strip())


def _rows(tokens: list[Token]) -> Rows:
    """Cut a board at what seldom stands between its numbers; a square where nothing does; nothing if it is neither."""
    gaps = [_bare(token.gap) for token in tokens[1:]]
    (usual, _), *_ = Counter(gaps).most_common(1)
    rows: list[list[str]] = [[str(tokens[0].value)]]
    for token, gap in zip(tokens[1:], gaps, strict=True):
        if gap != usual:
            rows.append([])
        rows[-1].append(str(token.value))
    side = round(len(tokens) ** 0.5)
    if len(rows) == 1 and side * side == len(tokens):
        rows = [rows[0][start : start + side] for start in range(0, len(tokens), side)]
    between = [
        _LONE_MARK.search(token.gap) is not None for token, gap in zip(tokens[1:], gaps, strict=True) if gap != usual
    ]
    if any(between) and not all(between):
        return ()  # a mark beside a number may be a cell
    even = len({len(row) for row in rows}) == 1 and len(rows) > 1
    return tuple(map(tuple, rows)) if even and (len(rows) == side or side * side != len(tokens)) else ()
