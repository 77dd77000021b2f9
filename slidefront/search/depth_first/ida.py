"""The loop of IDA*, which finds a shortest route and proves it, in little memory.

A round searches all routes whose moves so far plus the bound of their last board stay within the threshold. If it finds
no route, the least sum above the threshold becomes the threshold of the next round. The loop asks an engine to search
one round after the other. An engine yields its progress many times a second, so that the search can be stopped.

With weights the loop finds a route that is longer than the optimum by at most a factor, or as short as the time allows.
A bound of h moves counts as weight * h, which finds a route sooner and proves less. At any time the loop knows that no
route is shorter than `at_least` moves, and the best route so far.

    round with weight 6/5 and at_least 100    boards with moves so far + 6/5 * bound up to 6/5 * 100 = 120 are searched
    a route was found                         it has at most 120 moves
    none was found                            some board on each shortest route has a sum above 120, and the sum is at
                                              most 6/5 * optimum. The least sum above was 121 1/5: so at_least is 101

Large weights come first, to find any route early; then smaller ones follow, down to the requested factor.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from fractions import Fraction
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
EXACT = (Fraction(1),)
FIRST_WEIGHTS = tuple(map(Fraction, ("8", "5", "3", "2", "7/4", "3/2", "11/8", "5/4", "9/8")))
"""The weights of the first rounds; random boards of 6 x 6 cells need 5 to find any route.

These rounds take little time, and if their route is good enough, the search ends early.
"""


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
    """The number of expanded boards, which are within the threshold."""
    above: int = NO_SUM
    """At the end of the round, the least sum above the threshold; NO_SUM if no board is left."""
    route: list[int] | None = None
    """The boards from start to goal, once the goal is found."""
    over: bool = False


class Engine(ABC):
    """Searches the rounds from one board."""

    weight = Fraction(1)
    """The factor of the bound in sums; `round` explains how sums stay whole numbers."""

    def __init__(self, bound: LowerBound, start: Keys) -> None:
        self.bound = bound
        self.start = start

    @property
    def start_bound(self) -> int:
        """The bound of the start; NO_SUM if no moves lead to the goal."""
        bound = int(self.bound.of(self.start)[0])
        return bound if bound < UNREACHABLE else NO_SUM

    @abstractmethod
    def round(self, limit: int) -> Iterator[Searched]:
        """Search a round, after the round before is over, and yield the progress often.

        In `limit` and in all sums, a move counts as the denominator of `weight`, and a move of the bound as the
        numerator.
        """


def ida(
    question: SearchQuestion,
    engine: Engine,
    watcher: Watcher | None = None,
    *,
    weights: Sequence[Fraction] = EXACT,
    most_boards: int | None = None,
) -> SearchAnswer:
    """Find a route from a board that does not meet the goal, at most the last weight times as long as a shortest one.

    The watcher gets the current round many times a second, and can stop the search. `most_boards` limits the number of
    boards that are generated. Only an engine of pattern databases has other `weights` than 1.
    """
    puzzle, watcher = question.puzzle, watcher or Watcher()
    odd = None if puzzle.goal.key is None else puzzle.route_parity(question.start, puzzle.goal.key)
    longest = LONGEST_ROUTE if question.max_depth is None else min(question.max_depth, LONGEST_ROUTE)
    answer, at_least = SearchAnswer(None, None), _next_length(engine.start_bound, odd)
    for weight in weights:
        engine.weight = weight
        while at_least < NO_SUM and not answer.ended and not _is_within(weight, answer.route, at_least):
            if at_least > longest:
                answer.ended = "max depth"
                break
            best, limit = answer.route, weight.numerator * at_least
            searched = _search_round(engine.round(limit), at_least, answer, watcher, most_boards)
            if searched.route is not None:
                answer.route = searched.route if best is None else min(best, searched.route, key=len)
            elif searched.over:
                is_last = searched.above >= NO_SUM
                at_least = NO_SUM if is_last else _next_length(-(-searched.above // weight.numerator), odd)
    answer.proof = "all boards that moves lead to were seen, or ruled out by an admissible bound"
    if at_least < NO_SUM:
        answer.at_least, answer.proof = at_least, _proof(at_least, answer.route, weights[-1])
    return answer


def _search_round(
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


def _next_length(least: int, odd: int | None) -> int:
    """Return the least possible length of a route of `least` moves or more; `odd` is the parity of all lengths."""
    return least if odd is None or least >= NO_SUM else least + (least + odd) % 2


def _is_within(factor: Fraction, route: list[int] | None, at_least: int) -> bool:
    """Whether a route is proved to be at most `factor` times as long as the optimum."""
    return route is not None and len(route) - 1 <= factor * at_least


def _proof(at_least: int, route: list[int] | None = None, wanted: Fraction = EXACT[0]) -> str:
    """Explain why no route is shorter than `at_least` moves, and how close a longer route is to that."""
    moves = units.counted(at_least, "move")
    shorter = f"every route of fewer than {moves} was tried, or ruled out by an admissible bound"
    if route is None or _is_within(EXACT[0], route, at_least):
        return shorter
    length = len(route) - 1
    factor = wanted if _is_within(wanted, route, at_least) else Fraction(-(-1000 * length // at_least), 1000)
    return f"at most {float(factor):g} times the optimum, which is from {at_least} to {length}: {shorter}"


def weights_for(max_ratio: Fraction) -> list[Fraction]:
    """List the weights of a search for a route of at most `max_ratio` times the optimum."""
    return [*(weight for weight in FIRST_WEIGHTS if weight >= max_ratio), max_ratio]


def bound_answer(puzzle: Puzzle, start: int) -> SearchAnswer:
    """Return an answer that contains only what the bound of the start proves."""
    bound, goal = puzzle.lower_bound(), puzzle.goal.key
    least = 1 if bound is None else int(bound.of(puzzle.array([start]))[0])
    at_least = _next_length(least, None if goal is None else puzzle.route_parity(start, goal))
    return SearchAnswer(None, at_least, _proof(at_least))
