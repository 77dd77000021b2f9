"""The command replay: routes, and answers of a class that are marked."""

import csv
import json

import pytest

from tests.cli.conftest import answers
from tests.explore.conftest import CASES

PUBLISHED = CASES["mural"]["published_solution_43"]


def test_legal_route_is_counted_and_its_end_drawn(slidefront) -> None:
    lines = slidefront("replay", "mural", PUBLISHED).out.splitlines()
    assert lines[0] == (
        "legal: 43 moves in the step metric (slide 32, move 23), "
        "to 1 . . . 0/4 3 . . 2/4 3 6 5 5/7 7 7 8 9/7 7 10 10 9, which meets the goal"
    )
    assert lines[1:] == slidefront("show", "mural", "goal").out.splitlines()[:-1]


def test_illegal_route_names_obstacle_and_draws_board(slidefront) -> None:
    answer = slidefront("replay", "klotski", "I LL,G D,G D", code=1)
    assert answer.err == ""
    lines = answer.out.splitlines()
    assert lines[0] == "illegal: move 3, G D: the lower edge of the board is in the way"
    assert lines[1:] == slidefront("show", "klotski", "AXXB/AXXB/CDDE/CF.E/HIG.").out.splitlines()[:-1]
    data = answers(slidefront("replay", "klotski", "I LL,G D,G D", "--json", code=1))
    assert (data["legal"], data["fault_at"], data["fault"]) == (False, 3, lines[0].removeprefix("illegal: "))
    assert (data["line"], data["route"], data["counts"]) == (1, "I LL,G D,G D", {"step": 3, "slide": 2, "move": 2})


def test_replay_checks_each_problem_line(slidefront) -> None:
    lines = [line.replace("|", " ") for line in CASES["14-puzzle"]["problem_lines"]]
    given = "\n".join([lines[0], lines[1].replace(":32:", ":30:"), lines[2].replace(" 9 ", " 3 ", 1)])
    out = slidefront("replay", "14-puzzle", "-", given=given, code=1).out.splitlines()
    assert out[0] == "line 1: legal: 32 moves in 24 groups, to 123456789abcde__, which meets the goal"
    assert out[1] == "line 2: wrong: the stated length is 30, but the route has 32"
    assert out[2] == "line 3: illegal: move 12, 3: from cell 13 the moves lead to 9, 12, 14"
    data = answers(slidefront("replay", "14-puzzle", "-", "--json", given=given, code=1))
    assert [one["fault_at"] for one in data] == [None, None, 12]


def test_replay_starts_at_the_given_board(slidefront, tmp_path) -> None:
    assert slidefront("replay", "8-puzzle", "R", "--start", "1_2345678").out.startswith("legal: 1 move in 1 group")
    assert slidefront("replay", "8-puzzle", "L", "--start", "goal").out.startswith("legal")
    answer = slidefront("replay", "klotski", "H L", "--start", "AXXB/AXXB/CDDE/CFGE/I..H", "--json")
    assert answers(answer)["end"] == "AXXB/AXXB/CDDE/CFGE/I.H."
    (tmp_path / "one.csv").write_text('name,answer\nAnn,"d, r, d"\n')
    assert "Ann: solved, shortest" in slidefront("replay", "8-puzzle", "one.csv", "--start", "3124756_8").out
    assert "Ann: illegal at move 1" in slidefront("replay", "8-puzzle", "one.csv", code=1).out


def test_answers_without_routes_cannot_be_replayed(slidefront, refused, tmp_path) -> None:
    (tmp_path / "boards.txt").write_text("1234:-\n12345:-\n")
    slidefront("solve", "8-puzzle", "--start", "boards.txt", "--out", "answers.jsonl", code=1)
    assert "no routes to replay" in refused("replay", "8-puzzle", "answers.jsonl")


def test_replay_reads_shared_texts_and_sheets(slidefront, refused) -> None:
    shared = "8-puzzle\n1_2345678\n1 move: 1 R\nfile:///page.html#board=1_2345678"
    assert slidefront("replay", "8-puzzle", "-", given=shared).out.startswith("legal: 1 move")
    assert slidefront("replay", "8-puzzle", shared.replace("1 move", "2 moves"), code=1).out.startswith("wrong: ")
    assert "omit the other start" in refused("replay", "8-puzzle", shared, "--start", "home")
    sheet = "1 (2 moves)\n1\n1 ←\n2 ←\n\n2 (1 move)\n1 3 ←"
    assert slidefront("replay", "8-puzzle", sheet, code=1).out.splitlines() == [
        "line 2: legal: 2 moves in 1 group, to 12_345678, which does not meet the goal",
        "line 7: illegal: move 1, 3 ←: the moves here are 3 U, 1 L",
    ]


