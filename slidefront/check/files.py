"""Check the files of a run: every row of every part, and the numbers in the manifest.

    _run.json     contains the puzzle that it names, and its start is layer 0
    a part        exists, has its size and hash, is readable; `state` strictly ascends, `depth` is correct in each row
    a layer       has parts in ascending ranges, and the digest and counts of the manifest
    layers/       contains only files that the manifest lists

The check changes no file, and each task has one row group at a time in memory. Only a deep verification
(`check.verify`), which recomputes the layers, shows whether their boards are at that depth.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys
from slidefront.errors import BoardError, SlidefrontError
from slidefront.files import reason_of
from slidefront.keys.algebra import digest
from slidefront.puzzles.core import Puzzle, identity_hash
from slidefront.store.manifest import NAME, Layer, Manifest, PartRecord, layer_from, load_manifest_puzzle, summary_of
from slidefront.store.parts import SCHEMA, UNREADABLE, StoredPart, differs, open_part, take_column
from slidefront.store.run import Run, layer_folder
from slidefront.units import counted


@dataclass(frozen=True)
class Damage:
    """A fault of a run or a table."""

    what: str
    layer: int | None = None
    """The first damaged layer, on which all later layers depend; None if the manifest or a table is damaged."""
    file: str = NAME
    """The path of the damaged file below the run's folder; empty for a table, whose path is in `what`."""
    row: int | None = None
    """The first wrong row of the file, counted from 0, if it is known."""

    def __str__(self) -> str:
        row = "" if self.row is None else f", row {self.row:,}"
        return f"{self.file}{row}: {self.what}" if self.file else self.what


def part_damage(what: str, layer: int, file: str, row: int | None) -> Damage:
    """Return the damage of a part."""
    return Damage(what, layer, layer_folder(Path(), layer).joinpath(file).as_posix(), row)


@dataclass(frozen=True)
class Report:
    """The result of verifying a run or a table."""

    path: Path
    """The folder of the run, or the file of the table."""
    deep: bool
    """Whether the layers or distances were recomputed."""
    manifest: Manifest | None
    """None if it cannot be read."""
    damages: tuple[Damage, ...] = ()
    strays: tuple[str, ...] = ()
    """Files among the layers that do not belong there; other programs would read them as boards."""
    leftovers: tuple[str, ...] = ()
    """Files of an interrupted writer; the next writer removes them."""
    puzzle: Puzzle | None = field(default=None, compare=False, repr=False)
    """The puzzle of the run, if it is written in Python: only the process that verifies has it."""

    @property
    def good(self) -> bool:
        """Whether there is no fault."""
        return not self.damages and not self.strays

    @property
    def doubtful(self) -> bool:
        """Whether the manifest or the table is damaged, so that no layer is known to be good."""
        return any(damage.layer is None for damage in self.damages)

    @property
    def safe(self) -> int:
        """The depth up to which all layers are good; -1 if layer 0 is damaged."""
        if self.manifest is None or self.doubtful:
            return -1
        return min([self.manifest.depth, *(damage.layer - 1 for damage in self.damages if damage.layer is not None)])

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data, which `verify --json` prints."""
        manifest, is_table = self.manifest, self.path.is_file()
        return {
            **summary_of(manifest),
            "path": str(self.path),
            "deep": self.deep,
            "good": self.good,
            "bytes": self.path.stat().st_size if is_table else manifest and manifest.bytes,
            "safe": self.safe,
            "damages": [*map(asdict, self.damages)],
            "strays": [*self.strays],
            "leftovers": [*self.leftovers],
        }

    def __repr__(self) -> str:
        faults = counted(len(self.damages) + len(self.strays), "fault")
        return f"<Report on {self.path}: {'good' if self.good else faults}>"


@dataclass
class CheckedPart:
    """The result of checking a part's file."""

    stored: StoredPart
    fault: str = ""
    row: int | None = None
    board_count: int = 0
    digest: int = 0
    selected_count: int = 0
    least: int = 0
    greatest: int = -1


def check_part(stored: StoredPart, puzzle: Puzzle) -> CheckedPart:
    """Check one part."""
    checked = CheckedPart(stored)
    faults = [differs(stored.path, stored.part)]
    try:
        if stored.path.is_file():
            _check_rows(stored, checked, puzzle)
    except UNREADABLE as error:
        faults.append(reason_of(error))
    checked.fault = "; ".join(fault for fault in faults if fault)
    return checked


