"""Files of boards and of puzzles: an answer per line, in order, in a file that is continued; bad lines are reported."""

import fcntl
import json
import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from slidefront.search import solve as search_solve
from slidefront.search.solve import solve

BOARDS = "3124756_8:-\n31247_685:5\n3124:-\n# remark\n_15328647:8\n[[3,1,5],[2,4,8],[6,0,7]]:-\n_21345678:-\n"
WRONG = "column 4: the board has 4 cells, but 8-puzzle has 3 x 3; write a board such as _12345678"
SOLVED = [
    "3124756_8:3:DRD",
    "31247_685:5:URDRD",
    "_15328647:8:LU2LD2R2",
    "[[3,1,5],[2,4,8],[6,0,7]]:11:LDR2DLULDR2",
]
NONE = "_21345678 has no solution: the goal is an odd permutation of the start, and moves make only even ones"


@pytest.fixture
def boards(tmp_path) -> str:
    (tmp_path / "boards.txt").write_text(BOARDS)
    return "boards.txt"


@pytest.mark.parametrize("threads", ["1", "3"])
def test_solve_answers_each_line_in_order(slidefront, boards, threads) -> None:
    answer = slidefront("solve", "8-puzzle", "--start", boards, "--threads", threads, code=1)
    assert answer.out.splitlines() == [*SOLVED, f"# line 7: {NONE}"]
    assert answer.err.splitlines() == [
        f"line 3: {WRONG}",
        "6 boards; 1 proved to have no solution; 1 could not be answered",
    ]


def test_limits_apply_to_each_board(slidefront, tmp_path) -> None:
    far = "6 4 8 5/3 7 2 1/9 11 _ 10/13 14 15 12"
    (tmp_path / "boards.txt").write_text(f"{far}\n1234/5678/9abc/de_f\n")
    answer = slidefront("solve", "15-puzzle", "--start", "boards.txt", "--max-ratio", "1.5", "--json")
    long, short = json.loads(answer.out)["answers"]
    optimum = solve("15-puzzle", far).optimum
    assert long.get("lower_bound", long["length"]) <= optimum <= long["length"] <= 1.5 * optimum
    assert (short["length"], short["lower_bound"]) == (1, 1)
    words = ("solve", "klotski", "--start", "klotski.txt", "--max-seconds", "0")
    (tmp_path / "klotski.txt").write_text("AXXB/AXXB/CDDE/CFGE/H..I\nAXXB/AXXB/CDDE/CFGE/I..H\n")
    limited = slidefront(*words, code=3)
    assert limited.out.count(" not solved: no route of fewer than 1 move: no board at depth 0") == 2
    assert limited.err == "2 boards; 2 not solved within the limits\n"
    compared = slidefront("compare", *words[1:], "--algorithms", "bfs,ida", code=1)
    assert compared.err.count("within 0 s") == 2


LETTERS = {"format": "letters", "proof": None}


def optimal(line: int, board: str, route: str, length: int) -> dict[str, object]:
    known = {"status": "optimal", "length": length, "route": route, "lower_bound": length}
    return {"line": line, "board": board, **known, **LETTERS}


RECORDS = [
    optimal(1, "3124756_8", "DRD", 3),
    optimal(2, "31247_685", "URDRD", 5),
    optimal(5, "_15328647", "LU2LD2R2", 8),
    optimal(6, "[[3,1,5],[2,4,8],[6,0,7]]", "LDR2DLULDR2", 11),
    {
        "line": 7,
        "board": "_21345678",
        "status": "unsolvable",
        "length": None,
        "route": None,
        "format": "letters",
        "lower_bound": None,
        "proof": NONE.partition("solution: ")[2],
    },
]


def records(path) -> list[dict[str, Any]]:
    """Read a file of answers, without the digests."""
    found = [json.loads(line) for line in path.read_text().splitlines()]
    return [{name: value for name, value in one.items() if name != "digest"} for one in found]


