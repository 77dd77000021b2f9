import re


def test_show_draws_a_board(slidefront):
    expected = """\
┌───┬───┬───┐
│ · │ 1 │ 2 │
├───┼───┼───┤
│ 3 │ 4 │ 5 │
├───┼───┼───┤
│ 6 │ 7 │ 8 │
└───┴───┴───┘
_12345678
"""
    assert slidefront("show", "8-puzzle").out == expected
    assert "│  5 │ 10 │" in slidefront("show", "14-puzzle", "3e__/5a1c/9876/b2d4").out


def test_show_draws_a_graph(slidefront):
    lines = slidefront("show", "pillars-6", "goal").out.splitlines()
    assert re.findall(r"\d:\S", "".join(lines).replace("⠤", " ")) == ["0:[", "4:E", "2:C", "3:D", "1:B", "5:A"]
    assert lines[-2] == "[F] moves to a vertex next to its own, and swaps with what is there."
    assert lines[-1] == "FBCDEA"


def test_blocks_are_drawn_however_the_puzzle_is_given(slidefront):
    expected = slidefront("show", "klotski").out
    assert expected.endswith("\n│ H │ ·   · │ I │\n└───┴───────┴───┘\nAXXB/AXXB/CDDE/CFGE/H..I\n")
    assert slidefront("show", "-", given="AXXB\nAXXB\nCDDE\nCFGE\nH..I\n").out == expected
    assert slidefront("show", "AXXB/AXXB/CDDE/CFGE/H..I").out == expected
    assert slidefront("show", "mural", "goal").out.splitlines()[-1].startswith("1 . . . 0/4 3 . . 2/")


def test_a_board_of_a_file_is_drawn_as_one_that_is_typed(slidefront, tmp_path):
    (tmp_path / "board.txt").write_text("3124756_8\n")
    assert slidefront("show", "8-puzzle", "board.txt").out == slidefront("show", "8-puzzle", "3124756_8").out
    slidefront("show", "8-puzzle", "board.txt", "-o", "file.svg")
    slidefront("show", "8-puzzle", "3124756_8", "-o", "typed.svg")
    assert (tmp_path / "file.svg").read_text() == (tmp_path / "typed.svg").read_text()
