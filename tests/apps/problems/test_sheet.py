"""Sheets: what is printed."""

import re
from base64 import b64decode
from dataclasses import replace
from xml.etree import ElementTree

import pytest

import slidefront
from slidefront import Difficulty, Move
from slidefront.apps.problems.difficulty import stars
from slidefront.apps.problems.problems import Problem, ProblemPack, grades, solved
from slidefront.apps.problems.sheet import make_sheet, move_text, sheet_html

BOARDS = ["3124756_8", "1_2345678", "31247_685", "8_6547231", "876_41253"]


def pack(name="8-puzzle", boards=BOARDS) -> ProblemPack:
    puzzle = slidefront.load(name)
    solved = [slidefront.solve(puzzle, board) for board in boards]
    return ProblemPack(
        puzzle, [Problem(problem.question.start, problem.boards[0], problem.optimum) for problem in solved]
    )


def test_sheet_has_every_problem_with_its_answer() -> None:
    told = []
    sheet = make_sheet(pack(), 2, told.append)
    assert told == [f"problem {number} of 5" for number in range(1, 6)]
    assert [item.number for item in sheet.items] == [1, 2, 3, 4, 5]
    assert [item.length for item in sheet.items] == ["3 moves", "1 move", "5 moves", "31 moves", "31 moves"]
    assert [len(page) for page in sheet.pages] == [2, 2, 1]
    assert sheet.items[0].answer == (("7", "↓"), ("4", "→"), ("3", "↓"))
    assert sheet.items[1].answer == (("1", "→"),)


def test_sheet_answers_with_the_routes_of_its_pack() -> None:
    puzzle = slidefront.load("8-puzzle")
    routes = slidefront.solve(puzzle, "8_6547231", all_routes=True).listed(40)
    sheet = make_sheet(ProblemPack(puzzle, [solved(puzzle, route.keys) for route in routes]), 6)
    assert len({item.answer for item in sheet.items}) == 40


def test_sheet_writes_readable_moves() -> None:
    tiles, graph = slidefront.load("8-puzzle"), slidefront.load("pillars")
    assert {way for _, way in (move_text(tiles, move) for move in tiles.moves(tiles.home))} <= set("←↑→↓")
    assert move_text(graph, graph.moves(graph.home)[0]) == ("J", "3")
    cars = slidefront.load("rush-hour-60")
    texts = [move_text(cars, Move("A", path, 0))[1] for path in ("R", "RR", "RRR", "UULLLL")]
    assert texts == ["→", "→→", "→×3", "↑↑←×4"]


def test_sheet_of_several_puzzles_names_each_goal() -> None:
    packs = []
    for text in ("AAB/..B -> .../AA.", "12/3_ -> _1/32"):
        puzzle = slidefront.read_puzzle(text)
        packs.append(ProblemPack(puzzle, [solved(puzzle, slidefront.solve(puzzle).route.keys)]))
    sheet = make_sheet(packs, 6)
    assert (sheet.title, sheet.about[0]) == ("Sliding puzzles", "")
    assert "Bring" not in sheet.about[1]
    assert [item.goal for item in sheet.items] == ["goal: A at row 2, column 1", "goal: _132"]


def test_sheet_grades_match_packs() -> None:
    sheet = make_sheet(pack(), 6)
    assert (
        [item.grade for item in sheet.items] == grades(pack()) == ["medium", "easy", "medium", "fiendish", "fiendish"]
    )
    assert [stars(item.grade) for item in sheet.items] == ["★★☆☆", "★☆☆☆", "★★☆☆", "★★★★", "★★★★"]
    assert sheet_html(sheet).count('aria-label="fiendish">★★★★<') == 2
    rated = [replace(problem, difficulty=Difficulty(1, 0.3, 0, 0)) for problem in pack()]
    again = make_sheet(ProblemPack(slidefront.load("8-puzzle"), rated), 6)
    assert [item.grade for item in again.items] == grades(rated) == ["hard", "medium", "hard", "fiendish", "fiendish"]


def test_html_has_one_section_per_page_and_answers() -> None:
    sheet = make_sheet(pack(), 2)
    text = sheet_html(sheet)
    assert text.count("<section") == 4
    pictures = re.findall(r'svg\+xml;base64,([^"]*)"', text)
    titles = [ElementTree.fromstring(b64decode(data)).find("{*}title").text for data in pictures]
    assert [title for title in titles if not title.endswith("hole first")] == [f"8-puzzle: {board}" for board in BOARDS]
    assert [at for at, title in enumerate(titles) if title.endswith("hole first")] == [0, 3, 6]
    answers = text.split("<h2>Answers</h2>")[1]
    shown = [re.sub(r"<[^>]*>", "|", part) for part in re.findall(r'<div class="answer.*?</div>', answers)]
    assert [re.sub(r"\W*\|[| ]*", " ", part).strip() for part in shown][:2] == ["1 (3 moves 1 7 4 3", "2 (1 move 1 1"]
    assert "<b>7</b> <s>↓</s>" in shown_rows(answers)[0]
    assert "<h2>" not in text.split("<h2>Answers</h2>")[0]
    assert not re.search(r"<script|href=|url\(|https?:", text)


def shown_rows(text) -> list[str]:
    return re.findall(r'<p class="row">(.*?)</p>', text)


def test_moves_are_numbered_row_by_row() -> None:
    text = sheet_html(make_sheet(pack(boards=["8_6547231"]), 1))
    numbers = [re.match(r"<i>(\d+)</i>", row)[1] for row in shown_rows(text)]
    assert numbers == ["1", "6", "11", "16", "21", "26", "31"]
    assert [row.count("<span>") for row in shown_rows(text)] == [5] * 6 + [1]


@pytest.mark.parametrize(("count", "across"), [(1, 1), (2, 1), (6, 2), (12, 3), (30, 5)])
def test_boards_fill_the_paper(count, across) -> None:
    sheet = replace(make_sheet(pack(boards=BOARDS[:1]), 1), per_page=count)
    assert sheet.columns == across
    assert sheet_html(sheet).count("minmax(0,1fr))/repeat(") == 1


def test_cut_out_pieces_match_board_scale() -> None:
    klotski = slidefront.load("klotski")
    text = sheet_html(
        make_sheet(ProblemPack(klotski, [solved(klotski, slidefront.solve(klotski).route.keys)]), 6, cut_out=True)
    )
    board, pieces = re.findall(r"width:([0-9.]+)mm", text.split("The board")[1])
    drawn, apart = (slidefront.draw_board(klotski, what, for_paper=True) for what in ("empty", "pieces"))
    assert float(board) / drawn.size[0] == pytest.approx(float(pieces) / apart.size[0], rel=0.01)
    assert [picture.svg.count("sf-piece") for picture in (drawn, apart)] == [1, 11], "once in the style sheet"


def test_pictures_have_no_panel_or_dark_colours_and_can_save_ink() -> None:
    plain, sparing = (make_sheet(pack(boards=BOARDS[:1]), 1, save_ink=ink) for ink in (False, True))
    assert ".sf-piece,.sf-tag{fill:#fff" in sparing.items[0].picture.svg
    assert ".sf-piece,.sf-tag{fill:#fff" not in plain.items[0].picture.svg
    assert ".sf-piece,.sf-tag{fill:#fff" in sparing.goal_picture.svg
    assert "@media" not in plain.items[0].picture.svg
    assert 'class="sf-panel"' not in plain.items[0].picture.svg
