"""What the page of a puzzle costs, by the real command: processor time, and the size of the file."""

import subprocess
import sys
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

import pytest

pytestmark = pytest.mark.bench


def processor_seconds(words: list[str]) -> float:
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "slidefront", *words], capture_output=True, check=True)
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


@pytest.mark.parametrize(("puzzle", "boards"), [("pillars-6", 360), ("klotski", 25_955), ("8-puzzle", 181_440)])
def test_pages(puzzle, boards, tmp_path, capsys):
    runs = [processor_seconds(["page", puzzle, "--out", str(tmp_path / f"{number}.html")]) for number in range(4)]
    size = (tmp_path / "0.html").stat().st_size
    with capsys.disabled():
        print(f"\npage {puzzle}, {boards:,} boards: median {median(runs[1:]):.2f} s of processor time, {size:,} bytes")
