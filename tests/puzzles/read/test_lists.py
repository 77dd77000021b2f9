"""Lists of boards with numbers before them and lengths after them."""

from slidefront.errors import BoardError
from slidefront.puzzles.read.lists import ListedBoard, read_list
from tests.messages import refused

FIRST = (14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3)
SECOND = (13, 5, 4, 10, 9, 12, 8, 14, 2, 3, 7, 1, 0, 15, 11, 6)


def line(*numbers: int) -> str:
    return " ".join(f"{number:>2}" for number in numbers)


def test_korf_numbers_his_boards() -> None:
    assert read_list([line(1, *FIRST), line(2, *SECOND)], 16) == [ListedBoard(FIRST, 1), ListedBoard(SECOND, 2)]


def test_a_length_may_follow() -> None:
    assert read_list([line(*FIRST, 57), line(*SECOND, 55)], 16) == [
        *(ListedBoard(FIRST, None, 57), ListedBoard(SECOND, None, 55))
    ]


def test_a_number_and_a_length() -> None:
    assert read_list([f"1: {', '.join(map(str, FIRST))} ; 57"], 16) == [ListedBoard(FIRST, 1, 57)]
    assert ListedBoard(FIRST).text.startswith("14 13 15 7")


def test_other_lines_tell_what_one_does_not() -> None:
    both = line(3, *FIRST)
    assert "remove one of the numbers" in refused(BoardError, read_list, [both], 16)
    assert read_list([line(1, *SECOND), both], 16) == [ListedBoard(SECOND, 1), ListedBoard(FIRST, 3)]


def test_what_is_no_list() -> None:
    assert read_list([line(*FIRST)], 16) is None
    assert read_list(["123456780", "12345_678"], 9) is None
    assert read_list([line(1, *FIRST), line(*SECOND)], 16) is None
    assert read_list([line(1, *FIRST[:-1], 2)], 16) is None
    assert read_list([], 16) is None
