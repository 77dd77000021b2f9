"""Answers to many questions of one kind: values, made in order, several at once; and files of them.

A question is a line with a board or a route. Its answer is plain data, or says why there is none; sentences and JSON
are made from it last. A file of answers is JSON lines, a header and then an answer each:

    {"answers": 1, "command": "solve", "puzzle": {"name": "8-puzzle", ...}, ...}       the question
    {"line": 1, "board": "8672_4531", "length": 31, "route": "RU2LD2..."}
    {"line": 2, "board": "867", "error": "column 3: the board has 3 cells ..."}        asked again

The same question continues it, and a file with another question is refused. New answers are appended; those to lines
that are asked again replace the older ones when all is done. A last line that was cut off is written again. Only one
process at a time writes a file.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from slidefront.errors import SlidefrontError, TakenError
from slidefront.executors import Threads
from slidefront.files import is_replacing, locked, replacement
from slidefront.notation.board_files import ANSWERS, ANSWERS_VERSION, BoardLine, check_answers
from slidefront.notation.load import puzzle_record
from slidefront.puzzles.core import Puzzle
from slidefront.watch import Watcher

_ANOTHER = "choose another file"


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
    check: Callable[[Any, Mapping[str, Any]], None] = lambda _line, _data: None
    """Raises what is wrong with an answer of before to a line."""

    def data(self) -> dict[str, Any]:
        """Return the question as plain data."""
        record = None if self.puzzle is None else puzzle_record(self.puzzle)
        return {"command": self.command, "puzzle": record, **self.options}

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


Found = Sequence[Mapping[str, Any] | SlidefrontError]
"""The data of some lines, or why there is none."""
Ask = Callable[[Sequence[BoardLine], Watcher], Found]


def one_by_one(lines: Sequence[BoardLine], ask: Callable[[BoardLine], Mapping[str, Any]]) -> Found:
    """Answer several lines with a function that answers one that can be read, or raises what is wrong with it."""
    found: list[Mapping[str, Any] | SlidefrontError] = []
    for line in lines:
        try:
            found.append(line.error or ask(line))
        except SlidefrontError as error:
            found.append(error)
    return found


def each(ask: Callable[[BoardLine, Watcher], Mapping[str, Any]]) -> Ask:
    """Make a function that answers several lines of one that answers one."""
    return lambda lines, watcher: one_by_one(lines, lambda line: ask(line, watcher))


def answers(
    lines: Sequence[BoardLine], ask: Callable[[Sequence[BoardLine]], Found], at_once: int, chunk: int
) -> Iterator[Answer]:
    """Answer lines in order, some chunks at once on threads."""
    parts = [lines[start : start + chunk] for start in range(0, len(lines), chunk)]
    waiting: dict[int, Found] = {}
    first = 0
    with (
        closing(Threads(at_once)) as executor,
        closing(executor.run(lambda number: (number, ask(parts[number])), range(len(parts)))) as records,
    ):
        for number, some in records:
            waiting[number] = some
            while first in waiting:
                for line, one in zip(parts[first], waiting.pop(first), strict=True):
                    if isinstance(one, SlidefrontError):
                        yield Answer(line.number, line.text, error=str(one).removeprefix(f"line {line.number}, "))
                    else:
                        yield Answer(line.number, line.text, one)
                first += 1


class AnswerFile:
    """The answers so far, open to append others."""

    def __init__(self, path: Path, question: Question, lines: Sequence[BoardLine]) -> None:
        self._path = path
        self._question = question
        head = {ANSWERS: ANSWERS_VERSION, **question.data()}
        self._head: dict[str, Any] = json.loads(_text(head))  # as it is read back
        self._lines = lines
        self.kept: dict[int, Answer] = {}
        """The answers that the file has already, by the place of their lines."""
        self._found: dict[int, Answer] = {}
        self._in_order = True

    def __enter__(self) -> "AnswerFile":
        try:
            self._file = locked(self._path)
            self._open(self._path.read_bytes() if self._path.is_file() else b"")
        except BlockingIOError:
            raise SlidefrontError(f"another process writes {self._path}: wait for it, or {_ANOTHER}", "out") from None
        except OSError as error:
            raise SlidefrontError(f"cannot write {self._path}: {error.strerror}; {_ANOTHER}", "out") from None
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        with suppress(OSError, AttributeError):  # `write` has told of it
            self._file.close()

    def _open(self, content: bytes) -> None:
        """Read the answers that there are, and cut the file where its last whole line ends; a refused one stays."""
        whole = content[: content.rfind(b"\n") + 1]
        records = []
        try:
            if content and (whole or not _text(self._head).encode().startswith(content)):
                records = self._records(whole)
                self._keep(records)
        except TakenError:
            if not is_replacing():
                raise
            whole, records = b"", []
            self.kept, self._found, self._in_order = {}, {}, True
        if len(whole) < len(content):
            os.truncate(self._path, len(whole))
        if not whole:
            self._append(_text(self._head))

    def _records(self, whole: bytes) -> list[Any]:
        """Read the lines after the first; refuse a file that begins with another question, or with none."""
        try:
            head, *records = [json.loads(line) for line in whole.decode().split("\n")[:-1]]
            if not isinstance(head, dict) or ANSWERS not in head:
                raise ValueError
        except ValueError:
            raise self._taken("does not say which question it answers") from None
        check_answers(head, str(self._path))
        if other := [name for name in {**head, **self._head} if head.get(name) != self._head.get(name)]:
            raise self._taken(f"has answers to another question, which differs in {', '.join(other)}")
        return records

    def _taken(self, why: str) -> TakenError:
        return TakenError(f"{self._path} {why}: replace it, or {_ANOTHER}", "force", "out")

    def _keep(self, records: Sequence[Any]) -> None:
        """Keep the answers; a later one to the same line replaces an earlier one."""
        places: dict[tuple[int, str], list[int]] = {}
        for place, line in enumerate(self._lines):
            places.setdefault((line.number, line.text), []).append(place)
        for record in records:
            try:
                answer = self._question.answer(record)
            except (KeyError, TypeError, ValueError):
                raise self._taken("is not a file of answers") from None
            if answer.error:
                self._in_order = False
                continue
            found = places.get((answer.line, answer.text))
            if found is None:
                raise self._taken(f"has answers to other lines (line {answer.line})")
            place = found.pop(0) if len(found) > 1 else found[0]
            try:
                self._question.check(self._lines[place], answer.data)
            except SlidefrontError as error:
                why = f"{self._path}, the answer to line {answer.line}: {error}: remove it, or {_ANOTHER}"
                raise SlidefrontError(why, "out") from None
            except (KeyError, TypeError):
                raise self._taken("is not a file of answers") from None
            self.kept[place] = self._found[place] = answer

    def write(self, place: int, answer: Answer) -> None:
        """Append the answer to the line at a place."""
        self._in_order = self._in_order and place == len(self._found)
        self._found[place] = answer
        try:
            self._append(_text(self._question.record(answer)))
        except OSError as error:
            raise self._unwritable(error) from None

    def finish(self) -> None:
        """Write the file anew if answers were replaced; a process that is killed meanwhile loses none."""
        if self._in_order:
            return
        lines = [self._head, *(self._question.record(self._found[place]) for place in sorted(self._found))]
        try:
            with replacement(self._path.resolve()) as new:
                new.write("".join(f"{_text(line)}\n" for line in lines).encode())
        except OSError as error:
            raise self._unwritable(error) from None

    def _append(self, text: str) -> None:
        self._file.write(f"{text}\n".encode())
        self._file.flush()

    def _unwritable(self, error: OSError) -> SlidefrontError:
        return SlidefrontError(f"cannot write {self._path}: {error.strerror}; the same command continues it")


def _text(record: object) -> str:
    return json.dumps(record, ensure_ascii=False)


def header_of(text: str) -> dict[str, Any] | None:
    """Read the question of a file of answers; None for another text."""
    first = text.partition("\n")[0]
    if not first.startswith(f'{{"{ANSWERS}"'):
        return None
    try:
        head: dict[str, Any] = json.loads(first)
    except ValueError:
        return None
    check_answers(head)
    return head
