"""Whether a run or a table on disk is of the puzzle, metric and start that a command asks for."""

from pathlib import Path

from slidefront.errors import RunError, SlidefrontError
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.puzzle_file import read_puzzle_file
from slidefront.store.manifest import Manifest


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
