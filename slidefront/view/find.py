"""The hardest puzzles of a kind as a table, by the number of pieces."""

from typing import Any

from slidefront.find.found import Found, Group, Hard
from slidefront.find.kind import Kind
from slidefront.view.table import table

HEADS = ("pieces", "placements", "starts", "solvable", "components", "longest", "boards", "different", "one of them")


def found_text(kind: Kind, found: Found) -> str:
    """Write the table."""
    rows = [[_cell(value) for value in _row(kind, pieces, group).values()] for pieces, group in sorted(found.items())]
    return table(HEADS, rows, words=[len(HEADS) - 1])


def _cell(value: Any) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


def _row(kind: Kind, pieces: int, group: Group) -> dict[str, Any]:
    longest = group.longest
    return {
        "pieces": pieces,
        "placements": group.counts["placements"],
        "starts": group.counts["starts"],
        "solvable": group.lengths.total(),
        "components": group.counts["components"],
        "longest": longest,
        "boards": group.lengths[longest],
        "different": group.orbits[longest],
        "one of them": board_text(kind, group.best[0]) if group.best else "",
    }


def board_text(kind: Kind, hard: Hard) -> str:
    """Write a board in rows."""
    columns = kind.size[1]
    return "/".join(hard.board[at : at + columns] for at in range(0, len(hard.board), columns))


def found_data(kind: Kind, found: Found) -> dict[str, Any]:
    """The table as JSON."""
    return {"kind": kind.name, "pieces": [_row(kind, pieces, group) for pieces, group in sorted(found.items())]}
