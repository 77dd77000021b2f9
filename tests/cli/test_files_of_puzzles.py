"""Files whose lines are each a puzzle of their own, with lines among them that are not."""

import pytest

LISTED = "1 2 3 0 4 5 6 7 8 9 10 11 12 13 14 15\n1 2 3 7 4 5 6 0 8 9 10 11 12 13 14 15\n"


def test_puzzles_on_standard_input(slidefront):
    solved = ["1 2 3/4 _ 5/7 8 6:2:LU", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15:1:L"]
    lines = "\r\n".join(line.partition(":")[0] for line in solved)
    assert slidefront("solve", "-", given=f"\ufeff{lines}\r\n").out.splitlines() == solved
    assert slidefront("solve", "-", "-q", given="1 2 3\n4 0 5\n7 8 6\n").out == "5 L\n6 U\n"
    toml = 'kind = "tiles"\nhome = "123/456/78_"\ngoal = "123/456/7_8"\n'
    assert slidefront("solve", "-", "-q", given=toml).out == "8 R\n"
    board = slidefront("solve", "-", "--start", "home", "--goal", "123/4_6/758", "-q", given=toml)
    assert board.out == "8 R\n5 D\n"


@pytest.mark.parametrize("ending", ["txt", "jsonl"])
def test_a_pack_names_its_puzzle_and_is_read_in_every_form(slidefront, refused, ending):
    slidefront("problems", "8-puzzle", "--depths", "2:4", "--count", "6", "--out", f"pack.{ending}")
    said = refused("solve", f"pack.{ending}")
    command = f"solve pack.{ending} --start pack.{ending}"
    assert f"has problems of 8-puzzle: name it as puzzle and as start; try `slidefront {command}`" in said
    lengths = [line.split(":")[1] for line in slidefront(*command.split()).out.splitlines()]
    assert lengths == ["2", "2", "3", "3", "4", "4"]
    assert len(slidefront("solvable", "8-puzzle", f"pack.{ending}").out.splitlines()) == 6


CARDS = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM\n50 ooIBBBooIKooAAJKoLCCJDDLGHEEoLGHFFoo\n"


@pytest.mark.parametrize(("text", "words"), [(CARDS, ()), (LISTED, ("--goal", "hole-first"))])
def test_answers_to_lines_that_are_each_a_puzzle_are_checked(slidefront, tmp_path, text, words):
    (tmp_path / "many.txt").write_text(text)
    slidefront("solve", "many.txt", *words, "--out", "answers.jsonl")
    done = slidefront("replay", "many.txt", "answers.jsonl")
    assert done.err.splitlines()[-1] == "2 routes; 2 legal, to the goal"
    if words:
        (tmp_path / "lines.txt").write_text(slidefront("solve", "many.txt", *words).out)
        assert slidefront("replay", "many.txt", "lines.txt").err == "2 routes; 2 legal\n"
        assert slidefront("replay", "many.txt", "lines.txt", *words).err == "2 routes; 2 legal, to the goal\n"


def test_check_takes_the_metric_and_the_goal_of_the_answers(slidefront, refused, tmp_path):
    (tmp_path / "boards.txt").write_text("1234_5786\n12345_786\n")
    solve = ["solve", "8-puzzle", "--start", "boards.txt", "--metric", "line", "--out"]
    for goal, name in (("hole-last", "last"), ("12345678_", "board")):
        slidefront(*solve, f"{name}.jsonl", "--goal", goal)
    replay = ["replay", "8-puzzle"]
    for words in (
        ["last.jsonl"],
        ["board.jsonl"],
        ["last.jsonl", "--goal", "hole-last", "--metric", "line"],
        ["board.jsonl", "--goal", "12345678_"],
    ):
        assert slidefront(*replay, *words).err == "2 routes; 2 legal, to the goal\n"
    other = "the text has problems of 8-puzzle (line metric, home _12345678, goal 12345678_)"
    for words in (["last.jsonl", "--metric", "step"], ["last.jsonl", "--goal", "home"]):
        assert refused(*replay, *words).startswith(other)


def test_answers_to_other_puzzles_are_named(slidefront, tmp_path):
    (tmp_path / "many.txt").write_text("1 2 3 4 0 5 7 8 6\n1 2 3 4 5 6 7 0 8\n")
    (tmp_path / "answers.txt").write_text("1 2 3 4 0 5 7 8 6:2:5 8\n# line 2: none\n8 2 3:1:8\n1 2 3 4 5 6 7 0 8:1:3\n")
    done = slidefront("replay", "many.txt", "answers.txt", code=1)
    assert "line 3: the line must start with a board of many.txt and a colon" in done.err
    assert done.err.splitlines()[-1] == "3 routes; 1 legal, to the goal; 1 illegal; 1 could not be answered"


@pytest.mark.parametrize("form", ["steps", "grouped", "letters", "hole-letters", "places"])
def test_answers_in_every_format_are_continued_and_checked(slidefront, tmp_path, form):
    """The header of the answers says what their moves mean."""
    boards = "0 4 3/7 1 5/8 2 6\n1 2 3/4 5 6/7 0 8\nbad\n1 2 3/4 0 5/7 8 6\n"
    (tmp_path / "boards.txt").write_text(boards)
    for words, asked in (
        (["8-puzzle"], ["8-puzzle", "--start", "boards.txt", "--goal", "hole-last"]),
        (["boards.txt"], ["boards.txt"]),
    ):
        command = ["solve", *asked, "--format", form, "--out", f"{words[0]}.answers.jsonl"]
        slidefront(*command, code=1)
        said = slidefront(*command, code=1).err.splitlines()[-1]
        assert said == f"4 boards in {words[0]}.answers.jsonl, 3 of them answered before; 1 could not be answered"
        done = slidefront("replay", *words, f"{words[0]}.answers.jsonl")
        assert done.err.splitlines()[-1] == "3 routes; 3 legal, to the goal"
