"""What a search has found, as a table, and as files; the hardest boards as problems, each solved again.

table.csv             a row for each number of pieces
lengths.csv           pieces, length, boards, different
minimal.csv           instead of the hardest, if it is asked for: pieces, length, size of cluster, board
hardest.jsonl         the hardest as a pack: each with a solution, the number of its boards, its difficulty, its puzzle
puzzles/9-132-1.toml  the hardest of nine pieces, of 132 moves
"""

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from slidefront import (
    BoardError,
    LimitError,
    ProblemPack,
    Puzzle,
    PuzzleError,
    Resources,
    SlidefrontError,
    open_space,
    read_puzzle,
    solve,
    units,
)
from slidefront.apps.find.found import Found, Hard, Results
from slidefront.apps.find.kinds import Cell, CellSet, Kind, at_corner
from slidefront.apps.find.search import ALL, searching
from slidefront.apps.problems.difficulty import difficulties
from slidefront.apps.problems.pack_files import write
from slidefront.apps.problems.problems import Problem, solved
from slidefront.files import replacement, writing_to
from slidefront.moves import DIRECTIONS
from slidefront.watch import Quiet, Watcher


def find_hardest(
    kind: Kind,
    folder: Path,
    top: int,
    *,
    minimal: bool,
    replace: bool = False,
    resources: Resources,
    watcher: Watcher,
) -> list[dict[str, Any]]:
    """Search all puzzles of a kind, and write what is found; return the rows of the table.

    With `minimal`, all minimal puzzles are written as a table, in place of the hardest ones as problems.
    """
    shown = ALL if minimal else top
    with searching(kind, folder, top=shown, replace=replace, resources=resources, watcher=watcher) as search:
        found = dict(sorted(search.run().items()))
        rows = [_row(kind, pieces, group) for pieces, group in found.items()]
        packs = [] if minimal else [*hardest_packs(kind, found, watcher)]
        with writing_to(folder):
            _write_table(folder / "table.csv", rows)
            _write_table(folder / "lengths.csv", _lengths(found))
            if minimal:
                _write_table(folder / "minimal.csv", _minimal(found))
            else:
                _write_puzzles(folder, packs)
    return rows


def _row(kind: Kind, pieces: int, group: Results) -> dict[str, Any]:
    """The columns of the table: of clusters, what is longest counts only if it is minimal."""
    counts, clusters = group.counts, kind.measure == "clusters"
    longest = group.hardest if clusters else group.longest
    first = {"pieces": pieces, "placements": counts["placements"]}
    last = {"one_of_them": "/".join(kind.rows_of(group.best[0].board)) if group.best else ""}
    solvable = group.lengths.total()
    if clusters:
        middle = {"boards": counts["starts"], "clusters": counts["components"], "solvable": solvable}
        return {**first, **middle, "minimal": group.orbits.total(), "longest": longest, **last}
    middle = {"starts": counts["starts"], "solvable": solvable, "components": counts["components"]}
    attained = {"boards": group.lengths[longest], "different": group.orbits[longest]}
    return {**first, **middle, "longest": longest, **attained, **last}


def hardest_packs(kind: Kind, found: Found, watcher: Watcher) -> Iterator[ProblemPack]:
    """Make a pack of each of the hardest boards that need a move."""
    for pieces, group in sorted(found.items()):
        for number, hard in enumerate(group.best, 1):
            if hard.length >= 1:
                name = f"{pieces}-{hard.length}-{number}"
                watcher.on_message(f"solving {name}")
                yield pack_of(kind, hard, name, watcher)


def pack_of(kind: Kind, hard: Hard, name: str, watcher: Watcher) -> ProblemPack:
    """Solve a board; its length must be the one that was found.

    A puzzle asks for one place. Where the goal leaves a row or a column open, it asks for the nearest of its places.
    """
    lengths = []
    for place in goal_places(kind, hard):
        puzzle = read_puzzle(puzzle_text(kind, hard, place), name)
        problem = _solve(puzzle, Quiet(watcher))
        if problem is not None and problem.length == hard.length:
            return ProblemPack(puzzle, [problem])
        lengths.append(problem and problem.length)
    raise SlidefrontError(f"the puzzle {hard.board} has {lengths} moves, not {hard.length}: please report it")


