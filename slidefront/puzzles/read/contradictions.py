"""Words in a text that contradict how its cells would be read: such a text is refused.

np.array(...).T, "first column: 7 5 8"         columns where rows are read
bottom row: 7 8 _, top row: 1 2 3              rows from the bottom
"8 is the blank" beside a board with a 0       another hole
"the goal has the blank in the corner"         a goal in words
"""

import re
from collections.abc import Collection
from itertools import pairwise

from slidefront.errors import BoardError

_COLUMN = r"(?:columns?|cols?|spalten?|colonnes?|columnas?|第?\d*列)"
_COLUMNS = re.compile(
    rf"\b{_COLUMN}(?:[ \t]?[A-Z1-9一-龥]?\b)?[\"']?[ \t]*[:=]?[ \t]*[\[({{]*(?=[\d_])", re.IGNORECASE | re.MULTILINE
)
_BY_COLUMNS = re.compile(
    rf"\b{_COLUMN}[ \t-]?(?:wise|weise|major|first|order)\b|\bby {_COLUMN}\b|\b(?:is|are|as) (?:a |the )?{_COLUMN}\b"
    rf"|\({_COLUMN}\b|\b{_COLUMN}, top to bottom|^\s*[cx]\d+\s*[:=]\s*\d|\bcol(?:umn)?_?\d+[\"']?\s*[:=]",
    re.IGNORECASE | re.MULTILINE,
)
_COUNTED = re.compile(r"(?:(?<!\d)\d{1,2}|\brows and)[ \t]*\Z", re.IGNORECASE)
_COUNT_AFTER = re.compile(rf"{_COLUMN}[\"']?[ \t]*[=:]?[ \t]*\d+\b(?![\s,]*[\d\[]|[\"']?\s*[=:])", re.IGNORECASE)
_CODE = re.compile(
    r"\btranspose[d(\[]|\w\.T\b|\brot90\b|\bflip(?:ud|lr)?\b|\[::-1|\breversed\(|\bshuffle\b|\bfor \w+ in\b"
    r"|\bzip\(\*|\border\s*=\s*[\"']F|(?<![.\w])matrix\s*\((?!\s*\[)(?!.*byrow\s*=\s*T)"
    r"|(?<!\.)\breshape\s*\(\s*[\[(]|\d\s*[\])]+(?:\.T\b|\.transpose\()|\w\[\d\],\s*\w+\[\d\]\s*=",
    re.DOTALL | re.IGNORECASE,
)
"""Code that turns a board, fills it by columns, or changes it afterwards."""
_WORDS = re.compile(
    r"\b(?:right to left|upside down|bottom row first|(?:snake|spiral) order|clockwise|mirrored|flipped|rotated?)\b",
    re.IGNORECASE,
)
_TURNED = re.compile(r"\d\s*[\])]+'(?!\w)")
_PLACES = re.compile(r"\b(?:positions?|places?|cells?) of (?:the |each )?tiles?\b", re.IGNORECASE)
_ROW_NUMBER = re.compile(
    r"\brow[\s_]*(\d{1,2})[\"']?\s*[:=.)]|^\s*\[(\d{1,2}),\]"
    r"|^[^\d\n\[({/]{0,12}?(\d{1,2})[^\d\s]{0,2}\s*[:=：](?=\s*[\[({]*\d)",
    re.IGNORECASE | re.MULTILINE,
)
_ROW_NAME = re.compile(
    r"\b(?:(top|upper|first|1st)|(middle|second|2nd)|(bottom|lower|third|3rd|last))(?:\s+row\b\s*[:=]?|\s*:)"
    r"\s*(?:is |has )?(?=[\d_\[({])",
    re.IGNORECASE,
)
_HOLE = r"(?:blank|hole|empty|gap|space|leerfeld|lücke|hueco|vacío|vide)"
_SAID_HOLE = re.compile(
    rf"(?<![\w.])(\d{{1,2}})\s*(?:is|=|:|represents|marks|means|stands for)\s*(?:the |an? )?{_HOLE}\b"
    rf"|\b0 is not (?:the |an? )?{_HOLE}\b"
    rf"|\b{_HOLE}(?:\s+(?:tile|cell|square|space))?\s*(?:is|=|:)\s*"
    rf"(?:represented by |marked as |shown as )?(?:the )?(?:tile |number )?(\d{{1,2}})(?![\w.])",
    re.IGNORECASE,
)
_GOAL = re.compile(
    r"\b(?:goal|target|(?:solved|final|end) (?:state|position|board|configuration))\b[^.\n]*", re.IGNORECASE
)
_GOAL_LABEL = re.compile(
    r"\b(?:goal|target|desired|wanted|ziel|objetivo|objectif)\b[^:=\n]{0,25}"
    r"(?:[:=][ \t]*(?!\d{1,3}[ \t]*(?:$|moves?\b|steps?\b))\S|[ \t]\d+ ?(?:\.\.|-) ?\d)[^\n]*"
    r"|\bonly\b[^.\n]*\b(?:row|column|corner|layer)\b[^.\n]*",
    re.IGNORECASE | re.MULTILINE,
)
_ORDER = re.compile(
    r"\b(?:corner|spiral|snake|cent(?:er|re)|middle|clockwise|reversed?|descending|columns?|first|upper|top|left)\b",
    re.IGNORECASE,
)
_USUAL = re.compile(r"\b(?:bottom|lower)[ -]right\b|\blast\b|\bat the end\b", re.IGNORECASE)
"""Words for the goal that a board has by default."""
_SIDE = r"(?:left|top|bottom|upper|lower)"
_WAY_OUT = r"(?:exits?|leaves?|escapes?|out|ausgang)"
_EXIT = re.compile(rf"\b{_WAY_OUT}\b[^\n]*\b{_SIDE}\b|\b{_SIDE}\b[^\n]*\b{_WAY_OUT}\b", re.IGNORECASE)
_CAR = re.compile(r"\b[Cc]ar\s+(?:is\s+)?\(?([A-Z])\b")
_SIZE = re.compile(r"(?<![\w.])([1-9]\d?)(?:x| ?× ?)([1-9]\d?)(?![\w.])")
_TILES = re.compile(r"(?<![\w.])(\d{1,2})[ -]?puzzle\b", re.IGNORECASE)
_ROWS_SAID = re.compile(r"(?<![\w.])(\d{1,2}) rows\b", re.IGNORECASE)
_COLUMNS_SAID = re.compile(r"(?<![\w.])(\d{1,2}) columns\b", re.IGNORECASE)
_RULES = re.compile(
    r"[^\n]*\b(?:frozen|fixed|cannot move|can't move|immovable|only along|only (?:horizontally|vertically))\b[^\n]*"
    r"|\S\s*(?:=|is|are)\s*(?:a )?walls?\b",
    re.IGNORECASE,
)
_ROWS = "write its rows, such as 1 2 3/4 5 6/7 8 _"


