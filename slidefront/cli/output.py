"""Printing: results on standard output, notes and remarks on standard error, and errors with commands that help.

--quiet suppresses remarks.

On a terminal, sentences wrap at words; lines that begin with four spaces, such as commands to copy, do not. Output that
is piped or redirected does not wrap.

The library raises errors with advice and parameters. Here they become commands and options that people can type.
"""

import json
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import asdict
from enum import Enum
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

import slidefront
from slidefront import units
from slidefront.cli.process import discard
from slidefront.compile import Compiling
from slidefront.errors import Advice, SlidefrontError, printable
from slidefront.files import check_new, new_file, refuse_uri

if TYPE_CHECKING:
    from slidefront.puzzles.core import Puzzle

UNFINISHED = 3
"""The exit code if a limit ended a search before it found a route or proved that no route exists."""
_QUIET: ContextVar[bool] = ContextVar("quiet", default=False)


def begin(*, quiet: bool) -> None:
    """Begin a command; a quiet command prints neither remarks nor progress."""
    _QUIET.set(quiet)
    Compiling.begins = None if quiet else say_that_it_compiles


def say_that_it_compiles() -> None:
    """Explain why the first use takes longer."""
    note("compiling inner loops, once on this machine …")


def is_quiet() -> bool:
    """Whether the command prints neither remarks nor progress, because of --quiet or --json."""
    return _QUIET.get()


def echo(text: str, stream: TextIO | None = None, end: str = "\n") -> None:
    """Print lines, by default on standard output, with control characters escaped. All output passes through here.

    If standard error cannot be written, notes are lost and the work continues.
    """
    try:
        print(printable(text, "\n"), end=end, file=stream, flush=True)
    except OSError:
        if stream is None or stream is not sys.stderr:
            raise
        discard(sys.stderr)


def print_json(data: object) -> None:
    """Print data as JSON, with dataclasses as objects of their fields. Unprintable characters are escaped."""

    def plain(value: Any) -> Any:
        return value.value if isinstance(value, Enum) else str(value) if isinstance(value, Path) else asdict(value)

    text = json.dumps(data, indent=1, ensure_ascii=False, default=plain)
    echo("".join(letter if letter.isprintable() or letter == "\n" else json.dumps(letter)[1:-1] for letter in text))


def say(text: str, indent: int = 0) -> None:
    """Print sentences on standard output; `indent` applies to the continuation lines of each."""
    echo(wrap(text, sys.stdout, indent))


def note(text: str) -> None:
    """Print sentences on standard error."""
    echo(wrap(text, sys.stderr), sys.stderr)


def remark(text: str) -> None:
    """Print sentences on standard error unless the command is quiet."""
    if not is_quiet():
        note(text)


def wrap(text: str, stream: TextIO, indent: int = 0) -> str:
    """Wrap sentences to the width of the terminal that a stream writes to; other streams keep their lines."""
    text = printable(text, "\n")
    return units.fill(text, max(20, shutil.get_terminal_size().columns), indent) if stream.isatty() else text


def note_file(what: str, path: Path) -> None:
    """Report on standard error the content and the size of a file that was written."""
    note(f"{what} in {path}, {units.size(path.stat().st_size)}")


def check_new_file(path: Path | None, *endings: str, replace: bool = False) -> None:
    """Raise an error if a file has another ending, exists or cannot be written, before any long work."""
    if path is not None:
        check_ending(path, *endings)
        check_new(path, replace=replace)


def check_ending(path: Path, *endings: str) -> None:
    """Raise an error unless the name of a file has one of the given endings."""
    refuse_uri(path)
    if path.suffix not in endings:
        raise SlidefrontError(f"{path} must end in {' or '.join(filter(None, endings))}", "out")


@contextmanager
def open_output(path: Path | None, *, replace: bool = False) -> Iterator[BinaryIO]:
    """Open a file for bytes, or standard output if there is no path."""
    if path is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with new_file(path, replace=replace) as file:
        yield file


_SAME = {"-q", "--quiet", "--json"}
"""Options that do not change what a command does."""
_OPTIONS = {
    "all_routes": "--all",
    "form": "--format",
    "most": "--max-pieces",
    "replace": "--force",
    "walls": "--max-walls",
}
"""The options that have another name than their parameter."""


def option_name(parameter: str) -> str:
    """Return the option that sets a parameter.

    >>> option_name("goal"), option_name("max_depth")
    ('--goal', '--max-depth')
    """
    return _OPTIONS.get(parameter, "--" + parameter.replace("_", "-"))


def words_of(advice: Advice) -> list[str]:
    """Return a command as words. A puzzle becomes the name or file that it was loaded from.

    >>> words_of(Advice("expand", "my puzzle.toml", {"start": "goal", "metric": None, "replace": True}))
    ['slidefront', 'expand', 'my puzzle.toml', '--start', 'goal', '--force']
    """

    subject, parameters = advice.subject, dict(advice.parameters)
    if isinstance(subject, slidefront.Puzzle):
        subject, options_of_puzzle = _name_puzzle(subject)
        parameters = {**options_of_puzzle, **parameters}
    arguments = [] if subject is None else [str(subject)]
    options: list[str] = []
    for name, value in parameters.items():
        if value is not None and value is not False:
            options += [option_name(name)] if value is True else [option_name(name), str(value)]
    words = ["slidefront", *advice.command.split()]
    looks_like_option = arguments and arguments[0].startswith("-")
    return [*words, *options, "--", *arguments] if looks_like_option else [*words, *arguments, *options]


def command_text(advice: Advice) -> str:
    """Return a command in backticks.

    >>> command_text(Advice("verify", "my run", {"repair": True}))
    "`slidefront verify 'my run' --repair`"
    """
    return f"`{join(words_of(advice))}`"


def message_of(error: SlidefrontError, running: Sequence[str] = ()) -> str:
    """Write an error with the commands that help, except the running command, and the options to change."""
    own = {*running} - _SAME
    commands = [command_text(advice) for advice in error.advice if {*words_of(advice)[1:]} != own]
    try_ = f"; try {' or '.join(commands)}" if commands else ""
    options = f" ({', '.join(map(option_name, error.parameters))})" if error.parameters else ""
    return f"{error}{try_}{options}"


def _name_puzzle(puzzle: "Puzzle") -> tuple[str, dict[str, str | None]]:
    """Return the source of a puzzle, FILE if it is unknown, and the options for its metric and goal."""

    source, goal = puzzle.source, puzzle.new_goal
    if not source:
        with suppress(SlidefrontError):
            source = puzzle.name if slidefront.load(puzzle.name).text == puzzle.text else ""
    is_other_metric = puzzle.text and slidefront.read_puzzle(puzzle.text).metric != puzzle.metric
    options = {
        "metric": puzzle.metric if is_other_metric else None,
        "goal": puzzle.format(goal) if isinstance(goal, int) else goal,
    }
    return source or "FILE", options
