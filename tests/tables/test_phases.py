"""Tables of boards with few distinct tiles, from all boards that meet a partial goal, against independent counts."""

import csv
from pathlib import Path

import pytest

from slidefront.explore.expand import expand
from slidefront.notation.load import read_puzzle
from slidefront.puzzles.core import Puzzle
from slidefront.tables.build import make_table
from tests.tables.worlds import sizes

GOLDEN = Path("data/golden/phases")
SMALL = ["3x3-tiles-1-2-3", "3x4-tiles-1-2-3-4", "4x4-tiles-1-2-3-4", "3x5-tiles-1-2-3-6-11", "5x5-tiles-1-2-3"]


def phase(name: str) -> Puzzle:
    """Make the puzzle of a file: its tiles are in their cells, and the others are equal."""
    size, _, *tiles = name.split("-")
    rows, columns = map(int, size.split("x"))
    home = [str(cell) if str(cell) in tiles else "x" for cell in range(1, rows * columns)] + ["_"]
    goal = [name if name in tiles else "*" for name in home]
    lines = ["/".join(" ".join(some[row * columns :][:columns]) for row in range(rows)) for some in (home, goal)]
    return read_puzzle(f'kind = "tiles"\nhome = "{lines[0]}"\ngoal = "{lines[1]}"\n', name)


def counts(name: str) -> list[int]:
    with (GOLDEN / f"{name}.csv").open() as file:
        return [int(row["boards"]) for row in csv.DictReader(file)]


@pytest.mark.parametrize("name", SMALL)
def test_tables_have_the_published_counts(name, tmp_path):
    table = make_table(phase(name), tmp_path / "a.table", start="goal")
    assert sizes(table) == counts(name)
    assert table.layers[0].selected_count == table.layers[0].board_count


def test_layers_have_the_published_counts(tmp_path):
    run = expand(phase("5x5-tiles-1-2-3"), start="goal", depth=25, out=tmp_path / "run")
    assert [layer.board_count for layer in run.layers] == counts("5x5-tiles-1-2-3")[:26]
