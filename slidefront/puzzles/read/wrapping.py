"""Remove what copying adds around a board, before the board is read.

    characters   line ends of all systems, invisible characters, full-width and circled digits, coloured squares
    markup       fences, quotes, HTML, BBCode, LaTeX
    code         assignments, calls such as np.array(...), JSON objects that have a board
    prose        headings and sentences around rows of numbers
    rows         bullets and numbers before rows, separators after them, numbers written as 1.0

What is left is the board as it would be typed. Rows of names are left as they are, because names can be any words.
"""

import html
import json
import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from slidefront.errors import BoardError
from slidefront.puzzles.read.contradictions import check_order
from slidefront.puzzles.read.drawings import is_box
from slidefront.puzzles.read.lists import read_list
from slidefront.puzzles.read.prose import is_number_row, without_prose

_ANSI = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\u20e3\ufe0e\ufe0f\ufeff]")
_LINE_END = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_SQUARES = str.maketrans("🟥🟦🟩🟨🟧🟪🟫", "RBGYOPN", "")
_BLANK_SQUARES = str.maketrans("⬜⬛◻◼▫▪", "......")
_QUOTES = {'"': '"', "'": "'", "`": "`", "“": "”", "„": "“", "‘": "’", "«": "»"}
_FENCED = re.compile(r"^[ \t]*(?:```|~~~)[^\n]*\n(.*?)^[ \t]*(?:```|~~~)[ \t]*$", re.MULTILINE | re.DOTALL)
_TAG = re.compile(r"</?(?:table|tbody|thead|tr|td|th|pre|code|br|p|div|span)\b[^>]*>", re.IGNORECASE)
_BETWEEN_TAGS = re.compile(r"<caption\b.*?</caption>|(?<=>)\s+(?=<)", re.IGNORECASE | re.DOTALL)
_BBCODE_TABLE = re.compile(r"\[(/?(?:table|tr|td|th))\]", re.IGNORECASE)
_BBCODE = re.compile(r"\[([A-Za-z]+)(?:=[^\]]*)?\](.*?)\[/\1\]", re.IGNORECASE | re.DOTALL)
_LATEX = re.compile(r"\\(?:begin|end)\{[^}]*\}(?:\{[^}]*\})?|\\(?:left|right)[^\w\s]|\\hline|\$|\\[\[\]]")
_ASSIGNED = re.compile(r"(?!\s*\[\s*\d)[\w\s.:;<>,*&$@\[\]]*=\s*(?=[\[({]|[A-Za-z_][\w.:]*!?\s*[\[({])")
_ASSIGNED_ROW = re.compile(r"^\s*\w+\[\d+\]\s*=\s*(?=[\[({])", re.MULTILINE)
_NEW = re.compile(r"new\s+\w+\s*(?:\[[\d,]*\]\s*)+(?=\{)")
_TEXT = re.compile(r"(?:[\w\s:]*=\s*)?[a-z]?(\"\"\"|''')(.*)\1[;\s]*", re.DOTALL)
_QUOTED_LINE = re.compile(r"\s*([\"'])([^\"']*)\1\s*[,;+\\.]?\s*")
_CALL = re.compile(r"(?<![\w\"'])[A-Za-z_][\w.:]*!?[^\S\n]*(?=[\[({])")
_MAYBE = re.compile(r"\b(?:Some|Just)\b\s*\(?(\w+)\)?")
_SUFFIX = re.compile(r"\s*::\s*[^\d]*$|,\s*dtype=[^)]+")
_BRACKETED_CELLS = re.compile(r"\s*(?:\[[^\[\],;]*\]\s*){2,}")
_LENGTH_AFTER = re.compile(r"\d{1,4}(?::.*)?")
_STARTS = {
    *("board", "tiles", "start", "initial", "init", "state", "puzzle", "grid", "scramble", "position", "cells"),
    *("layout", "level", "map", "rows"),
}
_GOALS = {"goal", "goals", "target", "end", "final", "finish", "solution", "solved", "wanted", "desired"}
_NUMBERED = re.compile(r"\s*(?:row\s*)?(\d+)\s*(?:[.):]|\|(?=[^|]*$))\s+(?=\S+\s|\S+$)", re.IGNORECASE)
_LABELLED = re.compile(r"\s*[A-Za-z][\w ]{0,11}:\s+(?=\S)")
_BULLET = re.compile(r"\s*([-*•+%]|#+|//+|;+|--+)\s+(?=\S)")
_RULE = re.compile(r"[\s|+:.'─-]*[-=─]{2}[\s|+:.'=─-]*")
_DASHED = re.compile(r"\s*\w+(?: +- +\w+)+\s*")
_ELBOWS = str.maketrans("┏┓┗┛╔╗╚╝╭╮╰╯", "┌┐└┘" * 3)
_HEXADECIMAL = re.compile(r"(?<!\w)0[xX]([0-9a-fA-F]{1,2})(?!\w)")
_INDEX = re.compile(r"\[(?:\d+,|,\d+)\]")
_FLOAT = re.compile(r"(?<![\w.])(\d+)\.0*(?![\w.])")


