"""What is written: the table, lengths, minimal puzzles, and puzzle files that are solved again."""

import csv

import pyarrow.parquet as pq
import pytest

import slidefront
from slidefront.errors import SlidefrontError
from slidefront.explore.watch import Watcher
from slidefront.find.found import Group, Hard
from slidefront.find.output import write_puzzles
from slidefront.find.read import kind_of


def test_the_hardest_are_puzzles_of_their_lengths(slidefront_command, tmp_path):
    slidefront_command("find", "2x3", "--out", "found", "--top", "2")
    rows = [*csv.DictReader((tmp_path / "found" / "table.csv").read_text("utf-8").splitlines())]
    lengths = pq.read_table(tmp_path / "found" / "lengths.parquet").to_pylist()
    for row in rows:
        of_row = [one for one in lengths if str(one["pieces"]) == row["pieces"]]
        assert max((one["length"] for one in of_row), default=-1) == int(row["longest"])
        assert sum(one["boards"] for one in of_row) == int(row["solvable"])
        if int(row["longest"]) > 0:
            path = tmp_path / "found" / "puzzles" / f"{row['pieces']}-{row['longest']}-1.toml"
            assert slidefront.solve(path).route.length == int(row["longest"])


def test_minimal_puzzles_of_rush_are_a_table(slidefront_command, tmp_path):
    slidefront_command("find", "4x4", "--rules", "rush", "--all", "--out", "found")
    minimal = pq.read_table(tmp_path / "found" / "minimal.parquet").to_pylist()
    assert len(minimal) == 32
    assert max(one["length"] for one in minimal) == 7
    answer = slidefront_command("find", "2x3", "--all", code=2)
    assert "'--all'" in answer.err


def test_a_wrong_length_is_not_written(tmp_path):
    group = Group(best=[Hard(3, "A.....", "A")])
    with pytest.raises(SlidefrontError, match="has 1 moves, not 3"):
        write_puzzles(tmp_path, kind_of("2x3"), {1: group}, Watcher())
    assert [*(tmp_path / "puzzles").iterdir()] == []
