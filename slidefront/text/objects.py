"""Objects: JSON, or what JavaScript writes for it, with names that have no quotes and commas at the end.

    value  = object | list | quote {token} quote | number | word
    object = "{" [name ":" value {"," name ":" value} [","]] "}"

`value` gives records, lists, texts and numbers; the first two remember where each value stands, for refusals.
"""

import json
from dataclasses import dataclass, field
from typing import Any

from slidefront.text.cursor import Cursor, Stop
from slidefront.text.tokens import CELLS, Token, TokenKind

_MOST_DEEP = 8
_WORDS: dict[str, Any] = {"null": None, "true": True, "false": False}


@dataclass
class Record:
    """An object: its values by name, and where each value stands."""

    first: Token
    values: dict[str, Any] = field(default_factory=dict)
    places: dict[str, Token] = field(default_factory=dict)

    def take(self, name: str, expected: str = "") -> Any:
        """Take a value; stop if it is not there and `expected` says what it is."""
        if name not in self.values and expected:
            raise Stop(self.first, "", f"the object has no {name}: it needs {expected}")
        return self.values.pop(name, None)

    def finish(self) -> None:
        """Stop at a name that was not taken."""
        for name in self.values:
            raise Stop(self.places[name], "", f"the object has the name {name}, which means nothing here")


class Items(list[Any]):
    """A list, and where each item stands."""

    def __init__(self) -> None:
        super().__init__()
        self.places: list[Token] = []


def value(cursor: Cursor, deep: int = 1) -> Any:
    """Take one value."""
    cursor.skip_ends()
    token = cursor.token
    if deep > _MOST_DEEP:
        raise Stop(cursor.token, "a number or a text")
    if cursor.take("{"):
        return _object(cursor, token, deep)
    if cursor.take("["):
        return _list(cursor, deep)
    if quote := cursor.take(TokenKind.QUOTE):
        return _text(cursor, quote)
    word = cursor.expect("a value", *CELLS)
    return int(word.text) if word.kind is TokenKind.NUMBER and len(word.text) < 19 else _WORDS.get(word.text, word.text)


def _object(cursor: Cursor, first: Token, deep: int) -> Record:
    record = Record(first)
    cursor.skip_ends()
    while not cursor.take("}"):
        place = cursor.token
        quote = cursor.take(TokenKind.QUOTE)
        name = _text(cursor, quote) if quote else cursor.expect("a name", *CELLS).text
        cursor.expect(":", ":")
        if name in record.values:
            raise Stop(place, "", f"the name {name} is there twice")
        cursor.skip_ends()
        record.places[name] = cursor.token
        record.values[name] = value(cursor, deep + 1)
        _separate(cursor, "}")
    return record


def _list(cursor: Cursor, deep: int) -> Items:
    found = Items()
    cursor.skip_ends()
    while not cursor.take("]"):
        found.places.append(cursor.token)
        found.append(value(cursor, deep + 1))
        _separate(cursor, "]")
    return found


def _separate(cursor: Cursor, closing: str) -> None:
    """Take the comma between two values."""
    cursor.skip_ends()
    if not cursor.fits(closing):
        cursor.expect(f", or {closing}", ",")
        cursor.skip_ends()


def _text(cursor: Cursor, quote: Token) -> str:
    """Take the tokens up to the closing quote, and the blanks between them; escapes are those of JSON."""
    text, end = "", quote.end
    while not cursor.fits(quote.text) or _escapes(text):
        if cursor.fits(TokenKind.END):
            raise Stop(cursor.token, "the closing quote")
        text += " " * (cursor.token.column - end) + cursor.token.text
        end = cursor.token.end
        cursor.index += 1
    text += " " * (cursor.token.column - end)
    cursor.index += 1
    try:
        return str(json.loads(f'"{text}"')) if "\\" in text else text
    except ValueError:
        raise Stop(quote, "a text whose escapes are those of JSON") from None


def _escapes(text: str) -> bool:
    """Tell whether the next character is escaped: an odd number of backslashes is before it."""
    return (len(text) - len(text.rstrip("\\"))) % 2 == 1
