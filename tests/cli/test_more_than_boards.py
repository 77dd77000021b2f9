"""Files and texts that say more than boards: goals, second boards, and comments that change how boards are read."""

import json

import pytest

START, GOAL = "724506831", "012345678"
TO = "use --to for the goal"
OTHER_HOLE = "the text says '8 is the blank', and the board would be read with another hole"
COLUMNS = "the text lists a board by columns, or turns it"
GOAL_LAST = "1 2 3/4 5 6/7 8 0"


@pytest.mark.parametrize(
    "line",
    [
        f"{START} -> {GOAL}",
        f"{START} {GOAL}",
        f"{START},{GOAL}",
        f"{START}:{GOAL}",
        f"{START} goal {GOAL}",
        f"{START} # goal {GOAL}",
        f"I have {START} and want {GOAL}",
        f"python solver.py --goal {GOAL} --start {START}",
        f"724/506/831 {GOAL}",
    ],
)
def test_a_line_with_two_boards_is_reported(slidefront, refused, tmp_path, line):
    (tmp_path / "two.txt").write_text(f"{START} 26\n{line}\n{START}\n")
    for words in (("solvable", "8-puzzle", "two.txt"), ("solve", "8-puzzle", "--from", "two.txt")):
        answer = slidefront(*words, code=1)
        first, bad, last = answer.out.splitlines()
        assert first == last
        assert bad.startswith("# line 2: the line has two boards: ")
        assert bad.endswith(f": {TO}")
    assert "the line has two boards" in refused("solve", "8-puzzle", "--from", line)


def test_a_length_is_not_a_board(slidefront, tmp_path):
    (tmp_path / "small.txt").write_text("123_ 3120\n123_ 12\n")
    assert slidefront("solvable", "2x2", "small.txt", code=1).out.splitlines() == [
        f"# line 1: the line has two boards: 123_ and 3120: {TO}",
        "yes      123_",
    ]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"Start: {START}\nGoal: {GOAL}\n", 2),
        ("Initial State:\n7 2 4\n5 0 6\n8 3 1\n\nGoal State:\n0 1 2\n3 4 5\n6 7 8\n", 6),
        ("start = [[7,2,4],[5,0,6],[8,3,1]]\ngoal = [[0,1,2],[3,4,5],[6,7,8]]\n", 2),
        (f"Goal: {START}\n", 1),
        (f"{START}\n->\n{GOAL}\n", 2),
        (f"# start\n{START}\n# goal\n{GOAL}\n", 3),
        (f"{START} (start)\n{GOAL} (goal)\n", 2),
        (f"# goal: {GOAL}\n{START}\n", 1),
        (f'{{\n"board": "{START}",\n"goal": "{GOAL}"\n}}\n', 3),
    ],
)
def test_a_line_that_names_a_goal_is_refused(refused, tmp_path, text, line):
    (tmp_path / "goal.txt").write_text(text)
    said = refused("solvable", "8-puzzle", "goal.txt")
    assert f"goal.txt, line {line}: " in said
    assert f"names a goal: {TO}" in said
    assert said == refused("solve", "8-puzzle", "--from", "goal.txt")


@pytest.mark.parametrize(
    ("comment", "why"),
    [
        ("# 8 is the blank", OTHER_HOLE),
        ("#8 is the blank", OTHER_HOLE),
        ("# all boards are column-major", COLUMNS),
        ("# the goal has the blank in the corner", "the text describes a goal in words"),
    ],
)
def test_a_comment_that_contradicts_the_boards_is_refused(slidefront, refused, tmp_path, comment, why):
    (tmp_path / "said.txt").write_text(f"7 2 4/5 0 6/8 3 1\n{comment}\n7 2 4/5 0 6/8 3 1\n")
    for words in (("solvable", "8-puzzle", "said.txt"), ("solve", "8-puzzle", "--from", "said.txt")):
        assert f"said.txt, line 2: {why}" in refused(*words)
    assert why in refused("solve", "said.txt")
    (tmp_path / "beside.txt").write_text(f"{START}\n{START} {comment}\n")
    assert f"\n# line 2: {why}" in slidefront("solvable", "8-puzzle", "beside.txt", code=1).out


def test_own_comments_and_harmless_ones_are_left_out(slidefront, tmp_path):
    own = (
        f"# puzzle: 8-puzzle, metric: step\n# slidefront solve to goal: x\n# line 2: no goal: 1\n# easy ones\n{START}\n"
    )
    (tmp_path / "own.txt").write_text(own)
    assert slidefront("solvable", "8-puzzle", "own.txt").out == f"yes      {START}\n"


@pytest.mark.parametrize("name", ["goal", "target", "to", "end", "hole", "blank", "layout", "order"])
def test_columns_that_change_the_question_are_refused(refused, tmp_path, name):
    (tmp_path / "named.csv").write_text(f"board,{name}\n{START},{GOAL}\n{START},\n")
    (tmp_path / "named.jsonl").write_text(json.dumps({"board": START, name.title(): GOAL}) + "\n")
    for file in ("named.csv", "named.jsonl"):
        said = refused("solvable", "8-puzzle", file)
        assert f"{file}: the column {name} is not read: " in said
        assert said == refused("solve", "8-puzzle", "--from", file)


