"""The page as a whole: it fits every screen, its tabs show one panel each, and keys reach the board at once."""

import pytest
from selenium.webdriver.common.keys import Keys

from slidefront import read_puzzle
from tests.browser.conftest import OUTSIDE, SCREENS

CONTROLS = "#board, #status div, #goal svg, #play button, #play input, #say, #win, #tabs button, h1, #banner"
GOAL_IS_FREE = """(() => {
    const [picture, words] = ["#goal svg", "#say"].map((name) => document.querySelector(name).getBoundingClientRect());
    return picture.bottom <= words.top || picture.right <= words.left;
})()"""
OPEN_TABS = (
    "[...document.querySelectorAll('.panel')].filter((panel) => panel.checkVisibility()).map((panel) => panel.id)"
)
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
