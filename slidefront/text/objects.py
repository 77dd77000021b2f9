"""Objects: JSON, or what JavaScript writes for it, with names that have no quotes and commas at the end.

    value  = object | list | quote {token} quote | number | word
    object = "{" [name ":" value {"," name ":" value} [","]] "}"

`value` gives dictionaries, lists, texts and numbers, and `place` remembers where each name stands, for refusals.
"""

from dataclasses import dataclass, field
from typing import Any

from slidefront.text.cursor import Cursor, Stop
from slidefront.text.tokens import CELLS, Kind, Token

_MOST_DEEP = 8
_WORDS: dict[str, Any] = {"null": None, "true": True, "false": False}


@dataclass
class Record:
    """An object: its values by name, and where each name stands."""

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


def value(cursor: Cursor, deep: int = 1) -> Any:
    """Take one value."""
    cursor.skip_ends()
    token = cursor.token
    if deep > _MOST_DEEP:
        raise cursor.stop("a number or a text")
    if cursor.take("{"):
        return _object(cursor, token, deep)
    if cursor.take("["):
        return _list(cursor, deep)
    if quote := cursor.take(Kind.QUOTE):
        return _text(cursor, quote)
    word = cursor.expect("a value", *CELLS)
    return int(word.text) if word.kind is Kind.NUMBER and len(word.text) < 19 else _WORDS.get(word.text, word.text)


def _object(cursor: Cursor, first: Token, deep: int) -> Record:
    record = Record(first)
    cursor.skip_ends()
    while not cursor.take("}"):
        place = cursor.token
        quote = cursor.take(Kind.QUOTE)
        name = _text(cursor, quote) if quote else cursor.expect("a name", *CELLS).text
        cursor.expect(":", ":")
        if name in record.values:
            raise Stop(place, f"{name} only once")
        record.values[name] = value(cursor, deep + 1)
        record.places[name] = place
        _separate(cursor, "}")
    return record


def _list(cursor: Cursor, deep: int) -> list[Any]:
    found = []
    cursor.skip_ends()
    while not cursor.take("]"):
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
    """Take the tokens up to the closing quote; blanks between them stay one blank."""
    words = ""
    while not cursor.take(quote.text):
        if cursor.fits(Kind.END):
            raise cursor.stop("the closing quote")
        words += " " * (cursor.token.gap and bool(words)) + cursor.token.text
        cursor.index += 1
    return words
