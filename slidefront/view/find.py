"""The hardest puzzles of a kind as a table, by the number of pieces."""

from collections.abc import Mapping, Sequence
from typing import Any

from slidefront.find.found import Found, Results
from slidefront.find.kind import Kind
from slidefront.view.table import table


def rows_text(rows: Sequence[Mapping[str, Any]]) -> str:
    """Write the table."""
    heads = [*(rows[0] if rows else ["pieces"])]
    cells = [[f"{value:,}" if isinstance(value, int) else str(value) for value in row.values()] for row in rows]
    return table([head.replace("_", " ") for head in heads], cells, [len(heads) - 1])


def found_rows(kind: Kind, found: Found) -> list[dict[str, Any]]:
    """The rows of the table."""
    return [_row(kind, pieces, group) for pieces, group in sorted(found.items())]


def sampled_rows(kind: Kind, found: Found) -> list[dict[str, Any]]:
    """The rows of the table of a sample: what was found is a lower bound of what there is."""
    return [
        {
            "pieces": pieces,
            "sets_searched": group.counts["multisets"],
            "at_least": group.best[0].length if group.best else -1,
            "one_of_them": "/".join(kind.rows_of(group.best[0].board)) if group.best else "",
        }
        for pieces, group in sorted(found.items())
    ]


def _row(kind: Kind, pieces: int, group: Results) -> dict[str, Any]:
    """The columns of the table: of clusters, what is longest counts only if it is minimal."""
    counts, clusters = group.counts, kind.measure == "clusters"
    longest = group.hardest if clusters else group.longest
    first = {"pieces": pieces, "placements": counts["placements"]}
    last = {"one_of_them": "/".join(kind.rows_of(group.best[0].board)) if group.best else ""}
    solvable = group.lengths.total()
    if clusters:
        middle = {"boards": counts["starts"], "clusters": counts["components"], "solvable": solvable}
        return {**first, **middle, "minimal": group.orbits.total(), "longest": longest, **last}
    middle = {"starts": counts["starts"], "solvable": solvable, "components": counts["components"]}
    attained = {"boards": group.lengths[longest], "different": group.orbits[longest]}
    return {**first, **middle, "longest": longest, **attained, **last}
