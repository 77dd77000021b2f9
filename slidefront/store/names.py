"""Names of runs and tables under data/, where commands put them and look for them."""

from pathlib import Path

from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.puzzle_file import metric_of
from slidefront.puzzles.starts import StartKind, Starts

DATA = Path("data")


def default_folder(puzzle: Puzzle, starts: Starts) -> Path:
    """Name the folder of a run: data/<puzzle>, with the metric and the start unless they are the default."""
    return DATA / run_name(puzzle, starts.kind, starts.name)


def default_table(puzzle: Puzzle, kind: StartKind) -> Path:
    """Name the file of a table: as the folder of a run, with the ending .table."""
    return DATA / f"{run_name(puzzle, kind)}.table"


def run_name(puzzle: Puzzle, kind: StartKind, start: str = "") -> str:
    """Name a run: the puzzle, with the metric and the start unless they are the default."""
    start = start or kind.value
    name = puzzle.name
    if metric_of(puzzle.text) not in (None, puzzle.metric):
        name += f"-{puzzle.metric}"
    if kind is not StartKind.HOME:
        is_word = kind is StartKind.FILE and start in ("home", "goal", "goals")
        name += f"-from-{'file-' if is_word else ''}{start}"
    return "".join(letter if letter.isalnum() or letter in "-_.+" else "-" for letter in name)[:120]
