"""Answer many lines with one command: in order, several at once, on standard output or in a file of answers.

A line that cannot be answered is reported with its number, and is a remark in the file; the other lines are answered.
At the end the exit code is 1 if there was any, or if a board is proved to have no solution, which is an answer too.
"""

import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import typer

from slidefront import units
from slidefront.cli.answer_file import NO_SOLUTION, AnswerFile, Line
from slidefront.cli.interrupt import StopSignal
from slidefront.cli.output import note
from slidefront.cli.progress import NoProgress, StatusLine
from slidefront.errors import SlidefrontError
from slidefront.explore.watch import Interrupted, Watcher

if TYPE_CHECKING:
    import numpy.typing as npt

    from slidefront.puzzles.board_files import BoardLine


class NoSolutionError(SlidefrontError):
    """A board of many that is proved to have no solution: an answer, written as a remark."""


L = TypeVar("L", bound=Line)
Answer = Callable[[Sequence[L]], Sequence[str | SlidefrontError]]
Count = Callable[[L, str], None]
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

    def told(self, line: Line, answer: SlidefrontError) -> str:
        """Count an answer that is an error, and report it; return it as text."""
        text = f"line {line.number}: {str(answer).removeprefix(f'line {line.number}, ')}"
        if isinstance(answer, NoSolutionError):
            self.unsolvable += 1
        else:
            self.bad += 1
            print(text, file=sys.stderr, flush=True)
        return f"# {text}"

    def text(self, what: str) -> str:
        """Say how many lines there are, where their answers are, and how many were answered before."""
        where = f" in {self.out}" if self.out else ""
        before = f", {self.before:,} of them answered before" if self.before else ""
        return units.counted(self.lines, what) + where + before


def answer_lines(
    lines: Sequence[L],
    answer: Answer[L],
    out: Path | None,
    question: str,
    *,
    count: Count[L] = lambda *_: None,
    at_once: int = 1,
    chunk: int = 1,
    tell: Callable[[int], None] = lambda _: None,
) -> Totals:
    """Answer lines in order, some chunks at once, on standard output or in a file that may have some answers already.

    `question` is the first line of the file. `count` hears each line that is answered, now or by an earlier call, with
    its answer; `tell` hears how many lines are done.
    """
    with AnswerFile(out, question, lines) as file:
        totals = Totals(len(lines), before=len(file.earlier) - len(file.again), out=out)
        done = totals.before
        for line, text in file.kept():
            if NO_SOLUTION in text:
                totals.unsolvable += 1
            else:
                count(line, text)

        def ask(some: Sequence[L]) -> Iterator[str]:
            nonlocal done
            for part, found in _answered(some, answer, at_once, chunk):
                for line, text in zip(part, found, strict=True):
                    if isinstance(text, SlidefrontError):
                        yield totals.told(line, text)
                    else:
                        count(line, text)
                        yield text
                done += len(part)
                tell(done)

        try:
            for text, place in zip(ask([lines[place] for place in file.again]), file.again, strict=True):
                file.change(place, text)
        finally:
            file.save()
        for text in ask(lines[len(file.earlier) :]):
            file.write(text)
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


def _each(lines: Sequence[L], answer: Callable[[L], str]) -> list[str | SlidefrontError]:
    """Answer several lines with a function that answers one line or raises what is wrong with it."""

    def one(line: L) -> str | SlidefrontError:
        try:
            return answer(line)
        except SlidefrontError as error:
            return error

    return [one(line) for line in lines]


def answer_each(
    lines: Sequence[L],
    answer: Callable[[L, Watcher], str],
    out: Path | None,
    question: str,
    *,
    count: Count[L] = lambda *_: None,
    at_once: int = 1,
    what: str = "board",
) -> Totals:
    """Answer lines, several at once, with a status line; after Ctrl-C the answers so far are kept."""

    return answer_parts(
        lines,
        lambda part, watcher: _each(part, lambda line: answer(line, watcher)),
        out,
        question,
        count=count,
        at_once=at_once,
        what=what,
    )


def answer_parts(
    lines: Sequence[L],
    answer: Callable[[Sequence[L], Watcher], Sequence[str | SlidefrontError]],
    out: Path | None,
    question: str,
    *,
    count: Count[L] = lambda *_: None,
    at_once: int = 1,
    chunk: int = 1,
    what: str = "board",
) -> Totals:
    """Answer chunks of lines, several at once, as `answer_each` answers lines."""
    number = units.counted(len(lines), what)
    with StopSignal() as stop, StatusLine(f"0 of {number} ...") as status:
        watcher = NoProgress(stop)

        def one(part: Sequence[L]) -> Sequence[str | SlidefrontError]:
            watcher.check()
            return answer(part, watcher)

        try:
            return answer_lines(
                lines,
                one,
                out,
                question,
                count=count,
                at_once=at_once,
                chunk=chunk,
                tell=lambda done: status.update(f"{done:,} of {number}"),
            )
        except Interrupted:
            note("interrupted" + (f": the answers so far are in {out}; the same command continues it" if out else ""))
            raise typer.Exit(stop.exit_code) from None


def answer_boards(
    lines: "Sequence[BoardLine]",
    ask: "Callable[[list[int]], npt.NDArray[Any]]",
    write: "Callable[[BoardLine, int], str]",
    out: Path | None,
    question: str,
    count: Count["BoardLine"],
    *,
    lengths: bool = False,
) -> Totals:
    """Ask about the boards of lines, many at a time, and write each answer; `lengths` as in `readable_answers`."""

    def answer(part: "Sequence[BoardLine]") -> list[str | SlidefrontError]:
        found = zip(part, readable_answers(part, ask, lengths=lengths), strict=True)
        return [one if isinstance(one, SlidefrontError) else write(line, one) for line, one in found]

    return answer_lines(lines, answer, out, question, count=count, chunk=_BOARDS_AT_ONCE)


def readable_answers(
    lines: "Sequence[BoardLine]", ask: "Callable[[list[int]], npt.NDArray[Any]]", *, lengths: bool = False
) -> list[int | SlidefrontError]:
    """Ask about the boards of all lines together; a line that cannot be read has its error as answer.

    If the answers are the lengths of shortest solutions, those that lines state are compared with them.
    """
    keys = [line.key for line in lines if line.key is not None]
    answers = iter(ask(keys).tolist() if keys else ())
    return [line.error or (_compared(line, next(answers)) if lengths else next(answers)) for line in lines]


def _compared(line: "BoardLine", length: int) -> int | SlidefrontError:
    try:
        line.check_length(None if length < 0 else length)
    except SlidefrontError as error:
        return error
    return length


def end(totals: Totals, what: str, more: str = "") -> None:
    """Print how many lines were answered, and end with exit code 1 if some have no solution or no answer."""
    if totals.bad or totals.unsolvable:
        proved = f"; {totals.unsolvable:,} proved to have no solution" if totals.unsolvable else ""
        bad = f"; {totals.bad:,} could not be answered" if totals.bad else ""
        note(f"{totals.text(what)}{more}{proved}{bad}")
        raise typer.Exit(1)
    if totals.out or more:
        note(totals.text(what) + more)
