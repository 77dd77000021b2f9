"""Many lines answered by one command: in order, several at once, into a file of answers that a later call continues.

    boards.txt            answers.txt                 A line that cannot be answered is reported with its number, and
    8672_4531             8672_4531:31:5|8|...        stands in the file as a remark; the rest goes on. At the end the
    867234531             # line 2: ...               exit code is 1 if there was any, and if a board is proved to
    _12345678             _12345678:0:                have no solution, which is a remark of its own.

A file of answers has one line for each line of boards, so the number of its lines says where to continue. A last line
that was cut off is written again.
"""

import os
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TextIO, TypeVar

import typer

from slidefront import units
from slidefront.cli.output import note
from slidefront.errors import SlidefrontError

if TYPE_CHECKING:
    from slidefront.routes.board_lines import BoardLine


NO_SOLUTION = " has no solution: "


class Line(Protocol):
    """A line that asks something."""

    @property
    def number(self) -> int:
        """Its number in the file, from 1."""

    @property
    def text(self) -> str:
        """What its answer names it by."""


class NoSolutionError(SlidefrontError):
    """A board of many that is proved to have no solution: an answer, written as a remark."""


L = TypeVar("L", bound=Line)


@dataclass
class Totals:
    """What became of all lines."""

    lines: int = 0
    bad: int = 0
    unsolvable: int = 0
    """How many are proved to have no solution."""
    before: int = 0
    """How many an earlier call has answered."""


class AnswerFile:
    """The answers so far: on standard output, or in a file that is there already in part."""

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
        self._file.flush()
        if self._path is not None:
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
        """Write one answer; in a file it is there for a later call at once."""
        self._file.write(f"{text}\n")
        if self._path is not None:
            self._file.flush()


def _keep_whole_lines(path: Path) -> int:
    """Cut off a last line that is not whole; count the others."""
    content = path.read_bytes()
    content.decode("utf-8")
    whole = content.rfind(b"\n") + 1
    if whole < len(content):
        os.truncate(path, whole)
    return content.count(b"\n")


def answer_all(
    lines: Sequence[L],
    answer: "Callable[[Sequence[L]], Sequence[str | SlidefrontError]]",
    file: AnswerFile,
    *,
    at_once: int = 1,
    chunk: int = 1,
    tell: Callable[[int], None] = lambda _: None,
) -> Totals:
    """Answer lines in order, some chunks at once; `tell` hears how many are answered."""
    file.check(lines)
    totals = Totals(len(lines), file.bad, file.unsolvable, file.done)
    for part, found in _answered(lines[file.done :], answer, at_once, chunk):
        for line, text in zip(part, found, strict=True):
            if isinstance(text, NoSolutionError):
                totals.unsolvable += 1
                file.write(f"# line {line.number}: {text}")
            elif isinstance(text, SlidefrontError):
                totals.bad += 1
                print(f"line {line.number}: {text}", file=sys.stderr, flush=True)
                file.write(f"# line {line.number}: {text}")
            else:
                file.write(text)
            file.done += 1
        tell(file.done)
    return totals


def _answered(
    lines: Sequence[L], answer: "Callable[[Sequence[L]], Sequence[str | SlidefrontError]]", at_once: int, chunk: int
) -> Iterator[tuple[Sequence[L], "Sequence[str | SlidefrontError]"]]:
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


def each(answer: Callable[[L], str]) -> "Callable[[Sequence[L]], Sequence[str | SlidefrontError]]":
    """Make of a function that answers one line, or raises what is wrong with it, one that answers some."""

    def one(line: L) -> "str | SlidefrontError":
        try:
            return answer(line)
        except SlidefrontError as error:
            return error

    return lambda lines: [one(line) for line in lines]


def print_answers(
    lines: Sequence[L],
    answer: "Callable[[Sequence[L]], Sequence[str | SlidefrontError]]",
    out: Path | None,
    *,
    at_once: int = 1,
    chunk: int = 1,
    tell: Callable[[int], None] = lambda _: None,
) -> Totals:
    """Answer lines on standard output, or into a file that may be there in part."""
    with AnswerFile(out) as file:
        return answer_all(lines, answer, file, at_once=at_once, chunk=chunk, tell=tell)


def known(lines: Sequence["BoardLine"], answer: Callable[[list[int]], Sequence[object]]) -> "list[object]":
    """Answer the boards of lines together; in place of an answer a line that cannot be read has its error."""
    good = [line.key for line in lines if line.key is not None]
    answers = iter(answer(good) if good else ())
    return [line.error if line.key is None else next(answers) for line in lines]


def end(totals: Totals, what: str, more: str = "") -> None:
    """Say what became of the lines, and end with exit code 1 if some have no solution or could not be answered."""
    if totals.bad or totals.unsolvable:
        before = f", {totals.before:,} of them before" if totals.before else ""
        proved = f"; {totals.unsolvable:,} proved to have no solution" if totals.unsolvable else ""
        bad = f"; {totals.bad:,} could not be answered" if totals.bad else ""
        note(f"{units.counted(totals.lines, what)}{before}{more}{proved}{bad}")
        raise typer.Exit(1)
    if totals.before:
        note(f"{units.counted(totals.lines, what)}, {totals.before:,} of them answered before{more}")
