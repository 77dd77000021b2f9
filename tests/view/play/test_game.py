"""The game without a terminal."""

from itertools import pairwise
from random import Random

import pytest

import slidefront
from slidefront.errors import RouteError
from slidefront.routes.route import Route
from slidefront.view.play.advice import Adviser
from slidefront.view.play.game import Game, piece_for, step_on_graph


def game(name, start=None):
    puzzle = slidefront.load(name)
    return Game(puzzle, puzzle.home if start is None else start)


def board(played):
    return played.position.text


def test_a_push_moves_a_piece_or_says_what_is_in_its_way():
    played = game("klotski")
    assert played.push((4, 0), "R") == ""
    assert board(played) == "AXXB/AXXB/CDDE/CFGE/.H.I"
    assert played.push((0, 1), "D") == "D is in the way"
    assert played.push((4, 0), "L") == "there is no piece to move"
    assert played.moves == 1


def test_moves_are_counted_in_the_metric():
    for metric, moves in (("step", 2), ("slide", 1), ("move", 1)):
        puzzle = slidefront.load("klotski", metric)
        played = Game(puzzle, puzzle.home)
        played.push((4, 0), "R")
        played.push((4, 1), "R")
        assert played.moves == moves


def test_actions_are_undone_and_redone():
    played = game("klotski")
    before = board(played)
    played.push((4, 0), "R")
    middle = board(played)
    played.make("G", "D")
    after = board(played)
    assert played.undo()
    assert board(played) == middle
    assert played.undo()
    assert not played.undo()
    assert board(played) == before
    assert played.redo()
    assert played.redo()
    assert not played.redo()
    assert board(played) == after
    played.reset()
    assert (board(played), played.moves) == (before, 0)
    assert played.redo()
    assert board(played) == after


def test_a_dragged_block_goes_round_corners_the_short_way():
    puzzle = slidefront.read_puzzle("A..\n##.\n...\n", metric="step")
    played = Game(puzzle, puzzle.home)
    start = len(played.history)
    played.drag(start, (0, 0), (2, 0))
    assert board(played) == ".../##./A.."
    assert played.moves == 6
    played.drag(start, (0, 0), (1, 2))
    assert (board(played), played.moves) == (".../##A/...", 3)
    played.drag(start, (0, 0), (0, 0))
    assert played.moves == 0
    assert not played.undo()


def test_a_drag_is_undone_as_one():
    puzzle = slidefront.read_puzzle("A../##./...", metric="step")
    played = Game(puzzle, puzzle.home)
    played.drag(1, (0, 0), (2, 0))
    played.undo()
    assert played.position.key == puzzle.home


def test_a_block_that_is_stopped_comes_as_near_as_it_can():
    played = game("klotski")
    played.drag(1, (4, 0), (4, 3))
    assert board(played) == "AXXB/AXXB/CDDE/CFGE/..HI"
    assert board(game("klotski")) == "AXXB/AXXB/CDDE/CFGE/H..I"


def test_a_piece_held_by_its_far_end_is_brought_by_that_end():
    played = game("rush-hour-50")
    played.drag(1, (0, 5), (0, 3))
    assert board(played).split("/")[0] == "..IBBB"
    played.drag(1, (4, 0), (5, 0))
    assert played.moves == 0
    played.drag(1, (4, 5), (5, 5))
    assert board(played).split("/")[-1] == "GHFF.L"


@pytest.mark.parametrize(("name", "start", "cell", "to", "expected"), [
    ("8-puzzle", "1234_5678", (0, 1), (1, 1), "1_3425678"),
    ("8-puzzle", "1234_5678", (0, 0), (1, 1), "1234_5678"),
    ("3x5+1x2", None, (2, 2), (2, 4), "123456789abc__d"),
    ("3x5+1x2", None, (1, 3), (2, 3), "12345678__bcd9a"),
    ("pillars", None, (0, 9), (0, 3), "ABCJEFGHID"),
])  # fmt: skip
def test_tiles_and_movers_are_dragged(name, start, cell, to, expected):
    played = game(name, start)
    played.drag(1, cell, to)
    assert board(played) == expected
    assert played.moves == (expected != (start or expected + "."))


def test_a_mover_is_dragged_along_the_shortest_way_on_its_graph():
    played = game("pillars")
    played.drag(1, (0, 9), (0, 0))
    assert played.position.key in [move.key for move in played.puzzle.successors(played.history[-2].key)]
    assert board(played)[0] == "J"
    assert played.moves == slidefront_distance(9, 0)


