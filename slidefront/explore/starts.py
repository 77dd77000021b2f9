"""The start set of a run: home, the goal, one board, or a file of boards."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from slidefront.arrays import Keys
from slidefront.errors import BoardError, RunError
from slidefront.files import is_file, is_folder
from slidefront.keys.algebra import as_set, digest
from slidefront.puzzles.core import Puzzle, identity_hash

if TYPE_CHECKING:
    from slidefront.store.run import Run

_LOOKED_AT = 10_000
_ENDINGS = (".txt", ".csv", ".json", ".jsonl", ".toml", ".parquet")  # what a board is not likely to end with


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
        return _from_keys(puzzle, start)
    if start == "home":
        return Starts("home", np.array([puzzle.home], np.uint64))
    if start == "goal":
        if puzzle.goal is None:
            if puzzle.mark == "goal met":
                raise BoardError(
                    f"the goal of {puzzle.name} is partial, so it is no one board: name a board; to explore from all "
                    f"that meet it, `slidefront expand` has --from-goals-of"
                )
            raise BoardError(f"{puzzle.name} has no goal to start from")
        return Starts("home" if puzzle.goal == puzzle.home else "goal", np.array([puzzle.goal], np.uint64))
    if "\n" not in start and is_file(start):
        return _from_file(puzzle, Path(start))
    key = _typed(puzzle, start)
    return Starts("home" if key == puzzle.home else puzzle.format(key), np.array([key], np.uint64))


def _typed(puzzle: Puzzle, start: str) -> int:
    """Read one board; what is none may be meant for a file."""
    try:
        return puzzle.parse(start)
    except BoardError:
        if start.endswith(_ENDINGS):
            raise BoardError(f"there is no file {start}") from None
        if is_folder(start):
            raise BoardError(f"{start} is a folder: name a file of boards, or a board") from None
        raise


def _from_keys(puzzle: Puzzle, start: Iterable[int]) -> Starts:
    """Take keys as starts, after a look at whether they are boards (at some of them, if they are many)."""
    try:
        keys = as_set(start if isinstance(start, np.ndarray) else list(start))
    except (OverflowError, TypeError, ValueError):
        raise BoardError("the starts are no keys: give boards as text, or numbers from 0 to 2^64 - 1") from None
    if keys.size == 0:
        raise BoardError("the start set is empty: give at least one board")
    for key in keys[:: -(-keys.size // _LOOKED_AT)].tolist():
        try:
            same = puzzle.parse(puzzle.format(key)) == key
        except (BoardError, IndexError):
            same = False
        if not same:
            raise BoardError(f"the start 0x{key:x} is no board of {puzzle.name}")
    if keys.size == 1:
        return Starts("home" if int(keys[0]) == puzzle.home else puzzle.format(int(keys[0])), keys)
    return Starts(f"{keys.size}-boards-{int(digest(keys)):016x}", keys)


def goals_of(puzzle: Puzzle, run: "Run") -> Starts:
    """Take as starts all boards of a finished run that meet the goal, so that depths are distances to the goal."""
    if run.manifest.identity != identity_hash(puzzle):
        raise RunError(f"{run.folder} is a run of {run.manifest.puzzle}, not of this {puzzle.name}")
    if not run.manifest.whole:
        raise RunError(f"{run.folder} is not finished: expand it to the end of its space first")
    if puzzle.mark != "goal met":
        raise BoardError(f"{puzzle.name} has no goal among the marks of its layers: use --from goal")
    marked = [layer.depth for layer in run.layers if layer.marked]
    for depth in marked:
        run.check_files(depth)
    found = [keys[puzzle.marked(keys)] for depth in marked for keys in run.blocks(depth)]
    if not found:
        raise BoardError(f"no board of {run.folder} meets the goal of {puzzle.name}")
    return Starts("goals", as_set(np.concatenate(found)))


def one_start(puzzle: Puzzle, start: str) -> int:
    """Read one board: home, goal, or the board itself."""
    keys = make_starts(puzzle, start).keys
    if keys.size != 1:
        raise BoardError(f"{start} holds {keys.size} boards where one is wanted")
    return int(keys[0])


def given_board(puzzle: Puzzle, board: str) -> int | str:
    """Read one board, and leave it as text where it was typed: only so equal pieces keep their names."""
    key = one_start(puzzle, board)
    return key if board in ("home", "goal") or is_file(board) else board


def _from_file(puzzle: Puzzle, path: Path) -> Starts:
    """Read a file of boards."""
    try:
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise BoardError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BoardError(f"{path} is no file of boards: it is not UTF-8 text") from None
    return Starts(path.name, as_set([key for _, key in boards_in(puzzle, text, str(path))]))


def boards_in(puzzle: Puzzle, text: str, where: str) -> list[tuple[str, int]]:
    """Read boards, one a line, or problem lines, or one board in rows; each as typed and as a key.

    Empty lines and those that begin with # say nothing.
    """
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        try:
            if line.strip():
                found.append(_of_line(puzzle, line))
        except BoardError as error:
            if line.lstrip().startswith("#"):  # a remark; but boards with a wall there begin so too
                continue
            if not found and (rows := _in_rows(puzzle, text)):
                return rows
            raise BoardError(f"{where}, line {number}: {error}") from None
    if not found:
        raise BoardError(f"{where} has no boards: write one a line")
    return found


def _of_line(puzzle: Puzzle, line: str) -> tuple[str, int]:
    """Read a board, or that of a problem line; names may hold colons too, so the whole line is tried first."""
    try:
        return " ".join(line.split()), puzzle.parse(line)
    except BoardError:
        board, _, rest = line.strip().partition(":")
        if not rest.partition(":")[0].isdecimal():
            raise
        return board, puzzle.parse(board)


def _in_rows(puzzle: Puzzle, text: str) -> list[tuple[str, int]]:
    """Read a text as one board, if it is one."""
    try:
        return [("/".join(line.strip() for line in text.strip().splitlines()), puzzle.parse(text))]
    except BoardError:
        return []
