"""A run in pandas, polars and DuckDB (extra `analysis`), with the same columns and rows in each.

    to_pandas    a DataFrame of some depths, read at once
    to_polars    a LazyFrame: decodes only the columns that a query uses, and reads only the depths that pass its filter
    to_duckdb    a relation, for SQL: DuckDB reads the layers itself, and decodes what a query uses

Each function reads only the files of the requested depths.
"""

import glob
import hashlib
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from slidefront.analysis.columns import (
    TEXT,
    Boards,
    Column,
    Columns,
    Depths,
    Located,
    batches,
    choose_depths,
    schema,
    select,
)
from slidefront.puzzles.core import Puzzle, identity_hash
from slidefront.puzzles.transfer.frame import Frame
from slidefront.store.location import RemotePath
from slidefront.store.run import Run

if TYPE_CHECKING:
    import duckdb
    import pandas
    import polars

_SQL_TYPES = {pa.int16(): "SMALLINT", TEXT: "VARCHAR", pa.bool_(): "BOOLEAN"}
_STORED = ("state", "depth")


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError:
        message = f"{name} is not installed: install it with pip install 'slidefront[analysis]'"
        raise ModuleNotFoundError(message, name=name) from None


def to_pandas(run: Run, depths: Depths = None, columns: Columns = _STORED) -> "pandas.DataFrame":
    """Read one depth of a run, several, or all as a pandas DataFrame."""
    pd = _library("pandas")
    chosen = select(run.puzzle, columns)
    texts, numbers = _read(run, choose_depths(run, depths), chosen)
    text = pd.StringDtype("pyarrow")
    arrays = {name: pd.array(pa.chunked_array(found, TEXT), text) for name, found in texts.items()} | numbers
    return pd.DataFrame({column.name: arrays[column.name] for column in chosen}, copy=False)


def _read(run: Run, depths: list[int], chosen: list[Column]) -> tuple[dict[str, list[Any]], dict[str, Any]]:
    """Read columns: texts batch by batch, and numbers directly into complete arrays."""
    boards = sum(run.layer(depth).boards for depth in depths)
    texts: dict[str, list[Any]] = {column.name: [] for column in chosen if column.type == TEXT}
    numbers = {c.name: np.empty(boards, c.type.to_pandas_dtype()) for c in chosen if c.name not in texts}
    start = 0
    for batch in batches(run, depths, chosen):
        for name, found in zip(batch.schema.names, batch.columns, strict=True):
            if name in texts:
                texts[name].append(found)
            else:
                room = numbers[name][start : start + batch.num_rows]
                room[:] = found.to_numpy(zero_copy_only=False)[: room.size]
        start += batch.num_rows
    return texts, numbers


def to_polars(run: Run, depths: Depths = None, columns: Columns = _STORED) -> "polars.LazyFrame":
    """Open depths of a run as a polars LazyFrame, which decodes only the columns that a query needs."""
    pl = _library("polars")
    chosen = select(run.puzzle, columns)
    wanted = choose_depths(run, depths)

    def read(names: list[str] | None, predicate: Any, rows: int | None, _batch: int | None) -> Iterator[Any]:
        used = [*(names or [column.name for column in chosen]), *_names_in(predicate)]
        for batch in batches(run, _passing(wanted, predicate), [c for c in chosen if c.name in used] or chosen[:1]):
            found = pl.from_arrow(batch)
            found = found if predicate is None else found.filter(predicate)
            found = found if rows is None else found.head(rows)
            yield found if names is None else found.select(names)
            rows = None if rows is None else rows - found.height
            if rows == 0:
                return

    layout = pl.from_arrow(schema(chosen).empty_table()).schema
    frame: polars.LazyFrame = _library("polars.io.plugins").register_io_source(read, schema=layout)
    return frame


def _names_in(predicate: Any) -> list[str]:
    return [] if predicate is None else predicate.meta.root_names()


def _passing(depths: list[int], predicate: Any) -> list[int]:
    """Remove the depths that a polars filter excludes, using the terms that depend on the depth only."""
    pl = _library("polars")
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
    run: Run,
    depths: Depths = None,
    columns: Columns = _STORED,
    connection: "duckdb.DuckDBPyConnection | None" = None,
) -> "duckdb.DuckDBPyRelation":
    """Open depths of a run as a DuckDB relation, with the default connection or another one."""
    duckdb = _library("duckdb")
    connection = connection or duckdb.default_connection()
    chosen = select(run.puzzle, columns)
    files = [file for depth in choose_depths(run, depths) for file in run.files(depth)]
    if not files:
        return connection.from_arrow(schema(chosen).empty_table())
    layers = _scan(connection, files)
    terms = [f"{_term(connection, run.puzzle, one)} AS {_quoted(one.name)}" for one in chosen]
    return layers.project(", ".join(terms))


def _scan(connection: Any, files: list[Any]) -> "duckdb.DuckDBPyRelation":
    """Let DuckDB read files itself, or through pyarrow where they are on another file system."""
    if isinstance(files[0], RemotePath):
        from pyarrow.dataset import dataset

        inside = [file.inside for file in files]
        found: duckdb.DuckDBPyRelation = connection.from_arrow(
            dataset(inside, filesystem=files[0].filesystem, format="parquet")
        )
        return found
    names = [glob.escape(str(file.absolute())) for file in files]
    found = connection.read_parquet(names, hive_partitioning=False)
    return found  # noqa: RET504 - it has a type now


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _term(connection: Any, puzzle: Puzzle, column: Column) -> str:
    """Express a column in SQL: with DuckDB's functions if possible, otherwise by calling a decoder."""
    if column.name in _STORED:
        return column.name
    frame = puzzle.frame
    if frame is not None and isinstance(column.decode, Located):
        row, numbers = column.decode.column
        cases = [f"WHEN {_nibble(frame, c)} = {row} THEN {numbers[c]}" for c in range(frame.cells)]
        return f"CAST(CASE {' '.join(cases)} END AS SMALLINT)"
    if frame is not None and column.name == "marked" and puzzle.marks.at_home:
        hole = [c for c in range(frame.cells) if puzzle.home >> _shift(frame, c) & 15 == 0]
        return f"({' AND '.join(f'{_nibble(frame, c)} = 0' for c in hole)})"
    return f"{_decoder(connection, puzzle, column)}(state)"


def _shift(frame: Frame, cell: int) -> int:
    return 4 * (frame.cells - 1 - cell)


def _nibble(frame: Frame, cell: int) -> str:
    return f"((state >> {_shift(frame, cell)}) & 15)"


def _decoder(connection: Any, puzzle: Puzzle, column: Column) -> str:
    """Create a function that DuckDB can call, and return its name."""
    told = "\n".join([identity_hash(puzzle), puzzle.text, column.name])
    name = f"slidefront_{hashlib.sha256(told.encode()).hexdigest()[:24]}"

    def decode(states: Any) -> Any:
        return column.array(Boards(puzzle, np.array(states, np.uint64), depth=-1))

    with suppress(_library("duckdb").NotImplementedException):  # an earlier relation created it
        connection.create_function(name, decode, ["UBIGINT"], _SQL_TYPES[column.type], type="arrow")
    return name
