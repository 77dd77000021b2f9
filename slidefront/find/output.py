"""Write what a search has found: its table as CSV, lengths and minimal puzzles as Parquet, the hardest as puzzle files.

table.csv             a row for each number of pieces
lengths.parquet       pieces, length, boards, different
minimal.parquet       with `all`: pieces, length, size of cluster, board
puzzles/9-132-1.toml  the hardest of nine pieces, of 132 moves: solved again before it is written
"""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from slidefront.errors import SlidefrontError
from slidefront.explore.watch import Quiet, Watcher
from slidefront.files import replacement
from slidefront.find.found import Found, Hard
from slidefront.find.kind import Kind
from slidefront.puzzles.load import load
from slidefront.search.solve import solve


def write_tables(folder: Path, rows: Sequence[Mapping[str, Any]], found: Found) -> None:
    """Write the table, and the lengths of all starts."""
    text = io.StringIO()
    writer = csv.DictWriter(text, [*(rows[0] if rows else ["pieces"])], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    with replacement(folder / "table.csv") as file:
        file.write(text.getvalue().encode())
    counts = [
        {"pieces": pieces, "length": length, "boards": boards, "different": group.orbits[length]}
        for pieces, group in sorted(found.items())
        for length, boards in sorted(group.lengths.items())
    ]
    columns = {"pieces": pa.int16(), "length": pa.int16(), "boards": pa.int64(), "different": pa.int64()}
    _write_parquet(folder / "lengths.parquet", counts, columns)


def write_minimal(folder: Path, found: Found) -> None:
    """Write all minimal puzzles, the hardest first."""
    rows = [
        {"pieces": pieces, "length": hard.length, "size": hard.size, "board": hard.board}
        for pieces, group in sorted(found.items())
        for hard in group.best
    ]
    columns = {"pieces": pa.int16(), "length": pa.int16(), "size": pa.int64(), "board": pa.string()}
    _write_parquet(folder / "minimal.parquet", rows, columns)


def _write_parquet(path: Path, rows: Sequence[Mapping[str, Any]], columns: Mapping[str, Any]) -> None:
    with replacement(path) as file:
        pq.write_table(pa.Table.from_pylist([*rows], pa.schema([*columns.items()])), file, compression="zstd")


def write_puzzles(folder: Path, kind: Kind, found: Found, watcher: Watcher) -> list[Path]:
    """Write the hardest boards as puzzle files, each solved again; those that exist already stay as they are."""
    (folder / "puzzles").mkdir(exist_ok=True)
    paths = []
    for pieces, number, hard in _hardest(found):
        path = folder / "puzzles" / f"{pieces}-{hard.length}-{number}.toml"
        paths.append(path)
        if not path.exists():
            watcher.told(f"solving {path.name}")
            text = puzzle_text(kind, hard)
            _check(text, path.name, hard, watcher)
            with replacement(path) as file:
                file.write(text.encode())
    return paths


def _hardest(found: Found) -> Iterator[tuple[int, int, Hard]]:
    """List the hardest boards that need a move."""
    for pieces, group in sorted(found.items()):
        for number, hard in enumerate(group.best, 1):
            if hard.length > 0:
                yield pieces, number, hard


def _check(text: str, name: str, hard: Hard, watcher: Watcher) -> None:
    """Solve a puzzle, and refuse to write it if its length is another one."""
    with TemporaryDirectory(prefix="slidefront-") as folder:
        path = Path(folder) / name
        path.write_text(text, "utf-8")
        solved = solve(load(path), watcher=Quiet(watcher))
    if solved.optimum != hard.length:
        raise SlidefrontError(
            f"the puzzle {hard.board} has {solved.optimum} moves, not {hard.length}: please report it"
        )


def puzzle_text(kind: Kind, hard: Hard) -> str:
    """Write a board as the text of a puzzle file."""
    columns = kind.size[1]
    rows = [hard.board[at : at + columns] for at in range(0, len(hard.board), columns)]
    cells = [(r, c) for r, row in enumerate(rows) for c, name in enumerate(row) if name == hard.piece]
    goal = kind.question.corner(frozenset(cells), *kind.size)
    lines = [
        'kind = "blocks"',
        f'title = "{kind.title} {len(rows)}x{columns}: {hard.length} moves"',
        f'metric = "{kind.metric}"',
        'home = """',
        *rows,
        '"""',
        f'goal = [["{hard.piece}", {goal[0]}, {goal[1]}]]',
    ]
    if kind.measure == "clusters":
        lines.append("axis = true")
    return "\n".join(lines) + "\n"