def test_columns_and_headings_that_disagree_with_the_command_are_refused(slidefront, refused, tmp_path):
    for file in ("of.csv", "of.txt"):
        slidefront("problems", "8-puzzle", "--metric", "line", "--depth", "3", "--per-depth", "2", "--out", file)
        said = f"{file} has problems of 8-puzzle (line metric, home _12345678, goal _12345678), and the command asks "
        asked = "for 8-puzzle (step metric, home _12345678, goal _12345678): name the pack itself as the puzzle"
        assert said + asked in refused("solve", "8-puzzle", "--from", file)
        assert said + asked in refused("compare", "8-puzzle", "--cases", file)
        assert said + asked in refused("solvable", "8-puzzle", file)
        assert "3x3 (line metric, home 12345678_, goal 12345678_)" in refused(
            "solve", "3x3", "--from", file, "--metric", "line"
        )
        answers = slidefront("solve", "8-puzzle", "--from", file, "--metric", "line").out
        assert answers == slidefront("solve", file, "--from", file).out
        assert [line.split(":")[1] for line in answers.splitlines()] == ["3", "3"]
    (tmp_path / "level.csv").write_text(f"board,puzzle\n{START},level 3\n")
    assert "level.csv says which puzzle it is of, and it is not the record" in refused(
        "solvable", "8-puzzle", "level.csv"
    )


OWN = f"7 2 4/5 0 6/8 3 1 -> 0 1 2/3 4 5/6 7 8\nStart: 1 2 3/4 0 5/7 8 6, Goal: {GOAL_LAST}\n{GOAL} -> {START}\n"


def test_each_line_may_be_a_start_and_a_goal(slidefront, refused, tmp_path):
    (tmp_path / "own.txt").write_text(OWN)
    slidefront("solve", "own.txt", "--out", "answers.txt")
    _, *answers = (tmp_path / "answers.txt").read_text().splitlines()
    assert [answer.split(":")[1] for answer in answers] == ["26", "2", "26"]
    assert answers[1] == "1234_5786 -> 12345678_:2:5|8"
    assert "3 legal (3 to the goal)" in slidefront("check", "own.txt", "answers.txt").err
    assert "3 of them answered before" in slidefront("solve", "own.txt", "--out", "answers.txt").err
    assert "26" in slidefront("compare", "own.txt").out
    for command in ("solve", "compare"):
        assert "line 1 names its own goal" in refused(command, "own.txt", "--to", "hole-first")


def test_a_goal_column_is_the_goal_of_its_line(slidefront, refused, tmp_path):
    boards = [("1 2 3/4 _ 5/7 8 6", "1 2 3/4 5 6/7 8 _"), ("1 2 3/4 _ 5/7 8 6", [[1, 2, 3], [4, 5, 6], [7, 0, 8]])]
    lines = [json.dumps({"board": board, "goal": goal}) for board, goal in boards]
    (tmp_path / "own.jsonl").write_text("\n".join([*lines, '{"board": "1 2 3/4 _ 5/7 8 6"}', ""]))
    assert slidefront("solve", "own.jsonl").out.splitlines() == [
        "1 2 3/4 _ 5/7 8 6 -> 1 2 3/4 5 6/7 8 _:2:5|8",
        "1 2 3/4 _ 5/7 8 6 -> [[1, 2, 3], [4, 5, 6], [7, 0, 8]]:3:5|8|7",
        "1 2 3/4 _ 5/7 8 6:2:5|8",
    ]
    assert "line 1 names its own goal" in refused("solve", "own.jsonl", "--to", "hole-first")
    (tmp_path / "own.csv").write_text(f"board,goal\n{START},{GOAL}\n{GOAL},{START}\n")
    lengths = [line.split(":")[1] for line in slidefront("solve", "own.csv").out.splitlines()]
    assert lengths == ["26", "26"]


@pytest.mark.parametrize(
    "text",
    [
        "Start: 7 2 4/5 0 6/8 3 1\nGoal: 0 1 2/3 4 5/6 7 8\n",
        "7 2 4/5 0 6/8 3 1\n->\n0 1 2/3 4 5/6 7 8\n",
        f"Start: {START}\nGoal: {GOAL}\n",
    ],
)
def test_a_whole_file_of_start_and_goal_is_one_puzzle(slidefront, tmp_path, text):
    (tmp_path / "one.txt").write_text(text)
    assert slidefront("solve", "one.txt").err.count("26 moves") == 1


def test_an_answer_has_the_board_alone(slidefront, tmp_path):
    (tmp_path / "words.txt").write_text("Start: 3124756_8\nmy board is 3 1 2/4 7 5/6 _ 8\n[[3,1,2],[4,7,5],[6,0,8]]\n")
    words = ["solve", "8-puzzle", "--from", "words.txt", "--out", "answers.txt"]
    slidefront(*words)
    boards = [line.split(":")[0] for line in (tmp_path / "answers.txt").read_text().splitlines()[1:]]
    assert boards == ["3124756_8", "3124756_8", "[[3,1,2],[4,7,5],[6,0,8]]"]
    assert "3 of them answered before" in slidefront(*words).err
    assert "3 legal (3 to the goal)" in slidefront("check", "8-puzzle", "answers.txt").err
    yes = [f"yes      {board}" for board in boards]
    assert slidefront("solvable", "8-puzzle", "words.txt").out.splitlines() == yes
    assert slidefront("solvable", "8-puzzle", "Start: 3124756_8").out.splitlines() == yes[:1]


