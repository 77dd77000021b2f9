"""The manifest describes a run and lists its layers. A layer counts if and only if the manifest lists it.

The header of a table contains a manifest as well. This module also chooses the names of runs and tables under data/,
and compares the puzzle, metric and start of an existing run with the requested ones.
"""

import json
import math
import reprlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from pathlib import Path
from re import fullmatch
from types import NoneType
from typing import Any

from slidefront.errors import Advice, RunError, RunNotFoundError, SlidefrontError, advise
from slidefront.files import is_file, reason_of, replacement
from slidefront.keys.algebra import MASK, digest_of
from slidefront.notation.boards import StartKind, Starts
from slidefront.puzzles.capabilities import Selection
from slidefront.puzzles.core import Puzzle, identity_hash
from slidefront.puzzles.puzzle_file import metric_of, read_stored_puzzle
from slidefront.units import counted

NAME = "_run.json"
"""The file of a manifest. Readers of Parquet folders, such as pandas, skip names that begin with an underscore."""
DATA = Path("data")
"""The default folder of runs and tables."""
JOURNAL = "plan.json"
"""A file of the scratch folder; while it exists, an unfinished layer there can be resumed."""
_FORMAT = "slidefront run"
VERSION = 3
ELSEWHERE = "restore it from a copy, or expand again into another folder"
"""The advice for damage that cannot be repaired."""
_SUMMARY = ("puzzle", "metric", "start", "whole", "depth", "board_count")
"""The attributes of a summary of a run or a table."""
_TEXTS = ("puzzle", "text", "identity", "metric", "start", "start_digest")


class ManifestError(RunError):
    """A lost or damaged manifest, which a repair makes again."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(
            f"{path} is damaged: {why}; a repair makes it again from the layers",
            advice=advise("verify", path.parent, repair=True),
        )
        self.why = why


@dataclass(frozen=True)
class Part:
    """The record of one file of a layer."""

    file: str
    board_count: int
    bytes: int
    sha256: str
    footer: int = 0
    """The CRC-32 of the footer. Readers check it, because Parquet has checksums for pages only."""


@dataclass(frozen=True)
class PartRecord:
    """A written part of an unfinished layer."""

    part: Part | None
    """None if the part has no boards."""
    digest: int = 0
    selected_count: int = 0
    path: Path | None = None
    """Its file in the scratch folder."""


@dataclass(frozen=True)
class Layer:
    """A finished layer."""

    depth: int
    board_count: int
    selected_count: int
    """The number of its boards that are counted separately, such as goal boards."""
    digest: str
    """The digest of the boards; empty in a table, which has no files of layers."""
    seconds: float
    parts: tuple[Part, ...]
    written: int = 0
    """Bytes that were written to the scratch folder while the layer was computed."""
    read: int = 0
    """Bytes that were read from the scratch folder."""

    @property
    def bytes(self) -> int:
        """The size of the layer's files."""
        return sum(part.bytes for part in self.parts)

    def __repr__(self) -> str:
        return f"<Layer {self.depth}: {counted(self.board_count, 'board')}>"


_STORED = {"board_count": "boards", "selected_count": "marked", "selection": "marks", "key_form": "keys"}
"""The fields with another name in files."""


def stored(record: Part | Layer) -> dict[str, Any]:
    """Return the fields of a record, by their names in files."""
    return {_STORED.get(name, name): value for name, value in vars(record).items()}


def layer_from(depth: int, records: Iterable[PartRecord], seconds: float = 0.0, **files: int) -> Layer:
    """Return the record of a layer whose parts are finished."""
    written = [(record, record.part) for record in records if record.part is not None]
    return Layer(
        depth=depth,
        board_count=sum(part.board_count for _, part in written),
        selected_count=sum(record.selected_count for record, _ in written),
        digest=f"{sum(record.digest for record, _ in written) & MASK:016x}",
        seconds=seconds,
        parts=tuple(part for _, part in written),
        **files,
    )