def _check_rows(stored: StoredPart, checked: CheckedPart, puzzle: Puzzle) -> None:
    """Check the rows of a part, and count them in `checked`; raise ValueError for the first fault."""
    with open_part(stored.path) as (source, file):
        if file.schema_arrow != SCHEMA:
            raise ValueError("its columns are not `state` (uint64) and `depth` (int16)")
        stored.check(source, file.metadata)
        for group in range(file.num_row_groups):
            checked.row = checked.board_count  # in case this row group is damaged
            metadata = file.metadata.row_group(group)
            try:
                table = file.read_row_group(group, use_threads=False)
                keys, depths = take_column(table, "state"), take_column(table, "depth")
            except UNREADABLE as error:
                rows = f"{checked.board_count:,} to {checked.board_count + metadata.num_rows - 1:,}"
                raise ValueError(f"rows {rows} cannot be read: {reason_of(error)}") from None
            if keys.size:
                _check_group(keys, depths, metadata.column(0), checked)
            checked.board_count += keys.size
            checked.digest += int(digest(keys))
            with suppress(BoardError):  # a key is not a board; the digest shows it
                checked.selected_count += puzzle.count_selected(keys)
    checked.row = None
    if checked.board_count != stored.part.board_count:
        raise ValueError(f"it has {checked.board_count:,} boards where {stored.part.board_count:,} were written")


def _check_group(keys: Keys, depths: npt.NDArray[np.int16], column: Any, checked: CheckedPart) -> None:
    """Raise ValueError for the first wrong row of a row group, or for wrong statistics, which lookups use."""
    if checked.board_count == 0:
        checked.least = int(keys[0])
    falls = np.r_[int(keys[0]) <= checked.greatest, keys[1:] <= keys[:-1]]
    (wrong,) = np.nonzero(falls | (depths != checked.stored.depth))
    if wrong.size:
        row = int(wrong[0])
        checked.row = checked.board_count + row
        what = "`state` is not above that of the row before" if falls[row] else f"`depth` is {depths[row]}"
        raise ValueError(f"its {what}")
    bounds = column.statistics if column.is_stats_set else None
    if bounds is None or not bounds.has_min_max or (bounds.min, bounds.max) != (keys[0], keys[-1]):
        raise ValueError("the least and greatest `state` in the statistics of its row group are wrong")
    checked.greatest = int(keys[-1])


def check_layer_parts(layer: Layer, parts: Sequence[CheckedPart]) -> list[Damage]:
    """Return the damage of a layer: of its parts, or of its counts and digest in the manifest."""
    damages = [part_damage(part.fault, layer.depth, part.stored.part.file, part.row) for part in parts if part.fault]
    for before, after in pairwise(() if damages else parts):
        if after.least <= before.greatest:
            what = f"its `state` is not above all of {before.stored.part.file}"
            damages.append(part_damage(what, layer.depth, after.stored.part.file, 0))
    if damages:
        return damages
    computed = layer_from(
        layer.depth, [PartRecord(part.stored.part, part.digest, part.selected_count) for part in parts]
    )
    for what, listed, actual in (
        ("digest", layer.digest, computed.digest),
        ("selected boards", f"{layer.selected_count:,}", f"{computed.selected_count:,}"),
    ):
        if listed != actual:
            fault = f"for layer {layer.depth} it has {listed} as {what}, and the files of the layer {actual}"
            damages.append(Damage(fault, layer.depth))
    return damages


def check_manifest(run: Run) -> tuple[Puzzle | None, list[Damage]]:
    """Check that the manifest is consistent, and load its puzzle."""
    manifest, own_puzzle = run.manifest, run.own_puzzle
    try:
        puzzle = own_puzzle or load_manifest_puzzle(manifest)
    except SlidefrontError as error:
        return None, [Damage(f"its puzzle cannot be read: {error}")]
    if identity_hash(puzzle) != manifest.identity:
        return None, [Damage("its puzzle is not the puzzle of the layers")]
    doubts = []
    if puzzle.selection is not manifest.selection:
        doubts.append(
            Damage(f"it counts {manifest.selection.word} boards where the puzzle has {puzzle.selection.word} boards")
        )
    if manifest.layers and manifest.layers[0].digest != manifest.start_digest:
        doubts.append(Damage("its start is not layer 0: their digests differ"))
    if manifest.total is not None:
        boards = f"{manifest.board_count:,} boards of {manifest.total:,}"
        if manifest.board_count > manifest.total:
            doubts.append(Damage(f"it has {boards} that exist"))
        elif manifest.board_count < manifest.total and manifest.whole:
            doubts.append(Damage(f"it says that the space ends with {boards}", manifest.depth + 1))
    return puzzle, doubts
