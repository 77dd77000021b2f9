"""Boards that people type on the command line in place of a puzzle: solved, or refused in one line with the place."""

SCRAMBLE = "5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12"


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
