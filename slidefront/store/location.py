"""The location of a finished run: a folder, or a URI on another file system, such as `s3://bucket/run`.

pyarrow knows S3, GCS, Azure and HDFS; fsspec knows more, if it is installed. They take credentials, the
region and the endpoint from the environment and from their own files.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from textwrap import shorten
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import unquote

from slidefront.errors import RunError

_URI = re.compile(r"(?!file:)[a-z][a-z0-9+.-]+://[^?#]+", re.IGNORECASE)


def is_uri(name: object) -> bool:
    """Tell whether a name, or what `location` returns, is a place on another file system."""
    return bool(_URI.fullmatch(str(name)))


def is_file_uri(name: object) -> bool:
    """Tell whether a name is the URI of a folder of this machine."""
    return str(name).lower().startswith("file://")


def location(name: str | Path) -> Path:
    """Return the path of a folder, or a RemotePath, which has the methods that readers need."""
    if is_uri(name):
        return cast(Path, RemotePath(str(name).rstrip("/")))
    if not is_file_uri(name):
        return Path(name)
    host, _, path = str(name)[len("file://") :].partition("/")
    if host not in ("", "localhost") or not path:
        raise RunError(f"{name} is not a folder of this machine: write file:///folder/run, or the folder as it is")
    return Path("/", unquote(path))


@dataclass(frozen=True)
class RemotePath:
    """A file or folder on another file system, with those methods of a Path that reading needs."""

    uri: str

    def __str__(self) -> str:
        return self.uri

    def __truediv__(self, name: str) -> "RemotePath":
        return RemotePath(f"{self.uri}/{name}")

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.uri.rpartition("/")[2]

    @property
    def _bucket(self) -> tuple[Any, str]:
        scheme, _, path = self.uri.partition("://")
        return _filesystem(f"{scheme}://{path.partition('/')[0]}")

    @property
    def filesystem(self) -> Any:
        """The file system, as pyarrow has it."""
        return self._bucket[0]

    @property
    def inside(self) -> str:
        """The path on the file system."""
        _, slash, inside = self.uri.partition("://")[2].partition("/")
        return f"{self._bucket[1]}{slash}{inside}"

    def _info(self) -> Any:
        return self.filesystem.get_file_info(self.inside)

    def exists(self) -> bool:
        """Tell whether it is there."""
        return self.is_file() or self.is_dir()

    def is_file(self) -> bool:
        """Tell whether it is a file."""
        return bool(self._info().is_file)

    def is_dir(self) -> bool:
        """Tell whether it is a folder."""
        from pyarrow.fs import FileType

        return bool(self._info().type == FileType.Directory)

    def iterdir(self) -> "Iterator[RemotePath]":
        """List what the folder has."""
        from pyarrow.fs import FileSelector

        return (self / info.base_name for info in self.filesystem.get_file_info(FileSelector(self.inside)))

    def stat(self) -> SimpleNamespace:
        """Return its size."""
        size = self._info().size
        if size is None:
            raise FileNotFoundError(2, "No such file", str(self))
        return SimpleNamespace(st_size=size)

    def open(self, mode: str = "rb") -> Any:
        """Open the file for reading at any place of it, or for writing from its start."""
        filesystem = self.filesystem
        return filesystem.open_output_stream(self.inside) if mode == "wb" else filesystem.open_input_file(self.inside)

    def unlink(self, *, missing_ok: bool = False) -> None:
        """Remove the file."""
        if not missing_ok or self.is_file():
            self.filesystem.delete_file(self.inside)

    def read_text(self, encoding: str = "utf-8") -> str:
        """Read the file."""
        with self.open() as file:
            return str(file.read(), encoding)

    def absolute(self) -> "RemotePath":
        """Return the same: it is not relative."""
        return self


@lru_cache
def _filesystem(uri: str) -> tuple[Any, str]:
    """Connect to a file system; return it, and the path of the URI on it."""
    from pyarrow import ArrowException
    from pyarrow.fs import FileSystem, FSSpecHandler, PyFileSystem

    try:
        return cast(tuple[Any, str], FileSystem.from_uri(uri))
    except (ArrowException, ValueError, OSError) as error:
        why = shorten(str(error), 300)
    try:
        from fsspec.core import url_to_fs

        filesystem, root = url_to_fs(uri)
    except (ImportError, ValueError, OSError):
        raise RunError(f"cannot open {uri}: {why}") from None
    return PyFileSystem(FSSpecHandler(filesystem)), root
