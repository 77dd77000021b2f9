"""Grades of the problems of a pack: easy, medium, hard, fiendish.

A grade comes from the length of a problem among the lengths of its pack, and from how often a greedy player errs:

    shorter problems of the pack        to 25%    to 50%    to 75%    more
    grade                               easy      medium    hard      fiendish
    one grade harder where a greedy player errs at 0.300 of the boards or more, one easier below 0.150

Problems of equal length share their place: each counts as half shorter. Without a difficulty, the length alone decides.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from slidefront.analysis.problems import Problem

GRADES = ("easy", "medium", "hard", "fiendish")
ERRS_OFTEN = 0.3
ERRS_SELDOM = 0.15


def grades(pack: Sequence[Problem]) -> list[str]:
    """Grade the problems of a pack."""
    lengths = sorted(problem.length for problem in pack)
    return [_grade(problem, lengths) for problem in pack]


def _grade(problem: Problem, lengths: Sequence[int]) -> str:
    shorter, not_longer = bisect_left(lengths, problem.length), bisect_right(lengths, problem.length)
    place = (shorter + not_longer) / 2 / len(lengths)
    quarter = sum(place > limit for limit in (0.25, 0.5, 0.75))
    if problem.difficulty is not None:
        quarter += (problem.difficulty.astray >= ERRS_OFTEN) - (problem.difficulty.astray < ERRS_SELDOM)
    return GRADES[min(max(quarter, 0), len(GRADES) - 1)]