def check_order(text: str) -> None:
    """Refuse cells that are listed by columns, from the bottom, or by their tiles."""
    turned = text.count("'") % 2 and _TURNED.search(text)
    if turned or _CODE.search(text) or _WORDS.search(text) or _names_columns(text):
        raise BoardError(f"the text lists a board by columns, or turns it: {_ROWS}")
    if _PLACES.search(text):
        raise BoardError(
            "the text says where each tile is: write which tile is in each cell, such as 1 2 3/4 5 6/7 8 _"
        )
    numbers = [int(match[match.lastindex or 0]) for match in _ROW_NUMBER.finditer(text)]
    names = [match.lastindex or 0 for match in _ROW_NAME.finditer(text)]
    if any(one > other for rows in (numbers, names) for one, other in pairwise(rows)):
        raise BoardError(f"the text lists the rows of a board in another order than from the top: {_ROWS}")


def _names_columns(text: str) -> bool:
    """Tell columns that are listed from the number of columns, and from sentences about columns."""
    if _BY_COLUMNS.search(text):
        return True
    counted = (
        _COUNTED.search(text[: match.start()]) or _COUNT_AFTER.match(text, match.start())
        for match in _COLUMNS.finditer(text)
    )
    return not all(counted)


def check_hole(text: str, tiles: Collection[int]) -> None:
    """Refuse a text that calls a number the hole which is read as a tile."""
    for match in _SAID_HOLE.finditer(text):
        number = int(match[1] or match[2] or 0)
        if number in tiles and (number or not match.lastindex):
            raise BoardError(
                f"the text says {match[0]!r}, and the board would be read with another hole: write the hole as _, "
                f"such as 1 2 3/4 5 6/7 8 _"
            )


def check_size(text: str, rows: int, columns: int) -> None:
    """Refuse a text that states another size than that of its board."""
    sizes = [{int(one), int(other)} for one, other in _SIZE.findall(text)]
    counted = ((_TILES, rows * columns - 1), (_ROWS_SAID, rows), (_COLUMNS_SAID, columns))
    wrong = any(int(said) != number for pattern, number in counted for said in pattern.findall(text))
    if wrong or any(size != {rows, columns} for size in sizes):
        raise BoardError(
            f"the text states another size than {rows} x {columns}, which its board has: correct or remove it"
        )


def check_rules(text: str) -> None:
    """Refuse a grid whose text states rules of its pieces."""
    if match := _RULES.search(text):
        raise BoardError(
            f"the text states a rule, {match[0].strip()[:60]!r}: use --axis, --frozen and --groups, or write walls as #"
        )


def check_goal(text: str) -> None:
    """Refuse a text that describes a goal in words."""
    described = [match for match in _GOAL.finditer(text) if _ORDER.search(match[0])]
    labelled = [*_GOAL_LABEL.finditer(text)]
    if match := next((one for one in labelled + described if not _USUAL.search(one[0])), None):
        raise BoardError(
            f"the text describes a goal in words, {match[0].strip()[:60]!r}: give it as a board, with --to or below "
            f"the start"
        )


def check_exit(text: str, red: str) -> None:
    """Refuse a card whose text names another exit than the right end of a row, or another car than the red one."""
    exit_at = _EXIT.search(text)
    car = _CAR.search(text)
    if exit_at or (car and car[1] != red):
        raise BoardError(
            f"the text says {(exit_at or car or [''])[0]!r}, and the card would be read with {red} going out at the "
            f"right: use --axis all --goal, such as --axis all --goal '{red} 2 4'"
        )
