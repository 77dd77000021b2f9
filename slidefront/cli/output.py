"""Printing: results on standard output, notes and remarks on standard error. --quiet suppresses remarks.

On a terminal, sentences wrap at words; lines that begin with four spaces, such as commands to copy, do not. Output that
is piped or redirected does not wrap.
"""

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import BinaryIO, TextIO

from slidefront import units
from slidefront.compile import Compiling
from slidefront.draw.text import fill
from slidefront.errors import SlidefrontError, printable
from slidefront.files import check_new, new_file, refuse_uri
from slidefront.report.data import json_text

UNFINISHED = 3
"""The exit code if a limit ended a search before it found a route or proved that no route exists."""
_QUIET: ContextVar[bool] = ContextVar("quiet", default=False)


def begin(*, quiet: bool) -> None:
    """Begin a command; a quiet command prints neither remarks nor progress."""
    _QUIET.set(quiet)
    Compiling.begins = None if quiet else say_that_it_compiles


def say_that_it_compiles() -> None:
    """Explain why the first use takes longer."""
    note("compiling inner loops, once on this machine …")


def is_quiet() -> bool:
    """Whether the command prints neither remarks nor progress, because of --quiet or --json."""
    return _QUIET.get()


def echo(text: str, stream: TextIO | None = None, end: str = "\n") -> None:
    """Print lines, by default on standard output, with control characters escaped. All output passes through here."""
    print(printable(text, "\n"), end=end, file=stream, flush=True)


def print_json(data: object) -> None:
    """Print data as JSON."""
    echo(json_text(data))


def say(text: str, indent: int = 0) -> None:
    """Print sentences on standard output; `indent` applies to the continuation lines of each."""
    echo(wrap(text, sys.stdout, indent))


def note(text: str) -> None:
    """Print sentences on standard error."""
    echo(wrap(text, sys.stderr), sys.stderr)


def remark(text: str) -> None:
    """Print sentences on standard error unless the command is quiet."""
    if not is_quiet():
        note(text)


def wrap(text: str, stream: TextIO, indent: int = 0) -> str:
    """Wrap sentences to the width of the terminal that a stream writes to; other streams keep their lines."""
    text = printable(text, "\n")
    return fill(text, max(20, shutil.get_terminal_size().columns), indent) if stream.isatty() else text


def note_file(what: str, path: Path) -> None:
    """Report on standard error the content and the size of a file that was written."""
    note(f"{what} in {path}, {units.size(path.stat().st_size)}")


def check_new_file(path: Path | None, *endings: str, replace: bool = False) -> None:
    """Raise an error if a file has another ending, exists or cannot be written, before any long work."""
    if path is not None:
        check_ending(path, *endings)
        check_new(path, replace=replace)


def check_ending(path: Path, *endings: str) -> None:
    """Raise an error if a file does not have one of some endings."""
    refuse_uri(path)
    if path.suffix not in endings:
        raise SlidefrontError(f"{path} must end in {' or '.join(filter(None, endings))}", "out")


@contextmanager
def open_output(path: Path | None, *, replace: bool = False) -> Iterator[BinaryIO]:
    """Open a file for bytes, or standard output if there is no path."""
    if path is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with new_file(path, replace=replace) as file:
        yield file
