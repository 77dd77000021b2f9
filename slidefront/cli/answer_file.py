"""A file of answers, which a later call of the same command continues.

    boards.txt            answers.txt
    8672_4531             # slidefront solve ...      the question
    867234531             8672_4531:31:5|8|...        an answer for each line, in the same order
    _12345678             # line 2: ...               a remark: the line could not be answered
    _21345678             _12345678:0:
                          # line 4: _21345678 has no solution: ...

A file that has another question is refused. The number of its lines says where to continue; a last line that was cut
off is written again. A line with a remark is asked again, because it may have been corrected, or there may be more
memory. A board that is proved to have no solution is not. Only one process at a time may write a file of answers.
"""

import fcntl
import json
import os
import re
import shutil
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol, TextIO

from slidefront.cli.asked import FIRST
from slidefront.errors import SlidefrontError
from slidefront.files import replacement

NO_SOLUTION = " has no solution: "
SAVE_SECONDS = 10.0
"""How often answers that replace remarks are saved."""
_REMARK = re.compile(r"# line \d+: ")


class Line(Protocol):
    """A line with a question."""

    @property
    def number(self) -> int:
        """Its number in the file, from 1."""

    @property
    def text(self) -> str:
        """The text that identifies its answer."""


class AnswerFile:
    """The answers so far, on standard output or in a file, which may already have some."""

    def __init__(self, path: Path | None, question: str, lines: Sequence[Line]) -> None:
        self._path = path
        self._question = question
        self._lines = lines
        self._file: TextIO = sys.stdout
        self.earlier: list[str] = []
        """The answers that the file has already."""
        self._changed = False
        self._saved_at = time.monotonic()
        self.again: list[int] = []
        """The places of those among them that are remarks on lines to be asked again."""

    def __enter__(self) -> "AnswerFile":
        if self._path is not None:
            try:
                self._open(self._path)
            except BaseException:
                self.__exit__()
                raise
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is sys.stdout:
            self._file.flush()
        else:
            with suppress(OSError):  # `write` has told of it
                self._file.close()

    def _open(self, path: Path) -> None:
        """Open the file where its last whole line ends; one that is refused stays as it is."""
        try:
            self._file = _locked(path)
            content = path.read_bytes() if path.is_file() else b""
            self._check_question(path, content)
            whole = content.rfind(b"\n") + 1
            self.earlier = [line.rstrip("\r") for line in content[:whole].decode().split("\n")[1:-1]]
            self._check_lines(path)
            if whole < len(content):
                os.truncate(path, whole)
        except OSError as error:
            raise SlidefrontError(f"cannot write {path}: {error.strerror}; choose another file with --out") from None
        except UnicodeDecodeError:
            raise SlidefrontError(f"{path} is not a file of answers: choose another file with --out") from None
        if not whole:
            self._file.write(f"{self._question}\n")

    def _check_question(self, path: Path, content: bytes) -> None:
        """Refuse a file that begins with another question, or with none."""
        first, ended, _ = content.partition(b"\n")
        first = first.rstrip(b"\r")
        wanted = self._question.encode()
        if first == wanted or (not ended and wanted.startswith(first)):
            return
        if not first.startswith(FIRST.encode()):
            raise SlidefrontError(f"{path} does not say which question it answers: choose another file with --out")
        other = first.decode().removeprefix(FIRST)
        raise SlidefrontError(f"{path} has answers to another question ({other}): choose another file with --out")

    def _check_lines(self, path: Path) -> None:
        """Refuse a file that has more answers than there are lines, or answers to other lines."""
        if len(self.earlier) > len(self._lines):
            raise SlidefrontError(
                f"{path} has {len(self.earlier):,} answers and there are {len(self._lines):,} boards: "
                f"choose another file with --out"
            )
        for place, (line, answer) in enumerate(zip(self._lines, self.earlier, strict=False)):
            if _is_for(line, answer):
                continue
            if not _REMARK.match(answer):
                raise SlidefrontError(
                    f"{path} has answers to other boards (line {line.number}): choose another file with --out"
                )
            self.again.append(place)

    def kept(self) -> Iterator[tuple[Any, str]]:
        """List the lines that are answered already, with their answers."""
        again = set(self.again)
        for place, pair in enumerate(zip(self._lines, self.earlier, strict=False)):
            if place not in again:
                yield pair

    def write(self, text: str) -> None:
        """Write one answer, and flush it if it goes to a file."""
        try:
            self._file.write(f"{text}\n")
            if self._path is not None:
                self._file.flush()
        except OSError as error:
            if self._path is None:
                raise
            raise self._unwritable(error) from None

    def change(self, place: int, answer: str) -> None:
        """Put another answer in place of an earlier one; `save` writes it."""
        self._changed |= self.earlier[place] != answer
        self.earlier[place] = answer
        if time.monotonic() - self._saved_at > SAVE_SECONDS:
            self.save()

    def save(self) -> None:
        """Write the file anew if an answer has changed; a process that is killed meanwhile loses none."""
        if self._path is None or not self._changed:
            return
        path = self._path.resolve()
        try:
            with replacement(path, durable=True) as new:
                new.write("\n".join([self._question, *self.earlier, ""]).encode())
                shutil.copymode(path, new.name)
                file = _locked(Path(new.name))
        except OSError as error:
            raise self._unwritable(error) from None
        self._file.close()
        self._file, self._changed, self._saved_at = file, False, time.monotonic()

    def _unwritable(self, error: OSError) -> SlidefrontError:
        return SlidefrontError(f"cannot write {self._path}: {error.strerror}; the same command continues it")


def _locked(path: Path) -> TextIO:
    """Open a file to append to it, which no other process may do meanwhile."""
    file = path.open("a", encoding="utf-8")
    try:
        if path.is_file():
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise SlidefrontError(f"another process writes {path}: wait for it, or choose another --out") from None
    except OSError:  # a file system without locks
        pass
    return file


def _is_for(line: Line, answer: str) -> bool:
    """Tell whether an answer is one for a line: it begins or ends with the board, or has the number of the line."""
    if answer.startswith("{"):
        return answer.startswith(f'{{"board": {json.dumps(line.text, ensure_ascii=False)},')
    known = (f"{line.text}:", f"# line {line.number}: {line.text}{NO_SOLUTION}", f"line {line.number}: ")
    return answer.startswith(known) or answer.endswith(f"  {line.text}")
