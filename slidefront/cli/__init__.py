"""The command line: parse arguments, call the library, print. `app` lists the modules of the commands.

Importing it is fast, because commands import numpy, numba, pyarrow and rich only when they run.
"""

import signal
import sys
from collections.abc import Sequence
from re import fullmatch
from typing import Any

from slidefront.cli.process import discard, ended_by_signals, exit_at_once, heeded, open_streams
from slidefront.errors import SlidefrontError, check_platform


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and exit with its code; a user error becomes one line on standard error."""
    before = {number: signal.signal(number, exit_at_once) for number in heeded()}
    if not open_streams():
        sys.exit(_fail("standard output is closed: redirect it to a file, or to /dev/null"))
    import typer

    from slidefront.cli.app import USAGE_ERROR, make_app
    from slidefront.compile import Compiling

    words = sys.argv[1:] if arguments is None else [*arguments]
    app = make_app(words)
    Compiling.scipy = False
    for number, handler in before.items():
        signal.signal(number, handler)
    try:
        check_platform()
        with ended_by_signals():
            code = app(words, standalone_mode=False) or 0
        sys.stdout.flush()
    except SlidefrontError as error:
        from slidefront.cli.output import echo, message_of

        code = _fail(message_of(error, words))
        for line in error.details:
            echo(line, sys.stderr)
    except USAGE_ERROR as error:
        command = error.ctx.command_path if getattr(error, "ctx", None) else "slidefront"
        code = _fail(f"{error.format_message()}{_hint(error, words)} (see `{command} --help`)")
    except (typer.Abort, KeyboardInterrupt) as error:  # before the command begins, or after its end
        code = _fail("interrupted", 128 + (error.args[0] if error.args else signal.SIGINT))
    except BrokenPipeError:
        discard(sys.stdout)
        code = 0
    except OSError as error:
        where = f": {error.filename}" if error.filename else ""
        code = _fail(f"cannot continue: {error.strerror or error}{where}")
        discard(sys.stdout)
    except MemoryError:
        code = _fail("out of memory: set a smaller --memory, or close other programs; finished layers are safe")
    sys.exit(code)


def _hint(error: Any, words: Sequence[str]) -> str:
    """Say where a board belongs, if there is a word too many, or one that begins like an option."""
    unknown = getattr(error, "option_name", None)
    if unknown and any(
        word.startswith(unknown) and len(word) > 4 and not fullmatch("--?[a-z]+(-[a-z]+)*(=.*)?", word)
        for word in words
    ):
        return ": if it is a board, write -- and a blank before it, after all options, or write its empty cells as ."
    options = error.ctx.command.params if getattr(error, "ctx", None) else []
    board = "extra argument" in error.format_message() and any("--start" in option.opts for option in options)
    return ": pass the board with --start" if board else ""


def _fail(message: str, code: int = 2) -> int:
    from slidefront.cli.output import note

    note("slidefront: " + " ".join(message.split("\n")))
    return code
