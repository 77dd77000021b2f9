"""Boards of spaces in pandas, polars and DuckDB (extra `analysis`), and boards or moves as files of CSV or Parquet.

    to_pandas    a DataFrame
    to_polars    a LazyFrame, which decodes only the columns that a query uses
    to_duckdb    a relation, for SQL
    export       a file of CSV or Parquet, written batch by batch

All of them have the same columns and rows (see `columns`), and read only the layers of the requested depths. pandas and
DuckDB hold all of them in memory.

`export_edges` lists moves. Every move has an inverse, so a move is an edge without direction. The neighbours of a board
at depth d are at depth d - 1, d or d + 1. Each edge is listed at the end that is nearer to the start, by looking up its
neighbours in the layers d and d + 1.
"""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq

from slidefront.errors import check_type
from slidefront.frames.columns import TEXT, ColumnNames, batches, board_texts, schema, select
from slidefront.puzzles.core import Puzzle, list_successors
from slidefront.store.space import Space
from slidefront.tables.open_space import open_space
from slidefront.units import Depths

if TYPE_CHECKING:
    import duckdb
    import pandas
    import polars

_STORED = ("state", "depth")


def library(name: str) -> Any:
    """Import an optional module; if it is missing, raise an error with the command that installs it."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        message = f"{name} is not installed: pip install {name}"
        raise ModuleNotFoundError(message, name=name) from None


def to_pandas(
    source: Space | Puzzle | str | Path, depths: Depths = None, columns: ColumnNames = _STORED
) -> "pandas.DataFrame":
    """Read some or all depths of a space as a pandas DataFrame."""
    pd = library("pandas")
    text = {TEXT: pd.StringDtype("pyarrow")}
    table = _table(source, depths, columns)
    frame: pandas.DataFrame = table.to_pandas(types_mapper=text.get, split_blocks=True, self_destruct=True)
    return frame


def to_polars(
    source: Space | Puzzle | str | Path, depths: Depths = None, columns: ColumnNames = _STORED
) -> "polars.LazyFrame":
    """Open some or all depths of a space as a polars LazyFrame, which decodes only the columns that a query needs."""
    pl, space = library("polars"), open_space(source)
    chosen = select(space.puzzle, columns)
    wanted = space.select_depths(depths)

    def read(names: list[str] | None, predicate: Any, rows: int | None, _batch: int | None) -> Iterator[Any]:
        needed = [] if predicate is None else predicate.meta.root_names()
        used = [*(names or [column.name for column in chosen]), *needed]
        for batch in batches(space, wanted, [c for c in chosen if c.name in used] or chosen[:1]):
            frame = pl.from_arrow(batch)
            frame = frame if predicate is None else frame.filter(predicate)
            frame = frame if rows is None else frame.head(rows)
            yield frame if names is None else frame.select(names)
            rows = None if rows is None else rows - frame.height
            if rows == 0:
                return

    layout = pl.from_arrow(schema(chosen).empty_table()).schema
    lazy: polars.LazyFrame = library("polars.io.plugins").register_io_source(read, schema=layout)
    return lazy


def to_duckdb(
    source: Space | Puzzle | str | Path,
    depths: Depths = None,
    columns: ColumnNames = _STORED,
    connection: "duckdb.DuckDBPyConnection | None" = None,
) -> "duckdb.DuckDBPyRelation":
    """Read some or all depths of a space as a DuckDB relation, with the default connection or another one."""
    duckdb = library("duckdb")
    connection = duckdb.default_connection() if connection is None else connection
    check_type(connection, duckdb.DuckDBPyConnection, "connection")
    return connection.from_arrow(_table(source, depths, columns))


def _table(source: Space | Puzzle | str | Path, depths: Depths, columns: ColumnNames) -> Any:
    space = open_space(source)
    chosen = select(space.puzzle, columns)
    return pa.Table.from_batches(batches(space, depths, chosen), schema(chosen))


def edge_schema(ends: Any) -> Any:
    """Return the Arrow schema of edges; `ends` is the type of their ends, keys or text."""
    fields = {"source": ends, "target": ends, "source_depth": pa.int16(), "target_depth": pa.int16()}
    return pa.schema([pa.field(name, kind, nullable=False) for name, kind in fields.items()])


KEY_EDGES = edge_schema(pa.uint64())
NAMED_EDGES = edge_schema(TEXT)
_GROUP = 1 << 18  # the minimum number of boards in a row group of Parquet, except the last


def export(
    space: Space, out: BinaryIO, to: str = "csv", depths: Depths = None, columns: ColumnNames = "depth,board"
) -> int:
    """Write columns of some depths to an open file as csv or parquet, and return the number of boards."""
    chosen = select(space.puzzle, columns)
    wanted = space.select_depths(depths)
    return _write(batches(space, wanted, chosen), schema(chosen), out, to)


def export_edges(space: Space, out: BinaryIO, to: str = "csv", depths: Depths = None, *, boards: bool = False) -> int:
    """Write the edges of some depths to an open file as csv or parquet, and return the number of edges.

    With `boards`, the ends of an edge are boards as text, which graph tools show as labels; otherwise they are keys.
    """
    if not boards:
        return _write(edges(space, depths), KEY_EDGES, out, to)

    def named(batch: Any) -> Any:
        ends = [board_texts(space.puzzle, batch.column(name).to_numpy()) for name in ("source", "target")]
        return pa.record_batch([*ends, batch.column("source_depth"), batch.column("target_depth")], schema=NAMED_EDGES)

    return _write(map(named, edges(space, depths)), NAMED_EDGES, out, to)


def edges(space: Space, depths: Depths = None) -> Iterator[Any]:
    """List the edges of a space as Arrow batches; `depths` selects edges with both ends at these depths."""
    chosen = set(space.select_depths(depths))
    for depth, blocks in space.layer_blocks(sorted(chosen)):
        for keys in blocks:
            row, target = list_successors(space.puzzle, keys)
            for end_depth in (depth, depth + 1):
                is_beside = end_depth == depth
                if end_depth not in chosen or (is_beside and space.puzzle.parity_of is not None):
                    continue
                is_edge = space.find(end_depth, target)
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
        small_numbers = [field.name for field in layout if field.type == pa.int16()]
        writer = pq.ParquetWriter(out, layout, compression="zstd", use_dictionary=small_numbers)
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
