"""Find a route that is at most some factor longer than the optimum, or as short a one as the time allows.

IDA* with a weight counts a bound of h moves as weight * h, which finds a route sooner and proves less. At any time two
numbers are known: no route is shorter than `at_least` moves, and the best route found has `length` moves.

    round with weight 6/5 and at_least 100    boards with moves so far + 6/5 * bound up to 6/5 * 100 = 120 are searched
    a route was found                         it has at most 120 moves
    none was found                            some board on each shortest route has a sum above 120, and the sum is at
                                              most 6/5 * optimum. The least sum above was 121 1/5: so at_least is 101

Where time is limited, large weights come first, so that there is some route early, and then smaller ones.
"""

from dataclasses import dataclass, field
from fractions import Fraction

from slidefront.search.depth_first.checkpoint import Checkpoint
from slidefront.search.depth_first.ida import proof_of, search_round
from slidefront.search.depth_first.pattern_engine import PatternEngine
from slidefront.search.question import SearchAnswer, SearchQuestion
from slidefront.watch import Watcher

FIRST_WEIGHTS = tuple(map(Fraction, ("8", "5", "3", "2", "7/4", "3/2", "11/8", "5/4", "9/8")))
"""The weights of the first rounds if the time is limited; random boards of 6 x 6 cells need one of 5 for any route."""


def bounded_search(question: SearchQuestion, engine: PatternEngine, watcher: Watcher) -> SearchAnswer:
    """Find a route that is short enough, or the best one within the time."""
    puzzle, start, goal = question.puzzle, question.start, question.puzzle.goal.key
    if start == goal or goal is None:
        return SearchAnswer([start], 0, "the start meets the goal")
    odd = puzzle.route_parity(start, goal)
    search = Bounded(engine, watcher, 1 if odd is None else 2)
    search.at_least = engine.least if odd is None else engine.least + (engine.least + odd) % 2
    engine.checkpoint = Checkpoint(None)  # what is finished of a weighted round proves nothing for another
    search.search(question.bounded, first_any=question.max_seconds is not None)
    search.answer.at_least, search.answer.proof = search.at_least, search.proof(question.bounded)
    return search.answer


@dataclass
class Bounded:
    """A search, with what it has found and proved."""

    engine: PatternEngine
    watcher: Watcher
    step: int
    """By how many moves the lengths of two routes can differ at least: 2 where every move changes sides."""
    at_least: int = 0
    answer: SearchAnswer = field(default_factory=lambda: SearchAnswer(None, None))

    def search(self, wanted: Fraction, *, first_any: bool) -> None:
        """Search until the route is at most `wanted` times the optimum, or the watcher stops; some route first."""
        for weight in (*(FIRST_WEIGHTS if first_any else ()), wanted):
            while weight >= wanted and not self.answer.ended and not self.within(weight):
                self._round(weight)

    def within(self, factor: Fraction) -> bool:
        """Tell whether the route is proved to be at most `factor` times the optimum."""
        return self.answer.route is not None and len(self.answer.route) - 1 <= factor * self.at_least

    def _round(self, weight: Fraction) -> None:
        """Search all that is within a weighted threshold: find a route, or raise what is proved."""
        self.engine.weight = weight
        round_, best = self.engine.round(weight.numerator * self.at_least), self.answer.route
        search_round(round_, self.at_least, self.answer, self.watcher)
        if round_.route is not None:
            self.answer.route = round_.route if best is None else min(best, round_.route, key=len)
        elif not self.answer.ended and round_.above is not None:
            least = -(-round_.above // weight.numerator)
            self.at_least += -(-(least - self.at_least) // self.step) * self.step

    def proof(self, wanted: Fraction) -> str:
        """Say what is proved of the route."""
        shorter = proof_of(self.at_least)
        if self.answer.route is None or self.within(Fraction(1)):
            return shorter
        length = len(self.answer.route) - 1
        factor = wanted if self.within(wanted) else Fraction(-(-1000 * length // self.at_least), 1000)
        return f"at most {float(factor):g} times the optimum, which is from {self.at_least} to {length}: {shorter}"
