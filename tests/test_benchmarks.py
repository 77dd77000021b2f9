"""The figures of the docs match the record, and a row and its baseline are measured alternately."""

import json
from pathlib import Path

import pytest

from tools.benchmarks.measure import Sample
from tools.benchmarks.pages import HEADLINE, PAGES, PART, filled
from tools.benchmarks.record import RECORD, measure_row, ratio
from tools.benchmarks.rows import ROWS, Baseline, Measured, Row, solved, space

RECORDED = json.loads(RECORD.read_text("utf-8"))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_page_shows_the_figures_of_the_record(path: Path) -> None:
    text = path.read_text("utf-8")
    assert filled(text, RECORDED) == text, "run make bench, or restore the page"


def test_every_row_appears_on_a_page() -> None:
    parts = {match[2] for path in PAGES for match in PART.finditer(path.read_text("utf-8"))}
    assert {row.group for row in ROWS} <= parts
    names = [row.name for row in ROWS]
    assert len(names) == len({*names})
    assert HEADLINE in names


def test_row_and_baseline_are_measured_alternately(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    turns: list[str] = []

    def run(_: Path) -> Measured:
        turns.append("row")
        return Measured(Sample(1.0 + len(turns), 2.0), 7)

    def baseline(_: Path, count: int) -> Sample:
        turns.append(f"baseline of {count}")
        return Sample(12.0, 1.0)

    record = measure_row(Row("group", "name", run, Baseline("other", baseline), runs=3, baseline_runs=2), tmp_path)
    assert turns == ["row", "row", "baseline of 7", "row", "baseline of 7", "row"]
    assert record["seconds"] == {"median": 5.0, "least": 3.0, "greatest": 7.0}
    assert record["baseline"]["runs"] == 2
    assert (ratio(record, "seconds"), ratio(record, "processor_seconds")) == (2.4, 0.5)
    assert "name: 7 boards" in capsys.readouterr().out


def test_rows_read_the_results_of_commands(tmp_path: Path) -> None:
    assert space("expand pillars-6", tmp_path).count == 360
    assert solved("solve 8-puzzle --start 3124756_8", 3, tmp_path).count == 3
