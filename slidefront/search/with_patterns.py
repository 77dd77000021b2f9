"""Solve with pattern databases: where they pay, how they are found, and what a person is told about them."""

import time
from collections.abc import Callable
from hashlib import sha256

from slidefront import units
from slidefront.search.depth_first.checkpoint import Checkpoint
from slidefront.search.depth_first.ida import Threshold
from slidefront.search.depth_first.pattern_rounds import PatternDives
from slidefront.search.patterns.choose import Work, databases_for, goal_hole, partition_for
from slidefront.search.patterns.files import cache_folder
from slidefront.search.question import Hooks, Question
from slidefront.search.two_way import Round

LEAST_CELLS = 12
"""Smaller boards are solved at once by any search."""
ADVISE_AFTER = 20.0  # seconds


def patterns_pay(question: Question) -> bool:
    """Tell whether pattern databases are worth building: for one route, which exists, on a large board."""
    puzzle = question.puzzle
    found = None if question.every else goal_hole(puzzle)
    if found is None or found[0].cells < LEAST_CELLS or puzzle.goal.key is None:
        return False
    return puzzle.connects(question.start, puzzle.goal.key) is True


def pattern_search(question: Question, hooks: Hooks, threads: int) -> PatternDives:
    """Make the search of a question, with the databases that it takes."""
    puzzle = question.puzzle
    work = Work(threads, hooks.note, hooks.show, hooks.stop, puzzle.name)
    databases = databases_for(puzzle, work)
    if databases is None or puzzle.frame is None or puzzle.goal.key is None:
        raise ValueError(f"{puzzle.name} has no pattern databases")
    parts = databases.partition.identity, f"{question.start:x}", f"{puzzle.goal.key:x}", str(puzzle.identity())
    identity = sha256("\n".join(parts).encode()).hexdigest()
    checkpoint = Checkpoint(cache_folder() / "searches" / f"{identity[:16]}.json", identity)
    if checkpoint.limit:
        moves = units.counted(checkpoint.limit, "move")
        hooks.note(
            f"the search that was interrupted goes on at {moves}, with {checkpoint.subtrees:,} subtrees finished"
        )
    return PatternDives(
        puzzle.frame, question.start, puzzle.goal.key, databases, threads=threads, checkpoint=checkpoint
    )


def with_advice(question: Question, search: PatternDives, hooks: Hooks) -> Callable[[Round | Threshold], None]:
    """Pass on what is told; when a search takes long and a larger database would help, say so once."""
    large = partition_for(question.puzzle, large=True)
    advice = ""
    if large != search.databases.partition:
        advice = (
            f"this search takes long; `slidefront patterns build {question.puzzle.name} --large` "
            f"({units.size(large.stored_bytes)} on disk, about a minute) makes such searches much faster"
        )
    began = time.monotonic()

    def tell(round_: Round | Threshold) -> None:
        nonlocal advice
        hooks.tell(round_)
        if advice and time.monotonic() - began > ADVISE_AFTER:
            hooks.note(advice)
            advice = ""

    return tell
