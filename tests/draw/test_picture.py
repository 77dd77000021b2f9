"""Pictures and animations: saved, measured and followed move by move; also of a puzzle that is written in Python."""

import re
import struct
import sys
from typing import Any
from xml.etree import ElementTree

import pytest

import slidefront
from examples.pancakes import Pancakes
from slidefront.apps.problems.sheet import move_text
from slidefront.draw import picture as raster
from slidefront.draw.animation import _PAUSE, MOVE_SECONDS, animated, follow
from slidefront.draw.board import draw_position
from slidefront.draw.picture import check_picture, draw_boards, draw_route
from slidefront.draw.svg import document, place_of
from slidefront.errors import BoardError, SlidefrontError
from slidefront.puzzles.capabilities import Drawing, DrawnPiece


def test_picture_has_repr_and_text() -> None:
    picture = slidefront.draw_board("klotski")
    assert repr(picture) == "<Picture of klotski: AXXB/AXXB/CDDE/CFGE/H..I>"
    assert str(picture).startswith("┌───┬───────┬───┐")
    assert picture._repr_svg_() == picture.svg


def test_picture_of_no_boards_is_refused() -> None:
    with pytest.raises(BoardError, match="there are no boards to draw"):
        draw_boards("2x2", [], [])


def test_save_refuses_existing_files(tmp_path) -> None:
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
    other = slidefront.draw_board("10-puzzle")
    other.save(tmp_path / "board.svg", replace=True)
    assert (tmp_path / "board.svg").read_text("utf-8") == other.svg


def test_png_has_two_pixels_per_unit_and_letters(tmp_path) -> None:
    picture = slidefront.draw_board("8-puzzle")
    picture.save(tmp_path / "board.png")
    data = (tmp_path / "board.png").read_bytes()
    assert data.startswith(b"\x89PNG\r\n")
    assert struct.unpack(">II", data[16:24]) == (320, 320)
    nameless = raster.png(picture.svg.replace("</text>", "</text >").replace('class="sf-name"', 'opacity="0"'))
    assert nameless != data


