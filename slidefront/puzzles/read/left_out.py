"""What a text has beside the boards that were read from it: words are left out and this is said, numbers are refused.

    Puzzle 3 of level 7:        words, with single numbers among them: left out
    1 2 3                       a board
    4 0 5
    7 8 6
    9 10 11                     numbers that follow each other: refused, because they may belong to the board

Numbers that count rows or columns, sizes such as (3, 3), and numbers within names or times are not refused.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from slidefront.errors import BoardError
from slidefront.puzzles.read.holes import CLEAR
from slidefront.puzzles.read.markup import plain_text

LEFT_OUT = "the text around it is left out"
_NUMBER = re.compile(r"(?<![\w.+-])-?\d{1,3}(?![\w.])")
_FAR = 64  # numbers: so many may be between the cells of a board
_APART = re.compile(r"[\s,;|/]*")
_LABEL = re.compile(r"^\s*[A-Za-z]\d*\s*[:=]|^\s*[A-Z]\d\s+\d", re.MULTILINE)
_WORD = re.compile(r"[^\W\d_]{2,}")
Board = Sequence[int]
"""The tiles of a board as numbers, 0 the hole."""


def has_words_around(text: str, known: Sequence[str]) -> bool:
    """Tell whether a text has words, or numbers beside letters, that are neither in its boards nor marks of a hole."""
    understood = " ".join(known).lower()
    text = plain_text(text)
    words = {word.lower() for word in _WORD.findall(text)}
    if _LABEL.search(text):
        return True
    if "\n" in text.strip() and not re.search("[1-9]", "".join(known[:1])):
        words |= {*re.findall(r"(?<!\w)\d+(?!\w)", text)}
    return any(word not in CLEAR and not _is_in(understood, word) for word in words)


def _is_in(understood: str, word: str) -> bool:
    """Tell a word of a row, apart from the letters o and x, which may be blanks and walls."""
    return all(part in understood for part in re.split("[ox]", word))


def has_numbers_around(text: str, boards: Sequence[Board], columns: int) -> bool:
    """Tell whether a text has numbers beside its boards; refuse them where they follow each other.

    The first board is the one that was read in the text; it need not have the others.
    """
    text = plain_text(text)
    found = [*_NUMBER.finditer(text)]
    values = [int(match[0]) for match in found]
    beside = {*range(len(found))}
    for board in boards:
        free = sorted(beside)
        cells = _cells_of(board, [values[place] for place in free])
        if cells is None and board is boards[0]:
            return False  # the text writes its boards in another way than by their numbers
        beside -= {free[place] for place in cells or ()}
    size = (len(boards[0]) // columns, columns)
    for run in _runs(text, found, sorted(beside)):
        numbers = [values[place] for place in run]
        if (
            len(numbers) > 1
            and not _is_count(numbers)
            and not _is_rating(text, found, run)
            and tuple(numbers) not in (size, size[::-1])
        ):
            raise BoardError(
                f"the text has the numbers {' '.join(map(str, numbers[:9]))} beside the board "
                f"{_shown(boards[0], columns)}: remove them, or write the board alone"
            )
    return bool(beside)


def _cells_of(board: Board, values: Sequence[int]) -> list[int] | None:
    """Find the cells of a board, in their order, among the numbers of a text: the places that are closest together."""
    found: list[list[int]] = []
    for start in range(len(values)):
        places = _cells_from(board, values, start)
        if places:
            found.append(places)
    return min(found, key=lambda places: (-len(places), places[-1] - places[0]), default=None)


def _cells_from(board: Board, values: Sequence[int], start: int) -> list[int] | None:
    """Find the tiles from a place on, each at the first number that fits, and the hole between its neighbours."""
    places: list[int] = []
    hole = [0, -1, len(board)]
    tiles = [cell for cell in board if cell]
    if start and board[0] == 0 and values[start - 1] in hole:
        places.append(start - 1)
    at, end = start, min(len(values), start + 3 * len(board) + _FAR)
    for tile in tiles:
        found = next((place for place in range(at, end if at > start else at + 1) if values[place] == tile), None)
        if found is None:
            return None
        places += [place for place in range(at, found) if values[place] in hole][:1]
        places.append(found)
        at = found + 1
    return places + [at] * (at < len(values) and values[at] in hole and board[-1] == 0)


def _runs(text: str, found: Sequence[re.Match[str]], places: Sequence[int]) -> list[list[int]]:
    """Put together numbers of which only separators are between."""
    runs: list[list[int]] = []
    for place in places:
        joined = runs and runs[-1][-1] == place - 1
        if joined and _APART.fullmatch(text[found[place - 1].end() : found[place].start()]):
            runs[-1].append(place)
        else:
            runs.append([place])
    return runs


def _is_rating(text: str, found: Sequence[re.Match[str]], run: Sequence[int]) -> bool:
    """Tell two numbers such as 4/5 at the end of a line of words."""
    if len(run) != 2:
        return False
    line = text[text.rfind("\n", 0, found[run[0]].start()) + 1 :].partition("\n")[0]
    return re.fullmatch(r"[^\W\d][^\d\n]*\d+/\d+\W*", line) is not None


def _is_count(numbers: Sequence[int]) -> bool:
    """Tell the numbers of rows or columns: from 0 or 1 on; that of the first row follows those of the columns."""
    columns = numbers[:-1] if len(numbers) > 2 and numbers[-1] == numbers[0] else numbers
    return numbers[0] in (0, 1) and all(after == one + 1 for one, after in pairwise(columns))


def _shown(board: Board, columns: int) -> str:
    cells = [str(cell or "_") for cell in board]
    return "/".join(" ".join(cells[start : start + columns]) for start in range(0, len(cells), columns))
