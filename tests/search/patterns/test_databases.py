from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from slidefront.cli.inputs import load_puzzle
from slidefront.cli.output import words_of
from slidefront.errors import SlidefrontError, advise
from slidefront.notation.load import load, read_puzzle
from slidefront.search.patterns import databases
from slidefront.search.patterns.databases import (
    are_stored,
    databases_for,
    divide_tiles,
    open_stored,
    partition_for,
    store_new,
)
from slidefront.search.solve import solve
from slidefront.watch import Interrupted, Until, Watcher
from tests.damage import flipped
from tests.watchers import Told
from tests.worlds import grid_shape

PARTITION = divide_tiles(grid_shape(2, 3), 5, [3, 2])


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("SLIDEFRONT_CACHE", str(tmp_path))
    return tmp_path


def entries() -> np.ndarray:
    return np.random.default_rng(1).integers(0, 256, PARTITION.stored_bytes, np.uint8)


def test_file_of_another_partition_is_not_used() -> None:
    path = databases.write_databases(PARTITION, entries(), {})
    other = divide_tiles(grid_shape(2, 3), 5, [4, 1])
    path.rename(databases.database_path(other))
    notes = []
    assert open_stored(other, Told(note=notes.append)) is None
    assert "is not used" in notes[0]


def test_damaged_file_is_rebuilt() -> None:
    puzzle, notes = load("2x3"), []
    work = Told(note=notes.append)
    wanted = partition_for(puzzle)
    good = np.array(store_new(wanted, work).entries)
    path = databases.database_path(wanted)
    assert len(notes) == 1
    assert str(path) in notes[0]
    path.write_bytes(flipped(path.read_bytes(), -1, 255))
    again = databases_for(puzzle, work)
    assert np.array_equal(again.entries, good)
    assert notes[1] == f"{path} is not used, because it is damaged, or of another version"
    assert np.array_equal(open_stored(wanted, work).entries, good)


@pytest.mark.parametrize(("left", "most_calls"), [("build in the process", 250), ("file", 250), ("damaged file", 800)])
def test_stopped_build_continues_with_the_next_call(left, most_calls) -> None:
    """In the same process, and from its file in another one; a file that is damaged is not used."""
    wanted = partition_for(load("2x5"))
    whole, levels, stops, calls = databases.PartitionBuild(wanted).run(1, Watcher())[0], [], 0, 0

    def stop() -> bool:
        nonlocal calls
        calls += 1
        return calls == most_calls * (stops + 1)

    while stops < 50:
        calls = 0
        try:
            built = store_new(wanted, Told(message=levels.append, stop=stop))
            break
        except Interrupted:
            stops += 1
            (file,) = databases.patterns_folder().glob("*.unfinished")
            file.write_bytes(flipped(file.read_bytes(), 5000, left != "file"))
            if "file" in left:
                databases._unfinished.clear()
    assert np.array_equal(built.entries, whole)
    assert stops > 1
    if left != "damaged file":
        assert len({*levels}) == len(levels), "a finished level is searched again"
    assert not [*databases.patterns_folder().glob("*.unfinished")]


def test_search_stopped_during_a_build_returns_its_lower_bound() -> None:
    levels = []
    work = Told(message=levels.append, stop=lambda: len(levels) > 5)
    result = solve("3x4", "ba98/7654/231_", algorithm="ida", watcher=work)
    assert (result.status, result.ended_by) == ("unfinished", "watcher")
    assert result.lower_bound > 20
    assert "building" in levels[-1]


def test_search_without_databases_leaves_time_to_build_them() -> None:
    """Or a limit that is too short for the search would be too short for ever."""
    levels = []
    work = Told(message=levels.append)
    while not any("building" in text for text in levels):
        assert len(levels) < 20, "the first search takes all of the time"
        levels.append(solve("3x4", "ba98/7654/231_", max_ratio=1.01, max_seconds=0.5, watcher=work).status)


def test_build_is_not_saved_after_its_time_limit(cache) -> None:
    with pytest.raises(Interrupted):
        store_new(partition_for(load("3x4")), Until(Watcher(), 0))
    assert not [*cache.rglob("*.unfinished")]


def test_unwritable_databases_stay_in_memory(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("SLIDEFRONT_CACHE", str(tmp_path / "file"))
    (tmp_path / "file").write_text("")
    puzzle, notes = load("2x4"), []
    first = databases_for(puzzle, Told(note=notes.append))
    assert databases_for(puzzle, Told(note=notes.append)) is databases_for(puzzle, Watcher())
    assert np.array_equal(first.entries, databases_for(puzzle, Watcher()).entries)
    assert ["did not store them" in text for text in notes] == [True]


def test_threads_build_databases_once() -> None:
    puzzle, notes = load("2x4"), []
    with ThreadPoolExecutor(8) as pool:
        built = [*pool.map(lambda _: databases_for(puzzle, Told(note=notes.append)), range(8))]
    assert len(notes) == 1
    assert all(np.array_equal(databases_.entries, built[0].entries) for databases_ in built)


def test_damaged_large_file_gives_advice_to_rebuild_it() -> None:
    puzzle, notes, advice = load("3x4"), [], []
    work = Told(note=notes.append, advice=advice.append)
    small = databases_for(puzzle, work)
    path = databases.write_databases(partition_for(puzzle, large=True), entries(), {})
    assert databases_for(puzzle, work).partition == small.partition
    assert notes[1] == f"{path} is not used, because it is damaged, or of another version"
    assert advice == [advise("patterns build", puzzle, large=True)]


@pytest.mark.parametrize("name", ["14-puzzle", "klotski", 'kind = "tiles"\nhome = "1 1 2/3 4 5/6 7 _"\n'])
def test_other_puzzles_have_no_databases(name) -> None:
    puzzle = read_puzzle(name) if "=" in name else load(name)
    with pytest.raises(SlidefrontError, match="cannot have pattern databases"):
        databases_for(puzzle, Watcher(), 1)


def test_search_prefers_stored_large_databases_for_any_corner_goal() -> None:
    puzzle, work = load("3x4"), Watcher()
    small, large = partition_for(puzzle), partition_for(puzzle, large=True)
    assert not are_stored(puzzle)
    assert databases_for(puzzle, work).partition == small
    path = databases.write_databases(large, np.zeros(large.stored_bytes, np.uint8), {})
    for target in (puzzle, puzzle.with_goal("1 2 3 4/5 6 7 8/9 10 11 _")):
        assert are_stored(target)
        assert databases_for(target, work).partition == large
    path.unlink()
    assert databases_for(puzzle, work).partition == small


@pytest.mark.parametrize(
    ("puzzle", "name"),
    [
        (load("15-puzzle"), "15-puzzle"),
        (read_puzzle("1234/5678/9abc/df_e"), "1234/5678/9abc/df_e"),
        (load("5x5"), "5x5"),
    ],
)
def test_advice_names_a_puzzle_with_the_same_databases(puzzle, name) -> None:
    assert words_of(advise("patterns build", puzzle))[3:] == name.split()
    assert partition_for(load_puzzle(name.split()[0])) == partition_for(puzzle)
