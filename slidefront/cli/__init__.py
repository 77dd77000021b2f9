"""The command line: parses, calls, prints. Each file is one noun; heavy rooms are imported inside the commands."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, TextIO


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and exit with its code; a person's mistake becomes one line on standard error."""
    import typer

    from slidefront.cli.app import Interruption, app
    from slidefront.errors import SlidefrontError

    usage_error: Any = typer.BadParameter.__mro__[2]  # ClickException, wherever typer keeps it
    try:
        code = app(list(arguments) if arguments is not None else None, standalone_mode=False) or 0
        sys.stdout.flush()
    except SlidefrontError as error:
        code = _fail(str(error))
    except usage_error as error:
        command = error.ctx.command_path if getattr(error, "ctx", None) else "slidefront"
        code = _fail(f"{error.format_message()} (see `{command} --help`)")
    except typer.Abort:
        code = _fail("stopped", 130)
    except (Interruption, KeyboardInterrupt):
        code = _fail("interrupted", 130)
    except BrokenPipeError:
        _silence(sys.stdout)
        code = 0
    except OSError as error:
        code = _fail(f"cannot go on: {error.strerror or error}" + (f": {error.filename}" if error.filename else ""))
        _silence(sys.stdout)
    except MemoryError:
        code = _fail("memory ran out: give a smaller --memory, or close other programs; finished layers are safe")
    sys.exit(code)


def _silence(stream: TextIO) -> None:
    """Let what is left of an output go nowhere: Python would try once more to write it, and complain."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _fail(message: str, code: int = 2) -> int:
    print("slidefront: " + " ".join(message.split("\n")), file=sys.stderr)
    return code