def slidefront_distance(start, end):
    drawing = slidefront.load("pillars").position("ABCDEFGHIJ").drawing()
    near = {start: 0}
    waiting = [start]
    for vertex in waiting:
        for edge in drawing.graph.edges:
            for other in set(edge) - {vertex} if vertex in edge else ():
                if other not in near:
                    near[other] = near[vertex] + 1
                    waiting.append(other)
    return near[end]


@pytest.mark.parametrize("name", ["8-puzzle", "klotski", "pillars"])
def test_a_new_board_can_be_solved_and_the_same_random_numbers_give_the_same(name):
    boards = []
    for seed in (1, 1, 2):
        played = game(name)
        played.push((0, 0), "R")
        played.shuffle(Random(seed))
        assert (played.moves, played.undo(), played.redo()) == (0, False, False)
        boards.append(board(played))
    assert boards[0] == boards[1] != boards[2]
    assert slidefront.solve(name, boards[2]).optimum is not None


def test_a_click_knows_the_ways_of_a_piece():
    assert game("8-puzzle", "1234_5678").ways((0, 1)) == [("2", "D")]
    assert game("8-puzzle", "1234_5678").ways((0, 0)) == []
    assert game("klotski").ways((4, 0)) == [("H", "R")]
    assert game("pillars").ways((0, 3)) == [("J", "3")]
    assert game("pillars").ways((0, 0)) == []


def test_a_game_follows_a_route():
    route = slidefront.solve("8-puzzle", "3124756_8").route
    played = game("8-puzzle")
    played.begin(route.positions[0])
    for move in route.moves:
        played.make(move.what, move.way)
    assert played.solved
    assert played.moves == 3


def test_a_puzzle_without_a_drawing_cannot_be_played(monkeypatch):
    played = game("8-puzzle")
    monkeypatch.setattr(type(played.puzzle), "drawing", lambda *_: None)
    with pytest.raises(RouteError, match="offers no drawing"):
        played.drawing()


def test_advice_is_the_length_of_a_shortest_route_and_is_kept_along_it():
    puzzle = slidefront.load("8-puzzle")
    adviser = Adviser(puzzle)
    assert adviser.recall("8_6547231") is None
    found = adviser.search("8_6547231", lambda: False)
    assert found.fewest == 31
    for number, words in enumerate(found.route.boards):
        known = adviser.recall(words)
        assert known.fewest == 31 - number
        assert known.hint == (found.route.moves[number] if number < 31 else None)
    assert isinstance(found.route, Route)


def test_advice_says_why_there_is_none():
    assert "odd permutation" in Adviser(slidefront.load("15-puzzle")).search("123456789abcdfe_", lambda: False).why
    goalless = slidefront.read_puzzle("AB./..C")
    assert "has no goal" in Adviser(goalless).search(goalless.format(goalless.home), lambda: False).why


def test_a_search_that_is_stopped_leaves_nothing():
    puzzle = slidefront.load("klotski")
    adviser = Adviser(puzzle)
    assert adviser.search(puzzle.format(puzzle.home), lambda: True) is None
    assert adviser.recall(puzzle.format(puzzle.home)) is None


@pytest.mark.parametrize(
    ("name", "start"),
    [
        ("klotski", None),
        ("euler-766", None),
        ("rush-hour-50", None),
        ("pillars", None),
        ("3x5+1x2", None),
        ("15-puzzle", "5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12"),
    ],
)
def test_whatever_a_person_does_is_a_move_of_the_puzzle(name, start):
    """Pieces keep the names that they had at the start, which the key of a later board does not tell."""
    random, played = Random(1), game(name, start)
    steps = slidefront.load(name, "step") if "step" in played.puzzle.metrics else played.puzzle
    for _ in range(60):
        drawing, way = played.drawing(), random.choice("UDLR")
        if drawing.graph is not None:
            move = step_on_graph(played.position, drawing, way)
            if move is not None:
                played.make(move.what, move.way)
        elif (cell := piece_for(played.position, drawing, way)) is not None:
            assert played.push(cell, way) == ""
        drawing = played.drawing()
        cells = [*drawing.owners]
        played.drag(len(played.history), random.choice(cells), random.choice([*cells, *drawing.blanks]))
    assert len(played.history) > 15
    for before, after in pairwise(played.history):
        assert after.key in [move.key for move in steps.successors(before.key)]
