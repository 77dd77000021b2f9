"""The manifest: it comes back as it was, and a broken one is refused in one line."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from slidefront.errors import RunError
from slidefront.notation.boards import start_at
from slidefront.notation.load import read_puzzle
from slidefront.store.manifest import Layer, Manifest, Part, default_folder, load_manifest, stored
from slidefront.store.run import Run
from slidefront.store.writer import RunWriter
from tests.messages import refused
from tests.store.conftest import edit_manifest, manifest_of

Change = Callable[[dict[str, Any]], None]


def sample() -> Manifest:
    manifest = manifest_of()
    manifest.layers = [
        Layer(0, 1, 1, "0123456789abcdef", 0.5, (Part("part-00000.parquet", 1, 700, "ab" * 32),)),
        Layer(
            1, 5, 0, "ffffffffffffffff", 1e-6, tuple(Part(f"part-0000{i}.parquet", 1, 9, "cd" * 32) for i in range(5))
        ),
    ]
    return manifest


def save(folder: Path, manifest: Manifest) -> Path:
    manifest.save(folder)
    return folder / "_run.json"


@pytest.mark.parametrize("total", [None, 181_440])
@pytest.mark.parametrize("whole", [False, True])
def test_manifest_round_trip(tmp_path: Path, total: int | None, whole: bool) -> None:
    manifest = sample()
    manifest.total, manifest.whole = total, whole
    save(tmp_path, manifest)
    assert load_manifest(tmp_path) == manifest


def test_manifest_is_json_with_format_and_version(tmp_path: Path) -> None:
    record = json.loads(save(tmp_path, sample()).read_text("utf-8"))
    assert record["format"] == "slidefront run"
    assert record["version"] == 3
    assert record["layers"][1]["parts"][4] == stored(sample().layers[1].parts[4])
    assert (sample().depth, sample().board_count, sample().bytes, sample().layers[1].bytes) == (1, 6, 745, 45)


def load(folder: Path) -> str:
    """Load a manifest that must be refused; return the message."""
    message = refused(RunError, load_manifest, folder)
    assert str(folder) in message
    assert refused(RunError, Run, folder) == message
    return message


def test_folder_without_manifest_is_refused(tmp_path: Path) -> None:
    assert "has no _run.json" in load(tmp_path)


NO_RUN = "it is not the manifest of a slidefront run"
CONTENTS = {
    b"\xff\xfe": "it is not JSON",
    b"\x00" * 400: "it is not JSON",
    b"nonsense\nlines\n": "it is not JSON",
} | dict.fromkeys([b"[]", b"5", b"null", b'"slidefront run"', b"{}", b'{"format": "another run"}'], NO_RUN)


@pytest.mark.parametrize(("content", "why"), CONTENTS.items())
def test_other_content_raises(tmp_path: Path, content: bytes, why: str) -> None:
    (tmp_path / "_run.json").write_bytes(content)
    assert f"is damaged: {why}" in load(tmp_path)
    refused(RunError, RunWriter(tmp_path, manifest_of()).__enter__)
    assert (tmp_path / "_run.json").read_bytes() == content


def edit(folder: Path, change: Change) -> None:
    save(folder, sample())
    edit_manifest(folder, change)


@pytest.mark.parametrize("version", [1, 2, 4, 1000])
def test_manifest_of_another_version_raises(tmp_path: Path, version: int) -> None:
    edit(tmp_path, lambda record: record.update(version=version))
    message = refused(RunError, load_manifest, tmp_path)
    assert f"version {version}" in message
    assert "use the slidefront that wrote it" in message


FIELDS = [*manifest_of().constant_fields(), "whole", "layers"]
FIELDS_OF_LAYERS = ["depth", "boards", "marked", "digest", "seconds", "parts", "file", "sha256"]


@pytest.mark.parametrize("field", FIELDS + FIELDS_OF_LAYERS)
def test_missing_field_raises(tmp_path: Path, field: str) -> None:
    def without(record: dict[str, Any]) -> None:
        layer = record["layers"][1]
        next(owner for owner in (record, layer, layer["parts"][2]) if field in owner).pop(field)

    edit(tmp_path, without)
    assert f"is damaged: the field '{field}' is missing" in load(tmp_path)


NAMES = ["../../x.parquet", "/etc/x.parquet", "more/x.parquet", "./x.parquet", "x.parquet/", "..", "", "x.txt"]
WRONG: dict[str, Change] = {
    "puzzle a number": lambda record: record.update(puzzle=8),
    "whole a text": lambda record: record.update(whole="false"),
    "total a truth": lambda record: record.update(total=True),
    "total negative": lambda record: record.update(total=-1),
    "layers a number": lambda record: record.update(layers=5),
    "a layer a number": lambda record: record.update(layers=[5]),
    "a part a text": lambda record: record["layers"][0].update(parts=["part"]),
    "boards a text": lambda record: record["layers"][0].update(boards="a\nb"),
    "boards a fraction": lambda record: record["layers"][1].update(boards=5.0),
    "boards of a part negative": lambda record: [
        one.update(boards=-1) for one in (record["layers"][0], record["layers"][0]["parts"][0])
    ],
    "marked a truth": lambda record: record["layers"][1].update(marked=True),
    "seconds infinite": lambda record: record["layers"][1].update(seconds=float("inf")),
    "seconds no number": lambda record: record["layers"][1].update(seconds=float("nan")),
    "a part's file a number": lambda record: record["layers"][0]["parts"][0].update(file=5),
    "a part's sha256 null": lambda record: record["layers"][0]["parts"][0].update(sha256=None),
    "a part named twice": lambda record: record["layers"][1]["parts"][1].update(file="part-00000.parquet"),
    "depth skips": lambda record: record["layers"][1].update(depth=2),
    "depth negative": lambda record: record["layers"][0].update(depth=-1),
    "first layer gone": lambda record: record["layers"].pop(0),
    "layers swapped": lambda record: record["layers"].reverse(),
    "more boards than its parts": lambda record: record["layers"][1].update(boards=6),
    "a part gone": lambda record: record["layers"][1]["parts"].pop(),
    **{
        f"part named {name}": lambda record, name=name: record["layers"][1]["parts"][0].update(file=name)
        for name in NAMES
    },
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG.keys())
def test_invalid_field_raises(tmp_path: Path, change: Change) -> None:
    edit(tmp_path, change)
    assert "damaged" in load(tmp_path)


@pytest.mark.parametrize("field", ["puzzle", "start", "metric"])
@pytest.mark.parametrize("value", ["two\nlines", "\x1b[31mred"])
def test_errors_escape_control_characters_of_a_manifest(tmp_path: Path, field: str, value: str) -> None:
    """A run may come from elsewhere: what its manifest says must not write to the terminal as it likes."""
    change = {field: value, **({"identity": "another"} if field == "puzzle" else {"start_digest": "other"})}
    edit(tmp_path, lambda record: record.update(change))
    refused(RunError, lambda: RunWriter(tmp_path, manifest_of()).__enter__())


def test_run_name_of_dots_stays_below_the_data_folder() -> None:
    puzzle = read_puzzle("12/3_")
    for name in (".", "..", "..."):
        puzzle.name = name
        assert default_folder(puzzle, start_at(puzzle, "home")).name == f"-{name}"
