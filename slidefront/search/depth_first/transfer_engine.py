"""IDA* on a puzzle with a frame: depth first along the trails, as deep as the bound allows.

The stack has a row for each board of the current route: its key, the sum of its distances on each axis, and which moves
of its trail are left. The kernel returns after some moves, and resumes when it is called again.

Trails determine which moves may follow a board, so that fewer boards are reached by two routes. Some strings of moves
lead, from every board, to the same board as a shorter string, or as an equally long string that is earlier in the order
of moves. Examples are a move and its inverse, or six moves around four cells and the six moves in the other direction.
Such strings are *detours*. Of all shortest routes to a board, the first in the order of moves contains no detour,
because the better string in its place would make a shorter or an earlier route. So no detour need be searched. That
also cuts loops of up to twice its length.

A *trail* is the part of the latest moves that may be the beginning of a detour, with the anchor of the hole. A move
leads from trail to trail:

    trail         moves that make no detour, each with the trail that it leads to
    hole at 5     U -> "5 U"    D -> "5 D"    L -> "5 L"    R -> "5 R"
    "5 U"         U -> "9 U"                  L -> "5 UL"   R -> "5 UR"         not D: that undoes U

To find the trails, all strings without detours (*words*) are enumerated length by length. Each is applied to a board
whose tiles are all different: a string that leads to a board seen before is a detour.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys, Numbers
from slidefront.compile import kernel
from slidefront.puzzles.frame import Frame, FrameBound, axis_of, mask_and_shifts
from slidefront.search.depth_first.ida import AGAIN, FOUND, OVER, Engine, Searched, SearchState

MOVE_BITS = 8
Edges = npt.NDArray[np.uint32]
WordBoards = npt.NDArray[np.bytes_]
"""Boards as bytes: the anchor where the string begins, and the cells."""
MOST_WORDS = 200_000
"""The maximum number of strings of three or more moves to examine, which takes about a tenth of a second."""
LONG_WORDS = ((1 << 24, 2_000_000), (1 << 28, 8_000_000))
"""After a search has generated the first number of boards, it examines the second number of strings (1 s, and 5 s).

