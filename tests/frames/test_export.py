"""Columns in pandas, polars, DuckDB, CSV and Parquet: each has what the boards say, and reads no more than asked."""

import io
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq
import pytest

import slidefront
from slidefront.errors import LayerError, PuzzleError
from slidefront.explore.expand import expand
from slidefront.files import new_file
from slidefront.frames import columns as columns_module
from slidefront.frames import export as work
from slidefront.frames.columns import LayerBoards, select
from slidefront.frames.export import edges, export, export_edges, to_duckdb, to_pandas, to_polars
from slidefront.notation.load import load, read_puzzle
from slidefront.search.layer_search import iter_layers
from slidefront.store.parts import SCHEMA, read_part
from slidefront.store.run import Run
from slidefront.tables.open_space import open_space
from tests.frames.conftest import column_names, expected_rows, manhattan
from tests.messages import refused

KINDS = ["tiles", "wide hole", "graph", "long names", "blocks", "alike"]
Rows = list[dict[str, Any]]


def from_duckdb(run: Run, depths: Any, names: list[str], _folder: Path) -> Rows:
    connection = duckdb.connect()  # a relation does not keep it before DuckDB 1.5
    relation = to_duckdb(run, depths, names, connection)
    return [dict(zip(names, row, strict=True)) for row in relation.fetchall()]


def from_parquet(run: Run, depths: Any, names: list[str], folder: Path) -> Rows:
    with new_file(folder / "boards.parquet") as file:
        export(run, file, "parquet", depths, names)
    return pq.read_table(folder / "boards.parquet").to_pylist()


def from_csv(run: Run, depths: Any, names: list[str], folder: Path) -> Rows:
    with new_file(folder / "boards.csv") as file:
        export(run, file, "csv", depths, names)
    types = {one.name: one.type for one in select(run.puzzle, names)}
    options = pyarrow.csv.ConvertOptions(column_types=types)
    return pyarrow.csv.read_csv(folder / "boards.csv", convert_options=options).to_pylist()


Form = Callable[[Run, Any, list[str], Path], Rows]
FORMS: dict[str, Form] = {
    "pandas": lambda run, depths, names, _: to_pandas(run, depths, names).to_dict("records"),
    "polars": lambda run, depths, names, _: to_polars(run, depths, names).collect().to_dicts(),
    "duckdb": from_duckdb,
    "parquet": from_parquet,
    "csv": from_csv,
}
each_form = pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)


