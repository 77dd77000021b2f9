"""What notebooks show, and the short lines that everything else shows."""

import re
from base64 import b64decode
from html.parser import HTMLParser
from xml.etree import ElementTree

import slidefront
from slidefront.apps.problems.problems import ProblemPack


def pictures(html):
    """Read all pictures of a page, which must be well-formed SVG."""
    return [ElementTree.fromstring(b64decode(data)) for data in re.findall(r"svg\+xml;base64,([^\"]*)\"", html)]


class Tags(HTMLParser):
    """Lists the tags of a page, and checks that they are closed in order."""

    def __init__(self):
        super().__init__()
        self.open, self.seen = [], set()

    def handle_starttag(self, tag, _):
        self.seen.add(tag)
        if tag != "img":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def tags(html):
    reader = Tags()
    reader.feed(html)
    assert not reader.open
    return reader.seen


def test_everything_has_a_line_and_is_drawn(eight):
    puzzle = slidefront.load("klotski")
    solved = slidefront.solve("8-puzzle", "3124756_8")
    expected = [
        (puzzle, "<Puzzle klotski: blocks, home AXXB/AXXB/CDDE/CFGE/H..I>", 1),
        (puzzle.position(puzzle.home), "<Position AXXB/AXXB/CDDE/CFGE/H..I of klotski>", 1),
        (solved, "<SolveResult 8-puzzle: optimal, 3 moves>", 1),
        (slidefront.solve("15-puzzle", "123456789abcdfe_"), "<SolveResult 15-puzzle: unsolvable>", 0),
        (solved.route, "<Route of 3 moves from 3124756_8 to _12345678>", 1),
        (eight, f"<Run 8-puzzle in {eight.path}: 181,440 boards to depth 31>", 0),
        (eight.layers[31], "<Layer 31: 2 boards>", 0),
        (slidefront.verify(eight), f"<Report on {eight.path}: good>", 0),
        (slidefront.problems(eight, [30, 31], 20), "<Pack of 20 problems of 8-puzzle, 30 to 31 moves>", 1),
        (ProblemPack(puzzle, []), "<Pack of 0 problems of klotski>", 0),
    ]
    for shown, line, count in expected:
        assert repr(shown) == line
        html = shown._repr_html_() if hasattr(shown, "_repr_html_") else ""
        assert len(pictures(html)) == count
        assert tags(html) <= {"h4", "p", "b", "pre", "img", "table", "tr", "th", "td", "details", "summary"}


def test_a_pack_draws_a_dozen_and_counts_the_rest(eight):
    html = slidefront.problems(eight, [30], 15)._repr_html_()
    (picture,) = pictures(html)
    assert sum(one.get("class") == "sf-board" for one in picture.iter()) == 12
    assert "and 3 more" in html
