"""Random small puzzles and sets of keys, for Hypothesis."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from hypothesis import HealthCheck, assume, settings
from hypothesis import strategies as st

from slidefront.arrays import Keys
from slidefront.notation.load import read_puzzle
from slidefront.puzzles.transfer.puzzle import TransferPuzzle
from tests import naive

moderate = settings(max_examples=30)
few = settings(max_examples=20)
patient = settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])


@dataclass(frozen=True)
class Case:
    """A puzzle and its naive twin."""

    puzzle: TransferPuzzle = field(repr=False)
    text: str
    home: naive.Board
    rows: int
    columns: int
    edges: tuple[tuple[int, int], ...] | None = None

    def moves(self, board: naive.Board) -> dict[str, naive.Board]:
        if self.edges is None:
            return naive.tile_moves(self.rows, self.columns, board)
        return naive.graph_moves(self.edges, board)

    def successors(self, board: naive.Board) -> list[naive.Board]:
        return list(self.moves(board).values())

    def walk(self, steps: int, seed: int = 0) -> list[naive.Board]:
        return naive.walk(self.successors, self.home, steps, seed)


def tile_case(rows: int, columns: int, home: naive.Board) -> Case:
    """Return a tile board. Its labels are numbers, so that they equal the labels of the key."""
    letters = "".join("_123456789abcdef"[label] for label in home)
    lines = "/".join(letters[row * columns : (row + 1) * columns] for row in range(rows))
    text = f'kind = "tiles"\nhome = "{lines}"\n'
    return Case(read_puzzle(text), text, home, rows, columns)


EIGHT = tile_case(3, 3, tuple(range(9)))
"""The 8-puzzle."""


def graph_case(home: naive.Board, edges: tuple[tuple[int, int], ...]) -> Case:
    """Return a graph puzzle with the labels of the board in file order."""
    letters = "".join("_abcdefghijklmno"[label] for label in home)
    text = f'kind = "graph"\nhome = "{letters}"\nedges = {[list(edge) for edge in edges]}\n'
    return Case(read_puzzle(text), text, home, 1, len(home), edges)


@st.composite
def tile_cases(draw: st.DrawFn, most_cells: int = 16, distinct: bool = False) -> Case:
    """Draw a tile board of any shape, with a hole of any size anywhere, and tiles that may repeat."""
    rows = draw(st.integers(1, most_cells // 2))
    columns = draw(st.integers(2 if rows == 1 else 1, most_cells // rows))
    height, width = draw(
        st.tuples(st.integers(1, rows), st.integers(1, columns)).filter(lambda hole: hole != (rows, columns))
    )
    top, left = draw(st.integers(0, rows - height)), draw(st.integers(0, columns - width))
    tiles = rows * columns - height * width
    labels = draw(st.lists(st.integers(1, 15), min_size=tiles, max_size=tiles, unique=distinct))
    hole = {(top + row) * columns + left + column for row in range(height) for column in range(width)}
    waiting = iter(labels)
    home = tuple(0 if cell in hole else next(waiting) for cell in range(rows * columns))
    return tile_case(rows, columns, home)


@st.composite
def graph_cases(draw: st.DrawFn, most_vertices: int = 16, distinct: bool = False) -> Case:
    """Draw any graph, connected or not, with labels that may repeat and the mover anywhere."""
    vertices = draw(st.integers(2, most_vertices))
    pairs = st.tuples(st.integers(0, vertices - 1), st.integers(0, vertices - 1)).filter(
        lambda pair: pair[0] != pair[1]
    )
    edges = draw(st.lists(pairs, min_size=1, max_size=3 * vertices, unique_by=frozenset))
    mover = draw(st.integers(0, vertices - 1))
    tiles = vertices - 1
    drawn = range(tiles) if distinct else draw(st.lists(st.integers(1, tiles), min_size=tiles, max_size=tiles))
    order = {label: number for number, label in enumerate(dict.fromkeys(drawn), 1)}
    labels = [order[label] for label in drawn]
    labels.insert(mover, 0)
    return graph_case(tuple(labels), tuple(edges))


def cases(most_cells: int = 16, distinct: bool = False) -> st.SearchStrategy[Case]:
    return tile_cases(most_cells, distinct) | graph_cases(most_cells, distinct)


def keys_of(boards: Iterable[naive.Board]) -> Keys:
    return np.array([naive.key(board) for board in boards], np.uint64)


keys = st.integers(0, 2**64 - 1) | st.integers(0, 300) | st.integers(2**64 - 300, 2**64 - 1)
low_bits = st.sampled_from([0, 4, 8, 12, 16])


def movers(puzzle: TransferPuzzle, before: naive.Board, after: naive.Board) -> str:
    """Return the names of the moved pieces: the mover, or the tiles that left their cells for the hole."""
    names = puzzle.names
    left = [names[label] for label, now in zip(before, after, strict=True) if label and now == 0]
    return " ".join(left) if puzzle.kind == "tiles" else names[0]


@dataclass(frozen=True)
class GoalCase:
    """A case with a goal that accepts any label in some cells, all its boards, and its goal boards."""

    case: Case
    puzzle: TransferPuzzle
    every: list[naive.Board]
    goals: list[naive.Board]


@st.composite
def goal_cases(draw: st.DrawFn, most_cells: int = 9, most_boards: int = 4000, distinct: bool = False) -> GoalCase:
    """Draw a small case, and a goal with `*` in some cells that some board of its space meets."""
    case = draw(cases(most_cells, distinct))
    layers = naive.layers(case.successors, [case.home], most=most_boards)
    every = sorted(set().union(*layers))
    assume(len(every) <= most_boards)
    board = draw(st.sampled_from(every))
    free = draw(st.lists(st.booleans(), min_size=len(board), max_size=len(board)))
    names = ["*" if any_ else case.puzzle.labels.names[label] for any_, label in zip(free, board, strict=True)]
    goals = [other for other in every if all(any_ or a == b for any_, a, b in zip(free, other, board, strict=True))]
    return GoalCase(case, case.puzzle.with_goal(names), every, goals)
