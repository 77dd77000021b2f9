"""The rounds of IDA* with pattern databases, on all cores.

One thread searches a short round. If the rounds before it were long, a round is divided: all boards at one depth that
are within the threshold are the roots of *subtrees*, which the threads search one after the other. If several subtrees
contain a route, the first of them counts, so the route is the same as with a single thread.

    root -> boards at depth 9, in the order in which one thread reaches them: 0 1 2 3 ... 700
            thread 1: 0 2 3 ...    thread 2: 1 4 ...       a route in 4: 5 and later are abandoned, 3 is finished

A long search can be resumed: a checkpoint contains the threshold and the finished subtrees. The file is written once a
search has taken a minute, and then every few seconds. It is removed when the search is over.

A resumed search relies on the checkpoint, so the file is sealed with a digest of its contents, the identity of the
search (puzzle, start, goal, databases), a hash of the code that numbers subtrees, and a digest of the roots. If any of
these do not match, the file is ignored and the search starts again.
"""

import time
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

import numpy as np

from slidefront import units
from slidefront.errors import advise
from slidefront.files import replacement
from slidefront.machine import thread_pool
from slidefront.puzzles.core import identity_hash
from slidefront.puzzles.frame import Frame
from slidefront.search.depth_first.ida import (
    AGAIN,
    FOUND,
    NO_SUM,
    OVER,
    Engine,
    Searched,
    SearchState,
)
from slidefront.search.depth_first.transfer_engine import LONG_WORDS, MOVE_BITS, find_trails
from slidefront.search.patterns.bound import LineBound, PatternBound
from slidefront.search.patterns.databases import (
    Databases,
    cache_folder,
    databases_for,
    partition_for,
)
from slidefront.search.patterns.kernels import VALUE_MASK, Extent, Stack, search_patterns
from slidefront.search.result import SearchQuestion
from slidefront.store.log import sealed, unsealed
from slidefront.watch import Quiet, Round, Threshold, Watcher

AFTER = 60.0  # seconds until the first checkpoint: a shorter search is simply repeated
EVERY = 5.0  # seconds between checkpoints
ADVISE_AFTER = 20.0  # seconds


@dataclass(frozen=True)
class RoundSizes:
    """The sizes by which a round is divided into subtrees and stretches of work."""

    turns: int = 1 << 18
    """The number of moves until the kernel returns, which takes about 10 ms."""
    seconds: float = 0.02
    """The work between reports of progress."""
    undivided_boards: int = 1 << 21
    """A round is divided if the rounds before it generated more boards than this."""
    subtrees: int = 400
    """The minimum number of subtrees of a divided round."""
    long_words: tuple[tuple[int, int], ...] = LONG_WORDS
    """The limits of strings for trails, each with the number of generated boards above which it pays."""


USUAL_ROUNDS = RoundSizes()


@dataclass
class Finished:
    """The finished subtrees of a round, which contain no route, and the counts so far."""

    limit: int
    most_words: int = 0
    """The limit of strings that the trails were computed with; the roots depend on it."""
    roots: str = ""
    """A digest of the roots, which proves that their numbers mean the same boards."""
    subtrees: set[int] = field(default_factory=set)
    generated: int = 0
    examined: int = 0
    above: int = NO_SUM

    def fits(self, least: int, odd: int | None) -> bool:
        """Whether all numbers are possible; no route is shorter than `least`, and `odd` is the parity of lengths."""
        numbers = (self.limit, self.most_words, self.generated, self.examined, self.above, *self.subtrees)
        if not all(type(number) is int and 0 <= number <= 1 << 62 for number in numbers) or type(self.roots) is not str:
            return False
        sums = [self.limit] if self.above >= NO_SUM else [self.limit, self.above]
        if odd is not None and any(total % 2 != odd for total in sums):
            return False
        return least <= self.limit < self.above and self.examined <= self.generated + len(self.subtrees)

    def add(self, generated: int, examined: int, above: int) -> None:
        """Add the counts of a part of the round."""
        self.generated += generated
        self.examined += examined
        self.above = min(self.above, above)