def test_json_equals_file_of_answers(slidefront, boards, tmp_path) -> None:
    found = json.loads(slidefront("solve", "8-puzzle", "--start", boards, "--json", code=1).out)
    assert (found["command"], found["puzzle"]["name"], found["puzzle"]["metric"]) == ("solve", "8-puzzle", "step")
    assert found["answers"] == [*RECORDS[:2], {"line": 3, "board": "3124", "error": WRONG}, *RECORDS[2:]]
    slidefront("solve", "8-puzzle", "--start", boards, "--out", "out.jsonl", code=1)
    head, *lines = records(tmp_path / "out.jsonl")
    assert head == {"answers": 2, **{name: value for name, value in found.items() if name != "answers"}}
    assert lines == RECORDS


def test_changed_answer_is_rejected(slidefront, refused, boards, tmp_path) -> None:
    """Not even by a legal route that is too long, or by an answer to the same board in another question."""
    out, words = tmp_path / "out.jsonl", ("solve", "8-puzzle", "--start", boards, "--out", "out.jsonl")
    slidefront("solve", "8-puzzle", "--start", boards, "--out", "other.jsonl", "--metric", "line", code=1)
    slidefront(*words, code=1)
    good = out.read_text()
    first, line = good.splitlines()[1:3]
    for wrong in (
        line.replace('"length": 5', '"length": 4'),
        line.replace('5, "route": "URDRD"', '7, "route": "URDRDUD"').replace('"lower_bound": 5', '"lower_bound": 7'),
        line.replace('5, "route": "URDRD"', 'null, "route": null').replace('"lower_bound": 5', '"lower_bound": null'),
        re.sub(', "digest": ".*"', "", line),
        first.replace('"line": 1', '"line": 2').replace("3124756_8", "31247_685"),
        (tmp_path / "other.jsonl").read_text().splitlines()[2],
    ):
        assert wrong != line
        out.write_text(good.replace(line, wrong))
        assert refused(*words) == (
            "out.jsonl, line 3: the answer, or the line that it is to, was changed: "
            "remove the answer, replace the file, or choose another file (--force, --out)"
        )
        assert out.read_text() == good.replace(line, wrong)
    out.write_text(good + line + "\n")
    assert "out.jsonl, line 7: the answer, or the line that it is to, " in refused(*words), "it stands twice"
    out.write_text(good.replace(line + "\n", ""))
    assert "4 of them answered before" in slidefront(*words, code=1).err
    assert out.read_text() == good.replace(line + "\n", "") + line + "\n"
    out.write_text(good.replace(line, wrong))
    assert "answered before" not in slidefront(*words, "--force", code=1).err
    assert out.read_text() == good


@pytest.mark.parametrize("command", ["solve 8-puzzle --start", "depth 8-puzzle", "compare 8-puzzle --start"])
def test_changed_line_is_rejected(slidefront, refused, tmp_path, command) -> None:
    words = (*command.split(), "boards.txt", "--out", "out.jsonl")
    (tmp_path / "boards.txt").write_text("3124756_8:3\n31247_685:-\n")
    slidefront(*words)
    for line in ("31247_685:7", "3124_7685:-"):
        (tmp_path / "boards.txt").write_text(f"3124756_8:3\n{line}\n")
        assert "out.jsonl, line 3: the answer, or the line that it is to, was changed" in refused(*words)


@pytest.mark.parametrize("cut", [0, 10, 300, -1, -60, -200, -400])
def test_cut_file_of_answers_is_continued(slidefront, boards, tmp_path, cut) -> None:
    slidefront("solve", "8-puzzle", "--start", boards, "--out", "whole.jsonl", code=1)
    whole = (tmp_path / "whole.jsonl").read_text()
    (tmp_path / "part.jsonl").write_text(whole[:cut])
    answer = slidefront("solve", "8-puzzle", "--start", boards, "--out", "part.jsonl", code=1)
    assert (tmp_path / "part.jsonl").read_text() == whole
    assert answer.out == ""
    assert "1 proved to have no solution; 1 could not be answered" in answer.err


def test_corrected_lines_are_answered_again(slidefront, boards, tmp_path) -> None:
    words = ["solve", "8-puzzle", "--start", boards, "--out", "out.jsonl"]
    slidefront(*words, code=1)
    before = (tmp_path / "out.jsonl").read_text()
    assert slidefront(*words, code=1).err.splitlines()[0] == f"line 3: {WRONG}"
    assert (tmp_path / "out.jsonl").read_text() == before
    (tmp_path / "boards.txt").write_text(BOARDS.replace("3124:-\n", "12345678_:-\n"))
    answer = slidefront(*words, code=1)
    assert answer.err == "6 boards in out.jsonl, 5 of them answered before; 1 proved to have no solution\n"
    _, *lines = records(tmp_path / "out.jsonl")
    assert (lines[-1]["line"], lines[-1]["board"], lines[-1]["length"]) == (3, "12345678_", 22)
    assert lines[:-1] == RECORDS
    assert [path.name for path in tmp_path.glob("out*")] == ["out.jsonl"]


