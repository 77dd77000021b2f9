"""Answer many lines with one command: in order, several at once, in a file of answers that a later call continues.

    boards.txt            answers.txt                 A line that cannot be answered is reported with its number, and
    8672_4531             8672_4531:31:5|8|...        is a comment in the file; the other lines are answered. At the
    867234531             # line 2: ...               end the exit code is 1 if there was any, or if a board is
    _12345678             _12345678:0:                proved to have no solution, which is an answer too.

A file of answers has one line for each line of boards, so the number of its lines says where to continue. A last line
that was cut off is written again.
"""

import os
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TextIO, TypeVar

import typer

from slidefront import units
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

    def text(self, what: str) -> str:
        """Say how many lines there are, where their answers are, and how many were answered before."""
        where = f" in {self.out}" if self.out else ""
        before = f", {self.before:,} of them answered before" if self.before else ""
        return units.counted(self.lines, what) + where + before


class AnswerFile:
    """The answers so far, on standard output or in a file, which may already have some."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._file: TextIO = sys.stdout
        self.done = 0
        """How many lines are answered in the file."""
        self.bad = 0
        """How many of these could not be answered."""
        self.unsolvable = 0
        """How many of these are proved to have no solution."""

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
        try:
            if path.exists():
                self.done = _keep_whole_lines(path)
            return path.open("a", encoding="utf-8")
        except OSError as error:
            raise SlidefrontError(f"cannot write {path}: {error.strerror}; choose another file with --out") from None
        except UnicodeDecodeError:
            raise SlidefrontError(f"{path} is not a file of answers: choose another file with --out") from None

    def check(self, lines: Sequence[L]) -> None:
        """Refuse a file that has more answers than there are lines, or answers to other lines."""
        if self._path is None or not self.done:
            return
        if self.done > len(lines):
            raise SlidefrontError(
                f"{self._path} has {self.done:,} answers and there are {len(lines):,} boards: "
                f"choose another file with --out"
            )
        with self._path.open(encoding="utf-8") as file:
            for line, answer in zip(lines, file, strict=False):
                proved = NO_SOLUTION in answer
                self.unsolvable += proved
                self.bad += answer.startswith("# line ") and not proved
                if line.text.split(":")[0] not in answer and f"line {line.number}:" not in answer:
                    raise SlidefrontError(
                        f"{self._path} has answers to other boards (line {line.number}): choose another file with --out"
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


def _keep_whole_lines(path: Path) -> int:
    """Cut off a last line that is not whole; count the others."""
    content = path.read_bytes()
    content.decode("utf-8")
    whole = content.rfind(b"\n") + 1
    if whole < len(content):
        os.truncate(path, whole)
    return content.count(b"\n")


def answer_lines(
    lines: Sequence[L],
    answer: Answer[L],
    out: Path | None,
    *,
    at_once: int = 1,
    chunk: int = 1,
    tell: Callable[[int], None] = lambda _: None,
) -> Totals:
    """Answer lines in order, some chunks at once, on standard output or in a file that may have some answers already.

    `tell` hears how many are answered.
    """
    with AnswerFile(out) as file:
        file.check(lines)
        totals = Totals(len(lines), file.bad, file.unsolvable, file.done, out)
        for part, found in _answered(lines[file.done :], answer, at_once, chunk):
            for line, text in zip(part, found, strict=True):
                if isinstance(text, NoSolutionError):
                    totals.unsolvable += 1
                    text = f"# line {line.number}: {text}"
                elif isinstance(text, SlidefrontError):
                    totals.bad += 1
                    print(f"line {line.number}: {text}", file=sys.stderr, flush=True)
                    text = f"# line {line.number}: {text}"
                file.write(text)
                file.done += 1
            tell(file.done)
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
) -> Totals:
    """Ask about the boards of lines, many at a time, and write each answer."""

    def answer(part: "Sequence[BoardLine]") -> list[str | SlidefrontError]:
        found = zip(part, readable_answers(part, ask), strict=True)
        return [one if isinstance(one, SlidefrontError) else write(line, one) for line, one in found]

    return answer_lines(lines, answer, out, chunk=_BOARDS_AT_ONCE)


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
