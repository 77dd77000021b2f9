"""The journal of a step through files: its plan, and the records of its finished tasks.

    plan.json     the plan: the first key of each slice, the bounds of the buckets, the buckets of each part
    done.jsonl    a line for each record

An interrupted step continues with the same plan. Tasks with a record do not run again, unless their files have changed,
which can happen after a power failure or on a bad disk. Records have digests of their files, and each line has a digest
of itself. The journal is the same for all executors.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from slidefront.explore.chunks import FileChunk
from slidefront.explore.layers import LayerKeys
from slidefront.explore.parts import PartRecord
from slidefront.explore.plan import Plan
from slidefront.explore.tasks import GatherRecord, SpreadRecord
from slidefront.files import replacement
from slidefront.keys.buckets import buckets_of
from slidefront.keys.segments import Block, FileSegment
from slidefront.sealed import opened, sealed
from slidefront.store.manifest import JOURNAL, Part, part_of
from slidefront.store.parts import differs

UNUSABLE = (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError)
"""The exceptions that reading a damaged journal, or one of another version, raises."""


@dataclass
class Journal:
    """The journal of one step."""

    folder: Path
    """Where the journal is, and the parts that wait for their layer."""
    keys: Path
    """Where the files of keys are."""
    step: dict[str, Any]
    """The identity of the step: a journal of another step is ignored."""
    most_at_once: int
    """The most keys that a task may join at a time: a plan for more memory is ignored."""
    _lines: dict[tuple[str, int], Any] = field(default_factory=dict)

    @property
    def _plan(self) -> Path:
        return self.folder / JOURNAL

    @property
    def _done(self) -> Path:
        return self.folder / "done.jsonl"

    @property
    def begun(self) -> bool:
        """Whether the step has begun, and is not over."""
        return self._plan.exists()

    def begin(self, plan: Plan, low: int) -> None:
        """Write a new plan. Slices are stored without the `low` used-move bits: a loaded frontier has none."""
        record = {
            "step": self.step,
            "slices": [0, *(boards[0].first >> low << low for boards in plan.slices[1:])],
            "bounds": plan.buckets.bounds.tolist(),
            "shift": plan.buckets.shift,
            "parts": [[part.start, part.stop] for part in plan.parts],
            "keys_at_once": plan.keys_at_once,
        }
        self._done.unlink(missing_ok=True)
        with replacement(self._plan) as file:
            file.write(sealed(record))

    def read(self, frontier: LayerKeys) -> Plan | None:
        """Return the plan of an interrupted step, and read its records; None if there is no such step."""
        try:
            record = opened(self._plan.read_bytes())
            if record["step"] != self.step:
                return None
            if not 0 < record["keys_at_once"] <= self.most_at_once:
                return None
            buckets = buckets_of(np.array(record["bounds"], np.uint64), int(record["shift"]))
            ends = [*record["slices"][1:], 1 << 64]
            slices = [frontier.between(*pair) for pair in zip(record["slices"], ends, strict=True)]
            parts = [range(*pair) for pair in record["parts"]]
            self._read_lines()
            return Plan(slices, buckets, parts, record["keys_at_once"])
        except UNUSABLE:
            self._lines = {}
            return None

    def _read_lines(self) -> None:
        if not self._done.exists():
            return
        for line in self._done.read_bytes().splitlines():
            if (whole := opened(line)) is not None:
                kind, number, record = whole
                self._lines[kind, number] = record

    def spreads(self) -> dict[int, SpreadRecord]:
        """Return the records of spread tasks whose chunks are unchanged."""
        found = {}
        for number, line in self._of("spread"):
            with suppress(*UNUSABLE):
                chunk = FileChunk(_inside(self.keys, line["file"]), **{name: int(line[name]) for name in _CHUNK})
                chunk.check()
                found[number] = SpreadRecord(number, chunk, int(line["written"]), int(line["read"]))
        return found

    def gathers(self) -> dict[int, GatherRecord]:
        """Return the records of gather tasks whose boards and parts are unchanged."""
        found = {}
        for number, line in self._of("gather"):
            with suppress(*UNUSABLE):
                segments = tuple(self._read_segment(one) for one in line["segments"])
                path = _inside(self.folder, line["file"]) if line["part"] else None
                part = _read_part(path, line["part"]) if path else None
                kept = PartRecord(part, int(line["marked"]), int(line["digest"]), path=path)
                found[number] = GatherRecord(number, segments, kept, int(line["written"]), int(line["read"]))
        return found

    def _of(self, kind: str) -> Iterable[tuple[int, Any]]:
        return [(number, line) for (one, number), line in self._lines.items() if one == kind]

    def _read_segment(self, line: dict[str, Any]) -> FileSegment:
        blocks = tuple(Block(*map(int, block)) for block in line["blocks"])
        segment = FileSegment(_inside(self.keys, line["file"]), blocks, int(line["size"]), 0, int(line["digest"]))
        segment.check()
        return segment

    def note(self, record: SpreadRecord | GatherRecord) -> None:
        """Write the record of a finished task, if all that it refers to is on disk."""
        sizes = {"written": record.written, "read": record.read}
        if isinstance(record, SpreadRecord):
            if isinstance(record.chunk, FileChunk):
                chunk = {name: getattr(record.chunk, name) for name in _CHUNK}
                self._note("spread", record.number, {"file": record.chunk.path.name, **chunk, **sizes})
            return
        segments = [segment for segment in record.segments if isinstance(segment, FileSegment)]
        if len(segments) == len(record.segments) and record.kept.data is None:
            kept = {"marked": record.kept.marked, "digest": record.kept.digest}
            part = {
                "part": record.kept.part and vars(record.kept.part),
                "file": record.kept.path and record.kept.path.name,
            }
            line = {"segments": [_segment_line(one) for one in segments], **part, **kept, **sizes}
            self._note("gather", record.number, line)

    def _note(self, kind: str, number: int, record: Any) -> None:
        with self._done.open("ab") as file:
            file.write(sealed([kind, number, record]))

    def close(self) -> None:
        """Remove the journal of the step."""
        self._plan.unlink(missing_ok=True)
        self._done.unlink(missing_ok=True)


_CHUNK = ("buckets", "table", "generated", "digest")


def _inside(folder: Path, name: str) -> Path:
    if name != Path(name).name:
        raise ValueError("a file outside the folder")
    return folder / name


def _read_part(path: Path, line: dict[str, Any]) -> Part:
    part = part_of(line)
    if fault := differs(path, part):
        raise ValueError(fault)
    return part


def _segment_line(segment: FileSegment) -> dict[str, Any]:
    return {
        "file": segment.path.name,
        "blocks": segment.blocks,
        "size": segment.size,
        "digest": segment.digest,
    }
