"""Runs at full size that exceed their memory: the layers are right and the limit is kept. `make soak` runs them."""

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.soak.measure import measured
from tools.golden import golden_counts

GI = 1 << 30


def check(layers: list[dict[str, Any]], expected: list[int], memory: int) -> None:
    assert [one["boards"] for one in layers] == expected[: len(layers)]
    assert max(one["peak"] for one in layers) <= memory


@pytest.mark.slow
def test_least_memory_is_kept(tmp_path: Path) -> None:
    """Most layers from depth 20 on go through scratch."""
    memory = 384 << 20
    given = {"puzzle": "15-puzzle", "depth": 23, "out": tmp_path / "run", "memory": memory, "threads": 2}
    layers = list(measured(**given))
    check(layers, golden_counts("15-puzzle"), memory)
    assert layers[-1]["written"] > 3 * layers[-1]["boards"]
    assert layers[12]["written"] == 0


@pytest.mark.soak
@pytest.mark.parametrize(("depth", "memory"), [(27, GI), (32, 2 * GI)])
def test_15_puzzle_stays_within_memory(tmp_path: Path, depth: int, memory: int) -> None:
    layers = list(measured(puzzle="15-puzzle", depth=depth, out=tmp_path / "run", memory=memory))
    check(layers, golden_counts("15-puzzle"), memory)
    assert len(layers) == depth + 1


@pytest.mark.soak
def test_mural_within_2_gib(tmp_path: Path) -> None:
    """As deep as an hour and the disk allow: 10 bytes per board in progress, and 3 for the result."""
    layers: list[dict[str, Any]] = []
    boards = golden_counts("mural")
    free = shutil.disk_usage(tmp_path).free
    deepest = max(depth for depth in range(len(boards)) if 3 * sum(boards[:depth]) + 60 * boards[depth] < free)
    for one in measured(puzzle="mural", depth=deepest, out=tmp_path / "run", memory=2 * GI):
        layers.append(one)
        if one["after"] > 3000:
            break
    check(layers, boards, 2 * GI)
