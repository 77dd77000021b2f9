"""What a part says of itself, and whether it is the part that its reader wants.

The metadata of a part's file has a stamp, as JSON: the manifest of its run without the layers, the depth, and the name
of the part. A file that was copied over another one, or that is of another run, would answer for boards that it does
not know, so each reader compares the stamp. A lost manifest is made again from the stamps.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from slidefront.store.manifest import VERSION, Manifest, Part, manifest_of_head

_KEY = b"slidefront"


def stamp(head: Mapping[str, Any], depth: int, file: str) -> dict[bytes, bytes]:
    """Make the metadata of a part's file; the head is that of a manifest."""
    return {_KEY: json.dumps({**head, "depth": depth, "file": file}, ensure_ascii=False).encode()}


@dataclass(frozen=True)
class StoredPart:
    """The file of a part, and what its stamp must say."""

    path: Path
    depth: int
    part: Part
    origin: str
    """Of the manifest: it tells runs apart. Empty if the manifest does not tell it for certain."""

    def check(self, metadata: Any) -> None:
        """Raise ValueError if the metadata of the file is that of another part."""
        depth, manifest, file = read_stamp(metadata)
        if self.origin not in ("", manifest.origin):
            raise ValueError(f"it belongs to another run, of {manifest.puzzle} from {manifest.start}")
        if (depth, file) != (self.depth, self.part.file):
            raise ValueError(f"it is {file} of layer {depth}")
        if metadata.num_rows != self.part.boards:
            raise ValueError(f"it has {metadata.num_rows:,} boards where {self.part.boards:,} were written")


def read_stamp(metadata: Any) -> tuple[int, Manifest, str]:
    """Return the depth of a part, the manifest of its run without layers, and its name; ValueError without a stamp."""
    try:
        record = json.loads(metadata.metadata[_KEY])
        version, found = record["version"], (int(record["depth"]), manifest_of_head(record), str(record["file"]))
    except (KeyError, TypeError, ValueError, RecursionError):
        raise ValueError("it does not say which part of which run it is") from None
    if version != VERSION:
        raise ValueError(f"it has version {version}, and this slidefront reads version {VERSION}")
    return found
