"""Boards that people type on the command line in place of a puzzle: solved, or refused in one line with the place."""

import pytest

SCRAMBLE = "5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12"
CARD = "ooIBBBooIKooAAJKoLCCJDDLGHEEoLGHFFoo"


def test_a_scramble_alone_is_solved_and_its_moves_come_back_as_typed(slidefront):
    answer = slidefront("solve", SCRAMBLE)
    assert answer.out.splitlines() == ["13 D", "9 D", "5 D", "1 L", "2 L", "3 U", "7 U", "11 L", "12 U"]
    assert "9 moves (5 groups), the fewest possible" in answer.err
    assert slidefront("solve", SCRAMBLE, "--format", "letters", "-q").out == "D3L2U2LU\n"
    assert slidefront("solve", SCRAMBLE, "--format", "hole-letters", "-q").out == "uuurrddrd\n"
    assert slidefront("solve", "15-puzzle", "--from", SCRAMBLE, "-q").out == answer.out


def test_the_ways_of_the_hole_are_replayed_where_they_are_named(slidefront, refused):
    words = ("replay", "15-puzzle", "uuurrddrd", "--from", SCRAMBLE)
    assert "column 1: " in refused(*words)
    assert "9 moves" in slidefront(*words, "--format", "hole-letters").out
    refused(*words, "--format", "steps")


def test_an_unsolvable_scramble_says_how_it_would_be_solvable(slidefront):
    odd = SCRAMBLE.replace("14 15", "15 14")
    assert slidefront("solve", odd, "-q", code=1).err.endswith("use --to hole-first\n")
    assert slidefront("solve", odd, "--to", "hole-first", "-q").out
    again = slidefront("solve", SCRAMBLE, "--to", "hole-first", "-q", code=1)
    assert again.err.endswith("use --to hole-last\n")
    assert slidefront("solve", SCRAMBLE, "--to", "hole-last", "-q").out.startswith("13 D\n")


def test_a_card_never_drives_sideways(slidefront):
    answer = slidefront("solve", CARD)
    assert len(answer.out.splitlines()) == 50
    ways = {}
    for line in answer.out.splitlines():
        car, way = line.split()
        ways.setdefault(car, set()).update(way)
    assert all(of <= {"U", "D"} or of <= {"L", "R"} for of in ways.values())
    assert len(slidefront("solve", CARD, "--axis", "none", "--to", "A 2 4").out.splitlines()) < 50


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["solve", "1 2 0/4 5 _/6 7 3"], "line 1, column 11: "),
        (["solve", "klotski", "--axis", "all"], "--axis, --frozen and --groups are for grids: klotski says these"),
        (["solve", "AAB/C.B/CDD", "--frozen", "Z"], "(--frozen)"),
        (["solve", "klotski", "--to", "hole-first"], "klotski has no tiles in order around a hole: name the board"),
        (["solve", "1 2 3/4 _ 5/7 8 6", "--from", "1 2 3/4 5 x/7 8 6"], "line 1, column 11: "),
    ],
)
def test_what_cannot_be_told_is_refused(refused, words, message):
    assert message in refused(*words)


def test_groups_and_frozen_pieces_of_a_grid(slidefront):
    grid = "AB./CC."
    assert slidefront("solve", grid, "--to", "A 0 2", "-q").out
    assert "no solution" in slidefront("solve", grid, "--to", "A 0 2", "--frozen", "B", code=1).err


@pytest.mark.parametrize("words", [["solve"], ["solve", "15-puzzle", "--from"]])
def test_a_board_among_words_is_refused_at_its_place(slidefront, words):
    answer = slidefront(*words, "Hi all!\n5 1 2 4\n9 6 3 8\n13 10 7 11\n0 14 15 12\n", code=2)
    first, line, caret = answer.err.splitlines()
    assert "line " in first
    assert caret.strip() == "^"
    assert line.strip()
