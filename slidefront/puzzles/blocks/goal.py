"""The goal of a block puzzle: a grid, or pieces with places, and the placements that it wants of each class."""

from collections.abc import Sequence
from typing import NamedTuple

from slidefront.errors import PuzzleError
from slidefront.puzzles.blocks.grid import GATE, WALL, Grid, corner, read_grid, shape_of
from slidefront.puzzles.blocks.layout import Layout, PieceGoal
from slidefront.puzzles.values import Place


class Wanted(NamedTuple):
    """What the goal wants."""

    places: Sequence[Sequence[Place]]
    """For each class, the placements that one of its pieces may be wanted at."""
    total: int
    """How many of all these placements the goal takes."""
    full: bool
    """Whether the goal fixes every piece, so that only one board meets it."""


def goal_of_text(text: str, home: Grid) -> PieceGoal:
    """Read a goal: a grid that shows all pieces or some of them, or pieces with row and column, `X 3 1, A 0 0`."""
    parts = [part.split() for part in text.split(",")]
    if all(len(part) == 3 and part[1].isdecimal() and part[2].isdecimal() for part in parts):
        goal = [(name, (int(row), int(column))) for name, row, column in parts]
        for name, _ in goal:
            if name not in home.pieces:
                raise PuzzleError(f"goal: {name!r} is not a piece of home: its pieces are {' '.join(home.pieces)}")
        return goal
    grid = read_grid(text)
    if (len(grid.rows), grid.width) != (len(home.rows), home.width):
        said = f"it has {len(grid.rows)} x {grid.width} cells, and home has {len(home.rows)} x {home.width}"
        raise PuzzleError(f"goal: {said}: write a grid, or a piece with row and column from 0, such as X 3 1")
    if grid.cells(WALL) - home.cells(WALL) or grid.cells(GATE) - home.cells(GATE):
        raise PuzzleError("goal: it has walls or gates where home has none")
    found = []
    for name in grid.pieces:
        cells = grid.cells(name)
        if name not in home.pieces:
            raise PuzzleError(f"goal: {name!r} is not a piece of home")
        if shape_of(cells) != shape_of(home.cells(name)):
            raise PuzzleError(f"goal: piece {name} has another shape than in home")
        found.append((name, corner(cells)))
    if not found:
        raise PuzzleError("goal: it shows no piece")
    return found


def find_wanted(goal: PieceGoal, layout: Layout, *, exact: bool = False) -> Wanted:
    """Find which placements the goal wants; if `exact`, only of the named pieces, whatever the file allows."""
    places: list[list[Place]] = [[] for _ in layout.classes]
    total, full = 0, bool(goal)
    for name, place in goal:
        fixed = next((piece for piece in layout.fixed if piece.name == name), None)
        if fixed is not None:
            if place != fixed.start:
                raise PuzzleError(f"goal: piece {name} is frozen and cannot reach {place_text(place)}")
            continue
        classes = [index for index in classes_for(name, layout, exact=exact) if place in layout.classes[index].places]
        if not classes:
            raise PuzzleError(f"goal: piece {name} can never reach {place_text(place)}")
        full = full and len(classes) == 1
        total += 1
        for index in classes:
            places[index].append(place)
    full = full and all(len(of) == len(one.pieces) for of, one in zip(places, layout.classes, strict=True))
    return Wanted(places, total, full)


def classes_for(name: str, layout: Layout, *, exact: bool = False) -> list[int]:
    """Find the classes whose pieces may take a piece's place in the goal: its own class, or all with its shape."""
    classes = layout.classes
    own = next(i for i, one in enumerate(classes) if name in [piece.name for piece in one.pieces])
    if exact or layout.rules.goal_match == "piece":
        return [own]
    shape = classes[own].pieces[0].shape
    return [i for i, one in enumerate(classes) if one.pieces[0].shape == shape]


def place_text(place: Place) -> str:
    """Write a placement."""
    return f"row {place[0]}, column {place[1]}"
