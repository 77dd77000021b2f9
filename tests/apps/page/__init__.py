"""The data of pages as `slidefront page` makes them, without the searches that answer questions about a puzzle."""

from typing import Any

from slidefront import open_space
from slidefront.apps.page.about import about
from slidefront.apps.page.data import PageOptions, first_board, page_data
from slidefront.errors import LimitError
from slidefront.puzzles.core import Puzzle


def data_of(puzzle: Puzzle, pack: Any = None, options: PageOptions | None = None) -> dict[str, Any]:
    options = options or PageOptions()

    def search(*_: object) -> Any:
        raise LimitError("not asked")

    facts = about(puzzle, first_board(puzzle, pack, options).key, open_space, search)
    return page_data(puzzle, facts, pack, options)
