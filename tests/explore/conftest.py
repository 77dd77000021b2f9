"""Small worlds, golden growth, and what two runs must have in common."""

import csv
import json
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

import numpy as np
import pytest

from slidefront.arrays import Keys
from slidefront.executors.budget import Budget, Resources, WorkSizes
from slidefront.keys.algebra import digest_of
from slidefront.notation.load import load, read_puzzle
from slidefront.puzzles.core import Puzzle
from slidefront.store.run import Run
from slidefront.store.space import Space
from tests import naive
from tools.golden import GOLDEN

CASES, FIFTEEN = (json.loads((GOLDEN / f"{name}.json").read_text("utf-8")) for name in ("cases", "fifteen"))


def growth(name: str, folder: str = "growth") -> list[dict[str, int]]:
    """Read the golden growth of a puzzle, one row a depth."""
    with (GOLDEN / folder / f"{name}.csv").open() as file:
        return [{field: int(value) for field, value in row.items()} for row in csv.DictReader(file)]


def check_growth(space: Space, name: str) -> None:
    """Compare the layers of a space with the first ones of the golden growth."""
    golden = growth(name)[: space.last_depth + 1]
    assert [layer.board_count for layer in space.layers] == [row["boards"] for row in golden]
    if "hole_home" in golden[0]:
        assert [layer.selected_count for layer in space.layers] == [row["hole_home"] for row in golden]


def graph(home: str, edges: Iterable[tuple[int, int]]) -> Puzzle:
    lines = [list(edge) for edge in edges]
    return read_puzzle(f'kind = "graph"\nhome = "{home}"\nedges = {lines}\n', "graph")


def ring(vertices: int) -> list[tuple[int, int]]:
    return [(vertex, (vertex + 1) % vertices) for vertex in range(vertices)]


def triangle() -> Puzzle:
    """Not two-colourable: a ring of 6 with two chords that close triangles."""
    return graph("_abcde", [*ring(6), (0, 2), (2, 4)])


def unsized(puzzle: Puzzle) -> Puzzle:
    """Leave the size unknown, as it is of other kinds of puzzles: counting takes longer here than exploring."""
    puzzle.size = lambda: None
    return puzzle


def wide() -> Puzzle:
    """16 vertices, one of degree 6, two-colourable, equal labels: no used-move bits, a space of middle size."""
    return unsized(graph("_aaaaaaaaaaaaaab", [*ring(16), (0, 3), (0, 5), (0, 7), (0, 9)]))


def two_worlds() -> Puzzle:
    """A graph in two pieces."""
    return graph("_abcdefg", [(0, 1), (1, 2), (2, 3), (3, 0), (0, 2), (4, 5), (5, 6), (6, 7), (7, 4)])


STAR = [(0, leaf) for leaf in range(1, 16)]
"""The edges of a vertex with 15 neighbours: a board of 16 cells has no room for used-move bits."""
SMALL = {
    "1x2": lambda: load("1x2"),
    "2x2": lambda: load("2x2"),
    "2x3": lambda: load("2x3"),
    "3x3+2x2": lambda: load("3x3+2x2"),
    "2x4+1x2": lambda: load("2x4+1x2"),
    "4x4+2x2": lambda: read_puzzle('kind = "tiles"\nhome = "1 1 1 1/1 1 2 2/1 1 _ _/1 1 _ _"\n', "square"),
    "pillars-6": lambda: load("pillars-6"),
    "triangle": triangle,
    "odd ring": lambda: graph("_abcdef", ring(7)),  # two boards at the greatest depth are neighbours
    "star": lambda: graph("_abcdefghijklmno", STAR),
    "star from a leaf": lambda: graph("a_bcdefghijklmno", STAR),
    "wide": wide,
    "wide odd": lambda: unsized(graph("_aaaaaaaaaaaaabb", [*ring(16), (0, 2), (0, 5), (0, 7), (0, 10), (3, 12)])),
    "folded": lambda: unsized(graph("_aaaaaaaaaaaaaab", [*ring(16), (0, 5), (0, 8), (4, 12)])),  # degree 4
    "two worlds": two_worlds,
}
"""Worlds that a set explores in a moment."""
BLOCKS = {
    "klotski in steps": partial(load, "klotski", "step"),
    "klotski in moves": partial(load, "klotski", "move"),
    "pennant in slides": partial(load, "pennant", "slide"),
}
"""Worlds whose first layers a set explores in a moment."""


