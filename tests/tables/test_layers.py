"""Layers of tables are equal to the layers of a run, with one bit and with two, in memory and through files."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import slidefront
from slidefront import Resources
from slidefront.apps.problems.packs import samples
from slidefront.errors import LimitError, TableError
from slidefront.executors.budget import Budget, WorkSizes
from slidefront.frames.stats import hardest
from slidefront.puzzles.core import Puzzle
from slidefront.store.manifest import Layer
from slidefront.store.run import Run
from slidefront.store.space import Space
from slidefront.tables.build import make_table
from slidefront.tables.layers import write_run
from slidefront.tables.table import Table
from slidefront.watch import Interrupted
from tests.explore.conftest import Divided, no_memory
from tests.tables.test_table import WORLDS
from tests.watchers import Told


def records(run: Run) -> list[tuple[str, int, int, list[str]]]:
    return [
        (layer.digest, layer.board_count, layer.selected_count, [part.sha256 for part in layer.parts])
        for layer in run.layers
    ]


@pytest.fixture(params=WORLDS)
def puzzle(request) -> Puzzle:
    return WORLDS[request.param]()


def test_run_of_table_matches_expand(tmp_path, puzzle) -> None:
    expected = slidefront.expand(puzzle, out=tmp_path / "expected")
    table = make_table(puzzle, tmp_path / "a.table")
    actual = write_run(table, tmp_path / "run", depth=table.last_depth, resources=Resources(2))
    assert records(actual) == records(expected)
    assert actual.manifest.header() == expected.manifest.header()
    assert actual.manifest.whole
    assert slidefront.verify(tmp_path / "run", deep=True).good


class NoRoom(Budget):
    """A budget that has no memory for keys."""

    work_bytes = 0


def test_layer_through_files_is_the_same(tmp_path, puzzle) -> None:
    table = make_table(puzzle, tmp_path / "a.table")
    expected = records(write_run(table, tmp_path / "expected"))
    resources = Divided(sizes=WorkSizes(chunk_boards=50, bucket_keys=64), kind=NoRoom)
    actual = records(write_run(table, tmp_path / "run", resources=resources))
    assert [record[:3] for record in actual] == [record[:3] for record in expected]
    assert not [*tmp_path.rglob("*.keys")]


def test_expand_continues_an_interrupted_run_of_a_table(tmp_path: Path, eight: Table) -> None:
    part = write_run(eight, tmp_path / "run", depth=12)
    assert (part.last_depth, part.manifest.whole) == (12, False)
    layers: list[Layer] = []
    watcher = Told(stop=lambda: bool(layers) and layers[-1].depth == 20, layer=layers.append)
    with pytest.raises(Interrupted):
        write_run(eight, tmp_path / "run", watcher=watcher)
    assert Run(tmp_path / "run").last_depth == 20
    assert write_run(eight, tmp_path / "run", depth=25).last_depth == 25
    assert slidefront.expand("8-puzzle", out=tmp_path / "run").board_count == 181_440
    assert slidefront.verify(tmp_path / "run", deep=True).good


def test_samples_and_hardest_boards_match_a_run(tmp_path: Path, eight: Table) -> None:
    run = slidefront.expand("8-puzzle", out=tmp_path / "run")

    def answers(space: Space) -> Iterator[object]:
        for only in (None, "hole-home"):
            yield [
                (depth, boards.tolist())
                for depth, boards in samples(space, [3, 20, 28], 27, 5, selected=only is not None)
            ]
            yield hardest(space, 1500, only=only, resources=Resources(memory="300M"))
        yield [problem.board for problem in slidefront.problems(space, range(25, 29), 12, seed=2)]
        yield [problem.difficulty.solutions for problem in slidefront.problems(space, 24, 3, difficulty=True)]

    for answer, expected in zip(answers(eight), answers(run), strict=True):
        assert answer == expected


def test_other_counts_than_the_codes_lead_to_raise(eight: Table) -> None:
    table = Table(eight.path)
    table.manifest.layers[20] = replace(table.manifest.layers[20], board_count=7)
    with pytest.raises(TableError, match="it says that 7 boards are at depth 20"):
        [*table.blocks(25)]


@pytest.mark.parametrize(
    "read_layers",
    [
        lambda table, folder, resources: write_run(table, folder, resources=resources),
        lambda table, _, resources: hardest(table, 1500, resources=resources),
        lambda table, _, resources: slidefront.problems(table, 25, resources=resources),
    ],
)
def test_layers_that_exceed_memory_raise(
    tmp_path: Path, eight: Table, read_layers: Callable[[Table, Path, Resources], object]
) -> None:
    with pytest.raises(LimitError, match=r"exploring .*a.table again needs 25.* MiB of memory, more than the 1.0 MiB"):
        read_layers(eight, tmp_path / "run", Divided(kind=no_memory))
    assert not (tmp_path / "run" / "layers").exists()