def test_interruption_keeps_answers(slidefront, monkeypatch, tmp_path) -> None:
    (tmp_path / "boards.txt").write_text("3124\n31247_685\n3124\n_15328647\n")
    words = ["solve", "8-puzzle", "--start", "boards.txt", "--out", "out.jsonl", "--threads", "1"]
    slidefront(*words, code=1)
    (tmp_path / "boards.txt").write_text("3124756_8\n31247_685\n12345678_\n_15328647\n")
    search = search_solve.solve

    def solve_and_stop(*given, **named) -> Any:
        found = search(*given, **named)
        os.kill(os.getpid(), signal.SIGINT)
        return found

    with monkeypatch.context() as patch:
        patch.setattr(search_solve, "solve", solve_and_stop)
        answer = slidefront(*words, code=130)
    assert answer.err == "interrupted: the answers so far are in out.jsonl; the same command continues it\n"
    _, *lines = records(tmp_path / "out.jsonl")
    assert [(line["line"], line["length"]) for line in lines] == [(2, 5), (4, 8), (1, 3)]
    assert slidefront(*words).err == "4 boards in out.jsonl, 3 of them answered before\n"
    assert [line["length"] for line in records(tmp_path / "out.jsonl")[1:]] == [5, 8, 3, 22]


@pytest.mark.parametrize("command", ["solve 8-puzzle --start", "solvable 8-puzzle", "compare 8-puzzle --start"])
def test_file_of_answers_has_one_writer(slidefront, refused, boards, tmp_path, command) -> None:
    words = [*command.split(), boards, "--out", "out.jsonl"]
    slidefront(*words, code=1)
    with (tmp_path / "out.jsonl").open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert refused(*words) == "another process writes out.jsonl: wait for it, or choose another file (--out)"
    slidefront(*words, code=1)


def test_foreign_file_of_answers_is_kept(slidefront, refused, boards, tmp_path) -> None:
    words = ["solve", "8-puzzle", "--start", boards, "--out", "other.jsonl"]
    slidefront(*words, code=1)
    answers = (tmp_path / "other.jsonl").read_text()
    question = answers.splitlines()[0]
    unknown = "does not say which question it answers"
    for content, why in (
        (answers.partition("\n")[2], unknown),
        ("precious", unknown),
        ("precious\n", unknown),
        ("[]\n", unknown),
        (question + '\n{"line": "1"}\n', "has no answer in line 2"),
    ):
        (tmp_path / "other.jsonl").write_text(content)
        end = "replace it, or choose another file (--force, --out)"
        assert refused(*words) == f"other.jsonl {why}: {end}"
        assert (tmp_path / "other.jsonl").read_text() == content


THREE = "3124756_8\n31247_685\n_15328647\n"


@pytest.mark.parametrize(
    ("words", "others"),
    [
        ("solve 8-puzzle --start three.txt", "metric line|goal hole-last|goal 12345678_|goal 3124756_8"),
        ("solve 8-puzzle --start three.txt", "format places|max-depth 30"),
        ("solve rows.txt", "metric line|goal home"),
        ("compare 8-puzzle --start three.txt", "algorithms bfs|metric line"),
        ("replay 8-puzzle routes.txt", "metric line|format hole-letters|start 3124756_8"),
    ],
)
def test_answers_to_another_question_are_refused(slidefront, refused, tmp_path, words, others) -> None:
    (tmp_path / "three.txt").write_text(THREE)
    (tmp_path / "rows.txt").write_text("1 2 3/4 _ 5/7 8 6\n1 2 3/4 5 6/7 _ 8\n")
    (tmp_path / "routes.txt").write_text("3124756_8:3:4 3 0\n_12345678:1:1\n")
    slidefront("expand", "8-puzzle", "--depth", "9", "-q")
    slidefront(*words.split(), "--out", "out.jsonl")
    text = (tmp_path / "out.jsonl").read_text()
    told = "out.jsonl has answers to another question, which differs in "
    for other in others.split("|"):
        assert refused(*words.split(), *f"--{other}".split(), "--out", "out.jsonl").startswith(told)
    slidefront(*words.split(), "--out", "out.jsonl")
    assert (tmp_path / "out.jsonl").read_text() == text


