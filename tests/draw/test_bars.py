"""Bars of letters, measured."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.draw.chart import bars
from tests.strategies import few

COUNTS = st.lists(st.integers(1, 10**12), min_size=1, max_size=30)


def length(line):
    """Measure the bar of a line in eighths of a column."""
    return sum(8 if letter == "█" else 7 - "▉▊▋▌▍▎▏".index(letter) for letter in line if letter in "█▉▊▋▌▍▎▏")


@few
@given(COUNTS, st.integers(40, 150), st.booleans())
def test_bars_fit_the_width_and_are_as_long_as_their_numbers(counts, width, log):
    header, *lines = bars(counts, width, log=log).split("\n")
    assert ("logarithmic" in header) == log
    assert all(len(line) <= width for line in [header, *lines])
    assert [int(line.split()[-1].replace(",", "")) for line in lines] == counts
    drawn = [length(line) for line in lines]
    assert min(drawn) >= 1
    order = sorted(range(len(counts)), key=lambda at: counts[at])
    assert [drawn[at] for at in order] == sorted(drawn)
    if not log:
        longest = max(drawn)
        for count, one in zip(counts, drawn, strict=True):
            assert abs(one - longest * count / max(counts)) <= 1


def test_the_logarithmic_scale_shows_the_first_depths():
    lines = bars([1, 10**6], 100, log=True).split("\n")
    assert length(lines[1]) > 8
    assert length(bars([1, 10**6], 100).split("\n")[1]) == 1


@pytest.mark.parametrize("log", [False, True])
def test_one_board_alone_has_a_bar(log):
    assert length(bars([1], 60, log=log).split("\n")[1]) > 100