def test_png_without_library_names_the_package(tmp_path, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(SlidefrontError, match=r"pip install resvg-py"):
        slidefront.draw_board("8-puzzle").save(tmp_path / "board.png")
    with pytest.raises(SlidefrontError, match="PNG needs"):
        check_picture(tmp_path / "before-any-work.png")
    assert not any(tmp_path.iterdir())


def test_strip_has_every_board_and_is_wider_than_high() -> None:
    svg = draw_route(slidefront.solve("8-puzzle", "3124756_8").route, strip=True).svg
    assert svg.count('class="sf-board"') == 4
    for caption in ("start", "1. 7 D", "2. 4 R", "3. 3 D"):
        assert f">{caption}</text>" in svg
    long = draw_route(slidefront.solve("klotski").route, strip=True)
    width, height = struct.unpack(">II", raster.png(long.svg)[16:24])
    assert height < width <= 4096
    assert long.svg.count('class="sf-board"') == 82


ROUTES = [
    ("8-puzzle", "3124756_8"),
    ("3x5+1x2", "1 2 3 4 5 6 7 8 _ _ b c d 9 a"),
    ("klotski", "home"),
    ("pillars", "home"),
    ("rush-hour-50", "home"),
]


def offsets(svg) -> Any:
    """Read the keyframes of each piece: pairs of a percentage and an offset."""
    found = {}
    for number, rules in re.findall(r"@keyframes sf\w{8}p(\d+)\{((?:[\d.]+%\{[^}]*\})+)\}", svg):
        stops = re.findall(r"([\d.]+)%\{transform:translate\((-?[\d.]+)(?:px)?,(-?[\d.]+)(?:px)?\)\}", rules)
        assert len(stops) == rules.count("%{")
        found[int(number)] = [(float(at), float(x), float(y)) for at, x, y in stops]
    return found


def offset_at(stops, percent) -> Any:
    assert [at for at, _, _ in stops] == sorted(at for at, _, _ in stops)
    before = [stop for stop in stops if stop[0] <= percent][-1]
    after = next(stop for stop in stops if stop[0] >= percent)
    assert before[1:] == after[1:], "a piece moves where it should rest"
    return before[1:]


@pytest.mark.parametrize(("name", "start"), ROUTES)
def test_animation_follows_the_boards(name, start) -> None:
    puzzle = slidefront.load(name)
    route = slidefront.solve(puzzle, start).route
    svg = document(animated(route), "a route")
    first = puzzle.position(route.boards[0]).drawing()
    moving = offsets(svg)
    whole = 2 * _PAUSE + route.length * MOVE_SECONDS
    for number, words in enumerate(route.boards):
        drawing = puzzle.position(words).drawing()
        shown = []
        for at, piece in enumerate(first.pieces):
            start = place_of(piece, first)
            dx, dy = (
                offset_at(moving[at], 100 * (_PAUSE + (number - 0.05) * MOVE_SECONDS) / whole)
                if at in moving
                else (0, 0)
            )
            shown.append((piece.name, round(start.real + dx, 1), round(start.imag + dy, 1)))
        places = [(piece.name, place_of(piece, drawing)) for piece in drawing.pieces]
        expected = [(name, round(place.real, 1), round(place.imag, 1)) for name, place in places]
        assert sorted(shown) == sorted(expected)


def test_animation_names_moves_and_respects_reduced_motion() -> None:
    route = slidefront.solve("8-puzzle", "3124756_8").route
    svg = document(animated(route), "a route")
    assert re.findall(r">(\d of 3: [^<]*)<", svg) == ["1 of 3: 7 D", "2 of 3: 4 R", "3 of 3: 3 D"]
    assert "@media (prefers-reduced-motion:reduce){.sf-moving{animation:none!important}}" in svg
    assert svg.count("opacity:1;animation") == 1
    assert offsets(document(animated(slidefront.solve("8-puzzle").route), "")) == {}, "no moves, no animation"


def test_block_moves_around_corners_cell_by_cell() -> None:
    puzzle = slidefront.read_puzzle("A./#.", metric="move")
    route = slidefront.solve(puzzle, goal="../#A").route
    assert [str(move) for move in route.moves] == ["A RD"]
    ((_, stops),) = offsets(document(animated(route), "")).items()
    assert [(x, y) for _, x, y in stops] == [(0, 0), (0, 0), (44, 0), (44, 0), (44, 44), (44, 44)]


def test_equal_tiles_that_can_stay_stay() -> None:
    def tiles(*cells) -> tuple[DrawnPiece, ...]:
        return tuple(DrawnPiece("a", frozenset({cell})) for cell in cells)

    before = tiles((0, 0), (0, 1), (1, 0))
    after = follow(before, Drawing(2, 2, tiles((0, 0), (1, 0), (1, 1))))
    assert [min(one.cells) for one in after] == [(0, 0), (1, 1), (1, 0)]


class Drawn(Pancakes):
    """The pancakes of examples/ in a row."""

    def drawing(self, board) -> Drawing:
        text = board if isinstance(board, str) else self.format(board)
        return Drawing(1, 4, tuple(DrawnPiece(name, frozenset({(0, at)})) for at, name in enumerate(text)))


def test_own_puzzle_with_drawing_has_pictures() -> None:
    puzzle = Drawn(4)
    assert draw_position(puzzle.position(puzzle.home)) == "┌───┬───┬───┬───┐\n│ 1 │ 2 │ 3 │ 4 │\n└───┴───┴───┴───┘"
    route = slidefront.solve(puzzle, "4312").route
    assert route.length == 2
    root = ElementTree.fromstring(draw_route(route).svg)
    assert len([one for one in root.iter() if one.get("class") == "sf-piece"]) == 4
    assert "@keyframes" in draw_route(route).svg
    assert move_text(puzzle, route.moves[0])


def test_own_puzzle_without_drawing_is_text() -> None:
    puzzle = Pancakes(4)
    assert draw_position(puzzle.position(puzzle.home)) == str(slidefront.draw_board(puzzle)) == "1234"
    assert ">1234</text>" in slidefront.draw_board(puzzle).svg
    assert ">2134</text>" in draw_route(slidefront.solve(puzzle, "2134").route, strip=True).svg
    assert puzzle._repr_html_().startswith("<h4>")
