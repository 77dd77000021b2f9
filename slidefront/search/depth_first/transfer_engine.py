"""IDA* on a transfer puzzle: depth first along the trails, as deep as the bound allows.

The stack has a row for each board of the current route: its key, its entry on each axis, and which moves of its
trail are left. The kernel returns every so often, and continues when it is called again.
"""

import numpy as np

from slidefront.arrays import Keys
from slidefront.compile import kernel
from slidefront.puzzles.transfer.frame import Frame
from slidefront.search.bounds.transfer_bound import BOUND_BITS, NEVER, Entries, TransferBound, axis_of
from slidefront.search.depth_first import Engine, EngineRound
from slidefront.search.depth_first.trails import MOVE_BITS, Edges, find_trails

BOARD, ENTRY, NEXT, END = (np.uint64(column) for column in (0, 1, 3, 4))  # the stack; ENTRY has two, one an axis
DEPTH, GENERATED, EXAMINED, ABOVE, LIMIT, GOAL, ALTERNATES = range(7)  # what is kept between calls
SOURCE, LEFT, RIGHT, AXIS, TILE, LAST_TILE = range(6)  # columns of the table of moves
SHIFT = 16  # the column of the table of tiles behind those of the gain for each label
AGAIN, FOUND, OVER = range(3)
TURNS = 1 << 22
NOTHING = np.uint64((1 << 64) - 1)

_ONE, _TWO, _NIBBLE, _MOVE, _BOUND = (np.uint64(number) for number in (1, 2, 15, (1 << MOVE_BITS) - 1, NEVER))
_MOVE_BITS, _BOUND_BITS = np.uint64(MOVE_BITS), np.uint64(BOUND_BITS)


@kernel
def search_transfer(
    kept: Keys, stack: Keys, first: Edges, edges: Edges, moves: Keys, tiles: Keys, link: Entries
) -> int:
    """Make moves until the goal is found, everything is searched, or TURNS moves are made; return which."""
    depth, limit = kept[DEPTH], kept[LIMIT]
    board, edge, last = stack[depth, BOARD], stack[depth, NEXT], stack[depth, END]
    end = AGAIN
    for _ in range(TURNS):
        if edge == last:
            if depth == 0:
                end = OVER
                break
            depth -= _ONE
            board, edge, last = stack[depth, BOARD], stack[depth, NEXT], stack[depth, END]
            continue
        move, trail = edges[edge] & _MOVE, edges[edge] >> _MOVE_BITS
        edge += _ONE
        kept[GENERATED] += _ONE
        axis = moves[move, AXIS]
        entry, other = stack[depth, ENTRY + axis], stack[depth, _TWO - axis]
        tile = moves[move, TILE]
        while tile < moves[move, LAST_TILE]:  # one after the other: each entry is that of a board
            gain = tiles[tile, (board >> tiles[tile, SHIFT]) & _NIBBLE]
            entry = np.uint64(link[(entry >> _BOUND_BITS) + gain])
            tile += _ONE
        same, turned = entry & _BOUND, other & _BOUND
        least = same + turned
        if kept[ALTERNATES]:  # the next move is on the other axis, and so on in turn
            least = max(least, _TWO * same, _TWO * turned - np.uint64(turned > 0))
        least += depth + _ONE
        if least > limit:
            kept[ABOVE] = min(kept[ABOVE], least)
            continue
        kept[EXAMINED] += _ONE
        stack[depth, NEXT] = edge
        depth += _ONE
        carried = board & moves[move, SOURCE]
        board = (board ^ carried) | ((carried << moves[move, LEFT]) >> moves[move, RIGHT])
        edge, last = np.uint64(first[trail]), np.uint64(first[trail + _ONE])
        stack[depth, BOARD], stack[depth, END] = board, last
        stack[depth, ENTRY + axis], stack[depth, _TWO - axis] = entry, other
        if board == kept[GOAL]:
            end = FOUND
            break
    stack[depth, NEXT] = edge
    kept[DEPTH] = depth
    return end


class TransferEngine(Engine):
    """The rounds of a transfer puzzle from one board to another."""

    bound: TransferBound

    def __init__(self, bound: TransferBound, start: int) -> None:
        super().__init__(bound, np.array([start], np.uint64))
        self.frame = bound.frame
        self.trails = find_trails(bound.frame)
        self.anchor = bound.frame.anchor(start)
        self.moves, self.tiles = _tables(bound.frame, bound)

    def round(self, limit: int) -> "TransferRound":
        """Begin a round."""
        return TransferRound(self, limit)


class TransferRound(EngineRound):
    """One round: all routes of up to `limit` moves, unless one is found."""

    def __init__(self, engine: TransferEngine, limit: int) -> None:
        self._engine = engine
        self._stack = np.zeros((limit + 2, 5), np.uint64)
        first = engine.trails.first[engine.anchor : engine.anchor + 2]
        self._stack[0] = engine.start[0], *engine.bound.entries(engine.start)[0], *first
        self._kept = np.array([0, 0, 1, NOTHING, limit, engine.bound.goal, engine.frame.metric == "line"], np.uint64)

    def work(self) -> bool:
        """Search for some milliseconds; return whether the round is over."""
        engine = self._engine
        kept = self._kept
        end = search_transfer(
            kept,
            self._stack,
            engine.trails.first,
            engine.trails.edges,
            engine.moves,
            engine.tiles,
            engine.bound.link,
        )
        self.generated, self.examined = int(kept[GENERATED]), int(kept[EXAMINED])
        self.above = None if kept[ABOVE] == NOTHING else int(kept[ABOVE])
        if end == FOUND:
            self.route = self._stack[: int(kept[DEPTH]) + 1, 0].tolist()
        return end != AGAIN


def _tables(frame: Frame, bound: TransferBound) -> tuple[Keys, Keys]:
    """Write the moves, and the tiles that each carries, as the kernel reads them."""
    shifts = [4 * (frame.cells - 1 - cell) for cell in range(frame.cells)]
    moves: list[list[int]] = []
    tiles: list[list[int]] = []
    for move, gains in zip(frame.moves, bound.gains, strict=True):
        (by,) = {shifts[to] - shifts[cell] for cell, to in move.carries}
        source = sum(15 << shifts[cell] for cell, _ in move.carries)
        first = len(tiles)
        tiles += [[*gain, shifts[cell]] for (cell, _), gain in zip(move.carries, gains.tolist(), strict=True)]
        moves.append([source, max(by, 0), max(-by, 0), axis_of(move, frame), first, len(tiles)])
    negative_wraps = np.array(tiles, np.int64).reshape(-1, SHIFT + 1).astype(np.uint64)
    return np.array(moves, np.uint64).reshape(-1, 6), negative_wraps
