"""The command line: parses arguments, calls the library, prints. One module per command.

Importing it is fast, because commands import numpy, numba, pyarrow and rich only when they run.
"""

import os
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from re import fullmatch
from shlex import join
from types import FrameType
from typing import Any, TextIO

from slidefront.commands import option
from slidefront.errors import SlidefrontError, check_platform
from slidefront.files import is_file


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and exit with its code; a user error becomes one line on standard error."""
    before = signal.signal(signal.SIGINT, _exit)
    import typer

    from slidefront.cli.app import make_app
    from slidefront.cli.completion import join_values

    usage_error: Any = typer.BadParameter.__mro__[2]  # ClickException, which typer includes under a private name
    words = sys.argv[1:] if arguments is None else [*arguments]
    if {"COMP_WORDS", "COMP_CWORD"} <= os.environ.keys():  # bash asks for completion
        join_values(os.environ)
    app = make_app(words)
    signal.signal(signal.SIGINT, before)
    try:
        check_platform()
        code = app(words, standalone_mode=False) or 0
        sys.stdout.flush()
    except SlidefrontError as error:
        code = _fail(f"{error}{_options(error.parameters)}")
        _show_place(error, words)
    except usage_error as error:
        command = error.ctx.command_path if getattr(error, "ctx", None) else "slidefront"
        code = _fail(f"{error.format_message()}{_hint(error, words)} (see `{command} --help`)")
    except typer.Abort:
        code = _fail("stopped", 130)
    except KeyboardInterrupt:
        code = _fail("interrupted", 130)
    except BrokenPipeError:
        _discard(sys.stdout)
        code = 0
    except OSError as error:
        code = _fail(
            "cannot continue: " + (error.strerror or str(error)) + (f": {error.filename}" if error.filename else "")
        )
        _discard(sys.stdout)
    except MemoryError:
        code = _fail("out of memory: set a smaller --memory, or close other programs; finished layers are safe")
    sys.exit(code)


def _exit(number: int, _frame: FrameType | None) -> None:
    """End the program at Ctrl-C while it starts: there is nothing to save, so one line is enough."""
    os.write(2, b"slidefront: interrupted\n")
    os._exit(128 + number)


def _options(parameters: Sequence[str]) -> str:
    """Name the options that set parameters of the library."""
    return f" ({', '.join(map(option, parameters))})" if parameters else ""


def _show_place(error: Any, words: Sequence[str]) -> None:
    """Show where a text cannot be read, and the option, or the part of it, with which it can."""
    from slidefront.cli.output import note

    for line in error.details:
        note(line)
    if error.readings:
        note(f"use {' or '.join(f'--read-as {name}' for name in error.readings)}")
    whole = next((word for word in words if error.text in (word, _text_in(word))), "-")
    if error.part and whole in words:
        note(
            f"these lines alone can be read: {join(['slidefront', *(error.part if w == whole else w for w in words)])}"
        )


def _text_in(word: str) -> str | None:
    """Return the text of a file, or any that standard input had; None if the word names neither."""
    if not is_file(word):
        return None
    with suppress(OSError, UnicodeDecodeError):
        return Path(word).read_text("utf-8-sig")
    return None


def _hint(error: Any, words: Sequence[str]) -> str:
    """Say where a board belongs, if there is a word too many, or one that begins like an option."""
    unknown = getattr(error, "option_name", None)
    if unknown and any(
        word.startswith(unknown) and len(word) > 4 and not fullmatch("--?[a-z]+(-[a-z]+)*(=.*)?", word)
        for word in words
    ):
        return ": if it is a board, write -- and a blank before it, after all options, or write its empty cells as ."
    options = error.ctx.command.params if getattr(error, "ctx", None) else []
    board = "extra argument" in error.format_message() and any("--from" in option.opts for option in options)
    return ": a board is given with --from" if board else ""


def _discard(stream: TextIO) -> None:
    """Discard buffered output, which Python would otherwise try to write again at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _fail(message: str, code: int = 2) -> int:
    from slidefront.cli.output import note

    note("slidefront: " + " ".join(message.split("\n")))
    return code
