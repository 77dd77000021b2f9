"""All grammars of one board, by the names that a refusal of two readings shows, and `reading_as` takes."""

from collections.abc import Mapping

from slidefront.text.aligned import aligned
from slidefront.text.card import card
from slidefront.text.cells import Cells
from slidefront.text.choice import Grammar
from slidefront.text.drawings import drawn
from slidefront.text.lists import listed, texts
from slidefront.text.rows import column, headed, rows, words
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