@dataclass
class Manifest:
    """The description of a run, a table or a space in memory: its puzzle, its start set and its layers."""

    puzzle: str
    text: str
    """The puzzle file; empty for a puzzle that is written in Python."""
    identity: str
    """A hash of everything that determines the layers."""
    metric: str
    start: str
    """The name of the start set: home, goal, a board or a file."""
    start_kind: StartKind
    start_digest: str
    selection: Selection
    total: int | None
    """The exact number of reachable boards, if it is known before exploring."""
    new_goal: str | int | None = None
    """The goal that replaces the goal of the puzzle file, as a text or a key."""
    key_form: str = ""
    """The encoding of boards as keys: `ranks`, or empty if it follows from the puzzle."""
    whole: bool = False
    """Whether the space ends with the deepest layer."""
    layers: list[Layer] = field(default_factory=list)

    @property
    def depth(self) -> int:
        """The depth of the deepest finished layer; -1 without layers."""
        return len(self.layers) - 1

    @property
    def board_count(self) -> int:
        """The number of boards in all finished layers."""
        return sum(layer.board_count for layer in self.layers)

    @property
    def bytes(self) -> int:
        """The size of all layer files."""
        return sum(layer.bytes for layer in self.layers)

    def save(self, folder: Path) -> None:
        """Replace the manifest, as JSON with one line per layer, atomically, and sync it to disk."""
        header = json.dumps({**self.header(), "whole": self.whole}, indent=1, ensure_ascii=False)
        records = ({**stored(layer), "parts": [*map(stored, layer.parts)]} for layer in self.layers)
        layers = ",\n  ".join(map(json.dumps, records))
        with replacement(folder / NAME) as file:
            file.write(f'{header.removesuffix("}").rstrip()},\n "layers": [\n  {layers}\n ]\n}}\n'.encode())

    @property
    def run_id(self) -> str:
        """The identity of the puzzle and the digest of the starts, which distinguish runs."""
        return f"{self.identity} {self.start_digest}"

    def header(self) -> dict[str, Any]:
        """Return the format, its version, and `constant_fields`, as plain data for manifests and parts."""
        return {"format": _FORMAT, "version": VERSION, **self.constant_fields()}

    def constant_fields(self) -> dict[str, Any]:
        """Return the fields that do not change while layers are added, as plain data: all but `whole` and `layers`."""
        fields = {_STORED.get(name, name): vars(self)[name] for name in vars(self) if name not in ("whole", "layers")}
        if not self.key_form:
            del fields["keys"]
        return {name: value.value if isinstance(value, Enum) else value for name, value in fields.items()}


def new_manifest(puzzle: Puzzle, starts: Starts, total: int | None) -> Manifest:
    """Return the manifest of a run or a table without layers."""
    return Manifest(
        puzzle=puzzle.name,
        text=puzzle.text,
        new_goal=puzzle.new_goal,
        key_form=puzzle.key_form,
        identity=identity_hash(puzzle),
        metric=puzzle.metric,
        start=starts.name,
        start_kind=starts.kind,
        start_digest=digest_of([starts.keys]),
        selection=puzzle.selection,
        total=total,
    )


def paths_named(name: str) -> list[Path]:
    """List the paths that the name of a run or a table may mean: here and in data/, with and without `.table`."""
    return [folder / f"{name}{ending}" for ending in ("", ".table") for folder in (Path(), DATA)]


def has_layers(folder: Path) -> bool:
    """Whether a folder contains a manifest or a layer, so that it is a run, sound or damaged."""
    try:
        if (folder / NAME).exists():
            return True
        layers = folder / "layers"
        return layers.is_dir() and any(fullmatch("[0-9]{4}.*", path.name) for path in layers.iterdir())
    except OSError as error:
        raise RunError(f"cannot read {folder}: {reason_of(error)}") from None


