"""What is around the board: hints, the player, problems, links, the graph, the chart and the gallery."""

import random

import pytest
from selenium.webdriver.common.keys import Keys

from slidefront.notation.load import load, read_puzzle
from slidefront.notation.route import read_route

BOX = """(({ left, top, width, height }) => [left, top, width, height])(
    document.getElementById('space').getBoundingClientRect())"""
PIXELS = """(() => {
    const { gl } = page.space;
    page.space.paint();
    const all = new Uint8Array(gl.drawingBufferWidth * gl.drawingBufferHeight * 4);
    gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, all);
    const counts = {};
    for (let i = 0; i < all.length; i += 4) {
        const name = all.slice(i, i + 3).join();
        counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
})()"""
PLACE = """((at, { turn, zoom, shift, places, canvas: { clientWidth: width, clientHeight: height } }) => {
    const [x, y, z] = places.slice(3 * at, 3 * at + 3);
    const [across, up, near] = [0, 3, 6].map((row) => turn[row] * x + turn[row + 1] * y + turn[row + 2] * z);
    const scale = (2.95 * zoom * Math.min(width, height)) / 2 / (3.2 - near);
    const half = Math.min(width, height) / 2;
    return [width / 2 + scale * across + half * shift[0], height / 2 - scale * up - half * shift[1]];
})(arguments[0], page.space)"""
COVERED = """(() => {
    const [arrow] = document.querySelectorAll("#board .arrow .shaft");
    const covers = arrow.getBoundingClientRect();
    return [...document.querySelectorAll("#board .piece .name")].filter((name) => {
        const { left, right, top, bottom } = name.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        const [wide, high] = [(right - left) / 2, 0.36 * (bottom - top)]; // the letter is lower than its line
        return covers.left < x + wide && covers.right > x - wide && covers.top < y + high && covers.bottom > y - high;
    }).map((name) => name.textContent);
})()"""
HELP_IS_OFF = "['hint', 'solve'].every((name) => document.getElementById(name).disabled)"
LARGE = "123456789abcdefghijklm_no"
PACK = "8_6547231:31\n12_345678:2:1 0\n1_2345678:1:0\n"


@pytest.mark.parametrize("name", ["klotski", "pillars-6", "8-puzzle"])
def test_solution_plays_to_its_end(screen, name) -> None:
    screen.open(name, start="8_6547231" if name == "8-puzzle" else None)
    shortest = int(screen.text("fewest"))
    screen.press("solve")
    assert screen.text("where") == f"Move 0 of {shortest}"
    screen.press("next")
    assert screen.text("fewest") == str(shortest - 1)
    screen.press("run")
    screen.wait("page.player.at >= 3")
    screen.press("run")
    screen.run("document.getElementById('bar').focus()")
    screen.type(Keys.HOME)
    assert screen.text("moves") == "0"
    screen.type(Keys.END)
    assert screen.text("where").startswith(f"Move {shortest} of {shortest}: ")
    assert screen.text("say") == f"Solved in {shortest} moves: no solution is shorter."


def test_page_explains_limits_and_controls(browser) -> None:
    browser.open("5x5", start=LARGE)
    assert browser.text("say") == "This puzzle has too many positions for hints on a page."
    assert browser.run("document.getElementById('problems').hidden")
    assert browser.run("document.getElementById('hint').disabled")
    browser.open("5x5", start=LARGE, solution=read_route("5x5", "L2", LARGE))
    assert browser.text("say") == (
        "This puzzle has too many positions for hints on a page, but it has a shortest solution from here."
    )
    browser.press("solve")
    assert browser.text("where") == "Move 0 of 2"
    browser.open("14-puzzle")
    assert browser.text("win-title") == "This is the goal"
    assert browser.text("fewest") == "0"
    browser.press("next-problem")
    assert browser.text("win-title") == ""
    browser.open("klotski")
    assert browser.text("say") == "Drag a piece along the free cells."


