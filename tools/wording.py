"""The wording of errors: tests/wording.txt is a transcript of commands and calls that fail, with their messages.

    $ printf 'kind = "tiles"' > bad.toml      writes a file that later lines use
    $ slidefront show bad.toml                a command, and what it prints: nothing, if it prepares later lines
    >>> slidefront.load("8-puzzl")            a call of the library, and the class, parameters and message of its error

`python -m tools.wording` runs all of them again and writes their present messages; a person reads the difference. Other
tests assert the class of an error, the place that it names and its parameters, and not its words.
"""

import io
import os
import shlex
import sys
import tempfile
from contextlib import ExitStack, chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

import slidefront
from slidefront.apps.problems.problems import read_packs
from slidefront.cli import main
from slidefront.cli.progress import Progress

FILE = Path(__file__).parents[1] / "tests" / "wording.txt"


def command(words: list[str]) -> str:
    """Run a command that fails, and return its message: one line, and maybe the place in a text."""
    out, err = io.StringIO(), io.StringIO()
    before = {path: path.stat().st_mtime_ns for path in Path().rglob("*")}
    with redirect_stdout(out), redirect_stderr(err), patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO())):
        try:
            main(words)
        except SystemExit as ending:
            code = ending.code
    if (code, out.getvalue(), err.getvalue()) == (0, "", ""):  # it prepares the next lines
        return ""
    first, *place = err.getvalue().splitlines() or [""]
    assert code == 2, f"{shlex.join(words)} ended with {code}: {out.getvalue()}{err.getvalue()}"
    assert first.startswith("slidefront: "), first
    assert all(line.startswith("  ") for line in place), place
    assert out.getvalue() == "", "a refusal prints no result"
    assert before == {path: path.stat().st_mtime_ns for path in Path().rglob("*")}, "a refusal changes no file"
    return err.getvalue().rstrip("\n")


def call(text: str) -> str:
    """Evaluate a call that fails, and return its error."""
    try:
        eval(text, {"slidefront": slidefront, "Path": Path, "read_packs": read_packs})
    except slidefront.SlidefrontError as error:
        parameters = f" ({', '.join(error.parameters)})" if error.parameters else ""
        return "\n".join([f"{type(error).__name__}: {error}{parameters}", *error.details])
    raise AssertionError(f"{text} is not refused")


def said(line: str) -> str:
    """Run a line of the transcript, and return its message."""
    if line.startswith(">>> "):
        return call(line.removeprefix(">>> "))
    program, *words = shlex.split(line.removeprefix("$ "))
    if program == "printf":
        text, arrow, name = words
        assert arrow == ">"
        Path(name).write_text(text.replace("\\n", "\n"), "utf-8")
        return ""
    assert program == "slidefront", line
    return command(words)


def blocks(text: str) -> list[tuple[str, str]]:
    """Divide a transcript into its lines, each with its message."""
    blocks: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if line.startswith(("$ ", ">>> ", "# ")):
            blocks.append((line, []))
        elif line:
            blocks[-1][1].append(line)
    return [(line, "\n".join(lines)) for line, lines in blocks]


def transcript(text: str) -> str:
    """Run all lines of a transcript in an empty folder, and return the new transcript."""
    parts: list[str] = []
    patches = [
        patch.object(sys, "argv", ["slidefront"]),
        patch.object(sys.modules["__main__"], "__package__", None),
        patch.dict(os.environ, {"COLUMNS": "100"}),
        patch.object(Progress, "show"),  # progress and compiling are remarks that depend on the time
        patch("slidefront.cli.output.say_that_it_compiles", None),
    ]
    with tempfile.TemporaryDirectory() as folder, chdir(folder), ExitStack() as stack:
        for one in patches:
            stack.enter_context(one)
        for line, _ in blocks(text):
            now = "" if line.startswith("# ") else said(line)
            parts += [f"{line}\n{now}\n" if now else f"{line}\n"]
            parts += ["" if not now and not line.startswith("# ") else "\n"]
    return "".join(parts).rstrip("\n") + "\n"


if __name__ == "__main__":
    FILE.write_text(transcript(FILE.read_text("utf-8")), "utf-8")
