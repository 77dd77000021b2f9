"""Remove the labels of moves, and the lines that programs print around them.

    hole: LURD             a label before the moves, on their line or above them
    LURD (blank moves)     a label after them
    Solution found!        a heading
    Total moves: 9         a figure on its own line: the number of moves, or a figure that is not about the moves
    - D                    a bullet before a move

Words that are in none of the tables stay, so that the moves are refused. After the first moves, only figures are
removed: another label can begin other moves.
"""

import re
from dataclasses import dataclass, field

from slidefront.errors import RouteError

ORDINAL = re.compile(
    r"(?m)^[ \t]*(?:(?:step|move|line)[ \t]+|#)?(\d{1,6})[.):](?=\D)|(?<=[\s;,])(\d{1,6})[.)](?=\D)", re.IGNORECASE
)
_LABEL = re.compile(r"[\s*_]*([A-Za-z\d][\w '()\[\].*-]{1,60}?)\s*(?:=>|[:=])[\s*_]*")
_HEADING = re.compile(r"[\s*_#]*([A-Za-z\d][\w ']+?)[\s*_!.]*")
_TRAILING = re.compile(r"\s*\(([A-Za-z\d][\w ']{1,60})\)[\s.]*$")
_FIGURE = re.compile(
    r"([\d.,]+)(?:e[+-]?\d+)?\s*(?:%|[kmg]?b|bytes|[mµu]?s|sec|secs|seconds?|min|minutes?|nodes|states|moves?|steps?)?[\s.]*",
    re.IGNORECASE,
)
_COUNT = re.compile(r"\b\d{1,6} +(?:moves?|steps?|slides?)\b", re.IGNORECASE)
_NUMBER = re.compile(r"\d{1,6}(?:\.0+)?")
_TILE = re.compile(r"tiles? *#?\d")
_NOTATION_WORDS = {
    **dict.fromkeys(("tile", "tiles"), "tile"),
    **dict.fromkeys(("hole", "blank", "empty", "space", "gap"), "hole"),
}
_COUNTED = {"moves", "move", "steps", "slides", "solution", "route", "path", "solved"}
_MAIN = _COUNTED | {
    *("answer", "scramble", "directions", "direction", "sequence", "actions", "plan", "step"),
    *_NOTATION_WORDS,
}
_LABEL_WORDS = _MAIN | {
    *("the", "of", "is", "in", "with", "to", "optimal", "shortest", "full", "my", "total", "s", "found", "goal"),
    *("puzzle", "square", "cell"),
}
_LENGTHS = {"number", "total", "length", "cost", "depth", "count", "search"}
"""Words that say how many moves there are."""
_OTHER_FIGURES = {
    *("time", "taken", "elapsed", "running", "runtime", "cpu", "nodes", "states", "expanded", "generated", "explored"),
    *("visited", "max", "fringe", "frontier", "size", "ram", "memory", "usage", "used", "iterations"),
}


@dataclass
class Labels:
    """What labels say."""

    notations: set[str] = field(default_factory=set)
    """Whether the moves are those of the `tile` or of the `hole`."""
    counts: set[int] = field(default_factory=set)
    """The number of moves."""

    def add(self, text: str) -> bool:
        """Note what a label says; False if it has unknown words."""
        text = re.sub(r"\b\d+[ -]?puzzle", "puzzle", text.lower())
        text = re.sub(r"\b(empty|blank)[ _-]tiles?\b", r"\1", text)
        words = _words(text)
        numbers = {int(number) for number in re.findall(r"\d{1,6}", text)}
        if not words & _MAIN or words - _LABEL_WORDS or len(numbers) > bool(words & _COUNTED) or _TILE.search(text):
            return False
        self.notations |= {_NOTATION_WORDS[word] for word in words & set(_NOTATION_WORDS)}
        self.counts |= numbers
        return True

    @property
    def notation(self) -> str | None:
        """The notation that the labels say."""
        if len(self.notations) > 1:
            raise RouteError("the labels say that the moves are those of the tile and of the hole: leave one out")
        return next(iter(self.notations), None)

    @property
    def stated(self) -> int | None:
        """The number of moves that the labels say."""
        if len(self.counts) > 1:
            raise RouteError(
                f"the text says that these are {' and '.join(map(str, sorted(self.counts)))} moves: leave one out"
            )
        return next(iter(self.counts), None)


def without_labels(text: str) -> tuple[str, Labels]:
    """Remove labels, headings, figures and bullets."""
    labels = Labels()
    after = _TRAILING.search(text)
    if after and not after[1].isdecimal() and _words(after[1]) & set(_NOTATION_WORDS) and labels.add(after[1]):
        text = text[: after.start()]
    lines = [line for line in text.split("\n") if line.strip() and not _is_figure(line, labels)]
    moves: list[str] = []
    for number, line in enumerate(lines):
        bare = re.sub(r"^\s*[-*•]\s+(?=\S)", "", line)
        if not _is_count(line, lines[number + 1 :], labels, late=any(moves)):
            moves.append(bare if any(moves) else _first(bare, labels))
    return "\n".join(line for line in moves if line), labels


def _first(line: str, labels: Labels) -> str:
    """Remove the label of a line; return nothing of a heading."""
    if ORDINAL.match(line):
        return line
    label = _LABEL.match(line)
    if label and labels.add(label[1]):
        return line[label.end() :]
    heading = _HEADING.fullmatch(line)
    counted = heading and (not re.search(r"\d", heading[1]) or _COUNT.search(heading[1]))
    return "" if heading and counted and labels.add(heading[1]) else line


def _is_figure(line: str, labels: Labels) -> bool:
    """Tell a line that is a figure, and note the number of moves."""
    if _COUNT.fullmatch(line.strip(" .()")):
        return labels.add(line)
    words, value = _value(line)
    figures = _LENGTHS | _OTHER_FIGURES
    if value is None or not words & figures or words - (_LABEL_WORDS | figures) or words & set(_NOTATION_WORDS):
        return False
    if not words & _OTHER_FIGURES:
        if not _NUMBER.fullmatch(value):
            return False
        labels.counts.add(int(float(value)))
    return True


def _is_count(line: str, after: list[str], labels: Labels, *, late: bool) -> bool:
    """Tell a line such as `moves: 9`, beside other lines of moves, and note the number."""
    words, value = _value(line)
    if value is None or not _NUMBER.fullmatch(value) or words - _COUNTED or not words or not (late or after):
        return False
    numbers = re.fullmatch(r"[\d\s,;|]+", " ".join(after))
    if numbers and not late:
        if int(float(value)) == len(re.findall(r"\d+", numbers[0])):
            raise RouteError(f"{value} can be the number of moves or the first of them: leave out the number")
        return False
    labels.counts.add(int(float(value)))
    return True


def _value(line: str) -> tuple[set[str], str | None]:
    """Return the words of a label and the number after it; None if it has another value."""
    label = _LABEL.match(line)
    value = _FIGURE.fullmatch(line, label.end()) if label else None
    return _words(label[1]) if label else set(), value[1] if value else None


def _words(text: str) -> set[str]:
    return set(re.findall("[a-z]+", text.lower()))
