"""Answers to many questions of one kind: values, made in order, several at once.

A question is a line with a board or a route. Its answer is plain data, or says why there is none; sentences and JSON
are made from it last.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from slidefront.errors import SlidefrontError
from slidefront.explore.executors.threads import Threads
from slidefront.puzzles.board_files import BoardLine
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.puzzle_record import puzzle_record
from slidefront.text.choice import choice_now


class Line(Protocol):
    """A line with a question."""

    @property
    def number(self) -> int:
        """Its number in the file, from 1."""

    @property
    def text(self) -> str:
        """The board or the route, as it was written."""


@dataclass(frozen=True)
class Answer:
    """What is known about a line."""

    line: int
    """The number of the line."""
    text: str
    data: Mapping[str, Any] = field(default_factory=dict)
    error: str = ""
    """Why the line could not be answered."""


@dataclass(frozen=True)
class Question:
    """What is asked about all lines."""

    command: str
    puzzle: Puzzle | None
    """None where each line is a puzzle of its own."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """All that answers depend on, beside the lines; as plain data."""
    about: str = "board"
    """What a line is: a board or a route."""

    def data(self) -> dict[str, Any]:
        """Return the question as plain data."""
        choice = choice_now()
        read_as = {"read_as": choice.name} if choice else {}
        record = None if self.puzzle is None else puzzle_record(self.puzzle)
        return {"command": self.command, "puzzle": record, **self.options, **read_as}

    def record(self, answer: Answer) -> dict[str, Any]:
        """Return an answer as plain data, with its line."""
        data = {"error": answer.error} if answer.error else answer.data
        return {"line": answer.line, self.about: answer.text, **data}

    def answer(self, record: Mapping[str, Any]) -> Answer:
        """Read an answer that `record` has made; raise ValueError or KeyError for anything else."""
        line, text, error = record["line"], record[self.about], record.get("error", "")
        if type(line) is not int or not isinstance(text, str) or not isinstance(error, str):
            raise ValueError("not an answer")
        return Answer(line, text, {name: record[name] for name in record if name not in ("line", self.about)}, error)


L = TypeVar("L", bound=Line)
Found = Sequence[Mapping[str, Any] | SlidefrontError]
"""The data of some lines, or why there is none."""
Ask = Callable[[Sequence[L]], Found]


def one_by_one(lines: Sequence[L], ask: Callable[[L], Mapping[str, Any]]) -> Found:
    """Answer several lines with a function that answers one, or raises what is wrong with it."""

    def attempt(line: L) -> Mapping[str, Any] | SlidefrontError:
        try:
            return ask(line)
        except SlidefrontError as error:
            return error

    return [attempt(line) for line in lines]


def of_boards(
    lines: Sequence[BoardLine],
    ask: Callable[[list[int]], Iterable[Any]],
    data: Callable[[BoardLine, Any], Mapping[str, Any]],
) -> Found:
    """Ask about the boards of all lines together, by their keys; `data` makes an answer, or raises what is wrong."""
    keys = [line.key for line in lines if line.key is not None]
    found = iter(ask(keys) if keys else ())

    def attempt(line: BoardLine) -> Mapping[str, Any]:
        if line.error is not None:
            raise line.error
        return data(line, next(found))

    return one_by_one(lines, attempt)


def answers(lines: Sequence[L], ask: Ask[L], *, at_once: int = 1, chunk: int = 1) -> Iterator[Answer]:
    """Answer lines in order, some chunks at once on threads."""
    parts = [lines[start : start + chunk] for start in range(0, len(lines), chunk)]

    def answered(number: int) -> tuple[int, Found]:
        return number, ask(parts[number])

    found: dict[int, Found] = {}
    with closing(Threads(at_once)) as executor, closing(executor.run(answered, range(len(parts)))) as records:
        first = 0
        for number, some in records:
            found[number] = some
            while first in found:
                for line, one in zip(parts[first], found.pop(first), strict=True):
                    if isinstance(one, SlidefrontError):
                        yield Answer(line.number, line.text, error=str(one).removeprefix(f"line {line.number}, "))
                    else:
                        yield Answer(line.number, line.text, one)
                first += 1
