"""Lower the bound of a board that is solved in phases, with more than one route through the first phase.

    python -m tools.phase_bound unreached TABLE FILE              # while the table is unfinished: its deepest boards
    python -m tools.phase_bound prove MOVES FIRST SECOND REST     # two tables, and the greatest depth of the rest
    python -m tools.phase_bound needs MOVES PUZZLE BOARD TABLE    # check one depth with the table of an easier phase

A board takes at most as many moves as the greatest depths of its phases together. It needs a deep board of every phase
for that. Few boards of the first phase are so deep, and each has several short routes, which carry the other tiles to
different cells. So a board that starts the second phase deep after one route starts it elsewhere after another.

`prove` looks at *pairs*: a deep board of the first phase, and a deep board of the second in which a shortest route of
the first can end, if their depths and the rest together exceed MOVES. A pair stands for all boards that this route
takes from the one to the other. `prove` looks for a route of the first phase after which the sum does not exceed
MOVES, or counts the pair as unproved. A route is some free moves, and then a shortest route of the table.

The cell of its hole says whether a board needs an even or an odd number of moves. If that number and MOVES are both
even or both odd, a sum that exceeds MOVES by one is good enough.

The goal of the first phase leaves some cells free. In order, they are the cells of the second phase. A phase does not
tell its *unnamed* tiles apart.

The deep boards of a large table are listed while it is explored by regions: stop it with Ctrl-C at the depth from
which they are wanted, list the boards that are unreached, and continue. A small table is explored again.
"""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet as pq
import typer
from numba import njit

from slidefront import load
from slidefront.arrays import Cells, Keys, Numbers, Small
from slidefront.errors import SlidefrontError
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.ranking import Ranking, RowMoves
from slidefront.puzzles.transfer.ranks import HomeRanking
from slidefront.store.manifest import load_manifest_puzzle
from slidefront.tables.kernels import PLACE_BIT_MASK, PLACE_WORD_MASK, ROW_AT, WORD_AT, moved
from slidefront.tables.regions import offset_of
from slidefront.tables.table import Table, open_table, ranking_of, read_table

BATCH_BOARDS = 20_000
"""The boards of the first phase that are looked at together."""
FREE_MOVES = (1, 3, 5, 7, 9, 11)
"""The free moves at the start of a route: the first number for all boards, the others for pairs that are left."""
BATCH_ROUTES = 1 << 18
"""About the most routes that are in memory when pairs are looked at again."""
MOST_LEFT = 1 << 22
"""The most pairs that are kept to be looked at again: more than one board has."""
MOST_MOVES = 4
"""The most moves of the hole."""
OUTSIDE, NO_MOVE = -1, -2
"""In lists of neighbours: a board that is not listed, and the end of the moves."""
WORDS_AT_ONCE = 1 << 23
SPARE_DEPTHS = 3
"""How much deeper than needed a small second phase is listed, because routes are not always shortest ones."""


@dataclass(frozen=True)
class DeepBoards:
    """All boards of a phase that are at least at some depth, and their depths."""

    boards: Keys
    depths: Numbers
    least: int


# Deep boards


def deep_boards(table: Table, least: int) -> DeepBoards:
    """List the deep boards of a small table, which is explored again."""
    layers = [
        (depth, keys) for depth, blocks in table.layer_blocks(range(least, table.last_depth + 1)) for keys in blocks
    ]
    depths = np.concatenate([np.full(keys.size, depth) for depth, keys in layers])
    return DeepBoards(np.concatenate([keys for _, keys in layers]), depths, least)


def unreached_ranks(path: Path, ranking: Ranking) -> Numbers:
    """List the ranks that an unfinished table has not reached, if it is explored by regions with two bits per board."""
    shape = ranking.shape
    offsets = (offset_of(shape, plane, 0) for plane in (0, 1))
    low, high = (np.memmap(path, np.uint64, "r", offset, (shape.all_words,)) for offset in offsets)
    valid, ranks = np.uint64((1 << shape.per_word) - 1), [np.empty(0, np.int64)]
    for first in range(0, shape.all_words, WORDS_AT_ONCE):
        unreached = low[first : first + WORDS_AT_ONCE] & high[first : first + WORDS_AT_ONCE] & valid
        words = np.flatnonzero(unreached)
        octets = unreached[words].view(np.uint8).reshape(-1, 8)
        word, place = np.nonzero(np.unpackbits(octets, axis=1, bitorder="little"))
        ranks.append((first + words[word]) * shape.per_word + place)
    return np.concatenate(ranks)


