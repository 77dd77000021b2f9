"""Undisturbed runs to compare with, and the puzzles that are disturbed."""

import pytest

from slidefront.explore.expand import expand
from slidefront.store.run import Run
from tests.cli.conftest import slidefront

__all__ = ["eleven", "slidefront"]

DEPTH = 22
"""The 11-puzzle to this depth takes a moment, and has layers of several slices, buckets and parts."""


@pytest.fixture(scope="session")
def eleven(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return expand("11-puzzle", depth=DEPTH, out=tmp_path_factory.mktemp("runs") / "11-puzzle")
