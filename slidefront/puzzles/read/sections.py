"""Split a pasted text into its heading and its boards: one, or two as start and goal.

5 4 sun          a heading: rows, columns, a title
% start          two boards of one size are start and goal, whatever stands between them: empty lines, words, arrows
AX.
% goal
.AX
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from slidefront.puzzles.read.labels import goal_is_first, without_labels_after
from slidefront.puzzles.read.prose import BETWEEN
from slidefront.puzzles.read.wrapping import unwrap

_HEADING = re.compile(r"\s*(\d{1,2})\s*[ ,x×]\s*(\d{1,2})\s*,?(?:\s+(\S.*?))?\s*")
_OBJECT = re.compile(r"\s*(?:```\w*\s*)?\{\s*[\"']")  # `unwrap` puts the goal of such an object last


@dataclass(frozen=True)
class Sections:
    """The parts of a text: its heading, and the grids below it."""

    parts: tuple[str, ...]
    size: tuple[int, int] | None = None
    title: str = ""
    turned: bool = False
    """Whether the goal, which is the second part here, is first in the text."""

    @property
    def goal(self) -> str:
        """Which board of the text is the goal."""
        return "first" if self.turned else "second"


def take_apart(text: str) -> Sections:
    """Find the heading, and split at blank lines and at lines such as `goal:` or `->`."""
    lines = unwrap(without_labels_after(text)).split("\n")
    lines = [line for line in lines if not line.lstrip().startswith(("//", ";;", "$"))]
    while lines and not lines[0].strip():
        lines.pop(0)
    heading = _HEADING.fullmatch(lines[0]) if len(lines) > 1 else None
    size = (int(heading[1]), int(heading[2])) if heading and _is_heading(heading, lines[1:]) else None
    parts = _parts(lines[1:] if size else lines)
    if size and len(parts) == 1:
        parts = _halves(parts[0], size)
    turned = len(parts) == 2 and not is_object(text) and goal_is_first(text, parts)
    title = (heading[3] or "") if heading and size else ""
    return Sections(tuple(parts[::-1] if turned else parts) or ("",), size, title, turned)


def is_object(text: str) -> bool:
    """Tell an object of JSON, whose names tell the start from the goal."""
    return _OBJECT.match(text) is not None


def _is_heading(heading: re.Match[str], rest: Sequence[str]) -> bool:
    """Tell whether a line is a heading: it has a title, or it counts the rows and columns that follow."""
    parts = _parts(rest)
    if not parts:
        return False
    if heading[3]:
        return len(heading[3]) > 1 and heading[3][:2].isalpha()
    if re.search("[x×]", heading[0]):
        return True
    said = (int(heading[1]), int(heading[2]))
    numbers = sorted(filter(None, [*said, *map(int, re.findall(r"\d{1,9}", " ".join(rest)))]))
    if numbers == [*range(1, len(numbers) + 1)]:
        return False  # the first row of a board
    lines = parts[0].split("\n")
    words = [word for word in re.split(r"[\s,|]+", lines[0]) if word]
    shape = (len(lines), len(words) if len(words) > 1 else len(lines[0].strip()))
    return shape in (said, said[::-1], (2 * said[0], said[1]), (2 * said[1], said[0]))


def _parts(lines: Sequence[str]) -> list[str]:
    parts: list[list[str]] = [[]]
    widths = {len(line.strip()) for line in lines if set(line.strip()) > {"-"} or not set(line) & {"-"}}
    for line in lines:
        ruled = set(line.strip()) <= {"-"} and len(line.strip()) in widths
        if not line.strip() or (BETWEEN.fullmatch(line) and not ruled):
            parts.append([])
        else:
            parts[-1].append(line)
    return ["\n".join(part) for part in parts if part]


def _halves(part: str, size: tuple[int, int]) -> list[str]:
    """Split lines, twice as many as the heading says, into start and goal."""
    lines = part.split("\n")
    if len(lines) in (2 * size[0], 2 * size[1]):
        half = len(lines) // 2
        return ["\n".join(lines[:half]), "\n".join(lines[half:])]
    return [part]
