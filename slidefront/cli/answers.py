"""Answer many lines with one command: in order, several at once, in a file of answers that a later call continues.

    boards.txt            answers.txt                 A line that cannot be answered is reported with its number, and
    8672_4531             # slidefront solve ...      is a comment in the file; the other lines are answered. At the
    867234531             8672_4531:31:5|8|...        end the exit code is 1 if there was any, or if a board is
    _12345678             # line 2: ...               proved to have no solution, which is an answer too.
                          _12345678:0:

A file of answers begins with its question; a file that has another is refused. Then it has one line for each line of
boards, so the number of its lines says where to continue. A last line that was cut off is written again.
"""

import os
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TextIO, TypeVar

import typer

from slidefront import units
from slidefront.cli.asked import FIRST
from slidefront.cli.output import note
from slidefront.errors import SlidefrontError

if TYPE_CHECKING:
    import numpy.typing as npt

    from slidefront.routes.board_lines import BoardLine


NO_SOLUTION = " has no solution: "


class Line(Protocol):
    """A line with a question."""

    @property
    def number(self) -> int:
        """Its number in the file, from 1."""

    @property
    def text(self) -> str:
        """The text that identifies its answer."""


class NoSolutionError(SlidefrontError):
    """A board of many that is proved to have no solution: an answer, written as a remark."""


L = TypeVar("L", bound=Line)
Answer = Callable[[Sequence[L]], Sequence[str | SlidefrontError]]
_BOARDS_AT_ONCE = 1 << 14


@dataclass
class Totals:
    """The numbers of lines that were answered, and that could not be."""

    lines: int = 0
    bad: int = 0
    unsolvable: int = 0
    """How many are proved to have no solution."""
    before: int = 0
    """How many an earlier call has answered."""
    out: Path | None = None
    """The file of the answers."""
    earlier: list[str] = field(default_factory=list)
    """The answers of earlier calls."""

    def text(self, what: str) -> str:
        """Say how many lines there are, where their answers are, and how many were answered before."""
        where = f" in {self.out}" if self.out else ""
        before = f", {self.before:,} of them answered before" if self.before else ""
        return units.counted(self.lines, what) + where + before


class AnswerFile:
    """The answers so far, on standard output or in a file, which may already have some."""

    def __init__(self, path: Path | None, question: str, lines: Sequence[Line]) -> None:
        self._path = path
        self._question = question
        self._lines = lines
        self._file: TextIO = sys.stdout
        self.earlier: list[str] = []
        """The answers that the file has already."""

    def __enter__(self) -> "AnswerFile":
        if self._path is not None:
            self._file = self._open(self._path)
        return self

    def __exit__(self, *_: object) -> None:
        if self._path is None:
            self._file.flush()
        else:
            with suppress(OSError):  # `write` has told of it
                self._file.close()

    def _open(self, path: Path) -> TextIO:
        """Open the file where its last whole line ends; one that is refused stays as it is."""
        try:
            content = path.read_bytes() if path.exists() else b""
            self._check_question(path, content)
            whole = content.rfind(b"\n") + 1
            self.earlier = content[:whole].decode().split("\n")[1:-1]
            self._check_lines(path)
            if whole < len(content):
                os.truncate(path, whole)
            file = path.open("a", encoding="utf-8")
        except OSError as error:
            raise SlidefrontError(f"cannot write {path}: {error.strerror}; choose another file with --out") from None
        except UnicodeDecodeError:
            raise SlidefrontError(f"{path} is not a file of answers: choose another file with --out") from None
        if not whole:
            file.write(f"{self._question}\n")
        return file

    def _check_question(self, path: Path, content: bytes) -> None:
        """Refuse a file that begins with another question, or with none."""
        first, ended, _ = content.partition(b"\n")
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
        for line, answer in zip(self._lines, self.earlier, strict=False):
            if not _is_for(line, answer):
                raise SlidefrontError(
                    f"{path} has answers to other boards (line {line.number}): choose another file with --out"
                )

    def write(self, text: str) -> None:
        """Write one answer, and flush it if it goes to a file."""
        self._file.write(f"{text}\n")
        if self._path is not None:
            try:
                self._file.flush()
            except OSError as error:
                raise SlidefrontError(
                    f"cannot write {self._path}: {error.strerror}; the same command continues it"
                ) from None


