"""Grades by length and by how often a greedy player errs."""

from slidefront.apps.problems.difficulty import Difficulty
from slidefront.apps.problems.problems import GRADES, Problem, grades


def pack(*lengths: int, astray: float | None = None) -> list[Problem]:
    difficulty = None if astray is None else Difficulty(1, astray, 0, 0)
    return [Problem(0, "", length, difficulty=difficulty) for length in lengths]


def test_quarters_of_the_lengths() -> None:
    assert grades(pack(10, 20, 30, 40)) == [*GRADES]
    assert grades(pack(40, 10, 30, 20)) == ["fiendish", "easy", "hard", "medium"]
    assert grades(pack(*range(1, 9))) == [grade for grade in GRADES for _ in range(2)]


def test_equal_lengths_share_their_place() -> None:
    assert grades(pack(7, 7, 7)) == ["medium"] * 3
    assert grades(pack(7)) == ["medium"]
    assert grades(pack(5, 5, 9, 9)) == ["easy", "easy", "hard", "hard"]
    assert grades([]) == []


def test_a_greedy_player_that_errs_makes_it_harder() -> None:
    assert grades(pack(10, 20, 30, 40, astray=0.3)) == ["medium", "hard", "fiendish", "fiendish"]
    assert grades(pack(10, 20, 30, 40, astray=0.149)) == ["easy", "easy", "medium", "hard"]
    assert grades(pack(10, 20, 30, 40, astray=0.15)) == [*GRADES]