@pytest.mark.parametrize("more", [[], ["--routes"]])
def test_run_is_part_of_the_question(slidefront, refused, tmp_path, more) -> None:
    (tmp_path / "three.txt").write_text(THREE)
    slidefront("expand", "8-puzzle", "--depth", "9", "--out", "one", "-q")
    slidefront("expand", "8-puzzle", "--depth", "9", "--start", "3124756_8", "--out", "two", "-q")
    slidefront("depth", "one", "three.txt", *more, "--out", "out.jsonl")
    text = (tmp_path / "out.jsonl").read_text()
    told = "out.jsonl has answers to another question, which differs in start, start_digest, layers: "
    assert told in refused("depth", "two", "three.txt", *more, "--out", "out.jsonl")
    (tmp_path / "one").rename(tmp_path / "moved")
    slidefront("depth", "moved", "three.txt", *more, "--out", "out.jsonl")
    assert (tmp_path / "out.jsonl").read_text() == text
    slidefront("expand", "8-puzzle", "--depth", "10", "--out", "moved", "-q")
    assert "differs in depth, layers: " in refused("depth", "moved", "three.txt", *more, "--out", "out.jsonl")


def test_commands_read_files_of_answers(slidefront, refused, tmp_path) -> None:
    (tmp_path / "three.txt").write_text(THREE)
    slidefront("solve", "8-puzzle", "--start", "three.txt", "--out", "a.jsonl")
    lines = slidefront("solve", "8-puzzle", "--start", "three.txt").out
    assert slidefront("solve", "8-puzzle", "--start", "a.jsonl").out == lines
    assert slidefront("replay", "8-puzzle", "a.jsonl").err == "3 routes; 3 legal, to the goal\n"
    words = ["compare", "8-puzzle", "--start", "a.jsonl", "--out", "b.jsonl"]
    assert slidefront(*words).err == "3 boards in b.jsonl; 3 as published\n"
    assert slidefront(*words).err == "3 boards in b.jsonl, 3 of them answered before; 3 as published\n"
    again = slidefront("compare", "8-puzzle", "--start", "b.jsonl").err
    assert again == "3 boards; 3 as published\n"
    assert len(slidefront("solvable", "8-puzzle", "a.jsonl", "b.jsonl").out.splitlines()) == 6
    slidefront("expand", "8-puzzle", "--start", "a.jsonl", "--depth", "1", "--out", "run", "-q")
    assert len(slidefront("depth", "run", "a.jsonl").out.splitlines()) == 3
    assert "has problems of 8-puzzle" in refused("solve", "3x3", "--start", "a.jsonl", "--goal", "12345678_")


VERDICTS = "_12345678:2:1 0\n12_345678:2:x\n3124756_8:3:4 3 0\n3124756_8:4:4 3 0\n3124756_8:1:0\n"


def test_earlier_verdicts_count(slidefront, refused, tmp_path) -> None:
    (tmp_path / "lines.txt").write_text(VERDICTS)
    words = ["replay", "8-puzzle", "lines.txt", "--out", "out.jsonl"]
    said = "legal, to the goal; 1 illegal; 1 of another length; 1 could not be answered"
    assert slidefront(*words, code=1).err.splitlines()[-1] == f"5 routes in out.jsonl; 2 {said}"
    again = slidefront(*words, code=1).err.splitlines()
    assert again[0].startswith("line 2: column 13: ")
    assert again[1:] == [f"5 routes in out.jsonl, 4 of them answered before; 2 {said}"]
    (tmp_path / "lines.txt").write_text(VERDICTS.replace("4 3 0", "4 3 4"))
    assert "out.jsonl, line 3: the answer, or the line that it is to, was changed" in refused(*words)


