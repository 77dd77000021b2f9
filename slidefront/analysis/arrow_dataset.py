"""The boards of a run as an Arrow dataset, whose columns are decoded while a query reads them.

DuckDB asks a dataset for the columns and rows that a query needs, and reads its batches in one pass. So the layers of
all depths that a filter excludes are not read, and no column is decoded that nothing uses.
"""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as ds
import pyarrow.fs

from slidefront.analysis.columns import Column, batches, schema
from slidefront.store.run import Run


class RunDataset(ds.Dataset):  # type: ignore[misc]
    """Some depths and columns of a run."""

    def __init__(self, run: Run, depths: list[int], columns: list[Column]) -> None:
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
