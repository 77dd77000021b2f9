"""What people paste on the command line: solved, or refused in one line; and always with how it was read."""

import shlex

import pytest

SCRAMBLE = "5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12"
CARD = "..IBBB\n..IK..\nAAJK.L\nCCJDDL\nGHEE.L\nGHFF.."
RUSH = "read as Rush Hour: cars move along their length, A has to come to the right end of row 3; use axis=none"


def test_a_scramble_alone_is_solved_and_its_moves_come_back_as_typed(slidefront):
    answer = slidefront("solve", SCRAMBLE)
    assert answer.out.splitlines() == ["13 D", "9 D", "5 D", "1 L", "2 L", "3 U", "7 U", "11 L", "12 U"]
    assert "9 moves (5 groups), the fewest possible" in answer.err
    assert slidefront("solve", SCRAMBLE, "--format", "letters", "-q").out == "D3L2U2LU\n"
    assert slidefront("solve", SCRAMBLE, "--format", "hole-letters", "-q").out == "uuurrddrd\n"
    assert slidefront("solve", SCRAMBLE, "--format", "tiles", "-q").out == "13, 9, 5, 1, 2, 3, 7, 11, 12\n"
    assert slidefront("solve", "15-puzzle", "--from", SCRAMBLE, "-q").out == answer.out


def test_an_unsolvable_scramble_says_how_it_would_be_solvable(slidefront):
    odd = SCRAMBLE.replace("14 15", "15 14")
    answer = slidefront("solve", odd, "-q", code=1)
    assert answer.err == (
        "no solution: the goal is an odd permutation of the start, and moves make only even ones; "
        "it would be solvable with the hole first: use --to hole-first\n"
    )
    assert slidefront("solve", odd, "--to", "hole-first", "-q").out
    again = slidefront("solve", SCRAMBLE, "--to", "hole-first", "-q", code=1)
    assert again.err.endswith("; it would be solvable with the hole last: use --to hole-last\n")
    assert slidefront("solve", SCRAMBLE, "--to", "hole-last", "-q").out.startswith("13 D\n")


def test_a_card_in_six_lines_never_drives_sideways(slidefront):
    answer = slidefront("solve", CARD)
    assert answer.err.startswith(RUSH)
    assert len(answer.out.splitlines()) == 50
    ways = {}
    for line in answer.out.splitlines():
        car, way = line.split()
        ways.setdefault(car, set()).update(way)
    assert all(of <= {"U", "D"} or of <= {"L", "R"} for of in ways.values())
    blocks = slidefront("solve", CARD, "--axis", "none", "--to", "A 2 4")
    assert "read as Rush Hour" not in blocks.err
    assert len(blocks.out.splitlines()) < 50


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["solve", "15-puzzle", "--from", "[[1,2,3,4],[5,6,7,8],[9,10,11,12],[13,14,null,15]]"],
         "read the board as 1 2 3 4/5 6 7 8/9 10 11 12/13 14 _ 15: a list of lists, null is the hole\n"),
        (["show", "| 1 | 2 |\n|---|---|\n| 3 |   |"], "read as tiles: a table, the empty cell is the hole\n"),
        (["info", "AXXB\nAXXB\nC__D"], "read as blocks: _ is blank\n"),
        (["show", "klotski", "AXXB\nAXXB\nCDDE\nCFGE\nH__I"], "read the board as AXXB/AXXB/CDDE/CFGE/H..I: _ is"),
        (["replay", "8-puzzle", "urdl", "--from", "1 2 3/8 x 4/7 6 5"], None),
    ],
)  # fmt: skip
def test_how_a_text_was_read_is_said(slidefront, words, said):
    if said is None:
        answer = slidefront(*words, code=2)
        assert answer.err.startswith(
            "read the board as 1238_4765: x is the hole\nslidefront: the moves are legal where"
        )
        assert slidefront(*words, "--read-as", "letters").err.endswith("letters are the way that the tiles go\n")
    else:
        assert slidefront(*words).err.startswith(said)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["solve", "1 2 0/4 5 _/6 7 3"],
            "the board has both _ and 0: write the hole as _",
        ),
        (
            ["solve", "klotski", "--axis", "all"],
            "--axis, --frozen and --groups are for grids: klotski says these",
        ),
        (["solve", "AAB/C.B/CDD", "--frozen", "Z"], "frozen names 'Z'; the pieces of the grid are A B C D"),
        (["solve", "klotski", "--to", "hole-first"], "klotski has no tiles in order around a hole: name the board"),
        (
            ["replay", "8-puzzle", "L", "--read-as", "blank"],
            "the reading 'blank' is unknown: choose from rows, ",
        ),
        (
            ["replay", "8-puzzle", "https://example.org/replay?r=N4IgbgpgT"],
            "line 1, column 1: expected a way (U, D, L or R)",
        ),
    ],
)
def test_what_cannot_be_told_is_refused(refused, words, message):
    assert message in refused(*words)


