"""Checkpoints of long searches, which can be continued: the threshold and the finished subtrees.

A file is written once a search has taken a minute, and then every few seconds. It is removed when the search is over.

What it says is believed when the search goes on, so it is sealed: with a digest of all of it, with the identity of the
search (puzzle, start, goal, databases), with a hash of the code that numbers subtrees, and with a digest of the boards
that the subtrees begin with. A file of which anything does not fit is ignored, and the search starts anew.
"""

import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from slidefront.files import opened, replacement, sealed

AFTER = 60.0  # seconds: a shorter search is simply repeated
EVERY = 5.0  # seconds
_FAR = 1 << 30
_CODE = ("search", "puzzles/transfer")
"""The folders of the code that orders moves and numbers subtrees."""


@dataclass
class Finished:
    """The subtrees of a round that contain no route, and their counts."""

    limit: int
    bottom: int = 0
    """The depth of the subtrees' roots; 0 before the round is divided."""
    most_words: int = 0
    """How many strings trails were made of, which changes which boards are the roots."""
    roots: str = ""
    """A digest of the roots, by which their numbers are known to be the same."""
    subtrees: set[int] = field(default_factory=set)
    generated: int = 0
    examined: int = 0
    above: int = _FAR

    def fits(self, least: int, odd: int | None) -> bool:
        """Tell whether all numbers can be true: no route is shorter than `least`, and `odd` is the parity of all."""
        numbers = (self.limit, self.bottom, self.most_words, self.generated, self.examined, self.above, *self.subtrees)
        if not all(type(one) is int and 0 <= one <= 1 << 62 for one in numbers) or type(self.roots) is not str:
            return False
        sums = [self.limit] if self.above >= _FAR else [self.limit, self.above]
        if odd is not None and any(one % 2 != odd for one in sums):
            return False
        in_range = least <= self.limit < self.above and self.bottom <= self.limit
        return in_range and self.examined <= self.generated + len(self.subtrees)

    def add(self, number: int, generated: int, examined: int, above: int) -> None:
        """Count a subtree."""
        self.subtrees.add(number)
        self.generated += generated
        self.examined += examined
        self.above = min(self.above, above)


class Checkpoint:
    """The file of a search; without a path nothing is kept."""

    def __init__(self, path: Path | None, identity: str = "", *, least: int = 0, odd: int | None = None) -> None:
        self._path = path
        self._identity = sha256(f"{identity} {code_hash()}".encode()).hexdigest() if path else ""
        self._last = time.monotonic() + AFTER - EVERY
        before = self._read()
        self.before = before if before is not None and before.fits(least, odd) else Finished(0)
        """The round that the search had reached. Without a checkpoint it is a round with the threshold 0."""

    @property
    def exists(self) -> bool:
        """Whether there is a file to continue from."""
        return self._path is not None and self._path.is_file()

    def _read(self) -> Finished | None:
        if self._path is None:
            return None
        with suppress(OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            data: dict[str, Any] = opened(self._path.read_bytes())
            if data.pop("identity") == self._identity:
                return Finished(**{**data, "subtrees": set(data["subtrees"])})
        return None

    def begin(self, limit: int) -> Finished:
        """Begin a round, from its checkpoint if there is one."""
        return self.before if self.before.limit == limit else Finished(limit)

    def save(self, finished: Finished) -> None:
        """Write the file, if it is time to."""
        if self._path is None or time.monotonic() < self._last + EVERY:
            return
        self._last = time.monotonic()
        data = {**asdict(finished), "subtrees": sorted(finished.subtrees), "identity": self._identity}
        with suppress(OSError):  # the search continues even if nothing can be written
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with replacement(self._path) as file:
                file.write(sealed(data))

    def remove(self) -> None:
        """Remove the file: the search is over."""
        if self._path is not None:
            with suppress(OSError):
                self._path.unlink(missing_ok=True)


@cache
def code_hash() -> str:
    """Hash the code that orders moves and numbers subtrees, so that no edit of it can use numbers of before."""
    package = Path(__file__).parents[2]
    return hash_of_files(path for folder in _CODE for path in (package / folder).rglob("*.py"))


def hash_of_files(paths: Iterable[Path]) -> str:
    """Hash the contents of files, in the order of their names."""
    return sha256(b"".join(sha256(path.read_bytes()).digest() for path in sorted(paths))).hexdigest()