def load_manifest(folder: Path) -> Manifest:
    """Read and validate the manifest of a run folder."""
    path = folder / NAME
    try:
        record = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        if has_layers(folder):
            raise ManifestError(path, "it is missing, but its layers exist") from None
        raise RunNotFoundError(f"{folder} is not a run folder: it has no {NAME}") from None
    except OSError as error:
        message = f"cannot read {path}: {reason_of(error)}; make it readable, or restore it from a copy"
        raise RunError(message) from None  # it may be sound, so no repair may replace it
    except (ValueError, RecursionError):
        raise ManifestError(path, "it is not JSON") from None
    if not isinstance(record, dict) or record.get("format") != _FORMAT:
        raise ManifestError(path, "it is not the manifest of a slidefront run")
    version = record.get("version")
    if type(version) is not int:
        raise ManifestError(path, f"its version is {reprlib.repr(version)}")
    if version != VERSION:
        raise RunError(  # it is not damaged
            f"{path} has version {version}, and this slidefront reads version {VERSION}: use the "
            f"slidefront that wrote it, or expand again into another folder"
        )
    try:
        return _manifest(record)
    except ValueError as error:
        raise ManifestError(path, str(error)) from None


def damaged(place: Path, why: str) -> RunError:
    """Return the error for a damaged file or folder of a run."""
    folder = next((parent for parent in (place, *place.parents) if is_file(parent / NAME)), place)
    advice = advise("verify", folder), advise("verify", folder, repair=True)
    return RunError(f"{place} is damaged: {why}; verify the run, and repair it", advice=advice)


def continuing(command: str, manifest: Manifest, path: Path) -> tuple[Advice, ...]:
    """Return the command that continues a run or a table; empty if there is no such command.

    There is none for puzzles written in Python, and for starts from a list or a file of boards.
    """
    starts = {StartKind.HOME: None, StartKind.GOAL: "goal", StartKind.GOALS: "goal", StartKind.BOARD: manifest.start}
    if manifest.start_kind not in starts or not manifest.text:
        return ()
    return (advise(command, path, start=starts[manifest.start_kind], out=path),)


def manifest_of_header(record: dict[str, Any]) -> Manifest:
    """Return a manifest without layers from its header; raise ValueError if the header is malformed."""
    return _manifest({**record, "whole": False, "layers": []})


def _manifest(record: dict[str, Any]) -> Manifest:
    return Manifest(
        **{name: _take(record, name, str) for name in _TEXTS},
        start_kind=StartKind(_take(record, "start_kind", str)),
        selection=Selection(_take(record, "marks", str)),
        total=_take(record, "total", int, NoneType),
        new_goal=_take(record, "new_goal", str, int, NoneType),
        key_form=_take({"keys": "", **record}, "keys", str),
        whole=_take(record, "whole", bool),
        layers=[_layer(layer, depth) for depth, layer in enumerate(_take(record, "layers", list))],
    )


def _layer(record: dict[str, Any], depth: int) -> Layer:
    layer = Layer(
        depth=_take(record, "depth", int),
        board_count=_take(record, "boards", int),
        selected_count=_take(record, "marked", int),
        digest=_take(record, "digest", str),
        seconds=_take(record, "seconds", float),
        parts=tuple(part_of(part) for part in _take(record, "parts", list)),
        **{name: _take(record, name, int) for name in ("written", "read") if name in record},
    )
    boards = [part.board_count for part in layer.parts]
    if layer.depth != depth or layer.board_count != sum(boards) or not boards or 0 in boards:
        raise ValueError(f"the numbers of layer {depth} are inconsistent")
    if len({part.file for part in layer.parts}) < len(boards):
        raise ValueError(f"layer {depth} lists a part twice")
    return layer


def part_of(record: object) -> Part:
    """Parse the record of a part."""
    file = _take(record, "file", str)
    if file != Path(file).name or not file.endswith(".parquet"):
        raise ValueError(f"{file!r} is not the name of a part")  # a path could lead out of the run folder
    board_count, size, footer = (_take(record, name, int) for name in ("boards", "bytes", "footer"))
    return Part(file, board_count, size, _take(record, "sha256", str), footer)


