"""Which move an arrow key means."""

from slidefront.puzzles.core import Position
from slidefront.puzzles.drawing import Cell, Drawing
from slidefront.puzzles.values import Move
from slidefront.view.play.game import WAYS

_NAMES = {"U": "up", "D": "down", "L": "left", "R": "right"}


def piece_for(position: Position, drawing: Drawing, way: str) -> Cell | None:
    """Find the one piece that can move a way; None if several can, or none."""
    moves = [move for move in position.moves() if move.way == way]
    names = moves[0].what.split() if len(moves) == 1 else []
    cells = {min(piece.cells) for piece in drawing.pieces if names and piece.name == names[0]}
    down, right = WAYS[way]
    found = [(r, c) for r, c in cells if (r + down, c + right) in drawing.blanks] or [*cells]  # of equal tiles
    return found[0] if len(found) == 1 or names else None


def why_no_piece(position: Position, way: str) -> str:
    """Say why an arrow alone moves nothing."""
    if any(move.way.startswith(way) for move in position.moves()):
        return "select a piece first: with Tab, or with a click"
    return f"nothing can move {_NAMES[way]}"


def step_on_graph(position: Position, drawing: Drawing, way: str) -> Move | None:
    """Find the neighbour of the mover that lies most in the way of an arrow."""
    points = drawing.graph.points if drawing.graph else ()
    down, right = WAYS[way]
    best: tuple[float, Move] | None = None
    for move in position.moves():
        (start,) = [min(piece.cells)[1] for piece in drawing.pieces if piece.name == move.what]
        x, y = (points[int(move.way)][axis] - points[start][axis] for axis in (0, 1))
        straight = (x * right + y * down) / max(1e-9, (x * x + y * y) ** 0.5)
        if straight > 0.5 and (best is None or straight > best[0]):
            best = straight, move
    return best[1] if best else None
