"""Remove what is written before, between and after the rows of a board.

bullets and numbers of rows, frames, rules, separators and quotes at the ends of lines, the index of a data frame,
numbers written as 1.0; a board on one line that is a link, a hexadecimal number or three words
"""

import re
from itertools import pairwise
from urllib.parse import parse_qsl, urlsplit

from slidefront.puzzles.read.drawings import is_box
from slidefront.puzzles.read.prose import is_number_row

_QUOTED_LINE = re.compile(r"\s*([\"'])([^\"']*)\1\s*[,;+\\.]?\s*")
_NUMBERED = re.compile(r"\s*(?:row\s*)?(\d{1,4})\s*(?:[.):]|\|(?=\s*\S+\s+\S[^|]*$))\s+(?=\S+\s|\S+$)", re.IGNORECASE)
_LABELLED = re.compile(r"\s*[A-Za-z][\w ]{0,11}:\s+(?=\S)")
_BULLET = re.compile(r"\s*([-*•+%]|#+|//+|;+|--+)\s+(?=\S)")
_RULE = re.compile(r"[\s|+:.'─-]*[-=─]{2}[\s|+:.'=─-]*")
_RULE_ALONE = re.compile(r"\s*([-=])(?:\1{2,}|\1*(?: +\1+)+)\s*")
_DASHED = re.compile(r"\s*\w+(?: +- +\w+)+\s*")
_ELBOWS = str.maketrans("┏┓┗┛╔╗╚╝╭╮╰╯", "┌┐└┘" * 3)
_SMALL = re.compile(r"\d{1,3}")
_FLOAT = re.compile(r"(?<![\w.])(\d+)\.0*(?![\w.])")


def plain_rows(text: str) -> str:
    """Remove what is before, between and after rows of numbers."""
    parts = re.split(r"\n[ \t]*\n", text.strip("\n"))
    if len(parts) > 2 and all("\n" not in part and "/" not in part and is_number_row(part) for part in parts):
        parts = ["\n".join(parts)]  # rows with an empty line after each
    return "\n\n".join(_numbers(_part(part)) for part in parts)


def _part(text: str) -> str:
    lines = [line for line in text.split("\n") if line.strip()]
    if len(lines) < 2:
        return "".join(map(_one_line, lines))
    lines = _without_numbers(_without_frame(_without_quotes(lines)))
    return "\n".join(_without_index(_without_rules(_without_ends(lines))))


def _without_quotes(lines: list[str]) -> list[str]:
    """Remove quotes around each line, as programs write several texts."""
    quoted = [_QUOTED_LINE.fullmatch(line) for line in lines]
    return [line[2].removesuffix("\\n") for line in quoted if line] if all(quoted) else lines


def _without_ends(lines: list[str]) -> list[str]:
    """Remove separators of rows at the ends of lines; write `;` between cells as a comma."""
    lines = [re.sub(r"\s*[/\\]\s*$", "", line) for line in lines]
    if all(line.endswith("\t") for line in lines):
        lines = [line[:-1] for line in lines]
    if all(re.search(r";.*\S", line) for line in lines) and not any("," in line for line in lines):
        lines = [line.replace(";", ",") for line in lines]
    return lines


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
    if len(lines) > 2 and all(_RULE_ALONE.fullmatch(lines[place]) for place in (0, -1)):
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
    if rows and all(map(_DASHED.fullmatch, filter(None, re.split(r"[;|,]+\s*", "|".join(rows))))):
        return text.replace(" - ", " ")
    for mark in ".-":
        cells = [row.split(mark) for row in rows]
        flat = [cell for row in cells for cell in row]
        numbers = len(flat) > 3 and all(len(row) > 2 for row in cells) and all(map(_SMALL.fullmatch, flat))
        if numbers and sorted(map(int, flat)) == [*range(len(flat))]:
            return "\n".join(" ".join(row) for row in cells)
    return text
