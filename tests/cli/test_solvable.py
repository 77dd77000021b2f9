import json


def test_each_board_is_answered_in_order(slidefront):
    answer = slidefront("solvable", "15-puzzle", "1234/5678/9abc/def_", "1234/5678/9abc/dfe_", "123456789acbdfe_")
    assert answer.out == ("yes      123456789abcdef_\nno       123456789abcdfe_\nyes      123456789acbdfe_\n")
    assert answer.err == ""


def test_a_small_space_of_blocks_is_explored(slidefront):
    """Pieces in one row cannot pass each other."""
    answer = slidefront("solvable", "AAB./####", "AAB./####", ".AAB/####", "BAA./####")
    assert [line.split()[0] for line in answer.out.splitlines()] == ["yes", "yes", "no"]


def test_what_only_exploring_can_tell_is_offered(slidefront):
    answer = slidefront("solvable", "mural", slidefront("show", "mural", "0 L").out.splitlines()[-1])
    assert answer.out.startswith("unknown  ")
    assert answer.err == (
        "to find out about unknown boards, explore the puzzle:\n"
        "    slidefront expand mural\n    slidefront depth data/mural BOARD\n"
    )


def test_without_boards_home_is_asked_about(slidefront):
    assert slidefront("solvable", "5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12").out == ("yes      51249638da7b_efc\n")
    answer = slidefront("solvable", "5 1 2 4/9 6 3 8/13 10 7 11/0 15 14 12")
    assert answer.out.startswith("no ")
    assert "solvable with the goal hole-first" in answer.err
    assert json.loads(slidefront("solvable", "8-puzzle", "--json").out)["answers"] == [
        {"line": 1, "board": "_12345678", "solvable": True}
    ]
    assert "try `slidefront solve klotski`" in slidefront("solvable", "klotski", code=2).err
