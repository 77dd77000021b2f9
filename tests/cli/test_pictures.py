"""Pictures from the command line."""

from pathlib import Path


def test_a_board_is_drawn_into_a_new_file(slidefront):
    said = slidefront("show", "klotski", "-o", "board.svg")
    assert said.out == ""
    assert said.err.startswith("1 board in board.svg, ")
    assert ">X</text>" in Path("board.svg").read_text("utf-8")
    slidefront("show", "8-puzzle", "8_6547231", "--out", "board.png")
    assert Path("board.png").read_bytes().startswith(b"\x89PNG")


def test_a_route_is_drawn_as_an_animation_or_a_page(slidefront):
    assert slidefront("solve", "8-puzzle", "--from", "3124756_8", "-q", "--out", "route.svg").out == ""
    assert "@keyframes" in Path("route.svg").read_text("utf-8")
    slidefront("solve", "8-puzzle", "--from", "3124756_8", "-q", "--out", "route.png")
    assert Path("route.png").read_bytes().startswith(b"\x89PNG")
    slidefront("solve", "8-puzzle", "--from", "3124756_8", "-q", "--out", "route.html")
    page = Path("route.html").read_text("utf-8")
    assert '"start":"3124756_8"' in page
    assert '"route":[["7","D"],["4","R"],["3","D"]]' in page


def test_the_hardest_boards_are_drawn_depth_by_depth(slidefront):
    assert "4 boards in boards.svg, " in slidefront("hardest", "8-puzzle", "--top", "4", "--out", "boards.svg").err
    svg = Path("boards.svg").read_text("utf-8")
    assert svg.count('class="sf-board"') == 4
    assert svg.count(": 31</text>") == 2
    assert svg.count(": 30</text>") == 2


def test_a_sheet_solves_what_has_no_route(slidefront):
    slidefront("problems", "8-puzzle", "--depth", "3", "--per-depth", "2", "--out", "pack.txt")
    said = slidefront("sheet", "pack.txt", "-o", "sheet.html").err
    assert "solving 2 problems" in said
    assert "\n2 problems in sheet.html, " in said
