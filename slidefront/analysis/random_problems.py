"""Problems of a puzzle that has no run, as its space may be too large for one.

Short ones are drawn from layers that are grown from the goal, as far as memory goes. Beyond, random boards are solved
and those kept that have a wanted length: near the mean length that does well, far from it hardly ever. A random board
is a random arrangement of the tiles, taken if the group of the hole's loops makes it, so all boards that can be solved
have the same chance. Lengths that are too rare among these are looked for at the ends of random walks from the goal,
which are not equally likely; what they are worth is proved by solving them.

    length    0 ........... 25 | 26 ..... 40 ...... mean ...... 65 ........ 80
              layers in memory | random walks  random boards       too rare
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from random import Random

import numpy as np

from slidefront.analysis.problems import Problem
from slidefront.analysis.problems import solved as proved
from slidefront.analysis.sampling import draw, take
from slidefront.arrays import Keys
from slidefront.errors import LimitError, PuzzleError
from slidefront.explore.budget import Budget, machine_memory, make_budget, memory_of
from slidefront.explore.grow import Growth
from slidefront.explore.held import HeldLayer, load
from slidefront.puzzles.core import Puzzle
from slidefront.search.question import Hooks
from slidefront.search.solve import MEMORY, solve
from slidefront.search.two_way import Find, FindKeeper, grow_from, make_tools

TRIES = 1000
"""How many random boards are solved at most."""
_BLOCK = 1 << 18
_BATCH = 256
_SAMPLE = 16  # random boards that are solved before any walk
_SEVERAL = 4  # so many of them must have been as short for a length to be left to random boards
_LONGEST_DETOUR = 1000
_BARREN = 200  # batches without one board that can be solved: about when to give up


@dataclass
class Pack:
    """Problems, and how they were come by."""

    problems: list[Problem]
    wanted: list[int]
    """The lengths that were asked for and that a solution can have."""
    reached: int
    """The depth of the deepest layer that was grown."""
    whole: bool
    """Whether no board is deeper."""
    tried: int = 0
    """How many random boards were solved."""
    lengths: Counter[int] = field(default_factory=Counter)
    """The lengths that they had, where these were not above all that were wanted."""

    def found(self, length: int) -> int:
        """Count the problems of a length."""
        return sum(problem.length == length for problem in self.problems)


@dataclass
class Wish:
    """What problems are wanted."""

    puzzle: Puzzle
    lengths: list[int]
    per_length: int
    marked: bool
    seed: int
    routes: bool
    tries: int
    budget: Budget
    hooks: Hooks
    tell: Callable[[str], None]

    def problem(self, key: int, length: int) -> Problem:
        """Make a problem of a board whose length is known, with a route where one is wanted."""
        if not self.routes:
            return Problem(key, self.puzzle.format(key), length)
        found = solve(self.puzzle, key, memory=self.budget.memory, threads=self.budget.threads, hooks=self.hooks)
        assert found.route is not None
        return proved(self.puzzle, found.route.keys)


def search_problems(
    puzzle: Puzzle,
    lengths: Iterable[int],
    per_length: int = 200,
    *,
    marked: bool = False,
    seed: int = 0,
    routes: bool = False,
    memory: int | None = None,
    threads: int | None = None,
    tries: int = TRIES,
    stop: Callable[[], bool] = lambda: False,
    tell: Callable[[str], None] = lambda _: None,
) -> Pack:
    """Make problems of some lengths: so many of each, or as many as can be found. `memory` is in bytes.

    `tell` hears how far the work is, and `stop` is asked whether to give up.
    """
    if puzzle.goal.key is None:
        raise PuzzleError(f"{puzzle.name} has no goal that is one board, to grow layers from: {make_a_run(puzzle)}")
    wanted = _possible(puzzle, sorted(set(lengths)), marked)
    budget = make_budget(threads, min(MEMORY, machine_memory() // 2) if memory is None else memory)
    wish = Wish(puzzle, wanted, per_length, marked, seed, routes, tries, budget, Hooks(stop), tell)
    pack = _short_ones(wish)
    if not pack.whole and pack.reached < wanted[-1]:
        _long_ones(wish, pack)
    if not pack.problems:
        raise LimitError(why_none(puzzle, pack, wanted))
    return pack


def make_a_run(puzzle: Puzzle) -> str:
    """Give the commands that make a run from the goal."""
    goal = "--from goal" if puzzle.goal.key is not None else f"--from-goals-of {puzzle.name}"
    first = "" if puzzle.goal.key is not None else f"`slidefront expand {puzzle.name}`, then "
    return f"make a run with {first}`slidefront expand {puzzle.name} {goal}`, and give that"


def _possible(puzzle: Puzzle, lengths: list[int], marked: bool) -> list[int]:
    """Leave out lengths of the wrong parity; refuse if none is left."""
    odd = _is_odd(puzzle, puzzle.home) if marked else None
    left = [length for length in lengths if odd is None or length % 2 == odd]
    if not left:
        kind = "an odd" if odd else "an even"
        raise LimitError(f"with the {puzzle.marks.text} every solution of {puzzle.name} has {kind} number of moves")
    return left


def _is_odd(puzzle: Puzzle, key: int) -> int | None:
    """Tell whether all solutions of a board have an odd number of moves, 1, or an even one, 0; None: not known."""
    sides = puzzle.parity(np.array([key, puzzle.goal.key], np.uint64))
    return None if sides is None else int(sides[0] != sides[1])


def _short_ones(wish: Wish) -> Pack:
    """Grow layers from the goal and draw from them, to the greatest length or to the end of memory."""
    with make_tools(wish.budget, stop=wish.hooks.stop) as tools:
        growth = grow_from(wish.puzzle, np.array([wish.puzzle.goal.key], np.uint64), tools)
        found: list[tuple[int, int]] = []
        whole = False
        while True:
            depth = growth.frontier.depth
            if depth in wish.lengths:
                found += [(key, depth) for key in _drawn(wish, growth.frontier).tolist()]
            if depth == wish.lengths[-1] or memory_of(growth.needs()) > wish.budget.memory:
                break
            wish.tell(f"growing layer {depth + 1}")
            _grow(growth)
            whole = growth.frontier.boards == 0
            if whole:
                break
    return Pack([wish.problem(*one) for one in found], wish.lengths, depth, whole)


def _grow(growth: Growth) -> None:
    growth.check_stop()
    nothing = Find(lambda work: work[:0], all=True)
    growth.step(lambda number: FindKeeper(nothing, number))


def _drawn(wish: Wish, layer: HeldLayer) -> Keys:
    """Draw boards of a layer, the same that would be drawn of it in a run."""

    def blocks() -> Iterator[Keys]:
        for pieces in layer.slices(_BLOCK):
            for keys in (wish.puzzle.unpack(load(piece)) for piece in pieces):
                yield keys[wish.puzzle.marked(keys)] if wish.marked else keys

    boards = sum(keys.size for keys in blocks()) if wish.marked else layer.boards
    return take(blocks(), draw(boards, wish.per_length, wish.seed, layer.depth))


def _long_ones(wish: Wish, pack: Pack) -> None:
    """Solve random boards and the ends of random walks, until all lengths have their problems, or enough were tried."""
    missing = {length: wish.per_length for length in wish.lengths if length > pack.reached}
    seen: set[int] = set()
    made: list[Problem] = []
    boards = islice(random_boards(wish.puzzle, wish.seed, wish.marked), 16 * wish.tries)
    walks = Walks(wish.puzzle, wish.seed, wish.marked)
    random_lengths: list[int] = []
    while missing and pack.tried < wish.tries:
        far = [length for length in missing if sum(one <= length for one in random_lengths) < _SEVERAL]
        walk = bool(far) and len(random_lengths) >= _SAMPLE and (len(far) == len(missing) or pack.tried % 2 == 0)
        key = walks.end(min(far)) if walk else next(boards, None)
        if key is None:
            break
        odd = _is_odd(wish.puzzle, key)
        if key in seen or (odd is not None and all(length % 2 != odd for length in missing)):
            walks.failed += 1
            if walks.failed > 16 * wish.tries:
                break
            continue
        seen.add(key)
        problem = _solved(wish, key, max(missing), pack)
        found = problem.length if problem else max(missing) + 1
        if walk:
            walks.learn(min(far), found)
        else:
            random_lengths.append(found)
        if problem is not None and problem.length in missing:
            made.append(problem)
            missing[problem.length] -= 1
            missing = {length: left for length, left in missing.items() if left}
    pack.problems += sorted(made, key=lambda problem: (problem.length, problem.key))


class Walks:
    """Random walks from the goal that never take back a move, as long as experience says that a length needs."""

    def __init__(self, puzzle: Puzzle, seed: int, marked: bool) -> None:
        self._puzzle = puzzle
        self._marked = marked
        self._random = Random(f"{seed} walks")
        self._steps: dict[int, int] = {}
        self.failed = 0

    def end(self, length: int) -> int | None:
        """Walk, in the hope that the end is so far from the goal."""
        steps = self._steps.setdefault(length, length + 2 * (length // 4))
        before, here = None, self._puzzle.goal.key
        assert here is not None
        for step in range(steps + _LONGEST_DETOUR):
            if step >= steps and (not self._marked or self._puzzle.marked(np.array([here], np.uint64))[0]):
                return here
            on = [move.key for move in self._puzzle.successors(here) if move.key != before]
            if not on:
                return None
            before, here = here, self._random.choice(on)
        return None

    def learn(self, length: int, found: int) -> None:
        """Make the next walk for a length longer or shorter."""
        self._steps[length] = max(length, self._steps[length] + 2 * ((length - found) // 2))


def _solved(wish: Wish, key: int, longest: int, pack: Pack) -> Problem | None:
    """Solve a random board; None where its solution is longer than any that is wanted."""
    memory, threads = wish.budget.memory, wish.budget.threads
    found = solve(wish.puzzle, key, max_depth=longest, memory=memory, threads=threads, hooks=wish.hooks)
    pack.tried += 1
    wish.tell(f"{pack.tried:,} of at most {wish.tries:,} random boards solved")
    if found.route is None:
        return None
    pack.lengths[found.route.length] += 1
    if wish.routes:
        return proved(wish.puzzle, found.route.keys)
    return Problem(key, wish.puzzle.format(key), found.route.length)


def random_boards(puzzle: Puzzle, seed: int, marked: bool = False) -> Iterator[int]:
    """Draw boards that can be solved, each as likely as any other; marked ones have the hole, or mover, at home."""
    random = Random(f"{seed} boards")
    keys = puzzle.random_boards(random, _BATCH, at_home=marked)
    if keys is None:
        raise PuzzleError(f"random boards of {puzzle.name} cannot be drawn: only exploring tells which can be solved")
    if puzzle.goal.key is None or puzzle.reaches(puzzle.goal.key) is not True:
        raise PuzzleError(f"it is not known that the goal of {puzzle.name} can be reached from home")
    barren = 0
    while barren < _BARREN and keys is not None:
        keys = keys[puzzle.reaches_all(keys) == 1]
        barren = 0 if keys.size else barren + 1
        yield from keys.tolist()
        keys = puzzle.random_boards(random, _BATCH, at_home=marked)
    raise LimitError(f"hardly any arrangement of {puzzle.name} can be solved: {make_a_run(puzzle)}")


def shortages(puzzle: Puzzle, pack: Pack, per_length: int) -> Iterator[str]:
    """Say of which lengths there are no problems, and of which fewer than were wanted that may exist."""
    if missing := [length for length in pack.wanted if not pack.found(length)]:
        yield why_none(puzzle, pack, missing)
    for length in pack.wanted:
        found = pack.found(length)
        if length > pack.reached and 0 < found < per_length:
            yield f"{found} of {per_length} problems of length {length} came of {pack.tried:,} random boards"


def why_none(puzzle: Puzzle, pack: Pack, lengths: list[int]) -> str:
    """Say why there are no problems of some lengths."""
    few = len(lengths) <= 6
    wanted = " or ".join(map(str, lengths)) if few else f"{lengths[0]} to {lengths[-1]}"
    none = f"there is no problem of length {wanted}"
    if lengths[-1] <= pack.reached:
        return f"{none}: no board that is wanted is as far from the goal of {puzzle.name}"
    if pack.whole:
        return f"{none}: no board of {puzzle.name} is farther than {pack.reached} moves from its goal"
    if pack.lengths:
        came = f"lengths from {min(pack.lengths)} to {max(pack.lengths)} came"
    else:
        came = f"all were longer than {max(pack.wanted)}"
    tried = f"of {pack.tried:,} random boards that were solved {came}"
    found = f"no problem of length {wanted} was found"
    return f"{found}: layers within memory go to depth {pack.reached}, and {tried}; more --tries find more"