def bfs(puzzle: Puzzle, starts: Iterable[int], depth: int | None = None) -> list[list[int]]:
    """Explore with sets: the keys of each layer, ascending."""
    found = naive.layers(lambda key: [move.key for move in puzzle.moves(key)], starts, depth)
    return [sorted(layer) for layer in found]


def contents(run: Run) -> list[list[int]]:
    return [run.keys(depth).tolist() for depth in range(run.last_depth + 1)]


def check_run(run: Run) -> list[Keys]:
    """Check what every run must be: its records tell the truth about its files. Return its layers."""
    found = []
    for layer in run.layers:
        keys = run.keys(layer.depth)
        assert keys.size == layer.board_count > 0
        assert np.all(keys[1:] > keys[:-1])
        assert layer.digest == digest_of([keys])
        assert run.puzzle.count_selected(keys) == layer.selected_count
        found.append(keys)
    assert not (run.path / "_scratch").exists()
    return found


checked = cache(check_run)
"""The layers of a run that stays as it is."""


def check_same(run: Run, whole: Run) -> None:
    """Check that a run has the same layers as one that was not disturbed, whatever their parts."""
    for mine, other in zip(check_run(run), checked(whole), strict=True):
        assert np.array_equal(mine, other)
    assert [(layer.depth, layer.board_count, layer.selected_count, layer.digest) for layer in run.layers] == [
        (layer.depth, layer.board_count, layer.selected_count, layer.digest) for layer in whole.layers
    ]
    assert run.manifest.whole == whole.manifest.whole
    check_nothing_else(run)


def check_nothing_else(run: Run) -> None:
    """Check that no layers stand beside those that the manifest names: pandas would read them."""
    names = sorted(path.name for path in (run.path / "layers").iterdir())
    assert names == [f"{layer.depth:04d}" for layer in run.layers]


def check_start_of(run: Run, whole: Run) -> None:
    """Check that a run's layers are the first ones of another."""
    for mine, other in zip(check_run(run), checked(whole), strict=False):
        assert np.array_equal(mine, other)
    assert run.last_depth <= whole.last_depth


def files(folder: Path) -> dict[str, bytes]:
    """Read all files of a run but its lock."""
    found = {str(path.relative_to(folder)): path for path in folder.rglob("*") if path.is_file()}
    return {name: path.read_bytes() for name, path in found.items() if name != "_lock"}


TINY = WorkSizes(
    sample=8,
    slice_boards=32,
    least_slice=4,
    spread_bytes=1 << 60,
    bucket_keys=5,
    part_boards=8,
    least_part=4,
    most_parts=3,
    keys_at_once=8,
    gather_bytes=1 << 60,
    block_keys=5,
    synced_boards=0,
)
"""Sizes that divide the smallest layers into many slices, buckets and parts, and sync all parts at once."""


def in_slices(boards: int) -> WorkSizes:
    """Divide all frontiers into slices of a number of boards."""
    return replace(TINY, slice_boards=boards, least_slice=boards, most_slices=1 << 40)


class ChunksInFiles(Budget):
    """A budget with which no chunk fits into memory."""

    def fits(self, _: int) -> bool:
        return False


class AllInFiles(ChunksInFiles):
    """A budget with which no chunk and no layer fits into memory."""

    layer_boards = 0


class LargeInFiles(ChunksInFiles):
    """A budget with which no chunk and no layer of more than 20 boards fits into memory."""

    layer_boards = 20


@dataclass(frozen=True)
class Divided(Resources):
    """Resources that divide work by sizes, and make a kind of budget."""

    sizes: WorkSizes = TINY
    kind: Callable[[int, int, WorkSizes], Budget] = Budget

    def budget(self, default: int | None = None, least: int | None = None) -> Budget:
        budget = super().budget(default, least)
        return self.kind(budget.threads, budget.memory, self.sizes)


def no_memory(threads: int, _: int, sizes: WorkSizes) -> Budget:
    """Return a budget that is too small for anything."""
    return Budget(threads, 1 << 20, sizes)


def tiny_if(tiny: bool, threads: int | None = None) -> Resources:
    return Divided(threads) if tiny else Resources(threads)


@pytest.fixture(autouse=True)
def no_thread_left() -> Iterator[None]:
    """Every test ends with the threads it began with."""
    before = set(threading.enumerate())
    yield
    left = [thread for thread in threading.enumerate() if thread not in before and "slidefront" in thread.name]
    assert left == []
