"""The slow, obvious twin of block puzzles: a board is the cells of each piece, by name. It reads puzzle files."""

import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from tests import naive

Cell = tuple[int, int]
Cells = frozenset[Cell]
Board = dict[str, Cells]
Canon = frozenset[tuple[int, Cells]]
WAYS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


def grid(text: str) -> list[list[str]]:
    lines = [line.strip() for line in text.replace("\n", "/").split("/") if line.strip()]
    apart = any(" " in line for line in lines)
    return [line.split() if apart else list(line) for line in lines]


def find(rows: list[list[str]], name: str) -> Cells:
    return frozenset((r, c) for r, row in enumerate(rows) for c, there in enumerate(row) if there == name)


def board_of(rows: list[list[str]]) -> Board:
    return {name: find(rows, name) for row in rows for name in row if name not in (".", "#", "-")}


def written(cells: Cells) -> Cell:
    """The row and column that puzzle files name, from 1."""
    return min(r for r, _ in cells) + 1, min(c for _, c in cells) + 1


def corner(cells: Cells) -> Cell:
    return min(r for r, _ in cells), min(c for _, c in cells)


def shift(cells: Cells, by: Cell) -> Cells:
    return frozenset((r + by[0], c + by[1]) for r, c in cells)


def shape(cells: Cells) -> Cells:
    top, left = corner(cells)
    return shift(cells, (-top, -left))


@dataclass(frozen=True)
class Rules:
    """What a puzzle file says, with all defaults worked out."""

    home: Board
    floor: Cells
    gates: Cells
    passing: frozenset[str]
    ways: dict[str, str]
    labels: dict[str, int]
    goal: dict[str, Cells]
    any_of_shape: bool


def _names(given: Any, home: Board) -> list[str]:
    return list(home) if given is True else list(given or [])


def rules_of(text: str) -> Rules:
    file = tomllib.loads(text)
    rows = grid(file["home"])
    home = board_of(rows)
    goal = file.get("goal", [])
    if isinstance(goal, str):
        goal = [[name, *written(cells)] for name, cells in board_of(grid(goal)).items()]
    by_shape = file.get("goal_match") == "shape"
    named = {name for name, *_ in goal}
    groups = [set(group) for group in file.get("groups", [])]
    passing = set(_names(file.get("gate_pieces", sorted(named)), home))
    if "gate_pieces" not in file:
        passing |= {name for name in home for to in named if by_shape and shape(home[name]) == shape(home[to])}
        passing |= {name for group in groups if group & named for name in group}
    ways = {}
    for name, cells in home.items():
        high, wide = len({r for r, _ in cells}), len({c for _, c in cells})
        ways[name] = "UDLR" if name not in _names(file.get("axis"), home) else "UD" if high > wide else "LR"
        if name in _names(file.get("frozen"), home):
            ways[name] = ""
    floor = frozenset((r, c) for r, row in enumerate(rows) for c in range(len(row))) - find(rows, "#")
    ends = {name: shift(shape(home[name]), (row - 1, column - 1)) for name, row, column in goal}
    rules = Rules(home, floor, find(rows, "-"), frozenset(passing), ways, {}, ends, by_shape)
    fixed = {name: cells for name, cells in home.items() if not ways[name]}
    kinds: dict[str, Any] = {}
    for name, cells in home.items():
        kin: Any = next((sorted(group) for group in groups if name in group), None)
        if kin is None and ("groups" in file or (name in named and not by_shape)):
            kin = name
        taken = frozenset(cell for other, place in fixed.items() if other != name for cell in place)
        reach = frozenset([cells, *_ends(rules, "move", name, cells, taken)])  # a gate that is out of reach is none
        kinds[name] = (kin, shape(cells), ways[name], reach)
    return replace(rules, labels={name: list(kinds.values()).index(kind) for name, kind in kinds.items()})


def _ends(rules: Rules, metric: str, name: str, start: Cells, taken: Cells) -> list[Cells]:
    free = rules.floor - taken - (frozenset() if name in rules.passing else rules.gates)
    return ends(metric, start, free, [WAYS[way] for way in rules.ways[name]])


def ends(metric: str, start: Cells, free: Cells, ways: Iterable[Cell]) -> list[Cells]:
    """List the places to which a move brings a piece, in directions that are differences of cells."""
    found: dict[Cells, Cell | None] = {start: None}
    waiting = [start]
    while waiting:
        cells = waiting.pop()
        for way in ways:
            if found[cells] and (metric == "step" or (metric == "slide" and found[cells] != way)):
                continue
            to = shift(cells, way)
            if to <= free and to not in found:
                found[to] = way
                waiting.append(to)
    return list(found)[1:]


def moves(board: Board, rules: Rules, metric: str) -> Iterator[tuple[str, Board]]:
    """Make every move: each piece to each place where it can go."""
    for name, start in board.items():
        taken = frozenset(cell for other, cells in board.items() if other != name for cell in cells)
        for to in _ends(rules, metric, name, start, taken):
            yield name, {**board, name: to}


def path(rules: Rules, steps: int, seed: int, metric: str) -> list[tuple[str, Board]]:
    """Walk at random from home: each move's piece, and the board after it.

    Beyond single steps no piece moves twice in a row: as someone writes it down, that would be one move.
    """

    def following(last: tuple[str, Board]) -> list[tuple[str, Board]]:
        return [move for move in moves(last[1], rules, metric) if metric == "step" or move[0] != last[0]]

    return naive.path(following, ("", rules.home), steps, seed)


def canon(board: Board, rules: Rules) -> Canon:
    """Forget the names of pieces that count as the same."""
    return frozenset((rules.labels[name], cells) for name, cells in board.items())


def meets(board: Board, rules: Rules) -> bool:
    """Tell whether each place of the goal is taken by a piece that will do."""
    pieces = {(None if rules.any_of_shape else rules.labels[name], cells) for name, cells in board.items()}
    wanted = {(None if rules.any_of_shape else rules.labels[name], cells) for name, cells in rules.goal.items()}
    return bool(wanted) and wanted <= pieces


def layers(
    rules: Rules, metric: str, most: int | None = None, starts: Iterable[Board] | None = None
) -> list[dict[Canon, Board]]:
    """Explore from home or other starts, to the end of the space or until there are more boards than `most`."""
    found = [{canon(board, rules): board for board in starts or [rules.home]}]
    seen = set(found[0])
    while most is None or len(seen) <= most:
        after = {canon(to, rules): to for board in found[-1].values() for _, to in moves(board, rules, metric)}
        found.append({key: board for key, board in after.items() if key not in seen})
        seen |= set(found[-1])
        if not found[-1]:
            return found[:-1]
    return found


def walk(rules: Rules, steps: int, seed: int = 0, metric: str = "step") -> list[Board]:
    """Walk at random from home; give every board on the way, each once."""
    return list({canon(board, rules): board for _, board in path(rules, steps, seed, metric)}.values())
