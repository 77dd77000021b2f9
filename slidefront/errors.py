"""Exceptions. Each message is one line that says what is wrong, where, and what to do; the CLI prints it unchanged."""

import sys

_LONGEST = 500
_END = 200  # letters at the end of a longer message that stay: they say what is wrong with a long path


def printable(text: str) -> str:
    """Escape line breaks and terminal control characters, which a text quoted from a file may contain."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


class SlidefrontError(Exception):
    """An error that the user can correct."""

    details: tuple[str, ...] = ()
    """Lines that show the place in a text that cannot be read."""
    text: str = ""
    """The text that cannot be read."""
    part: str = ""
    """Whole lines of this text that can be read by themselves."""
    readings: tuple[str, ...] = ()
    """The names of the readings of a text that has several: `read_as` chooses one of them."""

    def __init__(self, message: str, *parameters: str) -> None:
        """Limit the message to one printable line; the command line adds the options of the parameters to change."""
        self.parameters = parameters
        line = printable(message)
        super().__init__(line if len(line) <= _LONGEST else f"{line[: _LONGEST - _END]} ... {line[-_END:]}")


class TakenError(SlidefrontError):
    """A file that exists where a new one would be written."""


class PuzzleError(SlidefrontError, ValueError):
    """A puzzle that is unknown, malformed, or too large for a key."""


class BoardError(SlidefrontError, ValueError):
    """A board that cannot be parsed, or that belongs to another puzzle."""


class RouteError(SlidefrontError, ValueError):
    """A route that cannot be parsed, or that has an illegal move."""


class IllegalMoveError(RouteError):
    """A move that cannot be made; the message says what is in its way."""


class TextError(SlidefrontError, ValueError):
    """A text that cannot be read."""


class RunError(SlidefrontError):
    """A run folder that is missing, damaged, locked or not writable, or that is not a run folder."""


class LayerError(RunError, IndexError):
    """A depth at which a run or a table has no layer."""


class NoRunError(RunError, FileNotFoundError):
    """A run that is missing."""


class TableError(SlidefrontError):
    """A table file that is missing, foreign, damaged, unfinished or cannot be written."""


class NoTableError(TableError, FileNotFoundError):
    """A table file that is missing."""


class NoPuzzleError(PuzzleError, FileNotFoundError):
    """A puzzle file that is missing."""


class NoBoardsError(BoardError, FileNotFoundError):
    """A file of boards that is missing."""


class LimitError(SlidefrontError, ValueError):
    """A number out of range, or too little memory or disk space."""


def check_platform() -> None:
    """Refuse Windows: folders cannot be synced there, so that finished layers could be lost."""
    if sys.platform == "win32":
        raise SlidefrontError("slidefront runs on Linux and macOS; on Windows, use the Windows Subsystem for Linux")
