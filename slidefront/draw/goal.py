"""The goal of a puzzle, in words and as a small board."""

from dataclasses import replace

from slidefront.draw.board import drawn
from slidefront.draw.palette import colours_of
from slidefront.draw.svg import Figure, board, lines_of
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.drawing import Drawing, DrawnPiece
from slidefront.puzzles.values import Place

_CORNERS = {"first": "hole first", "last": "hole last"}


def goal_words(puzzle: Puzzle) -> str:
    """Say what the goal is; nothing if there is none, or if the puzzle does not say which pieces a partial goal names.

    >>> from slidefront import load
    >>> [goal_words(load(name)) for name in ("8-puzzle", "15-puzzle", "klotski")]
    ['1 ... 8, hole first', '1 ... 15, hole last', 'X at row 4, column 2']
    """
    goal = puzzle.goal
    if goal.partial:
        return ", ".join(f"{name} at row {row + 1}, column {column + 1}" for name, (row, column) in goal.pieces)
    if goal.key is None:
        return ""
    corner = next((words for hole, words in _CORNERS.items() if puzzle.ordered.get(hole) == goal.key), "")
    drawing = puzzle.drawing(goal.key)
    if not corner or drawing is None:
        return puzzle.format(goal.key)
    labels = [piece.label for piece in drawing.pieces]
    return f"{labels[0]} ... {labels[-1]}, {corner}"


def goal_drawing(puzzle: Puzzle) -> Drawing | None:
    """Describe how the goal looks: of a partial one, the pieces that it names and those that never move."""
    if puzzle.goal.key is not None:
        return puzzle.drawing(puzzle.goal.key)
    places, home = dict(puzzle.goal.pieces), puzzle.drawing(puzzle.home)
    if home is None or not places:
        return None
    pieces = [_at(one, places.get(one.name)) for one in home.pieces if one.name in places or one.frozen]
    return replace(home, pieces=tuple(pieces), targets=())


def _at(piece: DrawnPiece, place: Place | None) -> DrawnPiece:
    """Put a piece with the corner of its bounding box at a place."""
    if place is None:
        return piece
    top, left = (min(cell[axis] for cell in piece.cells) for axis in (0, 1))
    return replace(piece, cells=frozenset((r - top + place[0], c - left + place[1]) for r, c in piece.cells))


def goal_figure(puzzle: Puzzle) -> Figure | None:
    """Draw the goal: of a partial one, only the pieces that it names; None if nothing can be drawn."""
    drawing = goal_drawing(puzzle)
    if drawing is not None:
        return board(drawing, colours_of(puzzle))
    return None if puzzle.goal.key is None else lines_of([puzzle.format(puzzle.goal.key)])


def goal_text(puzzle: Puzzle, width: int = 80) -> str | None:
    """Draw the goal for a terminal; None if nothing can be drawn."""
    drawing = goal_drawing(puzzle)
    if drawing is not None:
        return drawn(drawing, width)
    return None if puzzle.goal.key is None else puzzle.format(puzzle.goal.key)
