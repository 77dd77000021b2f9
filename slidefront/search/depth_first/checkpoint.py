"""Checkpoints of long searches, which can be continued: the threshold and the finished subtrees.

A file is written once a search has taken a minute, and then every few seconds. It is removed when the search is over.
"""

import json
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from slidefront.files import replacement

AFTER = 60.0  # seconds: a shorter search is simply repeated
EVERY = 5.0  # seconds
VERSION = 3
_FAR = 1 << 30


@dataclass
class Finished:
    """The subtrees of a round that contain no route, and their counts."""

    limit: int
    bottom: int = 0
    """The depth of the subtrees' roots; 0 before the round is divided."""
    most_words: int = 0
    """How many strings trails were made of, which changes which boards are the roots."""
    subtrees: set[int] = field(default_factory=set)
    generated: int = 0
    examined: int = 0
    above: int = _FAR

    def add(self, number: int, generated: int, examined: int, above: int) -> None:
        """Count a subtree."""
        self.subtrees.add(number)
        self.generated += generated
        self.examined += examined
        self.above = min(self.above, above)


class Checkpoint:
    """The file of a search; without a path nothing is kept."""

    def __init__(self, path: Path | None, identity: str = "") -> None:
        self._path = path
        self._identity = identity
        self._last = time.monotonic() + AFTER - EVERY
        self._before = self._read()

    @property
    def limit(self) -> int:
        """The threshold that the search had reached; 0 if there is no checkpoint."""
        return 0 if self._before is None else self._before.limit

    @property
    def subtrees(self) -> int:
        """How many subtrees of this threshold are finished."""
        return 0 if self._before is None else len(self._before.subtrees)

    @property
    def exists(self) -> bool:
        """Whether there is a file to continue from."""
        return self._path is not None and self._path.is_file()

    def _read(self) -> Finished | None:
        if self._path is None:
            return None
        with suppress(OSError, ValueError, TypeError, KeyError, AttributeError):
            data: dict[str, Any] = json.loads(self._path.read_text("utf-8"))
            if data.pop("version") == VERSION and data.pop("identity") == self._identity:
                found = Finished(**data)
                found.subtrees = set(found.subtrees)
                return found
        return None

    def begin(self, limit: int) -> Finished:
        """Begin a round, from its checkpoint if there is one."""
        before = self._before
        return before if before is not None and before.limit == limit else Finished(limit)

    def save(self, finished: Finished) -> None:
        """Write the file, if it is time to."""
        if self._path is None or time.monotonic() < self._last + EVERY:
            return
        self._last = time.monotonic()
        data = {**asdict(finished), "subtrees": sorted(finished.subtrees)}
        with suppress(OSError):  # the search continues even if nothing can be written
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with replacement(self._path) as file:
                file.write(json.dumps({"version": VERSION, "identity": self._identity, **data}).encode())

    def remove(self) -> None:
        """Remove the file: the search is over."""
        if self._path is not None:
            with suppress(OSError):
                self._path.unlink(missing_ok=True)
