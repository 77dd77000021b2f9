"""Sentences, headings and numbers of puzzles around boards, taken away; lines such as `goal:` between boards stay.

Rows of numbers are told from everything else. Rows of names are told by their shape: most lines have as many cells,
and a line with words that does not fit them is a sentence.
"""

import re
from collections import Counter
from collections.abc import Sequence

from slidefront.errors import BoardError

_CELLS = r"(?:\d{1,3}|[_.xX*?□-]|nan|null|none|empty|blank|hole|space|gap|leer|vide|vacío|hueco)"
_APART = r"[\s|,;/\[\](){}]"
_NUMBER_ROW = re.compile(rf"{_APART}*{_CELLS}(?:{_APART}+{_CELLS})*{_APART}*", re.IGNORECASE)
_LABEL = re.compile(r"\s*(?:\d{0,2}[ -]?[A-Za-z][A-Za-z ]{2,30}|[A-Za-z])\s*[:=]\s*(?=[\d_xX.\[(\"'])")
_GOAL_IN_LINE = re.compile(r"[\s,;]+(?:goal|target|end|final)(?:\s+(?:state|board|position))?\s*[:=]\s*", re.IGNORECASE)
_NUMBER = re.compile(r"\s*(?:#+|no\.?|nr\.?|n°)?\s*\(?\d{1,5}(?:\.|\s*[):])?\s*", re.IGNORECASE)
_NUMBER_BEFORE = re.compile(r"\s*(?:#\s*\d{1,5}\s*[.):]?|\(\d{1,5}\)|\d{1,5}(?:\.|\s*[):]))\s+(?=\S)")
_CARD = re.compile(r"(?<![\w.])(?=[A-Za-z.=0_-]{0,35}[.o])[A-Za-z.=0_-]{36}(?!\w)")
_LIST_IN_LINE = re.compile(r"[A-Za-z][^\[\](){}=\d]* ([\[({].*[\])}])(?:[\s.,!?][^\[\](){}\d]*)?")
_SIZE = re.compile(r"\s*\d{1,2}\s*[ ,x×]\s*\d{1,2}\b")
_NEXT = r"(?:[\s|,;/]+|\]\s*\[|\)\s*\()"
_CELLS_IN_WORDS = re.compile(rf"(?<![\w.:-])\d{{1,2}}(?:{_NEXT}{_CELLS})*(?!/\d+\s*$){_NEXT}\d{{1,2}}(?![\w.:-])")
_SLASHED = re.compile(r"\s*(?:[^/:]{1,30}:\s+)?([^\s/]{2,}(?:/[^\s/]{2,})+)\s*")
_SIZED = re.compile(r"\s*(\d{1,2})\s*[x×]\s*(\d{1,2})\s*(?::|\s)\s*([^/:]+)")
_REMARK = re.compile(r"\s+(?:#+|//|--|;+|<-+|←|\()\s*[A-Za-z].*$")
_LABEL_OF_ROW = re.compile(r"^\s*[A-Za-z][A-Za-z ]{2,30}:\s+")
_ENDED = re.compile(r".*[^\W_][)\"'*]*[:!?。…]+[)\"'*\s]*|\s*[A-Za-z]\w*\s*=[\s;,]*")
_WORD = re.compile(r"[(\"'*_]*[^\W\d_](?:[^\W\d_]|['’-](?=\w))+[)\"'*_]*[.,;:!?…]*")
BETWEEN = re.compile(
    r"\s*(?:[%#*=\->\s]*(?:estado |stato |état )?"
    r"(?:start|initial|begin|from|goal|target|end|final|solved|to|home|inicial|iniziale|objetivo|meta|finale)(?:\b|_)"
    r"(?:\s*(?:state|board|position|configuration|this))?[^\w]*|[%$].*|[=-]*>+|[→⇒➜➡]|={3,}|-{2,})\s*",
    re.IGNORECASE,
)
"""A line between two boards, such as `goal:` or `->`."""


