"""Answers to the lines of a file, and the file of answers that a later call continues.

A line is a board or a route. Its answer is a dataclass (see `routes`), or an `Unanswered` with the reason. A file of
answers contains JSON lines: the question, and then the answers.

    {"answers": 2, "command": "solve", "puzzle": {"name": "8-puzzle", ...}, ...}
    {"line": 1, "board": "8672_4531", "length": 31, "route": "RU2LD2...", ..., "digest": "06e12f8b4a3c97d5"}

The same question continues the file; another question raises an error. Lines that could not be answered are not in the
file, and neither is a last line that was cut off, so both are asked again. An answer counts only if its digest matches
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
from slidefront.files import locked, reason_of
from slidefront.notation.board_files import ANSWERS, ANSWERS_VERSION, BoardLine, check_answers
from slidefront.notation.load import describe_puzzle, is_of
from slidefront.puzzles.core import Puzzle
from slidefront.store.log import seal_of
from slidefront.watch import Watcher

_T = TypeVar("_T")
_ANOTHER = "choose another file"


@dataclass(frozen=True)
class Answer:
    """The answer to a line: its fields are the JSON, and `text` writes it for people."""

    line: int
    """The number of the line."""
    board: str

    @property
    def kind(self) -> str:
        """The word by which the answer is counted; empty for an ordinary answer."""
        return ""

    def text(self) -> str:
        """Return the answer as a line for people."""
        raise NotImplementedError


@dataclass(frozen=True)
class Unanswered(Answer):
    """A line that could not be answered."""

    error: str

    @property
    def kind(self) -> str:
        """The word by which all of them are counted."""
        return UNANSWERED


UNANSWERED = "unanswered"
Ask = Callable[[Sequence[BoardLine], Watcher], Sequence[Answer]]
"""A function that answers some lines."""


@dataclass(frozen=True)
class Question:
    """The question that is asked about every line."""

    command: str
    puzzle: Puzzle | None
    """The puzzle of all lines; None if each line is a puzzle of its own."""
    answer: Callable[..., Answer]
    """The class of the answers."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Everything else that answers depend on, as plain data."""
    what: str = "board"
    """The word for a line: board or route."""

    def data(self) -> dict[str, Any]:
        """Return the question as plain data."""
        record = None if self.puzzle is None else describe_puzzle(self.puzzle)
        return {"command": self.command, "puzzle": record, **self.options}


def one_by_one(answer: Callable[[BoardLine, Watcher], Answer]) -> Ask:
    """Ask for each line separately. A line that cannot be read, or whose answer is an error, is `Unanswered`."""

    def ask(lines: Sequence[BoardLine], watcher: Watcher) -> list[Answer]:
        answers: list[Answer] = []
        for line in lines:
            try:
                if line.error is not None:
                    raise line.error
                answers.append(answer(line, watcher))
            except SlidefrontError as error:
                why = str(error).removeprefix(f"line {line.number}, ")
                answers.append(Unanswered(line.number, line.board, why))
        return answers

    return ask


def in_bulk(
    find: Callable[[Sequence[BoardLine], Watcher], Iterable[_T | SlidefrontError]],
    answer: Callable[[BoardLine, _T], Answer],
) -> Ask:
    """Ask for many lines by one call of `find` for the readable lines; `answer` turns its values into answers."""

    def ask(lines: Sequence[BoardLine], watcher: Watcher) -> Sequence[Answer]:
        readable = [line for line in lines if line.error is None]
        values = iter(find(readable, watcher) if readable else ())

        def answer_next(line: BoardLine, _: Watcher) -> Answer:
            value = next(values)
            if isinstance(value, SlidefrontError):
                raise value
            return answer(line, value)

        return one_by_one(answer_next)(lines, watcher)

    return ask