def steps_to_others(ranks: Numbers, ranking: Ranking) -> Numbers:
    """Count the steps from each of the ascending ranks to the nearest board that is not among them."""
    neighbours = np.empty((ranks.size, MOST_MOVES), np.int32)
    row_first = np.searchsorted(ranks, np.arange(ranking.shape.rows + 1) * ranking.shape.boards_per_row)
    shape = np.array([ranking.shape.words, ranking.shape.per_word])

    def list_part(first: int) -> None:
        list_neighbours(
            ranks, first, min(first + WORDS_AT_ONCE, ranks.size), row_first, ranking.moves, shape, neighbours
        )

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(list_part, range(0, ranks.size, WORDS_AT_ONCE)))
    return count_steps(neighbours).astype(np.int64)


@njit(cache=True, nogil=True)
def list_neighbours(
    ranks: Numbers, first: int, last: int, row_first: Numbers, moves: RowMoves, shape: Numbers, out: Small
) -> None:
    """Write the indices of the neighbours of the ranks `first` to `last`, or OUTSIDE; NO_MOVE behind the last one.

    The ranks of row r begin at `row_first[r]`.
    """
    words, per_word = shape
    for i in range(first, last):
        word, bit = divmod(ranks[i], per_word)
        row, word = divmod(word, words)
        place = row << ROW_AT | word << WORD_AT | bit
        out[i] = NO_MOVE
        for move in range(moves.first[row], moves.first[row + 1]):
            end = moved(place, move, moves)
            end_row, end_word = end >> ROW_AT, (end >> WORD_AT) & PLACE_WORD_MASK
            rank = (end_row * words + end_word) * per_word + (end & PLACE_BIT_MASK)
            begin, stop = row_first[end_row], row_first[end_row + 1]
            index = begin + np.searchsorted(ranks[begin:stop], rank)
            is_listed = index < stop and ranks[index] == rank
            out[i, move - moves.first[row]] = index if is_listed else OUTSIDE


@njit(cache=True, nogil=True)
def count_steps(neighbours: Small) -> Cells:
    """Count the steps from each listed board to a board that is not listed."""
    steps, level, is_new = np.zeros(neighbours.shape[0], np.uint8), 0, True
    while is_new:
        level, is_new = level + 1, False
        for i in range(steps.size):
            if not steps[i]:
                for neighbour in neighbours[i]:
                    if neighbour == OUTSIDE if level == 1 else neighbour >= 0 and steps[neighbour] == level - 1:
                        steps[i], is_new = level, True
    return steps


def read_deep(path: Path, table: Table) -> DeepBoards:
    """Read the boards that were unreached while a depth of the table was in progress.

    They are at that depth or deeper, all others at most at that depth. So a board s steps from the others is s deeper,
    or one less. The finished table has its depth modulo 3.
    """
    data = pq.read_table(path)
    depth = int(data.schema.metadata[b"depth"])
    ranks, deepest = np.array(data["rank"]), depth + np.array(data["steps"], np.int64)
    if len(table.planes) != 2 or ranks.max(initial=0) >= table.ranking.shape.board_count:
        raise typer.BadParameter(f"{path} does not have the deep boards of {table.path}")
    low, high = table.planes.values()
    words, bits = np.divmod(ranks, table.ranking.shape.per_word)
    code_low, code_high = ((plane[words] >> bits.view(np.uint64)).view(np.int64) & 1 for plane in (low, high))
    excess = (deepest - (code_low | code_high << 1)) % 3
    depths = deepest - excess
    is_deep = depths > depth
    counts = np.bincount(depths[is_deep], minlength=table.last_depth + 1)[depth + 1 :].tolist()
    if (excess > 1).any() or counts != [layer.board_count for layer in table.layers[depth + 1 :]]:
        raise typer.BadParameter(f"{path} does not have the deep boards of {table.path}")
    return DeepBoards(table.ranking.keys(ranks[is_deep]), depths[is_deep], depth + 1)


# Routes of the first phase


