"""The editor in a real browser: a puzzle is drawn from nothing, explored, linked, played, and read by Python."""

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from selenium.webdriver.common.keys import Keys

from slidefront import load, read_puzzle, solve
from slidefront.apps.page.html import editor_html
from tests.browser.conftest import OUTSIDE, SCREENS

KLOTSKI = ["00 10", "01 12", "03 13", "20 30", "21 22", "23 33", "31", "32", "40", "43"]
PLACE = (
    "(([r, c]) => { const at = new DOMPoint(100 * c + 50, 100 * r + 50).matrixTransform("
    "document.getElementById('sketch').getScreenCTM()); return [at.x, at.y]; })(arguments[0])"
)


@pytest.fixture
def editor(browser, tmp_path) -> Callable[..., Any]:
    path = tmp_path / "editor.html"
    path.write_text(editor_html(), "utf-8")

    def open_at(link="") -> Any:
        browser.driver.get("about:blank")
        browser.driver.get(f"{path.as_uri()}{link}")
        browser.wait("document.documentElement.dataset.ready === 'yes'")
        return browser

    return open_at


def drag(browser, cells) -> None:
    """Press at the first cell, go over the others, and release."""
    browser.drag(*[browser.run(PLACE, cell) for cell in cells])


def places(words) -> list[tuple[int, int]]:
    return [(int(word[0]), int(word[1])) for word in words.split()]


def result(browser) -> str:
    browser.wait("!document.getElementById('sketch-result').textContent.startsWith('Exploring')")
    return browser.run("document.getElementById('sketch-result').innerText")


def test_editor_draws_explores_and_plays_klotski(editor) -> None:
    browser = editor()
    for words in KLOTSKI:
        drag(browser, places(words))
    assert "No goal yet" in result(browser)
    cursor = "getComputedStyle(document.querySelector('#sketch .cursor')).visibility"
    assert browser.run(cursor) == "hidden"  # it would cover names, and only keys need it
    browser.press("sketch-undo")
    drag(browser, places("43"))
    browser.press("tools-goal")
    drag(browser, places("01 11 21 31"))
    lines = [*filter(None, result(browser).splitlines())]
    assert lines[:2] == ["Solvable in 81 moves.", "25,955 positions."]
    assert lines[2].startswith("Hardest start: 93 moves.")
    drawn = read_puzzle(browser.run("decodeURIComponent(location.hash.slice('#puzzle='.length))"))
    assert solve(drawn).optimum == 81
    assert drawn.size() == load("klotski").size()
    browser.press("sketch-hardest")
    assert result(browser).startswith("Solvable in 93 moves.")
    link = browser.run("location.hash")
    browser.press("sketch-play")
    browser.wait("document.getElementById('draw-again') && document.documentElement.dataset.ready === 'yes'")
    browser.press("hint")
    browser.wait("document.getElementById('shortest').textContent === '93'")
    browser.press("draw-again")
    browser.wait("document.body.classList.contains('drawing') && document.documentElement.dataset.ready === 'yes'")
    assert browser.run("location.hash") == link


def test_editor_works_by_keyboard(editor) -> None:
    browser = editor()
    browser.run("document.getElementById('sketch').focus()")
    browser.type("x", Keys.ARROW_DOWN, "x", Keys.ARROW_RIGHT, "b", Keys.ARROW_DOWN, "#")
    assert browser.run("getComputedStyle(document.querySelector('#sketch .cursor')).visibility") == "visible"
    browser.press("tools-goal")
    browser.run("document.getElementById('sketch').focus()")
    browser.type(Keys.ARROW_UP, Keys.ARROW_LEFT, Keys.ENTER, Keys.ARROW_DOWN, Keys.ENTER)
    text = browser.run("decodeURIComponent(location.hash.slice('#puzzle='.length))")
    assert 'home = """\nx...\nxb..\n.#..\n....\n....\n"""' in text
    assert 'goal = """\n....\nx...\nx#..\n....\n....\n"""' in text
    assert result(browser).startswith("Solvable in 1 move.")


def test_editor_reads_texts_and_reports_errors(editor) -> None:
    browser = editor()
    write = "document.getElementById('sketch-text').value = arguments[0]"
    browser.press("sketch-open")
    browser.run(write, "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM")
    browser.press("sketch-read")
    assert result(browser).startswith("Solvable in 60 moves.")
    browser.press("sketch-open")
    browser.run(write, "AAB/..B/C")
    browser.press("sketch-read")
    assert browser.text("sketch-wrong") == "Row 3 has 1 cell, but the others have 3."
    assert "Solvable in 60 moves." in result(browser)


def test_drag_draws_a_rectangle_and_extends_a_piece(editor) -> None:
    browser = editor()
    drag(browser, places("00 11"))
    drag(browser, places("11 31"))
    drag(browser, places("03 44 03"))
    assert "AA.B\nAA..\n.A..\n.A..\n....\n" in browser.run("decodeURIComponent(location.hash)")


@pytest.mark.parametrize("size", SCREENS, ids=lambda size: "x".join(map(str, size)))
def test_board_and_tools_fit_the_screen(editor, size) -> None:
    browser = editor("#puzzle=AXXB%2FAXXB%2FCDDE%2FCFGE%2FH..I%20-%3E%20....%2F....%2F....%2F.XX.%2F.XX.")
    browser.resize(*size, phone=390 in size)
    assert result(browser).startswith("Solvable in 81 moves.")
    assert browser.run(OUTSIDE, "#sketch, #sketch-side button, #sketch-side input, #sketch-side select") == []
    browser.press("sketch-open")
    assert browser.run(OUTSIDE, "#sketch-import, #sketch-import :is(button, input, textarea)") == []
    for name in ("sketch-side", "sketch-import"):
        panel = f"document.getElementById('{name}')"
        assert browser.run(
            f"{panel}.scrollHeight <= {panel}.clientHeight && {panel}.scrollWidth <= {panel}.clientWidth"
        )


def test_editor_escapes_texts_of_links(editor) -> None:
    evil = "<img/src=x/onerror=alert(1)>"
    text = f'kind = "blocks"\ntitle = {json.dumps(evil)}\nhome = "<img> . ."\ngoal = [["<img>", 1, 2]]\n'
    for word in ("puzzle", "play"):
        browser = editor(f"#{word}={quote(text)}")
        assert browser.run("document.querySelectorAll('img').length") == 0
        assert browser.run("document.body.textContent").count("<img>")


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_editor_link_opens_and_invalid_link_is_explained(editor, size) -> None:
    browser = editor("#puzzle=AAB%2F..B%20-%3E%20...%2FAA.")
    browser.size(size)
    assert result(browser).startswith("Solvable in 1 move.")
    assert browser.run("document.documentElement.scrollWidth <= innerWidth")
    browser.drag(*[browser.run(PLACE, [1, column]) for column in (0, 1)], kind="touch" if size == "phone" else "mouse")
    assert "CCB" in browser.run("decodeURIComponent(location.hash)")
    browser = editor("#puzzle=kind%20%3D%201")
    assert browser.text("sketch-wrong")
