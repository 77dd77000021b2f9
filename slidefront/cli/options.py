"""Arguments and options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

from slidefront.cli.completion import values

LARGEST_COUNT = 1_000_000_000
"""The largest number that options such as --limit accept; a larger one is a typing error."""
PUZZLE_HELP = "A name (see `slidefront list`), a size such as 3x4 or 3x5+1x2, a .toml file, a grid, or - for input."
BOARDS_HELP = "Boards, or files with one board per line (- for standard input)."

PuzzleArgument = Annotated[str, typer.Argument(**values("PUZZLE"), help=PUZZLE_HELP)]
RunArgument = Annotated[
    str, typer.Argument(**values("RUN"), help="A run folder, or its name under data/, or s3://bucket/run.")
]
RunOrTableArgument = Annotated[
    str, typer.Argument(**values("RUN|TABLE"), help="A run or a table, or its name under data/.")
]
BoardsArgument = Annotated[list[str], typer.Argument(**values("BOARD..."), help=BOARDS_HELP)]
BoardsOrHomeArgument = Annotated[
    list[str] | None,
    typer.Argument(**values("BOARD..."), help=f"{BOARDS_HELP} Default: home, and whether it reaches the goal."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
HoleHomeOption = Annotated[
    bool, typer.Option("--hole-home", help="Only boards whose hole (or mover) is at its home position.")
]
FormatOption = Annotated[
    str | None,
    typer.Option(
        "--format",
        **values("steps|grouped|boards|letters|hole-letters|tiles|hole|json"),
        help="Format of the route. Default: steps; for many boards the cells of the hole, or steps if there is none.",
    ),
]
MetricOption = Annotated[
    str | None,
    typer.Option(
        "--metric",
        **values("step|slide|move|line"),
        help="What counts as one move: step, slide or move of blocks; step or line of tiles. Default: as in the file.",
    ),
]
OutFileOption = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help="A new file to write. Default: standard output.")
]
AnswersOption = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="FILE", help="A file of answers, one per line. One to the same question is continued."
    ),
]
PictureOption = Annotated[
    Path | None,
    typer.Option("--out", "-o", metavar="FILE", help="A new picture, .svg or .png (PNG needs the extra `plot`)."),
]
ThreadsOption = Annotated[
    int | None, typer.Option("--threads", metavar="N", help="Number of threads. Default: one per core.")
]
DaskOption = Annotated[
    str | None,
    typer.Option(
        "--dask",
        metavar="ADDRESS|local:N",
        help="Run on a Dask cluster, such as tcp://host:8786, or on N processes here. Needs the extra `dask`.",
    ),
]
SearchMemoryOption = Annotated[
    str | None,
    typer.Option("--memory", metavar="SIZE", help="Memory limit, such as 4GiB. Default: 2GiB, or half of the memory."),
]
GoalOption = Annotated[
    str | None,
    typer.Option(
        "--to",
        **values("goal|home|hole-first|hole-last|BOARD"),
        help="The goal. For blocks, a grid that shows only the pieces that matter is enough.",
    ),
]
NotationOption = Annotated[
    str | None,
    typer.Option(
        "--notation", **values("tile|hole"), help="Whether letters such as U are directions of tiles or of the hole."
    ),
]
AxisOption = Annotated[
    str | None,
    typer.Option("--axis", **values("all|none|PIECES"), help="In a grid: pieces that move only along their length."),
]
FrozenOption = Annotated[
    str | None, typer.Option("--frozen", metavar="PIECES", help="In a grid: pieces that do not move.")
]
GroupsOption = Annotated[
    str | None,
    typer.Option("--groups", metavar="PIECES,...", help="In a grid: groups of pieces that are interchangeable."),
]
GridGoalOption = Annotated[
    str | None,
    typer.Option("--goal", **values("PLACES|GRID"), help="In a grid: the goal, such as 'X 3 1' (row, column from 0)."),
]
