"""The printed sheet: its answers are copied from a browser and replayed."""

from slidefront import load
from slidefront.apps.problems.problems import Problem, ProblemPack
from slidefront.apps.problems.sheet import html, make_sheet
from slidefront.notation.board_files import routes_in

COPY = "getSelection().selectAllChildren(document.querySelector('.answers')); return `${getSelection()}`"


def test_answers_copied_from_sheet_replay(browser, tmp_path) -> None:
    puzzle = load("8-puzzle")
    start = puzzle.position("8_6547231")
    problem = Problem(start.key, start.text, 31)
    (tmp_path / "sheet.html").write_text(html(make_sheet(ProblemPack(puzzle, [problem, problem]), 2)), "utf-8")
    browser.driver.get((tmp_path / "sheet.html").as_uri())
    routes = [line.replay() for line in routes_in(puzzle, browser.driver.execute_script(COPY), start)]
    assert [(route.fault, route.meets_goal) for route in routes] == [(None, True)] * 2