The next round, about five times as long, then has a quarter fewer boards.
"""
MOVE_SOURCE, MOVE_LEFT, MOVE_RIGHT, MOVE_AXIS, MOVE_TILE, MOVE_LAST_TILE = range(6)  # columns of the table of moves
TILE_SHIFT = 16  # the column of the table of tiles behind the changes of the sum, one for each label
TURNS = 1 << 22
"""The number of moves until the kernel returns."""

_ONE, _TWO, _NIBBLE, _MOVE = (np.uint64(number) for number in (1, 2, 15, (1 << MOVE_BITS) - 1))
_MOVE_BITS = np.uint64(MOVE_BITS)


class TransferEngine(Engine):
    """Searches the rounds from one board to another on a puzzle with a frame."""

    bound: FrameBound

    def __init__(self, bound: FrameBound, start: int) -> None:
        super().__init__(bound, np.array([start], np.uint64))
        self.steps = _steps(bound)
        self.anchor = bound.frame.anchor(start)

    def round(self, limit: int) -> Iterator[Searched]:
        """Search a round; yield the progress each time the kernel returns."""
        board, edge, last = np.zeros((3, limit + 2), np.uint64)
        stack = TransferStack(board, np.zeros((limit + 2, 2), np.uint64), edge, last)
        board[0], stack.sums[0] = self.start[0], self.bound.sums(self.start)[0]
        edge[0], last[0] = self.steps.trails.first[self.anchor : self.anchor + 2]
        state = SearchState(0, examined=1)
        while state.end == AGAIN:
            state = search_transfer(state, np.uint64(limit), stack, self.steps)
            route = board[: state.depth + 1].tolist() if state.end == FOUND else None
            yield Searched(state.generated, state.examined, state.above, route, state.end != AGAIN)


class Trails(NamedTuple):
    """The trails of a frame. The first trails, one for each anchor, have no moves."""

    first: Edges
    """For each trail the first of its moves in `edges`, and at the end the number of edges."""
    edges: Edges
    """The trail that a move leads to, and in the low byte the number of the move in the frame."""


class TransferStack(NamedTuple):
    """The boards of the current route, by depth."""

    board: Keys
    sums: Keys
    """The sum of the distances on each axis."""
    edge: Keys
    """The next move, in the edges of the trails."""
    last: Keys
    """The end of the moves, in the edges of the trails."""


class TransferSteps(NamedTuple):
    """The moves and bounds of a search, as the kernel reads them."""

    trails: Trails
    moves: Keys
    tiles: Keys
    """For each tile that a move carries: by label the change of the sum of its axis, and the shift of its cell."""
    bounds: Keys
    goal: np.uint64
    alternates: bool
    """Whether the moves of a shortest route change axes each time, as in the line metric."""


def _steps(bound: FrameBound) -> TransferSteps:
    """Write the moves, and the tiles that each of them carries, as the kernel reads them."""
    frame, distances = bound.frame, bound.distances
    shifts = [4 * (frame.cells - 1 - cell) for cell in range(frame.cells)]
    moves: list[list[int]] = []
    tiles: list[list[int]] = []
    for move in frame.moves:
        first, axis = len(tiles), axis_of(move, frame)
        changes = [distances[axis, target] - distances[axis, cell] for cell, target in move.carries]
        tiles += [[*change, shifts[cell]] for change, (cell, _) in zip(changes, move.carries, strict=True)]
        moves.append([*mask_and_shifts(move, shifts), axis, first, len(tiles)])
    negative_wraps = np.array(tiles, np.int64).reshape(-1, TILE_SHIFT + 1).astype(np.uint64)
    all_moves, goal = np.array(moves, np.uint64).reshape(-1, 6), np.uint64(bound.goal)
    return TransferSteps(find_trails(frame), all_moves, negative_wraps, bound.move_counts, goal, frame.metric == "line")


@kernel
def search_transfer(state: SearchState, limit: np.uint64, stack: TransferStack, steps: TransferSteps) -> SearchState:
    """Make moves until the goal is found, everything is searched, or TURNS moves are made; return the new state."""
    depth, generated, examined, before, _ = state
    above = np.int64(before)
    boards, sums, next_edge, last_edge = stack
    (first, edges), moves, tiles, bounds, goal, alternates = steps
    board, edge, last = boards[depth], next_edge[depth], last_edge[depth]
    end = AGAIN
    for _ in range(TURNS):
        if edge == last:
            if depth == 0:
                end = OVER
                break
            depth -= 1
            board, edge, last = boards[depth], next_edge[depth], last_edge[depth]
            continue
        move, trail = edges[edge] & _MOVE, edges[edge] >> _MOVE_BITS
        edge += _ONE
        generated += 1
        axis = moves[move, MOVE_AXIS]
        total, other = sums[depth, axis], sums[depth, _ONE - axis]
        tile = moves[move, MOVE_TILE]
        while tile < moves[move, MOVE_LAST_TILE]:
            total += tiles[tile, (board >> tiles[tile, TILE_SHIFT]) & _NIBBLE]
            tile += _ONE
        same, turned = bounds[axis, total], bounds[_ONE - axis, other]
        least = same + turned
        if alternates:
            least = max(least, _TWO * same, _TWO * turned - np.uint64(turned > 0))
        least += np.uint64(depth + 1)
        if least > limit:
            above = min(above, np.int64(least))
            continue
        examined += 1
        next_edge[depth] = edge
        depth += 1
        carried = board & moves[move, MOVE_SOURCE]
        board = (board ^ carried) | ((carried << moves[move, MOVE_LEFT]) >> moves[move, MOVE_RIGHT])
        edge, last = np.uint64(first[trail]), np.uint64(first[trail + _ONE])
        boards[depth], last_edge[depth] = board, last
        sums[depth, axis], sums[depth, _ONE - axis] = total, other
        if board == goal:
            end = FOUND
            break
    next_edge[depth] = edge
    return SearchState(depth, generated, examined, int(above), end)


@dataclass
class _Words:
    """All strings of one length that contain no detour, in the order of the moves of the frame."""

    board: WordBoards
    """The board after the string."""
    anchor: Numbers
    """The anchor of the hole after the string."""
    parent: Numbers
    """The string without its last move, as an index of the strings that are one move shorter."""
    suffix: Numbers
    """The string without its first move."""
    child: Numbers = field(init=False)
    """For each move of the anchor the longer string, as an index; -1 if it is a detour."""
    is_trail: npt.NDArray[np.bool_] = field(init=False)
    """Whether one more move can make a detour of the string, or of a string that it begins."""

    def __post_init__(self) -> None:
        self.is_trail = np.zeros(self.board.size, np.bool_)


@lru_cache(maxsize=8)
def find_trails(frame: Frame, most_words: int = 0) -> Trails:
    """Find the detours of a frame, up to a limit of strings to examine, and their trails."""
    most_words = most_words or MOST_WORDS
    if not frame.moves:
        return Trails(np.zeros(len(frame.holes) + 1, np.uint32), np.zeros(0, np.uint32))
    anchors = np.arange(len(frame.holes))
    rows = [
        bytes([n, *(1 if cell in hole else cell + 2 for cell in range(frame.cells))])
        for n, hole in enumerate(frame.holes, 1)
    ]
    levels = [_Words(np.array(rows), anchors, -anchors, -anchors)]
    levels[0].is_trail[:] = True
    seen, widest = levels[0].board, max(map(len, frame.moves_at))
    while (last := levels[-1].board.size) and (len(levels) <= 2 or seen.size + last * widest <= most_words):
        longer, seen = _lengthen(levels, frame, seen)
        levels.append(longer)
    return _link(levels, frame)


def _lengthen(levels: list[_Words], frame: Frame, seen: WordBoards) -> tuple[_Words, WordBoards]:
    """Append every move to every string. Return the longer strings that are not detours, and all boards seen so far."""
    words, parts = levels[-1], []
    for anchor, moves in enumerate(frame.moves_at):
        strings = np.flatnonzero(words.anchor == anchor)
        cells = words.board[strings].view(np.uint8).reshape(strings.size, words.board.itemsize)
        for number, move in enumerate(moves):
            moved = cells.copy()
            for cell, target in move.carries:
                moved[:, 1 + target], moved[:, 1 + cell] = moved[:, 1 + cell], 1
            numbers = np.full(strings.size, number), np.full(strings.size, move.end)
            parts.append((moved.view(words.board.dtype).reshape(-1), strings, *numbers))
    board, parent, nth, end = map(np.concatenate, zip(*parts, strict=True))
    order = np.lexsort((nth, parent))
    board, parent, nth, end = board[order], parent[order], nth[order], end[order]
    before = seen.size
    seen, first = np.unique(np.concatenate((seen, board)), return_index=True)
    is_new = np.zeros(board.size, np.bool_)
    is_new[first[first >= before] - before] = True
    suffix = end  # without its first move, a string of one move is empty
    if len(levels) > 1:
        suffix = levels[-2].child[words.suffix[parent], nth]
        trails = parent[~is_new & (suffix >= 0)]  # a suffix that is a detour is known already
        for level in reversed(levels):  # strings that become detours with one more move, and all their beginnings
            trails = trails[~level.is_trail[trails]]
            level.is_trail[trails] = True
            trails = level.parent[trails]
    words.child = np.full((words.board.size, max(map(len, frame.moves_at))), -1)
    words.child[parent[is_new], nth[is_new]] = np.arange(np.count_nonzero(is_new))
    return _Words(board[is_new], end[is_new], parent[is_new], suffix[is_new]), seen


def _link(levels: list[_Words], frame: Frame) -> Trails:
    """Number the trails, and let each move lead to the longest trail that its string ends with."""
    first_move = np.searchsorted([move.start for move in frame.moves], np.arange(len(frame.holes)))
    ends: list[Numbers] = []
    count = 0
    for level in levels:
        own = count + np.cumsum(level.is_trail) - 1
        ends.append(own if not ends else np.where(level.is_trail, own, ends[-1][level.suffix]))
        count += int(level.is_trail.sum())
    counts, edges = [], []
    for level, after in zip(levels[:-1], ends[1:], strict=True):
        child = level.child[level.is_trail]
        trail, nth = np.nonzero(child >= 0)
        move = first_move[level.anchor[level.is_trail][trail]] + nth
        counts.append(np.bincount(trail, minlength=len(child)))
        edges.append(after[child[trail, nth]] << MOVE_BITS | move)
    first = np.concatenate(([0], np.cumsum(np.concatenate(counts))))
    return Trails(first.astype(np.uint32), np.concatenate(edges).astype(np.uint32))
