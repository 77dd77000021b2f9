import pytest
from hypothesis import given

from slidefront.errors import PuzzleError
from slidefront.notation.load import load, read_puzzle
from slidefront.puzzles.puzzle_file import graph_frame, graph_puzzle
from tests import naive
from tests.messages import refused
from tests.strategies import Case, check_moves, graph_case, graph_cases, moderate

PILLARS = ((0, 5), (0, 6), (1, 5), (1, 6), (1, 7), (2, 6), (2, 7), (2, 8), (3, 7), (3, 8), (3, 9), (4, 8), (4, 9))
PILLARS_6 = ((0, 3), (0, 4), (1, 3), (1, 4), (1, 5), (2, 4), (2, 5))


@pytest.mark.parametrize(("name", "edges"), [("pillars", PILLARS), ("pillars-6", PILLARS_6)])
def test_moves_of_the_pillars_are_those_of_the_naive_twin(name: str, edges: tuple[tuple[int, int], ...]) -> None:
    puzzle = load(name)
    cells = puzzle.frame.cells
    case = graph_case(naive.board(puzzle.home, cells), edges)
    for board in case.walk(400):
        check_moves(puzzle, case, board)


@moderate
@given(graph_cases())
def test_moves_of_any_graph_are_those_of_the_naive_twin(case: Case) -> None:
    assert case.puzzle.home == naive.key(case.home)
    for board in case.walk(20):
        check_moves(case.puzzle, case, board)


def test_the_mover_swaps_with_a_neighbour() -> None:
    puzzle = graph_puzzle("path", "", ["A", "C", "B"], "C", [(0, 1), (2, 1)])
    moves = {str(move): puzzle.format(move.key) for move in puzzle.successors(puzzle.home)}
    assert moves == {"C 0": "CAB", "C 2": "ABC"}


def test_a_frame_has_every_edge_both_ways() -> None:
    shape = graph_frame(4, [(2, 0), (0, 1)])
    assert (shape.rows, shape.columns, shape.cells) == (1, 4, 4)
    assert shape.holes == ((0,), (1,), (2,), (3,))
    assert [(move.start, move.end, move.name, move.carries) for move in shape.moves] == [
        *[(0, 1, "1", ((1, 0),)), (0, 2, "2", ((2, 0),))],
        *[(1, 0, "0", ((0, 1),)), (2, 0, "0", ((0, 2),))],
    ]


def test_the_order_of_edges_and_of_their_ends_does_not_matter() -> None:
    one = graph_puzzle("one", "", list("AB_"), None, [(0, 1), (1, 2)])
    other = graph_puzzle("other", "", list("AB_"), None, [(2, 1), (1, 0)])
    assert one.identity() == other.identity()


@pytest.mark.parametrize("mark", ["_", ".", "0"])
def test_a_mover_may_be_marked_instead_of_named(mark: str) -> None:
    puzzle = graph_puzzle("marked", "", ["A", mark, "B"], None, [(0, 1)])
    assert puzzle.home == naive.key((1, 0, 2))
    assert puzzle.parse(f"A{mark}B") == puzzle.home


def test_labels_with_long_names_are_written_apart() -> None:
    puzzle = graph_puzzle("names", "", ["Ann", "Bob", "me"], "me", [(0, 1), (1, 2)])
    assert puzzle.format(puzzle.home) == "Ann Bob me"
    assert puzzle.parse("Ann, Bob, me") == puzzle.home


def test_a_home_of_long_names_in_a_file_keeps_them_whole() -> None:
    text = 'kind = "graph"\nhome = "Ann Bob Eve"\nmover = "Eve"\nedges = [[0, 1], [1, 2]]\n'
    puzzle = read_puzzle(text)
    assert puzzle.format(puzzle.home) == "Ann Bob Eve"


def test_a_graph_without_edges_stands_still() -> None:
    puzzle = graph_puzzle("still", "", ["A", "B"], "A", [])
    assert puzzle.successors(puzzle.home) == []
    assert puzzle.most_successors == 0


@pytest.mark.parametrize(
    ("home", "mover", "edges", "what"),
    [
        ("ABC", None, [], "no mover"),
        ("ABC", "X", [], "the mover 'X' is not on the home board A B C"),
        ("AAC", "A", [], "the mover 'A' stands 2 times on the home board A A C"),
        ("A" * 36 + "_", "_", [], "37 cells is too large: tile boards and graphs have at most 36"),
        ("AB", "A", [(0, 2)], "edge 0-2 goes to vertex 2; the vertices are 0 to 1"),
        ("AB", "A", [(-1, 0)], "edge -1-0 goes to vertex -1"),
        ("AB", "A", [(1, 1)], "edge 1-1 joins a vertex to itself"),
        ("AB", "A", [(0, 1), (1, 0)], "edge 1-0 is given twice"),
    ],
)
def test_a_graph_that_is_none_is_refused(home: str, mover: str | None, edges: list[tuple[int, int]], what: str) -> None:
    assert what in refused(PuzzleError, graph_puzzle, "none", "", list(home), mover, edges)
