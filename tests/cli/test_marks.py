"""Marking the answers of a class, as a form or a text file has them."""

import csv
import json

import pytest

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


def test_a_form_is_marked_and_its_columns_are_kept(slidefront, tmp_path):
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


def test_lines_of_a_board_and_an_answer_are_marked(slidefront, tmp_path):
    (tmp_path / "answers.txt").write_text("3124756_8: d r d\n3124756_8: D R\n_12345678:\n")
    answer = slidefront("replay", "8-puzzle", "answers.txt", "--out", "marks.jsonl")
    assert answer.err.splitlines()[-1].endswith("2 solved, shortest; 1 not solved")
    shown = slidefront("replay", "8-puzzle", "answers.txt").out.splitlines()
    assert shown[1:] == [
        "line 2: not solved: the board after 2 moves is 312_45678",
        "line 3: solved, shortest (0 moves)",
    ]


def test_answers_without_a_board_begin_at_the_start(slidefront, tmp_path):
    (tmp_path / "one.csv").write_text('name,answer\nAnn,"d, r, d"\n')
    assert "Ann: solved, shortest" in slidefront("replay", "8-puzzle", "one.csv", "--start", "3124756_8").out
    assert "Ann: illegal at move 1" in slidefront("replay", "8-puzzle", "one.csv", code=1).out


@pytest.mark.parametrize("given", ["pack", "table", "time"])
def test_the_shortest_length_comes_from_a_pack_a_table_or_a_search(slidefront, tmp_path, given):
    """No time is left for a search, and only a pack or a table knows the length."""
    (tmp_path / "answers.txt").write_text("3124756_8: d r d\n")
    (tmp_path / "pack.txt").write_text(slidefront("problems", "8-puzzle", "--depths", "3").out)
    if given == "table":
        slidefront("table", "8-puzzle", "--out", "made.table", "-q")
    puzzle = {"pack": "pack.txt", "table": "made.table", "time": "8-puzzle"}[given]
    shown = slidefront("replay", puzzle, "answers.txt", "--max-seconds", "0").out
    known = "line 1: solved in 3 moves; the shortest length is unknown\n" if given == "time" else None
    assert shown == (known or "line 1: solved, shortest (3 moves)\n")
