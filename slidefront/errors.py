"""Exceptions, and the commands that help after them.

Each message is one line: what is wrong, where, and what to do. It names parameters, never options of the command line.
If a command can help, the exception contains it as data (`Advice`), and `cli.output` writes it as people type it. Only
the errors of array files name in their text the command that makes such a file, without arguments, because a damaged
file does not show with which arguments it was made.
"""

import sys
from collections.abc import Mapping
from types import UnionType
from typing import NamedTuple, TypeVar

_LONGEST = 500
_SHOWN = 40  # characters that are shown before and after a place
_END = 200  # characters kept at the end of a longer message, where the fault of a long path is described


def printable(text: str, keep: str = "") -> str:
    """Escape characters that would control a terminal or cannot be encoded as UTF-8, except the characters of `keep`.

    File names and quoted texts may contain any character.
    """
    return "".join(letter if letter.isprintable() or letter in keep else repr(letter)[1:-1] for letter in text)


class Advice(NamedTuple):
    """A command that helps."""

    command: str
    """Its name, such as `expand` or `patterns build`."""
    subject: object = None
    """Its argument: a puzzle, a path or a word; None if it takes no argument."""
    parameters: Mapping[str, object] = {}
    """Its parameters; None and False are not printed."""


def advise(command: str, subject: object = None, **parameters: object) -> Advice:
    """Return a command with its parameters as advice."""
    return Advice(command, subject, parameters)


class SlidefrontError(Exception):
    """An error that the user can correct."""

    advice: tuple[Advice, ...] = ()
    """Commands that help; the message makes sense without them."""
    details: tuple[str, ...] = ()
    """Lines that show the place of a fault in a text."""
    line: int | None = None
    """The line of that place, from 1."""
    column: int | None = None
    """Its column, from 1."""

    def __init__(self, message: str, *parameters: str, advice: Advice | tuple[Advice, ...] = ()) -> None:
        """Limit the message to one printable line. `parameters` are the parameters to change, such as `out`."""
        self.parameters = parameters
        self.advice = (advice,) if isinstance(advice, Advice) else advice
        line = printable(message)
        super().__init__(line if len(line) <= _LONGEST else f"{line[: _LONGEST - _END]} ... {line[-_END:]}")

    def with_message(self, message: str) -> "SlidefrontError":
        """Return the same error with another message."""
        error = type(self)(message, *self.parameters, advice=self.advice)
        error.details, error.line, error.column = self.details, self.line, self.column
        return error


class OutputExistsError(SlidefrontError):
    """A file that exists where a new one would be written."""


class PuzzleError(SlidefrontError, ValueError):
    """A puzzle that is unknown, malformed, or too large for a key."""


class ContractError(PuzzleError):
    """A puzzle written in Python that breaks a rule of docs/own-puzzles.md."""

    rule: str = ""
    """The method, attribute or property whose rule is broken, such as `write_successors` or `inverse`."""
    key: int | None = None
    """A board for which the rule is broken, if it is known."""


class BoardError(SlidefrontError, ValueError):
    """A board that cannot be parsed, or that belongs to another puzzle."""


class RouteError(SlidefrontError, ValueError):
    """A route that cannot be parsed, or that has an illegal move."""


class IllegalMoveError(RouteError):
    """A move that cannot be made; the message names the obstacle."""


class RunError(SlidefrontError):
    """A run folder that is missing, damaged, locked or not writable, or that is not a run folder."""


class LayerError(RunError, IndexError):
    """A depth at which a run or a table has no layer."""


class RunNotFoundError(RunError, FileNotFoundError):
    """A run that is missing."""


class ExecutorError(RunError):
    """Tasks cannot run on an executor; finished tasks are kept."""


class TableError(SlidefrontError):
    """A table file that is missing, foreign, damaged, unfinished or cannot be written."""


class TableNotFoundError(TableError, FileNotFoundError):
    """A table file that is missing."""


class PuzzleNotFoundError(PuzzleError, FileNotFoundError):
    """A puzzle file that is missing."""


class BoardFileNotFoundError(BoardError, FileNotFoundError):
    """A file of boards that is missing."""


class ArgumentError(SlidefrontError, ValueError):
    """An argument that is malformed or out of range, or that excludes another one; `parameters` names them."""


class LimitError(SlidefrontError, ValueError):
    """Too little memory, disk space or time, or a space with too many boards."""


E = TypeVar("E", bound=SlidefrontError)


def check_type(value: object, kind: type | UnionType, parameter: str) -> None:
    """Raise TypeError unless an argument has the given type."""
    if not isinstance(value, kind):
        name = getattr(kind, "__name__", str(kind)).replace(" | ", " or ")
        raise TypeError(f"{parameter} must be of the type {name}, not {type(value).__name__}")


def error_at(error: type[E], text: str, offset: int, why: str) -> E:
    """Return the error for a malformed text, with the line and column of an offset, and the line with a caret."""
    before, after = text[:offset], text[offset:].partition("\n")[0]
    line, column = before.count("\n") + 1, offset - before.rfind("\n")
    left, right = before[len(before) - column + 1 :], after.rstrip()
    shown = printable(left[-_SHOWN:])
    cut = "... " * (len(left) > _SHOWN)
    malformed = error(f"line {line}, column {column}: {why}")
    malformed.line, malformed.column = line, column
    more = " ..." * (len(right) > _SHOWN)
    malformed.details = (f"  {cut}{shown}{printable(right[:_SHOWN])}{more}", f"  {' ' * len(cut + shown)}^")
    return malformed


def check_platform() -> None:
    """Raise an error on Windows, where folders cannot be synced, so finished layers could be lost."""
    if sys.platform == "win32":
        raise SlidefrontError("slidefront runs on Linux and macOS; on Windows, use the Windows Subsystem for Linux")
