"""`--json` prints what `to_dict` of the result returns."""

import json
from collections.abc import Callable
from typing import Any

import pytest

import slidefront as library

RESULTS: dict[str, Callable[[], dict[str, Any]]] = {
    "expand pillars-6": lambda: library.open_run("pillars-6").to_dict(),
    "table pillars-6 -o six.table": lambda: library.open_table("six.table").to_dict(),
    "verify pillars-6": lambda: library.verify("pillars-6").to_dict(),
    "verify six.table": lambda: library.verify("six.table").to_dict(),
}


@pytest.mark.parametrize("words", list(RESULTS))
def test_json_is_the_dictionary_of_the_result(six, words: str) -> None:
    if "six.table" in words:
        six("table", "pillars-6", "-o", "six.table", "-q")
    assert json.loads(six(*words.split(), "--json").out) == RESULTS[words]()


def test_json_of_statistics_and_hardest_boards(six) -> None:
    six("table", "pillars-6", "-q")
    run = library.open_run("pillars-6")
    for space in (run, library.open_table("pillars-6")):
        (printed,) = json.loads(six("stats", str(space.path), "--json").out)
        assert printed == {**space.to_dict(), "statistics": library.stats(space).to_dict()}
    deepest = json.loads(six("hardest", "pillars-6", "--json").out)["layers"]
    assert deepest == [layer.to_dict() for layer in library.hardest(run)]


def test_json_of_a_graded_board(six) -> None:
    (answer,) = json.loads(six("grade", "8-puzzle", "8_6547231", "--json").out)["answers"]
    measures = library.grade("8-puzzle", "8_6547231")
    found = getattr(measures, "difficulty", measures).to_dict()
    assert {name: answer[name] for name in found} == found