def test_boards_of_small_space_share_one_table(slidefront, tmp_path, monkeypatch) -> None:
    text = BOARDS.replace("\n# remark", "\n" * 2 + "# remark") * 10
    (tmp_path / "boards.txt").write_text(text)
    searched = slidefront("solve", "8-puzzle", "--start", "boards.txt", "--algorithm", "bidirectional", code=1)

    def refuse(*_, **__) -> None:
        raise AssertionError("a board was searched for")

    monkeypatch.setattr(search_solve, "solve", refuse)
    read = slidefront("solve", "8-puzzle", "--start", "boards.txt", code=1)
    assert read.err.splitlines()[-1] == searched.err.splitlines()[-1]
    lengths = [[line.split(":")[:2] for line in one.out.splitlines()] for one in (read, searched)]
    assert lengths[0] == lengths[1]
    assert len(lengths[0]) == 50


def test_blocks_outside_the_table_are_searched(slidefront, tmp_path, monkeypatch) -> None:
    """Home is one of two parts of the space: the goal is in both, and a table has the boards of home alone."""
    home = [".11A2", "11.A2", "11A.2", "11A2."]
    other = ["2A11.", "2A.11", "2.A11", ".2A11"]
    (tmp_path / "mine.toml").write_text('kind = "blocks"\nhome = "11A.2"\ngoal = [["A", 1, 3]]\n')
    (tmp_path / "boards.txt").write_text("\n".join([*home, *other] * 8) + "\n")
    searched = slidefront("solve", "mine.toml", "--start", "boards.txt", "--algorithm", "bfs")
    boards: list[str] = []
    solve = search_solve.solve

    def listed(puzzle, board, **more) -> Any:
        boards.append(board.text)
        return solve(puzzle, board, **more)

    monkeypatch.setattr(search_solve, "solve", listed)
    read = slidefront("solve", "mine.toml", "--start", "boards.txt")
    assert read.out == searched.out
    assert {":".join(line.split(":")[:2]) for line in read.out.splitlines()} == {
        *(f"{board}:{length}" for board, length in zip([*home, *other], [2, 1, 0, 0] * 2, strict=True))
    }
    assert {*boards} == {*other}


LISTED = "1 2 3 0 4 5 6 7 8 9 10 11 12 13 14 15\n1 2 3 7 4 5 6 0 8 9 10 11 12 13 14 15\n"


