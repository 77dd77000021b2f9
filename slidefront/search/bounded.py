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

from slidefront import units
from slidefront.search.depth_first.checkpoint import Checkpoint
from slidefront.search.depth_first.ida import EngineRound, search_round
from slidefront.search.depth_first.pattern_rounds import PatternEngine
from slidefront.search.question import SearchAnswer, SearchQuestion
from slidefront.watch import Threshold, Watcher

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
    return search.answer(question.bounded)


@dataclass
class Bounded:
    """A search, with what it has found and proved."""

    engine: PatternEngine
    watcher: Watcher
    step: int
    """By how many moves the lengths of two routes can differ at least: 2 where every move changes sides."""
    route: list[int] | None = None
    at_least: int = 0
    rounds: list[Threshold] = field(default_factory=list)
    generated: int = 0
    examined: int = 0
    stopped: bool = False

    def search(self, wanted: Fraction, *, first_any: bool) -> None:
        """Search until the route is at most `wanted` times the optimum, or the watcher stops; some route first."""
        for weight in (*(FIRST_WEIGHTS if first_any else ()), wanted):
            while weight >= wanted and not self.stopped and not self.within(weight):
                self._round(weight)

    def within(self, factor: Fraction) -> bool:
        """Tell whether the route is proved to be at most `factor` times the optimum."""
        return self.route is not None and len(self.route) - 1 <= factor * self.at_least

    def _round(self, weight: Fraction) -> None:
        """Search all that is within a weighted threshold: find a route, or raise what is proved."""
        self.engine.weight = weight
        round_ = self.engine.round(weight.numerator * self.at_least)
        self._work(round_)
        if round_.route is not None:
            if self.route is None or len(round_.route) < len(self.route):
                self.route = round_.route
        elif not self.stopped and round_.above is not None:
            least = -(-round_.above // weight.numerator)
            self.at_least += -(-(least - self.at_least) // self.step) * self.step

    def _work(self, round_: EngineRound) -> None:
        now, ended = search_round(round_, self.at_least, self.watcher)
        self.stopped = ended is not None
        self.generated += round_.generated
        self.examined += round_.examined
        if self.rounds and self.rounds[-1].limit == now.limit:
            last = self.rounds.pop()
            now = Threshold(now.limit, last.nodes + now.nodes, last.seconds + now.seconds)
        self.rounds.append(now)

    def answer(self, wanted: Fraction) -> SearchAnswer:
        """Give the route with what is proved of it."""
        counts = self.generated, self.examined, tuple(self.rounds)
        return SearchAnswer(self.route, self.at_least, self._proof(wanted), *counts, interrupted=self.stopped)

    def _proof(self, wanted: Fraction) -> str:
        moves = units.counted(self.at_least, "move")
        shorter = f"every route of fewer than {moves} was tried, or ruled out by an admissible bound"
        if self.route is None or self.within(Fraction(1)):
            return shorter
        length = len(self.route) - 1
        factor = wanted if self.within(wanted) else Fraction(-(-1000 * length // self.at_least), 1000)
        return f"at most {float(factor):g} times the optimum, which is from {self.at_least} to {length}: {shorter}"
