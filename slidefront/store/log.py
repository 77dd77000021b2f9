"""A crash-safe log: one process appends records while it works, and the next one reads them to continue.

A record is a line of JSON with its seal, a digest, in front. Bytes may follow it (`payload`):

    5f1c9ab04e77d3a2 {"region":7,"depth":12,"bytes":8812,"crc32":3914407}
    ... 8,812 bytes
    09b3c27e51aa4d18 {"header":{...}}

A process that is killed, a full disk or a power failure leaves a *torn end*: bytes after the last whole record.
`read_log` ignores them, and a process that continues the log first cuts the file at the end of the last record. Damage
before the last record was not caused by an interruption, so `read_log` raises an error. If the records are
independent, it skips the damaged records instead: only their work is repeated.

    explore.plan               finished tasks of a step          independent
    apps.find.search           finished tasks of a search        independent
    tables.regions             regions and depths of a table     each describes changes to earlier records
    report.answers             answers                           lines of another form, because people read them
    search.depth_first         a checkpoint                      one sealed record, replaced as a whole
"""

import json
import re
import zlib
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from slidefront.errors import SlidefrontError

_SEAL = re.compile(rb"[0-9a-f]{16} (?=[\[{])")


class DamagedLogError(SlidefrontError):
    """A log with a whole record after a damaged one."""


class LogRecord(NamedTuple):
    """A record of a log."""

    value: Any
    """Plain data."""
    payload: bytes
    end: int
    """The offset of the next record."""


def seal_of(text: str) -> str:
    """Return the digest by which a later process recognises that a text is unchanged."""
    return sha256(text.encode()).hexdigest()[:16]


def sealed(value: Any, payload: bytes = b"") -> bytes:
    """Return the bytes of a record. If it has a payload, `value` must be a mapping, which gets its size and CRC-32."""
    if payload:
        value = {**value, "bytes": len(payload), "crc32": zlib.crc32(payload)}
    text = json.dumps(value, separators=(",", ":"))
    return f"{seal_of(text)} {text}\n".encode() + payload


def append_record(file: BinaryIO, value: Any, payload: bytes = b"") -> None:
    """Append a record to a log. The caller syncs the file when a power failure must not lose the record."""
    file.write(sealed(value, payload))
    file.flush()


def unsealed(line: bytes) -> Any:
    """Return the value of a record; None if its line is cut off or changed."""
    with suppress(ValueError, RecursionError):
        seal, _, text = line.decode().strip().partition(" ")
        if seal == seal_of(text):
            return json.loads(text)
    return None


def read_log(path: Path, *, independent: bool = False) -> Iterator[LogRecord]:
    """Yield the undamaged records of a log. A missing file counts as an empty log.

    Raise DamagedLogError if an undamaged record follows damage, unless the records are `independent` of each other.
    """
    if not path.is_file():
        return
    end, is_damaged = 0, False
    with path.open("rb") as file:
        while line := file.readline():
            next_line, record = file.tell(), None
            for match in _SEAL.finditer(line):
                if (record := _read_record(file, line[match.start() :])) is not None:
                    break
                file.seek(next_line)
            is_damaged |= record is None or match.start() > 0
            if record is None:
                continue
            if is_damaged and not independent:
                raise DamagedLogError(f"{path} is damaged after {end:,} bytes: remove it and start again")
            end = record.end
            yield record


def _read_record(file: BinaryIO, line: bytes) -> LogRecord | None:
    """Read the payload of a record whose line has been read; None if the line or the payload is not whole."""
    value = unsealed(line) if line.endswith(b"\n") else None
    size, crc32 = (value.get("bytes", 0), value.get("crc32", 0)) if isinstance(value, dict) else (0, 0)
    payload = file.read(size)
    is_whole = value is not None and len(payload) == size and zlib.crc32(payload) == crc32
    return LogRecord(value, payload, file.tell()) if is_whole else None
