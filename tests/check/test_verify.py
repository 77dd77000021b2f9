"""Verifying: each thing that can be wrong is named, nothing is changed, and what is safe is said."""

import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import slidefront
from slidefront.check.files import Damage, Report
from slidefront.check.verify import verify
from slidefront.errors import LimitError, RunError, TableError
from slidefront.executors.budget import Resources, WorkSizes
from slidefront.explore.expand import expand
from slidefront.keys import segments
from slidefront.notation.load import load
from slidefront.store.manifest import load_manifest
from slidefront.store.run import Run
from slidefront.store.writer import RunWriter
from slidefront.tables.build import SpaceBits, make_table
from slidefront.tables.rows import CodedSpace
from slidefront.tables.table import Table, TableHeader, read_table, write_table
from slidefront.watch import Checked, Interrupted
from tests import naive
from tests.damage import flipped
from tests.explore.conftest import BLOCKS, SMALL, AllInFiles, Divided, LargeInFiles, bfs, files, no_memory, triangle
from tests.messages import refused
from tests.store.conftest import edit_manifest, rewrite
from tests.watchers import Told, stop_after

Change = Callable[[dict[str, Any]], None]
PART = "part-00000.parquet"


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """The 8-puzzle to depth 12; its larger layers are in several parts."""
    resources = Divided(sizes=WorkSizes(part_boards=32, bucket_keys=16, sample=16))
    run = expand("8-puzzle", depth=12, out=tmp_path / "run", resources=resources)
    assert min(len(layer.parts) for layer in run.layers[11:]) > 2
    return run


@pytest.mark.parametrize("deep", [False, True])
def test_verify_accepts_and_keeps_a_good_run(run: Run, deep: bool) -> None:
    before = files(run.path)
    report = slidefront.verify(run, deep=deep)
    assert report == Report(run.path, deep, run.manifest)
    assert (report.good, report.safe, report.doubtful) == (True, 12, False)
    assert verify(str(run.path), deep=deep) == verify(run.path, deep=deep) == report
    assert files(run.path) == before


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda record: record.update(text="kind ="), "its puzzle cannot be read: "),
        (lambda record: record.update(text=slidefront.load("10-puzzle").text), "its puzzle is not the puzzle of"),
        (lambda record: record.update(identity="ab" * 32), "its puzzle is not the puzzle of"),
        (
            lambda record: record.update(metric="move"),
            "its puzzle cannot be read: puzzle 8-puzzle: tiles have no move metric",
        ),
        (lambda record: record.update(marks="goal"), "it counts goal boards where the puzzle has hole-home boards"),
        (lambda record: record.update(start_digest="00" * 8), "its start is not layer 0: their digests differ"),
        (lambda record: record.update(total=181_441), "its total is 181,441, but 181,440 boards can be reached"),
        (lambda record: record.update(total=100), "boards of 100 that exist"),
    ],
)
def test_doubtful_manifest_is_damage(run: Run, change: Change, said: str) -> None:
    """Then nothing tells what the files must be, and nothing can be called good."""
    edit_manifest(run.path, change)
    report = verify(run, deep=True)
    assert [damage for damage in report.damages if said in damage.what] == list(report.damages)[:1]
    assert all(damage.layer is None and damage.file == "_run.json" for damage in report.damages)
    assert (report.doubtful, report.safe, report.good) == (True, -1, False)


def test_early_end_contradicts_the_total(run: Run) -> None:
    edit_manifest(run.path, lambda record: record.update(whole=True))
    (damage,) = verify(run).damages
    assert str(damage) == f"_run.json: it says that the space ends with {run.board_count:,} boards of 181,440"
    assert (damage.layer, verify(run).safe) == (13, 12)


def test_verify_lists_strays(run: Run) -> None:
    layers = run.path / "layers"
    for name in ("0003/other.parquet", "0005/deep", "12", "0013", "0099", "notes", ".hidden", "0004/.hidden"):
        (layers / name).mkdir()
    (layers / "readme.txt").write_text("mine")
    (run.path / "_scratch").mkdir()
    (run.path / "problems.txt").write_text("what stands beside the layers is the person's own")
    report = verify(run, deep=True)
    assert report.strays == (
        "layers/0003/other.parquet",
        "layers/0005/deep",
        "layers/12",
        "layers/notes",
        "layers/readme.txt",
    )
    assert report.leftovers == ("layers/0013", "layers/0099", "_scratch")
    assert (report.damages, report.good, report.safe) == ((), False, 12)


def test_run_may_grow_during_verification(run: Run) -> None:
    """Layers that come meanwhile are neither strays nor leftovers."""
    went = False

    def watch(_: Checked) -> None:
        nonlocal went
        if not went:
            went = True
            expand("8-puzzle", depth=14, out=run.path)

    report = verify(run, watcher=Told(check=watch))
    assert report == Report(run.path, False, run.manifest)
    assert load_manifest(run.path).depth == 14


