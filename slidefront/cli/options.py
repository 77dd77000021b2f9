"""Arguments and options, each defined once: a name has one meaning in all commands.

The help of an option begins with the same sentence everywhere; a command may add its own sentence. Options that
belong together are the fields of a class, which `app.command_of` takes apart for typer.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

import slidefront
from slidefront.errors import BoardError
from slidefront.files import is_file
from slidefront.notation import ROUTE_FORMATS
from slidefront.puzzles import Metric, Only, library
from slidefront.search import ALGORITHMS

if TYPE_CHECKING:
    from slidefront.executors.budget import Resources
    from slidefront.notation.board_files import BoardLine
    from slidefront.puzzles.core import Puzzle
    from slidefront.store.space import Space


def values(metavar: str) -> dict[str, Any]:
    """Return the typer settings of an option or argument: its metavar, and its values for completion."""
    names = metavar.removesuffix("...").split("|")
    plain = [name for name in names if name.islower()]
    sources = [_SOURCES[name] for name in names if name in _SOURCES]
    if not plain and not sources:
        return {"metavar": metavar}

    def complete(incomplete: str) -> list[str]:
        return [name for name in chain(plain, *(source() for source in sources)) if name.startswith(incomplete)]

    return {"metavar": metavar, "autocompletion": complete}


def run_names() -> list[str]:
    """List the runs under data/."""
    return sorted({path.parent.name for path in Path("data").glob("*/_run.json")})


_SOURCES: dict[str, Callable[[], list[str]]] = {"PUZZLE": library.names, "RUN": run_names}


LARGEST_COUNT = 1_000_000_000
"""The largest number that options such as --limit accept; a larger one is a typing error."""
STORED_HELP = "its path, or its name under data/"
_SHORT = {"--out": ["-o"], "--quiet": ["-q"]}
_SHARED: dict[str, Any] = {
    "--depth": ("N", "The last depth to explore.", {"min": 0}),
    "--depths": ("A:B", "Depths from A to B, both included; or A, A: or :B.", {"show_default": False}),
    "--format": ("", "The format of the output."),
    "--start": ("home|goal|BOARD|MOVES|FILE", "The board to start from. MOVES lead to it from home."),
    "--max-seconds": ("S", "Stop after S seconds.", {"min": 0}),
    "--memory": ("SIZE", "Use at most this much memory, such as 2GiB."),
    "--out": ("FILE", "Write to this path."),
    "--top": ("N", "Keep the N hardest boards.", {"min": 1, "max": LARGEST_COUNT}),
}
"""The metavar, the first sentence of the help, and the limits of options that several commands share."""


def option(name: str, text: str = "", metavar: str = "", **more: Any) -> Any:
    """Define an option. `metavar` lists its values, which are completed; without it, the option is a flag."""
    shared_metavar, sentence, *limits = _SHARED.get(name, ("", ""))
    metavar = metavar or shared_metavar
    settings = {**dict(*limits), **(values(metavar) if metavar else {}), **more, "help": f"{sentence} {text}".strip()}
    return typer.Option(*[name, *_SHORT.get(name, [])], **settings)


def argument(metavar: str, text: str) -> Any:
    """Define an argument. `metavar` lists its values, which are completed."""
    return typer.Argument(**values(metavar), help=text)


PUZZLE_HELP = "A name (see `slidefront list`), a size such as 3x4 or 3x5+1x2, a .toml file, a grid, or - for input."
BOARDS_HELP = "Boards, or files with one board per line (- for standard input)."
PICTURE_HELP = "The file is a new picture, .svg or .png (PNG needs the package resvg-py)."
PuzzleArgument = Annotated[str, argument("PUZZLE", PUZZLE_HELP)]
ExploredArgument = Annotated[
    str, argument("RUN|TABLE", f"A run or a table: {STORED_HELP}; or a puzzle, whose space is explored if it is small.")
]

JsonOption = Annotated[bool, option("--json", "Print JSON.")]
OnlyOption = Annotated[
    str | None,
    option(
        "--only",
        "Select boards that meet the goal, or with the hole or the mover at home. A puzzle supports one of these.",
        "|".join(get_args(Only)),
    ),
]
RoutesOption = Annotated[bool, option("--routes", "Add a shortest route of each board.")]
MetricOption = Annotated[
    str | None,
    option(
        "--metric",
        "Count moves in this metric: step, slide or move for blocks; step or line for tiles. Default: as in the file.",
        "|".join(get_args(Metric)),
    ),
]
GoalOption = Annotated[
    str | None,
    option(
        "--goal",
        "The goal. For blocks, a grid of the pieces that matter, or their rows and columns: 'X 4 2'.",
        "home|hole-first|hole-last|BOARD",
    ),
]
ThreadsOption = Annotated[int | None, option("--threads", "Use N threads. Default: one per core.", "N")]
DaskOption = Annotated[
    str | None,
    option("--dask", "Run on a Dask cluster, such as tcp://host:8786. Needs the package distributed.", "ADDRESS"),
]
ScratchOption = Annotated[
    Path | None,
    option(
        "--scratch",
        "Keep temporary files in this folder. Default: inside the run, or for verify the system's folder.",
        "FOLDER",
    ),
]
MemoryOption = Annotated[str | None, option("--memory", "Default: 70% of the memory.")]
TableMemoryOption = Annotated[str | None, option("--memory", "Default: 2GiB.")]
SearchMemoryOption = Annotated[str | None, option("--memory", "Default: 2GiB, or half of the memory.")]
LogOption = Annotated[
    Path | None,
    option("--log", "Append progress to a file: a line with the time for each layer, or once a minute.", "FILE"),
]
ReplaceOption = Annotated[
    bool,
    option(
        "--force", "Replace the file of --out, or a run or table there that cannot be continued; never another folder."
    ),
]
PictureOption = Annotated[Path | None, option("--out", PICTURE_HELP)]


@dataclass(frozen=True, kw_only=True)
class PuzzleFields:
    """The puzzle of a command, with the goal and the metric that options name."""

    puzzle: PuzzleArgument
    goal: GoalOption = None
    metric: MetricOption = None

    @property
    def for_answers(self) -> dict[str, Any]:
        """The options that answers depend on, in the form of a file of answers."""
        return {"metric": self.metric, "to": self.goal}

    def load(self) -> "Puzzle":
        """Load the puzzle with its own goal."""
        from slidefront.cli.inputs import load_puzzle

        return load_puzzle(self.puzzle, self.metric)

    def load_with_goal(self) -> "Puzzle":
        """Load the puzzle with the goal of --goal."""
        from slidefront.cli.inputs import with_goal

        return with_goal(self.load(), self.goal)

    def boards(self, start: str) -> "list[BoardLine]":
        """Read the boards of --start, or the lines of PUZZLE if each line is a puzzle."""
        from slidefront.cli.inputs import boards_of
        from slidefront.search.solve import choose_goal

        if start == "home" and (lines := self.puzzles()):
            return lines
        own = self.load()
        puzzle = choose_goal(own, self.goal)
        if start == "goal":
            return [line._replace(puzzle=puzzle) for line in boards_of(own, [start])]  # from its goal to another one
        published = own.optimum.get(own.metric) if start == "home" and self.goal is None else None
        return [line if line.length else line._replace(length=published) for line in boards_of(puzzle, [start])]

    def puzzles(self) -> "list[BoardLine]":
        """Read the lines of PUZZLE if each line is a puzzle; return an empty list if PUZZLE is one puzzle."""
        from slidefront.cli.inputs import read_puzzle_input
        from slidefront.notation.board_files import read_puzzles
        from slidefront.notation.load import read_text
        from slidefront.puzzles.board_text import ARROW
        from slidefront.search.solve import choose_goal
        from slidefront.tables.table import is_table

        is_text = is_file(self.puzzle) and not self.puzzle.endswith(".toml") and not is_table(Path(self.puzzle))
        if self.puzzle != "-" and not is_text:
            return []
        text = read_puzzle_input() if self.puzzle == "-" else read_text(self.puzzle, BoardError)
        lines = read_puzzles(text, self.puzzle, self.metric)
        if self.goal is None:
            return lines
        if own := next((line for line in lines if line.puzzle is not None and ARROW in line.board), None):
            raise BoardError(f"line {own.number} names its own goal: leave out the goal {self.goal}", "goal")
        goal = self.goal
        return [line._replace(puzzle=line.puzzle and choose_goal(line.puzzle, goal)) for line in lines]


@dataclass(frozen=True, kw_only=True)
class SourceFields:
    """A run, a table or a puzzle, and another goal or metric if options name them."""

    run: ExploredArgument
    goal: GoalOption = None
    metric: MetricOption = None

    def find(self) -> "Space | Puzzle":
        """Open the run or the table, or load the puzzle."""
        from slidefront.cli.inputs import find_source

        return find_source(self.run, self.metric, self.goal)


@dataclass(frozen=True, kw_only=True)
class AnswerFields:
    """The options for the output of answers to many lines."""

    out: Annotated[
        Path | None,
        option("--out", "The file ends in .jsonl; if it has answers to the same question, it is continued."),
    ] = None
    replace: ReplaceOption = False
    as_json: JsonOption = False


@dataclass(frozen=True, kw_only=True)
class SolveFields:
    """The options of a search."""

    algorithm: Annotated[str, option("--algorithm", "The search algorithm.", "|".join(ALGORITHMS))] = "auto"
    form: Annotated[
        str | None,
        option(
            "--format",
            "Default: steps; for many boards letters, or places or steps if the puzzle has no letters.",
            "|".join(ROUTE_FORMATS),
        ),
    ] = None
    max_depth: Annotated[int | None, option("--max-depth", "Search for routes of at most N moves.", "N", min=0)] = None
    memory: SearchMemoryOption = None
    threads: ThreadsOption = None
    max_ratio: Annotated[str, option("--max-ratio", "Allow routes up to X times as long as a shortest route.", "X")] = (
        "1"
    )
    max_seconds: Annotated[float | None, option("--max-seconds", "Prints the best route so far.", min=0)] = None

    @property
    def resources(self) -> "Resources":
        """The limits of one search, or of all searches together."""

        return slidefront.Resources(self.threads, self.memory)

    @property
    def limits(self) -> dict[str, Any]:
        """The limits of the search for each of many boards, as parameters of `solve`."""
        ratio = {} if self.max_ratio == "1" else {"max_ratio": self.max_ratio}
        seconds = {} if self.max_seconds is None else {"max_seconds": self.max_seconds}
        return {"max_depth": self.max_depth, **ratio, **seconds}