def unwrap(text: str) -> str:
    """Remove what copying adds around a board."""
    text = _code(unwrap_text(text))
    return _rows(without_prose(text))


def plain_text(text: str) -> str:
    """Write characters and markup plainly."""
    return _markup(_characters(text))


def unwrap_text(text: str) -> str:
    """Remove what copying adds around any text: characters, markup and quotes."""
    return _without_quotes(plain_text(text))


def without_answer(text: str) -> str:
    """Keep only the board of a problem line, or of a line of a study's list."""
    bare = text.strip()
    board, _, rest = bare.partition(":")
    if re.search(r"\d", board) and _LENGTH_AFTER.fullmatch(rest):
        return board
    for side in (3, 4):
        if "\n" not in bare and not _is_whole(bare) and (listed := read_list([bare], side * side)):
            return listed[0].text
    return text


def _is_whole(line: str) -> bool:
    """Tell 10 or 18 numbers that are the tiles of 2 x 5 or 3 x 6 cells, and no smaller board with a number."""
    numbers = sorted(map(int, re.findall(r"\d+", line)))
    return numbers == [*range(len(numbers))] and len(numbers) in (10, 18)


def _characters(text: str) -> str:
    text = _LINE_END.sub("\n", _ANSI.sub("", text))
    if text.isascii():
        return text
    text = _INVISIBLE.sub("", text)
    if set(text) & set("🟥🟦🟩🟨🟧🟪🟫"):
        text = text.translate(_SQUARES).translate(_BLANK_SQUARES)
    return "".join(letter if letter.isascii() else _plain(letter) for letter in text)


def _plain(letter: str) -> str:
    if unicodedata.category(letter) == "Zs":
        return " "
    if "\uff01" <= letter <= "\uff5e":
        return chr(ord(letter) - 0xFEE0)
    number = unicodedata.digit(letter, None)
    if number is not None:
        return str(number)
    value = unicodedata.numeric(letter, 0) if unicodedata.category(letter) == "No" else 0
    return f" {int(value)} " if value >= 10 and value == int(value) else letter


