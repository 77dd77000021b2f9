"""Answers to many questions of one kind: values, made in order, several at once; and files of them.

A line of a file is a board or a route. Its answer is a dataclass (see `routes`), or an `Unanswered` with the reason.
A file of answers is JSON lines, a header and then an answer each:

    {"answers": 1, "command": "solve", "puzzle": {"name": "8-puzzle", ...}, ...}       the question
    {"line": 1, "board": "8672_4531", "length": 31, "route": "RU2LD2...", ..., "digest": "06e12f8b4a3c97d5"}

The same question continues it, and a file with another question is refused. A line that cannot be answered is not in
the file, so that it is asked again; a last line that was cut off too. An answer is believed if its digest is that of
the question, the line and the answer. Only one process at a time writes a file.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from slidefront.errors import OutputExistsError, SlidefrontError
from slidefront.executors import Threads
from slidefront.files import digest, locked
from slidefront.notation.board_files import ANSWERS, ANSWERS_VERSION, BoardLine, check_answers
from slidefront.notation.load import describe_puzzle, is_of
from slidefront.puzzles.core import Puzzle
from slidefront.watch import Watcher

T = TypeVar("T")
_ANOTHER = "choose another file"


@dataclass(frozen=True)
class Answer:
    """What is known about a line: the fields are the JSON, and `text` is the line for people."""

    line: int
    """The number of the line."""
    board: str

    @property
    def kind(self) -> str:
        """How the answer is counted; empty if it is as expected."""
        return ""

    def text(self) -> str:
        """Write the answer for people."""
        raise NotImplementedError


@dataclass(frozen=True)
class Unanswered(Answer):
    """A line that could not be answered."""

    error: str
    """Why."""

    @property
    def kind(self) -> str:
        """All of them are counted."""
        return UNANSWERED


UNANSWERED = "unanswered"
Ask = Callable[[Sequence[BoardLine], Watcher], Sequence[Answer]]
"""Answers some lines."""


@dataclass(frozen=True)
class Question:
    """What is asked about all lines."""

    command: str
    puzzle: Puzzle | None
    """None where each line is a puzzle of its own."""
    answer: Callable[..., Answer]
    """The class of the answers."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """All that answers depend on, beside the lines; as plain data."""
    what: str = "board"
    """What a line is: a board or a route."""

    def data(self) -> dict[str, Any]:
        """Return the question as plain data."""
        record = None if self.puzzle is None else describe_puzzle(self.puzzle)
        return {"command": self.command, "puzzle": record, **self.options}


def one_by_one(lines: Sequence[BoardLine], ask: Callable[[BoardLine], Answer]) -> list[Answer]:
    """Answer several lines with a function that answers one that can be read, or raises what is wrong with it."""
    found: list[Answer] = []
    for line in lines:
        try:
            if line.error is not None:
                raise line.error
            found.append(ask(line))
        except SlidefrontError as error:
            why = str(error).removeprefix(f"line {line.number}, ")
            found.append(Unanswered(line.number, line.board, why))
    return found


def in_bulk(
    lines: Sequence[BoardLine],
    find: Callable[[Sequence[BoardLine]], Iterable[T | SlidefrontError]],
    answer: Callable[[BoardLine, T], Answer],
) -> list[Answer]:
    """Answer several lines with what one call finds for those that can be read."""
    good = [line for line in lines if line.error is None]
    known = iter(find(good) if good else ())

    def one(line: BoardLine) -> Answer:
        found = next(known)
        if isinstance(found, SlidefrontError):
            raise found
        return answer(line, found)

    return one_by_one(lines, one)


def in_order(
    lines: Sequence[BoardLine], ask: Callable[[Sequence[BoardLine]], Sequence[Answer]], at_once: int, chunk: int
) -> Iterator[Sequence[Answer]]:
    """Answer lines in order, a chunk after the other, some of them at once on threads."""
    parts = [lines[start : start + chunk] for start in range(0, len(lines), chunk)]
    waiting: dict[int, Sequence[Answer]] = {}
    first = 0
    with (
        closing(Threads(at_once)) as executor,
        closing(executor.run(lambda number: (number, ask(parts[number])), range(len(parts)))) as records,
    ):
        for number, some in records:
            waiting[number] = some
            while first in waiting:
                yield waiting.pop(first)
                first += 1


class AnswerFile:
    """The answers so far, open to append others."""

    def __init__(self, path: Path, question: Question, lines: Sequence[BoardLine], *, replace: bool = False) -> None:
        self._path, self._replace = path, replace
        self._question = question
        head = {ANSWERS: ANSWERS_VERSION, **question.data()}
        self._head: dict[str, Any] = json.loads(_line(head))  # as it is read back
        self._lines = lines
        self.answers: dict[int, Answer] = {}
        """All that are known, by the place of their lines."""

    def __enter__(self) -> "AnswerFile":
        try:
            self._file = locked(self._path)
            self._open(self._path.read_bytes() if self._path.is_file() else b"")
        except BlockingIOError:
            raise SlidefrontError(f"another process writes {self._path}: wait for it, or {_ANOTHER}", "out") from None
        except OSError as error:
            raise SlidefrontError(f"cannot write {self._path}: {error.strerror}; {_ANOTHER}", "out") from None
        except BaseException:
            self._file.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):  # `write` has told of it
            self._file.close()

    def _open(self, content: bytes) -> None:
        """Read the answers that there are, and cut the file where its last whole line ends; a refused one stays."""
        whole = content[: content.rfind(b"\n") + 1]
        try:
            if content and (whole or not _line(self._head).encode().startswith(content)):
                self._keep(self._records(whole))
        except OutputExistsError:
            if not self._replace:
                raise
            whole, self.answers = b"", {}
        if len(whole) < len(content):
            os.truncate(self._path, len(whole))
        if not whole:
            self._salt = digest(_line(self._head))
            self._append(_line(self._head))

    def _records(self, whole: bytes) -> list[str]:
        """Cut the lines after the first; refuse a file that begins with another question, or with none."""
        try:
            first, *lines = whole.decode().split("\n")[:-1]
            head = json.loads(first)
            if not isinstance(head, dict) or ANSWERS not in head:
                raise ValueError
        except ValueError:
            raise self._taken("does not say which question it answers") from None
        check_answers(head, str(self._path))
        known, puzzle, record = self._head, self._question.puzzle, head.get("puzzle")
        same = [ANSWERS]
        if puzzle is not None and isinstance(record, dict) and is_of(puzzle, record):
            same += ["puzzle", "to"]  # the identity in the record tells the goal, however it is written
        other = [name for name in {**head, **known} if name not in known or head.get(name) != known[name]]
        if other := [name for name in other if name not in same]:
            raise self._taken(f"has answers to another question, which differs in {', '.join(other)}")
        self._salt = digest(f"{first}\n")
        return lines

    def _taken(self, why: str) -> OutputExistsError:
        return OutputExistsError(f"{self._path} {why}: replace it, or {_ANOTHER}", "replace", "out")

    def _keep(self, records: Sequence[str]) -> None:
        """Keep the answers that are as they were written, to lines that are asked."""
        places: dict[int, list[int]] = {}
        for place, line in enumerate(self._lines):
            places.setdefault(line.number, []).append(place)
        for number, text in enumerate(records, 2):
            try:
                record = json.loads(text)
                record.pop("digest", None)
                answer = self._question.answer(**record)
                asked = places.get(answer.line, [])
            except (AttributeError, TypeError, ValueError):
                raise self._taken(f"has no answer in line {number}") from None
            place = next((one for one in asked if self._sealed(one, answer) == f"{text}\n"), -1)
            if place < 0:
                why = f"{self._path}, line {number}: the answer, or the line that it is to, was changed"
                raise OutputExistsError(f"{why}: remove the answer, replace the file, or {_ANOTHER}", "replace", "out")
            asked.remove(place)
            self.answers[place] = answer

    def _sealed(self, place: int, answer: Answer) -> str:
        """Write an answer with a digest of the question, of the line and of the answer."""
        text = _encode(vars(answer))
        return f'{text[:-1]}, "digest": "{digest(f"{self._salt} {self._lines[place].written} {text}")}"}}\n'

    def write(self, answers: Mapping[int, Answer]) -> None:
        """Append answers to lines, by the places of these; a line that has none is asked again by a later call."""
        known = {place: answer for place, answer in answers.items() if answer.kind != UNANSWERED}
        try:
            self._append("".join(self._sealed(place, answer) for place, answer in known.items()))
        except OSError as error:
            said = f"cannot write {self._path}: {error.strerror}; the same command continues it"
            raise SlidefrontError(said) from None

    def _append(self, text: str) -> None:
        self._file.write(text.encode())
        self._file.flush()


_encode = json.JSONEncoder(ensure_ascii=False).encode


def _line(record: object) -> str:
    return f"{_encode(record)}\n"
