"""Remove the code around a board: assignments, calls such as np.array(...), JSON objects that have a board."""

import json
import re
from collections.abc import Iterator
from typing import Any

from slidefront.errors import BoardError
from slidefront.puzzles.read.contradictions import check_order

_ASSIGNED = re.compile(r"(?!\s*\[\s*\d)[\w\s.:;<>,*&$@\[\]]*=\s*(?=[\[({]|[A-Za-z_][\w.:]*!?\s*[\[({])")
_ASSIGNED_ROW = re.compile(r"^\s*\w+\[\d+\]\s*=\s*(?=[\[({])", re.MULTILINE)
_NEW = re.compile(r"new\s+\w+\s*(?:\[[\d,]*\]\s*)+(?=\{)")
_CALL = re.compile(r"(?<![\w\"'])[A-Za-z_][\w.:]*!?[^\S\n]*(?=[\[({])")
_MAYBE = re.compile(r"\b(?:Some|Just)\b\s*\(?(\w+)\)?")
_SUFFIX = re.compile(r"\s*::\s*[^\d]*$|,\s*dtype=[^)]+")
_BRACKETED_CELLS = re.compile(r"\s*(?:\[[^\[\],;]*\]\s*){2,}")
_HEXADECIMAL = re.compile(r"(?<!\w)0[xX]([0-9a-fA-F]{1,2})(?!\w)")
_INDEX = re.compile(r"\[(?:\d+,|,\d+)\]")
_STARTS = {
    *("board", "tiles", "start", "initial", "init", "state", "puzzle", "grid", "scramble", "position", "cells"),
    *("layout", "level", "map", "rows"),
}
_GOALS = {"goal", "goals", "target", "end", "final", "finish", "solution", "solved", "wanted", "desired"}


def without_code(text: str) -> str:
    """Keep only the lists of a piece of code, and the boards of a JSON object."""
    bare = text.strip()
    check_order(bare)
    if bare[:1] == "{" and (boards := _boards_of_object(bare)):
        return "\n\n".join(boards)
    if len(_ASSIGNED_ROW.findall(bare)) > 1:
        text = _ASSIGNED_ROW.sub("", bare)
    if len(_HEXADECIMAL.findall(text)) > 3:
        text = _HEXADECIMAL.sub(lambda match: str(int(match[1], 16)), text.strip())
    if cells := _bracketed_cells(text):
        return cells
    if _INDEX.search(text):  # as R prints a matrix
        return "\n".join(line for line in _INDEX.sub(" ", text).split("\n") if line.strip())
    text = _MAYBE.sub(r"\1", text)
    bare = text.strip()
    value = _value(bare)
    return value if value != bare else text


def _bracketed_cells(text: str) -> str:
    """Write lines of cells in brackets, such as [1][2][3], with bars; empty if the text is something else."""
    lines = [line for line in text.split("\n") if line.strip()]
    if not all(_BRACKETED_CELLS.fullmatch(line) for line in lines):
        return ""
    rows = [re.findall(r"\[([^\[\]]*)\]", line) for line in lines]
    alone = all(len(cell.split()) < 2 for row in rows for cell in row)
    return "\n".join(f"|{'|'.join(row)}|" for row in rows) if alone else ""


def _value(code: str) -> str:
    """Take the value of an assignment, without calls and constructors around it."""
    assigned = _ASSIGNED.match(code)
    code = code[assigned.end() :] if assigned else re.sub(r"^['#`]+(?=[\[(])", "", code)
    if assigned or _CALL.match(code) or _NEW.match(code) or code[:1] == "[":
        code = _SUFFIX.sub("", _NEW.sub("", code.rstrip(";")))
    code = code.rstrip(".") if code.endswith(").") else code
    return _CALL.sub("", code) if _CALL.match(code) and code.rstrip()[-1:] in ")]}" else code


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
