"""Whole runs to take routes from."""

from pathlib import Path

import pytest

from slidefront import Run, expand, load
from slidefront.explore.expand import goals_of


@pytest.fixture(scope="session")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("runs")


@pytest.fixture(scope="session")
def eight(runs: Path) -> Run:
    """The 8-puzzle, whose goal is its home."""
    return expand("8-puzzle", out=runs / "8-puzzle")


@pytest.fixture(scope="session")
def six(runs: Path) -> Run:
    """The six pillars, whose goal is another board than home."""
    return expand("pillars-6", out=runs / "pillars-6")


@pytest.fixture(scope="session")
def six_from_goal(runs: Path) -> Run:
    return expand("pillars-6", start="goal", out=runs / "pillars-6-from-goal")


@pytest.fixture(scope="session")
def klotski(runs: Path) -> Run:
    return expand("klotski", out=runs / "klotski")


@pytest.fixture(scope="session")
def klotski_from_goals(runs: Path, klotski: Run) -> Run:
    puzzle = load("klotski")
    return expand(puzzle, starts=goals_of(puzzle, klotski), out=runs / "klotski-from-goals")