def _markup(text: str) -> str:
    fenced = _FENCED.findall(text)
    if len(fenced) == 1:
        text = fenced[0]
    text = "\n".join(line for line in text.split("\n") if not line.lstrip().startswith(("```", "~~~")))
    text = _BBCODE_TABLE.sub(r"<\1>", text)
    if _TAG.search(text):
        text = _BETWEEN_TAGS.sub("", text) if re.search("<tr", text, re.IGNORECASE) else text
        text = re.sub(r"</span>\s*<span[^>]*>", "|", text, flags=re.IGNORECASE)
        text = re.sub(r"<t[dh]\b[^>]*>", "|", text, flags=re.IGNORECASE)
        text = re.sub(r"</tr>", "|\n", text, flags=re.IGNORECASE)
        text = _TAG.sub("", re.sub(r"<br\b[^>]*>|</p>|</div>", "\n", text, flags=re.IGNORECASE))
    if re.search(r"&\w+;", text):
        text = _characters(html.unescape(text))
    if "&" in text and "\\\\" in text:
        text = re.sub(r"\\(?:square|Box|blacksquare)\b", "□", text)
        rows = _LATEX.sub("", text).replace("\n", " ").split("\\\\")
        rows = [row.replace("\\ ", " ") for row in rows]
        text = "\n".join(f"|{row.replace('&', '|')}|" for row in rows if row.strip())
    while "[/" in text and (bare := _BBCODE.sub(r"\2", text)) != text:
        text = bare
    lines = text.strip("\n").split("\n")
    while len(lines) > 1 and sum(line.startswith(">") for line in lines) > 1:
        lines = [line[1:].removeprefix(" ") if line.startswith(">") else line for line in lines]
    lines = [re.sub(r"^(?:>>>|In \[\d+\]:|Out\[\d+\]:) ", "", line) for line in lines]
    return "\n".join(line for line in lines if line.strip() not in ("/*", "/**", "*/"))


def _without_quotes(text: str) -> str:
    text = text.strip("\n")
    if "\n" not in text and "\\n" in text:
        text = text.replace("\\n", "\n")
    bare = text.strip()
    if written := _TEXT.fullmatch(bare):
        return written[2].strip("\n")
    closed = len(bare) > 1 and _QUOTES.get(bare[0]) == bare[-1] and bare[1:-1].count(bare[0]) == 0
    return bare[1:-1].strip("\n") if closed else text


def _code(text: str) -> str:
    """Keep only the lists of a piece of code, and the boards of a JSON object."""
    bare = text.strip()
    check_order(bare)
    if bare[:1] == "{" and (boards := _boards_of_object(bare)):
        return "\n\n".join(boards)
    if len(_ASSIGNED_ROW.findall(bare)) > 1:
        bare = text = _ASSIGNED_ROW.sub("", bare)
    if len(_HEXADECIMAL.findall(bare)) > 3:
        bare = text = _HEXADECIMAL.sub(lambda match: str(int(match[1], 16)), bare)
    lines = [line for line in bare.split("\n") if line.strip()]
    if lines and all(_BRACKETED_CELLS.fullmatch(line) for line in lines):
        rows = [re.findall(r"\[([^\[\]]*)\]", line) for line in lines]
        if all(len(cell.split()) < 2 for row in rows for cell in row):
            return "\n".join(f"|{'|'.join(row)}|" for row in rows)
    if _INDEX.search(bare):
        return "\n".join(line for line in _INDEX.sub(" ", text).split("\n") if line.strip())
    bare, text = _MAYBE.sub(r"\1", bare), _MAYBE.sub(r"\1", text)
    assigned = _ASSIGNED.match(bare)
    code = bare[assigned.end() :] if assigned else re.sub(r"^['#`]+(?=[\[(])", "", bare)
    code = (
        _SUFFIX.sub("", _NEW.sub("", code.rstrip(";")))
        if assigned or _CALL.match(code) or _NEW.match(code) or code[:1] == "["
        else code
    )
    code = code.rstrip(".") if code.endswith(").") else code
    if _CALL.match(code) and code.rstrip()[-1:] in ")]}":
        code = _CALL.sub("", code)
    return code if code != bare else text


def _boards_of_object(text: str) -> list[str]:
    """Find the board of an object in JSON or Python, and its goal if it has one."""
    text = text if '"' in text else text.replace("'", '"').replace("None", "null")
    try:
        fields = [*_fields(json.loads(text))]
    except (ValueError, RecursionError):
        return []
    goals = [value for words, value in fields if words & _GOALS]
    starts = [value for words, value in fields if words & _STARTS and not words & _GOALS]
    if not fields:
        raise BoardError('the JSON object has no board: give it one, such as {"board": [[1,2,3],[4,0,5],[7,8,6]]}')
    return [value if isinstance(value, str) else json.dumps(value) for value in [*starts[:1], *goals[:1]] if starts]


