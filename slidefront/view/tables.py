"""Tables of distances as text and as plain data for programs."""

from typing import Any

from slidefront import units
from slidefront.tables.table import Table
from slidefront.tables.verify import TableReport
from slidefront.view.growth import growth_data


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
    manifest = report.manifest
    return {
        "path": str(report.path),
        "deep": report.deep,
        "good": report.good,
        "whole": manifest and manifest.whole,
        "depth": manifest and manifest.depth,
        "boards": manifest and manifest.boards,
        "bytes": report.path.stat().st_size,
        "damages": [{"depth": None, "file": report.path.name, "row": None, "what": fault} for fault in report.faults],
    }


def table_data(made: Table) -> dict[str, Any]:
    """Give the same as plain data."""
    deepest = [made.puzzle.format(key) for key in made.header.deepest]
    return {**growth_data(made, str(made.path)), "bits": made.header.bits, "deepest_boards": deepest}
