"""Pictures as users get them: from Python, saved, and on the command line."""

import struct
import sys

import pytest

import slidefront
from slidefront.draw import picture as raster
from slidefront.draw.picture import draw_route, picture_file
from slidefront.errors import LimitError, SlidefrontError


def test_a_picture_shows_itself():
    picture = slidefront.draw_board("klotski")
    assert repr(picture) == "<Picture of klotski: AXXB/AXXB/CDDE/CFGE/H..I>"
    assert str(picture).startswith("┌───┬───────┬───┐")
    assert picture._repr_svg_() == picture.svg


def test_a_key_and_names_as_typed_are_drawn():
    puzzle = slidefront.load("klotski")
    swapped = puzzle.format(puzzle.home).translate(str.maketrans("AB", "BA"))
    assert str(slidefront.draw_board(puzzle, swapped)).splitlines()[1] == "│ B │ X     │ A │"
    assert slidefront.draw_board(puzzle, puzzle.home).svg == slidefront.draw_board(puzzle).svg


def test_saving_makes_a_new_file_only(tmp_path):
    picture = slidefront.draw_board("8-puzzle")
    picture.save(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text("utf-8") == picture.svg
    with pytest.raises(SlidefrontError, match="already exists"):
        picture.save(tmp_path / "board.svg")
    with pytest.raises(SlidefrontError, match=r"must end in \.svg or \.png"):
        picture.save(tmp_path / "board.gif")
    with pytest.raises(SlidefrontError, match="does not exist"):
        picture.save(tmp_path / "missing" / "board.svg")
    assert [path.name for path in tmp_path.iterdir()] == ["board.svg"]


def test_png_has_two_pixels_for_each_unit_and_letters(tmp_path):
    picture = slidefront.draw_board("8-puzzle")
    picture.save(tmp_path / "board.png")
    data = (tmp_path / "board.png").read_bytes()
    assert data.startswith(b"\x89PNG\r\n")
    assert struct.unpack(">II", data[16:24]) == (320, 320)
    nameless = raster.png(picture.svg.replace("</text>", "</text >").replace('class="sf-name"', 'opacity="0"'))
    assert nameless != data


def test_a_picture_is_as_wide_as_asked(tmp_path):
    picture = slidefront.draw_board("klotski")
    for name in ("board.svg", "board.png"):
        picture.save(tmp_path / name, size=300)
    assert struct.unpack(">II", (tmp_path / "board.png").read_bytes()[16:24]) == (300, 365)
    svg = (tmp_path / "board.svg").read_text("utf-8")
    assert svg.startswith('<svg xmlns="http://www.w3.org/2000/svg" width="300" viewBox="0 0 204 248" ')
    assert svg.partition("viewBox")[2] == picture.svg.partition("viewBox")[2]
    for size in (15, 8193, 10**20):
        with pytest.raises(LimitError, match="pixels wide"):
            picture.save(tmp_path / "other.png", size=size)


def test_without_the_extra_png_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(SlidefrontError, match=r"PNG needs the extra `plot`: pip install 'slidefront\[plot\]'"):
        slidefront.draw_board("8-puzzle").save(tmp_path / "board.png")
    with pytest.raises(SlidefrontError, match="PNG needs the extra"):
        picture_file(tmp_path / "before-any-work.png")
    assert not any(tmp_path.iterdir())


def test_a_strip_has_every_board():
    route = slidefront.solve("8-puzzle", "3124756_8").route
    svg = draw_route(route, strip=True).svg
    assert svg.count('class="sf-board"') == 4
    for caption in ("start", "1. 7 D", "2. 4 R", "3. 3 D"):
        assert f">{caption}</text>" in svg


def test_a_puzzle_without_a_drawing_is_shown_as_its_text(monkeypatch):
    puzzle = slidefront.load("8-puzzle")
    monkeypatch.setattr(type(puzzle), "drawing", lambda *_: None)
    route = slidefront.solve(puzzle, "3124756_8").route
    assert ">_12345678</text>" in slidefront.draw_board(puzzle).svg
    strip = draw_route(route, strip=True).svg
    assert all(f">{words}</text>" in strip for words in route.boards)
    assert ">3124756_8</text>" in draw_route(route).svg
