"""What the maker of a puzzle asks: its solutions, its space, its hardest start, its difficulty, and what is not known.

What takes too long or too much memory is left out, and `left_out` says so. A start that meets the goal already, as that
of most tile puzzles, is replaced by a hardest one. `shipped.csv` says how hard the puzzles that ship are, to compare
another one with; `make atlas` writes it again.
"""

import csv
from collections.abc import Callable, Iterable, Iterator
from dataclasses import astuple, dataclass, field, fields
from functools import cache
from importlib.resources import files
from itertools import zip_longest
from typing import Any, TextIO, TypeVar, get_type_hints

from slidefront import Difficulty, Puzzle, SlidefrontError, Solved, Space, difficulties, hardest, load, stats
from slidefront.apps.page.html import clean
from slidefront.units import counted

Explore = Callable[[Puzzle, str], Space]
"""Gives the whole space of a puzzle from home or from the goal; refuses one that is too large."""
Solve = Callable[[Puzzle, int], Solved]
"""Solves a board; refuses what takes too long."""
T = TypeVar("T")
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
    solved: dict[str, Solved] = field(default_factory=dict)
    """The search for a shortest solution, by metric."""
    home: Space | None = None
    """The whole space, from home."""
    to_goal: Space | None = None
    """The boards that can reach the goal, by their distance to it."""
    difficulty: Difficulty | None = None
    """How hard the start is."""
    left_out: dict[str, str] = field(default_factory=dict)
    """What is not known, and why."""

    def attempt(self, what: str, answer: Callable[[], T]) -> T | None:
        """Answer a question, or say why the answer is left out."""
        try:
            return answer()
        except SlidefrontError as error:
            self.left_out[what] = str(error)
            return None

    @property
    def own(self) -> Solved | None:
        """The search in the metric of the puzzle."""
        return self.solved.get(self.puzzle.metric)


def about(puzzle: Puzzle, start: int, explore: Explore, solve: Solve, given: Space | None = None) -> About:
    """Answer all questions about a puzzle, as far as its space can be explored and the start be solved.

    A whole run or table that is given tells what it can.
    """
    made = About(puzzle, start)

    def space(first: str) -> Space:
        tells = given is not None and (given.leads_to_goal if first == "goal" else given.leads_from_home)
        return given if given is not None and tells and given.manifest.whole else explore(puzzle, first)

    made.home = made.attempt("the boards and their distances", lambda: space("home"))
    if not puzzle.goal:
        return made
    solved_already = bool(puzzle.meets_goal(start))
    if not solved_already:
        _solve(made, solve)
    if made.home is not None and not _is_unsolvable(made.own):
        _explore_from_goal(made, made.home, space)
    if solved_already and made.to_goal is not None and made.to_goal.greatest_depth:
        (deep,) = hardest(made.to_goal, 1)
        made.start, made.is_replaced = deep.keys[0], True
        _solve(made, solve)
    if made.to_goal is not None and made.own is not None:
        made.difficulty = made.attempt("the difficulty", lambda: _difficulty(made))
    return made


def _is_unsolvable(solved: Solved | None) -> bool:
    return solved is not None and solved.route is None and solved.answer.at_least is None


def _solve(made: About, solve: Solve) -> None:
    """Solve the start in all metrics, the own one of the puzzle first."""
    own = made.puzzle.metric
    for metric in sorted(made.puzzle.metrics, key=lambda one: one != own):

        def search(metric: str = metric) -> Solved:
            return solve(load(made.puzzle, metric), made.start)

        solved = made.attempt(f"a shortest solution in the {metric} metric", search)
        if solved is not None:
            made.solved[metric] = solved


def _explore_from_goal(made: About, home: Space, space: Callable[[str], Space]) -> None:
    """Find the distances to the goal, unless no moves lead there from home."""
    if home.leads_to_goal:
        made.to_goal = home
        return
    found = made.attempt("the distances to the goal", lambda: space("goal"))
    if found is not None and found.depth_of(made.puzzle.home) is not None:
        made.to_goal = found


def _difficulty(made: About) -> Difficulty:
    """Measure how hard the start is, and compare its distance with the length that the search has found."""
    space, solved = made.to_goal, made.own
    assert space is not None
    assert solved is not None
    way = _first_way(space, made.start)
    if solved.optimum not in (None, len(way) - 1):
        raise SlidefrontError(
            f"the search finds {solved.optimum} moves and the whole space {len(way) - 1}: this is a bug in slidefront, "
            f"please report it"
        )
    return difficulties(space, [way])[0]


def _first_way(space: Space, start: int) -> list[int]:
    """Find the boards of a shortest way to the goal: of several next boards the first by key, whatever the space is."""
    way = [start]
    for depth in range((space.depth_of(start) or 0) - 1, -1, -1):
        after = space.puzzle.neighbours(space.puzzle.array(way[-1:]))
        way.append(int(after[space.find(depth, after)].min()))
    return way


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
    puzzle, rated, home, own = found.puzzle, found.difficulty, found.home, found.own
    if rated is None or home is None or own is None or own.optimum is None:
        return None
    counts = rated.solutions, round(rated.astray, 3), rated.forced_first, rated.forced_last
    return Measured(puzzle.name, puzzle.kind, puzzle.metric, home.boards, own.optimum, *counts)


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