class Routes(NamedTuple):
    """Routes of the first phase. Board i has the routes from `first[i]` to `first[i + 1]`."""

    first: Numbers
    length: Numbers
    hole: Numbers
    """The cell of the second phase where the hole ends."""
    tile_to: Cells
    """For each route and unnamed tile, in the order of the cells where the tiles start, the cell where it ends."""


def unnamed(puzzle: Puzzle) -> int:
    """Return the number of the unnamed tiles, which are the most frequent ones."""
    return int(np.bincount(puzzle.cells([puzzle.home])[0]).argmax())


def free_walks(puzzle: Puzzle, boards: Keys, moves: int) -> tuple[Numbers, Keys]:
    """List all walks of some moves from boards that undo no move: the index of the board, and the boards passed."""
    start, walks = np.arange(boards.size), boards[:, None]
    for _ in range(moves):
        parent, keys = puzzle.successor_pairs(np.ascontiguousarray(walks[:, -1]))
        goes_on = keys != walks[parent, -2] if walks.shape[1] > 1 else np.ones(keys.size, np.bool_)
        parent, keys = parent[goes_on], keys[goes_on]
        start, walks = start[parent], np.concatenate([walks[parent], keys[:, None]], axis=1)
    order = np.argsort(start, kind="stable")
    return start[order], walks[order]


