"""Export the boards of a space, or the moves between them, to one file of CSV or Parquet, batch by batch.

Every move has an inverse, so a move is an edge without direction. The neighbours of a board at depth d are at depth
d - 1, d or d + 1. Each edge is listed at the end that is nearer to the start, by looking up its neighbours in the
layers d and d + 1.
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
    """Return the Arrow schema of edges; `ends` is the type of their ends, keys or text."""
    fields = {"source": ends, "target": ends, "source_depth": pa.int16(), "target_depth": pa.int16()}
    return pa.schema([pa.field(name, kind, nullable=False) for name, kind in fields.items()])


KEY_EDGES = edge_schema(pa.uint64())
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
    batches_of_edges = edges(run, depths)
    if not boards:
        return _write(batches_of_edges, KEY_EDGES, out, to)
    return _write((_with_boards(batch, run.puzzle) for batch in batches_of_edges), NAMED_EDGES, out, to)


def _with_boards(batch: Any, puzzle: Puzzle) -> Any:
    """Replace the keys of edges by boards as text."""
    ends = [board_texts(puzzle, batch.column(name).to_numpy()) for name in ("source", "target")]
    return pa.record_batch([*ends, batch.column("source_depth"), batch.column("target_depth")], schema=NAMED_EDGES)


def edges(run: Space, depths: Depths = None) -> Iterator[Any]:
    """List the edges of a run or a table as Arrow batches; `depths` selects edges with both ends at these depths."""
    chosen = set(run.select_depths(depths))
    for depth, blocks in run.layer_blocks(sorted(chosen)):
        for keys in blocks:
            row, target = list_successors(run.puzzle, keys)
            for end_depth in (depth, depth + 1):
                is_beside = end_depth == depth
                if end_depth not in chosen or (is_beside and run.puzzle.parity_of is not None):
                    continue
                is_edge = run.find(end_depth, target)
                if is_beside:
                    is_edge &= target > keys[row]
                depth_columns = [np.full(np.count_nonzero(is_edge), d, np.int16) for d in (depth, end_depth)]
                yield pa.record_batch([keys[row[is_edge]], target[is_edge], *depth_columns], schema=KEY_EDGES)


def _write(rows: Iterator[Any], layout: Any, out: BinaryIO, to: str) -> int:
    """Write batches as csv or parquet, and return the number of rows."""
    written = 0
    if to == "csv":
        writer = pyarrow.csv.CSVWriter(out, layout)
    else:
        few = [field.name for field in layout if field.type == pa.int16()]
        writer = pq.ParquetWriter(out, layout, compression="zstd", use_dictionary=few)
    with writer as file:
        for group in _row_groups(rows, 1 if to == "csv" else _GROUP):
            table = pa.Table.from_batches(group, layout)
            file.write_table(table, max(1, table.num_rows))
            written += table.num_rows
    return written


def _row_groups(batches: Iterator[Any], least: int) -> Iterator[list[Any]]:
    """Join batches to groups of at least `least` rows; the last group may have fewer, or none."""
    group: list[Any] = []
    for batch in batches:
        group.append(batch)
        if sum(batch.num_rows for batch in group) >= least:
            yield group
            group = []
    yield group