def without_prose(text: str) -> str:
    """Leave only boards, and the lines between them."""
    if "\n" not in text.strip():
        return _one_line(text)
    lines = text.strip("\n").split("\n")
    if len({_shape(line) for line in lines if line.strip()}) == 1 and not any(map(_words, lines)):
        return text
    slashed = [line for line in lines if re.fullmatch(r"\s*[^/]{2,}(?:/[^/]{2,})+\s*", line)]
    if len(slashed) == 1 and all(
        line in slashed or _words(line) or line.strip().isdecimal() or not line.strip() for line in lines
    ):
        return slashed[0]
    lines = _in_shape(lines)
    if BETWEEN.fullmatch(lines[0]) and re.search("[A-Za-z]", lines[0]):
        return without_prose("\n".join(lines[1:]))
    if not any(re.search("[A-Za-z]{2}", line) for line in lines):
        lines = _without_side(lines)
    rows = [line for line in lines if is_number_row(line) and not _is_numbering(line)]
    distinct = {*rows}
    others = [line for line in lines if line.strip() and line not in distinct and not BETWEEN.fullmatch(line)]
    shapes = {*map(_shape, rows)}
    prose = {line for line in others if "|" not in line and _is_beside_numbers(line, shapes)}
    if len(rows) > 1 and all(line in prose or "|" in line or not re.search(r"\w", line) for line in others):
        return "\n".join(line for line in lines if line not in prose)
    return "\n".join(_rows_of_names(lines))


def _in_shape(lines: list[str]) -> list[str]:
    """Drop a remark after a row, or a label before it, where the rest is as long as the other rows."""
    shapes = Counter(_shape(line) for line in lines if line.strip())
    (usual, times), *_ = shapes.most_common(1)
    return [line if times < 2 or _shape(line) == usual else _row_of(line, usual) for line in lines]


def _row_of(line: str, shape: tuple[int, bool]) -> str:
    for pattern in (_REMARK, _LABEL_OF_ROW):
        rest = pattern.sub("", line).rstrip()
        if _shape(rest) == shape:
            return rest
    return line


def _is_beside_numbers(line: str, shapes: set[tuple[int, bool]]) -> bool:
    """Tell a line of words beside rows of numbers from a row with a name among its cells."""
    if _CELLS_IN_WORDS.search(line):
        return False
    if _is_numbering(line) or _words(line) or _ENDED.fullmatch(line):
        return True
    return re.search("[A-Za-z]{2}", line) is not None and _shape(line) not in shapes


def is_number_row(line: str) -> bool:
    """Tell a line of numbers and marks of holes."""
    return _NUMBER_ROW.fullmatch(line) is not None


def _one_line(text: str) -> str:
    numbered = _NUMBER_BEFORE.match(text)
    alike = numbered and {*map(len, text[numbered.end() :].split())} == {len(numbered[0].strip())}
    if numbered and not alike and not re.search(r"\d\.(?:\s|$)", text[numbered.end() :]):
        text = text[numbered.end() :]
    if shaped := _in_size(text):
        return shaped
    rest = _REMARK.sub("", text)
    text = rest if is_number_row(rest) or _SLASHED.fullmatch(rest) else text
    if slashed := _SLASHED.fullmatch(text):
        return slashed[1]
    if listed := _LIST_IN_LINE.fullmatch(text):
        return listed[1]
    text = re.sub(r"\s+\([^()]*[A-Za-z][^()]*\)\s*$", "", text)
    cards = _CARD.findall(text)
    if len(cards) == 1 and re.search("[A-Za-z]{3}", text.replace(cards[0], "")):
        return str(cards[0])
    label = _LABEL.match(text)
    return _GOAL_IN_LINE.sub("\ngoal\n", text[label.end() :]) if label else text


def _in_size(text: str) -> str:
    """Put / between the rows of a board after its size, such as 2x3: 1 2 3 4 5 _; empty if the text has none."""
    sized = _SIZED.fullmatch(text)
    cells = re.split(r"[\s,]+", sized[3].strip()) if sized else []
    if not sized or len(cells) != int(sized[1]) * int(sized[2]):
        return ""
    columns = int(sized[2])
    return "/".join(" ".join(cells[start : start + columns]) for start in range(0, len(cells), columns))


def _without_side(lines: list[str]) -> list[str]:
    """Drop a first line that is only the number of rows, as programming courses write it."""
    filled = [line for line in lines if line.strip()]
    side = filled[0].strip()
    rows = filled[1:]
    fits = side == str(len(rows)) and all(len(line.split()) == len(rows) for line in rows)
    return rows if fits and len(rows) > 1 else lines