FORM = (
    "\ufeffTimestamp;Name;Board;Answer\r\n"
    '2026-11-28 09:01;Ann;3124756_8;"d r d"\r\n'
    "2026-11-28 09:02;Bob;3124756_8;7 D, 4 R, 1 D\r\n"
    "2026-11-28 09:03;Cleo;3124756_8;down up ↓ right down\r\n"
    "2026-11-28 09:04;Dan;3124756_8;U\r\n"
    "2026-11-28 09:05;Eve;3124756_8;no idea\r\n"
    "2026-11-28 09:06;Finn;3124756_8;\r\n"
    '2026-11-28 09:07;Gil;;"8-puzzle\r\n12_345678\r\n2 moves: R2\r\nhttps://example.org/a.html"\r\n'
)
MESSAGES = [
    "line 2, Ann: solved, shortest (3 moves)",
    "line 3, Bob: illegal at move 3: 1 D is impossible; the moves here are 6 U, 3 D, 4 L",
    "line 4, Cleo: solved, 2 moves more than necessary (5 instead of 3)",
    "line 5, Dan: illegal at move 1: U is impossible; the moves here are 7 D, 8 L, 6 R",
    "line 6, Eve: not readable: column 1: 'no' is not a tile of 8-puzzle; write moves such as 3 U, 1 L",
    "line 7, Finn: not solved: the board after 0 moves is 3124756_8",
    "line 8, Gil: solved, shortest (2 moves)",
]


def test_csv_form_is_marked_with_its_columns(slidefront, tmp_path) -> None:
    (tmp_path / "form.csv").write_text(FORM, "utf-8", newline="")
    answer = slidefront("replay", "8-puzzle", "form.csv", "--out", "marks.csv", code=1)
    assert answer.out.splitlines() == MESSAGES
    said = "2 solved, shortest; 1 solved, longer than necessary; 1 not solved; 2 illegal; 1 not readable"
    assert answer.err.splitlines()[-1] == f"7 answers; {said}"
    rows = [*csv.DictReader((tmp_path / "marks.csv").read_text("utf-8").splitlines())]
    assert [*rows[0]] == ["Timestamp", "Name", "board", "answer", "verdict", "moves", "shortest", "message"]
    assert [row["verdict"] for row in rows] == [
        *("shortest", "illegal", "longer", "illegal", "unreadable", "unsolved", "shortest")
    ]
    assert (rows[2]["Name"], rows[2]["moves"], rows[2]["shortest"]) == ("Cleo", "5", "3")
    marks = json.loads(slidefront("replay", "8-puzzle", "form.csv", "--json", code=1).out)["answers"]
    assert [f"line {mark['line']}, {mark['columns']['Name']}: {mark['message']}" for mark in marks] == MESSAGES


@pytest.mark.parametrize(
    ("heading", "name"),
    [("board,answer,answer", "answer"), ("Board,board,answer", "board"), ("Name,Name,answer", "Name")],
)
def test_repeated_column_is_named(refused, tmp_path, heading, name) -> None:
    (tmp_path / "form.csv").write_text(f"{heading}\n3124756_8,d r d,x\n")
    assert f"several columns named {name}:" in refused("replay", "8-puzzle", "form.csv")


@pytest.mark.parametrize("routes", [["--routes"], []])
def test_pack_without_puzzle_needs_a_goal_to_mark_answers(slidefront, refused, tmp_path, routes) -> None:
    """Its boards as puzzles have the hole last in their goals."""
    pack = slidefront("problems", "8-puzzle", "--depths", "3", *routes).out
    (tmp_path / "pack.txt").write_text("".join(line for line in pack.splitlines(True) if not line.startswith("#")))
    (tmp_path / "answers.txt").write_text("3124756_8: d r d\n")
    words = ["replay", "pack.txt", "answers.txt"]
    assert "does not name the puzzle of its problems" in refused(*words)
    for known in (["replay", "8-puzzle", "answers.txt"], [*words, "--goal", "hole-first"]):
        assert slidefront(*known).out == "line 1: solved, shortest (3 moves)\n"


def test_text_lines_are_marked(slidefront, tmp_path) -> None:
    (tmp_path / "answers.txt").write_text("3124756_8: d r d\n3124756_8: D R\n_12345678:\n")
    answer = slidefront("replay", "8-puzzle", "answers.txt", "--out", "marks.jsonl")
    assert answer.err.splitlines()[-1].endswith("2 solved, shortest; 1 not solved")
    shown = slidefront("replay", "8-puzzle", "answers.txt").out.splitlines()
    assert shown[1:] == [
        "line 2: not solved: the board after 2 moves is 312_45678",
        "line 3: solved, shortest (0 moves)",
    ]


@pytest.mark.parametrize("given", ["pack", "table", "time"])
def test_shortest_length_comes_from_pack_table_or_search(slidefront, tmp_path, given) -> None:
    """No time is left for a search, and only a pack or a table knows the length."""
    (tmp_path / "answers.txt").write_text("3124756_8: d r d\n")
    (tmp_path / "pack.txt").write_text(slidefront("problems", "8-puzzle", "--depths", "3").out)
    if given == "table":
        slidefront("table", "8-puzzle", "--out", "made.table", "-q")
    puzzle = {"pack": "pack.txt", "table": "made.table", "time": "8-puzzle"}[given]
    shown = slidefront("replay", puzzle, "answers.txt", "--max-seconds", "0").out
    known = "line 1: solved in 3 moves; the shortest length is unknown\n" if given == "time" else None
    assert shown == (known or "line 1: solved, shortest (3 moves)\n")
