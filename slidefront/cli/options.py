"""Arguments and options, each defined once: a name has one meaning in all commands.

The help of an option begins with the same sentence everywhere; a command may add what it does with it. Options that
belong together are the fields of a class, which `with_fields` takes apart for typer.
"""

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from slidefront.cli.completion import values

if TYPE_CHECKING:
    from slidefront.puzzles.core import Puzzle
    from slidefront.puzzles.values import GridOptions

LARGEST_COUNT = 1_000_000_000
"""The largest number that options such as --limit accept; a larger one is a typing error."""
PUZZLE_HELP = "A name (see `slidefront list`), a size such as 3x4 or 3x5+1x2, a .toml file, a grid, or - for input."
BOARDS_HELP = "Boards, or files with one board per line (- for standard input)."
STORED_HELP = "its path, its name under data/, or s3://bucket/run"
ROUTE_FORMATS = "steps|grouped|boards|letters|hole-letters|tiles|hole"
_MEMORY = "70% of the memory"
_LAST = ("axis", "frozen", "groups", "threads", "memory", "scratch", "dask", "yes", "quiet", "as_json")
"""Options that stand last in the help of each command, in this order."""

PuzzleArgument = Annotated[str, typer.Argument(**values("PUZZLE"), help=PUZZLE_HELP)]
RunArgument = Annotated[str, typer.Argument(**values("RUN"), help=f"A run: {STORED_HELP}.")]
RunOrTableArgument = Annotated[str, typer.Argument(**values("RUN|TABLE"), help=f"A run or a table: {STORED_HELP}.")]
BoardsArgument = Annotated[list[str], typer.Argument(**values("BOARD..."), help=BOARDS_HELP)]

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="Print no progress and no remarks.")]
YesOption = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")]
MarkedOption = Annotated[
    bool,
    typer.Option(
        "--marked", help="Only marked boards: with the hole (or mover) at home; of blocks, those that meet the goal."
    ),
]
RoutesOption = Annotated[bool, typer.Option("--routes", help="Add a shortest route of each board.")]
MetricOption = Annotated[
    str | None,
    typer.Option(
        "--metric",
        **values("step|slide|move|line"),
        help="What counts as one move: step, slide or move of blocks; step or line of tiles. Default: as in the file.",
    ),
]
GoalOption = Annotated[
    str | None,
    typer.Option(
        "--to",
        **values("home|hole-first|hole-last|BOARD"),
        help="The goal. For blocks, a grid of the pieces that matter, or their places: 'X 3 1' (row, column from 0).",
    ),
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
ScratchOption = Annotated[
    Path | None,
    typer.Option("--scratch", metavar="FOLDER", help="Folder for temporary files. Default: inside the run."),
]
SeedOption = Annotated[
    int, typer.Option("--seed", metavar="N", help="Random seed; the same seed draws the same boards.")
]
PackPuzzleOption = Annotated[
    str | None,
    typer.Option("--puzzle", **values("PUZZLE"), help="The puzzle of PACK. Default: the one that the pack names."),
]


def start_option(more: str = "", metavar: str = "home|goal|BOARD|MOVES|FILE") -> Any:
    """Define --from."""
    moves = " MOVES lead to it from home." if "MOVES" in metavar else ""
    return typer.Option("--from", **values(metavar), help=f"The board to start from.{moves} {more}".strip())


def out_option(more: str, metavar: str = "FILE") -> Any:
    """Define --out."""
    return typer.Option("--out", "-o", metavar=metavar, help=f"The file or folder to write. {more}")


def format_option(metavar: str, more: str) -> Any:
    """Define --format."""
    return typer.Option("--format", **values(metavar), help=f"The format of what is printed or written. {more}")


def memory_option(more: str = f"Default: {_MEMORY}.") -> Any:
    """Define --memory."""
    return typer.Option("--memory", metavar="SIZE", help=f"Memory limit, such as 2GiB. {more}")


def depths_option(more: str, metavar: str = "A:B:C") -> Any:
    """Define --depth for depths from A to B."""
    return typer.Option("--depth", metavar=metavar, help=f"Depths from A to B, both included; or A, A: or :B. {more}")


def seconds_option(more: str) -> Any:
    """Define --max-seconds."""
    return typer.Option("--max-seconds", metavar="S", min=0, help=f"Stop after S seconds. {more}")


def top_option(more: str, most: int = LARGEST_COUNT) -> Any:
    """Define --top."""
    return typer.Option("--top", metavar="N", min=1, max=most, help=f"How many of the hardest. {more}")


def all_option(more: str = "") -> Any:
    """Define --all."""
    return typer.Option("--all", help=f"All of them. {more}".strip())


RouteFormatOption = Annotated[
    str | None,
    format_option(
        ROUTE_FORMATS,
        "Default: steps; for many boards letters, or else what the puzzle has (hole or steps).",
    ),
]
SearchMemoryOption = Annotated[str | None, memory_option("Default: 2GiB, or half of the memory.")]
AnswersOption = Annotated[
    Path | None,
    out_option("A file of answers, one per line. One to the same question is continued."),
]
PictureOption = Annotated[Path | None, out_option("A new picture, .svg or .png (PNG needs the extra `plot`).")]


@dataclass(frozen=True, kw_only=True)
class PuzzleFields:
    """A puzzle, and what may be said about it."""

    puzzle: PuzzleArgument
    goal: GoalOption = None
    metric: MetricOption = None
    axis: Annotated[
        str | None,
        typer.Option(
            "--axis", **values("all|none|PIECES"), help="In a grid: pieces that move only along their length."
        ),
    ] = None
    frozen: Annotated[
        str | None, typer.Option("--frozen", metavar="PIECES", help="In a grid: pieces that do not move.")
    ] = None
    groups: Annotated[
        str | None,
        typer.Option("--groups", metavar="PIECES,...", help="In a grid: groups of pieces that are interchangeable."),
    ] = None

    @property
    def grid(self) -> "GridOptions":
        """What is said about a grid."""
        from slidefront.puzzles.values import GridOptions

        return GridOptions(self.axis, self.frozen, self.groups)

    def load(self, *, quiet: bool = False) -> "Puzzle":
        """Load the puzzle with its own goal."""
        from slidefront.cli.inputs import load_puzzle

        return load_puzzle(self.puzzle, self.metric, self.grid, quiet=quiet)

    def load_with_goal(self, *, quiet: bool = False) -> "Puzzle":
        """Load the puzzle with the goal that is named."""
        from slidefront.search.solve import choose_goal

        puzzle = self.load(quiet=quiet)
        return puzzle if self.goal is None else choose_goal(puzzle, self.goal)


def with_fields(command: Callable[..., None]) -> Callable[..., None]:
    """Make a command with an option for each field of the parameters that are dataclasses."""
    hints = get_type_hints(command, include_extras=True)
    groups = {name: hint for name, hint in hints.items() if is_dataclass(hint) and isinstance(hint, type)}
    parameters: list[Parameter] = []
    for name, parameter in signature(command).parameters.items():
        if name in groups:
            parameters += _fields(groups[name])
        else:
            parameters.append(parameter.replace(annotation=hints[name], kind=Parameter.KEYWORD_ONLY))

    parameters.sort(key=lambda one: _LAST.index(one.name) + 1 if one.name in _LAST else 0)

    @wraps(command)
    def run(**given: Any) -> None:
        made = {name: kind(**{one.name: given.pop(one.name) for one in fields(kind)}) for name, kind in groups.items()}
        command(**given, **made)

    run.__signature__ = signature(command).replace(parameters=parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in parameters}
    return run


def _fields(kind: Any) -> list[Parameter]:
    """List the fields of a class as parameters."""
    hints = get_type_hints(kind, include_extras=True)
    defaults = {one.name: Parameter.empty if one.default is MISSING else one.default for one in fields(kind)}
    return [
        Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=hints[name])
        for name, default in defaults.items()
    ]
