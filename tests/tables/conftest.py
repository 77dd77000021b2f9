"""The table of the 8-puzzle, made in memory once."""

import pytest

from slidefront.tables.build import make_table
from slidefront.tables.table import Table


@pytest.fixture(scope="session")
def eight(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return make_table("8-puzzle", tmp_path_factory.mktemp("eight") / "a.table")