def test_run_without_layers_is_good(tmp_path: Path) -> None:
    run = expand("8-puzzle", depth=0, out=tmp_path / "other")
    run.manifest.layers.clear()
    with RunWriter(tmp_path / "run", run.manifest):
        pass
    report = verify(tmp_path / "run", deep=True)
    assert (report.good, report.safe) == (True, -1)


@pytest.mark.parametrize("deep", [False, True])
def test_progress_finishes_each_layer_once_a_pass(run: Run, deep: bool) -> None:
    """Each layer is finished once a pass, in order, and the parts done never become less."""
    (run.path / "layers" / "0009" / PART).unlink()
    told: list[Checked] = []
    verify(run, deep=deep, resources=Resources(threads=3), watcher=Told(check=told.append))
    for passed, depths in ((False, range(13)), (True, range(9)) if deep else (True, range(0))):
        mine = [one for one in told if one.deep is passed]
        assert [one.depth for one in mine if one.finished] == list(depths)
        assert [one.depth for one in mine if not one.good] == ([] if passed else [9])
        done = [one.done for one in mine]
        assert done == sorted(done)
        assert all(0 <= share <= 1 for share in done)
    assert next(one.done for one in told if one.finished and one.depth == 12) == 1


WORLDS = ["2x3", "pillars-6", "triangle", "odd ring", "wide", "wide odd", "folded", *BLOCKS]


def found(run: Run) -> list[Damage]:
    """Verify a run whose files agree with its manifest."""
    assert verify(run).good
    report = verify(run, deep=True)
    layers = {damage.layer for damage in report.damages}
    assert len(layers) <= 1, "nothing deeper has been called damaged or good"
    assert report.safe == min((layer - 1 for layer in layers if layer is not None), default=run.manifest.depth)
    return list(report.damages)


class Case:
    """A run to depth 7, and the boards that its puzzle has at each depth, two layers further."""

    def __init__(self, name: str, folder: Path) -> None:
        self.puzzle = (SMALL | BLOCKS)[name]()
        self.layers = bfs(self.puzzle, [self.puzzle.home], 9)
        self.run = expand(self.puzzle, depth=7, out=folder)
        self.rng = random.Random(name)

    def expect(self, depth: int, keys: set[int], board: int, why: str) -> None:
        """Put boards into a layer; the one must be named, with its part and row and why it is wrong."""
        rewrite(self.run, depth, keys, self.rng.randint(1, 3))
        (damage,) = [one for one in found(self.run) if one.what.startswith(f"{self.puzzle.format(board)} {why}")]
        assert damage.layer == depth
        assert damage.row is not None
        parts = self.run.layers[depth].parts
        number = [f"layers/{depth:04d}/{part.file}" for part in parts].index(damage.file)
        rows_before = sum(part.board_count for part in parts[:number])
        assert rows_before + damage.row == sum(key < board for key in keys)


@pytest.fixture(params=WORLDS)
def case(request: pytest.FixtureRequest, tmp_path: Path) -> Case:
    return Case(request.param, tmp_path)


def test_missing_board_is_reported(case: Case) -> None:
    for depth in (1, 4, 7):
        whole = set(case.layers[depth])
        if len(whole) > 1:
            gone = case.rng.choice(sorted(whole))
            case.expect(depth, whole - {gone}, gone, "is missing")
            rewrite(case.run, depth, whole)


@pytest.mark.parametrize("back", [1, 2])
def test_board_of_an_earlier_layer_is_reported(case: Case, back: int) -> None:
    for depth in (2, 5, 7):
        again = case.rng.choice(case.layers[depth - back])
        case.expect(depth, {*case.layers[depth], again}, again, f"is in layer {depth - back} too")
        rewrite(case.run, depth, case.layers[depth])


@pytest.mark.parametrize("threads", [1, 3])
def test_many_wrong_boards_are_counted(tmp_path: Path, threads: int) -> None:
    """Also beyond the first and the last new board, where no part looks; all are counted, the first is named."""
    puzzle = SMALL["wide"]()
    layers = bfs(puzzle, [puzzle.home], 9)
    run = expand(puzzle, depth=7, out=tmp_path)
    rng = random.Random(threads)
    for _ in range(4):
        gone = set(rng.sample(layers[7], rng.randint(1, len(layers[7]) - 1)))
        strangers = set(rng.sample(layers[9], rng.randint(2, len(layers[9]))))
        keys = sorted((set(layers[7]) - gone) | strangers)
        rewrite(run, 7, keys, parts=rng.randint(1, 4))
        assert verify(run).good
        stranger, missing = verify(run, deep=True, resources=Divided(threads)).damages
        assert f"; in all, {len(strangers):,} boards of the layer should not be there" in stranger.what
        assert stranger.what.startswith(f"{puzzle.format(min(strangers))} has no neighbour in layer 6")
        in_all = f"; in all, {len(gone):,} boards of the layer are missing" if len(gone) > 1 else ""
        assert missing.what == f"{puzzle.format(min(gone))} is missing{in_all}"


