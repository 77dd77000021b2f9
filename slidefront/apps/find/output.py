"""Write the results of a search as tables, and its hardest boards as problems, each solved again.

table.csv             a row for each number of pieces
lengths.csv           pieces, length, boards, different
minimal.csv           with `minimal`, instead of the hardest boards: pieces, length, size of cluster, board
hardest.jsonl         the hardest boards as a pack: solution, board count, difficulty and puzzle of each
puzzles/9-132-1.toml  the first of the hardest boards of nine pieces, which needs 132 moves
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
from slidefront.apps.find.kinds import Cell, CellSet, Kind, at_corner
from slidefront.apps.find.search import ALL_BOARDS, searching
from slidefront.apps.find.tasks import FindResults, Hard, SizeResults
from slidefront.apps.problems.difficulty import difficulties
from slidefront.apps.problems.problems import Problem, solved, write_problems
from slidefront.files import replacement, writing_to
from slidefront.moves import DIRECTIONS, reach
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
    """Search all puzzles of a kind, and write the results to a folder; return the rows of the table.

    `minimal` writes all minimal puzzles as a table, instead of the hardest boards as problems.
    """
    shown = ALL_BOARDS if minimal else top
    with searching(kind, folder, top=shown, replace=replace, resources=resources, watcher=watcher) as search:
        results = dict(sorted(search.run().items()))
        rows = [_row(kind, pieces, group) for pieces, group in results.items()]
        lengths = [
            {"pieces": pieces, "length": length, "boards": boards, "different": group.orbits[length]}
            for pieces, group in results.items()
            for length, boards in sorted(group.lengths.items())
        ]
        hardest = [
            {"pieces": pieces, "length": hard.length, "size": hard.size, "board": hard.board}
            for pieces, group in results.items()
            for hard in group.best
        ]
        packs = [] if minimal else [*hardest_packs(kind, results, watcher)]
        with writing_to(folder):
            _write_table(folder / "table.csv", rows)
            _write_table(folder / "lengths.csv", lengths)
            if minimal:
                _write_table(folder / "minimal.csv", hardest)
            else:
                _write_puzzles(folder, packs)
    return rows


def _row(kind: Kind, pieces: int, group: SizeResults) -> dict[str, Any]:
    """Return a row of the table. The longest cluster is the longest of the minimal clusters."""
    counts, longest = group.counts, group.longest
    first = {"pieces": pieces, "placements": counts["placements"]}
    last = {"one_of_them": "/".join(kind.rows_of(group.best[0].board)) if group.best else ""}
    solvable = group.lengths.total()
    if kind.measures_clusters:
        middle = {"boards": counts["starts"], "clusters": counts["components"], "solvable": solvable}
        return {**first, **middle, "minimal": group.orbits.total(), "longest": longest, **last}
    middle = {"starts": counts["starts"], "solvable": solvable, "components": counts["components"]}
    attained = {"boards": group.lengths[longest], "different": group.orbits[longest]}
    return {**first, **middle, "longest": longest, **attained, **last}


def hardest_packs(kind: Kind, results: FindResults, watcher: Watcher) -> Iterator[ProblemPack]:
    """Return a pack for each of the hardest boards, except boards that are solved already."""
    for pieces, group in sorted(results.items()):
        for number, hard in enumerate(group.best, 1):
            if hard.length >= 1:
                name = f"{pieces}-{hard.length}-{number}"
                watcher.on_message(f"solving {name}")
                yield pack_of(kind, hard, name, watcher)


def pack_of(kind: Kind, hard: Hard, name: str, watcher: Watcher) -> ProblemPack:
    """Return a hard board as a pack of one problem; raise an error if solving it again gives another length.

    A puzzle has one place as its goal. If the goal of the kind leaves a row or a column open, the puzzle has the place
    that is reached in the fewest moves.
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
    """Solve home; None if it has no solution. A small space is explored, and gives board count and difficulty too."""
    try:
        space = open_space(puzzle, "goal", watcher=watcher)
    except BoardError:  # no board meets the goal
        return None
    except LimitError:
        result = solve(puzzle, watcher=watcher)
        result.check()
        return None if result.route is None else solved(puzzle, result.route.keys)
    routes = space.route_keys([puzzle.home])
    problem = replace(solved(puzzle, routes[0]), board_count=space.board_count)
    with suppress(PuzzleError):  # no lower bound
        problem = replace(problem, difficulty=difficulties(space, routes)[0])
    return problem


def goal_places(kind: Kind, hard: Hard) -> list[Cell]:
    """List the goal places that the goal's piece can reach if all other movable pieces are removed."""
    rows = kind.rows_of(hard.board)
    cells, moves = _cells(rows, hard.piece), _directions_of(kind, rows)
    shape, steps = at_corner(cells), [DIRECTIONS[direction] for direction in moves[hard.piece]]
    corner = min(r for r, _ in cells), min(c for _, c in cells)
    passed = {".", hard.piece} | {name for name, own in moves.items() if own}
    free = {(r, c) for r, row in enumerate(rows) for c, name in enumerate(row) if name in passed}

    def places_around(place: Cell) -> list[Cell]:
        around = [(place[0] + down, place[1] + right) for down, right in steps]
        return [(r, c) for r, c in around if {(r + down, c + right) for down, right in shape} <= free]

    places = reach([corner], places_around)
    return sorted(place for place in places if kind.question.is_met(place, shape, kind.size))


def puzzle_text(kind: Kind, hard: Hard, goal: Cell) -> str:
    """Return a board as the text of a puzzle file; `goal` is the place of the goal's piece."""
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
    for field, limited in (("axis", ("LR", "UD")), ("frozen", ("",))):
        if named := [name for name, directions in _directions_of(kind, rows).items() if directions in limited]:
            lines.append(f"{field} = {json.dumps(named)}")
    return "\n".join(lines) + "\n"


def _directions_of(kind: Kind, rows: Sequence[str]) -> dict[str, str]:
    """Return the directions in which each piece of a board may move; empty for a frozen piece."""
    return {name: kind.directions[at_corner(_cells(rows, name))] for name in sorted({*"".join(rows)} - {*".#"})}


def _cells(rows: Sequence[str], piece: str) -> CellSet:
    return frozenset((r, c) for r, row in enumerate(rows) for c, name in enumerate(row) if name == piece)


def _write_table(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    text = io.StringIO()
    writer = csv.DictWriter(text, [*(rows[0] if rows else ["pieces"])], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    with replacement(path) as file:
        file.write(text.getvalue().encode())


def _write_puzzles(folder: Path, packs: Sequence[ProblemPack]) -> None:
    """Write each puzzle as a file, and all of them as a pack; remove the puzzles of the pack before."""
    pack_file, names = folder / "hardest.jsonl", {pack.puzzle.name for pack in packs}
    (folder / "puzzles").mkdir(exist_ok=True)
    with suppress(OSError, ValueError, KeyError, TypeError):  # no pack, or a pack of another form
        before = {Path(json.loads(line)["puzzle"]["name"]).name for line in pack_file.read_text("utf-8").splitlines()}
        for name in before - names:
            (folder / "puzzles" / f"{name}.toml").unlink(missing_ok=True)
    for pack in packs:
        with replacement(folder / "puzzles" / f"{pack.puzzle.name}.toml") as file:
            file.write(pack.puzzle.text.encode())
    with replacement(pack_file) as file:
        write_problems(packs, file, "jsonl")
