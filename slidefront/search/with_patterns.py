"""Solve with pattern databases: whether they pay, the search itself, and advice about larger ones."""

import time
from hashlib import sha256

from slidefront import units
from slidefront.puzzles.core import identity_hash
from slidefront.search.depth_first.checkpoint import Checkpoint
from slidefront.search.depth_first.pattern_rounds import PatternEngine
from slidefront.search.patterns.choose import build_command, databases_for, goal_hole, partition_for
from slidefront.search.patterns.files import cache_folder
from slidefront.search.question import SearchQuestion
from slidefront.watch import Quiet, Round, Threshold, Watcher

LEAST_CELLS = 12
"""Smaller boards are solved at once by any search."""
ADVISE_AFTER = 20.0  # seconds


def patterns_pay(question: SearchQuestion) -> bool:
    """Tell whether pattern databases are worth building: for one route, which exists, on a large board."""
    puzzle = question.puzzle
    found = None if question.every else goal_hole(puzzle)
    if found is None or found[0].cells < LEAST_CELLS or puzzle.goal.key is None:
        return False
    return puzzle.theory.connects(question.start, puzzle.goal.key) is True


def pattern_search(question: SearchQuestion, watcher: Watcher, threads: int) -> PatternEngine:
    """Prepare the search of a question, with its databases."""
    puzzle = question.puzzle
    databases = databases_for(puzzle, watcher, threads)
    if databases is None or puzzle.frame is None or puzzle.goal.key is None:
        raise ValueError(f"{puzzle.name} has no pattern databases")
    parts = databases.partition.identity, f"{question.start:x}", puzzle.metric, identity_hash(puzzle)
    identity = sha256("\n".join(parts).encode()).hexdigest()
    engine = PatternEngine(puzzle.frame, question.start, puzzle.goal.key, databases, threads=threads)
    odd = puzzle.route_parity(question.start, puzzle.goal.key)
    path = cache_folder() / "searches" / f"{identity[:16]}.json"
    engine.checkpoint = Checkpoint(path, identity, least=engine.least, odd=odd)
    if (before := engine.checkpoint.before).limit:
        moves, subtrees = units.counted(before.limit, "move"), f"{len(before.subtrees):,} subtrees finished"
        watcher.on_note(f"continuing the interrupted search at {moves}, with {subtrees}")
    return engine


class Advising(Quiet):
    """Passes on the rounds of a search, and advises larger databases once if the search takes long."""

    def __init__(self, watcher: Watcher, question: SearchQuestion, search: PatternEngine) -> None:
        super().__init__(watcher)
        self._began = time.monotonic()
        large = partition_for(question.puzzle, large=True)
        self._advice = ""
        if large != search.databases.partition:
            self._advice = (
                f"this search takes long: {build_command(question.puzzle, large=True)} "
                f"({units.size(large.stored_bytes)} on disk, about a minute) makes such searches much faster"
            )

    def on_round(self, round_: Round | Threshold) -> None:
        """Pass a round on."""
        self._watcher.on_round(round_)
        if self._advice and time.monotonic() - self._began > ADVISE_AFTER:
            self._watcher.on_note(self._advice)
            self._advice = ""
