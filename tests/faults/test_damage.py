"""Damaged files are detected, expand does not build on them, and repair restores the run."""

import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from slidefront.check.repair import repair
from slidefront.check.verify import verify
from slidefront.errors import RunError, advise
from slidefront.explore.expand import expand
from slidefront.store.manifest import load_manifest
from slidefront.store.run import Run, layer_folder
from slidefront.tables.open_space import goal_boards
from tests.damage import flipped
from tests.explore.conftest import Divided, check_same, files

DEPTH = 11
FURTHER = 13


def expand_small(folder: Path, depth: int = DEPTH, start: str = "home") -> Run:
    """Expand the 8-puzzle with many small parts."""
    return expand("8-puzzle", depth=depth, out=folder, start=start, resources=Divided(threads=2))


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return expand_small(tmp_path_factory.mktemp("runs") / "sound")


@pytest.fixture(scope="module")
def further(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return expand_small(tmp_path_factory.mktemp("runs") / "further", FURTHER)


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run of the same puzzle from another start."""
    return expand_small(tmp_path_factory.mktemp("runs") / "foreign", start="1_2345678")


@pytest.fixture
def run(tmp_path: Path, sound: Run) -> Run:
    shutil.copytree(sound.path, tmp_path / "run")
    return Run(tmp_path / "run")


def exchange(one: Path, other: Path) -> None:
    aside = one.with_name("aside")
    one.rename(aside)
    other.rename(one)
    aside.rename(other)


Damage = Callable[[Run, Run, random.Random, int], list[Path]]
"""Damages a layer of a run, maybe with files of a foreign run, and returns the damaged files."""


def parts_of(run: Run, depth: int) -> list[Path]:
    return [layer_folder(run.path, depth) / part.file for part in run.layers[depth].parts]


def content_changed(change: Callable[[random.Random, bytes], bytes]) -> Damage:
    """Return a damage that changes the content of a part."""

    def damage(run: Run, _: Run, rng: random.Random, depth: int) -> list[Path]:
        path = rng.choice(parts_of(run, depth))
        path.write_bytes(change(rng, path.read_bytes()))
        return [path]

    return damage


def flip_bit(rng: random.Random, content: bytes) -> bytes:
    return flipped(content, rng.randrange(len(content)), 1 << rng.randrange(8))


def zero_sector(rng: random.Random, content: bytes) -> bytes:
    start = rng.randrange(len(content) - 64)
    return content[:start] + bytes(64) + content[start + 64 :]


def remove_part(run: Run, _: Run, rng: random.Random, depth: int) -> list[Path]:
    path = rng.choice(parts_of(run, depth))
    path.unlink()
    return [path]


def remove_layer(run: Run, _: Run, __: random.Random, depth: int) -> list[Path]:
    shutil.rmtree(layer_folder(run.path, depth))
    return parts_of(run, depth)


def exchange_parts(run: Run, foreign: Run, rng: random.Random, depth: int) -> list[Path]:
    if len(parts_of(run, depth)) == 1:
        return exchange_layers(run, foreign, rng, depth)
    one, other = rng.sample(parts_of(run, depth), 2)
    exchange(one, other)
    return [one, other]


def exchange_layers(run: Run, _: Run, __: random.Random, depth: int) -> list[Path]:
    """Exchange the layer with the next one or the one before."""
    other = depth + 1 if depth < run.last_depth else depth - 1
    exchange(layer_folder(run.path, depth), layer_folder(run.path, other))
    return [*parts_of(run, depth), *parts_of(run, other)]


def take_foreign_part(run: Run, foreign: Run, rng: random.Random, depth: int) -> list[Path]:
    path = rng.choice(parts_of(run, depth))
    path.write_bytes(rng.choice(parts_of(foreign, depth)).read_bytes())
    return [path]


def take_part_of_another_layer(run: Run, _: Run, rng: random.Random, depth: int) -> list[Path]:
    path = rng.choice(parts_of(run, depth))
    path.write_bytes(rng.choice(parts_of(run, depth - 1)).read_bytes())
    return [path]


DAMAGES: dict[str, Damage] = {
    "bit flipped": content_changed(flip_bit),
    "sector zeroed": content_changed(zero_sector),
    "truncated": content_changed(lambda rng, content: content[: rng.randrange(len(content))]),
    "lengthened": content_changed(lambda rng, content: content + rng.randbytes(rng.randint(1, 99))),
    "part removed": remove_part,
    "layer removed": remove_layer,
    "parts exchanged": exchange_parts,
    "layers exchanged": exchange_layers,
    "part of another run": take_foreign_part,
    "part of another layer": take_part_of_another_layer,
}
TIMES = {"bit flipped": 12, "sector zeroed": 5, "truncated": 5}
"""How often each kind is tried per depth; the others are tried once or twice."""
each_damage = pytest.mark.parametrize("name", DAMAGES)


@contextmanager
def restored(folder: Path, before: dict[str, bytes]) -> Iterator[None]:
    """Put the files of a run back as they were."""
    yield
    shutil.rmtree(folder / "layers")
    for name, content in before.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


@each_damage
def test_resume_refuses_a_damaged_layer(run: Run, foreign: Run, name: str) -> None:
    """If one of the last two layers is damaged, a resume raises an error and changes nothing."""
    before, rng = files(run.path), random.Random(name)
    for number in range(2 * TIMES.get(name, 3)):
        with restored(run.path, before):
            damaged = DAMAGES[name](run, foreign, rng, DEPTH - number % 2)
            after = files(run.path)
            assert after != before
            with pytest.raises(RunError) as error:
                expand_small(run.path, FURTHER)
            assert error.value.advice[-1] == advise("verify", run.path, repair=True)
            assert any(str(path) in str(error.value) for path in damaged)
            assert files(run.path) == after


@each_damage
def test_verify_names_every_damaged_file(run: Run, foreign: Run, name: str) -> None:
    """The report names exactly the damaged files, and the layers before them are safe."""
    before, rng = files(run.path), random.Random(name)
    for depth in [*range(1, DEPTH + 1)] * (TIMES.get(name, 2) // 2):
        with restored(run.path, before):
            damaged = DAMAGES[name](run, foreign, rng, depth)
            report = verify(run.path)
            named = {damage.file for damage in report.damages}
            assert named == {path.relative_to(run.path).as_posix() for path in damaged}
            assert report.safe == min(int(path.parent.name) for path in damaged) - 1
            assert report.strays == () or "exchanged" in name
    assert verify(run.path).good


def test_readers_never_return_wrong_boards(run: Run, sound: Run) -> None:
    """If any bit of a file is flipped, reading the layer returns its boards or raises an error."""
    rng = random.Random(7)
    detected = 0
    for path in sorted(run.path.rglob("*.parquet")):
        content, depth = path.read_bytes(), int(path.parent.name)
        keys = sound.keys(depth)
        for _ in range(25):
            path.write_bytes(flip_bit(rng, content))
            try:
                assert np.array_equal(run.keys(depth), keys)
            except RunError as error:
                detected += 1
                assert str(path) in str(error) or f"the boards of layer {depth} are not those" in str(error)
        path.write_bytes(content)
    assert detected > 100


@each_damage
@pytest.mark.parametrize("depth", [1, DEPTH - 1, DEPTH])
def test_repaired_run_continues_like_an_undisturbed_one(
    run: Run, foreign: Run, further: Run, name: str, depth: int
) -> None:
    assert DAMAGES[name](run, foreign, random.Random(depth), depth)
    assert [layer.digest for layer in repair(verify(run.path)).layers] == [layer.digest for layer in run.layers]
    assert verify(run.path, deep=True).good
    check_same(expand_small(run.path, FURTHER), further)
    assert verify(run.path, deep=True).good


NO_MATTER = {"puzzle", "start", "text", "seconds", "written", "read"}
"""Names and the cost of the work; the identity covers the text."""


def what_matters(record: Any) -> Any:
    if isinstance(record, dict):
        return {name: what_matters(value) for name, value in record.items() if name not in NO_MATTER}
    return [what_matters(value) for value in record] if isinstance(record, list | tuple) else record


def test_flipped_bit_in_manifest_changes_no_layer(tmp_path: Path) -> None:
    """Only changed names and costs pass verification."""
    run, rng = expand("8-puzzle", depth=3, out=tmp_path), random.Random(7)
    path = run.path / "_run.json"
    content = path.read_bytes()
    matters = what_matters(asdict(run.manifest))
    places = range(0, len(content), 11)
    unnoticed = 0
    for place in places:
        path.write_bytes(flipped(content, place, 1 << rng.randrange(8)))
        try:
            if verify(run.path).good:
                unnoticed += 1
                assert what_matters(asdict(load_manifest(run.path))) == matters
        except RunError as error:
            assert "use the slidefront that wrote it" in str(error)
    assert unnoticed < len(places) / 2


def test_goal_boards_refuses_damaged_layers(tmp_path: Path) -> None:
    """Two exchanged layers can be read without error, but contain other boards."""
    run = expand("klotski", out=tmp_path)
    depths = [layer.depth for layer in run.layers if layer.selected_count]
    exchange(layer_folder(tmp_path, depths[-1]), layer_folder(tmp_path, depths[-1] - 1))
    with pytest.raises(RunError) as error:
        goal_boards(run.puzzle, run)
    assert error.value.advice[-1] == advise("verify", run.path, repair=True)
