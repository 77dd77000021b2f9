"""What is written: the table, lengths, minimal puzzles, and puzzle files that are solved again."""

import csv
import json
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

import slidefront
from slidefront.apps.find.kinds import kind_of
from slidefront.apps.find.output import hardest_packs
from slidefront.apps.find.tasks import Hard, SizeResults
from slidefront.apps.problems.problems import read_packs
from slidefront.draw.board import describe_goal
from slidefront.errors import SlidefrontError
from slidefront.watch import Watcher
from tests import naive, naive_rush

ROOT = Path(__file__).parents[3]


def read(path: Path) -> list[dict[str, str]]:
    return [*csv.DictReader(path.read_text("utf-8").splitlines())]


def test_hardest_puzzles_have_their_lengths(slidefront_command, tmp_path) -> None:
    slidefront_command("find", "2x3", "--out", "found", "--top", "2")
    rows = read(tmp_path / "found" / "table.csv")
    lengths = read(tmp_path / "found" / "lengths.csv")
    for row in rows:
        of_row = [length for length in lengths if length["pieces"] == row["pieces"]]
        assert max((int(length["length"]) for length in of_row), default=-1) == int(row["longest"])
        assert sum(int(length["boards"]) for length in of_row) == int(row["solvable"])
        if int(row["longest"]) > 0:
            path = tmp_path / "found" / "puzzles" / f"{row['pieces']}-{row['longest']}-1.toml"
            assert slidefront.solve(path).route.length == int(row["longest"])


def test_minimal_rush_puzzles_match_published_table(slidefront_command, tmp_path) -> None:
    slidefront_command("find", "4x4", "--rules", "rush", "--minimal", "--out", "found")
    minimal = read(tmp_path / "found" / "minimal.csv")
    expected = {
        (str(pieces), str(cluster.length), str(cluster.size), cluster.board)
        for pieces, _, cluster in naive_rush.clusters(4, frozenset())
        if cluster.is_minimal
    }
    assert {tuple(row.values()) for row in minimal} == expected
    assert len(minimal) == len(expected) == 32


def test_wrong_length_is_refused() -> None:
    group = SizeResults(best=[Hard(3, "A.....", "A")])
    with pytest.raises(SlidefrontError, match=r"A\.\.\.\.\. has .*1.* moves, not 3"):
        [*hardest_packs(kind_of("2x3"), {1: group}, Watcher())]


def test_pack_contains_each_hardest_puzzle(slidefront_command, tmp_path) -> None:
    slidefront_command("find", "2x3", "--out", "found", "--top", "2")
    packs = read_packs(tmp_path / "found" / "hardest.jsonl")
    assert {f"{pack.puzzle.name}.toml" for pack in packs} == {
        path.name for path in (tmp_path / "found" / "puzzles").iterdir()
    }
    for pack in packs:
        (problem,) = pack
        boards = naive.reached(partial(after_of, pack.puzzle), pack.puzzle.home)
        goals = {*filter(pack.puzzle.meets_goal, boards)}
        solutions = naive.count_routes(partial(after_of, pack.puzzle), [pack.puzzle.home], goals)
        assert (problem.board_count, problem.difficulty.solutions) == (len(boards), solutions)
    answer = slidefront_command("sheet", "found/hardest.jsonl", "-o", "sheet.html")
    assert f"{len(packs)} problems in sheet.html" in answer.err
    text = (tmp_path / "sheet.html").read_text("utf-8")
    assert all(f"goal: {describe_goal(pack.puzzle)}" in text for pack in packs)


def after_of(puzzle, board) -> set[int]:
    return {move.key for move in puzzle.moves(board)}


def longest_of(golden: str) -> dict[str, int]:
    """Read the lengths of an independent table, or of the table in the docs."""
    if golden == "finder.json":
        rows = json.loads((ROOT / "data" / "golden" / golden).read_text("utf-8"))["4x4"]
        return {pieces: row["longest"] for pieces, row in rows.items()}
    text = (ROOT / "docs/hardest.md").read_text("utf-8")
    section = re.search(rf"^### {golden}$.*?([\d,]+) placements(.*?)^###", text, re.MULTILINE | re.DOTALL)
    assert section
    total, table = section.groups()
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if line.startswith("| ")
    ]
    assert sum(int(row[1].replace(",", "")) for row in rows[1:]) == int(total.replace(",", ""))
    return {row[0]: int(row[5]) for row in rows[1:] if row[5] != "-1"}


@pytest.mark.parametrize(
    ("pack", "golden"),
    [
        ("hardest-4x4.jsonl", "finder.json"),
        ("hardest-4x5.jsonl", "4 x 5"),
        ("hardest-3x6.jsonl", "3 x 6"),
        ("hardest-2x10.jsonl", "2 x 10"),
    ],
)
def test_shipped_packs_match_the_tables(pack, golden) -> None:
    packs = read_packs(ROOT / "docs" / pack)
    assert {pack.puzzle.name.split("-")[0]: pack[0].length for pack in packs} == longest_of(golden)
    for pack in packs:
        assert slidefront.solve(pack.puzzle).optimum == pack[0].length


def test_full_disk_is_one_error_and_find_resumes(slidefront_command, tmp_path) -> None:
    limited = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1024, resource.RLIM_INFINITY));"
        "from slidefront.cli import main; main(['find', '2x3', '--out', 'found'])"
    )
    stopped = subprocess.run([sys.executable, "-c", limited], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert stopped.returncode == 2
    assert stopped.stderr.splitlines()[-1] == (
        "slidefront: cannot write to found: File too large; the same command continues"
    )
    assert "Traceback" not in stopped.stderr
    whole = slidefront_command("find", "2x3", "--out", "found").out
    assert whole == slidefront_command("find", "2x3").out
