"""Pages as a whole: they fit every screen with any texts, keys reach the board, and printed answers can be copied."""

import pytest
from selenium.webdriver.common.keys import Keys

from slidefront import load, read_puzzle
from slidefront.apps.page.about import About
from slidefront.apps.page.html import card, gallery_html
from slidefront.apps.problems.problems import Problem, ProblemPack
from slidefront.apps.problems.sheet import make_sheet, sheet_html
from slidefront.notation.board_files import routes_in
from tests.browser.conftest import OUTSIDE, SCREENS
from tests.draw.test_hostile import TEXTS, with_texts

CONTROLS = "#board, #status div, #goal svg, #play button, #play input, #say, #win, #tabs button, h1, #banner"
PACK = "8_6547231:31\n12_345678:2:1 0\n"
GOAL_IS_FREE = """(() => {
    const [picture, words] = ["#goal svg", "#say"].map((name) => document.querySelector(name).getBoundingClientRect());
    return picture.bottom <= words.top || picture.right <= words.left;
})()"""
OPEN_TABS = (
    "[...document.querySelectorAll('.panel')].filter((panel) => panel.checkVisibility()).map((panel) => panel.id)"
)
COPY = "getSelection().selectAllChildren(document.querySelector('.answers')); return `${getSelection()}`"
LOCKED = 'kind = "blocks"\nhome = "ABC."\ngoal = [["A", 1, 3]]\n'


@pytest.mark.parametrize("size", SCREENS, ids=lambda size: "x".join(map(str, size)))
def test_board_and_controls_fit_the_screen(size, browser) -> None:
    browser.resize(*size, phone=390 in size)
    for name in ("klotski", "8-puzzle", "rush-hour-93", "pillars-6", read_puzzle(LOCKED)):
        browser.open(name, start="8_6547231" if name == "8-puzzle" else None)
        assert browser.run(OUTSIDE, CONTROLS) == []
        assert browser.run("document.documentElement.scrollHeight - innerHeight") <= 0
        assert browser.run("document.documentElement.scrollWidth - innerWidth") <= 0
        board = browser.run("Math.min(...[page.view.root.clientWidth, page.view.root.clientHeight])")
        assert board > min(size) / 2
        if isinstance(name, str):
            browser.press("solve")
            assert browser.run(OUTSIDE, CONTROLS) == []
            assert browser.run(GOAL_IS_FREE)
            browser.run("page.game.rewrite(0, page.player.moves.slice(0, -1))")
            browser.run("page.game.play(page.rules.stepsOf(page.solver.table.next(page.game.board)))")
            assert browser.run("document.getElementById('win').checkVisibility()")
            assert browser.run(OUTSIDE, CONTROLS) == []


def test_each_tab_shows_its_panel(screen) -> None:
    screen.open("klotski", graph=True)
    for name in ("problems", "explore", "about", "play"):
        screen.tab(name)
        assert screen.run(OPEN_TABS) == [name]
        assert screen.run("document.querySelector('[aria-current=page]').dataset.tab") == name
        assert screen.run("document.documentElement.scrollWidth - innerWidth") <= 0


def test_keys_reach_the_board_without_a_click_and_scroll_nothing(browser) -> None:
    for name, start, key in (
        ("8-puzzle", "12345678_", Keys.ARROW_RIGHT),
        ("pillars-6", None, Keys.ARROW_LEFT),
        ("klotski", None, Keys.ARROW_DOWN),
    ):
        browser.open(name, start=start)
        browser.type(key)
        assert browser.text("moves") == "1"
    browser.press("hint")
    browser.type("g", Keys.ARROW_DOWN)  # the button has the focus, and the board hears the keys
    assert browser.board == "AXXB/AXXB/CDDE/C..E/HFGI"
    assert browser.run("[scrollX, scrollY].join()") == "0,0"


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


def test_answers_copied_from_sheet_replay(browser, tmp_path) -> None:
    puzzle = load("8-puzzle")
    start = puzzle.position("8_6547231")
    problem = Problem(start.key, start.text, 31)
    (tmp_path / "sheet.html").write_text(sheet_html(make_sheet(ProblemPack(puzzle, [problem, problem]), 2)), "utf-8")
    browser.driver.get((tmp_path / "sheet.html").as_uri())
    routes = [line.replay() for line in routes_in(puzzle, browser.driver.execute_script(COPY), start)]
    assert [(route.fault, route.meets_goal) for route in routes] == [(None, True)] * 2