def test_groups_and_frozen_pieces_of_a_grid(slidefront):
    grid = "AB./CC."
    assert slidefront("solve", grid, "--to", "A 0 2", "-q").out
    frozen = slidefront("solve", grid, "--to", "A 0 2", "--frozen", "B", code=1)
    assert "no solution" in frozen.err


def test_korf_starts_with_the_hole_first(slidefront, tmp_path):
    (tmp_path / "korf.txt").write_text("79  0  1  9  7 11 13  5  3 14 12  4  2  8  6 10 15\n")
    answer = slidefront("solve", "15-puzzle", "--from", "korf.txt", "--to", "hole-first")
    assert len(answer.out.splitlines()) == 42


LETTER = "Hi all!\n5 1 2 4\n9 6 3 8\n13 10 7 11\n0 14 15 12\nCan you do it?"


@pytest.mark.parametrize("words", [["solve", LETTER], ["solve", "15-puzzle", "--from", LETTER]])
def test_a_board_among_words_is_refused_with_a_command_that_works(slidefront, words):
    answer = slidefront(*words, code=2)
    first, line, caret, *command = answer.err.splitlines()
    assert first.startswith("slidefront: line 2, column 5: ")
    assert line == "  5 1 2 4"
    assert caret.strip() == "^"
    copied = shlex.split("\n".join(command).removeprefix("these lines alone can be read: "))
    assert slidefront(*copied[1:], "--format", "letters", "-q").out == "D3L2U2LU\n"


@pytest.mark.parametrize(
    "words",
    [["15-puzzle", "--from", "51249638da7b_efc"], ["5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12"], ["AXXB/AXXB/...."]],
)
def test_nothing_is_said_of_a_plain_board(slidefront, words):
    assert "read" not in slidefront("show" if len(words) == 1 else "solve", *words).err


@pytest.mark.parametrize(
    "file", ["board,length\n1234_5786,2\n", "1 1 2 3 4 0 5 7 8 6\n", "[[1,2,3],[4,null,5],[7,8,6]]\n"]
)
@pytest.mark.parametrize("words", [["solve"], ["replay", "L,U"], ["show"], ["solvable"], ["expand", "--depth", "1"]])
def test_no_remark_is_printed_twice(slidefront, tmp_path, words, file):
    """Neither how the puzzle was read, nor what a file holds."""
    (tmp_path / "w.txt").write_text(file)
    command, *more = words
    start = ["w.txt"] if command in ("show", "solvable") else ["--from", "w.txt"]
    answer = slidefront(command, "1 2 3/4 5 x/7 8 6", *more, *start)
    said = answer.err.splitlines()
    assert len(said) == len({*said}), said
    assert said.count("read as tiles: x is the hole") == 1


def test_a_quiet_command_does_not_say_what_a_file_holds(slidefront, tmp_path):
    (tmp_path / "n.txt").write_text("1 1 2 3 4 0 5 7 8 6\n")
    assert slidefront("solve", "8-puzzle", "--from", "n.txt", "--to", "hole-last", "-q").err == ""


BOTH = "6 1 2 3 4 0 5 7 8 6\n"


@pytest.mark.parametrize(
    ("words", "given", "names"),
    [
        (["solvable", "8-puzzle", "-"], BOTH, ["boards", "numbered"]),
        (["replay", "8-puzzle", "-"], "1 L,4 U,4 D,1 R\n1 L,4 U,4 D,1 R\n", ["route", "routes"]),
    ],
)
def test_the_readings_of_a_file_are_chosen_by_their_names(slidefront, words, given, names):
    said = slidefront(*words, code=2, given=given).err
    assert said.endswith(f"use --read-as {names[0]} or --read-as {names[1]}\n")
    for name in names:
        answer = slidefront(*words, "--read-as", name, given=given)
        assert "changes nothing" not in answer.err
