"""The start set of a run: home, the goal, one board, or a file of boards."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from slidefront.arrays import Keys
from slidefront.errors import BoardError
from slidefront.frontier.algebra import as_set
from slidefront.puzzles.puzzle import Puzzle


@dataclass(frozen=True)
class Starts:
    """The boards of layer 0, ascending, and what the person called them."""

    name: str
    keys: Keys

    @property
    def is_set(self) -> bool:
        """Whether there are several."""
        return self.keys.size > 1


def make_starts(puzzle: Puzzle, start: "str | Path | Iterable[int]" = "home") -> Starts:
    """Read what `--from` was given, or take keys as they are."""
    if isinstance(start, Path):
        return _from_file(puzzle, start)
    if not isinstance(start, str):
        keys = as_set(list(start) if not isinstance(start, np.ndarray) else start)
        if keys.size == 0:
            raise BoardError("the start set is empty: give at least one board")
        return Starts(f"{keys.size} boards", keys)
    if start == "home":
        return Starts("home", np.array([puzzle.home], np.uint64))
    if start == "goal":
        if puzzle.goal is None:
            raise BoardError(f"{puzzle.name} has no goal to start from")
        return Starts("home" if puzzle.goal == puzzle.home else "goal", np.array([puzzle.goal], np.uint64))
    if "\n" not in start and _is_file(start):
        return _from_file(puzzle, Path(start))
    key = puzzle.parse(start)
    return Starts("home" if key == puzzle.home else puzzle.format(key), np.array([key], np.uint64))


def one_start(puzzle: Puzzle, start: str) -> int:
    """Read one board: home, goal, or the board itself."""
    keys = make_starts(puzzle, start).keys
    if keys.size != 1:
        raise BoardError(f"{start} holds {keys.size} boards where one is wanted")
    return int(keys[0])


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # too long for a name, or no name at all
        return False


def _from_file(puzzle: Puzzle, path: Path) -> Starts:
    """Read a file of boards, one a line; empty lines and lines that begin with # say nothing."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except OSError as error:
        raise BoardError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BoardError(f"{path} is no file of boards: it is not UTF-8 text") from None
    found = []
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                found.append(puzzle.parse(line))
            except BoardError as error:
                raise BoardError(f"{path}, line {number}: {error}") from None
    if not found:
        raise BoardError(f"{path} has no boards: write one a line")
    return Starts(path.name, as_set(found))
