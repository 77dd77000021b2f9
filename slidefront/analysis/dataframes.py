"""A run in pandas, polars and DuckDB (extra `analysis`), with the same columns and rows in each.

    to_pandas    a DataFrame of some depths, read at once
    to_polars    a LazyFrame: decodes only the columns that a query uses, and reads only the depths that pass its filter
    to_duckdb    a relation, for SQL: as lazy as the LazyFrame, and reads all columns that a query uses in one pass

Each function reads only the files of the requested depths.
"""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from slidefront.analysis.columns import TEXT, Columns, Depths, batches, choose_depths, schema, select
from slidefront.store.run import Run, as_run

if TYPE_CHECKING:
    import duckdb
    import pandas
    import polars

_STORED = ("state", "depth")


def library(name: str, extra: str = "analysis") -> Any:
    """Import a module that an extra brings; say which one if it is missing."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        message = f"{name} is not installed: install it with pip install 'slidefront[{extra}]'"
        raise ModuleNotFoundError(message, name=name) from None


def to_pandas(run: Run | str | Path, depths: Depths = None, columns: Columns = _STORED) -> "pandas.DataFrame":
    """Read one depth of a run, several, or all as a pandas DataFrame."""
    pd, run = library("pandas"), as_run(run)
    chosen = select(run.puzzle, columns)
    table = pa.Table.from_batches(batches(run, depths, chosen), schema(chosen))
    text = {TEXT: pd.StringDtype("pyarrow")}
    frame: pandas.DataFrame = table.to_pandas(types_mapper=text.get, split_blocks=True, self_destruct=True)
    return frame


def to_polars(run: Run | str | Path, depths: Depths = None, columns: Columns = _STORED) -> "polars.LazyFrame":
    """Open depths of a run as a polars LazyFrame, which decodes only the columns that a query needs."""
    pl, run = library("polars"), as_run(run)
    chosen = select(run.puzzle, columns)
    wanted = choose_depths(run, depths)

    def read(names: list[str] | None, predicate: Any, rows: int | None, _batch: int | None) -> Iterator[Any]:
        needed = [] if predicate is None else predicate.meta.root_names()
        used = [*(names or [column.name for column in chosen]), *needed]
        for batch in batches(run, _passing(wanted, predicate), [c for c in chosen if c.name in used] or chosen[:1]):
            found = pl.from_arrow(batch)
            found = found if predicate is None else found.filter(predicate)
            found = found if rows is None else found.head(rows)
            yield found if names is None else found.select(names)
            rows = None if rows is None else rows - found.height
            if rows == 0:
                return

    layout = pl.from_arrow(schema(chosen).empty_table()).schema
    frame: polars.LazyFrame = library("polars.io.plugins").register_io_source(read, schema=layout)
    return frame


def _passing(depths: list[int], predicate: Any) -> list[int]:
    """Remove the depths that a polars filter excludes, using the terms that depend on the depth only."""
    pl = library("polars")
    frame = pl.DataFrame({"depth": depths}, schema={"depth": pl.Int16})
    for condition in [] if predicate is None else _conditions(predicate):
        if set(condition.meta.root_names()) == {"depth"}:
            frame = frame.filter(condition)
    return list(frame["depth"])


def _conditions(predicate: Any) -> list[Any]:
    """Split a polars filter at its outermost `and`."""
    parts = predicate.meta.pop()
    for one, other in [parts, parts[::-1]] if len(parts) == 2 else []:
        if (one & other).meta.eq(predicate):
            return [*_conditions(one), *_conditions(other)]
    return [predicate]


def to_duckdb(
    run: Run | str | Path,
    depths: Depths = None,
    columns: Columns = _STORED,
    connection: "duckdb.DuckDBPyConnection | None" = None,
) -> "duckdb.DuckDBPyRelation":
    """Open depths of a run as a DuckDB relation, with the default connection or another one."""
    from slidefront.analysis.arrow_dataset import RunDataset  # not above: it imports pandas

    duckdb, run = library("duckdb"), as_run(run)
    connection = connection or duckdb.default_connection()
    return connection.from_arrow(RunDataset(run, choose_depths(run, depths), select(run.puzzle, columns)))
