"""Write what a search has found: its table as CSV, lengths and minimal puzzles as Parquet, the hardest as puzzles.

table.csv             a row for each number of pieces
lengths.parquet       pieces, length, boards, different
minimal.parquet       with `all`: pieces, length, size of cluster, board
hardest.jsonl         the hardest as a pack: each with a solution, the number of its boards, its difficulty, its puzzle
puzzles/9-132-1.toml  the hardest of nine pieces, of 132 moves
"""

import csv
import io
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from slidefront.analysis.pack_files import write
from slidefront.analysis.problems import ProblemPack
from slidefront.files import replacement
from slidefront.find.found import Found

PACK = "hardest.jsonl"


def write_table(folder: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write the table."""
    text = io.StringIO()
    writer = csv.DictWriter(text, [*(rows[0] if rows else ["pieces"])], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    with replacement(folder / "table.csv") as file:
        file.write(text.getvalue().encode())


def write_lengths(folder: Path, found: Found) -> None:
    """Write how many starts have each length."""
    counts = [
        {"pieces": pieces, "length": length, "boards": boards, "different": group.orbits[length]}
        for pieces, group in sorted(found.items())
        for length, boards in sorted(group.lengths.items())
    ]
    columns = {"pieces": pa.int16(), "length": pa.int16(), "boards": pa.int64(), "different": pa.int64()}
    _write_parquet(folder / "lengths.parquet", counts, columns)


def write_minimal(folder: Path, found: Found) -> None:
    """Write all minimal puzzles, the hardest first."""
    rows = [
        {"pieces": pieces, "length": hard.length, "size": hard.size, "board": hard.board}
        for pieces, group in sorted(found.items())
        for hard in group.best
    ]
    columns = {"pieces": pa.int16(), "length": pa.int16(), "size": pa.int64(), "board": pa.string()}
    _write_parquet(folder / "minimal.parquet", rows, columns)


def _write_parquet(path: Path, rows: Sequence[Mapping[str, Any]], columns: Mapping[str, Any]) -> None:
    with replacement(path) as file:
        pq.write_table(pa.Table.from_pylist([*rows], pa.schema([*columns.items()])), file, compression="zstd")


def write_puzzles(folder: Path, packs: Sequence[ProblemPack]) -> None:
    """Write each puzzle as a file, and all of them as a pack."""
    (folder / "puzzles").mkdir(exist_ok=True)
    for name in _names(folder / PACK) - {pack.puzzle.name for pack in packs}:
        (folder / "puzzles" / f"{name}.toml").unlink(missing_ok=True)
    for pack in packs:
        with replacement(folder / "puzzles" / f"{pack.puzzle.name}.toml") as file:
            file.write(pack.puzzle.text.encode())
    with replacement(folder / PACK) as file:
        write(packs, file, "jsonl")


def _names(pack: Path) -> set[str]:
    """List the puzzles that were written before."""
    try:
        return {Path(json.loads(line)["puzzle"]["name"]).name for line in pack.read_text("utf-8").splitlines()}
    except (OSError, ValueError, KeyError, TypeError):
        return set()
