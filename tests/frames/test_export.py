"""Exports of boards and edges in small memory, to files that are whole or not there."""

import io
from pathlib import Path

import pyarrow.csv
import pyarrow.parquet as pq
import pytest

import slidefront
from slidefront.explore.expand import expand
from slidefront.files import new_file
from slidefront.frames import export as work
from slidefront.frames.export import edges, export, export_edges
from slidefront.notation.load import read_puzzle
from slidefront.store.run import Run


def test_csv_as_people_read_it(ten: Run) -> None:
    out = io.BytesIO()
    assert export(ten, out, "csv", 1, "depth,board,hole_home,at_10") == 2
    assert out.getvalue().decode().splitlines() == [
        '"depth","board","hole_home","at_10"',
        '1,"123456__9a78",false,9',
        '1,"123456789__a",false,11',
    ]


def test_names_that_csv_must_quote(tmp_path: Path) -> None:
    puzzle = read_puzzle("kind = 'blocks'\nhome = '''\\./A.'''\n")
    run = expand(puzzle, out=tmp_path / "run")
    texts = [text for depth in range(run.last_depth + 1) for text in puzzle.strings(run.keys(depth)).tolist()]
    out = io.BytesIO()
    export(run, out, "csv", None, "board")
    out.seek(0)
    assert pyarrow.csv.read_csv(out)["board"].to_pylist() == texts


@pytest.mark.parametrize("to", ["csv", "parquet"])
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
    assert max(read) < ten.last_depth / 2


def test_parquet_has_large_row_groups(fourteen: Run, tmp_path: Path) -> None:
    with new_file(tmp_path / "some.parquet") as file:
        boards = export(fourteen, file, "parquet", [28, 29], "state,depth,hole")
    meta = pq.ParquetFile(tmp_path / "some.parquet").metadata
    assert meta.num_rows == boards == fourteen.layer(28).board_count + fourteen.layer(29).board_count
    sizes = [meta.row_group(number).num_rows for number in range(meta.num_row_groups)]
    assert min(sizes[:-1]) >= 1 << 18


NAMES = ["tiles", "wide hole", "graph", "long names", "blocks", "alike"]


def pairs(run, depths=None):
    found = [
        (one, other, near, far)
        for batch in edges(run, depths)
        for one, other, near, far in zip(*(column.to_pylist() for column in batch.columns), strict=True)
    ]
    assert len({frozenset(pair[:2]) for pair in found}) == len(found), "an edge is listed twice"
    return set(found)


def slow_pairs(run, depths):
    """Every move of every board, one at a time, made at the end that is nearer, or at the lesser key."""
    depth = {key: one for one in depths for key in run.keys(one).tolist()}
    found = set()
    for key, near in depth.items():
        for move in run.puzzle.moves(key):
            far = depth.get(move.key, -1)
            if (near, key) < (far, move.key):
                found.add((key, move.key, near, far))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_edges_are_the_moves(small, name):
    run = small[name]
    assert pairs(run) == slow_pairs(run, range(len(run.layers)))
    assert pairs(run, [2, 3, 5]) == slow_pairs(run, [2, 3, 5])


def test_a_whole_space_has_all_its_edges(tmp_path):
    """The 8-puzzle: each cell of the hole has a ninth of the boards; 24 moves over all nine cells."""
    run = slidefront.expand("8-puzzle", out=tmp_path / "run")
    assert sum(batch.num_rows for batch in edges(run)) == 181_440 // 9 * 24 // 2


def test_a_table_has_the_same_edges(tmp_path):
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
