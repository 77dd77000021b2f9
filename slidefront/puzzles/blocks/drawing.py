"""How boards of block puzzles look."""

from collections.abc import Collection

from slidefront.puzzles.blocks.board import BlockBoard
from slidefront.puzzles.blocks.grid import GATE, WALL
from slidefront.puzzles.blocks.layout import PieceGoal
from slidefront.puzzles.drawing import Drawing, DrawnPiece


def drawing_of(board: BlockBoard, goal: PieceGoal) -> Drawing:
    """Describe a board; a goal that names a part of the pieces is shown as targets."""
    layout = board.layout
    partial = [(name, place) for name, place in goal if layout.pieces[name].ways]
    partial = partial if len(partial) < len(layout.pieces) - len(layout.fixed) else []
    wanted = {name for name, _ in partial}
    pieces = [_drawn(board, name, wanted) for name in board.places]
    return Drawing(
        len(layout.grid.rows),
        layout.grid.width,
        tuple(sorted(pieces, key=lambda piece: layout.grid.pieces.index(piece.name))),
        walls=frozenset(layout.grid.cells(WALL)),
        gates=frozenset(layout.grid.cells(GATE)),
        targets=tuple(DrawnPiece(name, name, layout.pieces[name].cells_at(place)) for name, place in partial),
    )


def _drawn(board: BlockBoard, name: str, wanted: Collection[str]) -> DrawnPiece:
    piece = board.layout.pieces[name]
    return DrawnPiece(name, name, piece.cells_at(board.places[name]), not piece.ways, name in wanted)
