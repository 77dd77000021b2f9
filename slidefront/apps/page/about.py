"""Facts about a puzzle for its page: solutions, space, hardest start and difficulty.

`about` computes the facts, and `about_html` writes them as a section of the page. Facts that take too long or too much
memory are left out; `About.left_out` names them. If the start already meets the goal, as in most tile puzzles, a
hardest start replaces it. `shipped.csv` contains the difficulty of the built-in puzzles for comparison; `make atlas`
writes it.
"""

import csv
import re
from collections.abc import Callable, Iterable
from dataclasses import astuple, dataclass, field
from functools import cache, partial
from importlib.resources import files
from itertools import zip_longest
from operator import attrgetter
from typing import Any, TextIO, TypeVar, cast, get_type_hints

from slidefront import (
    BoardError,
    Difficulty,
    Puzzle,
    Route,
    SlidefrontError,
    SolveResult,
    Space,
    difficulties,
    hardest,
    load,
    stats,
)
from slidefront.units import counted, escaped

Explore = Callable[[Puzzle, str], Space]
"""Returns the whole space of a puzzle from "home" or "goal"; raises an error if it is too large."""
Solve = Callable[[Puzzle, int], SolveResult]
"""Solves a board; raises an error if it takes too long."""
_T = TypeVar("_T")
TO_GOAL = "the distances to the goal"
_CUT_OFF_BY_SEARCH = "a search of all reachable positions does not find the goal"
_CUT_OFF_BY_ORDER = "sliding reaches only some arrangements of the pieces, and the goal is not among them"
_COUNTING = {
    ("blocks", "step"): "if each step of one cell counts",
    ("blocks", "slide"): "if a straight slide of one piece counts as one move",
    ("blocks", "move"): "if any path of one piece counts as one move",
    ("tiles", "step"): "if each step of the gap counts",
    ("tiles", "line"): "if tiles that move together count as one move",
}
_NEIGHBOURS = 4
"""The number of built-in puzzles that are listed before and after this puzzle."""


