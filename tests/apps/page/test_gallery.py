"""Galleries: a page for each puzzle and an index, in one folder."""

import re

from slidefront.apps.page.about import About
from slidefront.apps.page.gallery import card, file_names, gallery_html
from slidefront.notation.load import read_puzzle

FILE = 'kind = "blocks"\ntitle = "<b>x</b>"\nabout = "<script>alert(1)</script>"\nhome = "AAB/..B"\ngoal = ".../AA."\n'


def test_file_names_are_plain_and_differ():
    names = file_names(["klotski", "Klotski", "index", "../../etc/passwd", "日本", "", "a" * 300])
    assert names[:3] == ["klotski.html", "klotski-2.html", "index-2.html"]
    assert names[3:6] == ["etc-passwd.html", "puzzle.html", "puzzle-2.html"]
    assert all(re.fullmatch(r"[a-z0-9-]{1,70}\.html", name) for name in names)


def test_the_index_escapes_what_puzzles_say():
    puzzle = read_puzzle(FILE, "evil")
    text = gallery_html("A & B", [card("evil.html", About(puzzle, puzzle.home))])
    assert "&lt;b&gt;x&lt;/b&gt;" in text
    assert "<script" not in text
    assert "<h1>A &amp; B</h1>" in text
