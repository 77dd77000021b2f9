"""What the maker of a puzzle asks: its solutions, its space, its hardest start, its difficulty, and what is not known.

What takes too long or too much memory is left out, and `left_out` says so. A start that meets the goal already, as that
of most tile puzzles, is replaced by a hardest one. `shipped.csv` says how hard the puzzles that ship are, to compare
another one with; `make atlas` writes it again.
"""

import csv
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import astuple, dataclass, field, fields
from functools import cache
from importlib.resources import files
from itertools import zip_longest
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
from slidefront.apps.page.html import clean
from slidefront.units import counted

Explore = Callable[[Puzzle, str], Space]
"""Gives the whole space of a puzzle from home or from the goal; refuses one that is too large."""
Solve = Callable[[Puzzle, int], SolveResult]
"""Solves a board; refuses what takes too long."""
T = TypeVar("T")
TO_GOAL = "the distances to the goal"
_CUT_OFF_BY_SEARCH = "a search of all reachable positions does not find the goal"
_CUT_OFF_BY_ORDER = "moves can make only some orders of the pieces, and the goal is not one of them"
_COUNTED = {
    ("blocks", "step"): "if each step of one cell counts",
    ("blocks", "slide"): "if a straight slide of one piece counts as one move",
    ("blocks", "move"): "if any path of one piece counts as one move",
    ("tiles", "step"): "if each step of the gap counts",
    ("tiles", "line"): "if tiles that move together count as one move",
}
_NEAR = 4
"""How many puzzles that ship are listed before and after the own one."""


@dataclass
class About:
    """The answers; None is what is left out, or what the puzzle does not have."""

    puzzle: Puzzle
    start: int
    """The board whose solutions and difficulty these are."""
    is_replaced: bool = False
    """Whether the start is a hardest board, because the first board meets the goal."""
    lengths: dict[str, tuple[str, str]] = field(default_factory=dict)
    """For each metric the length of a shortest solution and its proof, in words."""
    route: Route | None = None
    """A shortest solution in the metric of the puzzle."""
    home: Space | None = None
    """The whole space, from home."""
    to_goal: Space | None = None
    """The boards that can reach the goal, by their distance to it."""
    difficulty: Difficulty | None = None
    """How hard the start is."""
    unsolvable: str | None = None
    """Why no moves lead from the start to the goal, in plain words; None if some do, or if that is not known."""
    left_out: dict[str, str] = field(default_factory=dict)
    """What is not known, and why."""

    def attempt(self, what: str, answer: Callable[[], T]) -> T | None:
        """Answer a question, or say why the answer is left out."""
        try:
            return answer()
        except SlidefrontError as error:
            self.left_out[what] = str(error)
            return None


def about(puzzle: Puzzle, start: int, explore: Explore, solve: Solve, given: Space | None = None) -> About:
    """Answer all questions about a puzzle, as far as its space can be explored and the start be solved.

    A whole run or table that is given tells what it can.
    """
    made = About(puzzle, start)

    def space(first: str) -> Space:
        tells = given is not None and (given.leads_to_goal if first == "goal" else given.leads_from_home)
        return given if given is not None and tells and given.manifest.whole else explore(puzzle, first)

    made.home = made.attempt("the positions and their distances", lambda: space("home"))
    if not puzzle.goal:
        return made
    if made.home is not None:
        made.to_goal = _space_to_goal(made, made.home, space)
        is_cut_off = made.to_goal is None and TO_GOAL not in made.left_out
        if is_cut_off and made.home.depth_of(start) is not None:
            count = counted(made.home.board_count, "position")
            made.unsolvable = f"moves lead from the start to {count}, and none of them is the goal"
    if puzzle.meets_goal(start):
        if made.to_goal is None or not made.to_goal.last_depth:
            return made
        (deep,) = hardest(made.to_goal, 1)
        made.start, made.is_replaced = deep.keys[0], True
    if made.to_goal is not None:
        _measure(made, made.to_goal)
    _solve(made, solve)
    return made


def _space_to_goal(made: About, home: Space, space: Callable[[str], Space]) -> Space | None:
    """Explore from the goal; None if no moves lead there from home, or if that is not known."""
    if home.leads_to_goal:
        return home
    try:
        found = space("goal")
    except BoardError:
        return None
    except SlidefrontError as error:
        made.left_out[TO_GOAL] = str(error)
        return None
    return None if found.depth_of(made.puzzle.home) is None else found