def _fields(record: object) -> Iterator[tuple[set[str], list[Any] | str]]:
    """List the texts and lists of an object and of the objects in it, each with the words of its name."""
    for name, value in record.items() if isinstance(record, dict) else ():
        if isinstance(value, list | str):
            yield {*re.findall("[a-z]+", re.sub(r"(?<=[a-z])(?=[A-Z])", "_", str(name)).lower())}, value
        yield from _fields(value)


def _rows(text: str) -> str:
    """Remove what is before, between and after rows of numbers."""
    parts = re.split(r"\n[ \t]*\n", text.strip("\n"))
    if len(parts) > 2 and all("\n" not in part and "/" not in part and is_number_row(part) for part in parts):
        parts = ["\n".join(parts)]  # rows with an empty line after each
    return "\n\n".join(_numbers(_part(part)) for part in parts)


def _part(text: str) -> str:
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) < 2:
        return "".join(map(_one_line, lines))
    if quoted := [*filter(None, map(_QUOTED_LINE.fullmatch, lines))][: len(lines)]:
        lines = [line[2].removesuffix("\\n") for line in quoted] if len(quoted) == len(lines) else lines
    lines = [re.sub(r"\s*[/\\]\s*$", "", line) for line in _without_numbers(_without_frame(lines))]
    if all(line.endswith("\t") for line in lines):
        lines = [line[:-1] for line in lines]
    if all(re.search(r";.*\S", line) for line in lines) and not any("," in line for line in lines):
        lines = [line.replace(";", ",") for line in lines]
    return "\n".join(_without_index(_without_rules(lines)))


def _without_numbers(lines: list[str]) -> list[str]:
    """Drop bullets, and numbers of rows that count from 0 or 1."""
    for pattern in (_BULLET, _LABELLED):
        bullets = [match for line in lines if (match := pattern.match(line))]
        same = pattern is _LABELLED or len({bullet[1] for bullet in bullets}) == 1
        rest = [match.string[match.end() :] for match in bullets]
        if len(bullets) == len(lines) and same and not any("#" in line for line in rest):
            return rest
    numbers = [_NUMBERED.match(line) for line in lines]
    counted = [int(number[1]) for number in numbers if number]
    if len(counted) == len(lines) and counted[0] < 2 and all(after == one + 1 for one, after in pairwise(counted)):
        return [line[number.end() :] for line, number in zip(lines, numbers, strict=True) if number]
    return lines


def _without_rules(lines: list[str]) -> list[str]:
    """Drop rules of dashes between rows whose cells stand between bars; a single one stays, below a heading."""
    rows = [line for line in lines if not _RULE.fullmatch(line)]
    if not (rows and all("|" in line for line in rows)) or is_box("\n".join(lines)):
        return lines
    return [line if line in rows else line.replace("+", "|") for line in lines] if len(rows) == len(lines) - 1 else rows


def _without_frame(lines: list[str]) -> list[str]:
    """Drop a frame around rows that have no lines between their cells."""
    if len(lines) > 2 and all(re.fullmatch(r"#+|#[\d\s_.]+#", line.strip()) for line in lines):
        return [line.strip()[1:-1] for line in lines[1:-1]]
    first, last = (lines[place].strip().translate(_ELBOWS) for place in (0, -1))
    ruled = all(re.fullmatch(r"[┌└+|].?[─━═=-]{2,}.?[┐┘+|]", line) for line in (first, last))
    if len(lines) > 2 and all(re.fullmatch(r"\s*([-=])(?:\1{2,}|\1*(?: +\1+)+)\s*", lines[place]) for place in (0, -1)):
        return lines[1:-1]
    rows = [re.fullmatch(r"\s*[|│┃║](.*?)[|│┃║]\s*", line) for line in lines[1:-1]]
    inside = [row[1] for row in rows if row and not set(row[1]) & set("|│┃║")]
    if not ruled or len(inside) != len(rows) or not inside:
        return lines
    padded = all(line[:1] == line[-1:] == " " for line in inside)
    return [line[1:-1] if padded else line for line in inside]


