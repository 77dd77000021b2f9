"""Forms in which routes are pasted, and what each says: moves written by hand, or the column of the refusal."""

import pytest

from slidefront import load, read_puzzle
from slidefront.errors import RouteError
from slidefront.routes.read import read_routes
from slidefront.routes.replay import replay
from tests.messages import refused

CARD = "AAB.../..BC../XXBC../DDDC../...EEE/......"
START = {"15-puzzle": "5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12"}
"""Nine moves from the goal: the tiles 13 9 5 down, 1 2 left, 3 7 up, 11 left, 12 up."""
NINE = "13 D,9 D,5 D,1 L,2 L,3 U,7 U,11 L,12 U"
THREE = "13 D,9 D,5 D"
TWO = "13 D,9 D"
FORMS = [
    # tiles and their ways
    ("15-puzzle", "13 D, 9 D", TWO),
    ("15-puzzle", "13 D,9 D", TWO),
    ("15-puzzle", "13 D\n9 D\n5 D\n", THREE),
    ("15-puzzle", "13 D\r\n9 D\r\n\r\n5 D", THREE),
    ("15-puzzle", "13 D, \n9 D", TWO),
    ("15-puzzle", "13 D 9 D 5 D", THREE),
    ("15-puzzle", "13\tD\n9\tD", TWO),
    ("15-puzzle", "13D 9D 5D", THREE),
    ("15-puzzle", "13D,9D,5D", THREE),
    ("15-puzzle", "13D9D5D", 4),
    ("15-puzzle", "13d 9d", TWO),
    ("15-puzzle", "dD 9D", TWO),
    ("15-puzzle", "d D, 9 D", TWO),
    ("15-puzzle", "13 9 5 D\n1 2 L", "13 D,9 D,5 D,1 L,2 L"),
    ("15-puzzle", "13 down, 9 Down", TWO),
    ("15-puzzle", "13↓ 9↓", TWO),
    ("15-puzzle", "13 | D", 6),
    ("15-puzzle", "13 D, 9 D, 5", 13),
    ("15-puzzle", "13 D 9 D D", 10),
    ("15-puzzle", "13 D 9 5 D", 8),
    ("15-puzzle", "13 D, D", 7),
    ("15-puzzle", "D 13, D 9", 3),
    ("15-puzzle", "13 DD", 5),
    ("15-puzzle", "13 D2", 5),
    ("15-puzzle", "99 L", 1),
    ("15-puzzle", "0 U", 1),
    ("15-puzzle", "move 13 down", 1),
    ("15-puzzle", "13 down then 9 down", 9),
    ("15-puzzle", "13 D, not 9 D", 7),
    ("15-puzzle", "(13,D),(9,D)", 1),
    ("15-puzzle", "1. 13 D\n2. 9 D", 2),
    ("15-puzzle", "13-D 9-D", 3),
    ("15-puzzle", "13 D,, 9 D", 6),
    ("15-puzzle", "13 D, 9 D,", 11),
    ("15-puzzle", ",13 D", 1),
    # ways alone
    ("15-puzzle", "D3L2U2LU", NINE),
    ("15-puzzle", "DDDLLUULU", NINE),
    ("15-puzzle", "D D D L L U U L U", NINE),
    ("15-puzzle", "D,D,D", THREE),
    ("15-puzzle", "D3 L2\nU2LU", NINE),
    ("15-puzzle", "d3l2u2lu", NINE),
    ("15-puzzle", "uuurrddrd", NINE),
    ("15-puzzle", "↓↓↓←←↑↑←↑", NINE),
    ("15-puzzle", "↓3 ←2", "13 D,9 D,5 D,1 L,2 L"),
    ("15-puzzle", "Down Down Down Left Left Up Up Left Up", NINE),
    ("15-puzzle", "up up up right right down down right down", NINE),
    ("15-puzzle", "\ufeffD3L2U2LU", NINE),
    ("15-puzzle", "DDdl", 3),
    ("15-puzzle", "D, D', 2L", 5),
    ("15-puzzle", "D3L2 # easy", "13 D,9 D,5 D,1 L,2 L"),
    ("15-puzzle", "# from a book\nD3L2", "13 D,9 D,5 D,1 L,2 L"),
    ("15-puzzle", "```\nD3L2U2LU\n```", NINE),
    ("15-puzzle", "```text\nD3\nL2\n```", "13 D,9 D,5 D,1 L,2 L"),
    ("15-puzzle", "```\nD3L2", 5),
    ("15-puzzle", "D D D ... U", 7),
    ("15-puzzle", "D3L2U2LU...", 9),
    ("15-puzzle", "D3L2 - LU", 6),
    ("15-puzzle", "D.D.D", 2),
    ("15-puzzle", "D -> D", 3),
    ("15-puzzle", "D;D", 2),
    ("15-puzzle", "D0", 2),
    ("15-puzzle", "D 3", 3),
    ("15-puzzle", "D x3", 3),
    ("15-puzzle", "D999999", 2),
    ("15-puzzle", "wasd", 1),
    ("15-puzzle", "SSWN", 1),
    ("15-puzzle", "vv<^", 1),
    ("15-puzzle", ">>> DD", 1),
    ("15-puzzle", "oben links", 1),
    ("15-puzzle", "hole: UUURRDDRD", 1),
    ("15-puzzle", "moves = DDD", 1),
    ("15-puzzle", "Solution: DDD", 1),
    ("15-puzzle", '"DDD"', 1),
    ("15-puzzle", "https://example.org/r?moves=D3L2U2LU", 1),
    ("15-puzzle", "<pre>D3</pre>", 1),
    # the number of moves
    ("15-puzzle", "DDDLLUULU (9 moves)", NINE),
    ("15-puzzle", "DDDLLUULU (9)", 11),
    ("15-puzzle", "9 moves: DDDLLUULU", NINE),
    ("15-puzzle", "9 moves\n13 9 5 1 2 3 7 11 12", NINE),
    ("15-puzzle", "1 move: D", "13 D"),
    ("15-puzzle", "DDDLLUULU (8 moves)", "the text says that these are 8 moves; they are 9"),
    ("15-puzzle", "9 moves: DDDLLUULU (9 moves)", 20),
    ("15-puzzle", "9: DDDLLUULU", 2),
    ("15-puzzle", "DDD, (3 moves)", 15),
    ("15-puzzle", "DDD (3 tiles)", 5),
    # numbers alone
    ("15-puzzle", "13 9 5 1 2 3 7 11 12", NINE),
    ("15-puzzle", "13, 9, 5, 1, 2, 3, 7, 11, 12", NINE),
    ("15-puzzle", "d, 9, 5, 1", "13 D,9 D,5 D,1 L"),
    ("15-puzzle", "8 4 0 1 2 6 10 11 15", NINE),
    ("15-puzzle", "8|4|0|1|2|6|10|11|15", NINE),
    ("15-puzzle", "13", "14 L"),
    ("15-puzzle", "13|d", 4),
    ("15-puzzle", "[13, 9, 5]", 2),
    # blocks
    (CARD, "C U, D R", "C U,D R"),
    (CARD, "C U\nD RR", "C U,D R,D R"),
    (CARD, "C U D R", "C U,D R"),
    (CARD, "CU1 DR2 EL1", "C U,D R,D R,E L"),
    (CARD, "CU DRR EL", "C U,D R,D R,E L"),
    (CARD, "C-1 D+2", "C U,D R,D R"),
    (CARD, "C up, D right", "C U,D R"),
    (CARD, "C↑ D→2", "C U,D R,D R"),
    (CARD, "C2", 2),
    (CARD, "C 2", 3),
    (CARD, "C U 2", 5),
    (CARD, "cu dr2", 1),
    (CARD, "C U, red R", 6),
    (CARD, "CU, D R", 5),
    (CARD, "C U then D R", 5),
    (CARD, "C: up", 2),
    (CARD, "C0", 2),
    ("klotski", "H R, C D", "H R,C D"),
    ("klotski", "HR CD", "H R,C D"),
    ("klotski", "I LU", "move 1, I LU: G is in the way"),
    ("klotski", "H+1", 2),
    ("klotski", "Big D", 2),
    ("mural", "0 L,1 LLL", "0 L,1 L,1 L,1 L"),
    # graphs
    ("pillars-6", "F 1, F 3", "F 1,F 3"),
    ("pillars-6", "F 1 3", 1),
]


@pytest.mark.parametrize(("name", "text", "expected"), FORMS)
def test_a_form_is_read_as_the_table_says(name: str, text: str, expected: str | int) -> None:
    puzzle = read_puzzle(name) if "/" in name else load(name)
    if isinstance(expected, int):
        found = refused(RouteError, read_routes, puzzle, text)
        assert found.startswith(f"line {1 + text.startswith('```')}, column {expected}: ")
        return
    (written,) = read_routes(puzzle, text)
    done = replay(puzzle, written, START.get(name))
    steps = ",".join(f"{_decimal(move.what)} {move.way}" for move in done.steps)
    assert expected in (str(done.fault), steps)
    assert (done.fault is None) == (expected == steps)


def _decimal(tile: str) -> str:
    """Write a tile of the 15-puzzle as the table does."""
    return str(int(tile, 16)) if tile in "abcdef" else tile


def test_the_table_is_short() -> None:
    assert len(FORMS) <= 120
