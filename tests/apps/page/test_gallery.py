"""Galleries: a page for each puzzle and an index, in one folder."""

import re

from slidefront.apps.page.gallery import file_names


def test_file_names_are_plain_and_unique() -> None:
    names = file_names(["klotski", "Klotski", "index", "../../etc/passwd", "日本", "", "a" * 300])
    assert names[:3] == ["klotski.html", "klotski-2.html", "index-2.html"]
    assert names[3:6] == ["etc-passwd.html", "puzzle.html", "puzzle-2.html"]
    assert all(re.fullmatch(r"[a-z0-9-]{1,70}\.html", name) for name in names)
