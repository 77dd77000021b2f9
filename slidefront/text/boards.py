"""All grammars of one board, by the names that a refusal of two readings shows, and `reading_as` takes."""

from collections.abc import Mapping
from string import ascii_letters, digits

from slidefront.text.cells import Cells
from slidefront.text.choice import Grammar
from slidefront.text.drawings import drawn
from slidefront.text.lists import listed, texts
from slidefront.text.rows import aligned, card, column, headed, rows, words
from slidefront.text.tables import barred, ended, markdown, separated

BOARDS: Mapping[str, Grammar[Cells]] = {
    "rows": rows,
    "words": words,
    "column": column,
    "headed": headed,
    "aligned": aligned,
    "separated": separated,
    "ended": ended,
    "table": barred,
    "markdown": markdown,
    "list": listed,
    "texts": texts,
    "drawing": drawn,
    "card": card,
}

_SPELLED = frozenset(f"{ascii_letters}{digits}_.")
_SHORTEST, _CARD = 3, 36


def grammar_of(text: str) -> str:
    """Name the one grammar that can read a text, if its form tells: rows of letters on a line, as in AXXB/AXXB/CDDE.

    Every other grammar needs other marks, other ends of rows, or words that are shorter or as long as a card.
    """
    rows = text.split("/")
    spelled = all(_SHORTEST <= len(row) != _CARD and _SPELLED.issuperset(row) for row in rows)
    return "rows" if spelled else ""
