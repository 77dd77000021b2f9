"""`make bench`: measure, keep the figures in docs/benchmarks.json, and write README.md and docs/benchmarks.md from it.

python -m tools.benchmarks                   # everything, in less than ten minutes on two quiet cores
python -m tools.benchmarks --quick           # the short rows, once each; writes nothing
python -m tools.benchmarks expand 11-puzzle  # the rows whose names contain these words; writes nothing
"""

import sys

from tools.benchmarks.pages import machine_sentence, write
from tools.benchmarks.record import measure
from tools.benchmarks.rows import ROWS


def main(words: list[str]) -> None:
    """Measure the rows that were asked for."""
    quick, asked = "--quick" in words, " ".join(word for word in words if word != "--quick")
    rows = [row for row in ROWS if asked in row.name and not (quick and row.is_long)]
    record = measure(rows, quick=quick)
    print(f"\n{machine_sentence(record)}")
    if rows == ROWS:
        write(record)


if __name__ == "__main__":
    main(sys.argv[1:])
