"""Tiles and graphs against the naive twin: moves, working keys, parity, texts and labels."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.errors import PuzzleError
from slidefront.notation.load import load, read_puzzle
from slidefront.puzzles import library
from slidefront.puzzles.puzzle_file import read_puzzle_file
from slidefront.puzzles.transfer.notation import Labels
from slidefront.puzzles.transfer.puzzle import TransferPuzzle
from tests import naive
from tests.messages import refused
from tests.strategies import Case, cases, graph_case, keys_of, moderate, movers, tile_case
from tests.strategies_blocks import expanded, one


def star(vertices: int) -> Case:
    """The mover in the middle of a star, every label distinct."""
    return graph_case(tuple(range(vertices)), tuple((0, leaf) for leaf in range(1, vertices)))


def wheel(vertices: int, spokes: int) -> Case:
    """A ring with chords from vertex 0, so that vertex 0 has `spokes` neighbours."""
    ring = [(vertex, (vertex + 1) % vertices) for vertex in range(vertices)]
    chords = [(0, vertex) for vertex in range(2, spokes)]
    return graph_case(tuple(range(vertices)), tuple(ring + chords))


LIBRARY = {name: puzzle for name in library.names() if isinstance(puzzle := load(name), TransferPuzzle)}
SHAPES = {  # name: (case, used-move bits)
    "15 tiles, last cell folded": (tile_case(4, 4, (*range(1, 16), 0)), 4),
    "14 tiles, last cell folded": (tile_case(4, 4, (*range(1, 15), 0, 0)), 4),
    "4 equal tiles, folded": (tile_case(4, 4, (*[1, 2] * 7, 0, 0)), 4),
    "15 cells, room for 4 bits": (tile_case(3, 5, (*range(1, 15), 0)), 4),
    "15 cells, 5 neighbours, folded": (wheel(15, 5), 8),
    "15 cells, 8 neighbours, folded": (wheel(15, 8), 8),
    "15 cells, 9 neighbours, no room": (wheel(15, 9), 0),
    "14 cells, 8 neighbours": (wheel(14, 8), 8),
    "14 cells, 12 neighbours, folded": (wheel(14, 12), 12),
    "13 cells, 12 neighbours": (wheel(13, 12), 12),
    "13 cells, star": (star(13), 12),
    "16 cells, 4 neighbours, folded": (wheel(16, 4), 4),
    "16 cells, 5 neighbours, no room": (wheel(16, 5), 0),
    "16 cells, star": (star(16), 0),
    "2 cells": (star(2), 4),
    "1 cell": (star(1), 0),
}


def expanded_keys(puzzle: TransferPuzzle, work: int) -> list[int]:
    return sorted(puzzle.working.unpack(expanded(puzzle, one(work))).tolist())


def packed(puzzle: TransferPuzzle, key: int) -> int:
    return int(puzzle.working.pack(one(key))[0])


def check_expand(case: Case, boards: list[naive.Board]) -> None:
    """With no move used, expand gives exactly the naive successors, board by board and all at once; so do edges."""
    puzzle = case.puzzle
    every = []
    for board in boards:
        expected = sorted(naive.key(after) for after in case.successors(board))
        actual = expanded_keys(puzzle, packed(puzzle, naive.key(board)))
        assert actual == expected
        every += expected
    keys = keys_of(boards)
    before = keys.copy()
    actual = puzzle.working.unpack(expanded(puzzle, puzzle.working.pack(keys)))
    assert sorted(actual.tolist()) == sorted(every)
    rows, after = puzzle.successor_pairs(keys)
    assert sorted(zip(rows.tolist(), after.tolist(), strict=True)) == sorted(
        (row, naive.key(after)) for row, board in enumerate(boards) for after in case.successors(board)
    )
    assert np.array_equal(keys, before)
    assert expanded(puzzle, keys[:0]).size == 0


def check_used_moves(case: Case, board: naive.Board) -> dict[int, int]:
    """Each used bit takes away at most one move, each move has its bit; return the bits and the moves."""
    puzzle = case.puzzle
    work = packed(puzzle, naive.key(board))
    every = expanded_keys(puzzle, work)
    taken = {}
    for bit in (1 << place for place in range(puzzle.working.bits)):
        missing = set(every) - set(expanded_keys(puzzle, work | bit))
        assert len(missing) <= 1
        if missing:
            taken[bit] = missing.pop()
    assert sorted(taken.values()) == every
    return taken


def check_undoing_moves(case: Case, board: naive.Board) -> None:
    """A successor carries one bit, which takes away exactly the move back."""
    puzzle = case.puzzle
    low = (1 << puzzle.working.bits) - 1
    for work in expanded(puzzle, puzzle.working.pack(keys_of([board]))).tolist():
        after = naive.board(int(puzzle.working.unpack(one(work))[0]), len(board))
        assert (work & low).bit_count() == 1
        back = sorted(naive.key(other) for other in case.successors(after) if other != board)
        assert expanded_keys(puzzle, work) == back


@pytest.mark.parametrize("name", LIBRARY)
def test_library_puzzles_have_naive_successors(name: str) -> None:
    puzzle = LIBRARY[name]
    rows, columns = puzzle.frame.rows, puzzle.frame.columns
    edges = tuple((move.start, move.end) for move in puzzle.frame.moves if move.start < move.end)
    home = naive.board(puzzle.home, rows * columns)
    case = Case(puzzle, puzzle.text, home, rows, columns, edges if puzzle.kind == "graph" else None)
    check_expand(case, case.walk(400))


@pytest.mark.parametrize(("case", "used_bits"), SHAPES.values(), ids=SHAPES)
def test_working_keys_of_every_shape(case: Case, used_bits: int) -> None:
    puzzle = case.puzzle
    assert puzzle.working.bits == used_bits
    check_expand(case, case.walk(100))
    for board in case.walk(20) if used_bits else []:
        check_used_moves(case, board)
        check_undoing_moves(case, board)
    keys = np.sort(keys_of(case.walk(200)))
    work = puzzle.working.pack(keys)
    low = np.uint64((1 << used_bits) - 1)
    assert not np.any(work & low)
    assert np.all(work[:-1] < work[1:])
    assert np.array_equal(puzzle.working.unpack(work), keys)
    assert np.array_equal(puzzle.working.unpack(work | low), keys)
    assert used_bits or np.array_equal(work, keys)


@moderate
@given(cases())
def test_any_puzzle_has_naive_moves(case: Case) -> None:
    puzzle = case.puzzle
    assert puzzle.home == naive.key(case.home)
    check_expand(case, case.walk(12))
    for board in case.walk(20):
        expected = {move: (movers(puzzle, board, after), naive.key(after)) for move, after in case.moves(board).items()}
        moves = puzzle.moves(naive.key(board))
        assert len(moves) == len(expected)
        assert {move.path: (move.piece, move.key) for move in moves} == expected
        assert all(str(move) == f"{move.piece} {move.path}" for move in moves)


@moderate
@given(cases(), st.data())
def test_only_used_moves_are_omitted(case: Case, data: st.DataObject) -> None:
    puzzle = case.puzzle
    if puzzle.working.bits == 0:
        return
    board = case.walk(6)[-1]
    taken = check_used_moves(case, board)
    check_undoing_moves(case, board)
    used = data.draw(st.integers(0, (1 << puzzle.working.bits) - 1))
    expected = sorted(after for bit, after in taken.items() if not used & bit)
    assert expanded_keys(puzzle, packed(puzzle, naive.key(board)) | used) == expected


@moderate
@given(cases())
def test_moves_change_parity_or_there_is_no_parity(case: Case) -> None:
    puzzle = case.puzzle
    boards = case.walk(20)
    sides = puzzle.parity_of and puzzle.parity_of(keys_of(boards))
    if case.edges is None:
        assert sides is not None
    if sides is None:
        return
    assert set(sides.tolist()) <= {0, 1}
    for board, side in zip(boards, sides.tolist(), strict=True):
        after = puzzle.parity_of(keys_of(case.successors(board)))
        assert after is not None
        assert np.all(after == 1 - side)


@pytest.mark.parametrize(
    ("edges", "bipartite"),
    [
        (((0, 1), (1, 2), (2, 3), (3, 0)), True),
        (((0, 1), (1, 2), (2, 0)), False),
        (((0, 1), (2, 3), (3, 4), (4, 2)), False),
        (((0, 1), (2, 3)), True),
        (((0, 1), (1, 2), (2, 3), (3, 4), (4, 0)), False),
    ],
)
def test_bipartite_graph_has_parity(edges: tuple[tuple[int, int], ...], bipartite: bool) -> None:
    puzzle = graph_case((0, 1, 2, 3, 4), edges).puzzle
    assert (puzzle.parity_of is not None) is bipartite


@moderate
@given(cases())
def test_boards_round_trip_through_text_and_cells(case: Case) -> None:
    puzzle = case.puzzle
    boards = case.walk(12)
    keys = keys_of(boards)
    assert [tuple(row) for row in puzzle.cells(keys).tolist()] == boards
    assert puzzle.keys(boards).tolist() == keys.tolist()
    holes = [tuple(cell for cell, label in enumerate(board) if label == 0) for board in boards]
    assert [puzzle.frame.holes[puzzle.frame.anchor(key)] for key in keys.tolist()] == holes
    assert [puzzle.parse(puzzle.format(key)) for key in keys.tolist()] == keys.tolist()


def test_equal_puzzles_have_equal_identities_and_others_do_not() -> None:
    same = read_puzzle(
        'kind = "tiles"\ntitle = "x"\nhome = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 ."\ngoal = "123456789abcdef_"'
    )
    other_start = read_puzzle('kind = "tiles"\nhome = "2134/5678/9abc/def_"')
    repeated = read_puzzle('kind = "tiles"\nhome = "1134/5678/9abc/def_"')
    identity = LIBRARY["15-puzzle"].identity()
    assert same.identity() == identity
    assert other_start.identity() != identity  # boards are marked by the hole and the tiles at home
    assert repeated.identity() != identity
    assert LIBRARY["14-puzzle"].identity() != identity
    assert LIBRARY["pillars"].identity() != LIBRARY["pillars-6"].identity()


def test_tiles_can_have_names() -> None:
    puzzle = read_puzzle('kind = "tiles"\nhome = "C _ C/C C C"\n')
    assert (puzzle.format(puzzle.home), puzzle.names) == ("C_CCCC", ("_", "C"))
    assert read_puzzle('kind = "tiles"\nhome = "A_9/123"\n').names[10] == "10"
    text = 'kind = "tiles"\nhome = "t0 t1 t2 t3/t4 t5 t6 t7/t8 t9 ta tb/tc td te {}"'
    assert read_puzzle_file(text.format("_")).home == 0x123456789ABCDEF0
    assert refused(PuzzleError, read_puzzle_file, text.format("tf"))


def test_graph_files_may_mark_the_mover_and_list_edges_in_any_order() -> None:
    first = read_puzzle_file('kind = "graph"\nhome = "AB_"\nedges = [[0, 1], [1, 2]]')
    other = read_puzzle_file('kind = "graph"\nhome = "AB_"\nedges = [[2, 1], [1, 0]]')
    assert first.identity() == other.identity()
    for mark in "_.0":
        puzzle = read_puzzle_file(f'kind = "graph"\nhome = "A{mark}B"\nedges = [[0, 1]]')
        assert puzzle.parse(f"A{mark}B") == puzzle.home == naive.key((1, 0, 2))


@pytest.mark.parametrize(
    ("home", "names", "read"),
    [
        ("3 1 _ B", "_ 1 2 3 4 5 6 7 8 9 a b", {"_": 0, ".": 0, "0": 0, "9": 9, "a": 10, "A": 10, "10": 10, "11": 11}),
        (
            "1 2 _ b",
            "_ 1 2 3 4 5 6 7 8 9 a b",
            dict.fromkeys(["12", "c", "x", "-1", "1.0", "__", "٣", "1" * 5000]),
        ),
        ("red green _ red 2", "_ red green 2", {"green": 2, "2": 3, ".": 0, "0": 0, "1": None, "Red": None}),
        ("1 2 16 _", "_ 1 2 16", {"16": 3, "3": None}),
        ("G a A _", "_ G a A", {"a": 2, "A": 3, "g": None, "G": 1}),
    ],
    ids=["numbers", "no numbers", "names", "beyond 15", "letters beyond f"],
)
def test_tiles_have_labels(home: str, names: str, read: dict[str, int | None]) -> None:
    labels = Labels.of_tiles(home.split())
    assert labels.names == tuple(names.split())
    assert labels.numbered == ("3" in names)
    assert {token: labels.label(token) for token in read} == read


def test_labels_of_a_graph_count_in_file_order_after_the_mover() -> None:
    labels = Labels.of_graph(list("BAFAC"), "F")
    assert labels.names == ("F", "B", "A", "C")
    assert [labels.label(token) for token in "FBAC_f1"] == [0, 1, 2, 3, None, None, None]
    assert [Labels.of_graph(list("b_a"), "_").label(token) for token in "_.0ba"] == [0, 0, 0, 1, 2]