def find_routes(table: Table, boards: Keys, moves: int) -> Routes:
    """Find routes of the first phase: each begins with a number of free moves."""
    puzzle, ranking = table.puzzle, table.ranking
    start, walks = free_walks(puzzle, boards, moves)
    keys = np.ascontiguousarray(walks[:, -1])
    depths = table.depths_of(keys)
    ranks = table.route_ranks(keys, depths)
    # The hole of a rank is at the anchor of its row.
    assert isinstance(ranking, HomeRanking)
    anchor_boards = ranking.rows_per_anchor * ranking.shape.boards_per_row
    anchor_at = (puzzle.cells(ranking.keys(np.arange(0, ranking.shape.board_count, anchor_boards))) == 0).argmax(axis=1)
    walk_at = (puzzle.cells(walks[:, :-1].reshape(-1)) == 0).argmax(axis=1).reshape(-1, moves)
    lengths = moves + depths
    first = np.concatenate([[0], np.cumsum(lengths + 1)])
    walk_index = first[:-1, None] + np.arange(moves)
    hole_at, is_down = np.empty(first[-1], np.int64), np.ones(first[-1], np.bool_)
    hole_at[walk_index], is_down[walk_index] = walk_at, False
    hole_at[is_down] = anchor_at[ranks // anchor_boards]
    # The goal leaves the cells free where it has the hole or an unnamed tile.
    goal = puzzle.cells(ranking.keys(ranks[-1:]))[0]
    cell_to = np.cumsum((goal == 0) | (goal == unnamed(puzzle))) - 1
    is_unnamed = puzzle.cells(boards) == unnamed(puzzle)
    tile_to = np.empty((start.size, np.count_nonzero(is_unnamed[0])), np.uint8)
    play(hole_at, first, is_unnamed, start, cell_to, tile_to)
    return Routes(np.searchsorted(start, np.arange(boards.size + 1)), lengths, cell_to[hole_at[first[1:] - 1]], tile_to)


@njit(cache=True, nogil=True)
def play(
    hole_at: Numbers,
    first: Numbers,
    is_unnamed: npt.NDArray[np.bool_],
    start: Numbers,
    cell_to: Numbers,
    tile_to: Cells,
) -> None:
    """Move the hole through the cells of each route, `hole_at[first[i]:first[i + 1]]`, and write where tiles end."""
    tile_at = np.empty(cell_to.size, np.int64)
    for route in range(start.size):
        tiles = 0
        for cell in range(tile_at.size):
            tile_at[cell] = tiles if is_unnamed[start[route], cell] else -1
            tiles += is_unnamed[start[route], cell]
        for step in range(first[route] + 1, first[route + 1]):
            tile_at[hole_at[step - 1]] = tile_at[hole_at[step]]
            tile_at[hole_at[step]] = -1
        for cell in range(tile_at.size):
            if tile_at[cell] >= 0:
                tile_to[route, tile_at[cell]] = cell_to[cell]


# Starts of the second phase


class Starts(NamedTuple):
    """The deep boards of the second phase, by the cell of the hole, the deepest first; cell i begins at `first[i]`."""

    first: Numbers
    tiles: Cells
    """For each board and name, the cell of the tile."""
    depth: Numbers
    least: int
    slots: Keys
    """A hash table of the boards, as packed numbers; 0 where it is empty."""
    slot_depth: Cells


@njit(cache=True, nogil=True)
def pack(hole: int, tiles: Cells) -> np.uint64:
    """Pack the cells of the hole and of the named tiles into a number other than 0."""
    packed = np.uint64(hole + 1)
    for cell in tiles:
        packed = packed << np.uint64(5) | np.uint64(cell)
    return packed


@njit(cache=True, nogil=True)
def find_slot(packed: np.uint64, slots: Keys) -> int:
    """Return the slot of a packed board, or the empty one where it belongs."""
    slot = np.int64(packed * np.uint64(0x9E3779B97F4A7C15) >> np.uint64(24)) & (slots.size - 1)
    while slots[slot] and slots[slot] != packed:
        slot = (slot + 1) & (slots.size - 1)
    return slot


@njit(cache=True, nogil=True)
def fill_slots(starts: Starts) -> None:
    """Enter all boards into the hash table."""
    for hole in range(starts.first.size - 1):
        for board in range(starts.first[hole], starts.first[hole + 1]):
            packed = pack(hole, starts.tiles[board])
            slot = find_slot(packed, starts.slots)
            starts.slots[slot], starts.slot_depth[slot] = packed, starts.depth[board]


def make_starts(puzzle: Puzzle, deep: DeepBoards) -> Starts:
    """Sort the deep boards of the second phase, and make their hash table."""
    cells = puzzle.cells(deep.boards)
    hole = (cells == 0).argmax(axis=1)
    order = np.lexsort((-deep.depths, hole))
    names = [name for name in range(1, cells.max(initial=1) + 1) if name != unnamed(puzzle)]
    tiles = np.stack([(cells == name).argmax(axis=1) for name in names], axis=1).astype(np.uint8)
    slots = np.zeros(1 << (2 * order.size).bit_length(), np.uint64)
    first = np.searchsorted(hole[order], np.arange(cells.shape[1] + 1))
    starts = Starts(first, tiles[order], deep.depths[order], deep.least, slots, np.zeros(slots.size, np.uint8))
    fill_slots(starts)
    return starts


# Pairs


@njit(cache=True, nogil=True)
def has_good_route(board: int, tiles: Cells, most: int, routes: Routes, starts: Starts, cells: Cells) -> bool:
    """Whether a board of the first phase has a route with which both phases take at most `most` moves.

    `tiles` are the unnamed tiles that the second phase names, and `cells` has room for as many.
    """
    for route in range(routes.first[board], routes.first[board + 1]):
        for name in range(tiles.size):
            cells[name] = routes.tile_to[route, tiles[name]]
        slot = find_slot(pack(routes.hole[route], cells), starts.slots)
        depth = starts.slot_depth[slot] if starts.slots[slot] else starts.least - 1
        if routes.length[route] + depth <= most:
            return True
    return False


@njit(cache=True, nogil=True)
def find_unproved(
    begin: int, most: Numbers, routes: Routes, starts: Starts, left_boards: Numbers, left_tiles: Cells
) -> tuple[int, int, int]:
    """Look at all pairs of the boards from `begin` on, and write the pairs that have no good route.

    Return where it stopped because there may be no room for the pairs of the next board, how many pairs there were, and
    how many are left. All other ways to name the unnamed tiles of a board are good with its shortest route.
    """
    pairs, left, tile_of = 0, 0, np.empty(routes.tile_to.shape[1] + 1, np.uint8)
    tiles, cells = np.empty(left_tiles.shape[1], np.uint8), np.empty(left_tiles.shape[1], np.uint8)
    for board in range(begin, most.size):
        own = routes.length[routes.first[board] : routes.first[board + 1]]
        shortest = routes.first[board] + np.argmin(own)
        hole = routes.hole[shortest]
        first, end = starts.first[hole], starts.first[hole]
        while end < starts.first[hole + 1] and routes.length[shortest] + starts.depth[end] > most[board]:
            end += 1
        if left + end - first > left_boards.size:
            return board, pairs, left
        pairs += end - first
        for tile in range(routes.tile_to.shape[1]):
            tile_of[routes.tile_to[shortest, tile]] = tile
        for start in range(first, end):
            for name in range(tiles.size):
                tiles[name] = tile_of[starts.tiles[start, name]]
            if not has_good_route(board, tiles, most[board], routes, starts, cells):
                left_boards[left], left_tiles[left] = board, tiles
                left += 1
    return most.size, pairs, left


@njit(cache=True, nogil=True)
def are_unproved(boards: Numbers, tiles: Cells, most: Numbers, routes: Routes, starts: Starts) -> npt.NDArray[np.bool_]:
    """Whether pairs have no good route among others than before."""
    cells, answer = np.empty(tiles.shape[1], np.uint8), np.empty(boards.size, np.bool_)
    for pair in range(boards.size):
        board = boards[pair]
        answer[pair] = not has_good_route(board, tiles[pair], most[board], routes, starts, cells)
    return answer


@dataclass(frozen=True)
class Batch:
    """The counts for one batch of boards of the first phase."""

    boards: int
    pairs: int
    left: Numbers
    """How many pairs were left after each entry of FREE_MOVES; the last ones are unproved."""


def prove_pairs(
    table: Table, first: DeepBoards, second: Puzzle, deep: DeepBoards, rest: int, moves: int
) -> Iterator[Batch]:
    """Look at all pairs of deep boards of two phases. If nothing is left, every board takes at most `moves` moves."""
    last = int(deep.depths.max())
    if first.least - 1 + last + rest > moves:
        raise typer.BadParameter(f"the first phase is needed from depth {moves - last - rest + 1}")
    starts, most = make_starts(second, deep), most_of(table, first.boards, moves) - rest
    chosen = np.flatnonzero(first.depths + last > most)

    def look_at(batch: Numbers) -> Batch:
        boards, batch_most = first.boards[batch], most[batch]
        routes = find_routes(table, boards, FREE_MOVES[0])
        if (np.minimum.reduceat(routes.length, routes.first[:-1]) + starts.least - 1 > batch_most).any():
            raise typer.BadParameter(f"the second phase is needed from a lower depth than {starts.least}")
        room_boards, room_tiles = np.empty(MOST_LEFT, np.int64), np.empty((MOST_LEFT, starts.tiles.shape[1]), np.uint8)
        begin, all_pairs, all_left = 0, 0, np.zeros(len(FREE_MOVES), np.int64)
        while begin < batch.size:
            stopped, pairs, left = find_unproved(begin, batch_most, routes, starts, room_boards, room_tiles)
            if stopped == begin:
                raise typer.BadParameter("a board has too many pairs")
            left_boards, left_tiles = room_boards[:left], room_tiles[:left]
            all_left[0] += left
            for number, free_moves in enumerate(FREE_MOVES[1:], 1):
                unproved = look_again(table, boards, batch_most, starts, left_boards, left_tiles, free_moves)
                left_boards, left_tiles = left_boards[unproved], left_tiles[unproved]
                all_left[number] += left_boards.size
            begin, all_pairs = stopped, all_pairs + pairs
        return Batch(batch.size, all_pairs, all_left)

    with ThreadPoolExecutor(2) as pool:
        yield from pool.map(look_at, np.split(chosen, range(BATCH_BOARDS, chosen.size, BATCH_BOARDS)))


def most_of(table: Table, boards: Keys, moves: int) -> Numbers:
    """Return for each board the greatest sum of depths with which it takes at most `moves` moves: that, or one more."""
    ranks = table.ranking.ranks(np.append(boards, np.uint64(table.puzzle.home)))
    parity = table.ranking.parity_of(ranks // table.ranking.shape.boards_per_row)
    if parity is None:
        return np.full(boards.size, moves)
    is_odd = parity[:-1] != parity[-1]
    return moves + (is_odd == moves % 2)


def look_again(
    table: Table, boards: Keys, most: Numbers, starts: Starts, left_boards: Numbers, left_tiles: Cells, moves: int
) -> npt.NDArray[np.bool_]:
    """Look for routes with more free moves, and return whether each pair is still unproved."""
    unproved, again = np.empty(left_boards.size, np.bool_), np.unique(left_boards)
    step = max(1, BATCH_ROUTES >> moves)
    for begin in range(0, again.size, step):
        part = again[begin : begin + step]
        first, last = np.searchsorted(left_boards, [part[0], part[-1] + 1])
        routes = find_routes(table, boards[part], moves)
        indices = np.searchsorted(part, left_boards[first:last])
        unproved[first:last] = are_unproved(indices, left_tiles[first:last], most[part], routes, starts)
    return unproved


# One depth


def has_solution(puzzle: Puzzle, board: int, easier: Table, moves: int) -> tuple[bool, int]:
    """Whether a board can be solved in at most `moves` moves, and how many boards were looked at.

    A breadth-first search leaves out boards that need too many moves in a phase that names fewer of the tiles.
    """
    names = list(easier.puzzle.cell_names)
    number_of = np.array([names.index(name if name in names else "x") for name in puzzle.cell_names], np.uint8)
    before, layer, count = np.empty(0, np.uint64), np.array([board], np.uint64), 1
    for left in range(moves, 0, -1):
        if puzzle.meets(layer).any():
            break
        following = np.setdiff1d(puzzle.successors(layer), np.union1d(before, layer))
        least = easier.depths_of(easier.puzzle.keys(number_of[puzzle.cells(following)]))
        before, layer = layer, following[least < left]
        count += layer.size
    return bool(puzzle.meets(layer).any()), count


# Commands

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Prove bounds of boards that are solved in phases.",
)


@app.command("unreached")
def list_unreached(table: Path, file: Path) -> None:
    """List the boards that an unfinished table has not reached."""
    manifest = read_table(table).header.manifest
    ranking = ranking_of(load_manifest_puzzle(manifest))
    ranks = unreached_ranks(table, ranking)
    steps = steps_to_others(ranks, ranking).astype(np.uint8)
    columns = pa.table({"rank": ranks, "steps": steps})
    pq.write_table(columns.replace_schema_metadata({"depth": str(manifest.depth + 1)}), file)
    print(f"{ranks.size:,} boards at depth {manifest.depth + 1} or deeper")


@app.command("prove")
def prove_moves(
    moves: int,
    first: Path,
    second: Path,
    rest: int,
    first_deep: Annotated[Path | None, typer.Option(help="What `unreached` listed of the first table.")] = None,
    second_deep: Annotated[Path | None, typer.Option(help="What `unreached` listed of the second table.")] = None,
) -> None:
    """Prove that every board takes at most MOVES moves; exit 1 if pairs are left."""
    tables = open_table(first), open_table(second)
    print(f"{tables[0].last_depth} + {tables[1].last_depth} + {rest} moves are enough; to prove: {moves}")
    if tables[0].last_depth + tables[1].last_depth + rest <= moves:
        raise typer.Exit
    least = moves - rest - tables[1].last_depth + 1, moves - rest - tables[0].last_depth - SPARE_DEPTHS
    deep = [
        read_deep(file, table) if file else deep_boards(table, max(0, depth))
        for file, table, depth in zip((first_deep, second_deep), tables, least, strict=True)
    ]
    boards, pairs, left = 0, 0, np.zeros(len(FREE_MOVES), np.int64)
    for batch in prove_pairs(tables[0], deep[0], tables[1].puzzle, deep[1], rest, moves):
        boards, pairs, left = boards + batch.boards, pairs + batch.pairs, left + batch.left
        print(f"{boards:,} boards, {pairs:,} pairs, left after {FREE_MOVES} free moves: {left.tolist()}", flush=True)
    print(f"{left[-1]:,} pairs are unproved" if left[-1] else f"{moves} moves are enough")
    raise typer.Exit(int(left[-1] > 0))


@app.command("needs")
def needs_moves(moves: int, puzzle: str, board: str, table: Path) -> None:
    """Check that a board needs so many moves: fewer are not enough, and these are."""
    phase, easier = load(puzzle), open_table(table)
    for most in (moves - 1, moves):
        is_solved, count = has_solution(phase, phase.key(board), easier, most)
        print(f"{'a' if is_solved else 'no'} solution of at most {most} moves, {count:,} boards")
        if is_solved != (most == moves):
            raise typer.Exit(1)


if __name__ == "__main__":
    try:
        app()
    except SlidefrontError as error:
        sys.exit(str(error))
