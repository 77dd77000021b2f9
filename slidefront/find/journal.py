"""The journal of a search: a file with a line for its kind, and a line for each finished task.

Each line has a digest of itself, so that a line that was being written when the process died is left out. What is left
to do follows from the lines: the items that tasks left, without the items of later tasks.
"""

from contextlib import suppress
from pathlib import Path
from typing import Any

from slidefront.errors import RunError
from slidefront.files import is_replacing, locked, make_folder, opened, refuse_links, sealed, writing_to
from slidefront.find.found import Found, Results, add
from slidefront.find.kind import Kind
from slidefront.find.tasks import FindRecord, Item, first_items

NAME = "_find.jsonl"
_VERSION = 1


class FindJournal:
    """The journal of one search, for its one writer. Use it in a `with`."""

    def __init__(self, folder: Path, kind: Kind, top: int) -> None:
        self.path = folder / NAME
        self.found: Found = {}
        self.left: dict[Item, None] = dict.fromkeys(first_items(kind))
        """The items that are left; a dictionary, which keeps their order."""
        self._head = {"version": _VERSION, "kind": kind.text, "top": top}
        self.top = top

    def __enter__(self) -> "FindJournal":
        folder = self.path.parent
        with writing_to(folder):
            if folder.exists() and any(folder.iterdir()) and not self.path.is_file():
                raise RunError(f"{folder} has other files: choose a new folder", "out")
            make_folder(folder)
            for path in folder.iterdir():
                refuse_links(path)
            try:
                self._lock = locked(folder / "_find.lock")
            except BlockingIOError:
                raise RunError(
                    f"another process searches in {folder}: wait for it, or choose another folder", "out"
                ) from None
            try:
                self._read()
            except BaseException:
                self._lock.close()
                raise
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):  # a write that failed fails again on closing, and has been told of
            self._file.close()
        self._lock.close()

    def _read(self) -> None:
        lines = self.path.read_bytes().split(b"\n") if self.path.exists() else []
        head, *rest = [*map(opened, lines)] or [None]
        if head is not None and head["version"] != _VERSION:
            raise RunError(
                f"{self.path} has version {head['version']}, and this slidefront reads version {_VERSION}: use the "
                f"slidefront that wrote it, or choose another folder"
            )
        if head is not None and head != self._head:
            if not is_replacing():
                said = f"{self.path} is of another search: replace it, or choose another folder"
                raise RunError(said, "force", "out")
            lines, head, rest = [], None, []
        if lines and head is None and len(lines) > 1:
            raise RunError(f"{self.path} is damaged in its first line: choose another folder", "out")
        for line in rest:
            if line is not None:
                self._take(line)
        ended = bool(lines) and lines[-1] == b""
        self._file = self.path.open("ab" if head is not None else "wb")
        if head is None:
            self._write(self._head)
        elif not ended:
            self._file.write(b"\n")  # ends the line that was being written

    def _take(self, line: dict[str, Any]) -> None:
        with suppress(KeyError, TypeError, ValueError):
            items = [tuple(map(int, item)) for item in line["items"]]
            found = {int(pieces): Results.from_json(group) for pieces, group in line["found"].items()}
            if all(item in self.left for item in items):
                self._apply(items, [tuple(map(int, item)) for item in line["left"]], found)

    def _apply(self, items: list[Item], left: list[Item], found: Found) -> None:
        for item in items:
            del self.left[item]
        self.left.update(dict.fromkeys(left))
        add(self.found, found, self.top)

    def note(self, record: FindRecord) -> None:
        """Add what a task found, and write its line."""
        self._apply([*record.items], [*record.left], record.found)
        found = {pieces: group.as_json() for pieces, group in record.found.items()}
        with writing_to(self.path.parent, "the same command continues"):
            self._write({"items": record.items, "left": record.left, "found": found})

    def _write(self, record: dict[str, Any]) -> None:
        self._file.write(sealed(record))
        self._file.flush()
