"""Tokens have places, and a text that is too long is not looked at."""

import pytest

from slidefront.text.tokens import TokenKind, TooLongError, tokenize


def shown(text: str) -> list[str]:
    return [f"{token.kind.name} {token.text!r} {token.line}:{token.column}" for token in tokenize(text)]


def test_kinds_and_places():
    assert shown("1 -2/A_\r\n# [x,\t'_'") == [
        "NUMBER '1' 1:1",
        "NUMBER '-2' 1:3",
        "SEPARATOR '/' 1:5",
        "WORD 'A_' 1:6",
        "END '\\n' 1:8",
        "MARK '#' 2:1",
        "BRACKET '[' 2:3",
        "WORD 'x' 2:4",
        "SEPARATOR ',' 2:5",
        "SEPARATOR '\\t' 2:6",
        'QUOTE "\'" 2:7',
        "MARK '_' 2:8",
        'QUOTE "\'" 2:9',
        "END '' 2:10",
    ]


def test_gaps():
    assert [token.gap for token in tokenize("a b,c ,d\ne\u00a0f")] == [
        True, True, False, False, True, False, False, True, True, True
    ]  # fmt: skip


def test_a_mark_of_byte_order_is_no_token():
    assert shown("\ufeff1") == ["NUMBER '1' 1:1", "END '' 1:2"]


@pytest.mark.parametrize("text", ["", " ", "\n"])
def test_there_is_always_an_end(text):
    assert tokenize(text)[-1].text == ""


def test_a_character_of_a_word_has_its_own_place():
    token = tokenize("  13D")[0]
    assert [(one.text, one.kind, one.column, one.gap) for one in (token.at(0, 2), token.at(2))] == [
        ("13", TokenKind.NUMBER, 3, True),
        ("D", TokenKind.WORD, 5, False),
    ]


@pytest.mark.parametrize("text", [" " * 65537, "é" * 40_000, "1 " * 4097])
def test_a_long_text_is_refused(text):
    with pytest.raises(TooLongError):
        tokenize(text)


@pytest.mark.parametrize("text", [" " * 65536, "[" * 65536, "1 " * 4096])
def test_the_limits_themselves_are_allowed(text):
    assert tokenize(text)
