"""The manifest: what a run is and which of its layers count. A layer that it does not name does not exist."""

import json
import os
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from slidefront.errors import RunError
from slidefront.store.parts import Part

NAME = "run.json"
FORMAT = "slidefront run"
VERSION = 1


@dataclass(frozen=True)
class Layer:
    """A finished layer."""

    depth: int
    boards: int
    marked: int
    digest: str
    seconds: float
    parts: tuple[Part, ...]

    @property
    def bytes(self) -> int:
        """The size of the layer's files."""
        return sum(part.bytes for part in self.parts)


@dataclass
class Manifest:
    """A run: its puzzle, its starts and its layers."""

    puzzle: str
    text: str
    """The puzzle file."""
    identity: str
    """A hash of all that the layers depend on."""
    metric: str
    start: str
    """What the person called the starts: home, goal, a board or a file."""
    start_digest: str
    mark: str
    total: int | None
    """The exact number of boards that can be reached, where that is known beforehand."""
    whole: bool = False
    """Whether the deepest layer is the last of the space."""
    layers: list[Layer] = field(default_factory=list)

    @property
    def depth(self) -> int:
        """The depth of the deepest finished layer; -1 where there is none."""
        return len(self.layers) - 1

    @property
    def boards(self) -> int:
        """The number of boards in all finished layers."""
        return sum(layer.boards for layer in self.layers)

    @property
    def bytes(self) -> int:
        """The size of all layer files."""
        return sum(layer.bytes for layer in self.layers)

    def save(self, folder: Path, scratch: Path) -> None:
        """Replace the manifest in one step, durably."""
        path = scratch / NAME
        with path.open("w", encoding="utf-8") as file:
            file.write(self._text())
            file.flush()
            os.fsync(file.fileno())
        path.replace(folder / NAME)
        sync_folder(folder)

    def _text(self) -> str:
        """Write the manifest as JSON, one line a layer."""
        fields = {name: value for name, value in vars(self).items() if name != "layers"}
        head = json.dumps({"format": FORMAT, "version": VERSION, **fields}, indent=1, ensure_ascii=False)
        layers = ",\n  ".join(_layer_text(layer) for layer in self.layers)
        return f'{head.removesuffix("}").rstrip()},\n "layers": [\n  {layers}\n ]\n}}\n'


@lru_cache(4096)
def _layer_text(layer: Layer) -> str:
    parts = [vars(part) for part in layer.parts]
    return json.dumps({**vars(layer), "parts": parts})


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable, where the system can."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:  # a system that opens no folders
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def load_manifest(folder: Path) -> Manifest:
    """Read the manifest of a run folder and check that it is one."""
    path = folder / NAME
    try:
        record = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        raise RunError(f"{folder} is no run: it has no {NAME}") from None
    except OSError as error:
        raise RunError(f"cannot read {path}: {error.strerror}") from None
    except (ValueError, RecursionError):
        raise RunError(f"{path} is damaged: it is no JSON") from None
    if not isinstance(record, dict) or record.get("format") != FORMAT:
        raise RunError(f"{path} is no manifest of a slidefront run")
    if not isinstance(record.get("version"), int) or record["version"] > VERSION:
        raise RunError(
            f"{path} is of version {record.get('version')}, this slidefront reads up to {VERSION}: upgrade it"
        )
    try:
        manifest = _manifest(record)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise RunError(f"{path} is damaged: {type(error).__name__} {error}") from None
    for depth, layer in enumerate(manifest.layers):
        if layer.depth != depth or layer.boards != sum(part.boards for part in layer.parts):
            raise RunError(f"{path} is damaged: its layer {depth} does not add up")
    return manifest


def _manifest(record: dict[str, Any]) -> Manifest:
    layers = [
        Layer(
            depth=int(layer["depth"]),
            boards=int(layer["boards"]),
            marked=int(layer["marked"]),
            digest=str(layer["digest"]),
            seconds=float(layer["seconds"]),
            parts=tuple(_part(part) for part in layer["parts"]),
        )
        for layer in record["layers"]
    ]
    return Manifest(
        puzzle=str(record["puzzle"]),
        text=str(record["text"]),
        identity=str(record["identity"]),
        metric=str(record["metric"]),
        start=str(record["start"]),
        start_digest=str(record["start_digest"]),
        mark=str(record["mark"]),
        total=None if record["total"] is None else int(record["total"]),
        whole=bool(record["whole"]),
        layers=layers,
    )


def _part(record: dict[str, Any]) -> Part:
    file = str(record["file"])
    if file != Path(file).name or not file.endswith(".parquet"):
        raise ValueError(f"{file!r} names no part")  # it must not lead out of the run folder
    return Part(file, int(record["boards"]), int(record["bytes"]), str(record["sha256"]))
