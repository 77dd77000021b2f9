"""Load a puzzle by its name (14-puzzle), its size (3x4, 3x5+1x2) or the path of a file, or read the text of one.

The text of a puzzle is a puzzle file in TOML (see `puzzle_file`), or only its board (see `grids`).

Packs and other files identify their puzzle by a record:

    {"name": "school", "kind": "tiles", "metric": "step", "home": "12345678_", "goal": "12345678_",
     "identity": "5f0c...", "text": "..."}

`load_record` loads the puzzle from `text`, its puzzle file, and sets `new_goal` if the record has another goal than the
file. The other fields are for people and other programs; a record whose fields contradict each other raises an error.
A puzzle that is written in Python has no text, so its record only identifies it.
"""

import difflib
import json
import sys
from collections.abc import Mapping
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import Any

from slidefront.errors import (
    BoardError,
    BoardFileNotFoundError,
    PuzzleError,
    PuzzleNotFoundError,
    SlidefrontError,
    advise,
    check_type,
)
from slidefront.files import is_file, is_folder, is_pipe, reason_of
from slidefront.notation.grids import grid_file
from slidefront.puzzles import Metric, library
from slidefront.puzzles.core import Pasted, Puzzle, as_text, identity_hash, require_contract
from slidefront.puzzles.puzzle_file import file_of_size, is_puzzle_file, read_puzzle_file, read_stored_puzzle


def load(puzzle: Puzzle | str | Path, metric: Metric | None = None) -> Puzzle:
    """Load a puzzle by its name (14-puzzle), its size (3x4, 3x5+1x2) or the path of a file.

    `metric` replaces the metric of the file. A loaded puzzle is returned unchanged, apart from its metric.
    """
    check_type(metric, str | None, "metric")
    if isinstance(puzzle, Puzzle):
        require_contract(puzzle)
        if metric is None or metric == puzzle.metric:
            return puzzle
        if not puzzle.text:
            raise PuzzleError(f"{puzzle.name} supports only the {puzzle.metric} metric")
        other = read_puzzle_file(puzzle.text, puzzle.name, metric, puzzle.new_goal)
        if other.goal != puzzle.goal:
            message = f"{puzzle.name} has another goal than its file: load it in the {metric} metric, then set the goal"
            raise PuzzleError(message)
        return other
    if not isinstance(puzzle, str | Path):
        raise PuzzleError("load takes a name, a size or a path: read_puzzle reads the board of a puzzle")
    name = str(puzzle)
    if isinstance(puzzle, str) and name in library.names():
        loaded = read_puzzle_file(library.read(name), name, metric)
    elif isinstance(puzzle, str) and (sized := file_of_size(name)):
        loaded = read_puzzle_file(sized, name, metric)
    elif is_file(name):
        loaded = _load_file(name, metric)
    else:
        raise _not_found(name)
    loaded.source = name
    return loaded


def is_puzzle(name: str) -> bool:
    """Whether a text is the name or the size of a puzzle, or the path of a file."""
    return name in library.names() or file_of_size(name) is not None or is_file(name)


def _load_file(name: str, metric: Metric | None) -> Puzzle:
    """Load a puzzle file, or a file with one grid. Errors do not quote files of other kinds."""
    text, stem = read_text(name), Path(name).stem
    if name.endswith(".toml"):
        return read_puzzle_file(text, stem, metric)
    try:
        return read_puzzle(text, stem, metric)
    except PuzzleError as error:
        if is_puzzle_file(text):
            raise
        if error.line is None:
            raise PuzzleError(f"{name} is not a puzzle file") from None
        raise PuzzleError(
            f"{name} is not a puzzle file: line {error.line}, column {error.column} is neither TOML nor a grid"
        ) from None


def read_puzzle(text: str | Pasted, name: str = "", metric: Metric | None = None) -> Puzzle:
    """Read the text of a puzzle: a puzzle file, or a board of tiles, cars or blocks, also as lists or an array."""
    check_type(name, str, "name")
    check_type(metric, str | None, "metric")
    text = as_text(text)
    if is_puzzle_file(text):
        return read_puzzle_file(text, name or "puzzle", metric)
    file_text, grid_name = grid_file(text)
    puzzle = read_puzzle_file(file_text, name or grid_name, metric)
    puzzle.source = text
    return puzzle