@pytest.mark.parametrize(("name", "shortest"), [("14-puzzle", 32), ("pillars", 29)])
def test_worker_solves_wide_holes_and_graphs(browser, name, shortest) -> None:
    browser.open(name, start="14ba5e729cd638__" if name == "14-puzzle" else None)
    browser.wait("!document.getElementById('fewest').textContent.startsWith('≥')")
    browser.press("hint")
    browser.wait("document.getElementById('say').textContent.startsWith('Hint: ')")
    browser.solve(f"{shortest} moves")


@pytest.mark.parametrize("name", ["klotski", "rush-hour-93", "8-puzzle", "pillars-6"])
def test_hint_arrow_covers_no_names(screen, name) -> None:
    screen.open(name, start="8_6547231" if name == "8-puzzle" else None)
    for _ in range(5):
        screen.press("hint")
        assert screen.text("say").startswith("Hint: ")
        assert screen.text("say").endswith(f"{screen.text('fewest')} moves to go.")
        assert screen.run("document.querySelectorAll('#board .hinted').length") == 1
        assert screen.run(COVERED) == []
        screen.run("page.game.play(page.rules.stepsOf(page.solver.table.next(page.game.board)))")
        assert screen.run("document.querySelectorAll('#board .arrow').length") == 0


def test_hint_arrow_ends_at_the_destination(browser) -> None:
    browser.open("klotski", start="G.BA/F.BA/IDDH/CEXX/CEXX")
    browser.press("hint")
    assert browser.text("say").startswith("Hint: F right, up.")
    assert browser.run("document.querySelector('#board .arrow .head').getAttribute('d')").startswith("M150 20L")
    assert browser.text("goal-words") == "bring X to the exit"


def test_worker_solves_boards_outside_the_table(browser) -> None:
    board = load("15-puzzle").home
    for _ in range(60):
        board = random.Random(board).choice(load("15-puzzle").moves(board)).key
    browser.open("15-puzzle", start=load("15-puzzle").format(board))
    browser.wait("/^[0-9]+$/.test(document.getElementById('fewest').textContent)")
    browser.solve(f"{browser.text('fewest')} moves")


def test_unsolvable_board_is_reported(browser) -> None:
    browser.open("15-puzzle", start="123456789abcdfe_")
    browser.wait("document.getElementById('fewest').textContent === 'none'")
    assert browser.run(HELP_IS_OFF)
    assert browser.text("banner") == "This puzzle has no solution: no moves lead from here to the goal."
    browser.press("scramble")
    assert not browser.run(HELP_IS_OFF)


def test_puzzle_without_solution_is_reported(browser) -> None:
    browser.open(read_puzzle('kind = "blocks"\nhome = "AB."\ngoal = [["A", 1, 3]]\n'))
    why = "only 3 positions can be reached from the start, and none of them is the goal"
    assert browser.text("banner") == f"This puzzle has no solution: {why}."
    browser.type("b", Keys.ARROW_RIGHT)
    assert browser.run(HELP_IS_OFF)
    assert browser.text("fewest") == browser.text("shortest") == "none"
    browser.tab("explore")
    assert browser.run("document.querySelectorAll('#chart .chosen').length") == 0
    assert browser.text("chart-value") == "Point at a bar to read its number."


def test_problems_are_chosen_by_length_and_order(screen) -> None:
    screen.open("8-puzzle", pack=PACK)
    assert screen.board == "8_6547231"
    assert screen.text("pack-count") == "3 of 3 problems, 0 solved"
    screen.run("((to) => { to.value = 2; to.dispatchEvent(new Event('input')); })(document.getElementById('to'))")
    assert screen.text("pack-count") == "2 of 3 problems, 0 solved"
    screen.tab("problems")
    button = screen.driver.find_element("css selector", "#pack-list li:nth-child(2) button")
    assert button.text == "Problem 2\n2 moves"
    button.click()
    assert screen.board == "12_345678"
    screen.solve("2 moves")


