"""Layers of `expand` against examples/literal.py: sorting and `searchsorted`, and no code that both share."""

from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from examples import literal
from slidefront.explore.expand import expand

BOARDS = [
    (2, 3, 1, 1000),
    (3, 2, 2, 1000),
    (3, 3, 1, 1000),
    (2, 5, 3, 1000),
    (3, 4, 2, 18),
    (4, 4, 1, 14),
    (4, 4, 2, 22),
]


def layers(folder: Path) -> list[np.ndarray]:
    return [pq.read_table(file)["state"].to_numpy() for file in sorted(folder.iterdir())]


@pytest.mark.parametrize(("rows", "columns", "width", "depth"), BOARDS)
def test_literal_example_finds_same_layers(rows: int, columns: int, width: int, depth: int, tmp_path: Path) -> None:
    literal.explore(tmp_path / "literal", rows, columns, width, depth)
    run = expand(f"{rows}x{columns}+1x{width}", depth=depth, out=tmp_path / "run")
    found = layers(tmp_path / "literal")
    assert len(found) == len(run.layers) > 2
    assert all(
        np.array_equal(ours, theirs) for ours, theirs in zip(map(run.keys, range(len(found))), found, strict=True)
    )


@pytest.mark.parametrize("finished", [0, 1, 2, 12, 21])
def test_literal_example_resumes_from_two_layers(finished: int, tmp_path: Path) -> None:
    literal.explore(tmp_path / "whole", 2, 3)
    folder = tmp_path / "interrupted"
    literal.explore(folder, 2, 3, depth=finished)
    for file in sorted(folder.iterdir())[:-2]:
        file.write_bytes(b"not needed")
    (folder / f"{finished + 1:04}.part").write_bytes(b"half written")
    literal.explore(folder, 2, 3)
    whole = layers(tmp_path / "whole")
    assert len(whole) == 22
    for depth in range(max(0, finished - 1), 22):
        assert np.array_equal(pq.read_table(folder / f"{depth:04}.parquet")["state"], whole[depth])