def _not_found(name: str) -> PuzzleError:
    """Return the error for a name that is no puzzle, size or file, with a hint."""
    if {*name} & {*" \n\t,;|[](){}"}:
        return PuzzleNotFoundError("load takes a name, a size or a path: read_puzzle reads a board")
    if name and is_folder(name):
        return PuzzleError(f"{name} is a folder, not a puzzle file")
    if name and is_pipe(name):
        return PuzzleError(f"{name} is a pipe, not a puzzle file: save it as a file")
    if is_file(f"{name}.toml"):
        return PuzzleNotFoundError(f"no puzzle is named {name!r}: did you mean {name}.toml?")
    path = Path(name)
    if path.suffix == ".toml" or len(path.parts) > 1:
        hint = "" if path.suffix else "; in a grid, write blanks as . and the hole of tiles as _, in rows of one length"
        with suppress(PuzzleError):
            grid_file(name)
            hint = ": read_puzzle reads a grid"
        return PuzzleNotFoundError(f"there is no puzzle file {name}{hint}")
    known = library.names()
    similar = [own for own in known if name and name in own][:3] or difflib.get_close_matches(name, known, cutoff=0.4)
    hint = f"did you mean {' or '.join(similar)}? " if similar else ""
    message = f"no puzzle is named {name!r}: {hint}write a name, a size such as 3x4, or a .toml file"
    return PuzzleNotFoundError(message, advice=advise("list"))


def read_text(name: str | Path, error: type[SlidefrontError] = PuzzleError) -> str:
    """Read a file, or standard input (`-`), which can be read several times. `error` is the class of errors."""
    try:
        if name != "-":
            if error is PuzzleError and Path(name).stat().st_size > _LARGEST_FILE:
                raise PuzzleError(f"{name} is not a puzzle file: it is larger than 1 MiB")
            return Path(name).read_text("utf-8-sig")
        text = sys.stdin.read().removeprefix("\ufeff")
        sys.stdin = StringIO(text)
        return text
    except OSError as wrong:
        kind = BoardFileNotFoundError if error is BoardError and isinstance(wrong, FileNotFoundError) else error
        raise kind(f"cannot read {name}: {reason_of(wrong)}") from None
    except UnicodeDecodeError:
        raise error(f"{source_name(name)} is not UTF-8 text") from None


def source_name(name: str | Path) -> str:
    """Return the name of a file, or of standard input (`-`), for messages."""
    return "standard input" if name == "-" else str(name)


_LARGEST_FILE = 1 << 20
_TEXTS = ("name", "kind", "metric", "home", "identity", "text")
_IDENTIFYING = ("kind", "metric", "home", "goal", "identity")
"""The fields that identify a puzzle; its name and the comments in its file do not."""


def describe_puzzle(puzzle: Puzzle | str | Path) -> dict[str, Any]:
    """Return the record of a puzzle."""
    puzzle = load(puzzle)
    goal = puzzle.goal.key
    record = {
        "name": puzzle.name,
        "kind": puzzle.kind,
        "metric": puzzle.metric,
        "home": puzzle.format(puzzle.home),
        "goal": None if goal is None else puzzle.format(goal),
        "identity": identity_hash(puzzle),
        "text": puzzle.text,
    }
    return record if puzzle.new_goal is None else {**record, "new_goal": puzzle.new_goal}


def check_record(record: object) -> dict[str, Any]:
    """Return a record, also from JSON; raise an error if it is not the record of a puzzle."""
    if isinstance(record, str) and record.startswith("{"):
        try:
            record = json.loads(record)
        except (ValueError, RecursionError):
            record = None
    if not isinstance(record, dict) or not all(isinstance(record.get(name), str) for name in _TEXTS):
        raise PuzzleError("it is not the record of a puzzle")
    if unknown := sorted(record.keys() - {*_TEXTS, "goal", "new_goal"}):
        raise PuzzleError(f"its field {unknown[0]} is unknown, perhaps written by a newer slidefront")
    return record


def load_record(record: Mapping[str, Any]) -> Puzzle:
    """Load the puzzle of a record; raise an error if the fields of the record contradict each other."""
    name = record["name"]
    if not record["text"]:
        raise PuzzleError(f"the puzzle {name} is written in Python: open the file from Python, and pass the puzzle")
    puzzle = read_stored_puzzle(record["text"], name, record["metric"], record.get("new_goal"), record["identity"])
    if not is_of(puzzle, record):
        raise PuzzleError(f"the record of the puzzle {name} was changed: its fields contradict each other")
    return puzzle


def is_of(puzzle: Puzzle, record: Mapping[str, Any]) -> bool:
    """Whether a record identifies a puzzle, with its home, goal and metric."""
    own = describe_puzzle(puzzle)
    return all(record.get(name) == own[name] for name in _IDENTIFYING)


def in_words(record: Mapping[str, Any]) -> str:
    """Describe the puzzle of a record in words."""
    goal = "a partial goal" if record.get("goal") is None else f"goal {record['goal']}"
    return f"{record['name']} ({record['metric']} metric, home {record['home']}, {goal})"