TILES = " ".join(f"(at t{n} x{n % 3 + 1} y{n // 3 + 1})" for n in range(1, 9))
PDDL = f"(define (problem a)\n(:init {TILES.replace('(at t1 x2 y1)', '(blank x2 y1) (at t1 x1 y1)')})\n"
PDDL_GOAL = f"(:goal (and {TILES} (blank x1 y1))))\n"


def test_a_pddl_problem_and_a_board_below_its_size_are_boards(slidefront, refused, tmp_path):
    (tmp_path / "p.pddl").write_text(PDDL + PDDL_GOAL)
    (tmp_path / "sized.txt").write_text("3 3\n1 0 2\n3 4 5\n6 7 8\n")
    for file in ("p.pddl", "sized.txt"):
        assert slidefront("solve", "8-puzzle", "--from", file).out == "1 R\n"
        assert slidefront("solve", "8-puzzle", "--from", (tmp_path / file).read_text()).out == "1 R\n"
        assert slidefront("solvable", "8-puzzle", file).out == "yes      1_2345678\n"
    other = PDDL_GOAL.replace("t7 x2", "t8 x2").replace("t8 x3", "t7 x3")
    (tmp_path / "q.pddl").write_text(PDDL + other)
    assert "the PDDL problem has another goal than 8-puzzle" in refused("solvable", "8-puzzle", "q.pddl")


@pytest.mark.parametrize(
    "text", ["7 2 4\n5 0 6\n8 3 1\n\n0 1 2\n3 4 5\n6 7 8", "[[7,2,4],[5,0,6],[8,3,1]] -> [[0,1,2],[3,4,5],[6,7,8]]"]
)
def test_a_start_and_a_goal_are_not_a_board(refused, text):
    assert f"the text has a start and a goal: give the start alone, and {TO}" in refused(
        "solve", "8-puzzle", "--from", text
    )


def test_a_block_board_and_its_goal_are_not_a_board(refused):
    text = "AXXB\nAXXB\nCDDE\nCFGE\nH..I\n\nAXXB\nAXXB\nCDDE\nCFGE\nH..I"
    assert "the text has a start and a goal" in refused("solve", "klotski", "--from", text)


def test_what_is_wrong_with_a_board_is_said_as_it_is(refused):
    said = refused("solve", "8-puzzle", "--from", "5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12")
    assert "has 16 cells where the puzzle has 3 x 3 = 9" in said
    assert "the board has both 0 and _: either " in refused("solve", "8-puzzle", "--from", "1 2 0/4 5 _/6 7 3")
    assert "names a board as the goal" in refused("solve", "8-puzzle", "--from", f"Goal: {START}")


@pytest.mark.parametrize("ending", ["txt", "csv", "jsonl", "parquet"])
def test_problems_without_routes_cannot_be_checked(slidefront, refused, ending):
    slidefront("problems", "8-puzzle", "--depth", "2:3", "--per-depth", "2", "--out", f"p.{ending}")
    said = refused("check", "8-puzzle", f"p.{ending}")
    assert "these problems have no routes to replay: make the pack with --route, or " in said
    assert slidefront("compare", "8-puzzle", "--cases", f"p.{ending}").out


def test_a_format_that_is_named_is_used_for_many(slidefront, tmp_path):
    (tmp_path / "two.txt").write_text("3124756_8\n1_2345678\n")
    forms = {"steps": "7 D,4 R,3 D", "grouped": "7 D,4 R,3 D", None: "4|3|0"}
    for form, moves in forms.items():
        answer = slidefront("solve", "8-puzzle", "--from", "two.txt", *(("--format", form) if form else ()))
        assert answer.out.splitlines()[0] == f"3124756_8:3:{moves}"
        assert "2 legal (2 to the goal)" in slidefront("check", "8-puzzle", "-", given=answer.out).err


def test_many_routes_of_a_run_are_those_of_single_boards(eight, tmp_path):
    boards = ["8_6547231", "_12345678", "85146_732", "3124756_8"]
    (tmp_path / "many.txt").write_text("\n".join([*boards, "_21345678", "nothing", ""]))
    answer = eight("route", "8-puzzle", "many.txt", "--format", "hole", code=1)
    routes = [eight("route", "8-puzzle", board, "--format", "hole").out.strip() for board in boards]
    lines = [f"{board}:{route.count('|') + bool(route)}:{route}" for board, route in zip(boards, routes, strict=True)]
    assert answer.out.splitlines()[:4] == lines
    assert answer.out.splitlines()[4].startswith("# line 5: _21345678 is out of reach")
    assert answer.out.splitlines()[5].startswith("# line 6: ")
