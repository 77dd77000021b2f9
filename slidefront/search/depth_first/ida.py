"""The loop of IDA*, which finds a shortest route and proves it, in little memory.

A round searches all routes whose moves so far plus the bound of their last board stay within the threshold. If it finds
no route, the least sum above the threshold becomes the threshold of the next round. The loop asks an engine to search
one round after the other. An engine yields its progress many times a second, so that the search can be stopped.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import NamedTuple

from slidefront import units
from slidefront.arrays import Keys
from slidefront.compile import Compiling
from slidefront.puzzles.capabilities import UNREACHABLE, LowerBound
from slidefront.puzzles.core import Puzzle
from slidefront.search.result import SearchAnswer, SearchQuestion
from slidefront.watch import Threshold, Watcher

AGAIN, FOUND, OVER = range(3)
NO_SUM = 1 << 30
"""The least sum above the threshold if there is none."""
LONGEST_ROUTE = UNREACHABLE - 1
"""The maximum length of a route, because bounds and depths have 16 bits."""


class SearchState(NamedTuple):
    """The progress of a kernel."""

    depth: int
    generated: int = 0
    examined: int = 0
    above: int = NO_SUM
    """The least sum above the threshold."""
    end: int = AGAIN
    """Why the kernel returned: AGAIN to be called again, FOUND with the goal, OVER with everything searched."""


class Searched(NamedTuple):
    """The progress of a round."""

    generated: int
    """The number of moves made."""
    examined: int
    """The number of boards expanded: those within the threshold."""
    above: int = NO_SUM
    """At the end of the round, the least sum above the threshold; NO_SUM if no board is left."""
    route: list[int] | None = None
    """The boards from start to goal, once the goal is found."""
    over: bool = False


class Engine(ABC):
    """Searches the rounds from one board."""

    def __init__(self, bound: LowerBound, start: Keys) -> None:
        self.bound = bound
        self.start = start

    @property
    def least(self) -> int:
        """The bound of the start; NO_SUM if no moves lead to the goal."""
        least = int(self.bound.of(self.start)[0])
        return least if least < UNREACHABLE else NO_SUM

    @abstractmethod
    def round(self, limit: int) -> Iterator[Searched]:
        """Search a round with this threshold, after the round before is over; yield the progress often."""


def ida(
    question: SearchQuestion, engine: Engine, watcher: Watcher | None = None, *, most_boards: int | None = None
) -> SearchAnswer:
    """Find a shortest route from a board that does not meet the goal.

    The watcher gets the current round many times a second, and can stop the search. `most_boards` limits the number of
    boards that are generated.
    """
    puzzle, watcher = question.puzzle, watcher or Watcher()
    least, answer = engine.least, SearchAnswer(None, None)
    odd = None if puzzle.goal.key is None else puzzle.route_parity(question.start, puzzle.goal.key)
    longest = LONGEST_ROUTE if question.max_depth is None else min(question.max_depth, LONGEST_ROUTE)
    while least < NO_SUM and answer.route is None and not answer.ended:
        answer.at_least = next_length(least, odd)
        if answer.at_least > longest:
            answer.ended = "max depth"
            break
        searched = search_round(engine.round(answer.at_least), answer.at_least, answer, watcher, most_boards)
        least, answer.route = searched.above, searched.route
        if least == NO_SUM and answer.route is None and not answer.ended:
            answer.at_least = None
    answer.proof = "all boards that moves lead to were seen, or ruled out by an admissible bound"
    if answer.at_least is not None:
        answer.proof = proof_of(answer.at_least)
    return answer


def bound_answer(puzzle: Puzzle, start: int) -> SearchAnswer:
    """Return an answer that contains only what the bound of the start proves."""
    bound, goal = puzzle.lower_bound(), puzzle.goal.key
    least = 1 if bound is None else int(bound.of(puzzle.array([start]))[0])
    at_least = next_length(least, None if goal is None else puzzle.route_parity(start, goal))
    return SearchAnswer(None, at_least, proof_of(at_least))


def proof_of(at_least: int) -> str:
    """Explain why no route is shorter than `at_least` moves."""
    return f"every route of fewer than {units.counted(at_least, 'move')} was tried, or ruled out by an admissible bound"


def next_length(least: int, odd: int | None) -> int:
    """Return the least possible length of a route of `least` moves or more; `odd` is the parity of all lengths."""
    return least if odd is None else least + (least + odd) % 2


def search_round(
    progress: Iterator[Searched], limit: int, answer: SearchAnswer, watcher: Watcher, most_boards: int | None = None
) -> Searched:
    """Search a round until it is over or a limit ends the search, and add its counts to the answer.

    `progress` is the iterator of `Engine.round`. Consecutive rounds with the same limit count as one round.
    """
    began = Compiling.clock()
    for searched in progress:
        threshold = Threshold(limit, searched.generated, Compiling.clock() - began)
        watcher.on_round(threshold)
        is_answered = searched.route is not None or (searched.over and searched.above >= NO_SUM)
        if not is_answered and watcher.stop():  # also between rounds, because many rounds may be short
            answer.ended = "stopped"
        elif searched.route is None and most_boards is not None and answer.generated + searched.generated > most_boards:
            answer.ended = "most boards"
        if answer.ended:
            break
    last = answer.rounds[-1] if answer.rounds else None
    if isinstance(last, Threshold) and last.limit == limit:
        answer.rounds.pop()
        threshold = Threshold(limit, last.generated + threshold.generated, last.seconds + threshold.seconds)
    answer.rounds.append(threshold)
    answer.generated += searched.generated
    answer.examined += searched.examined
    return searched
