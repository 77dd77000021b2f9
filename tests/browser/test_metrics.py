"""Each metric of each kind of puzzle, in the page as people have it: solutions are played to their end."""

from collections.abc import Iterator

import pytest
from selenium.webdriver.common.keys import Keys

from slidefront.notation.load import load
from slidefront.units import counted
from tests.catalogue import PUZZLES, SOLVABLE, solution


def one_of_each() -> Iterator[tuple[str, str]]:
    """Choose for each kind, metric and size of keys the first puzzle that has them."""
    seen = set()
    for name, metric in SOLVABLE:
        puzzle = PUZZLES[name, metric]
        form = (puzzle.kind, metric, puzzle.key_bits // 32)
        if form not in seen:
            seen.add(form)
            yield name, metric


FIRST = [*one_of_each()]


@pytest.mark.parametrize(
    ("name", "metric"),
    [pytest.param(*pair, marks=[] if pair in FIRST else [pytest.mark.soak]) for pair in SOLVABLE],
)
def test_page_plays_solution_in_each_metric(name, metric, browser) -> None:
    route = solution(load(name, metric))
    browser.open(name, start=route.boards[0], metric=metric, route=route)
    browser.press("last")
    moves = counted(route.length, "move")
    assert browser.text("say").startswith(f"Solved in {moves}")
    if browser.run("page.solver.canSolve"):
        browser.run("page.solver.known.clear()")
        browser.press("reset")
        browser.solve(moves, patience=120)  # the mural, on a busy machine


def test_line_metric_moves_several_tiles(screen) -> None:
    screen.open("15-puzzle", start="123456789abc_def", metric="line")
    screen.wait("document.getElementById('fewest').textContent === '1'")
    screen.press("hint")
    assert screen.text("say") == "Hint: 13 14 15 left. 1 move to go."
    assert screen.run("document.querySelectorAll('#board .hinted').length") == 3
    screen.solve("1 move")
    screen.press("reset")
    screen.run("page.view.nodes.at(-1).focus()")
    screen.type(Keys.ENTER)
    assert screen.text("say").startswith("13 14 15 left. 1 move.")
    assert screen.text("win-words") == "Solved in 1 move: no solution is shorter."
    link = screen.run("(page.link(), location.hash)")
    assert link.endswith("moves=LLL")
    screen.open("15-puzzle", link=link, start="123456789abc_def", metric="line")
    assert screen.text("moves") == "1"
