"""`slidefront find`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from slidefront.cli.options import DaskOption, JsonOption, MemoryOption, ThreadsOption, argument, option
from slidefront.cli.output import echo, print_json, remark
from slidefront.cli.progress import LineProgress, same_command
from slidefront.files import writing_to

if TYPE_CHECKING:
    from slidefront.apps.find.kinds import Kind


@dataclass(frozen=True, kw_only=True)
class FindFields:
    """What to find, and how."""

    board: Annotated[str, argument("RxC|FILE", "The board, such as 4x4; or a TOML file of a kind of puzzles.")]
    rules: Annotated[str, option("--rules", "The kind of puzzles.", "simple|rush")] = "simple"
    out: Annotated[Path | None, option("--out", "What is found so far. Default: data/find-<kind>.", "FOLDER")] = None
    walls: Annotated[int, option("--walls", "At most so many walls, for rush.", "N")] = 0
    most: Annotated[int | None, option("--most", "At most so many pieces; walls are not counted.", "N", min=1)] = None
    top: Annotated[int, option("--top", "Boards of each number of pieces.", max=1000)] = 10
    minimal: Annotated[
        bool, option("--minimal", "For rush: write all minimal puzzles as Parquet, not the hardest ones.")
    ] = False
    threads: ThreadsOption = None
    memory: MemoryOption = None
    dask: DaskOption = None


def find(asked: FindFields, as_json: JsonOption = False) -> None:
    """Find the hardest puzzles of a kind.

    The result includes a proof that there is none harder. All puzzles of the kind are searched: for each set of
    pieces, all boards from all goals at once. Run the same command again to continue after an interruption. A file
    says which pieces lie on which board; see docs/hardest.md.
    """
    from slidefront.apps.find.kinds import kind_of
    from slidefront.apps.find.search import estimate

    kind = kind_of(asked.board, asked.rules, walls=asked.walls, most=asked.most)
    if asked.minimal and kind.measure != "clusters":
        raise typer.BadParameter("it is for kinds whose clusters are measured, such as rush", param_hint="'--minimal'")
    remark(estimate(kind))
    folder = asked.out or Path("data") / f"find-{kind.name}"
    rows = _search(kind, asked, folder)
    if as_json:
        print_json({"kind": kind.name, "path": str(folder), "pieces": rows})
    else:
        echo(_table_text(rows))


def _search(kind: "Kind", asked: FindFields, folder: Path) -> list[dict[str, Any]]:
    """Search all puzzles of a kind, and write what is found."""
    from slidefront.apps.find.output import (
        found_rows,
        hardest_packs,
        write_lengths,
        write_minimal,
        write_puzzles,
        write_table,
    )
    from slidefront.apps.find.search import ALL, searching

    with (
        LineProgress("searching …", f": what was found is saved; {same_command()}") as progress,
        searching(
            kind,
            folder,
            top=ALL if asked.minimal else asked.top,
            threads=asked.threads,
            memory=asked.memory,
            executor=asked.dask,
            watcher=progress,
        ) as search,
    ):
        found = search.run()
        rows = found_rows(kind, found)
        packs = [] if asked.minimal else [*hardest_packs(kind, found, progress)]
        with writing_to(folder):
            write_table(folder, rows)
            write_lengths(folder, found)
            if asked.minimal:
                write_minimal(folder, found)
            else:
                write_puzzles(folder, packs)
    return rows


def _table_text(rows: Sequence[Mapping[str, Any]]) -> str:
    from slidefront.draw.table import table

    heads = [*(rows[0] if rows else ["pieces"])]
    cells = [[f"{value:,}" if isinstance(value, int) else str(value) for value in row.values()] for row in rows]
    return table([head.replace("_", " ") for head in heads], cells, [len(heads) - 1])