def test_winning_is_stored_and_offers_the_next_problem(browser) -> None:
    browser.open("8-puzzle", pack=PACK)
    browser.media(prefers_reduced_motion="no-preference")
    third = "#pack-list li:nth-child(3) button"
    browser.run("page.problems.beginProblem(page.problems.problems[2])")
    browser.type(Keys.ARROW_RIGHT)
    assert browser.text("win-title") == "Perfect!"
    assert browser.text("win-words") == "Solved in 1 move: no solution is shorter."
    assert browser.run("document.querySelectorAll('#confetti i').length") > 20
    browser.press("next-problem")
    assert browser.board == "8_6547231"
    assert not browser.run("document.getElementById('win').checkVisibility()")
    browser.open("8-puzzle", pack=PACK)
    browser.tab("problems")
    assert browser.text("pack-count") == "3 of 3 problems, 1 solved"
    browser.run("document.getElementById('by').value = '-length', page.problems.list()")
    assert browser.driver.find_element("css selector", third).text == "✓ Problem 3\nsolved in 1 move"
    browser.media()
    browser.run("page.problems.beginProblem(page.problems.problems[1])")
    browser.press("hint")
    browser.type(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert browser.text("win-title") == "Solved with help"
    assert browser.run("document.getElementById('confetti')") is None


def test_colours_can_show_shapes(browser) -> None:
    browser.open("klotski")
    fills = "new Set([...document.querySelectorAll('#board .face')].map((face) => face.getAttribute('fill'))).size"
    assert browser.run(fills) == 10
    browser.press("shapes")
    assert browser.run(fills) == 4


def test_page_plays_pack_solutions(browser) -> None:
    browser.open("5x5", pack=f"{LARGE}:2:n L,o L\n{LARGE}:2\n")
    assert browser.text("fewest") == browser.text("shortest") == "2"
    browser.solve("2 moves")
    browser.press("scramble")
    browser.press("hint")
    assert browser.text("say") == "No solution is known from here."


def test_page_starts_a_board_of_any_length(browser) -> None:
    browser.open("klotski")
    browser.run(
        "((range) => { range.value = 40; range.dispatchEvent(new Event('input')); })(document.getElementById('length'))"
    )
    browser.press("of-length")
    assert browser.text("fewest") == browser.text("shortest") == "40"
    browser.press("scramble")
    assert browser.text("moves") == "0"


def test_link_restores_position(browser) -> None:
    browser.open("klotski")
    browser.run("page.view.nodes[0].focus()")
    browser.type("f", Keys.ARROW_DOWN)
    before = browser.board
    browser.wait("location.hash.includes('moves=')")
    link = browser.run("location.hash")
    browser.open("klotski", link=link)
    assert browser.board == before
    assert browser.text("moves") == "1"
    browser.press("undo")
    assert browser.board == "AXXB/AXXB/CDDE/CFGE/H..I"
    browser.open("klotski", link="#board=%3Cb%3E&moves=1U")
    assert browser.board == "AXXB/AXXB/CDDE/CFGE/H..I"


def test_share_copies_board_and_moves(browser) -> None:
    browser.open("8-puzzle", start="12345678_")
    browser.drag(browser.point(150, 250))
    browser.run("void (navigator.clipboard.writeText = (text) => { page.copied = text; return Promise.resolve(); })")
    browser.press("share")
    browser.wait("page.copied")
    assert browser.run("page.copied").split("\n")[:3] == ["8-puzzle", "12345678_", "1 move: 8 R"]
    browser.run("void (navigator.clipboard.writeText = () => Promise.reject())")
    browser.press("share")
    browser.wait("document.getElementById('shared').open")
    assert browser.run("document.getElementById('shared-text').value").startswith("8-puzzle\n12345678_\n")
    browser.press("shared-close")


def test_graph_rotates_zooms_and_opens_boards(screen) -> None:
    screen.open("quzzle", graph=True)
    home = screen.board
    screen.tab("explore")
    wheel = "page.space.canvas.dispatchEvent(new WheelEvent('wheel', {deltaY: 99, cancelable: true}))"
    assert screen.run(wheel), "a wheel scrolls the page past the map"
    assert screen.run("getComputedStyle(page.space.canvas).touchAction") == "pan-y"
    screen.wait("page.space.before > 0")
    left, top, wide, high = screen.run(BOX)
    turn, zoom = screen.run("[page.space.turn.join(), page.space.zoom]")
    screen.drag((left + wide / 2, top + high / 2), (left + wide / 2 + 60, top + high / 2 + 20))
    assert screen.run("page.space.turn.join()") != turn
    assert screen.board == home
    screen.run("document.getElementById('space').focus()")
    assert not screen.run(wheel), "a wheel zooms a map that has the focus"
    screen.run("page.space.fit()")
    screen.type("+", Keys.ARROW_LEFT)
    assert screen.run("page.space.zoom") > zoom
    screen.press("fit")
    left, top, wide, high = screen.run(BOX)
    goal = screen.run("[...page.solver.table.distances].indexOf(0)")
    x, y = screen.run(PLACE, goal)
    screen.drag((left + x, top + y))
    assert screen.text("moves") == "0"
    assert screen.board != home
    assert int(screen.text("fewest")) <= 3
    assert screen.run("page.space.trail.at(-1) === page.table.find(page.game.board)")
    screen.tab("explore")
    assert (
        screen.run("[page.space.canvas.width, devicePixelRatio * page.space.canvas.clientWidth].join()")
        == f"{wide},{wide}"
    )
    screen.run("void page.space.png().then((blob) => (page.saved = blob))")
    screen.wait("page.saved?.type === 'image/png' && page.saved.size > 5000")


def test_graph_uses_theme_colours(browser) -> None:
    colours = []
    for theme in ("light", "dark"):
        browser.media(prefers_color_scheme=theme)
        browser.open("pillars-6", graph=True)
        browser.tab("explore")
        browser.wait("page.space.before > 0")
        browser.run("page.space.paint()")
        pixels = browser.run(PIXELS)
        assert len(pixels) > 100
        colours.append(max(pixels, key=pixels.get))
    assert colours == ["250,249,245", "13,16,20"]


def test_chart_shows_values_and_gallery_opens_boards(browser) -> None:
    browser.open("8-puzzle", start="12345678_")
    browser.tab("explore")
    bar = browser.driver.find_element("id", "chart")
    browser.run("arguments[0].scrollIntoView({block: 'center'})", bar)
    browser.run("arguments[0].focus()", bar)
    browser.type(Keys.ARROW_RIGHT * 40)
    assert browser.text("chart-value") == "2 positions are 31 moves from the goal"
    browser.type(Keys.ENTER)
    assert browser.text("fewest") == "31"
    browser.driver.find_element("css selector", "#gallery button").click()
    assert browser.text("fewest") == "31"


@pytest.mark.parametrize(("name", "pieces"), [("quzzle", 1), ("8-puzzle", 8), ("pillars-6", 6)])
def test_goal_is_shown_beside_and_under_the_board(name, pieces, screen) -> None:
    screen.open(name)
    assert screen.run("document.querySelectorAll('#goal .piece').length") == pieces
    assert screen.run("document.querySelectorAll('#board .target').length") == (name == "quzzle")
    under = "[...document.querySelectorAll('#board .target')].every((target) => target.nextSibling === page.view.floor)"
    assert screen.run(under)


@pytest.mark.parametrize("puzzle", ["klotski", "15-puzzle"])
def test_class_page_has_no_hints(puzzle, browser) -> None:
    browser.open(puzzle, hints=False)
    for name in ("hint", "solve", "fewest-box"):
        assert browser.run("document.getElementById(arguments[0]).hidden", name)
    assert browser.run("page.solver.worker === undefined")
    assert "hints" not in browser.text("say")