def _measure(made: About, space: Space) -> None:
    """Take the length and the difficulty of the start from the distances of all boards."""
    length = space.depth_of(made.start)
    if length is None:
        return
    way = [made.start]
    for depth in range(length - 1, -1, -1):  # of several next boards the first by key, whatever the space is
        after = made.puzzle.successors(made.puzzle.array(way[-1:]))
        way.append(int(after[space.find(depth, after)].min()))
    made.route = Route(made.puzzle, way)
    made.lengths[made.puzzle.metric] = (
        counted(length, "move"),
        f"proved by the distances of all {space.board_count:,} positions",
    )
    made.difficulty = made.attempt("the difficulty", lambda: difficulties(space, [way])[0])


def _solve(made: About, solve: Solve) -> None:
    """Search for the lengths that are not known, in the metric of the puzzle first."""
    own = made.puzzle.metric
    for metric in sorted(made.puzzle.metrics, key=lambda one: one != own):
        if metric in made.lengths:
            continue

        def search(metric: str = metric) -> SolveResult:
            return solve(load(made.puzzle, cast("Any", metric)), made.start)

        what = f"the shortest solution {_if_counted(made.puzzle, metric)}".rstrip()
        solved = made.attempt(what, search)
        if solved is not None:
            made.lengths[metric] = _length(solved), _proof(solved)
            if made.unsolvable is None and solved.route is None and solved.answer.at_least is None:
                made.unsolvable = _CUT_OFF_BY_SEARCH if solved.answer.examined else _CUT_OFF_BY_ORDER
            if metric == own and solved.optimum is not None:
                made.route = solved.route


@dataclass(frozen=True)
class Measured:
    """A puzzle in one metric, with the measures of its start."""

    name: str
    kind: str
    metric: str
    boards: int
    length: int
    solutions: int
    astray: float
    forced_first: int
    forced_last: int


def measured(found: About) -> Measured | None:
    """Take the measures of a puzzle; None if not all of them are known."""
    puzzle, rated, home, route = found.puzzle, found.difficulty, found.home, found.route
    if rated is None or home is None or route is None:
        return None
    counts = rated.solutions, round(rated.astray, 3), rated.forced_first, rated.forced_last
    return Measured(puzzle.name, puzzle.kind, puzzle.metric, home.board_count, route.length, *counts)


@cache
def shipped() -> tuple[Measured, ...]:
    """Read the measures of the puzzles that ship."""
    with files(__package__).joinpath("shipped.csv").open(encoding="utf-8") as file:
        kinds = get_type_hints(Measured)
        return tuple(Measured(**{name: kinds[name](row[name]) for name in kinds}) for row in csv.DictReader(file))