def about_html(found: About) -> str:
    """Write the section of the page; everything that comes from the puzzle is escaped."""
    parts = [
        ("Shortest solution", _solutions(found)),
        ("Difficulty", _difficulty_text(found)),
        ("Hardest start", _hardest(found)),
        ("Space", _space(found)),
        ("Not known here", f"<p>{clean(', '.join(found.left_out))}</p>" if found.left_out else ""),
    ]
    return "".join(f"<h3>{heading}</h3>{inside}" for heading, inside in parts if inside)


def _solutions(found: About) -> str:
    if not found.solved:
        return ""
    board = clean(found.puzzle.format(found.start))
    start = f"<p>Of a board that is as far from the goal as any: <code>{board}</code></p>" if found.is_replaced else ""
    lines = (
        f"<li><b>{_length(solved)}</b> in the {metric} metric<small>{clean(solved.answer.proof)}</small></li>"
        for metric, solved in found.solved.items()
    )
    again = "<p>The distances of all boards say the same.</p>" if found.difficulty else ""
    return f"{start}<ul>{''.join(lines)}</ul>{again}"


def _length(solved: Solved) -> str:
    least = solved.answer.at_least
    if solved.route is None:
        return "No solution" if least is None else f"No solution of fewer than {counted(least, 'move')}"
    moves = counted(solved.route.length, "move")
    return moves if solved.optimum is not None else f"{moves}, and no solution has fewer than {least:,}"


def _difficulty_text(found: About) -> str:
    rated = found.difficulty
    if rated is None:
        return ""
    return (
        f"<p>{counted(rated.solutions, 'shortest solution')}. A player who always makes the move that seems to lead "
        f"nearest to the goal leaves them at {100 * rated.astray:.0f}% of the boards. Forced moves: "
        f"{rated.forced_first:,} at the beginning, {rated.forced_last:,} at the end.</p>{_beside(found)}"
    )


def _beside(found: About) -> str:
    """List the puzzles that ship of the same kind, in the same metric, and that are nearest in length."""
    one = measured(found)
    if one is None:
        return ""
    others = [other for other in shipped() if (other.kind, other.metric) == (one.kind, one.metric)]
    others = sorted((other for other in others if other.name != one.name), key=lambda other: (other.length, other.name))
    shorter = [other for other in others if other.length < one.length]
    near = [*shorter[-_NEAR:], one, *others[len(shorter) : len(shorter) + _NEAR]]
    rows = ((other.name, other.length, other.solutions, f"{other.astray:.2f}", other.boards) for other in near)
    header = ["puzzle", "moves", "solutions", "misleads", "boards"]
    said = f"<p>{len(shorter)} of {counted(len(others), 'puzzle')} of its kind that ship have shorter solutions:</p>"
    return (said + _table(header, rows, near.index(one))) if others else ""


def _hardest(found: About) -> str:
    space = found.to_goal
    if space is None:
        return ""
    boards = space.layers[-1].boards
    needs = "board needs" if boards == 1 else "boards need"
    return f"<p>{boards:,} {needs} {counted(space.greatest_depth, 'move')}; none needs more.</p>"


def _space(found: About) -> str:
    if found.home is None:
        size = found.puzzle.size()
        return f"<p>{'' if size.exact else 'At most '}{counted(size.boards, 'board')}.</p>" if size else ""
    numbers = stats(found.home).boards
    text = (
        f"<p>Moves lead from home to {counted(numbers.boards, 'board')}. The farthest is "
        f"{counted(numbers.deepest, 'move')} away, the mean distance is {numbers.mean:.1f}.</p>"
    )
    spaces = {"from home": found.home, "to the goal": found.to_goal}
    columns = {name: [layer.boards for layer in one.layers] for name, one in spaces.items() if one is not None}
    rows = ([depth, *boards] for depth, boards in enumerate(zip_longest(*columns.values())))
    return f"{text}<details><summary>Boards by distance</summary>{_table(['moves', *columns], rows)}</details>"


def _table(header: Iterable[str], rows: Iterable[Iterable[Any]], own: int = -1) -> str:
    head = "".join(f"<th>{name}</th>" for name in header)
    lines = (f"<tr{' class=own' if at == own else ''}>{''.join(_cells(row))}</tr>" for at, row in enumerate(rows))
    return f'<div class="scroll"><table><tr>{head}</tr>{"".join(lines)}</table></div>'


def _cells(row: Iterable[Any]) -> Iterator[str]:
    for cell in row:
        yield f"<td>{'' if cell is None else f'{cell:,}' if isinstance(cell, int) else clean(str(cell))}</td>"