@dataclass
class About:
    """The facts about a puzzle. A fact is None if it is left out or does not exist."""

    puzzle: Puzzle
    start: int
    """The board that the solutions and the difficulty are about."""
    is_replaced: bool = False
    """Whether a hardest board replaces the start, because the start meets the goal."""
    lengths: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The length of a shortest solution and its proof, in words, per metric."""
    route: Route | None = None
    """A shortest solution in the metric of the puzzle."""
    home: Space | None = None
    """The whole space, from home."""
    to_goal: Space | None = None
    """The boards that can reach the goal, by their distance to it."""
    difficulty: Difficulty | None = None
    """The difficulty of the start."""
    unsolvable: str | None = None
    """Why no moves lead from the start to the goal, in plain words; None if moves do, or if it is not known."""
    left_out: dict[str, str] = field(default_factory=dict)
    """The reason for each fact that is left out."""

    def attempt(self, fact: str, compute: Callable[[], _T]) -> _T | None:
        """Compute a fact, or leave it out and keep the reason."""
        try:
            return compute()
        except SlidefrontError as error:
            self.left_out[fact] = str(error)
            return None


def about(puzzle: Puzzle, start: int, explore: Explore, solve: Solve, given: Space | None = None) -> About:
    """Compute the facts about a puzzle, as far as its space can be explored and its start solved.

    `given` is a run or table of the puzzle. If it is whole, it replaces exploring.
    """
    facts = About(puzzle, start)

    def space(first: str) -> Space:
        if given is not None and (given.leads_to_goal if first == "goal" else given.leads_from_home):
            return given if given.manifest.whole else explore(puzzle, first)
        return explore(puzzle, first)

    facts.home = facts.attempt("the positions and their distances", lambda: space("home"))
    if not puzzle.goal:
        return facts
    if facts.home is not None:
        facts.to_goal = _space_to_goal(facts, facts.home, space)
        is_cut_off = facts.to_goal is None and TO_GOAL not in facts.left_out
        if is_cut_off and facts.home.depth_of(start) is not None:
            count = counted(facts.home.board_count, "position")
            facts.unsolvable = f"only {count} can be reached from the start, and none of them is the goal"
    if puzzle.meets_goal(start):
        if facts.to_goal is None or not facts.to_goal.last_depth:
            return facts
        (last_layer,) = hardest(facts.to_goal, 1)
        facts.start, facts.is_replaced = last_layer.keys[0], True
    if facts.to_goal is not None:
        _measure(facts, facts.to_goal)
    _solve(facts, solve)
    return facts


def _space_to_goal(facts: About, home: Space, space: Callable[[str], Space]) -> Space | None:
    """Explore from the goal; None if no moves lead there from home, or if that is not known."""
    if home.leads_to_goal:
        return home
    try:
        to_goal = space("goal")
    except BoardError:
        return None
    except SlidefrontError as error:
        facts.left_out[TO_GOAL] = str(error)
        return None
    return None if to_goal.depth_of(facts.puzzle.home) is None else to_goal


def _measure(facts: About, space: Space) -> None:
    """Read the length and the difficulty of the start from the distances of all boards."""
    length = space.depth_of(facts.start)
    if length is None:
        return
    keys = [facts.start]
    for depth in range(length - 1, -1, -1):  # takes the least key, so that runs and tables give the same route
        after = facts.puzzle.successors(facts.puzzle.array(keys[-1:]))
        keys.append(int(after[space.find(depth, after)].min()))
    facts.route = Route(facts.puzzle, keys)
    facts.lengths[facts.puzzle.metric] = (
        counted(length, "move"),
        f"proved by the distances of all {space.board_count:,} positions",
    )
    facts.difficulty = facts.attempt("the difficulty", lambda: difficulties(space, [keys])[0])


def _solve(facts: About, solve: Solve) -> None:
    """Search for the lengths that are not known, in the metric of the puzzle first."""
    own = facts.puzzle.metric
    for metric in sorted(facts.puzzle.metrics, key=lambda metric: metric != own):
        if metric in facts.lengths:
            continue
        puzzle = load(facts.puzzle, cast("Any", metric))
        what = f"the shortest solution {_if_counted(facts.puzzle, metric)}".rstrip()
        result = facts.attempt(what, partial(solve, puzzle, facts.start))
        if result is None:
            continue
        route, least, unproved = result.route, result.answer.at_least, "this is all that is known"
        if route is not None and result.optimum is not None:
            facts.lengths[metric] = counted(route.length, "move"), "proved by search: nothing shorter exists"
            facts.route = route if metric == own else facts.route
        elif route is not None:
            moves = counted(route.length, "move")
            facts.lengths[metric] = f"{moves}, and no solution has fewer than {least:,}", unproved
        elif least is not None:
            facts.lengths[metric] = f"No solution of fewer than {counted(least, 'move')}", unproved
        else:
            reason = _CUT_OFF_BY_SEARCH if result.answer.examined else _CUT_OFF_BY_ORDER
            facts.unsolvable = facts.unsolvable or reason
            facts.lengths[metric] = "No solution", f"proved: {reason}"


@dataclass(frozen=True)
class RatedPuzzle:
    """A puzzle in one metric, with the length and the difficulty of its start: a row of `shipped.csv`."""

    name: str
    kind: str
    metric: str
    board_count: int
    length: int
    difficulty: Difficulty


def rated_puzzle(facts: About) -> RatedPuzzle | None:
    """Return the difficulty of a puzzle as `shipped.csv` has it; None if any fact is not known."""
    puzzle, rated, home, route = facts.puzzle, facts.difficulty, facts.home, facts.route
    if rated is None or home is None or route is None:
        return None
    difficulty = Difficulty(**rated.to_dict())
    return RatedPuzzle(puzzle.name, puzzle.kind, puzzle.metric, home.board_count, route.length, difficulty)


@cache
def shipped() -> tuple[RatedPuzzle, ...]:
    """Read the difficulty of the built-in puzzles."""
    measures = get_type_hints(Difficulty)
    rows = []
    with files(__package__).joinpath("shipped.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            difficulty = Difficulty(**{name: kind(row[name]) for name, kind in measures.items()})
            counts = int(row["boards"]), int(row["length"])
            rows.append(RatedPuzzle(row["name"], row["kind"], row["metric"], *counts, difficulty))
    return tuple(rows)


def write_shipped(rows: Iterable[RatedPuzzle], file: TextIO) -> None:
    """Write `shipped.csv`. The measures of difficulty are its last columns."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(["name", "kind", "metric", "boards", "length", *get_type_hints(Difficulty)])
    writer.writerows([*astuple(row)[:-1], *astuple(row.difficulty)] for row in rows)


def readable_title(puzzle: Puzzle) -> str:
    """Return the title of a puzzle, or its name with blanks instead of hyphens."""
    title = puzzle.title or puzzle.name
    if title != puzzle.name or not title[:1].isalpha():
        return title
    words = re.sub("[-_]+", " ", title).strip()
    return words[:1].upper() + words[1:]


