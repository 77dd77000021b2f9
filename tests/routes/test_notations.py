"""Ways as letters with repeats, and the ways of the hole."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.routes.notations import flipped, spell, write_letters
from slidefront.text.cursor import Stop
from slidefront.text.tokens import Token, TokenKind


def word(text: str) -> Token:
    return Token(TokenKind.WORD, text, 1, 1, gap=True)


@pytest.mark.parametrize(
    ("text", "ways"),
    [("URDL2UR2", "URDLLURR"), ("rrruldd", "RRRULDD"), ("U12", "U" * 12), ("↑→2", "URR"), ("Up", "U"), ("LEFT", "L")],
)
def test_ways(text: str, ways: str) -> None:
    assert spell(word(text)) == ways


@pytest.mark.parametrize(
    ("text", "column"), [("URX", 3), ("U-1", 2), ("2U", 1), ("U0", 2), ("U100001", 2), ("U60000U60000", 8), ("upp", 2)]
)
def test_ways_that_are_refused_at_their_column(text: str, column: int) -> None:
    with pytest.raises(Stop) as stop:
        spell(word(text))
    assert stop.value.token.column == column


@given(st.text("UDLR", min_size=1, max_size=60))
def test_letters_with_repeats_are_read_back(ways: str) -> None:
    assert spell(word(write_letters(ways))) == ways
    assert flipped(flipped(ways)) == ways
    assert all(one != other for one, other in zip(ways, flipped(ways), strict=True))
