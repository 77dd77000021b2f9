"""Moves as letters, numbers and links, in the notations that communities use."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.errors import RouteError
from slidefront.routes.notations import flipped, is_link, read_letters, read_link, write_letters
from tests.messages import refused


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("URDL2UR2", "URDLLURR"),
        ("R2U2LDLDRURDLULDRULURDLU", "RRUULDLDRURDLULDRULURDLU"),
        ("U R D L2 U R2", "URDLLURR"),
        ("U,R,D", "URD"),
        ("rrruldd", "RRRULDD"),
        ("ullddrurdllurdruldr", "ULLDDRURDLLURDRULDR"),
        ("Up Right Down", "URD"),
        ("Rt,Dn,Dn", "RDD"),
        ("UP, LEFT, LEFT", "ULL"),
        ("↑→↓←", "URDL"),
        ("U12", "U" * 12),
        ("u -> r -> d", "URD"),
    ],
)
def test_letters(text: str, ways: str) -> None:
    assert read_letters(text) == ways


@pytest.mark.parametrize("text", ["", "5 L", "13|9|5", "URX", "_12345678:2:LL", "X L", "UU2L-3x"])
def test_what_is_no_row_of_letters(text: str) -> None:
    assert read_letters(text) is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("URdl, UR", "the moves mix upper and lower case: write them all in one, such as URDL2UR2 or rrruldd"),
        ("U, R'", None),
        ("UR dl", "the moves mix upper and lower case: write them all in one, such as URDL2UR2 or rrruldd"),
        ("U0", "U0 repeats a move zero times: write U or U2"),
        ("U9999" * 200, "the route has more than 1,000,000 moves: check the numbers in it"),
    ],
)
def test_letters_that_are_refused(text: str, why: str | None) -> None:
    if why is None:
        assert read_letters(text) is None
    else:
        assert refused(RouteError, read_letters, text) == why


@given(st.text("UDLR", min_size=1, max_size=60))
def test_letters_with_repeats_are_read_back(ways: str) -> None:
    written = write_letters(ways)
    assert read_letters(written) == ways
    assert flipped(flipped(ways)) == ways
    assert all(one != other for one, other in zip(ways, flipped(ways), strict=True))


@pytest.mark.parametrize(
    ("text", "moves", "board"),
    [
        (
            "https://example.org/replay?scramble=5+3+8/0+2+4/1+7+6&solution=URDL2UR2",
            *("URDL2UR2", "5 3 8/0 2 4/1 7 6"),
        ),
        ("https://example.org/#board=123456708&moves=rrul", "rrul", "123456708"),
        ("https://example.org/solve?RRUL", "RRUL", None),
        ("www.example.org/r?s=1%202%203%2F4%205%206%2F7%200%208&m=L", "L", "1 2 3/4 5 6/7 0 8"),
    ],
)
def test_links(text: str, moves: str, board: str | None) -> None:
    assert is_link(text)
    link = read_link(text)
    assert (link.moves, link.board) == (moves, board)


def test_a_link_without_moves_is_refused_with_what_to_do() -> None:
    message = refused(RouteError, read_link, "https://example.org/replay?r=N4IgbgpgTgjiB")
    assert message.startswith("the link has no moves that can be read: copy the scramble and the solution out of it")
    assert not is_link("URDL2")
