import pytest

from slidefront.errors import BoardError
from slidefront.puzzles.read.board_text import Labels, read_board, read_home
from tests.messages import refused

HOME = list("123456789abcde__")
NUMBERS = [*"123456789", "10", "11", "12", "13", "14", "_", "_"]


@pytest.mark.parametrize(
    "text",
    [
        "1234/5678/9abc/de__",
        "123456789abcde__",
        "1234\n5678\n9abc\nde__",
        "  1234/5678/\n9abc/de__\n",
        "1234 5678 9abc de__",
        "1234;5678;9abc;de__",
        "1 2 3 4 5 6 7 8 9 a b c d e _ _",
        "1,2,3,4/5,6,7,8/9,a,b,c/d,e,_,_",
        "1, 2, 3, 4,\n5, 6, 7, 8,\n9, a, b, c,\nd, e, _, _",
        "1 2 3 4 / 5678 / 9abc / d e _ _",
        "1 2 3 4 5 6 7 8\n9 a b c d e _ _",
        "12345678 9abcde__",
        "\t1234\t5678\t9abc\tde__\r\n",
    ],
)
def test_a_board_of_known_shape_is_read_however_it_is_typed(text: str) -> None:
    assert read_board(text, 4, 4) == HOME


@pytest.mark.parametrize(
    "text",
    [
        "1 2 3 4 5 6 7 8 9 10 11 12 13 14 _ _",
        "1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, _, _",
        "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 _ _\n",
        "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 _ _",
        "1,2,3,4,\n5,6,7,8,\n9,10,11,12,\n13,14,_,_",
        "1 2 3 4 5 6\n7 8 9 10 11 12\n13 14 _ _",
    ],
)
def test_numbers_apart_stay_whole(text: str) -> None:
    assert read_board(text, 4, 4) == NUMBERS


def test_boards_that_are_narrow_are_read() -> None:
    assert read_board("1/2/_", 3, 1) == ["1", "2", "_"]
    assert read_board("12_", 3, 1) == ["1", "2", "_"]
    assert read_board("1 2 _", 1, 3) == ["1", "2", "_"]
    assert read_board("10/2/_", 3, 1) == ["10", "2", "_"]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("123/456/78", "row 3 of the board has 2 cells, and the others have 3"),
        ("123/4567/8_", "row 2 of the board has 4 cells, and the others have 3"),
        ("1 2 3/4 5/6 7 _", "row 2 of the board has 2 cells, and the others have 3"),
        ("12345678", "has 8 cells where the puzzle has 3 x 3 = 9"),
        ("1234567890123", "has 13 cells where the puzzle has 3 x 3 = 9"),
        ("", "has 0 cells where the puzzle has 3 x 3 = 9"),
        (" / \n", "has 0 cells where the puzzle has 3 x 3 = 9"),
        ("12\n34", "'12\\n34' has 4 cells where the puzzle has 3 x 3 = 9"),
        ("123\n456\n78\x1b_", "row 3 of the board has 4 cells, and the others have 3: '123\\n456\\n78\\x1b_'"),
        ("123\n4567\n89_", "row 2 of the board has 4 cells"),
    ],
)
def test_a_board_of_another_shape_is_refused(text: str, what: str) -> None:
    assert what in refused(BoardError, read_board, text, 3, 3)


def test_a_count_of_numbers_apart_counts_numbers() -> None:
    message = refused(BoardError, read_board, "1 2 3 4 5 6 7 8 9 10 11", 3, 4)
    assert "has 11 cells where the puzzle has 3 x 4 = 12" in message


@pytest.mark.parametrize(
    ("text", "home"),
    [
        ("123/45_", ["123", "45_"]),
        ("123 45_", ["123", "45_"]),
        ("123\n45_\n", ["123", "45_"]),
        ("\n123\n\n45_", ["123", "45_"]),
        ("1 2 3/4 5 _", ["123", "45_"]),
        ("1,2,3/4,5,_", ["123", "45_"]),
        ("12/3_", ["12", "3_"]),
        ("1/2/_", ["1", "2", "_"]),
        ("12_", ["12_"]),
        ("1 2 _", ["12_"]),
    ],
)
def test_a_home_board_tells_its_shape(text: str, home: list[str]) -> None:
    assert read_home(text) == [list(row) for row in home]


def test_numbers_of_a_home_board_stay_whole() -> None:
    assert read_home("8 9 10/11 12 _") == [["8", "9", "10"], ["11", "12", "_"]]
    assert read_home("10 11 12") == [["10", "11", "12"]]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("123/45", "row 2 of the board has 2 cells where row 1 has 3"),
        ("12/345/6_", "row 2 of the board has 3 cells where row 1 has 2"),
        ("123 456 7_89", "row 3 of the board has 4 cells where row 1 has 3"),
        ("1 2 3/45_/6 7", "row 3 of the board has 2 cells where row 1 has 3"),
    ],
)
def test_a_ragged_home_board_is_refused(text: str, what: str) -> None:
    assert what in refused(BoardError, read_home, text)


def test_tiles_that_are_numbers_are_themselves() -> None:
    labels = Labels.of_tiles(["3", "1", "_", "B"])
    assert labels.names == ("_", *"123456789ab")
    assert labels.numbered
    assert labels.short
    assert [labels.read(token) for token in ["_", ".", "0", "1", "9", "a", "A", "10", "11", "b"]] == [
        *[0, 0, 0, 1, 9, 10, 10, 10, 11, 11]
    ]


@pytest.mark.parametrize("token", ["12", "c", "C", "x", "-1", "1.0", "__", "²", "٣", "", "zz"])
def test_a_token_that_is_no_label_is_none(token: str) -> None:
    assert Labels.of_tiles(list("123456789ab_")).read(token) is None


def test_a_very_long_number_is_no_label() -> None:
    assert Labels.of_tiles(list("123_")).read("1" * 5000) is None


def test_tiles_with_names_count_in_file_order() -> None:
    labels = Labels.of_tiles(["red", "green", "_", "red", "2"])
    assert labels.names == ("_", "red", "green", "2")
    assert not labels.numbered
    assert not labels.short
    assert [labels.read(token) for token in ["red", "green", "2", ".", "0", "1", "Red"]] == [1, 2, 3, 0, 0, None, None]


def test_tiles_beyond_15_are_names() -> None:
    labels = Labels.of_tiles(["1", "2", "16", "_"])
    assert labels.names == ("_", "1", "2", "16")
    assert labels.read("16") == 3
    assert labels.read("3") is None


def test_a_letter_beyond_f_makes_all_tiles_names() -> None:
    labels = Labels.of_tiles(["G", "a", "A", "_"])
    assert labels.names == ("_", "G", "a", "A")
    assert labels.short
    assert [labels.read(token) for token in "aAgG"] == [2, 3, None, 1]


def test_labels_of_a_graph_count_in_file_order_after_the_mover() -> None:
    labels = Labels.of_graph(list("BAFAC"), "F")
    assert labels.names == ("F", "B", "A", "C")
    assert [labels.read(token) for token in ["F", "B", "A", "C", "_", "f", "1"]] == [0, 1, 2, 3, None, None, None]


def test_a_mover_without_name_takes_any_mark() -> None:
    labels = Labels.of_graph(list("b_a"), "_")
    assert [labels.read(token) for token in "_.0ba"] == [0, 0, 0, 1, 2]
