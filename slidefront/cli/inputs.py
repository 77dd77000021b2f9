"""Read puzzles, runs, tables and boards from the command line, from files and from standard input (`-`)."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, cast

import slidefront
from slidefront.cli.progress import Progress
from slidefront.errors import BoardError, LimitError, PuzzleError, PuzzleNotFoundError, RunError, SlidefrontError
from slidefront.files import is_file, is_folder, is_pipe
from slidefront.watch import Interrupted, Until

if TYPE_CHECKING:
    from slidefront.executors.budget import Resources
    from slidefront.notation.board_files import BoardLine
    from slidefront.puzzles import Metric
    from slidefront.puzzles.core import Position, Puzzle
    from slidefront.store.space import Space

_PATHS = ("./", "../", "~/", "/", "http://", "https://")


def load_puzzle(word: str, named_metric: str | None = None) -> "Puzzle":
    """Load the puzzle of an argument: its name, its text, or a run, table or pack that names it."""
    from slidefront.puzzles import library
    from slidefront.puzzles.puzzle_file import file_of_size
    from slidefront.store.manifest import paths_named

    metric = cast("Metric | None", named_metric)  # a metric that does not exist is an error of `load`
    if word == "-":
        return slidefront.read_puzzle(read_puzzle_input(), metric=metric)
    names_puzzle = word in library.names() or word.endswith(".toml") or file_of_size(word)
    is_stored = not names_puzzle and any(is_folder(path) or is_file(path) for path in paths_named(word))
    if is_stored and (stored := _stored_puzzle(word, metric)):
        return stored
    try:
        return slidefront.load(word, metric)
    except PuzzleNotFoundError as missing:
        if word.startswith(_PATHS) or word.endswith(".toml") or not word.strip():
            raise
        try:
            return slidefront.read_puzzle(word, metric=metric)
        except PuzzleError as error:
            if not error.details or not _may_be_name(word):
                raise
            as_grid = error.with_message(f"there is no puzzle file {word}; as a grid: {error}")
            raise (as_grid if "/" in word and "." in word else missing) from None


def read_puzzle_input() -> str:
    """Read a puzzle, or lines that are puzzles, from standard input. A pack raises an error: it must be a file."""
    from slidefront.notation.board_files import cut_lines
    from slidefront.notation.load import read_text, source_name

    text, where = read_text("-"), source_name("-")
    lines: list[BoardLine] = []
    with suppress(SlidefrontError):
        lines = cut_lines(text, where)
    if any(line.columns.get("puzzle") for line in lines):
        raise BoardError(f"{where} names the puzzle of its boards, as packs do: save it as a file, and name the file")
    return text


def _stored_puzzle(word: str, metric: "Metric | None") -> "Puzzle | None":
    """Load the puzzle that a pack, a run or a table names, which may be unfinished; None for any other file."""
    from slidefront.notation.board_files import puzzle_of_file
    from slidefront.store.manifest import load_manifest_puzzle
    from slidefront.tables.table import is_table, read_table, stored_path

    if packed := puzzle_of_file(Path(word)):
        return slidefront.load(packed, metric)
    path = stored_path(word)
    if path and is_table(path) and (manifest := read_table(path).header.manifest).text:
        _check_metric(manifest.metric, path, metric)
        return load_manifest_puzzle(manifest)
    space = _named_space(word, metric)
    return None if space is None else space.puzzle


def _named_space(word: str, metric: str | None) -> "Space | None":
    """Open a run or a table by its name; raise an error if it has another metric."""
    from slidefront.tables.open_space import named_space

    space = named_space(word)
    if space is not None:
        _check_metric(space.manifest.metric, space.place, metric)
    return space


def _check_metric(own: str, place: object, metric: str | None) -> None:
    if metric not in (None, own):
        raise RunError(f"{place} is in the {own} metric: leave out --metric {metric}")


def _may_be_name(text: str) -> bool:
    """Whether a text is more likely a mistyped name or path than a board.

    It is a word with few digits and points, and not a grid. A grid is in capitals or has blanks, and at most one of its
    rows has another length.
    """
    marks = sum(map(str.isdigit, text)) + 4 * max(0, text.count(".") - 1)
    is_word = all(letter.isalnum() or letter in "-_.+/" for letter in text)
    rows = text.split("/")
    usual, times = Counter(map(len, rows)).most_common(1)[0]
    has_blanks = any(row.startswith(".") or row.endswith(".") or ".." in row for row in rows)
    is_even = min(usual, len(rows) - 1) >= 2 and times >= len(rows) - 1
    return is_word and 2 * marks < len(text) and not (is_even and (text.isupper() or has_blanks))


def with_goal(puzzle: "Puzzle", goal: str | None) -> "Puzzle":
    """Return the puzzle with the goal that a command names, or the puzzle itself if it names none."""
    if goal is None:
        return puzzle
    from slidefront.search.solve import choose_goal

    return choose_goal(puzzle, goal)


def boards_of(puzzle: "Puzzle", words: Sequence[str]) -> "list[BoardLine]":
    """Read arguments: boards, moves, files of boards, or `-`. A malformed line of a file keeps its error."""
    from slidefront.notation.board_files import board_typed, read_lines
    from slidefront.notation.load import read_text, source_name

    lines: list[slidefront.BoardLine] = []
    for number, word in enumerate(words, 1):
        if word == "-" or is_file(word) or is_pipe(word):
            lines += read_lines(puzzle, read_text(word, BoardError), source_name(word))
            continue
        try:
            position = board_typed(puzzle, word)
        except SlidefrontError as error:
            raise error.with_message(f"board {number}: {error}" if len(words) > 1 else str(error)) from None
        lines.append(slidefront.BoardLine(number, position.text, word, position.key, puzzle=puzzle))
    return lines


def read_board(puzzle: "Puzzle", word: str) -> "Position":
    """Read an argument that is one board, moves, a file of one board, or `-`."""
    from slidefront.notation.load import source_name

    first, *others = boards_of(puzzle, [word])
    if others:
        raise BoardError(f"{source_name(word)} has {len(others) + 1:,} boards: name one board")
    try:
        return first.position()
    except SlidefrontError as error:
        raise BoardError(f"{source_name(word)}, line {first.number}: {error}") from None


def read_start(puzzle: "Puzzle", word: str) -> str | int:
    """Read an argument that is `home`, `goal` or one board; a board as its key."""
    return word if word in ("home", "goal") else read_board(puzzle, word).key


def find_source(word: str, metric: str | None = None, goal: str | None = None) -> "Space | Puzzle":
    """Open the run or the table with this name, or else load the puzzle; all must have the metric.

    With another goal, the result is the puzzle, because runs and tables are about their own goals.
    """
    from slidefront.store.manifest import DATA

    if space := _named_space(word, metric):
        return space if goal is None else with_goal(space.puzzle, goal)
    try:
        return with_goal(load_puzzle(word, metric), goal)
    except PuzzleError as error:
        if is_file(word):
            raise
        from slidefront.store.run import similar_runs

        if similar_runs(word):
            slidefront.open_run(word)
        raise RunError(f"there is no run in {word} or {DATA / word}, and {error}", advice=error.advice) from None


def puzzle_of(source: "Space | Puzzle") -> "Puzzle":
    """Return the puzzle of a space, or the puzzle itself."""

    return source if isinstance(source, slidefront.Puzzle) else source.puzzle


def space_of(
    source: "Space | Puzzle",
    start: str | int | None = None,
    seconds: float | None = None,
    resources: "Resources | None" = None,
) -> "Space":
    """Return a space with depths from a start: the source itself, or one that is on disk, or is explored in memory.

    The start is home, the goal or a board. Without it, a run or table stays as it is, and a puzzle starts at home.
    """

    if start is None and not isinstance(source, slidefront.Puzzle):
        return source
    name = puzzle_of(source).name
    with Progress(f"exploring {name} …") as progress:
        until = Until(progress, seconds)
        try:
            return slidefront.open_space(source, start, resources=resources, watcher=until)
        except Interrupted:
            if until.passed:
                raise LimitError(f"{name} is not explored to its end in {seconds:g} s", "max_seconds") from None
            raise
