"""Tables of distances, and lists of the runs and tables of a folder, as text and as plain data for programs."""

from collections.abc import Sequence
from typing import Any

from slidefront import units
from slidefront.draw.growth import growth_data
from slidefront.draw.table import table
from slidefront.tables.open_space import StoredSpace
from slidefront.tables.table import Table
from slidefront.tables.verify import TableReport


def table_ending(made: Table) -> str:
    """Describe a finished table in one line."""
    boards = units.counted(made.boards, "board")
    size = f"{units.size(made.bytes)}, {8 * made.bytes / made.boards:.2f} bits a board"
    return f"{boards}, the deepest at depth {made.greatest_depth}. Table in {made.path} ({size})"


def table_report_text(report: TableReport) -> str:
    """Say what is wrong with a table, or that it is good."""
    manifest = report.manifest
    if manifest is None or not report.good:
        return "\n".join(report.faults)
    boards = f"{units.counted(manifest.boards, 'board')} to depth {manifest.depth}"
    deep = "; each distance is right" if report.deep else ""
    more = "" if manifest.whole else f"; continue it with `slidefront table {manifest.puzzle}`"
    return f"{report.path} is good: {boards}, {units.size(report.path.stat().st_size)}{deep}{more}"


def table_report_data(report: TableReport) -> dict[str, Any]:
    """Give the same as plain data."""
    return {
        "path": str(report.path),
        "deep": report.deep,
        "good": report.good,
        **{name: getattr(report.manifest, name, None) for name in ("whole", "depth", "boards")},
        "bytes": report.path.stat().st_size,
        "damages": [{"depth": None, "file": report.path.name, "row": None, "what": fault} for fault in report.faults],
    }


def table_data(made: Table) -> dict[str, Any]:
    """Give the same as plain data."""
    deepest = [made.puzzle.format(key) for key in made.header.deepest]
    return {**growth_data(made), "bits": made.header.bits, "deepest_boards": deepest}


def stored_table(found: Sequence[StoredSpace]) -> str:
    """Write a line for each run and table, and what is wrong with those that cannot be read."""
    header = ["name", "kind", "puzzle", "metric", "start", "depth", "boards", "size", "whole"]
    lines = [table(header, [_row(one) for one in found], words=[0, 1, 2, 3, 4, 8])]
    return "\n".join([*lines, *(one.fault for one in found if one.fault)])


def _row(one: StoredSpace) -> list[str]:
    about = one.manifest
    if about is None:
        return [one.path.name, one.kind, "", "", "", "", "", units.size(one.bytes), "damaged"]
    return [
        one.path.name,
        one.kind,
        about.puzzle,
        about.metric,
        about.start,
        str(about.depth),
        f"{about.boards:,}",
        units.size(one.bytes),
        "whole" if about.whole else "",
    ]


def stored_data(one: StoredSpace) -> dict[str, Any]:
    """Give the same as plain data."""
    return {
        "path": str(one.path),
        "kind": one.kind,
        **{name: getattr(one.manifest, name, None) for name in ("puzzle", "metric", "start", "depth", "boards")},
        "bytes": one.bytes,
        "whole": one.manifest and one.manifest.whole,
        "error": one.fault or None,
    }
