"""Packs are read back from every form that they are written in."""

import io
import json
from pathlib import Path

import pytest

from slidefront.analysis.pack_files import write
from slidefront.analysis.problems import Problem, ProblemPack
from slidefront.errors import RouteError
from slidefront.puzzles.load import load
from slidefront.puzzles.packs import PackLine, read_pack, read_parquet_pack, record_in
from tests.messages import refused

PACK = [Problem(0, "_12345678", 2, "1|2"), Problem(0, "A./B.", 2, "A R,B U"), Problem(0, "1_2345678", 1, None)]
LINES = [PackLine(one.board, one.length, one.route) for one in PACK]


@pytest.mark.parametrize("to", ["csv", "jsonl"])
@pytest.mark.parametrize("pack", [PACK[:2], PACK[2:]])
def test_a_text_is_read_back(to: str, pack: list[Problem]) -> None:
    out = io.BytesIO()
    write(ProblemPack(load("8-puzzle"), pack), out, to)
    assert read_pack(out.getvalue().decode()) == [PackLine(one.board, one.length, one.route) for one in pack]


def test_parquet_is_read_back(tmp_path: Path) -> None:
    with (tmp_path / "pack.parquet").open("wb") as file:
        write(ProblemPack(load("8-puzzle"), PACK[:2]), file, "parquet")
    assert read_parquet_pack(tmp_path / "pack.parquet") == LINES[:2]


TABLE = [PackLine("1_2345678", 1, None, number=2), PackLine("12_345678", 2, None, number=3)]


@pytest.mark.parametrize(
    "text",
    [
        "board,length\n1_2345678,1\n12_345678,2\n",
        "\ufeffID;Board;Moves\r\n7;1_2345678;1\r\n8;12_345678;2\r\n",
        "optimum\tboard\n1\t1_2345678\n2\t12_345678\n",
        '"depth", "board"\n"1", "1_2345678"\n2, 12_345678',
    ],
)
def test_tables_of_others_are_read_by_their_heading(text: str) -> None:
    assert read_pack(text) == TABLE
    assert [line.number for line in read_pack(text) or []] == [2, 3]
    assert [line.number for line in read_pack(f"# mine\n\n{text}") or []] == [4, 5]


def test_moves_are_a_route_or_a_length() -> None:
    assert read_pack("id,board,moves\n1,_12345678,1|2\n2,1_2345678,0\n") == [
        PackLine("_12345678", None, "1|2"),
        PackLine("1_2345678", None, "0"),
    ]
    assert read_pack("board,moves\n_12345678,2\n") == [PackLine("_12345678", 2, None)]
    assert read_pack("board,optimum,moves\n_12345678,2,2\n") == [PackLine("_12345678", 2, None)]


def test_a_wrong_row_does_not_stop_the_others() -> None:
    text = "board,length\n1,2,3,4,5,6,7,8,0,22\n1_2345678,\n12_345678,x\n_12345678,0\n"
    many, good, bad, last = read_pack(text) or []
    assert many.fault == "the heading has 2 columns and the line 10: put a board with ',' in it in quotes"
    assert (good, last) == (PackLine("1_2345678", None, None), PackLine("_12345678", 0, None))
    assert (bad.number, bad.fault) == (4, "board and route must be texts, and length a number from 0")
    (quoted,) = read_pack('board,length\n"1,2,3,4,5,6,7,8,0",22\n') or []
    assert quoted == PackLine("1,2,3,4,5,6,7,8,0", 22, None)


def test_a_heading_without_boards_is_refused() -> None:
    assert refused(RouteError, read_pack, "id,state,moves\n1,_12345678,0\n") == (
        "the heading has the columns id, state, moves: name the one with the boards `board`"
    )


def test_what_is_no_pack() -> None:
    assert read_pack("_12345678:2:1|2") is None
    assert read_pack("") is None
    assert read_pack('{"moves": []}') is None
    assert read_pack("{\n}") is None


def test_a_pack_with_a_fault_is_refused(tmp_path: Path) -> None:
    (line,) = read_pack(json.dumps({"board": 3})) or []
    assert line.fault == "board and route must be texts, and length a number from 0"
    (tmp_path / "x.parquet").write_bytes(b"PAR1 no")
    assert "is not a complete Parquet file" in refused(RouteError, read_parquet_pack, tmp_path / "x.parquet")


@pytest.mark.parametrize("heading", ["board,length,board", "board,route,ROUTE", "Board;length;Length"])
def test_a_column_that_is_there_twice_is_refused(heading: str) -> None:
    with pytest.raises(RouteError, match=r"has the column .* twice: remove or rename one of them"):
        read_pack(f"{heading}\n1234_5786,2,3\n")


@pytest.mark.parametrize("text", ["board,length\n1234_5786,-3", '{"board": "1234_5786", "length": -3}'])
def test_a_length_below_zero_is_a_fault(text: str) -> None:
    (line,) = read_pack(text) or []
    assert (line.length, line.fault) == (None, "board and route must be texts, and length a number from 0")


def test_an_answer_names_its_puzzle_and_is_no_pack() -> None:
    answer = '{"board": "1_2345678", "puzzle": "8-puzzle", "length": 1, "moves": [{"what": "1"}]}\n'
    assert record_in(answer, "answers") is None
    named = answer.replace('"moves"', '"other"')
    assert "is not the record of a puzzle" in refused(RouteError, record_in, named, "pack")


@pytest.mark.parametrize("column", ["blank", "hole_at", "rotated", "not", "sauf", "x"])
def test_an_unknown_column_is_refused_by_its_name(column: str) -> None:
    said = f"the column {column} is unknown: columns are board, length, "
    for heading in (f"board,{column}", f"{column},board,length", f"board;length;{column}"):
        assert said in refused(RouteError, read_pack, f"{heading}\n1234_5786,5,5\n")
    (line,) = read_pack(f'{{"board": "1234_5786", "{column}": 5}}') or []
    assert said in line.fault


@pytest.mark.parametrize("text", ["board,#seen,length\n1234_5786,by me,2\n", '{"board": "1234_5786", "length": 2}'])
def test_a_column_that_begins_with_a_number_sign_is_a_remark(text: str) -> None:
    (line,) = read_pack(text) or []
    assert (line.board, line.length, line.fault) == ("1234_5786", 2, "")
    (remark,) = read_pack('{"board": "1234_5786", "#seen": "by me"}') or []
    assert remark.fault == ""


def test_a_column_without_a_name_is_refused() -> None:
    assert "a column without a name" in refused(RouteError, read_pack, "board,length,\n1234_5786,2,rotated\n")