def write(rows: Iterable[Measured], file: TextIO) -> None:
    """Write measures as they are read."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow([one.name for one in fields(Measured)])
    writer.writerows(map(astuple, rows))


def readable_title(puzzle: Puzzle) -> str:
    """Return the title of a puzzle; for one without a title, its name without the marks of a file name."""
    title = puzzle.title or puzzle.name
    if title != puzzle.name or not title[:1].isalpha():
        return title
    words = re.sub("[-_]+", " ", title).strip()
    return words[:1].upper() + words[1:]


def about_html(found: About) -> str:
    """Write the section of the page; everything that comes from the puzzle is escaped."""
    parts = [
        ("Shortest solution", _solutions(found)),
        ("Difficulty", _difficulty_text(found)),
        ("Hardest start", _hardest(found)),
        ("Positions", _space(found)),
        ("Not computed for this page", f"<p>{clean('; '.join(found.left_out))}</p>" if found.left_out else ""),
    ]
    return "".join(f"<h3>{heading}</h3>{inside}" for heading, inside in parts if inside)


def _solutions(found: About) -> str:
    if not found.lengths:
        return ""
    board = clean(found.puzzle.format(found.start))
    start = f"<p>From a position as far from the goal as any: <code>{board}</code></p>" if found.is_replaced else ""
    lines = (
        f"<li><b>{length}</b> {_if_counted(found.puzzle, metric)}<small>{clean(proof)}</small></li>"
        for metric, (length, proof) in found.lengths.items()
    )
    return f"{start}<ul>{''.join(lines)}</ul>"


def _if_counted(puzzle: Puzzle, metric: str) -> str:
    """Describe what counts as one move in a metric; nothing if a puzzle has only one metric."""
    if len(puzzle.metrics) == 1:
        return ""
    this = " (as this page counts)" if metric == puzzle.metric else ""
    return f"{_COUNTED.get((puzzle.kind, metric), f'in the {metric} metric')}{this}"


def _length(solved: SolveResult) -> str:
    least = solved.answer.at_least
    if solved.route is None:
        return "No solution" if least is None else f"No solution of fewer than {counted(least, 'move')}"
    moves = counted(solved.route.length, "move")
    return moves if solved.optimum is not None else f"{moves}, and no solution has fewer than {least:,}"


def _proof(solved: SolveResult) -> str:
    """Say in plain words what proves a length."""
    if solved.route is None and solved.answer.at_least is None:
        return f"proved: {_CUT_OFF_BY_SEARCH if solved.answer.examined else _CUT_OFF_BY_ORDER}"
    return "proved by search: nothing shorter exists" if solved.optimum is not None else "this is all that is known"


def _difficulty_text(found: About) -> str:
    rated = found.difficulty
    if rated is None:
        return ""
    ends = (("first", rated.forced_first), ("last", rated.forced_last))
    forced = [f"the {end} {'move' if count == 1 else f'{count:,} moves'}" for end, count in ends if count]
    no_choice = f" There is no choice in {' and '.join(forced)}." if forced else ""
    many = (
        "There is 1 shortest solution."
        if rated.solutions == 1
        else f"There are {rated.solutions:,} shortest solutions."
    )
    return (
        f"<p>{many} On the way, the move that seems to lead straight to the goal is a mistake at "
        f"{100 * rated.astray:.0f}% of the positions.{no_choice}</p>{_beside(found)}"
    )


def _beside(found: About) -> str:
    """List the built-in puzzles of the same kind, in the same metric, that are nearest in length."""
    one = measured(found)
    if one is None:
        return ""
    others = [other for other in shipped() if (other.kind, other.metric) == (one.kind, one.metric)]
    others = sorted((other for other in others if other.name != one.name), key=lambda other: (other.length, other.name))
    shorter = [other for other in others if other.length < one.length]
    near = [*shorter[-_NEAR:], one, *others[len(shorter) : len(shorter) + _NEAR]]
    titles = [readable_title(found.puzzle if other is one else load(other.name)) for other in near]
    rows = (
        (title, other.length, other.solutions, f"{100 * other.astray:.0f}%", other.boards)
        for title, other in zip(titles, near, strict=True)
    )
    header = ["puzzle", "moves", "solutions", "mistakes", "positions"]
    said = "<p>Beside other well-known puzzles, by the length of a shortest solution:</p>"
    return (said + _table(header, rows, near.index(one))) if others else ""


def _hardest(found: About) -> str:
    space = found.to_goal
    if space is None:
        return ""
    boards = space.layers[-1].board_count
    needs = "position needs" if boards == 1 else "positions need"
    return f"<p>{boards:,} {needs} {counted(space.last_depth, 'move')}; none needs more.</p>"


def _space(found: About) -> str:
    if found.home is None:
        size = found.puzzle.size()
        return f"<p>{'' if size.exact else 'At most '}{counted(size.board_count, 'position')}.</p>" if size else ""
    numbers = stats(found.home).boards
    text = (
        f"<p>Moves lead from the start to {counted(numbers.board_count, 'position')}. The farthest is "
        f"{counted(numbers.deepest, 'move')} away, and the mean distance is {numbers.mean:.1f}.</p>"
    )
    spaces = {"from the start": found.home, "to the goal": found.to_goal}
    columns = {name: [layer.board_count for layer in one.layers] for name, one in spaces.items() if one is not None}
    rows = ([depth, *boards] for depth, boards in enumerate(zip_longest(*columns.values())))
    return f"{text}<details><summary>Positions by distance</summary>{_table(['moves', *columns], rows)}</details>"


def _table(header: Iterable[str], rows: Iterable[Iterable[Any]], own: int = -1) -> str:
    head = "".join(f"<th>{name}</th>" for name in header)
    lines = (f"<tr{' class=own' if at == own else ''}>{''.join(_cells(row))}</tr>" for at, row in enumerate(rows))
    return f'<div class="scroll"><table><tr>{head}</tr>{"".join(lines)}</table></div>'


def _cells(row: Iterable[Any]) -> Iterator[str]:
    for cell in row:
        yield f"<td>{'' if cell is None else f'{cell:,}' if isinstance(cell, int) else clean(str(cell))}</td>"
