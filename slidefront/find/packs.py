"""The hardest boards as packs of problems: a puzzle each, solved again, with its boards and its difficulty.

9-132-1    the first of the boards of nine pieces that need 132 moves
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from slidefront import units
from slidefront.analysis.difficulty import difficulties
from slidefront.analysis.problems import ProblemPack, solved
from slidefront.analysis.space import explore
from slidefront.errors import LimitError, SlidefrontError
from slidefront.find.found import Found, Hard
from slidefront.find.kind import Cells, Kind, at_corner
from slidefront.puzzles.puzzle_file import read_puzzle_file
from slidefront.search.bounds.choose import choose_bound
from slidefront.search.solve import solve
from slidefront.watch import Quiet, Watcher

MOST_BOARDS = 1 << 19
"""How many boards of a puzzle are counted at most; the difficulty of puzzles with more is left out."""


def hardest_packs(kind: Kind, found: Found, watcher: Watcher, least: int = 1) -> Iterator[ProblemPack]:
    """Make a pack of each of the hardest boards that need at least so many moves."""
    for pieces, group in sorted(found.items()):
        for number, hard in enumerate(group.best, 1):
            if hard.length >= max(1, least):
                name = f"{pieces}-{hard.length}-{number}"
                watcher.on_message(f"solving {name}")
                yield pack_of(kind, hard, name, watcher)


def check_top(found: Found, top: int, least: int) -> None:
    """Refuse a search that kept fewer boards than there are of at least some length."""
    for pieces, group in found.items():
        boards = sum(count for length, count in group.orbits.items() if length >= least)
        if boards > top:
            raise LimitError(
                f"{units.counted(boards, 'board')} of {units.counted(pieces, 'piece')} need at least {least} moves, "
                f"and this search kept {top}: use another folder and keep {boards}, or take a greater length",
                "out",
                "top",
                "least",
            )


def pack_of(kind: Kind, hard: Hard, name: str, watcher: Watcher) -> ProblemPack:
    """Solve a board; its length must be the one that was found."""
    puzzle = read_puzzle_file(puzzle_text(kind, hard), name)
    solution = solve(puzzle, watcher=Quiet(watcher))
    if solution.optimum != hard.length or solution.route is None:
        raise SlidefrontError(
            f"the puzzle {hard.board} has {solution.optimum} moves, not {hard.length}: please report it"
        )
    problem = solved(puzzle, solution.route.keys)
    space = explore(puzzle, MOST_BOARDS)
    if space is not None:
        problem = replace(problem, boards=space.boards)
        if choose_bound(puzzle) is not None:
            problem = replace(problem, difficulty=difficulties(space, [solution.route.keys])[0])
    return ProblemPack(puzzle, [problem])


def puzzle_text(kind: Kind, hard: Hard) -> str:
    """Write a board as the text of a puzzle file."""
    rows = kind.rows_of(hard.board)
    goal = kind.question.corner(_cells(rows, hard.piece), *kind.size)
    length = units.counted(hard.length, "move")
    lines = [
        'kind = "blocks"',
        f'title = "{kind.title} {len(rows)}x{len(rows[0])}: {length}"',
        f'metric = "{kind.metric}"',
        'home = """',
        *rows,
        '"""',
        f'goal = [["{hard.piece}", {goal[0]}, {goal[1]}]]',
    ]
    ways = {shape.cells: shape.ways for shape in kind.shapes}
    names = sorted({*hard.board} - {*".#"})
    moves = {name: ways.get(at_corner(_cells(rows, name))) for name in names}
    for field, named in (("axis", [*_named(moves, ("LR", "UD"))]), ("frozen", [*_named(moves, ("",))])):
        if named:
            lines.append(f"{field} = {json.dumps(named)}")
    return "\n".join(lines) + "\n"


def _cells(rows: Sequence[str], piece: str) -> Cells:
    return frozenset((r, c) for r, row in enumerate(rows) for c, name in enumerate(row) if name == piece)


def _named(moves: Mapping[str, str | None], ways: Sequence[str]) -> Iterator[str]:
    return (name for name, own in moves.items() if own in ways)
