"""The loop of IDA*, which finds a shortest route and proves it, in little memory.

The loop asks an engine to search one round after the other. The puzzle determines the engine. A puzzle with a frame,
such as a tile board, is searched by a kernel that stores one row for each move of the current route
(`transfer_engine`). On other puzzles many routes lead to a board, so they are searched in batches, with a table of
boards (`batch_engine`). So are the few puzzles with a frame for which it is unknown whether the goal can be reached: a
search in batches ends once all boards have been reached, but the kernel might never end.
"""

from collections.abc import Iterator

from slidefront import units
from slidefront.compile import Compiling
from slidefront.errors import PuzzleError
from slidefront.puzzles.capabilities import UNREACHABLE
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.frame import FrameBound
from slidefront.search.depth_first import NO_SUM, Engine, Searched
from slidefront.search.depth_first.batch_engine import BatchEngine
from slidefront.search.depth_first.transfer_engine import TransferEngine
from slidefront.search.question import SearchAnswer
from slidefront.watch import Threshold, Watcher

LONGEST_ROUTE = UNREACHABLE - 1
"""The maximum length of a route, because bounds and depths have 16 bits."""


def ida(
    puzzle: Puzzle,
    start: int,
    *,
    max_depth: int | None = None,
    most_boards: int | None = None,
    watcher: Watcher | None = None,
    engine: Engine | None = None,
) -> SearchAnswer:
    """Find a shortest route from a board to the goal of its puzzle.

    The watcher gets the current round many times a second, and can stop the search. `most_boards` limits the number of
    boards that are generated. Without `engine`, the puzzle determines the engine.
    """
    if puzzle.meets_goal(start):
        return SearchAnswer([start], 0, "the start meets the goal")
    watcher = watcher or Watcher()
    engine = engine or choose_engine(puzzle, start, watcher)
    least, answer = engine.least, SearchAnswer(None, None)
    odd = None if puzzle.goal.key is None else puzzle.route_parity(start, puzzle.goal.key)
    longest = LONGEST_ROUTE if max_depth is None else min(max_depth, LONGEST_ROUTE)
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


def choose_engine(puzzle: Puzzle, start: int, watcher: Watcher) -> Engine:
    """Return the engine for a puzzle; raise PuzzleError if the puzzle offers no lower bound."""
    bound = puzzle.lower_bound(watcher)
    if bound is None:
        raise PuzzleError(f"IDA* needs a lower bound of moves, and {puzzle.name} offers none: search it two-way")
    if isinstance(bound, FrameBound) and not puzzle.goal.partial and puzzle.theory.connects(start, bound.goal):
        return TransferEngine(bound, start)
    return BatchEngine(puzzle, bound, start)


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
