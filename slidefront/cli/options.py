"""Arguments and options that several commands share."""

from typing import Annotated

import typer

from slidefront.puzzles import library


def puzzle_names(incomplete: str) -> list[str]:
    """Complete the name of a puzzle that ships."""
    return [name for name in library.names() if name.startswith(incomplete)]


MOST = 1_000_000_000
"""More than anyone will look at: what is above it is a slip."""
PUZZLE_HELP = (
    "A puzzle by name (see `slidefront list`), size such as 3x4 or 3x5+1x2, .toml file, or grid (- reads input)."
)

PuzzleArgument = Annotated[str, typer.Argument(metavar="PUZZLE", help=PUZZLE_HELP, autocompletion=puzzle_names)]
RunArgument = Annotated[str, typer.Argument(metavar="RUN", help="A run folder, or its name under data/.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
FormatOption = Annotated[
    str,
    typer.Option("--format", metavar="steps|grouped|boards|hole|json", help="How the route is written."),
]
MetricOption = Annotated[
    str | None,
    typer.Option(
        "--metric", metavar="step|slide|move", help="What counts as one move of a block, in place of the file's."
    ),
]
