"""Names of runs and tables under data/, and whether one on disk is of the puzzle, metric and start that are wanted."""

from pathlib import Path

from slidefront.errors import RunError, SlidefrontError
from slidefront.notation.boards import StartKind, Starts
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.puzzle_file import metric_of, read_puzzle_file
from slidefront.store.manifest import Manifest

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


def load_puzzle(manifest: Manifest) -> Puzzle:
    """Load the puzzle of a manifest that has its file, with the goal that it was given."""
    puzzle = read_puzzle_file(manifest.text, manifest.puzzle, manifest.metric)
    return puzzle if manifest.new_goal is None else puzzle.with_goal(manifest.new_goal)


def check_same(found: Manifest, wanted: Manifest, folder: Path, advice: str) -> Manifest:
    """Refuse to continue a run of another puzzle, metric or start."""
    if found.metric != wanted.metric:
        raise RunError(f"{folder} has a run in the {found.metric} metric, not {wanted.metric}: {advice}")
    if found.identity != wanted.identity:
        raise RunError(f"{folder} has a run of {difference(found, wanted)}: {advice}")
    if found.start_digest != wanted.start_digest:
        wanted_start = wanted.start if wanted.start != found.start else f"this {wanted.start}, which is another board"
        raise RunError(f"{folder} has a run from {found.start}, not from {wanted_start}: {advice}")
    return found


def difference(found: Manifest, wanted: Manifest) -> str:
    """Say how the puzzle of a run differs from the one that is asked for: by its home or goal, if by these alone."""
    other = f"{found.puzzle}, not of this {wanted.puzzle}"
    if found.puzzle != wanted.puzzle or not (found.text and wanted.text):
        return other
    try:
        before, now = load_puzzle(found).facts(), load_puzzle(wanted).facts()
    except SlidefrontError:
        return other
    edited = [name for name in ("home", "goal") if before[name] != now[name]]
    changed = " and ".join(f"its {name} was {before[name]} and is {now[name]} now" for name in edited)
    return f"{found.puzzle} before an edit, where {changed}" if changed else other
