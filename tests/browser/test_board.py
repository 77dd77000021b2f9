"""Play boards of each kind with the pointer, by touch and with the keys."""

from selenium.webdriver.common.keys import Keys

ARROWS = {"U": Keys.ARROW_UP, "D": Keys.ARROW_DOWN, "L": Keys.ARROW_LEFT, "R": Keys.ARROW_RIGHT}
LABELS = "[...document.querySelectorAll('#board [role=button]')].map((node) => node.getAttribute('aria-label'))"
UNNAMED = """[...document.querySelectorAll('button, input, select, canvas, [role=img]')].filter((control) =>
    !control.innerText && !control.matches('[aria-label], [aria-labelledby]') && !control.closest('label')
    && !control.querySelector('title') && control.checkVisibility()).map((control) => control.outerHTML)"""
PLACES = "page.view.nodes.map((node) => node.style.transform.match(/[-.\\d]+/g).map(Number))"


def center(cell, columns) -> tuple[int, int]:
    return 100 * (cell % columns) + 50, 100 * (cell // columns) + 50


def test_tiles_move_by_click_drag_swipe_and_key(screen) -> None:
    screen.open("8-puzzle", start="12345678_")
    screen.drag(screen.point(*center(7, 3)))
    assert screen.board == "1234567_8"
    assert screen.text("moves") == "1"
    screen.drag(screen.point(*center(1, 3)))  # a whole column
    assert screen.board == "1_3426758"
    assert screen.text("moves") == "3"
    screen.drag(screen.point(*center(0, 3)), screen.point(*center(1, 3)))
    assert screen.board == "_13426758"
    screen.drag(screen.point(*center(1, 3)), screen.point(130, 50))  # not far enough: it goes back
    assert screen.board == "_13426758"
    screen.drag(screen.point(250, 250), screen.point(250, 120), kind="touch")
    assert screen.board == "413_26758"
    screen.type(Keys.ARROW_LEFT)
    assert screen.board == "4132_6758"
    screen.type(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)  # the second is not legal
    assert screen.board == "413_26758"
    assert screen.text("moves") == "7"


def test_graph_mover_moves_by_click_drag_and_key(screen) -> None:
    screen.open("pillars-6")
    places = [tuple(place) for place in screen.run(PLACES)]
    mover = screen.run("page.view.mover")
    ends = screen.run("page.rules.movesAt[page.view.mover].map(({end}) => end)")
    screen.drag(screen.point(*places[ends[0]]))
    assert screen.run("page.view.mover") == ends[0]
    screen.drag(screen.point(*places[ends[0]]), screen.point(*places[mover]))
    assert screen.run("page.view.mover") == mover
    assert screen.text("moves") == "2"
    (x, y), (ex, ey) = places[mover], places[ends[1]]
    way = [Keys.ARROW_RIGHT, Keys.ARROW_LEFT] if abs(ex - x) > abs(ey - y) else [Keys.ARROW_DOWN, Keys.ARROW_UP]
    screen.run("page.view.nodes[page.view.mover].focus()")
    screen.type(way[0] if ex - x + ey - y > 0 else way[1])
    assert screen.run("page.view.mover") == ends[1]
    far = next(at for at in range(6) if at not in screen.run("page.rules.movesAt[page.view.mover].map(({end}) => end)"))
    screen.drag(screen.point(*places[far]))
    assert screen.text("moves") == "3"


def test_block_follows_pointer_until_blocked(screen) -> None:
    screen.open("klotski", start="AXXB/AXXB/CDDE/CF.E/HG.I")
    screen.drag(*[screen.point(x, y) for x, y in [(50, 450), (150, 450), (150, 360)]])
    assert screen.board == "AXXB/AXXB/CDDE/CF.E/HG.I"  # all its ways are shut
    screen.drag(*[screen.point(x, y) for x, y in [(150, 450), (250, 430), (250, 330), (210, 320)]])
    assert screen.board == "AXXB/AXXB/CDDE/CFGE/H..I"  # it stays where the pointer was nearest
    screen.press("undo")
    screen.drag(*[screen.point(x, y) for x, y in [(150, 350), (250, 350), (250, 450)]])
    assert screen.board == "AXXB/AXXB/CDDE/C..E/HGFI"
    assert screen.text("moves") == "1"
    screen.open("klotski", start="AXXB/AXXB/CDDE/CGFE/H..I")  # it rounds a corner in one move
    screen.drag(*[screen.point(x, y) for x, y in [(150, 350), (150, 450), (250, 460)]])
    assert screen.board == "AXXB/AXXB/CDDE/C.FE/H.GI"
    assert screen.text("moves") == "1"
    assert screen.run("page.game.steps.map(({way}) => way).join('')") == "DR"


def test_blocks_move_by_click_and_key(screen) -> None:
    screen.open("klotski")
    screen.drag(screen.point(50, 450))  # H can go one way only
    assert screen.board == "AXXB/AXXB/CDDE/CFGE/.H.I"
    screen.type("i", Keys.ARROW_LEFT, Keys.ARROW_LEFT)
    assert screen.board == "AXXB/AXXB/CDDE/CFGE/.HI."
    assert screen.text("moves") == "2"
    screen.type("c", Keys.ARROW_DOWN)
    assert screen.board == "AXXB/AXXB/.DDE/CFGE/CHI."
    assert screen.text("say").startswith("C down. 3 moves")
    screen.type("x", Keys.ARROW_DOWN)  # in vain
    assert screen.text("moves") == "3"
    assert screen.run("document.getElementById('record').textContent") == "H → · I ← · C ↓"


def test_rim_marks_piece_chosen_by_key(browser) -> None:
    browser.open("klotski")
    rim = "page.view.nodes.map((node) => getComputedStyle(node.querySelector('.face')).strokeWidth)"
    browser.drag(browser.point(50, 450), browser.point(150, 450))
    assert set(browser.run(rim)) == {"2.5px"}
    browser.type(Keys.ARROW_RIGHT)
    assert browser.board == "AXXB/AXXB/CDDE/CFGE/..HI"
    assert [width for width in browser.run(rim) if width != "2.5px"] == ["6px"]


def test_undo_redo_and_reset_restore_boards(browser) -> None:
    browser.open("8-puzzle", start="12345678_")
    assert not browser.driver.find_element("id", "undo").is_enabled()
    browser.drag(browser.point(150, 250))
    browser.press("undo")
    assert browser.board == "12345678_"
    browser.press("redo")
    assert browser.text("moves") == "1"
    browser.chord("z")
    assert browser.text("moves") == "0"
    browser.chord("y")
    browser.press("reset")
    assert browser.board == "12345678_"


def test_solving_by_hand_wins(screen) -> None:
    screen.open("klotski")
    screen.run("page.begin(page.solver.table.boardAt(5))")
    assert screen.text("fewest") == screen.text("shortest") == "5"
    assert not screen.driver.find_element("id", "win").is_displayed()
    screen.run("document.querySelector('#board [tabindex=\"0\"]').focus()")
    while int(screen.text("fewest")) > 0:
        step = screen.run("page.solver.table.next(page.game.board)")
        screen.type(step["what"].lower(), *(ARROWS[way] for way in step["way"]))
    assert screen.text("moves") == "5"
    assert screen.text("win-words") == "Solved in 5 moves: no solution is shorter."


def test_screen_reader_texts_name_positions(browser) -> None:
    browser.open("klotski")
    labels = browser.run(LABELS)
    assert "piece H, row 5, column 1, can go right" in labels
    assert "piece X, row 1, column 2, cannot move" in labels
    browser.open("8-puzzle", start="12345678_")
    labels = browser.run(LABELS)
    assert "tile 8, row 3, column 2, can go right" in labels
    assert browser.run(UNNAMED) == []