def answer_lines(
    lines: Sequence[BoardLine],
    ask: Ask,
    file: "AnswerFile | None",
    *,
    at_once: int,
    chunk: int,
    watcher: Watcher,
) -> Iterator[dict[int, Answer]]:
    """Yield the answers to lines in order, by the position of the line, and append them to a file.

    Lines that the file answers already are skipped. Others are answered in chunks, `at_once` of them on threads.
    """
    left = [place for place in range(len(lines)) if file is None or place not in file.answers]
    chunks = [left[first : first + chunk] for first in range(0, len(left), chunk)]

    def answer(number: int) -> tuple[int, Sequence[Answer]]:
        watcher.check()
        return number, ask([lines[place] for place in chunks[number]], watcher)

    waiting: dict[int, Sequence[Answer]] = {}
    next_chunk = 0
    with (
        closing(Threads(at_once)) as executor,
        closing(executor.run(answer, range(len(chunks)))) as records,
    ):
        for number, answers in records:
            waiting[number] = answers
            while next_chunk in waiting:
                new = dict(zip(chunks[next_chunk], waiting.pop(next_chunk), strict=True))
                if file is not None:
                    file.write(new)
                yield new
                next_chunk += 1


class AnswerFile:
    """A file of answers, locked and open to append more; use it as a context manager."""

    def __init__(self, path: Path, question: Question, lines: Sequence[BoardLine], *, replace: bool = False) -> None:
        self._path, self._replace = path, replace
        self._question = question
        head = {ANSWERS: ANSWERS_VERSION, **question.data()}
        self._head: dict[str, Any] = json.loads(_line(head))  # as it is read back
        self._lines = lines
        self.answers: dict[int, Answer] = {}
        """The answers in the file, by the position of their lines."""

    def __enter__(self) -> "AnswerFile":
        try:
            self._file = locked(self._path)
            self._open(self._path.read_bytes() if self._path.is_file() else b"")
        except BlockingIOError:
            raise SlidefrontError(f"another process writes {self._path}: wait for it, or {_ANOTHER}", "out") from None
        except OSError as error:
            raise SlidefrontError(f"cannot write {self._path}: {reason_of(error)}; {_ANOTHER}", "out") from None
        except BaseException:
            self._file.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError):  # `write` has reported it
            self._file.close()

    def _open(self, content: bytes) -> None:
        """Read the answers, and cut a last line that is incomplete; if this raises an error, the file stays."""
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
            self._salt = seal_of(_line(self._head))
            self._append(_line(self._head))

    def _records(self, whole: bytes) -> list[str]:
        """Return the lines of the answers; raise an error if the first line is not the question."""
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
            same += ["puzzle", "to"]  # The identity in the record determines the goal, however it is written.
        other = [name for name in {**head, **known} if name not in known or head.get(name) != known[name]]
        if other := [name for name in other if name not in same]:
            raise self._taken(f"has answers to another question, which differs in {', '.join(other)}")
        self._salt = seal_of(f"{first}\n")
        return lines

    def _taken(self, why: str) -> OutputExistsError:
        return OutputExistsError(f"{self._path} {why}: replace it, or {_ANOTHER}", "replace", "out")

    def _keep(self, records: Sequence[str]) -> None:
        """Keep the answers; raise an error if one does not match its digest and a line of the question."""
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
            place = next((place for place in asked if self._sealed(place, answer) == f"{text}\n"), -1)
            if place < 0:
                why = f"{self._path}, line {number}: the answer, or the line that it is to, was changed"
                raise OutputExistsError(f"{why}: remove the answer, replace the file, or {_ANOTHER}", "replace", "out")
            asked.remove(place)
            self.answers[place] = answer

    def _sealed(self, place: int, answer: Answer) -> str:
        """Return the line of an answer, with a digest of the question, the line and the answer."""
        text = _encode(vars(answer))
        return f'{text[:-1]}, "digest": "{seal_of(f"{self._salt} {self._lines[place].written} {text}")}"}}\n'

    def write(self, answers: Mapping[int, Answer]) -> None:
        """Append answers, given by the positions of their lines; `Unanswered` lines are left out."""
        known = {place: answer for place, answer in answers.items() if answer.kind != UNANSWERED}
        try:
            self._append("".join(self._sealed(place, answer) for place, answer in known.items()))
        except OSError as error:
            message = f"cannot write {self._path}: {reason_of(error)}; the same command continues it"
            raise SlidefrontError(message) from None

    def _append(self, text: str) -> None:
        self._file.write(text.encode())
        self._file.flush()


_encode = json.JSONEncoder(ensure_ascii=False).encode


def _line(record: object) -> str:
    return f"{_encode(record)}\n"
