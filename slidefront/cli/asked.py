"""The question that a file of answers is for: its first line, which a later call must ask again.

# slidefront solve 15-puzzle, line metric, to hole-first, format default, question 8c1f0a2b9d

The number is a hash of all that the answers depend on, but for the boards, which the answers themselves name.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from slidefront.errors import SlidefrontError

if TYPE_CHECKING:
    from slidefront.puzzles.core import Puzzle
    from slidefront.store.run import Run
    from slidefront.tables.table import Table

FIRST = "# slidefront "
"""What the first line of a file of answers begins with."""
_GOALS = (None, "goal", "home", "hole-first", "hole-last")
_BOARD = "a board"
_TO = "|".join([*filter(None, _GOALS), _BOARD])
_NOTATIONS = {"letters": "tile", "hole-letters": "hole", "tiles": "tile"}
"""What letters and numbers refer to, by the format of answers."""
_SIZE = 10


def question(command: str, what: str, *words: str, more: object = None) -> str:
    """Name a question in a line that no reader takes for a board; `more` is what the words do not say."""
    number = sha256(json.dumps([command, what, words, more], sort_keys=True, default=str).encode()).hexdigest()
    said = ", ".join(_plain(one) for one in (f"{command} {what}", *words, f"question {number[:_SIZE]}") if one)
    return f"{FIRST}{said}"


@dataclass(frozen=True)
class Terms:
    """How routes are read: options of `check`, or what the first line of answers says."""

    metric: str | None
    goal: str | None
    notation: str | None


def agreed(text: str, terms: Terms) -> Terms:
    """Take the terms that the first line of answers names; refuse options that disagree with it."""
    first = text.partition("\n")[0]
    if not first.startswith(FIRST):
        return terms
    goal = terms.goal
    metric, to, form = (_said(first, words) for words in (r"(\w+) metric", f"to ({_TO})", r"format ([\w-]+)"))
    if metric and terms.metric not in (None, metric):
        raise SlidefrontError(f"--metric {terms.metric}: the answers are in the {metric} metric: leave it out")
    if to == _BOARD and goal is None:
        raise SlidefrontError("the answers are to a board that is not in their first line: name it with --to")
    if to and goal is not None and goal_words(goal) != f"to {to}":
        raise SlidefrontError(f"--to {goal}: the answers are {goal_words(to)}: leave it out")
    return Terms(metric or terms.metric, goal or to, terms.notation or _NOTATIONS.get(form or ""))


def _said(first: str, words: str) -> str | None:
    found = re.search(rf", {words},", first)
    return found and found[1]


def _plain(words: str) -> str:
    return re.sub(r"[^\w .+-]+", "_", words)[:60]


def about_puzzle(puzzle: "Puzzle") -> Mapping[str, object]:
    """List what the answers of a puzzle depend on; the board is there for the names of its pieces."""
    return {**puzzle.identity(), "metric": puzzle.metric, "board": puzzle.position(puzzle.home).text}


def goal_words(goal: str | None) -> str:
    """Say the goal of `--to`; a board is not written out, so that the line is not taken for one."""
    if goal is None:
        return ""
    return f"to {goal if goal in _GOALS else _BOARD}"


def question_of_run(command: str, found: "Run | Table", *words: str) -> str:
    """Name a question about a run or a table: its puzzle, its start and its layers count, and not where it is."""
    about = found.manifest
    start = f"from {about.start}" if about.start in ("home", "goal") else "from other boards"
    layers = [(one.boards, one.digest) for one in about.layers]
    more = [about.identity, about_puzzle(found.puzzle), about.start_digest, layers]
    depth = f"to depth {about.depth}"
    return question(command, about.puzzle, f"{about.metric} metric", start, depth, *words, more=more)
