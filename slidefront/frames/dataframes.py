"""A space in pandas, polars and DuckDB (extra `analysis`), with the same columns and rows in each.

    to_pandas    a DataFrame
    to_polars    a LazyFrame, which decodes only the columns that a query uses
    to_duckdb    a relation, for SQL

Each function reads only the layers of the requested depths. pandas and DuckDB hold all of them in memory.
"""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from slidefront.errors import check_type
from slidefront.frames.columns import TEXT, Columns, batches, schema, select
from slidefront.puzzles.core import Puzzle
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
    source: Space | Puzzle | str | Path, depths: Depths = None, columns: Columns = _STORED
) -> "pandas.DataFrame":
    """Read one depth of a run, several, or all as a pandas DataFrame."""
    pd = library("pandas")
    text = {TEXT: pd.StringDtype("pyarrow")}
    table = _table(source, depths, columns)
    frame: pandas.DataFrame = table.to_pandas(types_mapper=text.get, split_blocks=True, self_destruct=True)
    return frame


def to_polars(
    source: Space | Puzzle | str | Path, depths: Depths = None, columns: Columns = _STORED
) -> "polars.LazyFrame":
    """Open depths of a run as a polars LazyFrame, which decodes only the columns that a query needs."""
    pl, run = library("polars"), open_space(source)
    chosen = select(run.puzzle, columns)
    wanted = run.select_depths(depths)

    def read(names: list[str] | None, predicate: Any, rows: int | None, _batch: int | None) -> Iterator[Any]:
        needed = [] if predicate is None else predicate.meta.root_names()
        used = [*(names or [column.name for column in chosen]), *needed]
        for batch in batches(run, wanted, [c for c in chosen if c.name in used] or chosen[:1]):
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
    columns: Columns = _STORED,
    connection: "duckdb.DuckDBPyConnection | None" = None,
) -> "duckdb.DuckDBPyRelation":
    """Read depths of a run as a DuckDB relation, with the default connection or another one."""
    duckdb = library("duckdb")
    connection = duckdb.default_connection() if connection is None else connection
    check_type(connection, duckdb.DuckDBPyConnection, "connection")
    return connection.from_arrow(_table(source, depths, columns))


def _table(run: Space | Puzzle | str | Path, depths: Depths, columns: Columns) -> Any:
    run = open_space(run)
    chosen = select(run.puzzle, columns)
    return pa.Table.from_batches(batches(run, depths, chosen), schema(chosen))