def _solve(puzzle: Puzzle, watcher: Watcher) -> Problem | None:
    """Solve home, if it has a solution; a small space is explored, and tells the boards and the difficulty too."""
    try:
        space = open_space(puzzle, "goal", watcher=watcher)
    except BoardError:  # no board meets the goal
        return None
    except LimitError:
        result = solve(puzzle, watcher=watcher)
        result.check()
        return None if result.route is None else solved(puzzle, result.route.keys)
    ways = space.route_keys([puzzle.home])
    problem = replace(solved(puzzle, ways[0]), boards=space.board_count)
    with suppress(PuzzleError):  # no lower bound
        problem = replace(problem, difficulty=difficulties(space, ways)[0])
    return problem


def goal_places(kind: Kind, hard: Hard) -> list[Cell]:
    """List the places at the goal that the goal's piece can reach on a board with only walls and frozen pieces."""
    rows = kind.rows_of(hard.board)
    cells, moves = _cells(rows, hard.piece), _ways_of(kind, rows)
    shape, ways = at_corner(cells), [DIRECTIONS[way] for way in moves[hard.piece]]
    corner = min(r for r, _ in cells), min(c for _, c in cells)
    passed = {".", hard.piece} | {name for name, own in moves.items() if own}
    free = {(r, c) for r, row in enumerate(rows) for c, name in enumerate(row) if name in passed}
    reached, rest = {corner}, [corner]
    while rest:
        at = rest.pop()
        near = [(at[0] + way[0], at[1] + way[1]) for way in ways]
        new = [to for to in near if to not in reached and {(to[0] + r, to[1] + c) for r, c in shape} <= free]
        reached.update(new)
        rest += new
    return sorted(at for at in reached if kind.question.is_met(at, shape, kind.size))


def puzzle_text(kind: Kind, hard: Hard, goal: Cell) -> str:
    """Write a board as the text of a puzzle file."""
    rows = kind.rows_of(hard.board)
    length = units.counted(hard.length, "move")
    lines = [
        'kind = "blocks"',
        f'title = "{kind.title} {len(rows)}x{len(rows[0])}: {length}"',
        f'metric = "{kind.metric}"',
        'home = """',
        *rows,
        '"""',
        f'goal = [["{hard.piece}", {goal[0] + 1}, {goal[1] + 1}]]',
    ]
    moves = _ways_of(kind, rows)
    for field, named in (("axis", [*_named(moves, ("LR", "UD"))]), ("frozen", [*_named(moves, ("",))])):
        if named:
            lines.append(f"{field} = {json.dumps(named)}")
    return "\n".join(lines) + "\n"


def _ways_of(kind: Kind, rows: Sequence[str]) -> dict[str, str]:
    """Return the directions in which each piece of a board may move; empty for a frozen piece."""
    return {name: kind.ways[at_corner(_cells(rows, name))] for name in sorted({*"".join(rows)} - {*".#"})}


def _cells(rows: Sequence[str], piece: str) -> CellSet:
    return frozenset((r, c) for r, row in enumerate(rows) for c, name in enumerate(row) if name == piece)


def _named(moves: Mapping[str, str], ways: Sequence[str]) -> Iterator[str]:
    return (name for name, own in moves.items() if own in ways)


PACK = "hardest.jsonl"


def _lengths(found: Found) -> list[dict[str, Any]]:
    """List how many starts have each length."""
    return [
        {"pieces": pieces, "length": length, "boards": boards, "different": group.orbits[length]}
        for pieces, group in found.items()
        for length, boards in sorted(group.lengths.items())
    ]


def _minimal(found: Found) -> list[dict[str, Any]]:
    """List all minimal puzzles, the hardest first."""
    return [
        {"pieces": pieces, "length": hard.length, "size": hard.size, "board": hard.board}
        for pieces, group in found.items()
        for hard in group.best
    ]


def _write_table(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    text = io.StringIO()
    writer = csv.DictWriter(text, [*(rows[0] if rows else ["pieces"])], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    with replacement(path) as file:
        file.write(text.getvalue().encode())


def _write_puzzles(folder: Path, packs: Sequence[ProblemPack]) -> None:
    """Write each puzzle as a file, and all of them as a pack."""
    (folder / "puzzles").mkdir(exist_ok=True)
    for name in _names(folder / PACK) - {pack.puzzle.name for pack in packs}:
        (folder / "puzzles" / f"{name}.toml").unlink(missing_ok=True)
    for pack in packs:
        with replacement(folder / "puzzles" / f"{pack.puzzle.name}.toml") as file:
            file.write(pack.puzzle.text.encode())
    with replacement(folder / PACK) as file:
        write(packs, file, "jsonl")


def _names(pack: Path) -> set[str]:
    """List the puzzles that were written before."""
    try:
        return {Path(json.loads(line)["puzzle"]["name"]).name for line in pack.read_text("utf-8").splitlines()}
    except (OSError, ValueError, KeyError, TypeError):
        return set()
