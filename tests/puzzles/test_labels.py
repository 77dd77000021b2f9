"""Labels: the numbers of names, and the home boards of puzzle files."""

import pytest

from slidefront.puzzles.transfer.frame import Labels


def test_tiles_that_are_numbers_are_themselves() -> None:
    labels = Labels.of_tiles(["3", "1", "_", "B"])
    assert labels.names == ("_", *"123456789ab")
    assert labels.numbered
    assert labels.short
    assert [labels.label(token) for token in ["_", ".", "0", "1", "9", "a", "A", "10", "11", "b"]] == [
        *[0, 0, 0, 1, 9, 10, 10, 10, 11, 11]
    ]


@pytest.mark.parametrize("token", ["12", "c", "C", "x", "-1", "1.0", "__", "²", "٣", "", "zz"])
def test_a_token_that_is_no_label_is_none(token: str) -> None:
    assert Labels.of_tiles(list("123456789ab_")).label(token) is None


def test_a_very_long_number_is_no_label() -> None:
    assert Labels.of_tiles(list("123_")).label("1" * 5000) is None


def test_tiles_with_names_count_in_file_order() -> None:
    labels = Labels.of_tiles(["red", "green", "_", "red", "2"])
    assert labels.names == ("_", "red", "green", "2")
    assert not labels.numbered
    assert not labels.short
    assert [labels.label(token) for token in ["red", "green", "2", ".", "0", "1", "Red"]] == [1, 2, 3, 0, 0, None, None]


def test_tiles_beyond_15_are_names() -> None:
    labels = Labels.of_tiles(["1", "2", "16", "_"])
    assert labels.names == ("_", "1", "2", "16")
    assert labels.label("16") == 3
    assert labels.label("3") is None


def test_a_letter_beyond_f_makes_all_tiles_names() -> None:
    labels = Labels.of_tiles(["G", "a", "A", "_"])
    assert labels.names == ("_", "G", "a", "A")
    assert labels.short
    assert [labels.label(token) for token in "aAgG"] == [2, 3, None, 1]


def test_labels_of_a_graph_count_in_file_order_after_the_mover() -> None:
    labels = Labels.of_graph(list("BAFAC"), "F")
    assert labels.names == ("F", "B", "A", "C")
    assert [labels.label(token) for token in ["F", "B", "A", "C", "_", "f", "1"]] == [0, 1, 2, 3, None, None, None]


def test_a_mover_without_name_takes_any_mark() -> None:
    labels = Labels.of_graph(list("b_a"), "_")
    assert [labels.label(token) for token in "_.0ba"] == [0, 0, 0, 1, 2]
