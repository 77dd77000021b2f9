"""Export the boards of a space, or the moves between them, to one file of CSV or Parquet, batch by batch.

Every move leads back, so that a move is an edge without direction. The neighbours of a board at depth d are at depth
d - 1, d or d + 1: each edge is made at the end that is nearer to the start, and found by looking into layer d + 1.
"""

from collections.abc import Iterator
from typing import Any, BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq

from slidefront.frames.columns import TEXT, Columns, batches, board_texts, schema, select
from slidefront.puzzles.core import Puzzle, list_successors
from slidefront.store.space import Space
from slidefront.units import Depths


def edge_schema(ends: Any) -> Any:
    """The Arrow schema of edges whose ends have a type: keys, or boards as text."""
    fields = {"source": ends, "target": ends, "source_depth": pa.int16(), "target_depth": pa.int16()}
    return pa.schema([pa.field(name, kind, nullable=False) for name, kind in fields.items()])


EDGES = edge_schema(pa.uint64())
NAMED_EDGES = edge_schema(TEXT)
_GROUP = 1 << 18  # the minimum number of boards in a row group of Parquet, except the last


def export(run: Space, out: BinaryIO, to: str = "csv", depths: Depths = None, columns: Columns = "depth,board") -> int:
    """Write columns of some depths to an open file as csv or parquet, and return the number of boards."""
    chosen = select(run.puzzle, columns)
    wanted = run.select_depths(depths)
    return _write(batches(run, wanted, chosen), schema(chosen), out, to)


def export_edges(run: Space, out: BinaryIO, to: str = "csv", depths: Depths = None, *, boards: bool = False) -> int:
    """Write the edges of some depths to an open file as csv or parquet, and return the number of edges.

    With `boards`, the ends of an edge are boards as text, which graph tools show as labels; otherwise they are keys.
    """
    found = edges(run, depths)
    if not boards:
        return _write(found, EDGES, out, to)
    return _write((_with_boards(batch, run.puzzle) for batch in found), NAMED_EDGES, out, to)


def _with_boards(batch: Any, puzzle: Puzzle) -> Any:
    """Replace the keys of edges by boards as text."""
    ends = [board_texts(puzzle, batch.column(name).to_numpy()) for name in ("source", "target")]
    return pa.record_batch([*ends, batch.column("source_depth"), batch.column("target_depth")], schema=NAMED_EDGES)


def edges(run: Space, depths: Depths = None) -> Iterator[Any]:
    """List the edges of a run or a table as Arrow batches; with `depths`, those between boards of these depths."""
    chosen = set(run.select_depths(depths))
    for depth, blocks in run.layer_blocks(sorted(chosen)):
        for keys in blocks:
            row, target = list_successors(run.puzzle, keys)
            for at in (depth, depth + 1):
                beside = at == depth
                if at not in chosen or (beside and run.puzzle.sides is not None):
                    continue
                there = run.find(at, target)
                if beside:
                    there &= target > keys[row]
                ends = [np.full(np.count_nonzero(there), one, np.int16) for one in (depth, at)]
                yield pa.record_batch([keys[row[there]], target[there], *ends], schema=EDGES)


def _write(found: Iterator[Any], layout: Any, out: BinaryIO, to: str) -> int:
    """Write batches as csv or parquet, and return the number of rows."""
    written = 0
    if to == "csv":
        writer = pyarrow.csv.CSVWriter(out, layout)
    else:
        few = [field.name for field in layout if field.type == pa.int16()]
        writer = pq.ParquetWriter(out, layout, compression="zstd", use_dictionary=few)
    with writer as file:
        for group in _groups(found, 1 if to == "csv" else _GROUP):
            table = pa.Table.from_batches(group, layout)
            file.write_table(table, max(1, table.num_rows))
            written += table.num_rows
    return written


def _groups(found: Iterator[Any], least: int) -> Iterator[list[Any]]:
    """Put batches together that have so many rows, but for the last, which may have none."""
    group: list[Any] = []
    for batch in found:
        group.append(batch)
        if sum(one.num_rows for one in group) >= least:
            yield group
            group = []
    yield group
