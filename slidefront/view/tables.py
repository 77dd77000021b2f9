"""Tables of distances for people and programs: their layers, and where they are."""

from dataclasses import asdict
from typing import Any

from slidefront import units
from slidefront.explore.watch import TableProgress
from slidefront.tables.table import Table
from slidefront.view.table import table


def table_growth(made: Table) -> str:
    """Lay out the layers of a table with their totals."""
    marks = [made.header.mark] if made.header.mark else []
    rows = [[str(one.depth), f"{one.boards:,}", *([f"{one.marked:,}"] if marks else [])] for one in made.layers]
    marked = [f"{sum(one.marked for one in made.layers):,}"] if marks else []
    return table(["depth", "boards", *marks], [*rows, ["all", f"{made.boards:,}", *marked]])


def table_ending(made: Table) -> str:
    """Say what a table has, and where it is."""
    boards = units.counted(made.boards, "board")
    size = f"{units.size(made.bytes)}, {8 * made.bytes / made.boards:.2f} bits a board"
    return f"{boards}, none deeper than {made.radius}. Table in {made.path} ({size})"


def progress_line(progress: TableProgress) -> str:
    """Say that a depth is finished."""
    share = f"{100 * progress.reached / progress.total:.4g}% of {progress.total:,}"
    boards = units.counted(progress.boards, "board")
    return f"depth {progress.depth}: {boards}, {share}, {units.duration(progress.seconds)}"


def table_data(made: Table) -> dict[str, Any]:
    """Give the same as plain data."""
    header = made.header
    return {
        "puzzle": header.puzzle,
        "file": str(made.path),
        "start": header.start,
        "metric": header.metric,
        "kind": header.kind,
        "boards": made.boards,
        "depth": made.radius,
        "mark": header.mark,
        "bytes": made.bytes,
        "seconds": header.seconds,
        "deepest": [made.puzzle.format(key) for key in header.deepest],
        "layers": [asdict(one) for one in made.layers],
    }
