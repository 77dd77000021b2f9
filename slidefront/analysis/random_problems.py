"""Problems of a puzzle without a run, whose space can be too large to explore.

Short problems are drawn from layers that are computed from the goal, as far as memory allows. For longer problems,
random boards are solved, and those with a requested length are kept: this works well near the mean length, and hardly
far from it. A random board is a random arrangement of the tiles that the permutation group of the puzzle can produce,
so that all solvable boards have the same probability. Lengths that are rare among random boards are looked for at the
ends of random walks from the goal. These are solved with proof too, but not all have the same probability.

    length    0 ........... 25 | 26 ..... 40 ...... mean ...... 65 ........ 80
              layers in memory | random walks  random boards       too rare
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from random import Random

import numpy as np

from slidefront import machine
from slidefront.analysis.problems import Problem
from slidefront.analysis.problems import solved as proved
from slidefront.analysis.sampling import draw, take
from slidefront.arrays import KEY_BITS, Keys
from slidefront.commands import command
from slidefront.errors import LimitError, PuzzleError
from slidefront.explore.budget import Budget, make_budget
from slidefront.explore.layers import LayerKeys, keys_of
from slidefront.explore.tasks import NoSink
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.starts import StartKind
from slidefront.search.solve import MEMORY, solve
from slidefront.search.two_way import LayerSearch, means_of
from slidefront.store.names import run_name
from slidefront.watch import Quiet, Watcher, Within

TRIES = 1000
"""The default limit of random boards to solve."""
_BLOCK = 1 << 18
_BATCH = 256
_SAMPLE = 16  # random boards that are solved before any walk
_SEVERAL = 4  # a length is left to random boards if at least this many of them were as short
_LONGEST_DETOUR = 1000
_BARREN = 200  # the number of batches without any solvable board after which to give up


@dataclass
class SearchedPack:
    """Problems, and how they were found."""

    problems: list[Problem]
    wanted: list[int]
    """The lengths that were requested and that are possible."""
    reached: int
    """The depth of the deepest layer that was computed."""
    whole: bool
    """Whether no board is deeper."""
    tried: int = 0
    """The number of random boards that were solved."""
    lengths: Counter[int] = field(default_factory=Counter)
    """Their lengths, except those greater than all requested lengths."""

    def found(self, length: int) -> int:
        """Count the problems of a length."""
        return sum(problem.length == length for problem in self.problems)


@dataclass
class Request:
    """The problems that are requested."""

    puzzle: Puzzle
    lengths: list[int]
    per_length: int
    marked: bool
    seed: int
    routes: bool
    tries: int
    budget: Budget
    watcher: Watcher

    def problem(self, key: int, length: int) -> Problem:
        """Make a problem from a board with a known length, with a route if it is requested."""
        if not self.routes:
            return Problem(key, self.puzzle.format(key), length)
        budget, watcher = self.budget, Quiet(self.watcher)
        found = solve(self.puzzle, key, memory=budget.memory, threads=budget.threads, watcher=watcher)
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
    memory: int | str | None = None,
    threads: int | None = None,
    tries: int = TRIES,
    watcher: Watcher | None = None,
) -> SearchedPack:
    """Make problems of some lengths: `per_length` of each, or as many as can be found. `memory` is in bytes.

    The watcher is told of the progress, and can stop the work.
    """
    if puzzle.goal.key is None:
        raise PuzzleError(f"the goal of {puzzle.name} is not one board: {make_a_run(puzzle)}")
    wanted = _possible(puzzle, sorted(set(lengths)), marked=marked)
    budget = make_budget(threads, min(MEMORY, machine.memory() // 2) if memory is None else memory)
    request = Request(puzzle, wanted, per_length, marked, seed, routes, tries, budget, watcher or Watcher())
    pack = _short_ones(request)
    if not pack.whole and pack.reached < wanted[-1]:
        _long_ones(request, pack)
    if not pack.problems:
        raise LimitError(why_none(puzzle, pack, wanted))
    return pack


def make_a_run(puzzle: Puzzle, word: str = "", depth: int | None = None) -> str:
    """The commands that make a run from the goal, for a puzzle that a person named by a word; to a depth if given."""
    word = word or puzzle.name
    if puzzle.goal.key is not None:
        kind = StartKind.HOME if puzzle.goal.key == puzzle.home else StartKind.GOAL
        start = None if kind is StartKind.HOME else "goal"
        commands = f"a run with {command('expand', word, start=start, depth=depth)}"
    else:
        kind, home = StartKind.GOALS, run_name(puzzle, StartKind.HOME)
        commands = f"runs with {command('expand', word)} and {command('expand', word, from_goals_of=home)}"
    return f"make {commands}, and ask for the problems of {run_name(puzzle, kind)}"


def _possible(puzzle: Puzzle, lengths: list[int], *, marked: bool) -> list[int]:
    """Remove lengths of the wrong parity; refuse if none remains."""
    odd = _is_odd(puzzle, puzzle.home) if marked else None
    left = [length for length in lengths if odd is None or length % 2 == odd]
    if not left:
        kind = "an odd" if odd else "an even"
        raise LimitError(f"with the {puzzle.marks.text} every solution of {puzzle.name} has {kind} number of moves")
    return left


def _is_odd(puzzle: Puzzle, key: int) -> int | None:
    """The parity of the number of moves of all solutions of a board, or None if it is unknown."""
    return None if puzzle.goal.key is None else puzzle.route_parity(key, puzzle.goal.key)


def _short_ones(request: Request) -> SearchedPack:
    """Compute layers from the goal and draw from them, up to the greatest length or the memory limit."""
    if request.puzzle.key_bits > KEY_BITS:  # boards that no layer can have
        return SearchedPack([], request.lengths, 0, whole=False)
    with means_of(request.budget, Quiet(request.watcher)) as means:
        levels = LayerSearch(request.puzzle, means).levels_from(np.array([request.puzzle.goal.key], np.uint64))
        found: list[tuple[int, int]] = []
        whole = False
        while True:
            depth = levels.frontier.depth
            if depth in request.lengths:
                found += [(key, depth) for key in _drawn(request, levels.frontier).tolist()]
            if depth == request.lengths[-1] or not request.budget.fits(levels.needs()):
                break
            request.watcher.on_message(f"computing layer {depth + 1}")
            levels.step(lambda _: NoSink())
            whole = levels.frontier.boards == 0
            if whole:
                break
    return SearchedPack(list(_with_routes(request, found)), request.lengths, depth, whole)


def _with_routes(request: Request, boards: list[tuple[int, int]]) -> Iterator[Problem]:
    """Make problems from boards with known lengths."""
    for number, (key, length) in enumerate(boards):
        if request.routes:
            request.watcher.on_message(f"found routes for {number:,} of {len(boards):,} boards")
        yield request.problem(key, length)


def _drawn(request: Request, layer: LayerKeys) -> Keys:
    """Draw boards of a layer, the same as from the layer of a run."""

    def blocks() -> Iterator[Keys]:
        for boards in layer.slices(_BLOCK):
            keys = request.puzzle.working.unpack(keys_of(boards))
            yield keys[request.puzzle.marked(keys)] if request.marked else keys

    boards = sum(keys.size for keys in blocks()) if request.marked else layer.boards
    return take(blocks(), draw(boards, request.per_length, request.seed, layer.depth))


def _long_ones(request: Request, pack: SearchedPack) -> None:
    """Solve random boards and the ends of random walks, until all lengths have their problems, or enough were tried."""
    missing = {length: request.per_length for length in request.lengths if length > pack.reached}
    seen: set[int] = set()
    made: list[Problem] = []
    boards = islice(random_boards(request.puzzle, request.seed, marked=request.marked), 16 * request.tries)
    walks = Walks(request.puzzle, request.seed, marked=request.marked)
    random_lengths: list[int] = []
    while missing and pack.tried < request.tries:
        target = _walk_target(missing, random_lengths, pack.tried)
        key = next(boards, None) if target is None else walks.end(target)
        if key is None:
            break
        odd = _is_odd(request.puzzle, key)
        if key in seen or (odd is not None and all(length % 2 != odd for length in missing)):
            walks.failed += 1
            if walks.failed > 16 * request.tries:
                break
            continue
        seen.add(key)
        problem = _solved(request, key, max(missing), pack)
        found = problem.length if problem else max(missing) + 1
        if target is None:
            random_lengths.append(found)
        else:
            walks.learn(target, found)
        if problem is not None and problem.length in missing:
            made.append(problem)
            missing[problem.length] -= 1
            missing = {length: left for length, left in missing.items() if left}
    pack.problems += sorted(made, key=lambda problem: (problem.length, problem.key))


def _walk_target(missing: Iterable[int], random_lengths: list[int], tried: int) -> int | None:
    """Choose the length for the next random walk; None if the next board is a random one.

    Walks are for lengths that are rare among random boards. They alternate with random boards for the other lengths.
    """
    lengths = list(missing)
    rare = [length for length in lengths if sum(one <= length for one in random_lengths) < _SEVERAL]
    walk = len(random_lengths) >= _SAMPLE and rare and (len(rare) == len(lengths) or tried % 2 == 0)
    return min(rare) if walk else None


class Walks:
    """Random walks from the goal that never undo a move; earlier walks tell how many steps a length needs."""

    def __init__(self, puzzle: Puzzle, seed: int, *, marked: bool) -> None:
        self._puzzle = puzzle
        self._marked = marked
        self._random = Random(f"{seed} walks")
        self._steps: dict[int, int] = {}
        self.failed = 0

    def end(self, length: int) -> int | None:
        """Walk to a board that is probably `length` moves from the goal."""
        steps = self._steps.setdefault(length, length + 2 * (length // 4))
        before, here = None, self._puzzle.goal.key
        assert here is not None
        for step in range(steps + _LONGEST_DETOUR):
            if step >= steps and (not self._marked or self._puzzle.marked(self._puzzle.array([here]))[0]):
                return here
            on = [move.key for move in self._puzzle.successors(here) if move.key != before]
            if not on:
                return None
            before, here = here, self._random.choice(on)
        return None

    def learn(self, length: int, found: int) -> None:
        """Make the next walk for a length longer or shorter."""
        self._steps[length] = max(length, self._steps[length] + 2 * ((length - found) // 2))


def _solved(request: Request, key: int, longest: int, pack: SearchedPack) -> Problem | None:
    """Solve a random board; None if its solution is longer than all requested lengths."""
    pack.tried += 1
    budget = request.budget
    watcher = Within(request.watcher, f"board {pack.tried:,} of at most {request.tries:,}")
    found = solve(request.puzzle, key, max_depth=longest, memory=budget.memory, threads=budget.threads, watcher=watcher)
    if found.route is None:
        return None
    pack.lengths[found.route.length] += 1
    if request.routes:
        return proved(request.puzzle, found.route.keys)
    return Problem(key, request.puzzle.format(key), found.route.length)


def random_boards(puzzle: Puzzle, seed: int, *, marked: bool = False) -> Iterator[int]:
    """Draw solvable boards with equal probability; marked boards have the hole (or mover) at home."""
    random = Random(f"{seed} boards")
    keys = puzzle.theory.random_boards(random, _BATCH, at_home=marked)
    if keys is None:
        raise PuzzleError(f"random boards of {puzzle.name} cannot be drawn: only exploring tells which are solvable")
    if puzzle.goal.key is None or puzzle.theory.reaches(puzzle.goal.key) is not True:
        raise PuzzleError(f"it is unknown whether the goal of {puzzle.name} can be reached from home")
    barren = 0
    while barren < _BARREN and keys is not None:
        keys = keys[puzzle.theory.reaches_all(keys) == 1]
        barren = 0 if keys.size else barren + 1
        yield from keys.tolist()
        keys = puzzle.theory.random_boards(random, _BATCH, at_home=marked)
    raise LimitError(f"too few arrangements of {puzzle.name} are solvable to draw random boards: {make_a_run(puzzle)}")


def shortages(puzzle: Puzzle, pack: SearchedPack, per_length: int) -> Iterator[str]:
    """List the lengths without problems, and those with fewer problems than requested."""
    if missing := [length for length in pack.wanted if not pack.found(length)]:
        yield why_none(puzzle, pack, missing)
    for length in pack.wanted:
        found = pack.found(length)
        if length > pack.reached and 0 < found < per_length:
            yield f"found {found} of {per_length} problems of length {length} in {pack.tried:,} random boards"


def why_none(puzzle: Puzzle, pack: SearchedPack, lengths: list[int]) -> str:
    """Explain why there are no problems of some lengths."""
    few = len(lengths) <= 6
    wanted = " or ".join(map(str, lengths)) if few else f"{lengths[0]} to {lengths[-1]}"
    none = f"there is no problem of length {wanted}"
    if lengths[-1] <= pack.reached:
        return f"{none}: no such board of {puzzle.name} has this distance from the goal"
    if pack.whole:
        return f"{none}: no board of {puzzle.name} is farther than {pack.reached} moves from its goal"
    if pack.lengths:
        had = f"had lengths from {min(pack.lengths)} to {max(pack.lengths)}"
    else:
        had = f"were all longer than {max(pack.wanted)}"
    found = f"no problem of length {wanted} was found"
    tried = f"{pack.tried:,} random boards {had}"
    return f"{found}: layers in memory reach depth {pack.reached}, and {tried}; try more"