def test_puzzles_come_from_standard_input(slidefront) -> None:
    solved = ["1 2 3/4 _ 5/7 8 6:2:LU", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15:1:L"]
    lines = "\r\n".join(line.partition(":")[0] for line in solved)
    assert slidefront("solve", "-", given=f"\ufeff{lines}\r\n").out.splitlines() == solved
    assert slidefront("solve", "-", "-q", given="1 2 3\n4 0 5\n7 8 6\n").out == "5 L\n6 U\n"
    toml = 'kind = "tiles"\nhome = "123/456/78_"\ngoal = "123/456/7_8"\n'
    assert slidefront("solve", "-", "-q", given=toml).out == "8 R\n"
    board = slidefront("solve", "-", "--start", "home", "--goal", "123/4_6/758", "-q", given=toml)
    assert board.out == "8 R\n5 D\n"


@pytest.mark.parametrize("ending", ["txt", "jsonl"])
def test_packs_of_each_format_name_their_puzzle(slidefront, refused, ending) -> None:
    slidefront("problems", "8-puzzle", "--depths", "2:4", "--count", "6", "--out", f"pack.{ending}")
    said = refused("solve", f"pack.{ending}")
    command = f"solve pack.{ending} --start pack.{ending}"
    assert f"has problems of 8-puzzle: name it as puzzle and as start; try `slidefront {command}`" in said
    lengths = [line.split(":")[1] for line in slidefront(*command.split()).out.splitlines()]
    assert lengths == ["2", "2", "3", "3", "4", "4"]
    assert len(slidefront("solvable", "8-puzzle", f"pack.{ending}").out.splitlines()) == 6


@pytest.mark.parametrize(
    "words",
    ["solve -", "solve - --start -", "replay - R", "sheet - --out sheet.html", "show -", "info -", "grade -"],
)
def test_pack_on_standard_input_must_be_a_file(slidefront, words) -> None:
    pack = slidefront("problems", "8-puzzle", "--depths", "2", "--routes").out
    assert "save it as a file, and name the file" in slidefront(*words.split(), given=pack, code=2).err
    assert slidefront("solve", "8-puzzle", "--start", "-", given=pack).out.split(":")[1] == "2"


@pytest.mark.parametrize(
    "words",
    [
        "solve 8-puzzle -q --start PIPE",
        "solvable 8-puzzle PIPE",
        "replay 8-puzzle PIPE",
        "expand 8-puzzle --depth 1 --json --start PIPE",
    ],
)
def test_boards_and_routes_come_from_a_pipe(slidefront, tmp_path, words) -> None:
    text = "12_345678:2:R2\n1_2345678:1:R\n"
    (tmp_path / "boards.txt").write_text(text)
    expected = slidefront(*words.replace("PIPE", "boards.txt").split()).out
    with piped(text) as pipe:
        found = slidefront(*words.replace("PIPE", pipe).split()).out
    assert found.count("\n") == expected.count("\n") > 0


def test_puzzle_does_not_come_from_a_pipe(refused) -> None:
    with piped("12_345678\n") as pipe:
        assert f"{pipe} is a pipe, not a puzzle file: save it as a file" in refused("solve", pipe)


@contextmanager
def piped(text: str) -> Iterator[str]:
    """Make a pipe with a text, as a shell does for `<(...)`, and return its name."""
    reader, writer = os.pipe()
    os.write(writer, text.encode())
    os.close(writer)
    yield f"/dev/fd/{reader}"
    os.close(reader)


CARDS = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM\n50 ooIBBBooIKooAAJKoLCCJDDLGHEEoLGHFFoo\n"


@pytest.mark.parametrize(("text", "words"), [(CARDS, ()), (LISTED, ("--goal", "hole-first"))])
def test_answers_to_puzzle_lines_replay(slidefront, tmp_path, text, words) -> None:
    (tmp_path / "many.txt").write_text(text)
    slidefront("solve", "many.txt", *words, "--out", "answers.jsonl")
    done = slidefront("replay", "many.txt", "answers.jsonl")
    assert done.err.splitlines()[-1] == "2 routes; 2 legal, to the goal"
    if words:
        (tmp_path / "lines.txt").write_text(slidefront("solve", "many.txt", *words).out)
        assert slidefront("replay", "many.txt", "lines.txt").err == "2 routes; 2 legal\n"
        assert slidefront("replay", "many.txt", "lines.txt", *words).err == "2 routes; 2 legal, to the goal\n"


def test_replay_takes_metric_and_goal_of_answers(slidefront, refused, tmp_path) -> None:
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


def test_answers_to_other_puzzles_are_errors(slidefront, tmp_path) -> None:
    (tmp_path / "many.txt").write_text("1 2 3 4 0 5 7 8 6\n1 2 3 4 5 6 7 0 8\n")
    (tmp_path / "answers.txt").write_text("1 2 3 4 0 5 7 8 6:2:5 8\n# line 2: none\n8 2 3:1:8\n1 2 3 4 5 6 7 0 8:1:3\n")
    done = slidefront("replay", "many.txt", "answers.txt", code=1)
    assert "line 3: the line must start with a board of many.txt and a colon" in done.err
    assert done.err.splitlines()[-1] == "3 routes; 1 legal, to the goal; 1 illegal; 1 could not be answered"


@pytest.mark.parametrize("form", ["steps", "grouped", "letters", "hole-letters", "places"])
def test_answers_in_every_format_continue_and_replay(slidefront, tmp_path, form) -> None:
    """The header of the answers says what their moves mean."""
    (tmp_path / "boards.txt").write_text("0 4 3/7 1 5/8 2 6\n1 2 3/4 5 6/7 0 8\nbad\n1 2 3/4 0 5/7 8 6\n")
    command = ["solve", "8-puzzle", "--start", "boards.txt", "--goal", "hole-last", "--format", form]
    for before in ("", ", 3 of them answered before"):
        said = slidefront(*command, "--out", "answers.jsonl", code=1).err.splitlines()[-1]
        assert said == f"4 boards in answers.jsonl{before}; 1 could not be answered"
    assert slidefront("replay", "8-puzzle", "answers.jsonl").err == "3 routes; 3 legal, to the goal\n"
