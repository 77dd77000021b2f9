"""What the page of a puzzle costs, by the real command: processor time, and the size of the file."""

from statistics import median

import pytest

from tests.benchmarks.conftest import measured

pytestmark = pytest.mark.bench


@pytest.mark.parametrize(("puzzle", "boards"), [("pillars-6", 360), ("klotski", 25_955), ("8-puzzle", 181_440)])
def test_pages(puzzle, boards, tmp_path, say):
    runs = [measured(["page", puzzle, "--out", str(tmp_path / f"{number}.html")]).processor for number in range(4)]
    size = (tmp_path / "0.html").stat().st_size
    assert size > boards / 4, "the page knows every board"
    say(f"page {puzzle}, {boards:,} boards: median {median(runs[1:]):.2f} s of processor time, {size:,} bytes")
