"""Pages with texts of strangers and with numbers out of all bounds."""

import pytest

from slidefront.apps.page.about import About
from slidefront.apps.page.html import card, gallery_html
from tests.draw.test_hostile import TEXTS, with_texts

PACK = "8_6547231:31\n12_345678:2:1 0\n"


@pytest.mark.parametrize("name", TEXTS)
def test_page_stays_within_screen_width(name, screen) -> None:
    screen.open(with_texts(TEXTS[name]))
    assert screen.run("document.documentElement.scrollWidth - window.innerWidth") == 0
    assert screen.run("document.querySelector('header').getBoundingClientRect().height") <= 900
    assert screen.run("document.querySelectorAll('img').length") == 0


@pytest.mark.parametrize("name", TEXTS)
def test_gallery_stays_within_screen_width(name, screen, tmp_path) -> None:
    puzzle = with_texts(TEXTS[name])
    (tmp_path / "index.html").write_text(gallery_html("", [card("a.html", About(puzzle, puzzle.home))]), "utf-8")
    screen.driver.get((tmp_path / "index.html").as_uri())
    assert screen.driver.execute_script("return document.documentElement.scrollWidth - innerWidth") == 0
    assert screen.driver.execute_script("return document.querySelectorAll('img').length") == 1


@pytest.mark.parametrize("number", ["", "-1", "1e308", "99999999999999999999", "0.5"])
def test_out_of_range_numbers_select_no_problem_or_all(number, browser) -> None:
    browser.open("8-puzzle", pack=PACK)
    write = "((field, text) => { field.value = text; field.dispatchEvent(new Event('input')); })"
    for name in ("from", "to"):
        browser.run(f"{write}(document.getElementById(arguments[0]), arguments[1])", name, number)
        assert browser.text("pack-count").split()[0] in ("0", "2")
        browser.press("any")
    assert browser.board in PACK
