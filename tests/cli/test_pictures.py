"""Pictures from the command line."""

import re
from pathlib import Path


def test_a_board_is_drawn_into_a_new_file(slidefront):
    said = slidefront("show", "klotski", "-o", "board.svg")
    assert said.out == ""
    assert said.err.startswith("1 board in board.svg, ")
    assert ">X</text>" in Path("board.svg").read_text("utf-8")
    slidefront("show", "8-puzzle", "8_6547231", "--out", "board.png")
    assert Path("board.png").read_bytes().startswith(b"\x89PNG")


def test_a_route_is_drawn_as_an_animation_or_a_page(slidefront):
    assert slidefront("solve", "8-puzzle", "--start", "3124756_8", "-q", "--out", "route.svg").out == ""
    assert "@keyframes" in Path("route.svg").read_text("utf-8")
    slidefront("solve", "8-puzzle", "--start", "3124756_8", "-q", "--out", "route.png")
    assert Path("route.png").read_bytes().startswith(b"\x89PNG")
    slidefront("solve", "8-puzzle", "--start", "3124756_8", "-q", "--out", "route.html")
    page = Path("route.html").read_text("utf-8")
    assert '"start":"3124756_8"' in page
    assert '"route":[["7","D"],["4","R"],["3","D"]]' in page


def test_the_hardest_boards_are_drawn_depth_by_depth(slidefront):
    assert "4 boards in boards.svg, " in slidefront("hardest", "8-puzzle", "--top", "4", "--out", "boards.svg").err
    svg = Path("boards.svg").read_text("utf-8")
    assert svg.count('class="sf-board"') == 4
    assert svg.count(">31 moves</text>") == 2
    assert svg.count(">30 moves</text>") == 2


def test_a_sheet_solves_what_has_no_route(slidefront):
    slidefront("problems", "8-puzzle", "--depths", "3", "--count", "2", "--out", "pack.txt")
    said = slidefront("sheet", "pack.txt", "-o", "sheet.html").err
    assert "solving 2 problems" in said
    assert "\n2 problems in sheet.html, " in said


def test_a_sheet_of_puzzles_has_the_home_of_each(slidefront):
    Path("cards.txt").write_text("AA.B/...B/...B/.... -> ..AA/..../..../....\nAA./B../B.. -> .AA/.../...\n")
    slidefront("sheet", "cards.txt", "-o", "cards.html")
    assert Path("cards.html").read_text("utf-8").count('<figure class="problem">') == 2
    slidefront("sheet", "pillars-6", "-o", "pillars.html", "--paper", "letter", "--save-ink")
    assert "@page{size:215.9mm 279.4mm" in Path("pillars.html").read_text("utf-8")
    assert "pieces of several puzzles" in slidefront("sheet", "cards.txt", "--cut-out", "-o", "x.html", code=2).err
    assert "no pieces to cut out" in slidefront("sheet", "pillars-6", "--cut-out", "-o", "x.html", code=2).err
    advice = "`slidefront problems 8-puzzle --depths 1:20 --out pack.txt`"
    assert advice in slidefront("sheet", "8-puzzle", "-o", "x.html", code=2).err


def test_the_graph_of_a_small_space_is_drawn(slidefront):
    said = slidefront("graph", "pillars-6", "-o", "graph.svg").err
    assert said.startswith("360 boards and 420 moves in graph.svg, ")
    svg = Path("graph.svg").read_text("utf-8")
    assert svg.count("<circle") == 362
    assert len(re.findall(r"M[-0-9. ]+l", svg)) == 420
    assert [name in svg for name in (">home<", ">goal<", ">360 boards, by distance: 0 to 21 moves<")] == [True] * 3
    assert svg != drawn(slidefront, "pillars-6", "--start", "home")
    assert ">home and goal<" in drawn(slidefront, "AB./...", "--goal", "AB./...")
    assert "8-puzzle has 181,440 boards" in slidefront("graph", "8-puzzle", "-o", "large.svg", code=2).err


def drawn(slidefront, *words):
    slidefront("graph", *words, "-o", "graph.svg", "--force")
    return Path("graph.svg").read_text("utf-8")