def _take(record: object, name: str, *kinds: type) -> Any:
    """Return a field; raise ValueError if it has another type or is a negative number."""
    if not isinstance(record, dict) or name not in record:
        raise ValueError(f"the field {name!r} is missing")
    value = record[name]
    if type(value) not in kinds or (isinstance(value, int | float) and not 0 <= value < math.inf):
        raise ValueError(f"the field {name!r} has the value {reprlib.repr(value)}")
    return value


def default_folder(puzzle: Puzzle, starts: Starts) -> Path:
    """Return the folder of a run: data/ and its name."""
    return DATA / run_name(puzzle, starts.kind, starts.name)


def default_table(puzzle: Puzzle, kind: StartKind) -> Path:
    """Return the file of a table: data/ and its name with the ending .table."""
    return DATA / f"{run_name(puzzle, kind)}.table"


def run_name(puzzle: Puzzle, kind: StartKind, start: str = "") -> str:
    """Return the name of a run: the puzzle, with the metric and the start unless they are the default."""
    start = start or kind.value
    name = puzzle.name
    if metric_of(puzzle.text) not in (None, puzzle.metric):
        name += f"-{puzzle.metric}"
    if kind is not StartKind.HOME:
        is_word = kind is StartKind.FILE and start in ("home", "goal", "goals")
        name += f"-from-{'file-' if is_word else ''}{start}"
    name = "".join(letter if letter.isalnum() or letter in "-_.+" else "-" for letter in name)[:120]
    name = name.encode()[:240].decode(errors="ignore")  # file systems allow 255, with the ending
    return f"-{name}" if name.strip(".") == "" else name  # `..` would be the parent folder


def load_manifest_puzzle(manifest: Manifest) -> Puzzle:
    """Load the puzzle of a manifest from its puzzle file, with the goal that replaces the goal of the file."""
    return read_stored_puzzle(manifest.text, manifest.puzzle, manifest.metric, manifest.new_goal, manifest.identity)


def check_same(existing: Manifest, wanted: Manifest, folder: Path) -> None:
    """Raise RunError if the existing manifest has another puzzle, metric or start than wanted."""
    if content := difference(existing, wanted):
        raise RunError(f"{folder} has a run {content}: replace it, or choose another folder", "replace", "out")


def difference(existing: Manifest, wanted: Manifest) -> str:
    """Describe the puzzle, metric or start of a run or a table that is not wanted; empty if all are."""
    if existing.puzzle == wanted.puzzle and existing.metric != wanted.metric:
        return f"in the {existing.metric} metric, not {wanted.metric}"
    if existing.identity != wanted.identity:
        return f"of {_other_puzzle(existing, wanted)}"
    if existing.start_digest != wanted.start_digest:
        is_named_alike = wanted.start == existing.start
        wanted_start = f"this {wanted.start}, which is another board" if is_named_alike else wanted.start
        return f"from {existing.start}, not from {wanted_start}"
    return ""


def _other_puzzle(existing: Manifest, wanted: Manifest) -> str:
    """Describe how a puzzle differs from the wanted one: by home or goal, if only these were edited."""
    other = f"{existing.puzzle}, not of this {wanted.puzzle}"
    if existing.puzzle != wanted.puzzle or not (existing.text and wanted.text):
        return other
    try:
        before, now = load_manifest_puzzle(existing).facts(), load_manifest_puzzle(wanted).facts()
    except SlidefrontError:
        return other
    edited = [name for name in ("home", "goal") if before[name] != now[name]]
    changed = " and ".join(f"its {name} was {before[name]} and is {now[name]} now" for name in edited)
    return f"{existing.puzzle} before an edit, where {changed}" if changed else other


def summary_of(manifest: Manifest | None) -> dict[str, Any]:
    """Return the main facts about a run or a table as plain data; all values are None if there is no manifest."""
    return {name: getattr(manifest, name, None) for name in _SUMMARY}
