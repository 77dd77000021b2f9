"""Reports on runs as text, and what notebooks show of everything."""

import re
from base64 import b64decode
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import slidefront
from slidefront.apps.problems.problems import ProblemPack
from slidefront.check.files import Damage, Report
from slidefront.report.spaces import verified_text
from tests.store.test_manifest import sample


def report(*damages: Damage, layers: int = 2, strays: tuple[str, ...] = (), leftovers: tuple[str, ...] = ()) -> Report:
    manifest = sample()
    del manifest.layers[layers:]
    return Report(Path("data/my run"), False, manifest, damages, strays, leftovers)


@pytest.mark.parametrize(
    ("found", "ending"),
    [
        (report(), "layers 0 to 1 are good: 6 boards, 745 B"),
        (report(layers=1), "layer 0 is good: 1 board, 700 B"),
        (report(layers=0), "there are no layers yet"),
        (report(Damage("x", 1)), "layer 0 is good: mend it"),
        (report(Damage("x", 0)), "no layer is known to be good: mend it"),
        (
            report(Damage("x")),
            "no layer is known to be good without _run.json, which is made of the layers: mend it",
        ),
        (
            report(strays=("layers/x",)),
            "layers 0 to 1 are good: move what does not belong to the run to another place",
        ),
        (report(leftovers=("_scratch",)), "layers 0 to 1 are good: 6 boards, 745 B"),
    ],
)
def test_last_line_names_good_layers(found: Report, ending: str) -> None:
    assert verified_text(found, ": mend it").splitlines()[-1].startswith(ending)


def test_reports_escape_control_characters() -> None:
    found = report(Damage("two\nlines \x1b[31m", 1, "\x1b]0;x\x07.parquet"), strays=("layers/\x1b[2J",))
    assert found.manifest is not None
    for line in verified_text(found).split("\n"):
        assert line.isprintable()
    assert len(verified_text(found).split("\n")) == 3


def pictures(html) -> list[Any]:
    """Read all pictures of a page, which must be well-formed SVG."""
    return [ElementTree.fromstring(b64decode(data)) for data in re.findall(r"svg\+xml;base64,([^\"]*)\"", html)]


class Tags(HTMLParser):
    """Lists the tags of a page, and checks that they are closed in order."""

    def __init__(self):
        super().__init__()
        self.open, self.seen = [], set()

    def handle_starttag(self, tag, _) -> None:
        self.seen.add(tag)
        if tag != "img":
            self.open.append(tag)

    def handle_endtag(self, tag) -> None:
        assert self.open.pop() == tag


def tags(html) -> Any:
    reader = Tags()
    reader.feed(html)
    assert not reader.open
    return reader.seen


def test_objects_have_repr_and_html(eight) -> None:
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


def test_html_of_pack_draws_twelve_problems(eight) -> None:
    html = slidefront.problems(eight, [30], 15)._repr_html_()
    (picture,) = pictures(html)
    assert sum(one.get("class") == "sf-board" for one in picture.iter()) == 12
    assert "and 3 more" in html
