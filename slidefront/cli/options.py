"""Arguments and options that several commands share."""

from typing import Annotated

import typer

from slidefront.puzzles import library


def _names(incomplete: str) -> list[str]:
    return [name for name in library.names() if name.startswith(incomplete)]


PUZZLE_HELP = "A puzzle by name (see `slidefront list`), by size such as 3x4 or 3x5+1x2, or a .toml file."

PuzzleArgument = Annotated[str, typer.Argument(metavar="PUZZLE", help=PUZZLE_HELP, autocompletion=_names)]
RunArgument = Annotated[str, typer.Argument(metavar="RUN", help="A run folder, or its name under data/.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