def about_html(facts: About) -> str:
    """Write the section of the page. Text from the puzzle is escaped."""
    solutions = hardest_start = ""
    if facts.lengths:
        board = escaped(facts.puzzle.format(facts.start))
        start = f"<p>From a position as far from the goal as any: <code>{board}</code></p>" if facts.is_replaced else ""
        lines = (
            f"<li><b>{length}</b> {_if_counted(facts.puzzle, metric)}<small>{escaped(proof)}</small></li>"
            for metric, (length, proof) in facts.lengths.items()
        )
        solutions = f"{start}<ul>{''.join(lines)}</ul>"
    if facts.to_goal is not None:
        count = facts.to_goal.layers[-1].board_count
        needs = "position needs" if count == 1 else "positions need"
        hardest_start = f"<p>{count:,} {needs} {counted(facts.to_goal.last_depth, 'move')}; none needs more.</p>"
    parts = {
        "Shortest solution": solutions,
        "Difficulty": _difficulty_text(facts),
        "Hardest start": hardest_start,
        "Positions": _space(facts),
        "Not computed for this page": f"<p>{escaped('; '.join(facts.left_out))}</p>" if facts.left_out else "",
    }
    return "".join(f"<h3>{heading}</h3>{inside}" for heading, inside in parts.items() if inside)


def _if_counted(puzzle: Puzzle, metric: str) -> str:
    """Describe what counts as one move in a metric; return "" if the puzzle has only one metric."""
    if len(puzzle.metrics) == 1:
        return ""
    this = " (as this page counts)" if metric == puzzle.metric else ""
    return f"{_COUNTING.get((puzzle.kind, metric), f'in the {metric} metric')}{this}"


def _difficulty_text(facts: About) -> str:
    rated = facts.difficulty
    if rated is None:
        return ""
    ends = (("first", rated.forced_first), ("last", rated.forced_last))
    forced = [f"the {end} {'move' if count == 1 else f'{count:,} moves'}" for end, count in ends if count]
    no_choice = f" There is no choice in {' and '.join(forced)}." if forced else ""
    are = "is" if rated.solutions == 1 else "are"
    return (
        f"<p>There {are} {counted(rated.solutions, 'shortest solution')}. On the way, the move that seems to lead "
        "straight to the goal is a mistake at "
        f"{100 * rated.astray:.0f}% of the positions.{no_choice}</p>{_comparison(facts)}"
    )


def _comparison(facts: About) -> str:
    """Write a table of the built-in puzzles of the same kind and metric that are nearest in length."""
    own = rated_puzzle(facts)
    if own is None:
        return ""
    alike = [puzzle for puzzle in shipped() if (puzzle.kind, puzzle.metric) == (own.kind, own.metric)]
    others = sorted((puzzle for puzzle in alike if puzzle.name != own.name), key=attrgetter("length", "name"))
    if not others:
        return ""
    split = sum(puzzle.length < own.length for puzzle in others)
    listed = [*others[:split][-_NEIGHBOURS:], own, *others[split : split + _NEIGHBOURS]]
    rows = []
    for puzzle in listed:
        title = readable_title(facts.puzzle if puzzle is own else load(puzzle.name))
        mistakes = f"{100 * puzzle.difficulty.astray:.0f}%"
        rows.append((title, puzzle.length, puzzle.difficulty.solutions, mistakes, puzzle.board_count))
    heading = "<p>Compared with other well-known puzzles, by the length of a shortest solution:</p>"
    return heading + _table(["puzzle", "moves", "solutions", "mistakes", "positions"], rows, listed.index(own))


def _space(facts: About) -> str:
    if facts.home is None:
        size = facts.puzzle.size()
        return f"<p>{'' if size.exact else 'At most '}{counted(size.board_count, 'position')}.</p>" if size else ""
    numbers = stats(facts.home).boards
    text = (
        f"<p>Moves connect {counted(numbers.board_count, 'position')}. From the puzzle's own start, the farthest is "
        f"{counted(numbers.deepest, 'move')} away, and the mean distance is {numbers.mean:.1f}.</p>"
    )
    spaces = {"from the start": facts.home, "to the goal": facts.to_goal}
    columns = {
        name: [layer.board_count for layer in space.layers] for name, space in spaces.items() if space is not None
    }
    rows = ([depth, *boards] for depth, boards in enumerate(zip_longest(*columns.values())))
    return f"{text}<details><summary>Positions by distance</summary>{_table(['moves', *columns], rows)}</details>"


def _table(header: Iterable[str], rows: Iterable[Iterable[Any]], own: int = -1) -> str:
    """Write an HTML table. `own` is the index of the row to highlight."""
    head = "".join(f"<th>{name}</th>" for name in header)
    lines = []
    for index, row in enumerate(rows):
        cells = ("" if cell is None else f"{cell:,}" if isinstance(cell, int) else escaped(str(cell)) for cell in row)
        lines.append(f"<tr{' class=own' if index == own else ''}><td>{'</td><td>'.join(cells)}</td></tr>")
    return f'<div class="scroll"><table><tr>{head}</tr>{"".join(lines)}</table></div>'
