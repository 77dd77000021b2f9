"""What the live display shows of a step."""

from pathlib import Path

import pytest

from slidefront.cli.progress import ExpandProgress
from slidefront.store.run import Run
from slidefront.watch import Step


@pytest.mark.parametrize(
    ("tasks", "workers", "shown"), [(60, 4, "4 workers, 60 tasks; memory "), (1, 1, "1 worker, 1 task; "), (60, 0, "")]
)
def test_workers_and_tasks_are_shown(tmp_path: Path, ten: Run, tasks: int, workers: int, shown: str) -> None:
    progress = ExpandProgress(tmp_path, depth=None)
    progress.on_open(ten.manifest)
    text = progress.text(Step(20, 1000, 0.25, 300, tasks, workers))
    assert "depth 20: 25% of the layer done, 300 boards from 1,000" in text
    (line,) = [line.strip() for line in text.splitlines() if "memory" in line]
    assert line.startswith(shown or "memory ")


def test_without_a_terminal_lines_come_at_most_so_often(slidefront, monkeypatch):
    """The table at the end has all layers, so a short run prints none before."""
    monkeypatch.setattr("slidefront.cli.progress.LINE_SECONDS", 3600.0)
    assert slidefront("expand", "pennant", "--out", "short").err == ""
    monkeypatch.setattr("slidefront.cli.progress.LINE_SECONDS", 0.0)
    lines = slidefront("expand", "pennant", "--out", "long").err.splitlines()
    assert len(lines) == 81
    assert lines[80].startswith("depth 80: 1 board")
    lines = slidefront("table", "pennant").err.splitlines()
    assert len(lines) == 80
    assert lines[79].startswith("depth 80: 1 board, 100% of 1,398, ")
