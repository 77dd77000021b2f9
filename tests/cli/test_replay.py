import json

from tests.cli.conftest import answers
from tests.explore.conftest import CASES

PUBLISHED = CASES["mural"]["published_solution_43"]


def test_a_legal_route_is_counted_and_its_end_drawn(slidefront):
    lines = slidefront("replay", "mural", PUBLISHED).out.splitlines()
    assert lines[0] == (
        "legal: 43 moves in the step metric (slide 32, move 23), "
        "to 1 . . . 0/4 3 . . 2/4 3 6 5 5/7 7 7 8 9/7 7 10 10 9, which meets the goal"
    )
    assert lines[1:] == slidefront("show", "mural", "goal").out.splitlines()[:-1]


def test_an_illegal_route_says_what_is_in_the_way_and_draws_the_board_before(slidefront):
    answer = slidefront("replay", "klotski", "I LL,G D,G D", code=1)
    assert answer.err == ""
    lines = answer.out.splitlines()
    assert lines[0] == "illegal: move 3, G D: the lower edge of the board is in the way"
    assert lines[1:] == slidefront("show", "klotski", "AXXB/AXXB/CDDE/CF.E/HIG.").out.splitlines()[:-1]
    data = answers(slidefront("replay", "klotski", "I LL,G D,G D", "--json", code=1))
    assert (data["legal"], data["fault_at"], data["fault"]) == (False, 3, lines[0].removeprefix("illegal: "))


def test_a_route_comes_from_a_file_or_standard_input(slidefront, tmp_path):
    (tmp_path / "route.txt").write_text(PUBLISHED.replace(",", "\n"))
    expected = slidefront("replay", "mural", PUBLISHED).out
    assert slidefront("replay", "mural", "route.txt").out == expected
    assert slidefront("replay", "mural", "-", given=PUBLISHED).out == expected


def test_problem_lines_are_checked_one_by_one(slidefront):
    lines = [line.replace("|", " ") for line in CASES["14-puzzle"]["problem_lines"]]
    given = "\n".join([lines[0], lines[1].replace(":32:", ":30:"), lines[2].replace(" 9 ", " 3 ", 1)])
    out = slidefront("replay", "14-puzzle", "-", given=given, code=1).out.splitlines()
    assert out[0] == "line 1: legal: 32 moves in 24 groups, to 123456789abcde__, which meets the goal"
    assert out[1] == "line 2: wrong: the stated length is 30, but the route has 32"
    assert out[2] == "line 3: illegal: move 12, 3: from cell 13 the moves lead to 9, 12, 14"
    data = answers(slidefront("replay", "14-puzzle", "-", "--json", given=given, code=1))
    assert [one["fault_at"] for one in data] == [None, None, 12]


def test_a_route_starts_where_it_is_told(slidefront):
    assert slidefront("replay", "8-puzzle", "R", "--start", "1_2345678").out.startswith("legal: 1 move in 1 group")
    assert slidefront("replay", "8-puzzle", "L", "--start", "goal").out.startswith("legal")
    answer = slidefront("replay", "klotski", "H L", "--start", "AXXB/AXXB/CDDE/CFGE/I..H", "--json")
    assert answers(answer)["end"] == "AXXB/AXXB/CDDE/CFGE/I.H."


def test_one_route_has_one_line_in_a_file_of_answers(slidefront, tmp_path):
    slidefront("replay", "8-puzzle", "LL", "--out", "answers.jsonl")
    slidefront("replay", "8-puzzle", "LL", "--out", "answers.jsonl")
    question, answer = map(json.loads, (tmp_path / "answers.jsonl").read_text().splitlines())
    assert (question["command"], question["puzzle"]["name"]) == ("replay", "8-puzzle")
    assert (answer["line"], answer["route"], answer["legal"], answer["counts"]) == (1, "LL", True, {"step": 2})


def test_answers_that_are_all_errors_have_no_routes(slidefront, refused, tmp_path):
    (tmp_path / "boards.txt").write_text("1234:-\n12345:-\n")
    slidefront("solve", "8-puzzle", "--start", "boards.txt", "--out", "answers.jsonl", code=1)
    assert "no routes to replay" in refused("replay", "8-puzzle", "answers.jsonl")


def test_a_shared_text_and_the_answers_of_a_sheet_are_replayed(slidefront, refused):
    shared = "8-puzzle\n1_2345678\n1 move: 1 R\nfile:///page.html#board=1_2345678"
    assert slidefront("replay", "8-puzzle", "-", given=shared).out.startswith("legal: 1 move")
    assert slidefront("replay", "8-puzzle", shared.replace("1 move", "2 moves"), code=1).out.startswith("wrong: ")
    assert "omit the other start" in refused("replay", "8-puzzle", shared, "--start", "home")
    sheet = "1 (2 moves)\n1\n1 ←\n2 ←\n\n2 (1 move)\n1 3 ←"
    assert slidefront("replay", "8-puzzle", sheet, code=1).out.splitlines() == [
        "line 2: legal: 2 moves in 1 group, to 12_345678, which does not meet the goal",
        "line 7: illegal: move 1, 3 ←: the moves here are 3 U, 1 L",
    ]
