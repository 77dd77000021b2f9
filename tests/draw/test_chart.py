"""Boards by depth: bars of characters, measured, and charts, read from the SVG of matplotlib."""

import sys
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.draw.chart import bars, chart
from slidefront.errors import SlidefrontError
from tests.strategies import few

COUNTS = st.lists(st.integers(1, 10**12), min_size=1, max_size=30)


def length(line) -> int:
    """Measure the bar of a line in eighths of a column."""
    return sum(8 if letter == "█" else 7 - "▉▊▋▌▍▎▏".index(letter) for letter in line if letter in "█▉▊▋▌▍▎▏")


@few
@given(COUNTS, st.integers(40, 150))
def test_bars_fit_width_and_match_counts(counts, width) -> None:
    header, *lines = bars(counts, width).split("\n")
    assert all(len(line) <= width for line in [header, *lines])
    assert [int(line.split()[-1].replace(",", "")) for line in lines] == counts
    drawn = [length(line) for line in lines]
    assert min(drawn) >= 1
    order = sorted(range(len(counts)), key=lambda at: counts[at])
    assert [drawn[at] for at in order] == sorted(drawn)
    longest = max(drawn)
    for count, one in zip(counts, drawn, strict=True):
        assert abs(one - longest * count / max(counts)) <= 1


EIGHT = {"8-puzzle": [1, 2, 4, 8, 16, 20]}


def points(svg) -> list[str]:
    """Read the lines that are drawn within the axes: for each, its points."""
    root = ElementTree.fromstring(svg)
    paths = [one.get("d") for one in root.iter() if "clip-path" in one.attrib and "z" not in one.get("d", "z")]
    found = []
    for path in paths:
        numbers = [float(one) for one in path.replace("M", " ").replace("L", " ").split()]
        found.append([*zip(numbers[::2], numbers[1::2], strict=True)])
    return [line for line in found if len(line) > 2]


def test_chart_has_linear_and_logarithmic_scale() -> None:
    linear, log = points(chart(EIGHT))
    assert len(linear) == len(log) == 6
    heights = [linear[0][1] - y for _, y in linear]
    assert [round(19 * height / heights[-1], 2) for height in heights] == [count - 1 for count in EIGHT["8-puzzle"]]
    rises = [before[1] - after[1] for before, after in pairwise(log[:5])]
    assert max(rises) - min(rises) < 0.01 < rises[0]


def test_chart_is_deterministic_and_names_several_runs() -> None:
    assert len(points(chart({**EIGHT, "other $x$": [1, 3, 9]}))) == 4
    assert chart(EIGHT) == chart(EIGHT)
    assert chart(EIGHT, "png").startswith(b"\x89PNG")


def test_chart_without_library_names_the_package(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(SlidefrontError, match=r"pip install matplotlib"):
        chart(EIGHT)
