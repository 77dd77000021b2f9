"""Write the characters of a text plainly: line ends, blanks, digits and coloured squares of all kinds."""

import re
import unicodedata

_ANSI = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\u20e3\ufe0e\ufe0f\ufeff]")
_LINE_END = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_SQUARES = str.maketrans("🟥🟦🟩🟨🟧🟪🟫", "RBGYOPN", "")
_BLANK_SQUARES = str.maketrans("⬜⬛◻◼▫▪", "......")


def plain_characters(text: str) -> str:
    """Write line ends as new lines, digits as 0 to 9 and coloured squares as letters; drop what is invisible."""
    text = _LINE_END.sub("\n", _ANSI.sub("", text))
    if text.count("[") == text.count("[ ]"):
        text = text.replace("[ ]", "_")
    if text.isascii():
        return text
    text = _INVISIBLE.sub("", text)
    if set(text) & set("🟥🟦🟩🟨🟧🟪🟫"):
        text = text.translate(_SQUARES).translate(_BLANK_SQUARES)
    return "".join(letter if letter.isascii() else _plain(letter) for letter in text)


def _plain(letter: str) -> str:
    """Write a wide letter as a letter, and a digit of any script or in a circle as a number."""
    if unicodedata.category(letter) == "Zs":
        return " "
    if "\uff01" <= letter <= "\uff5e":
        return chr(ord(letter) - 0xFEE0)
    number = unicodedata.digit(letter, None)
    if number is not None:
        return str(number)
    value = unicodedata.numeric(letter, 0) if unicodedata.category(letter) == "No" else 0
    return f" {int(value)} " if value >= 10 and value == int(value) else letter
