"""What is done of a layer that goes through the scratch folder, so that an interrupted one goes on where it stopped.

    plan.json     how the step is cut: the first key of each slice, the bounds of the buckets, the buckets of each part
    done.jsonl    a line for each finished slice, with its chunk, and for each finished part, with its boards

Lines carry digests of what they speak of, and of themselves: after a power failure, or on a bad disk, a file may not
be what was written, and is made anew.
"""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np

from slidefront.explore.chunks import ScratchChunks
from slidefront.explore.held import Block, HeldLayer, Piece, ScratchBlock, note_blocks, restore_blocks
from slidefront.explore.plan import Plan
from slidefront.explore.scratch import Scratch
from slidefront.keys.buckets import buckets_of
from slidefront.store.manifest import JOURNAL

Kept = TypeVar("Kept")


@dataclass
class Journal(Generic[Kept]):
    """The journal of one step."""

    folder: Path
    """Where the journal itself is."""
    scratch: Scratch
    """Where what it speaks of is."""
    step: dict[str, Any]
    """What the step is: a journal of another one is of no use."""
    low: int
    """Bits of working keys that do not count: a resumed frontier does not know them."""
    write_kept: Callable[[Kept], Any]
    """Write down what a keeper has kept; None where it will not last."""
    read_kept: Callable[[Any], Kept]
    """Find again what was written down; an OSError or ValueError where it is not as it was."""
    slices: dict[int, Any] = field(default_factory=dict)
    """The finished slices, as they were noted."""
    parts: dict[int, Any] = field(default_factory=dict)
    """The finished parts."""

    def __post_init__(self) -> None:
        self.chunks = ScratchChunks(self.scratch, self.step["depth"], self.low)

    @property
    def _plan(self) -> Path:
        return self.folder / JOURNAL

    @property
    def _done(self) -> Path:
        return self.folder / "done.jsonl"

    def plan(self, frontier: HeldLayer) -> Plan | None:
        """Take up the plan of an interrupted step, with what is done of it; None where there is none of this step."""
        try:
            record = json.loads(self._plan.read_text("utf-8"))
            if record.pop("seal") != _seal(record) or record["step"] != self.step:
                return None
            buckets = buckets_of(np.array(record["bounds"], np.uint64), int(record["shift"]))
            ends = [*record["slices"][1:], 1 << 64]
            slices = [frontier.range(least, end) for least, end in zip(record["slices"], ends, strict=True)]
            parts = [range(*pair) for pair in record["parts"]]
            self._read_done()
            return Plan(slices, buckets, parts, int(record["successors"]))
        except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError):
            self.slices, self.parts = {}, {}
            return None

    def _read_done(self) -> None:
        if not self._done.exists():
            return
        for line in self._done.read_bytes().splitlines():
            try:
                kind, number, record, seal = json.loads(line)
            except (ValueError, TypeError):
                continue  # the line that was being written, or a damaged one
            if seal != _seal([kind, number, record]):
                continue
            (self.slices if kind == "slice" else self.parts)[int(number)] = record

    @property
    def begun(self) -> bool:
        """Whether there is a plan: the step has begun, and is not over."""
        return self._plan.exists()

    def begin(self, plan: Plan) -> None:
        """Note a new plan."""
        firsts = [_first(one[0]) >> self.low << self.low for one in plan.slices]
        record = {
            "step": self.step,
            "slices": [0, *firsts[1:]],
            "bounds": plan.buckets.bounds.tolist(),
            "shift": plan.buckets.shift,
            "parts": [[part.start, part.stop] for part in plan.parts],
            "successors": plan.successors,
        }
        self._done.unlink(missing_ok=True)
        waiting = self._plan.with_suffix(".new")
        waiting.write_text(json.dumps({**record, "seal": _seal(record)}), "utf-8")
        waiting.replace(self._plan)

    def unfinished_slices(self, plan: Plan) -> list[int]:
        """Take up the chunks that are there, and list the slices whose chunks are not."""
        there = {number for number, record in self.slices.items() if self.chunks.take_up(number, record)}
        return [number for number in range(len(plan.slices)) if number not in there]

    def note_slice(self, number: int) -> None:
        """Note that a slice is finished."""
        self._note("slice", number, self.chunks.record(number))

    def finished_parts(self) -> dict[int, tuple[list[Block], Kept]]:
        """Find the parts that are there, as they were when they were finished."""
        found: dict[int, tuple[list[Block], Kept]] = {}
        for number, record in self.parts.items():
            with suppress(OSError, ValueError, KeyError, TypeError):
                blocks = restore_blocks(self.scratch, record["blocks"]) if record["blocks"] else []
                found[number] = [*blocks], self.read_kept(record["kept"])
        return found

    def note_part(self, number: int, blocks: list[Block], kept: Kept) -> None:
        """Note that a part is finished, if all of it is on disk."""
        there = [block for block in blocks if isinstance(block, ScratchBlock)]
        written = self.write_kept(kept)
        if len(there) == len(blocks) and written is not None:
            self._note("part", number, {"blocks": note_blocks(there) if there else None, "kept": written})

    def _note(self, kind: str, number: int, record: Any) -> None:
        with self._done.open("a", encoding="utf-8") as file:
            file.write(json.dumps([kind, number, record, _seal([kind, number, record])]) + "\n")

    def close(self) -> None:
        """Forget the step."""
        self._plan.unlink(missing_ok=True)
        self._done.unlink(missing_ok=True)


def _seal(record: Any) -> str:
    return sha256(json.dumps(record, sort_keys=True).encode()).hexdigest()[:16]


def _first(piece: Piece) -> int:
    return int(piece[0]) if isinstance(piece, np.ndarray) else piece.first()
