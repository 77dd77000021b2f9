"""The journal of a step through files: its plan, and the records of its finished tasks.

    plan.json     the plan: the first key of each slice, the bounds of the buckets, the buckets of each part
    done.jsonl    the log of the records (`store.log`)

An interrupted step resumes with the same plan. A task with a record does not run again, unless its files have changed,
which happens after a power failure or on a bad disk. So a record has the digests of its files. The journal is the same
for all executors.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from slidefront.explore.layers import LayerKeys
from slidefront.explore.plan import Plan
from slidefront.explore.tasks import FileChunk, GatherRecord, SpreadRecord
from slidefront.files import replacement
from slidefront.keys.segments import Block, FileSegment
from slidefront.keys.sorting import buckets_of
from slidefront.store.log import read_log, sealed, unsealed
from slidefront.store.manifest import JOURNAL, PartRecord, part_of, stored
from slidefront.store.parts import differs

Record = TypeVar("Record")
UNUSABLE = (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError)
"""The exceptions that reading a damaged journal, or one of another version, raises."""


@dataclass
class Journal:
    """The journal of a run: of one step at a time."""

    folder: Path
    """The folder of the journal, and of the parts until their layer is finished."""
    keys: Path
    """The folder of the files of keys."""
    run: str
    """The identity of the run; a journal of another run is ignored."""
    most_at_once: int
    """The most keys that a task may join at a time; a plan for more memory is ignored."""

    def __post_init__(self) -> None:
        self._plan, self._done = self.folder / JOURNAL, self.folder / "done.jsonl"
        self._lines: list[Any] = []

    @property
    def begun(self) -> bool:
        """Whether a step is in progress."""
        return self._plan.exists()

    def begin(self, depth: int, plan: Plan, low: int) -> None:
        """Write a new plan. Slices are stored without the `low` used-move bits, which loaded keys do not have."""
        self._lines = []
        record = {
            "run": self.run,
            "depth": depth,
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
        """Read the plan and the records of an interrupted step; return the plan, or None if it cannot be used."""
        try:
            record = unsealed(self._plan.read_bytes())
            if (record["run"], record["depth"]) != (self.run, frontier.depth + 1):
                return None
            if not 0 < record["keys_at_once"] <= self.most_at_once:
                return None
            buckets = buckets_of(np.array(record["bounds"], np.uint64), int(record["shift"]))
            ends = [*record["slices"][1:], 1 << 64]
            slices = [frontier.between(*pair) for pair in zip(record["slices"], ends, strict=True)]
            parts = [range(*pair) for pair in record["parts"]]
            records = [*read_log(self._done, independent=True)]
            if records:
                os.truncate(self._done, records[-1].end)
            self._lines = [record.value for record in records]
            return Plan(slices, buckets, parts, record["keys_at_once"])
        except UNUSABLE:
            self._lines = []
            return None

    def spreads(self) -> dict[int, SpreadRecord]:
        """Return the records of spread tasks whose chunks are unchanged."""
        return self._records("spread", self._spread)

    def gathers(self) -> dict[int, GatherRecord]:
        """Return the records of gather tasks whose boards and parts are unchanged."""
        return self._records("gather", self._gather)

    def _records(self, kind: str, read: Callable[[int, Any], Record]) -> dict[int, Record]:
        records = {}
        for line in self._lines:
            with suppress(*UNUSABLE):
                line_kind, number, data = line
                if line_kind == kind:
                    records[number] = read(number, data)
        return records

    def _spread(self, number: int, data: dict[str, Any]) -> SpreadRecord:
        chunk = FileChunk(**{**data, "path": _inside(self.keys, data["path"])})
        chunk.check()
        return SpreadRecord(number, chunk)

    def _gather(self, number: int, data: dict[str, Any]) -> GatherRecord:
        path = part = None
        if data["part"]:
            path, part = _inside(self.folder, data["path"]), part_of(data["part"])
            if fault := differs(path, part):
                raise ValueError(fault)
        segments = []
        for fields in data["segments"]:
            blocks = tuple(Block(*block) for block in fields["blocks"])
            segment = FileSegment(**{**fields, "path": _inside(self.keys, fields["path"]), "blocks": blocks})
            segment.check()
            segments.append(segment)
        return GatherRecord(number, tuple(segments), PartRecord(part, data["digest"], data["marked"], path))

    def note(self, record: SpreadRecord | GatherRecord) -> None:
        """Append the record of a finished task, if everything that it refers to is on disk."""
        files = [record.chunk] if isinstance(record, SpreadRecord) else record.segments
        fields = [{**vars(file), "path": file.path.name} for file in files if isinstance(file, FileChunk | FileSegment)]
        if len(fields) < len(files):
            return
        if isinstance(record, SpreadRecord):
            line = ["spread", record.number, fields[0]]
        else:
            kept = record.kept
            part = {"part": kept.part and stored(kept.part), "path": kept.path and kept.path.name}
            data = {"segments": fields, "marked": kept.selected_count, "digest": kept.digest, **part}
            line = ["gather", record.number, data]
        with self._done.open("ab") as file:
            file.write(sealed(line))

    def close(self) -> None:
        """Remove the journal of the step."""
        self._plan.unlink(missing_ok=True)
        self._done.unlink(missing_ok=True)


def _inside(folder: Path, name: str) -> Path:
    if name != Path(name).name:
        raise ValueError("a file outside the folder")
    return folder / name