def _rows_of_names(lines: list[str]) -> list[str]:
    """Drop lines that are sentences beside rows of names."""
    rows = [line for line in lines if line.strip() and not BETWEEN.fullmatch(line)]
    weights: Counter[tuple[int, bool]] = Counter()
    for line in rows:
        weights[_shape(line)] += 1 if _words(line) or _is_numbering(line) else 2
    if not rows:
        return lines
    ((shape, _),) = weights.most_common(1)
    rows = [line for line in rows if _shape(line) == shape and not _ENDED.fullmatch(line)]
    _refuse_word([line for line in lines if not BETWEEN.fullmatch(line)], shape, rows)
    return [line for line in lines if BETWEEN.fullmatch(line) or not _is_prose(line, shape, rows)]


def _words(line: str) -> list[str]:
    """List the words of a line: small letters, maybe a capital before them, that are not all the same."""
    found = [word for word in line.split() if _WORD.fullmatch(word)]
    bare = ["".join(letter for letter in word if letter.isalpha()) for word in found]
    return [word for word in bare if len(word) > 2 and word[1:].islower() and len({*word.lower()}) > 1]


def _shape(line: str) -> tuple[int, bool]:
    """Count the cells of a row, and tell whether blanks are between them."""
    if "\t" in line.strip(" "):
        return line.count("\t") + 1, True
    words = line.split()
    return (len(words), True) if len(words) > 1 else (len(line.strip()), False)


def _is_prose(line: str, shape: tuple[int, bool], rows: Sequence[str]) -> bool:
    bare, words = line.strip(), _words(line)
    if (
        _SIZE.match(line)
        or _CELLS_IN_WORDS.search(line)
        or (not shape[1] and re.match(rf"(?=\S*[\d._])\S{{{shape[0]}}}(?!\S)", bare))
    ):
        return False
    if len(words) > 1 and not any(_words(row) for row in rows if row != line):
        return True
    if re.fullmatch(r"\(.*[A-Za-z]{2}.*\)", bare):
        return True
    if bare.isdecimal() and not any(letter.isdigit() for row in rows for letter in row if row != line):
        return True
    if _ENDED.fullmatch(line) or (len(words) > 1 and re.search(r"\w[.,;]$", bare)):
        return True
    if _shape(line) == shape or _begins_as_row(bare, shape, rows):
        return False
    rows = [row for row in rows if len(_words(row)) < 2] or rows
    large = not any(letter.islower() and letter not in "ox" for row in rows for letter in row)
    longer = len(bare) > max((len(row.strip()) for row in rows), default=0)
    return bool(words) and (large or longer) if words else _is_numbering(line)


def _begins_as_row(line: str, shape: tuple[int, bool], rows: Sequence[str]) -> bool:
    """Tell a line whose first cells are as many as a row has, and of the same letters."""
    cells = {*"".join(rows)} - {" "}
    words = line.split()[: shape[0] if shape[1] else 1]
    return _shape(" ".join(words)) == shape and {*"".join(words)} <= cells


def _is_numbering(line: str) -> bool:
    """Tell a line with the number of a puzzle, such as #1 or 1), from a row that is a number."""
    return _NUMBER.fullmatch(line) is not None and not line.strip().isdecimal()


def _refuse_word(lines: Sequence[str], shape: tuple[int, bool], rows: Sequence[str]) -> None:
    """Refuse a first or last line that fits in a row, and is a word in small or large letters unlike the rows."""
    filled = [number for number, line in enumerate(lines) if line.strip()]
    for place, at, beside in (("first", filled[0], filled[0] + 1), ("last", filled[-1], filled[-1] - 1)):
        line = lines[at].strip()
        if (lines[beside : beside + 1] and lines[beside] not in rows) or {*"".join(rows)} & {*"[](){},|"}:
            continue
        others = {letter for row in rows if row.strip() != line for letter in row if letter not in "ox"}
        alike = any(letter.islower() == line[-1].islower() for letter in others if letter.isalpha()) and not shape[1]
        if line.isalpha() and 1 < len({*line}) == len(line) <= shape[0] and others and not alike:
            raise BoardError(
                f"is the {place} line, {line}, a word or a row of the grid? remove it, or write all rows with blanks "
                f"between their cells, such as {' '.join(line)}"
            )
