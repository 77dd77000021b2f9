"""The scratch folder, for files of unfinished layers. It has a mark, and nothing without the mark is removed.

_scratch/slidefront-scratch.json    the mark: the process that writes here, and the folder of keys if it is elsewhere
_scratch/0012-part-00000.parquet    a part of an unfinished layer
_scratch/keys/                      keys that do not fit memory, unless they go to a folder of their own
_scratch/plan.json, done.jsonl      the journal of a step that is not finished
"""

import json
import os
import shutil
import socket
from contextlib import suppress
from pathlib import Path

from slidefront.errors import RunError
from slidefront.files import refuse_links, replacement
from slidefront.store.manifest import JOURNAL

SCRATCH = "_scratch"
"""The name of the scratch folder of a run."""
MARK = "slidefront-scratch.json"


class Scratch:
    """A scratch folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def check(self) -> None:
        """Refuse a folder that slidefront did not make, or that has links."""
        refuse_links(self.folder)
        if self.folder.exists() and not self._is_ours():
            raise RunError(
                f"{self.folder} was not made by slidefront, which keeps temporary files there: move it, or choose "
                f"other folders",
                "out",
                "scratch",
            )

    def _is_ours(self) -> bool:
        if not self.folder.is_dir():
            return False
        marks = self.folder.glob(f"*{MARK}*")  # also one that a killed process has not put in place
        return any(mark.is_file() for mark in marks) or not any(self.folder.iterdir())

    def owner(self) -> str | None:
        """Return the process that made the folder, as text; None if the mark does not say."""
        record = self._record()
        return f"process {record['process']} on {record['host']}" if {"process", "host"} <= {*record} else None

    def open(self) -> None:
        """Make the folder, with its mark."""
        self.check()
        self.folder.mkdir(parents=True, exist_ok=True)
        self._save(self._record().get("keys"))

    def _save(self, keys: object) -> None:
        mark = {"process": os.getpid(), "host": socket.gethostname(), "keys": keys}
        with replacement(self.folder / MARK) as file:
            file.write(json.dumps(mark).encode())

    def _record(self) -> dict[str, object]:
        with suppress(OSError, ValueError):
            record = json.loads((self.folder / MARK).read_text("utf-8"))
            return record if isinstance(record, dict) else {}
        return {}

    def keep_keys_in(self, folder: Path | None) -> None:
        """Remember the folder of keys elsewhere, if there is one, and remove another one of an earlier process."""
        self._remove_keys(but=folder)
        self._save(None if folder is None else str(folder))

    def _remove_keys(self, but: Path | None = None) -> None:
        before = self._record().get("keys")
        if isinstance(before, str) and Path(before) != but:
            Scratch(Path(before)).remove()

    def part(self, depth: int, file: str) -> Path:
        """Return the path of a part of an unfinished layer."""
        return self.folder / f"{depth:04d}-{file}"

    def has_step(self) -> bool:
        """Tell whether the folder has an unfinished step that can be continued."""
        return (self.folder / JOURNAL).exists()

    def clear_parts(self, keep: set[Path]) -> None:
        """Remove the parts of unfinished layers, except some."""
        for path in self.folder.glob("[0-9]*-*"):
            if path not in keep:
                with suppress(OSError):
                    path.unlink()

    def remove(self) -> None:
        """Remove the folder, if it is ours."""
        if self.folder.is_dir() and not self.folder.is_symlink() and self._is_ours():
            self._remove_keys()
            shutil.rmtree(self.folder, ignore_errors=True)
