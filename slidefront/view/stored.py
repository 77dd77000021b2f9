"""The runs and tables of a folder as text and as plain data for programs."""

from collections.abc import Sequence
from typing import Any

from slidefront import units
from slidefront.analysis.stored import StoredSpace
from slidefront.view.table import table


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