def test_invalid_key_that_packs_to_a_board_is_damage(tmp_path: Path) -> None:
    """The last of 16 cells makes room for the used moves: a key whose last cell is wrong would seem right."""
    puzzle = load("15-puzzle")
    run = expand(puzzle, depth=6, out=tmp_path)
    keys = run.keys(4).tolist()
    wrong = keys[3] ^ 1
    rewrite(run, 4, [*keys[:3], wrong, *keys[4:]])
    (damage,) = found(run)
    assert (damage.layer, damage.row) == (4, 3)
    assert "is not a board of the puzzle" in damage.what


def test_invalid_start_is_reported(tmp_path: Path) -> None:
    run = expand("8-puzzle", depth=0, out=tmp_path)
    run.manifest.start_digest = f"{naive.digest([0x112345678]):016x}"
    rewrite(run, 0, [0x112345678])
    run.manifest.save(run.path)
    (damage,) = verify(run).damages
    assert (damage.layer, damage.file) == (0, "layers/0000/part-00000.parquet")
    assert "is not the key of a board of 8-puzzle" in damage.what


@pytest.mark.parametrize("name", ["odd ring", "pillars-6", "wide"])
def test_deep_verify_finds_an_early_end(tmp_path: Path, name: str) -> None:
    puzzle = SMALL[name]()
    run = expand(puzzle, depth=5, out=tmp_path)
    run.manifest.whole, run.manifest.total = True, None
    run.manifest.save(run.path)
    (damage,) = found(run)
    deeper = bfs(puzzle, [puzzle.home], 6)[6]
    assert damage.layer == 6
    assert damage.what == (
        f"it says that the space ends with layer 5, but {len(deeper)} boards of layer 6 can be reached, "
        f"such as {puzzle.format(deeper[0])}"
    )


