"""The question that a file of answers is for: its first line, which a later call must ask again.

# slidefront solve 15-puzzle, line metric, to hole-first, question 8c1f0a2b9d

The number is a hash of all that the answers depend on, but for the boards, which the answers themselves name.
"""

import json
import re
from collections.abc import Mapping
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
_SIZE = 10


def question(command: str, what: str, *words: str, more: object = None) -> str:
    """Name a question in a line that no reader takes for a board; `more` is what the words do not say."""
    number = sha256(json.dumps([command, what, words, more], sort_keys=True, default=str).encode()).hexdigest()
    said = ", ".join(_plain(one) for one in (f"{command} {what}", *words, f"question {number[:_SIZE]}") if one)
    return f"{FIRST}{said}"


def agreed(text: str, metric: str | None, goal: str | None) -> tuple[str | None, str | None]:
    """Take the metric and the goal that the first line of answers names; refuse options that disagree with it."""
    first = text.partition("\n")[0]
    if not first.startswith(FIRST):
        return metric, goal
    found = re.search(r", (\w+) metric,", first)
    if found and metric not in (None, found[1]):
        raise SlidefrontError(f"--metric {metric}: the answers are in the {found[1]} metric: leave it out")
    to = re.search(rf", to ({'|'.join(filter(None, _GOALS))}|{_BOARD}),", first)
    if to and goal is None and to[1] == _BOARD:
        raise SlidefrontError("the answers are to a board that is not in their first line: name it with --to")
    if to and goal is not None and goal_words(goal) != f"to {to[1]}":
        raise SlidefrontError(f"--to {goal}: the answers are {goal_words(to[1])}: leave it out")
    return (found[1] if found else metric), goal or (to[1] if to else None)


def _plain(words: str) -> str:
    return re.sub(r"[^\w .+-]+", "_", words)[:60]


def about_puzzle(puzzle: "Puzzle") -> Mapping[str, object]:
    """List what the answers of a puzzle depend on; the board is there for the names of its pieces."""
    return {**puzzle.identity(), "metric": puzzle.metric, "board": puzzle.position(puzzle.home).text}


def goal_words(goal: str | None) -> str:
    """Say the goal of `--to`; a board is not written out, so that the line is no board."""
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