def _without_index(lines: list[str]) -> list[str]:
    """Drop the heading 0 1 2 ... and the first column 0 1 2 ... of a data frame, or a heading A B C ... of a sheet."""
    mark = "," if all("," in line for line in lines) else None
    words = [[word.strip() for word in line.split(mark)] for line in lines]
    words[0] = words[0][1:] if mark and not words[0][0] else words[0]
    heading, body = words[0], words[1:]
    counts = [str(number) for number in range(len(lines) - 1)]
    even = len(body) > 1 and all(len(row) == len(heading) + 1 for row in body)
    if even and heading == [*map(str, range(len(heading)))] and [row[0] for row in body] == counts:
        return [(mark or " ").join(row[1:]) for row in body]
    letters = [chr(ord("A") + number) for number in range(len(heading))]
    plain = all(re.fullmatch(r"[\d\s]+", line) for line in lines[1:])
    if "\t" not in lines[0] or len(heading) < 2 or heading != letters or not plain:
        return lines
    return (
        [" ".join(row[1:]) for row in body]
        if even and [row[0] for row in body] == [*map(str, range(1, len(lines)))]
        else lines[1:]
    )


def _one_line(line: str) -> str:
    bare = line.strip()
    if re.match(r"https?://", bare):
        return _board_of_link(bare)
    if re.fullmatch(r"0x[0-9a-fA-F]{9}|0x[0-9a-fA-F]{16}", bare):
        return bare[2:]
    if re.fullmatch(r"[^;\s,\[]+(?:;[^;\s,\[]*){3,}", bare):
        return bare.replace(";", ",")
    if bare.endswith(",") and re.search(r"(?:^|[\s,])(?:0|_|null|None)\s*,", bare):
        return bare.rstrip(", ")
    return _eight(bare) or (bare.replace("\\", "/") if "\\" in bare and "/" not in bare else line)


def _eight(line: str) -> str:
    """Read the 8-puzzle in three words of three digits, or with a blank for its hole; empty if it is neither."""
    words = re.split(r"[\s,]+", line)
    digits = "".join(sorted("".join(words)))
    if digits == "012345678" and [len(word) for word in words] == [3, 3, 3]:
        return "/".join(words)
    return line.replace(" ", "_") if digits == "12345678" and line.count(" ") == 1 and len(line) == 9 else ""


def _board_of_link(link: str) -> str:
    """Find the board in the query or the fragment of an address; the address itself if it has none."""
    parts = urlsplit(link)
    values = [value for part in (parts.query, parts.fragment.lstrip("#?!/")) for _, value in parse_qsl(part)]
    return next((value for value in values if re.fullmatch(r"[\d\s,._/xXa-fA-F-]{9,}", value)), link)


def _numbers(text: str) -> str:
    """Write 1.0 as 1, and put blanks between numbers that points or dashes separate."""
    words = text.replace(",", " ").split()
    if len(words) > 3 and all(_FLOAT.fullmatch(word) or word.lower() == "nan" for word in words):
        return _FLOAT.sub(r"\1", text)
    rows = [row.strip() for row in re.split(r"[\n/]", text) if row.strip()]
    if rows and all(
        re.fullmatch(r"\s*\w+(?: +- +\w+)+\s*", row) for row in re.split(r"[;|,]+\s*", "|".join(rows)) if row
    ):
        return text.replace(" - ", " ")
    for mark in ".-":
        cells = [row.split(mark) for row in rows]
        flat = [cell for row in cells for cell in row]
        numbers = len(flat) > 3 and all(len(row) > 2 and all(cell.isdecimal() for cell in row) for row in cells)
        if numbers and sorted(map(int, flat)) == [*range(len(flat))]:
            return "\n".join(" ".join(row) for row in cells)
    return text
