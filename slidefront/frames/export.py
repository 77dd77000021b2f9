"""Export the boards of a space, or the moves between them, to one file of CSV or Parquet, batch by batch.

Every move leads back, so that a move is an edge without direction. The neighbours of a board at depth d are at depth
d - 1, d or d + 1: each edge is made at the end that is nearer to the start, and found by looking into layer d + 1.
"""

from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq

from slidefront.frames.columns import Columns, Depths, batches, choose_depths, schema, select
from slidefront.puzzles.core import moves_of
from slidefront.store.space import Space

EDGES = pa.schema(
    [pa.field(name, pa.uint64(), nullable=False) for name in ("source", "target")]
    + [pa.field(name, pa.int16(), nullable=False) for name in ("source_depth", "target_depth")]
)
_GROUP = 1 << 18  # the minimum number of boards in a row group, except the last


def export(run: Space, out: BinaryIO, to: str = "csv", depths: Depths = None, columns: Columns = "depth,board") -> int:
    """Write columns of some depths to an open file as csv or parquet, and return the number of boards."""
    chosen = select(run.puzzle, columns)
    wanted = choose_depths(run, depths)
    return FORMATS[to](batches(run, wanted, chosen), schema(chosen), out)


def export_edges(run: Space, out: BinaryIO, to: str = "csv", depths: Depths = None) -> int:
    """Write the edges of some depths to an open file as csv or parquet, and return the number of edges."""
    return FORMATS[to](edges(run, depths), EDGES, out)


def edges(run: Space, depths: Depths = None) -> Iterator[Any]:
    """List the edges of a run or a table as Arrow batches; with `depths`, those between boards of these depths."""
    chosen = set(choose_depths(run, depths))
    for depth, blocks in run.layer_blocks(sorted(chosen)):
        for keys in blocks:
            row, target = moves_of(run.puzzle, keys)
            for at in (depth, depth + 1):
                beside = at == depth
                if at not in chosen or (beside and run.puzzle.sides is not None):
                    continue
                there = run.find(at, target)
                if beside:
                    there &= target > keys[row]
                ends = [np.full(np.count_nonzero(there), one, np.int16) for one in (depth, at)]
                yield pa.record_batch([keys[row[there]], target[there], *ends], schema=EDGES)


def _write_csv(found: Iterator[Any], layout: Any, out: BinaryIO) -> int:
    boards = 0
    with pyarrow.csv.CSVWriter(out, layout) as file:
        for batch in found:
            file.write_batch(batch)
            boards += batch.num_rows
    return boards


def _write_parquet(found: Iterator[Any], layout: Any, out: BinaryIO) -> int:
    boards = 0
    group: list[Any] = []
    few = [field.name for field in layout if field.type == pa.int16()]
    with pq.ParquetWriter(out, layout, compression="zstd", use_dictionary=few) as file:
        for batch in found:
            group.append(batch)
            if sum(one.num_rows for one in group) >= _GROUP:
                boards += _write_group(file, group, layout)
        boards += _write_group(file, group, layout)
    return boards


def _write_group(file: Any, group: list[Any], layout: Any) -> int:
    table = pa.Table.from_batches(group, layout)
    file.write_table(table, max(1, table.num_rows))
    group.clear()
    return int(table.num_rows)


FORMATS: dict[str, Callable[[Iterator[Any], Any, BinaryIO], int]] = {
    "csv": _write_csv,
    "parquet": _write_parquet,
}