def _is_for(line: Line, answer: str) -> bool:
    """Tell whether an answer is one for a line: it begins or ends with the board, or has the number of the line."""
    numbered = f"line {line.number}: "
    if NO_SOLUTION in answer:
        return answer.startswith(f"# {numbered}{line.text}{NO_SOLUTION}")
    if answer.startswith("{"):
        return line.text in answer
    return answer.startswith((f"{line.text}:", f"# {numbered}", numbered)) or answer.endswith(f"  {line.text}")


def answer_lines(
    lines: Sequence[L],
    answer: Answer[L],
    out: Path | None,
    question: str,
    *,
    at_once: int = 1,
    chunk: int = 1,
    tell: Callable[[int], None] = lambda _: None,
) -> Totals:
    """Answer lines in order, some chunks at once, on standard output or in a file that may have some answers already.

    `question` is the first line of the file. `tell` hears how many are answered.
    """
    with AnswerFile(out, question, lines) as file:
        done = len(file.earlier)
        proved = sum(NO_SOLUTION in one for one in file.earlier)
        bad = sum(one.startswith("# line ") and NO_SOLUTION not in one for one in file.earlier)
        totals = Totals(len(lines), bad, proved, done, out, file.earlier)
        for part, found in _answered(lines[done:], answer, at_once, chunk):
            for line, text in zip(part, found, strict=True):
                if isinstance(text, NoSolutionError):
                    totals.unsolvable += 1
                    text = f"# line {line.number}: {text}"
                elif isinstance(text, SlidefrontError):
                    totals.bad += 1
                    print(f"line {line.number}: {text}", file=sys.stderr, flush=True)
                    text = f"# line {line.number}: {text}"
                file.write(text)
                done += 1
            tell(done)
    return totals


def _answered(
    lines: Sequence[L], answer: Answer[L], at_once: int, chunk: int
) -> Iterator[tuple[Sequence[L], Sequence[str | SlidefrontError]]]:
    """Answer chunks on threads, a few ahead of the one that is written."""
    parts = [lines[start : start + chunk] for start in range(0, len(lines), chunk)]
    if at_once == 1 or len(parts) < 2:
        yield from ((part, answer(part)) for part in parts)
        return
    with ThreadPoolExecutor(at_once) as pool:
        waiting: deque[tuple[Sequence[L], Future[Sequence[str | SlidefrontError]]]] = deque()
        try:
            for part in parts:
                waiting.append((part, pool.submit(answer, part)))
                if len(waiting) > 4 * at_once:
                    done, future = waiting.popleft()
                    yield done, future.result()
            for done, future in waiting:
                yield done, future.result()
        finally:
            for _, future in waiting:
                future.cancel()


def each(answer: Callable[[L], str]) -> Answer[L]:
    """Answer several lines with a function that answers one line or raises what is wrong with it."""

    def one(line: L) -> str | SlidefrontError:
        try:
            return answer(line)
        except SlidefrontError as error:
            return error

    return lambda lines: [one(line) for line in lines]


def answer_boards(
    lines: "Sequence[BoardLine]",
    ask: "Callable[[list[int]], npt.NDArray[Any]]",
    write: "Callable[[BoardLine, int], str]",
    out: Path | None,
    question: str,
) -> Totals:
    """Ask about the boards of lines, many at a time, and write each answer."""

    def answer(part: "Sequence[BoardLine]") -> list[str | SlidefrontError]:
        found = zip(part, readable_answers(part, ask), strict=True)
        return [one if isinstance(one, SlidefrontError) else write(line, one) for line, one in found]

    return answer_lines(lines, answer, out, question, chunk=_BOARDS_AT_ONCE)


def readable_answers(
    lines: "Sequence[BoardLine]", ask: "Callable[[list[int]], npt.NDArray[Any]]"
) -> list[int | SlidefrontError]:
    """Ask about the boards of all lines together; a line that cannot be read has its error as answer."""
    keys = [line.key for line in lines if line.key is not None]
    answers = iter(ask(keys).tolist() if keys else ())
    return [line.error or next(answers) for line in lines]


def end(totals: Totals, what: str, more: str = "") -> None:
    """Print how many lines were answered, and end with exit code 1 if some have no solution or no answer."""
    if totals.bad or totals.unsolvable:
        proved = f"; {totals.unsolvable:,} proved to have no solution" if totals.unsolvable else ""
        bad = f"; {totals.bad:,} could not be answered" if totals.bad else ""
        note(f"{totals.text(what)}{more}{proved}{bad}")
        raise typer.Exit(1)
    if totals.out or more:
        note(totals.text(what) + more)
