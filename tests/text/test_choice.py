"""The choice: one reading is used, two are refused, none is refused at the furthest token, with a part that works."""

import pytest

from slidefront.errors import BoardError, TextError
from slidefront.text.choice import read, reading_as
from slidefront.text.cursor import Cursor, Stop
from slidefront.text.tokens import TokenKind, tokenize


def numbers(cursor: Cursor) -> tuple[int, ...]:
    """Numbers with commas between them."""
    found = []
    while not cursor.done:
        found.append(int(cursor.expect("a number", TokenKind.NUMBER).text))
        cursor.take(",")
    return tuple(found)


def digits(cursor: Cursor) -> tuple[int, ...]:
    """The digits of one word."""
    token = cursor.expect("a word of digits", TokenKind.NUMBER)
    return tuple(map(int, token.text))


def two_words(cursor: Cursor) -> tuple[str, ...]:
    """Two words, and whatever is left is not taken."""
    return tuple(cursor.expect("a word", TokenKind.WORD).text for _ in range(2))


BOTH = {"column": numbers, "list": digits, "words": two_words}


@pytest.mark.parametrize(
    ("text", "value", "grammar"),
    [("1, 23", (1, 23), "column"), ("7", (7,), "column"), ("a b\n\n", ("a", "b"), "words")],
)
def test_one_reading(text, value, grammar):
    found = read(text, BOTH)
    assert (found.value, found.grammar) == (value, grammar)


def test_two_readings_are_shown():
    with pytest.raises(TextError) as error:
        read("12", BOTH)
    assert str(error.value) == "the text can be read in two ways, as column: (12,) or as list: (1, 2)"
    assert error.value.readings == ("column", "list")


@pytest.mark.parametrize(("name", "value"), [("column", (12,)), ("list", (1, 2))])
def test_the_name_of_a_reading_chooses_it(name, value):
    with reading_as(name) as choice:
        assert read("12", BOTH).value == value
        assert choice.used


@pytest.mark.parametrize("name", ["words", "rows"])
def test_a_name_that_is_none_of_the_readings_chooses_none(name):
    with reading_as(name) as choice, pytest.raises(TextError):
        read("12", BOTH)
    assert not choice.used


@pytest.mark.parametrize(
    ("text", "message", "details"),
    [
        ("1 2\n3 x 4", 'line 2, column 3: expected a number, not "x"', ("  3 x 4", "    ^")),
        ("a b c", 'line 1, column 5: expected the end of the text, not "c"', ("  a b c", "      ^")),
        ("a", "line 1, column 2: expected a word, not the end of the text", ("  a", "   ^")),
        ("/", 'line 1, column 1: expected a number or a word of digits or a word, not "/"', ("  /", "  ^")),
        ("1\tx", 'line 1, column 3: expected a number or the end of the text, not "x"', None),
    ],
)
def test_none(text, message, details):
    with pytest.raises(TextError) as error:
        read(text, BOTH)
    if details:
        assert str(error.value) == message
        assert error.value.details == details


def test_the_caret_is_below_its_character_in_a_long_line():
    text = "1 " * 100 + "x " + "1 " * 100
    with pytest.raises(TextError) as error:
        read(text, BOTH)
    line, caret = error.value.details
    assert line[caret.index("^")] == "x"
    assert len(line) < 80


def test_control_characters_are_shown_escaped_and_the_caret_follows():
    with pytest.raises(TextError) as error:
        read("1 \x1b[2J x", BOTH)
    line, caret = error.value.details
    assert "\x1b" not in line
    assert line[caret.index("^") :].startswith("\\x1b")


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("here:\n1 2\n3\nthanks", "1 2\n3"),
        ("not\n1", "1"),
        ("1 x", ""),
        ("\n".join(["x"] * 20) + "\n\n1 2\n\nx", "1 2"),
    ],
)
def test_a_part_that_works(text, part):
    with pytest.raises(BoardError) as error:
        read(text, BOTH, error=BoardError)
    assert error.value.part == part


def test_a_long_text_is_refused():
    with pytest.raises(TextError, match="longer than 64 KiB"):
        read("1" * 70_000, BOTH)
    with pytest.raises(TextError, match="more than 3 cells"):
        read("1 2 3 4", BOTH, most=3)


def test_a_grammar_may_give_its_own_sentence():
    def none(cursor: Cursor) -> tuple[str, ...]:
        raise Stop(cursor.token, "", "write nothing here")

    with pytest.raises(TextError, match="line 1, column 1: write nothing here"):
        read("1", {"none": none})


def test_what_is_expected_is_said_once():
    def stop(expected: str):
        def grammar(cursor: Cursor) -> tuple[str, ...]:
            raise Stop(cursor.token, expected)

        return grammar

    with pytest.raises(TextError, match=r'expected a cell or a list or \[, not "x"'):
        read("x", {str(n): stop(said) for n, said in enumerate(["a cell", "a cell or a list", "[", "a cell"])})


def test_cursor():
    cursor = Cursor(tokenize("a, b\nc"))
    assert [token.text for token in cursor.line()] == ["a", ",", "b"]
    assert cursor.ahead(1).kind is TokenKind.END
    assert cursor.take("c")
    assert cursor.done
    assert cursor.token.kind is TokenKind.END


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("```\n1 2\n```", (1, 2)),
        ("\n~~~text\n1, 2\n~~~\n", (1, 2)),
        ("# a remark, with 7\n1 2 # 3\n#\n4", (1, 2, 4)),
        ("1 2 #", (1, 2)),
    ],
)
def test_a_fence_and_comments_are_left_out(text, value):
    assert read(text, BOTH).value == value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("```\n1 2", "line 2, column 4: expected a line ``` that closes the fence, not the end of the text"),
        ("``` 1 2\n```", 'line 1, column 1: expected a number, not "```"'),
        ("1 #2", 'line 1, column 3: expected a number, not "#2"'),
        ("1 2# 3", 'line 1, column 3: expected a number, not "2#"'),
    ],
)
def test_what_is_nearly_a_fence_or_a_comment(text, message):
    with pytest.raises(TextError) as error:
        read(text, {"column": numbers})
    assert str(error.value) == message


def test_a_wall_can_look_like_a_comment():
    def walls(cursor: Cursor) -> int:
        return sum(1 for _ in iter(lambda: cursor.take("#", TokenKind.END), None))

    with pytest.raises(TextError, match="in two ways"):
        read("# #\n# #", {"walls": walls})
