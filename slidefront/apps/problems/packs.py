"""Draw problem packs: from the layers of a space, or from a puzzle whose space can be too large to explore.

With layers, `draw_problems` draws boards of each length. Without them, `ProblemSearch` draws short problems from layers
that it computes from the goal, as far as memory allows. For longer problems it solves random boards, and keeps boards
of the requested lengths. This works well near the mean length, but rarely finds boards far from it. A random board is
an arrangement of the tiles that the permutation group of the puzzle can produce; all solvable boards have the same
probability. If a length is rare among random boards, the ends of random walks from the goal are solved, too. These
problems have proofs as well, but not all boards of a length have the same probability.

    length    0 ........... 25 | 26 ..... 40 ...... mean ...... 65 ........ 80
              layers in memory | random walks  random boards       too rare
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np

from slidefront import Only, Puzzle, Resources, Space, load, open_space, solve, units
from slidefront.apps.problems.difficulty import difficulties
from slidefront.apps.problems.problems import Problem, ProblemPack, solved
from slidefront.arrays import KEY_BITS, NO_KEYS, Keys, Numbers, take_rows
from slidefront.errors import Advice, ArgumentError, BoardError, LimitError, PuzzleError, RunError, advise
from slidefront.executors.budget import HERE
from slidefront.watch import Quiet, Watcher, Within

TRIES = 1000
"""The default limit of random boards to solve."""
_BATCH = 256
_SAMPLE = 16  # random boards that are solved before any walk
_SEVERAL = 4  # a length is left to random boards if at least this many of them were as short
_LONGEST_DETOUR = 1000
_BARREN = 200  # the number of batches without any solvable board after which to give up


def problems(
    source: Space | Puzzle | str | Path,
    depths: units.Depths = None,
    count: int = 200,
    *,
    only: Only | None = None,
    seed: int = 0,
    routes: bool = False,
    difficulty: bool = False,
    max_attempts: int = TRIES,
    resources: Resources = HERE,
    watcher: Watcher | None = None,
) -> ProblemPack:
    """Draw `count` problems, spread evenly over the lengths of their solutions. The same seed draws the same boards.

    `depths` selects the lengths: a number, several numbers, or text such as "30:40", or "30:" for 30 and more; the
    default is all. A length with too few boards gives its share to the others. If `source` is a run or a table from the
    goal, or a puzzle whose space is small enough to explore, the problems are boards of its layers. Otherwise, short
    problems come from layers that are computed in memory, by default within 2 GiB, and long ones are random boards that
    are solved, at most `max_attempts` of them. The watcher's notes list the lengths with too few problems.
    """
    watcher = watcher or Watcher()
    count, seed = units.whole(count, "count", 1), units.whole(seed, "seed")
    max_attempts = units.whole(max_attempts, "max_attempts", 1)
    if isinstance(source, str | Path):
        source = _opened(source)
    space, puzzle = (source, source.puzzle) if isinstance(source, Space) else (None, load(source))
    selected = puzzle.check_only(only) is not None
    needs_all = depths is None or (isinstance(depths, str) and depths.rstrip().endswith(":"))
    if space is None:  # only layers have measures of difficulty, and the boards that reach a partial goal
        needs_layers = difficulty or puzzle.goal.key is None
        with suppress(LimitError):
            space = open_space(puzzle, "goal", resources=resources if needs_layers else None, watcher=watcher)
    end = 0 if space is None else space.last_depth
    wanted: Sequence[int] = units.read_depths(depths, end)
    longest = max(wanted, default=0)
    if space is not None and longest > end and not (difficulty or space.manifest.whole):
        watcher.note(f"{space.place} ends at depth {end}: making the pack without it")
        space = None
    if space is not None:
        wanted = _possible(space, wanted, watcher)
        return draw_problems(
            space,
            wanted,
            count,
            selected=selected,
            seed=seed,
            routes=routes,
            difficulty=difficulty,
            resources=resources,
        )
    if difficulty:
        advice = make_a_run(puzzle, None if needs_all else longest)
        raise PuzzleError("measures of difficulty need the layers of a run: explore from the goal first", advice=advice)
    if needs_all:
        raise ArgumentError("without a run, name the last depth too, as in 30:40", "depths")
    search = ProblemSearch(puzzle, wanted, count, selected, seed, routes, resources, max_attempts, watcher).run()
    for text in search.shortages():
        watcher.note(text)
    return ProblemPack(puzzle, search.problems)


def _opened(name: str | Path) -> Space | Puzzle:
    """Load a puzzle, or open a run or a table; the name of a puzzle may be that of a run to the goal."""
    from slidefront import open_run

    try:
        puzzle = load(name)
    except PuzzleError:
        return open_space(name)
    with suppress(RunError):
        if (run := open_run(name)).leads_to_goal:
            return run
    return puzzle


def _possible(space: Space, wanted: Sequence[int], watcher: Watcher) -> Sequence[int]:
    """Leave out lengths greater than the depth of a whole space, unless none would be left."""
    deeper = [length for length in wanted if length > space.last_depth]
    if not space.manifest.whole or not 0 < len(deeper) < len(wanted):
        return wanted
    watcher.note(_none_deeper(space.puzzle, deeper, space.last_depth))
    return [length for length in wanted if length <= space.last_depth]


def draw_problems(
    space: Space,
    depths: Iterable[int],
    count: int = 200,
    *,
    selected: bool = False,
    seed: int = 0,
    routes: bool = False,
    difficulty: bool = False,
    resources: Resources = HERE,
) -> ProblemPack:
    """Draw `count` random problems, or selected ones, spread evenly over some depths, sorted by depth and key.

    A depth with too few boards gives its share to the others. The same seed draws the same boards.
    """
    if not space.puzzle.goal:
        raise PuzzleError(f"{space.puzzle.name} has no goal, so there is nothing to solve")
    if not space.leads_to_goal:
        start = space.manifest.start
        raise RunError(
            f"{space.place} starts from {start}, so depths are not distances to the goal: explore from the goal first",
            advice=make_a_run(space.puzzle),
        )
    keys_by_depth = dict(samples(space, depths, count, seed, selected=selected, resources=resources))
    drawn = [(depth, key) for depth in sorted(keys_by_depth) for key in keys_by_depth[depth].tolist()]
    if selected and not drawn:
        raise BoardError(f"no board of these depths of {space.puzzle.name} has the {space.puzzle.selection.text}")
    pack = ProblemPack(space.puzzle, [Problem(key, space.puzzle.format(key), depth) for depth, key in drawn])
    if not (routes or difficulty):
        return pack
    list_routes = space.canonical_route_keys if difficulty else space.route_keys  # measures depend on the route
    route_keys = list_routes([key for _, key in drawn], np.array([depth for depth, _ in drawn], np.int64))
    if routes:
        pack[:] = [solved(space.puzzle, keys) for keys in route_keys]
    if difficulty:
        measured = difficulties(space, route_keys)
        pack[:] = [replace(problem, difficulty=measures) for problem, measures in zip(pack, measured, strict=True)]
    return pack


def make_a_run(puzzle: Puzzle, depth: int | None = None) -> Advice:
    """Advise the command that makes a run or a table from the goal."""
    start = None if puzzle.goal.key == puzzle.home else "goal"
    if puzzle.goal.partial:
        return advise("table", puzzle, start=start)
    return advise("expand", puzzle, start=start, depth=depth)


def samples(
    space: Space,
    depths: Iterable[int],
    count: int,
    seed: int,
    *,
    selected: bool = False,
    resources: Resources = HERE,
) -> Iterator[tuple[int, Keys]]:
    """Draw `count` boards, or selected ones, spread evenly over some depths; yield each depth with its keys, ascending.

    Rows are drawn before anything is read: the row of a board is its index among all boards of its layer, or among the
    selected ones, sorted by key, and the manifest or the header has their number. So a draw depends on the seed, the
    depth and that number, and not on the division of the layer into parts. A table explores all depths again at once.
    """
    layers = [space.layer(depth) for depth in depths]
    counts = {layer.depth: layer.selected_count if selected else layer.board_count for layer in layers}
    shares = share_out(counts, count)
    rows = {depth: np.sort(draw_layer_rows(counts[depth], share, seed, depth)) for depth, share in shares.items()}
    needed = [depth for depth, chosen in rows.items() if chosen.size]
    yield from ((depth, NO_KEYS) for depth in rows if depth not in needed)
    for depth, blocks in space.layer_blocks(needed, resources):
        taken = take_rows((keys[space.puzzle.selected(keys)] if selected else keys for keys in blocks), rows[depth])
        if taken.size < rows[depth].size:
            raise RunError(
                f"layer {depth} of {space.place} has fewer {space.puzzle.selection.word} boards than it says: verify it"
            )
        yield depth, taken


def share_out(board_counts: Mapping[int, int], count: int) -> dict[int, int]:
    """Spread `count` problems over lengths as evenly as the board count of each allows.

    >>> share_out({1: 2, 2: 4, 3: 100, 4: 100}, 20)
    {1: 2, 2: 4, 3: 7, 4: 7}
    >>> share_out({1: 9, 2: 9, 3: 9, 4: 9}, 2)
    {1: 0, 2: 1, 3: 0, 4: 1}
    """
    shares = dict.fromkeys(sorted(board_counts), 0)
    unfilled = list(shares)
    while small := [length for length in unfilled if board_counts[length] <= count // len(unfilled)]:
        shares.update((length, board_counts[length]) for length in small)
        count -= sum(board_counts[length] for length in small)
        unfilled = [length for length in unfilled if length not in small]
    for place, length in enumerate(unfilled):  # equal shares; the remainder goes to lengths that are evenly spaced
        shares[length] = (place + 1) * count // len(unfilled) - place * count // len(unfilled)
    return shares


def draw_layer_rows(board_count: int, count: int, seed: int, depth: int) -> Numbers:
    """Draw rows of a layer, at most `board_count` of them. A larger count only appends rows to a smaller draw."""
    random, moved, rows = Random(f"{seed} {depth}"), dict[int, int](), []
    for first in range(min(count, board_count)):  # the first steps of shuffling all rows, storing only changed places
        place = random.randrange(first, board_count)
        rows.append(moved.get(place, place))
        moved[place] = moved.pop(first, first)
    return np.array(rows, np.int64)


@dataclass
class ProblemSearch:
    """A search for `count` problems, spread evenly over some lengths, and its results.

    The watcher receives the progress, and can stop the work.
    """

    puzzle: Puzzle
    wanted: Iterable[int]
    """The requested lengths; after `run`, only the possible ones."""
    count: int = 200
    selected: bool = False
    seed: int = 0
    routes: bool = False
    resources: Resources = HERE
    max_attempts: int = TRIES
    watcher: Watcher = field(default_factory=Watcher)
    problems: list[Problem] = field(default_factory=list)
    reached: int = 0
    """The depth of the deepest layer that was computed."""
    whole: bool = False
    """Whether no board is deeper."""
    tried: int = 0
    """The number of random boards that were solved."""
    lengths: Counter[int] = field(default_factory=Counter)
    """The number of these boards by length, except boards longer than all requested lengths."""
    shares: dict[int, int] = field(default_factory=dict)
    """The number of problems to look for, by length."""

    def run(self) -> "ProblemSearch":
        """Make as many of the problems as can be found; raise an error if there are none."""
        puzzle = self.puzzle
        if puzzle.goal.key is None:
            fault = f"the goal of {puzzle.name} is not one board: explore from the goal first"
            raise PuzzleError(fault, advice=make_a_run(puzzle))
        odd = puzzle.route_parity(puzzle.home, puzzle.goal.key) if self.selected else None
        self.wanted = [length for length in sorted(set(self.wanted)) if odd is None or length % 2 == odd]
        if not self.wanted:
            kind = "an odd" if odd else "an even"
            raise ArgumentError(
                f"with the {puzzle.selection.text} every solution of {puzzle.name} has {kind} number of moves"
            )
        shallow = self._draw_from_layers(self.wanted) if puzzle.key_bits <= KEY_BITS else {}  # layers need short keys
        counts = {length: len(keys) for length, keys in shallow.items() if keys}
        deeper = {} if self.whole else {length: self.count for length in self.wanted if length > self.reached}
        self.shares = share_out({**counts, **deeper}, self.count)
        missing = {length: self.shares[length] for length in deeper if self.shares[length]}
        far = self._solve_random_boards(missing) if missing else {}
        shares = share_out({**counts, **{length: len(problems) for length, problems in far.items()}}, self.count)
        boards = [(length, key) for length in counts for key in sorted(shallow[length][: shares[length]])]
        self.problems += self._problems_of(boards)
        for length in sorted(far):
            self.problems += sorted(far[length][: shares[length]], key=lambda problem: problem.key)
        if not self.problems:
            why = self._why_none(self.wanted)
            raise LimitError(why, "max_attempts") if self.tried else ArgumentError(why, "depths")
        return self

    def problem_count(self, length: int) -> int:
        """Count the problems of a length."""
        return sum(problem.length == length for problem in self.problems)

    def _draw_from_layers(self, wanted: list[int]) -> dict[int, list[int]]:
        """Compute layers from the goal, up to the greatest length or the memory limit, and draw boards of each."""
        from slidefront import iter_layers

        drawn: dict[int, list[int]] = {}
        goal, watcher = self.puzzle.goal.key, Quiet(self.watcher)
        assert goal is not None
        with suppress(LimitError):  # the next layer does not fit into memory
            layers = iter_layers(self.puzzle, [goal], resources=self.resources, watcher=watcher)
            for depth, size, blocks in layers:
                self.reached = depth
                if depth in wanted:
                    drawn[depth] = self._drawn(depth, size, blocks)
                if depth == wanted[-1]:
                    break
                self.watcher.on_message(f"computing layer {depth + 1}")
            else:
                self.whole = True
        return drawn

    def _problems_of(self, boards: Sequence[tuple[int, int]]) -> Iterator[Problem]:
        """Make problems of boards with their lengths, and solve them if routes are wanted."""
        for number, (length, key) in enumerate(boards):
            if not self.routes:
                yield Problem(key, self.puzzle.format(key), length)
                continue
            self.watcher.on_message(f"found routes for {number:,} of {len(boards):,} boards")
            problem = self._solve(key, Quiet(self.watcher))
            assert problem is not None
            yield problem

    def _drawn(self, depth: int, board_count: int, blocks: Iterator[Keys]) -> list[int]:
        """Draw boards of a layer in the same order as from the layer of a run, at most `count` of them."""
        if self.selected:
            selected = np.concatenate([keys[self.puzzle.selected(keys)] for keys in blocks])
            board_count, blocks = selected.size, iter([selected])
        rows = draw_layer_rows(board_count, self.count, self.seed, depth)
        taken = take_rows(blocks, np.sort(rows))
        keys: list[int] = taken[np.argsort(np.argsort(rows))].tolist()
        return keys

    def _solve(self, key: int, watcher: Watcher, longest: int | None = None) -> Problem | None:
        """Solve a board; None if its solution is longer than `longest`."""
        result = solve(self.puzzle, key, max_depth=longest, resources=self.resources, watcher=watcher)
        result.check()
        route = result.route
        if route is None:
            return None
        return solved(self.puzzle, route.keys) if self.routes else Problem(key, self.puzzle.format(key), route.length)

    def _solve_random_boards(self, missing: dict[int, int]) -> dict[int, list[Problem]]:
        """Solve random boards and the ends of random walks, until no length misses any, or enough were tried."""
        goal = self.puzzle.goal.key
        assert goal is not None
        seen: set[int] = set()
        problems: dict[int, list[Problem]] = {length: [] for length in missing}
        most = 16 * self.max_attempts
        candidates = _Candidates(self.puzzle, self.seed, most, selected=self.selected)
        unfit = 0
        while missing and self.tried < self.max_attempts:
            key = candidates.next([*missing], self.tried)
            if key is None:
                break
            odd = self.puzzle.route_parity(key, goal)
            if key in seen or (odd is not None and all(length % 2 != odd for length in missing)):
                unfit += 1
                if unfit > most:
                    break
                continue
            seen.add(key)
            self.tried += 1
            watcher = Within(self.watcher, f"board {self.tried:,} of at most {self.max_attempts:,}")
            problem = self._solve(key, watcher, max(missing))
            candidates.learn(problem.length if problem else max(missing) + 1)
            if problem is None:
                continue
            self.lengths[problem.length] += 1
            if problem.length in problems:
                problems[problem.length].append(problem)
            missing = {length: share for length, share in missing.items() if len(problems[length]) < share}
        return problems

    def shortages(self) -> Iterator[str]:
        """Yield a sentence on lengths without problems, and one for each length with fewer problems than its share."""
        empty = [length for length in self.wanted if not self.problem_count(length) and self.shares.get(length) != 0]
        if empty:
            yield self._why_none(empty)
        for length in self.wanted:
            count, share = self.problem_count(length), self.shares.get(length, 0)
            if 0 < count < share:
                yield f"found {count} of {share} problems of length {length} in {self.tried:,} random boards"

    def _why_none(self, lengths: list[int]) -> str:
        wanted = _in_short(lengths)
        if lengths[-1] <= self.reached:
            none = f"there is no problem of length {wanted}"
            return f"{none}: no such board of {self.puzzle.name} has this distance from the goal"
        if self.whole:
            return _none_deeper(self.puzzle, lengths, self.reached)
        outcome = f"were all longer than {max(self.wanted)}"
        if self.lengths:
            outcome = f"had lengths from {min(self.lengths)} to {max(self.lengths)}"
        return (
            f"no problem of length {wanted} was found: layers in memory reach depth {self.reached}, and "
            f"{self.tried:,} random boards {outcome}; try more"
        )


class _Candidates:
    """Boards to solve: random boards, and for lengths that are rare among these, ends of random walks from the goal.

    A walk never undoes a move. Earlier walks show how many steps a length needs.
    """

    def __init__(self, puzzle: Puzzle, seed: int, most: int, *, selected: bool) -> None:
        self._puzzle, self._selected = puzzle, selected
        self._boards = islice(random_boards(puzzle, seed, selected=selected), most)
        self._random = Random(f"{seed} walks")
        self._lengths: list[int] = []  # of the random boards
        self._steps: dict[int, int] = {}
        self._target: int | None = None  # the length that the last walk was for

    def next(self, missing: Sequence[int], tried: int) -> int | None:
        """Return the next board, or None. Walks alternate with random boards if both are needed."""
        rare = [length for length in missing if sum(known <= length for known in self._lengths) < _SEVERAL]
        walk = len(self._lengths) >= _SAMPLE and rare and (len(rare) == len(missing) or tried % 2 == 0)
        self._target = min(rare) if walk else None
        return next(self._boards, None) if self._target is None else self._walk(self._target)

    def _walk(self, length: int) -> int | None:
        """Walk to a board that is probably `length` moves from the goal."""
        steps = self._steps.setdefault(length, length + 2 * (length // 4))
        before, here = None, self._puzzle.goal.key
        assert here is not None
        for step in range(steps + _LONGEST_DETOUR):
            if step >= steps and (not self._selected or self._puzzle.selected(self._puzzle.array([here]))[0]):
                return here
            forward = [move.key for move in self._puzzle.moves(here) if move.key != before]
            if not forward:
                return None
            before, here = here, self._random.choice(forward)
        return None

    def learn(self, length: int) -> None:
        """Note the length of the last board. The next walk for its target takes more steps, or fewer."""
        if self._target is None:
            self._lengths.append(length)
        else:
            steps = self._steps[self._target] + 2 * ((self._target - length) // 2)
            self._steps[self._target] = max(self._target, steps)


def random_boards(puzzle: Puzzle, seed: int, *, selected: bool = False) -> Iterator[int]:
    """Draw solvable boards with equal probability. With `selected`, the hole or the mover is at home."""
    random = Random(f"{seed} boards")
    keys = puzzle.theory.random_boards(random, _BATCH, at_home=selected)
    if keys is None:
        raise PuzzleError(f"random boards of {puzzle.name} cannot be drawn: only exploring tells which are solvable")
    if puzzle.goal.key is None or puzzle.theory.connects(puzzle.home, puzzle.goal.key) is not True:
        raise PuzzleError(f"it is unknown whether the goal of {puzzle.name} can be reached from home")
    barren = 0
    while barren < _BARREN and keys is not None:
        keys = keys[puzzle.theory.joins(puzzle.home, keys) == 1]
        barren = 0 if keys.size else barren + 1
        yield from keys.tolist()
        keys = puzzle.theory.random_boards(random, _BATCH, at_home=selected)
    fault = f"too few arrangements of {puzzle.name} are solvable to draw random boards: explore from the goal first"
    raise LimitError(fault, advice=make_a_run(puzzle))


def _none_deeper(puzzle: Puzzle, lengths: Sequence[int], deepest: int) -> str:
    """Return the message that all boards are nearer to the goal than some lengths."""
    none = f"there is no problem of length {_in_short(lengths)}"
    return f"{none}: no board of {puzzle.name} is farther than {deepest} moves from its goal"


def _in_short(lengths: Sequence[int]) -> str:
    return " or ".join(map(str, lengths)) if len(lengths) <= 6 else f"{lengths[0]} to {lengths[-1]}"