@each_form
@pytest.mark.parametrize("kind", KINDS)
def test_each_library_returns_every_column(
    small: dict[str, Run], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, form: Form
) -> None:
    monkeypatch.setattr(columns_module, "COLUMN_BATCH", 7)
    run = small[kind]
    names = column_names(run)
    expected = expected_rows(run, [2, 3, 7], names)
    assert sorted(form(run, [7, 2, 3], names, tmp_path), key=lambda row: (row["depth"], row["state"])) == expected


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The parts that are opened from now on."""
    found: list[Path] = []
    monkeypatch.setattr("slidefront.store.run.read_part", lambda part: found.append(part.path) or read_part(part))
    return found


READERS: dict[str, Callable[[Run, int], Any]] = {
    "pandas": lambda run, depth: to_pandas(run, depth, "state"),
    "polars": lambda run, depth: to_polars(run, depth, "board").collect(),
    "duckdb": lambda run, depth: to_duckdb(run, depth, "board").aggregate("max(board)").fetchall(),
    "export": lambda run, depth: export(run, io.BytesIO(), "csv", depth),
}


@pytest.mark.parametrize("name", READERS)
def test_one_depth_reads_one_layer(ten: Run, opened: list[Path], name: str) -> None:
    READERS[name](ten, 20)
    assert opened == sorted((ten.path / "layers" / "0020").iterdir())


def test_polars_is_lazy(ten: Run, opened: list[Path]) -> None:
    frame = to_polars(ten, columns=["state", "depth", "board", "at_5"])
    assert opened == []
    first = frame.head(3).collect()
    assert first["depth"].to_list() == [0, 1, 1]
    assert len(opened) == 2


def test_polars_decodes_only_used_columns(ten: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    frame = to_polars(ten, columns=["depth", "board", "at_5"])

    def unwanted(_boards: Any) -> Any:
        raise AssertionError("no text was asked for")

    monkeypatch.setattr("slidefront.puzzles.board_text.BoardWriter.utf8", unwanted)
    assert frame.select(pl.col("at_5").sum()).collect().item() == to_pandas(ten, columns="at_5").at_5.sum()
    assert frame.select(pl.len()).collect().item() == ten.board_count


@pytest.mark.parametrize(
    "condition",
    [
        pl.col("depth") == 7,
        (pl.col("depth") == 7) | (pl.col("at_5") == 0),
        (pl.col("depth") > 7) & (pl.col("depth") < 12) & (pl.col("at_5") != 3),
        ~(pl.col("depth") > 3),
        pl.col("at_5").is_in([1, 2]) & pl.col("depth").is_in([3, 30]),
        pl.col("board").str.starts_with("1") & (pl.col("depth") + pl.col("at_5") < 9),
    ],
    ids=str,
)
def test_polars_filters_match_full_frames(small: dict[str, Run], condition: pl.Expr) -> None:
    frame = to_polars(small["tiles"], columns=["depth", "board", "at_5"])
    assert frame.filter(condition).collect().equals(frame.collect().filter(condition))
    assert frame.filter(condition).select("board").collect().height == frame.collect().filter(condition).height


def test_duckdb_uses_the_default_connection(ten: Run) -> None:
    boards = to_duckdb(ten, 3, "board")  # noqa: F841 - named in the query
    assert duckdb.sql("select count(*) from boards").fetchall() == [(ten.layer(3).board_count,)]


def test_column_types(small: dict[str, Run]) -> None:
    names = ["state", "depth", "board", "hole_home", "at_1"]
    frame = to_pandas(small["tiles"], 3, names)
    assert [str(kind) for kind in frame.dtypes] == ["uint64", "int16", "string", "bool", "int16"]
    assert to_polars(small["tiles"], 3, names).collect_schema() == pl.Schema(
        {"state": pl.UInt64, "depth": pl.Int16, "board": pl.String, "hole_home": pl.Boolean, "at_1": pl.Int16}
    )
    relation = to_duckdb(small["tiles"], 3, names)
    assert [str(kind) for kind in relation.types] == ["UBIGINT", "SMALLINT", "VARCHAR", "BOOLEAN", "SMALLINT"]


def test_libraries_read_layers_directly(small: dict[str, Run]) -> None:
    for space in (small["alike"], open_space("2x3")):
        layer = space.layers[7]
        expected = {"state": space.keys(7).tolist(), "depth": [7] * layer.board_count}
        table = pa.table(layer)
        assert table.schema == SCHEMA
        assert table.to_pydict() == pl.DataFrame(layer).to_dict(as_series=False) == expected
        assert layer.to_pandas().to_dict("list") == layer.to_polars().collect().to_dict(as_series=False) == expected
        rows = [(state, 7) for state in expected["state"]]
        assert duckdb.sql("select * from layer").fetchall() == layer.to_duckdb().fetchall() == rows
        assert layer.to_pandas("board")["board"].tolist() == space.puzzle.strings(layer.keys()).tolist()
        assert layer.cells().tolist() == space.puzzle.cells(layer.keys()).tolist()


@pytest.mark.parametrize("form", [to_pandas, to_polars, to_duckdb])
def test_missing_depths_and_columns_are_errors(small: dict[str, Run], form: Callable[..., Any]) -> None:
    assert "has layers 0 to 12, but no layer 99" in refused(LayerError, form, small["tiles"], 99)
    assert "has no column 'nope'" in refused(PuzzleError, form, small["tiles"], 3, "nope")


@pytest.mark.parametrize("name", ["pandas", "polars", "duckdb"])
def test_missing_library_is_named(small: dict[str, Run], monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(ModuleNotFoundError, match=rf"{name} is not installed: pip install {name}"):
        getattr(work, f"to_{name}")(small["tiles"])


def test_data_frame_libraries_are_imported_lazily() -> None:
    assert slidefront.to_pandas is to_pandas
    code = "import sys, slidefront\nslidefront.Run\nprint({'pandas', 'polars', 'duckdb'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_csv_has_heading_and_boards(ten: Run) -> None:
    out = io.BytesIO()
    assert export(ten, out, "csv", 1, "depth,board,hole_home,at_10") == 2
    assert out.getvalue().decode().splitlines() == [
        '"depth","board","hole_home","at_10"',
        '1,"123456__9a78",false,9',
        '1,"123456789__a",false,11',
    ]


def test_csv_quotes_names(tmp_path: Path) -> None:
    puzzle = read_puzzle("kind = 'blocks'\nhome = '''\\./A.'''\n")
    run = expand(puzzle, out=tmp_path / "run")
    texts = [text for depth in range(run.last_depth + 1) for text in puzzle.strings(run.keys(depth)).tolist()]
    out = io.BytesIO()
    export(run, out, "csv", None, "board")
    out.seek(0)
    assert pyarrow.csv.read_csv(out)["board"].to_pylist() == texts


@pytest.mark.parametrize("to", ["csv", "parquet"])
def test_full_disk_stops_reading(ten: Run, opened: list[Path], monkeypatch: pytest.MonkeyPatch, to: str) -> None:
    """The first layer is written before the last one is read."""
    monkeypatch.setattr(work, "_GROUP", 100)

    class Full(io.BytesIO):
        def write(self, data: object, /) -> int:
            if self.tell() > 300:
                raise OSError(28, "No space left on device")
            return super().write(data)  # type: ignore[arg-type]

    with pytest.raises(OSError, match="No space left"):
        export(ten, Full(), to)
    assert 0 < max(int(path.parent.name) for path in opened) < ten.last_depth / 2


def test_parquet_has_large_row_groups(fourteen: Run, tmp_path: Path) -> None:
    with new_file(tmp_path / "some.parquet") as file:
        boards = export(fourteen, file, "parquet", [28, 29], "state,depth,hole")
    meta = pq.ParquetFile(tmp_path / "some.parquet").metadata
    assert meta.num_rows == boards == fourteen.layer(28).board_count + fourteen.layer(29).board_count
    sizes = [meta.row_group(number).num_rows for number in range(meta.num_row_groups)]
    assert min(sizes[:-1]) >= 1 << 18


def pairs(run, depths=None) -> set[tuple[int, int]]:
    found = [
        (one, other, near, far)
        for batch in edges(run, depths)
        for one, other, near, far in zip(*(column.to_pylist() for column in batch.columns), strict=True)
    ]
    assert len({frozenset(pair[:2]) for pair in found}) == len(found), "an edge is listed twice"
    return set(found)


def slow_pairs(run, depths) -> set[tuple[int, int]]:
    """Every move of every board, one at a time, made at the end that is nearer, or at the lesser key."""
    depth = {key: one for one in depths for key in run.keys(one).tolist()}
    found = set()
    for key, near in depth.items():
        for move in run.puzzle.moves(key):
            far = depth.get(move.key, -1)
            if (near, key) < (far, move.key):
                found.add((key, move.key, near, far))
    return found


@pytest.mark.parametrize("name", KINDS)
def test_edges_match_moves(small, name) -> None:
    run = small[name]
    assert pairs(run) == slow_pairs(run, range(len(run.layers)))
    assert pairs(run, [2, 3, 5]) == slow_pairs(run, [2, 3, 5])


def test_table_has_the_same_edges(tmp_path) -> None:
    table = slidefront.make_table("2x3", out=tmp_path / "small.table")
    run = slidefront.expand("2x3", out=tmp_path / "run")
    assert pairs(table) == pairs(run)
    assert pairs(table, [3, 4]) == pairs(run, [3, 4])


def test_edges_can_name_boards(ten: Run) -> None:
    keys, texts = io.BytesIO(), io.BytesIO()
    assert export_edges(ten, keys, "csv", range(4)) == export_edges(ten, texts, "csv", range(4), boards=True)
    rows = [out.getvalue().decode().replace('"', "").splitlines() for out in (keys, texts)]
    assert rows[0][0] == rows[1][0]
    for by_key, by_text in zip(rows[0][1:], rows[1][1:], strict=True):
        source, target, *depths = by_key.split(",")
        assert by_text.split(",") == [*map(ten.puzzle.format, (int(source), int(target))), *depths]


def test_column_names_are_a_list_or_text(small: dict[str, Run]) -> None:
    puzzle = small["tiles"].puzzle
    wanted = ["board", "at_1", "depth"]
    assert [one.name for one in select(puzzle, "board, at_1,depth,board")] == wanted
    assert [one.name for one in select(puzzle, iter(wanted))] == wanted


@pytest.mark.parametrize(
    ("name", "column", "said"),
    [
        ("14-puzzle", "at_15", "14-puzzle has no column 'at_15': it has state, depth, board, moves, ahead, "),
        ("14-puzzle", "boards", "14-puzzle has no column 'boards'"),
        ("14-puzzle", "at_", "14-puzzle has no column 'at_'"),
        ("pillars-6", "row_A", "pillars-6 has no column 'row_A'"),
        ("klotski", "hole", "klotski has no column 'hole'"),
        ("klotski", "at_Z", "klotski has no column 'at_Z'"),
        ("klotski", "manhattan", "klotski has no column manhattan, which needs a tile board and a goal: use bound"),
        ("pillars-6", "row_hole", "pillars-6 has no column 'row_hole'"),
    ],
)
def test_unknown_columns_are_errors(name: str, column: str, said: str) -> None:
    assert refused(PuzzleError, select, load(name), [column]).startswith(said)


def test_equal_tiles_have_no_place() -> None:
    puzzle = read_puzzle('kind = "tiles"\nhome = "112/23_"\n')
    assert refused(PuzzleError, select, puzzle, "at_1").endswith("with one of these names: hole 3")
    assert select(puzzle, "at_3")
    assert "no columns: name at least one" in refused(PuzzleError, select, puzzle, [])


def test_manhattan_decodes_keys_that_are_ranks(tmp_path: Path) -> None:
    run = expand(read_puzzle('kind = "tiles"\nhome = "11111/11111/22222/2222_"\n'), depth=4, out=tmp_path)
    frame = to_pandas(run, columns="board,manhattan")
    home = [*"1111111111222222222_"]
    assert frame.manhattan.tolist() == [manhattan([*board], home, "_", 5) for board in frame.board]


def test_unreachable_goal_has_no_bound() -> None:
    puzzle = read_puzzle('kind = "tiles"\nhome = "1234/56__"\ngoal = "2134/56__"\n')
    (column,) = select(puzzle, "bound")
    assert column.array(LayerBoards(open_space(puzzle), np.array([puzzle.home], np.uint64), 0)).to_pylist() == [-1]
    blocks = read_puzzle('kind = "blocks"\nhome = "AB."\n')
    assert "has no lower bound of moves" in refused(PuzzleError, select, blocks, "bound")


def test_pattern_bound_lies_between_bound_and_depth() -> None:
    puzzle = load("11-puzzle")
    keys = next(next(layer.blocks) for layer in iter_layers(puzzle, [puzzle.home]) if layer.depth == 23)[:2000]
    near, patterns = select(puzzle, "bound,pattern_bound")
    boards = LayerBoards(open_space("2x2"), keys, 23)  # the columns need no layers
    low, high = (np.array(column.array(boards)) for column in (near, patterns))
    assert (low <= high).all() and (low < high).any() and (high <= 23).all()
    assert "no pattern_bound in the line metric" in refused(
        PuzzleError, select, load("11-puzzle", "line"), "pattern_bound"
    )
    assert "cannot have pattern databases" in refused(PuzzleError, select, load("klotski", "step"), "pattern_bound")


def test_label_named_hole_has_its_own_column() -> None:
    puzzle = read_puzzle('kind = "tiles"\nhome = "hole a _"\n')
    (column,) = select(puzzle, "column_hole")
    assert column.array(LayerBoards(open_space(puzzle), np.array([puzzle.home], np.uint64), 0)).to_pylist() == [0]