class Checkpoint:
    """The checkpoint file of a search. Without a path, nothing is saved."""

    def __init__(
        self,
        path: Path | None,
        identity: str = "",
        *,
        least: int = 0,
        odd: int | None = None,
        after: float = AFTER,
        every: float = EVERY,
    ) -> None:
        """Read the file, unless no search could have written it: `least` and `odd` are as in `Finished.fits`.

        The file is first written after some seconds, and then every few seconds.
        """
        self._path, self._every = path, every
        self._identity = sha256(f"{identity} {code_hash()}".encode()).hexdigest() if path else ""
        self._last = time.monotonic() + after - every
        before = self._read()
        self.before = before if before is not None and before.fits(least, odd) else Finished(0)
        """The round that an interrupted search had reached; a round with threshold 0 without a file."""

    @property
    def exists(self) -> bool:
        """Whether the search can resume from its file."""
        return self._path is not None and self._path.is_file()

    def _read(self) -> Finished | None:
        if self._path is None:
            return None
        with suppress(OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
            data: dict[str, Any] = unsealed(self._path.read_bytes())
            if data.pop("identity") == self._identity:
                return Finished(**{**data, "subtrees": set(data["subtrees"])})
        return None

    def begin(self, limit: int) -> Finished:
        """Begin a round, with the finished subtrees of the checkpoint if it is from this round."""
        return self.before if self.before.limit == limit and self.before.subtrees else Finished(limit)

    def save(self, finished: Finished) -> None:
        """Write the file if it is time for it."""
        if self._path is None or time.monotonic() < self._last + self._every:
            return
        self._last = time.monotonic()
        data = {**asdict(finished), "subtrees": sorted(finished.subtrees), "identity": self._identity}
        with suppress(OSError):  # the search continues even if nothing can be written
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with replacement(self._path) as file:
                file.write(sealed(data))

    def remove(self) -> None:
        """Remove the file: the search is over."""
        if self._path is not None:
            with suppress(OSError):
                self._path.unlink(missing_ok=True)


@cache
def code_hash() -> str:
    """Hash the code that orders moves and numbers subtrees: after an edit, old numbers could mean other boards."""
    package = Path(__file__).parents[2]
    paths = sorted(path for folder in ("search", "puzzles") for path in (package / folder).rglob("*.py"))
    return sha256(b"".join(sha256(path.read_bytes()).digest() for path in paths)).hexdigest()


class Root(NamedTuple):
    """A board where a subtree begins."""

    key: int
    moves: tuple[int, ...] = ()
    """The moves from the start to the board."""
    trail: int = 0
    """The trail after these moves, which determines the moves that may follow."""


class PatternEngine(Engine):
    """Searches the rounds from one board to another with pattern databases."""

    bound: PatternBound

    def __init__(
        self,
        frame: Frame,
        start: int,
        goal: int,
        databases: Databases,
        *,
        threads: int = 1,
        checkpoint: Checkpoint | None = None,
        sizes: RoundSizes = USUAL_ROUNDS,
    ) -> None:
        super().__init__(_bound(frame, goal, databases), frame.array([start]))
        self.frame = frame
        self.databases = databases
        self.threads, self.sizes = threads, sizes
        self.checkpoint = checkpoint or Checkpoint(None)
        self._reached = self.checkpoint.before.limit
        self.generated = 0
        self.root = Root(start, trail=frame.anchor(start))
        self.trails = find_trails(frame)

    @property
    def start_bound(self) -> int:
        """The bound of the start, or the threshold that an interrupted search had reached."""
        return max(super().start_bound, self._reached)

    def forget_subtrees(self) -> None:
        """Neither read nor write the checkpoint: finished subtrees of one weight prove nothing for another."""
        self.checkpoint = Checkpoint(None)

    def round(self, limit: int) -> Iterator[Searched]:
        """Search a round on all threads; yield the progress after each stretch of work."""
        finished, sizes = self.checkpoint.begin(limit), self.sizes
        if not finished.subtrees:
            long_words = [words for boards, words in sizes.long_words if self.generated > boards]
            finished.most_words = max(long_words, default=0)
        self.trails = find_trails(self.frame, finished.most_words)
        is_long = self.generated > sizes.undivided_boards
        divided = (self.threads > 1 and is_long) or bool(finished.subtrees)
        if is_long:
            self.bound.load()
        work, searched = PatternRound(self, limit, finished, divided=divided), None
        while searched is None or not searched.over:
            searched = work.resume()
            yield searched

    def children(self, root: Root) -> list[Root]:
        """List the boards after the moves that may follow a board."""
        first, edges = self.trails
        labels = self.frame.labels_of(root.key)
        children = []
        for edge in edges[first[root.trail] : first[root.trail + 1]].tolist():
            move, trail = edge & (1 << MOVE_BITS) - 1, edge >> MOVE_BITS
            key = self.frame.key_of(self.frame.moves[move].apply(labels))
            children.append(Root(key, (*root.moves, move), trail))
        return children

    def route(self, moves: list[int]) -> list[int]:
        """List the keys of the boards that moves from the start lead through."""
        boards = [self.frame.labels_of(self.root.key)]
        for move in moves:
            boards.append(self.frame.moves[move].apply(boards[-1]))
        return [self.frame.key_of(board) for board in boards]


@lru_cache(maxsize=2)
def _bound(frame: Frame, goal: int, databases: Databases) -> PatternBound:
    """Return the bound for a goal, which is cached for the next board."""
    bound_class = LineBound if databases.partition.shape.in_lines else PatternBound
    return bound_class(frame, goal, databases)


class Subtree:
    """The search from one root, with the stack of its kernel."""

    def __init__(self, engine: PatternEngine, limit: int, number: int, root: Root) -> None:
        self.number = number
        self._engine = engine
        self._moves = root.moves
        depth, bound, weight = len(root.moves), engine.bound, engine.weight
        tiles = bound.tiles(engine.frame.array([root.key]))
        words = bound.look_up(tiles)[0]
        depths = limit // weight.denominator + 2
        edge, last, move, alone, best = np.zeros((5, depths), np.int64)
        total, all_words = np.zeros((depths, len(words)), np.int64), np.zeros((depths, *words.shape), np.int64)
        edge[depth], last[depth] = engine.trails.first[root.trail : root.trail + 2]
        alone[depth], total[depth], all_words[depth] = bound.alone(tiles)[0], (words & VALUE_MASK).sum(axis=1), words
        self._board = tiles[0].astype(np.int8)
        self._stack = Stack(edge, last, move, alone, best, total, all_words)
        self._extent = Extent(limit, weight.denominator, weight.numerator, depth, engine.sizes.turns)
        self.state = SearchState(depth)

    def work(self) -> bool:
        """Search for some milliseconds; return whether the subtree is finished, or the goal is found."""
        engine = self._engine
        self.state = search_patterns(
            self.state, self._extent, self._stack, self._board, engine.trails, engine.bound.tables
        )
        return self.state.end != AGAIN

    @property
    def counts(self) -> tuple[int, int, int]:
        """The number of moves made, the number of boards expanded, and the least sum above the threshold."""
        return self.state[1:4]

    @property
    def moves(self) -> list[int]:
        """The moves from the start to the current board."""
        return [*self._moves, *self._stack.move[len(self._moves) + 1 : self.state.depth + 1].tolist()]


class PatternRound:
    """One round: all routes within the threshold `limit`, or until a route is found."""

    def __init__(self, engine: PatternEngine, limit: int, finished: Finished, *, divided: bool) -> None:
        self._engine = engine
        self._limit = limit
        self._finished = finished
        self._lock = Lock()
        self._solved: Subtree | None = None
        """The first subtree with a route; later ones are abandoned."""
        self._running: dict[int, Subtree] = {}
        self._divided = divided
        roots = self._divide() if divided else [engine.root]
        self._waiting = deque((n, root) for n, root in enumerate(roots) if n not in self._finished.subtrees)

    def _divide(self) -> list[Root]:
        """Return the roots of the subtrees in order: go deeper until there are enough, or until the goal is next."""
        engine, weight, least = self._engine, self._engine.weight, self._engine.sizes.subtrees
        new, roots, moves = Finished(self._limit, self._finished.most_words), [engine.root], 0
        while 0 < len(roots) < least and (boards := [child for root in roots for child in engine.children(root)]):
            bounds = engine.bound.of(engine.frame.array([root.key for root in boards])).astype(np.int64)
            if not bounds.all():
                break
            moves += 1
            sums = weight.denominator * moves + weight.numerator * bounds
            within = sums <= self._limit
            roots = [boards[n] for n in np.flatnonzero(within)]
            new.add(len(boards), len(roots), int(sums[~within].min(initial=NO_SUM)))
        new.roots = sha256(repr(roots).encode()).hexdigest()
        if self._finished.roots != new.roots:  # nothing is finished, or the numbers mean other boards
            self._finished = new
        return roots

    def resume(self) -> Searched:
        """Search for a stretch of work on each thread, and return the progress."""
        engine, until = self._engine, time.perf_counter() + self._engine.sizes.seconds
        if self._divided:
            with thread_pool(engine.threads, "search") as pool:
                for task in [pool.submit(self._work_until, until, thread) for thread in range(engine.threads)]:
                    task.result()
        else:
            self._work_until(until, 0)
        done, running = self._finished, [subtree.counts for subtree in self._running.values()]
        generated = done.generated + sum(generated for generated, *_ in running)
        examined = done.examined + sum(examined for _, examined, _ in running)
        over = not self._running and not self._waiting
        route = None
        if over:
            engine.generated += generated
            if self._solved is not None:
                route = engine.route(self._solved.moves)
                engine.checkpoint.remove()
        elif self._divided:
            engine.checkpoint.save(done)
        return Searched(generated, examined, done.above, route, over)

    def _work_until(self, until: float, thread: int) -> None:
        """Search one subtree after the other, starting with the unfinished subtree of the thread."""
        while True:
            with self._lock:
                if thread not in self._running and self._waiting:
                    self._running[thread] = Subtree(self._engine, self._limit, *self._waiting.popleft())
                subtree = self._running.get(thread)
            if subtree is None:
                return
            if self._is_useless(subtree) or subtree.work():
                with self._lock:
                    del self._running[thread]
                    self._finished.add(*subtree.counts)
                    if subtree.state.end == FOUND and not self._is_useless(subtree):
                        self._solved = subtree
                        self._waiting.clear()  # all of them come after this subtree
                    if subtree.state.end == OVER:
                        self._finished.subtrees.add(subtree.number)
            if time.perf_counter() > until:
                return

    def _is_useless(self, subtree: Subtree) -> bool:
        """Whether a route was found in an earlier subtree."""
        return self._solved is not None and self._solved.number < subtree.number


def pattern_search(question: SearchQuestion, watcher: Watcher, threads: int) -> PatternEngine:
    """Open or build the databases for a question, and return the engine, which resumes an interrupted search."""
    puzzle = question.puzzle
    databases = databases_for(puzzle, watcher, threads)
    assert puzzle.frame is not None
    assert puzzle.goal.key is not None
    parts = databases.partition.identity, f"{question.start:x}", puzzle.metric, identity_hash(puzzle)
    identity = sha256("\n".join(parts).encode()).hexdigest()
    least = int(_bound(puzzle.frame, puzzle.goal.key, databases).of(puzzle.frame.array([question.start]))[0])
    odd = puzzle.route_parity(question.start, puzzle.goal.key)
    path = cache_folder() / "searches" / f"{identity[:16]}.json"
    checkpoint = Checkpoint(path, identity, least=least, odd=odd)
    if (before := checkpoint.before).limit:
        moves, subtrees = units.counted(before.limit, "move"), f"{len(before.subtrees):,} subtrees finished"
        watcher.note(f"continuing the interrupted search at {moves}, with {subtrees}")
    start, goal = question.start, puzzle.goal.key
    return PatternEngine(puzzle.frame, start, goal, databases, threads=threads, checkpoint=checkpoint)


class Advising(Quiet):
    """Passes on the rounds of a search, and advises larger databases once if the search takes long."""

    def __init__(self, watcher: Watcher, question: SearchQuestion, search: PatternEngine) -> None:
        super().__init__(watcher)
        self._began = time.monotonic()
        large = partition_for(question.puzzle, large=True)
        self._note = ""
        if large != search.databases.partition:
            self._note = (
                f"this search takes long: large pattern databases ({units.size(large.stored_bytes)} on disk, about a "
                f"minute to build) make such searches much faster"
            )
        self._advice = advise("patterns build", question.puzzle, large=True)

    def on_round(self, round_: Round | Threshold) -> None:
        """Pass on a round, and the advice after `ADVISE_AFTER` seconds."""
        self._watcher.on_round(round_)
        if self._note and time.monotonic() - self._began > ADVISE_AFTER:
            self._watcher.note(self._note)
            self._watcher.on_advice(self._advice)
            self._note = ""
