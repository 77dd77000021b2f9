"""Export a run, or the layers of a table, to one file of CSV, JSON lines or Parquet, batch by batch."""

import json
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.parquet as pq

from slidefront.analysis.columns import TEXT, Columns, Depths, batches, choose_depths, schema, select
from slidefront.store.explored import Explored

_GROUP = 1 << 18  # the minimum number of boards in a row group, except the last


def export(
    run: Explored, out: BinaryIO, to: str = "csv", depths: Depths = None, columns: Columns = "depth,board"
) -> int:
    """Write columns of some depths to an open file as csv, jsonl or parquet, and return the number of boards."""
    chosen = select(run.puzzle, columns)
    wanted = choose_depths(run, depths)
    return FORMATS[to](batches(run, wanted, chosen), schema(chosen), out)


def _write_csv(found: Iterator[Any], layout: Any, out: BinaryIO) -> int:
    boards = 0
    with pyarrow.csv.CSVWriter(out, layout) as file:
        for batch in found:
            file.write_batch(batch)
            boards += batch.num_rows
    return boards


def _write_jsonl(found: Iterator[Any], layout: Any, out: BinaryIO) -> int:
    boards = 0
    for batch in found:
        out.write(_json_lines(batch, layout.names))
        boards += batch.num_rows
    return boards


def _json_lines(batch: Any, names: list[str]) -> Any:
    """Join the columns to one text per board, and return the bytes of all texts."""
    parts: list[Any] = []
    for name, column in zip(names, batch.columns, strict=True):
        before = ", " if parts else "{"
        quote = '"' if column.type == TEXT else ""
        parts += [f"{before}{json.dumps(name, ensure_ascii=False)}: {quote}", _json_text(column), quote]
    terms = [pa.scalar(part, TEXT) if isinstance(part, str) else part for part in [*parts, "}\n"]]
    lines = pc.binary_join_element_wise(*terms, pa.scalar("", TEXT))
    return lines.buffers()[2]


def _json_text(column: Any) -> Any:
    if column.type != TEXT:
        return pc.cast(column, TEXT)
    escaped = pc.replace_substring(column, pattern="\\", replacement="\\\\")
    return pc.replace_substring(escaped, pattern='"', replacement='\\"')


def _write_parquet(found: Iterator[Any], layout: Any, out: BinaryIO) -> int:
    boards = 0
    group: list[Any] = []
    few = [field.name for field in layout if field.type == pa.int16()]
    mark = {b"slidefront": b"made with slidefront"}
    with pq.ParquetWriter(out, layout.with_metadata(mark), compression="zstd", use_dictionary=few) as file:
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
    "jsonl": _write_jsonl,
    "parquet": _write_parquet,
}
