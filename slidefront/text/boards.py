"""All grammars of one board, by the names that a refusal of two readings shows."""

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
    "a column": column,
    "rows below a heading": headed,
    "cells in columns": aligned,
    "cells between marks": separated,
    "cells with a mark after each": ended,
    "a table": barred,
    "a table of Markdown": markdown,
    "a list": listed,
    "a list of rows": texts,
    "a drawing": drawn,
    "a card": card,
}
