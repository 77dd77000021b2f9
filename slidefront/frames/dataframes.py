"""A space in pandas, polars and DuckDB (extra `analysis`), with the same columns and rows in each.

    to_pandas    a DataFrame of some depths, read at once
    to_polars    a LazyFrame: decodes only the columns that a query uses, and reads only the depths that pass its filter
    to_duckdb    a relation, for SQL: as lazy as the LazyFrame, and reads all columns that a query uses in one pass

Each function reads only the files of the requested depths.
"""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds
import pyarrow.fs

from slidefront.frames.columns import TEXT, Column, Columns, Depths, batches, choose_depths, schema, select
from slidefront.store.space import Space
from slidefront.tables.open_space import open_space

if TYPE_CHECKING:
    import duckdb
    import pandas
    import polars

_STORED = ("state", "depth")


def library(name: str) -> Any:
    """Import a module that the extra `analysis` brings; say so if it is missing."""
    try:
        return import_module(name)
    except ModuleNotFoundError:
        message = f"{name} is not installed: install it with pip install 'slidefront[analysis]'"
        raise ModuleNotFoundError(message, name=name) from None


def to_pandas(run: Space | str | Path, depths: Depths = None, columns: Columns = _STORED) -> "pandas.DataFrame":
    """Read one depth of a run, several, or all as a pandas DataFrame."""
    pd, run = library("pandas"), open_space(run)
    chosen = select(run.puzzle, columns)
    table = pa.Table.from_batches(batches(run, depths, chosen), schema(chosen))
    text = {TEXT: pd.StringDtype("pyarrow")}
    frame: pandas.DataFrame = table.to_pandas(types_mapper=text.get, split_blocks=True, self_destruct=True)
    return frame


def to_polars(run: Space | str | Path, depths: Depths = None, columns: Columns = _STORED) -> "polars.LazyFrame":
    """Open depths of a run as a polars LazyFrame, which decodes only the columns that a query needs."""
    pl, run = library("polars"), open_space(run)
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
    run: Space | str | Path,
    depths: Depths = None,
    columns: Columns = _STORED,
    connection: "duckdb.DuckDBPyConnection | None" = None,
) -> "duckdb.DuckDBPyRelation":
    """Open depths of a run as a DuckDB relation, with the default connection or another one."""
    duckdb, run = library("duckdb"), open_space(run)
    connection = connection or duckdb.default_connection()
    return connection.from_arrow(BoardDataset(run, choose_depths(run, depths), select(run.puzzle, columns)))


class BoardDataset(ds.Dataset):  # type: ignore[misc]
    """Some depths and columns as an Arrow dataset, which DuckDB asks for the columns and rows that a query needs.

    It reads the batches in one pass: layers of the depths that a filter excludes are not read, and no column is decoded
    that nothing uses.
    """

    def __init__(self, run: Space, depths: list[int], columns: list[Column]) -> None:
        self._run = run
        self._depths = depths
        self._columns = columns

    @property
    def schema(self) -> Any:
        """The names and types of the columns."""
        return schema(self._columns)

    def scanner(self, columns: list[str] | None = None, filter: Any = None, **_: object) -> Any:  # noqa: A002
        """Prepare to read some columns of the boards that meet a condition."""
        named = {column.name: column for column in self._columns}
        wanted = [named[name] for name in (named if columns is None else columns)]
        found = self._batches(wanted, filter)
        return SimpleNamespace(to_reader=lambda: pa.RecordBatchReader.from_batches(schema(wanted), found))

    def _batches(self, wanted: list[Column], condition: Any) -> Iterator[Any]:
        if condition is None:
            yield from batches(self._run, self._depths, wanted)
            return
        names = [column.name for column in wanted]
        needed = [column for column in self._columns if column in wanted or self._needs(condition, column)]
        for batch in batches(self._run, self._passing(condition), needed):
            table = pa.Table.from_batches([batch]).filter(condition)
            yield from table.select(names).to_batches()

    def _needs(self, condition: Any, column: Column) -> bool:
        """Tell whether a condition uses a column, by asking it of a table without the column."""
        others = schema(one for one in self._columns if one is not column)
        try:
            others.empty_table().filter(condition)
        except (pa.ArrowInvalid, KeyError):
            return True
        return False

    def _passing(self, condition: Any) -> list[int]:
        """Leave out the depths that a condition excludes."""
        if "depth" not in self.schema.names:
            return self._depths
        form = ds.IpcFileFormat()
        files, at = pyarrow.fs.LocalFileSystem(), pc.field("depth")
        fragments = [form.make_fragment(str(n), files, at == pa.scalar(n, pa.int16())) for n in self._depths]
        kept = ds.FileSystemDataset(fragments, self.schema, form, files).get_fragments(condition)
        return [int(fragment.path) for fragment in kept]