def test_verification_beyond_memory_uses_scratch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then a scratch folder does, and is empty again at the end."""
    (tmp_path / "scratch").mkdir()
    run = expand("8-puzzle", depth=16, out=tmp_path / "run")
    written: list[int] = []
    append = segments.append_words
    monkeypatch.setattr(
        segments, "append_words", lambda path, words: written.append(8 * words.size) or append(path, words)
    )
    assert verify(run, deep=True, resources=Divided(scratch=tmp_path / "scratch", kind=LargeInFiles)).good
    assert sum(written) > 3 * run.layers[16].board_count
    assert list((tmp_path / "scratch").iterdir()) == []


@pytest.mark.parametrize("name", WORLDS[::2])
def test_damage_is_found_through_scratch(tmp_path: Path, name: str) -> None:
    """The same is found where nothing stays in memory."""
    puzzle = (SMALL | BLOCKS)[name]()
    (tmp_path / "scratch").mkdir()
    layers = bfs(puzzle, [puzzle.home], 9)
    in_files, in_memory = Divided(2, scratch=tmp_path / "scratch", kind=AllInFiles), Divided()
    run = expand(puzzle, depth=8, out=tmp_path / "run", resources=Divided(kind=AllInFiles))
    for depth, keys in [(8, layers[8]), (5, layers[5][:-1]), (6, [*layers[6], layers[4][0]]), (8, [layers[9][0]])]:
        rewrite(run, depth, keys)
        report = verify(run, deep=True, resources=in_files)
        assert report.damages == verify(run, deep=True, resources=in_memory).damages
        assert report.good is (keys is layers[8])
        rewrite(run, depth, layers[depth])
    assert list((tmp_path / "scratch").iterdir()) == []


def test_unusable_scratch_folder_raises_run_error(tmp_path: Path) -> None:
    run = expand("8-puzzle", depth=2, out=tmp_path / "run")
    (tmp_path / "file").touch()
    for name in ("file", "file/below", "missing", "missing/below"):
        scratch = Resources(scratch=tmp_path / name)
        assert "choose another" in refused(RunError, partial(verify, run, deep=True, resources=scratch))
        assert "choose another" in refused(
            RunError, partial(expand, "8-puzzle", out=tmp_path / "new", resources=scratch)
        )
    assert {path.name for path in tmp_path.iterdir()} == {"run", "file"}


FEW_BLOCKS = 'kind = "blocks"\nhome = "A..B/C..B/D.E."\ngoal = [["B", 2, 1]]\n'


@pytest.fixture(scope="module")
def bits(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return make_table("8-puzzle", tmp_path_factory.mktemp("bits") / "a.table")


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return make_table(slidefront.read_puzzle(FEW_BLOCKS, "small"), tmp_path_factory.mktemp("small") / "a.table")


def changed(table: Table, path: Path, change: Callable[[dict[str, np.ndarray]], None], **header: object) -> Path:
    """Write a table again with other arrays, or another header; its sums are right."""
    arrays = {name: array.copy() for name, array in table.planes.items()}
    change(arrays)
    write_table(path, replace(table.header, **header), arrays)
    return path


def fault(path: Path) -> str:
    """What a deep check says of a file whose sums are right."""
    assert verify(path).good
    (damage,) = verify(path, deep=True).damages
    said = str(damage)
    assert said.startswith(f"{path} is damaged: ")
    assert said.endswith("; remove it and make it again with `slidefront table`")
    return said


@pytest.mark.parametrize("kind", ["bits", "small"])
def test_good_table_is_good(kind: str, request: pytest.FixtureRequest) -> None:
    table: Table = request.getfixturevalue(kind)
    assert verify(table).good
    report = verify(table.path, deep=True)
    assert (report.good, report.deep, report.manifest) == (True, True, table.manifest)


def test_tables_with_other_starts_are_good(tmp_path: Path) -> None:
    assert verify(make_table("pillars-6", tmp_path / "a.table", start="goal"), deep=True).good
    assert verify(make_table(triangle(), tmp_path / "b.table"), deep=True, resources=Resources(2)).good


@pytest.mark.parametrize("place", [40, 5000, -9])
def test_damaged_file_is_reported(bits: Table, tmp_path: Path, place: int) -> None:
    path = tmp_path / "a.table"
    path.write_bytes(flipped(bits.path.read_bytes(), place, 4))
    report = verify(path)
    assert "is damaged" in str(report.damages[0])
    assert report.damages == verify(path, deep=True).damages
    with pytest.raises(RunError, match="is a table, which cannot be repaired: remove the file"):
        slidefront.repair(report)


def test_distances_of_bits_that_are_wrong(bits: Table, tmp_path: Path) -> None:
    def one(arrays: dict[str, np.ndarray]) -> None:
        arrays["bits"][1000] ^= np.uint64(1 << 5)

    def two(arrays: dict[str, np.ndarray]) -> None:
        bits = arrays["bits"]
        bits[[7, 8]] = bits[[8, 7]]

    ranking = bits.puzzle.ranking()
    board = bits.puzzle.format(int(ranking.keys(np.array([60 * 1000 + 5]))[0]))
    assert f": the distances of 1 board are wrong, such as that of {board}; " in fault(
        changed(bits, tmp_path / "a", one)
    )
    assert "boards are wrong, such as that of" in fault(changed(bits, tmp_path / "b", two))


@pytest.mark.parametrize("kind", ["bits", "small"])
def test_headers_that_are_wrong(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> None:
    table: Table = request.getfixturevalue(kind)
    manifest, layers = table.manifest, [*table.manifest.layers]
    layers[5] = replace(layers[5], board_count=layers[5].board_count + 1)
    layers[6] = replace(layers[6], board_count=layers[6].board_count - 1)
    headers: dict[str, tuple[dict[str, object], str]] = {
        "counts": ({"manifest": replace(manifest, layers=layers)}, "at depth 5, and there are"),
        "start": ({"manifest": replace(manifest, start_digest="0" * 16)}, "its boards at depth 0 are not home"),
        "deepest": ({"deepest": (table.puzzle.home,)}, "the deepest boards of its header are not the deepest"),
    }
    for name, (header, said) in headers.items():
        assert said in fault(changed(table, tmp_path / name, lambda _: None, **header))


def test_interrupted_check_raises(bits: Table, small: Table) -> None:
    for table in (bits, small):
        with pytest.raises(Interrupted):
            verify(table, deep=True, watcher=stop_after(0))


def test_unfinished_table_has_no_deep_check(bits: Table, tmp_path: Path) -> None:
    space = SpaceBits(CodedSpace(bits.ranking, np.array([0])))
    header: TableHeader = replace(
        bits.header, manifest=replace(bits.manifest, whole=False, layers=bits.manifest.layers[:1]), deepest=()
    )
    path = tmp_path / "a.table"
    write_table(path, header, space.arrays)
    assert not read_table(path).header.manifest.whole
    assert verify(path).good
    with pytest.raises(TableError, match="is not finished"):
        verify(path, deep=True)


def test_too_little_memory_is_refused(bits: Table) -> None:
    with pytest.raises(LimitError, match=r"again needs .* of memory, more than the .* allowed: give more memory"):
        verify(bits, deep=True, resources=Divided(kind=no_memory))
