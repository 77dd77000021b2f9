"""Export in small memory, to files that are whole or not there. What they hold is tested with the doors."""

import io
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from slidefront.explore.expand import expand
from slidefront.files import new_file
from slidefront.frames import export as work
from slidefront.frames.export import FORMATS, export
from slidefront.notation.load import read_puzzle
from slidefront.store.run import Run


def test_csv_and_json_lines_as_people_read_them(ten: Run) -> None:
    out = io.BytesIO()
    assert export(ten, out, "csv", 1, "depth,board,marked,at_a") == 2
    assert out.getvalue().decode().splitlines() == [
        '"depth","board","marked","at_a"',
        '1,"123456__9a78",false,9',
        '1,"123456789__a",false,11',
    ]
    out = io.BytesIO()
    export(ten, out, "jsonl", 1, ["state", "board"])
    assert out.getvalue().decode().splitlines() == [
        f'{{"state": {key}, "board": "{ten.puzzle.format(key)}"}}' for key in ten.keys(1).tolist()
    ]


def test_names_that_json_and_csv_must_quote(tmp_path: Path) -> None:
    import json

    import pyarrow.csv

    puzzle = read_puzzle("kind = 'blocks'\nhome = '''\"\"./\\,.'''\n")
    run = expand(puzzle, out=tmp_path / "run")
    texts = [text for depth in range(run.greatest_depth + 1) for text in puzzle.strings(run.keys(depth)).tolist()]
    out = io.BytesIO()
    export(run, out, "jsonl", None, ["board", 'at_"'])
    lines = [json.loads(line) for line in out.getvalue().decode().splitlines()]
    assert [line["board"] for line in lines] == texts
    assert all(set(line) == {"board", 'at_"'} for line in lines)
    (tmp_path / "boards.csv").write_bytes(b"")
    out = io.BytesIO()
    export(run, out, "csv", None, "board")
    out.seek(0)
    assert pyarrow.csv.read_csv(out)["board"].to_pylist() == texts


@pytest.mark.parametrize("to", FORMATS)
def test_no_more_is_read_than_can_be_written(ten: Run, monkeypatch: pytest.MonkeyPatch, to: str) -> None:
    """The first layer is written before the last one is read."""
    monkeypatch.setattr(work, "_GROUP", 100)
    read: list[int] = []
    plain = Run.blocks

    def counted(run: Run, depth: int) -> object:
        read.append(depth)
        return plain(run, depth)

    class Full(io.BytesIO):
        def write(self, data: object, /) -> int:
            if self.tell() > 300:
                raise OSError(28, "No space left on device")
            return super().write(data)  # type: ignore[arg-type]

    monkeypatch.setattr(Run, "blocks", counted)
    with pytest.raises(OSError, match="No space left"):
        export(ten, Full(), to)
    assert max(read) < ten.greatest_depth / 2


def test_parquet_has_large_row_groups(fourteen: Run, tmp_path: Path) -> None:
    with new_file(tmp_path / "some.parquet") as file:
        boards = export(fourteen, file, "parquet", [28, 29], "state,depth,hole")
    meta = pq.ParquetFile(tmp_path / "some.parquet").metadata
    assert meta.num_rows == boards == fourteen.layer(28).boards + fourteen.layer(29).boards
    sizes = [meta.row_group(number).num_rows for number in range(meta.num_row_groups)]
    assert min(sizes[:-1]) >= 1 << 18
