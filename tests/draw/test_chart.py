"""Charts: that they show the numbers, read from matplotlib's own SVG."""

import sys
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from slidefront.draw.chart import Growth, chart, plot
from slidefront.errors import SlidefrontError

EIGHT = Growth("8-puzzle", [1, 2, 4, 8, 16, 20])


def points(svg):
    """Read the lines that are drawn within the axes: for each, its points."""
    root = ElementTree.fromstring(svg)
    paths = [one.get("d") for one in root.iter() if "clip-path" in one.attrib and "z" not in one.get("d", "z")]
    found = []
    for path in paths:
        numbers = [float(one) for one in path.replace("M", " ").replace("L", " ").split()]
        found.append([*zip(numbers[::2], numbers[1::2], strict=True)])
    return [line for line in found if len(line) > 2]


def test_both_scales_are_drawn_and_true():
    linear, log = points(chart([EIGHT]))
    assert len(linear) == len(log) == 6
    heights = [linear[0][1] - y for _, y in linear]
    assert [round(19 * height / heights[-1], 2) for height in heights] == [count - 1 for count in EIGHT.counts]
    rises = [before[1] - after[1] for before, after in pairwise(log[:5])]
    assert max(rises) - min(rises) < 0.01 < rises[0]


def test_several_runs_are_named():
    assert len(points(chart([EIGHT, Growth("other $x$", [1, 3, 9])]))) == 4


def test_the_same_numbers_give_the_same_file():
    assert chart([EIGHT]) == chart([EIGHT])
    assert chart([EIGHT], "png").startswith(b"\x89PNG")


def test_a_chart_is_written_to_a_new_file(tmp_path):
    plot([EIGHT], tmp_path / "growth.svg")
    assert (tmp_path / "growth.svg").read_bytes() == chart([EIGHT])
    with pytest.raises(SlidefrontError, match="already exists"):
        plot([EIGHT], tmp_path / "growth.svg")


def test_without_the_extra_a_chart_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(SlidefrontError, match=r"charts need the extra `plot`: pip install 'slidefront\[plot\]'"):
        chart([EIGHT])
