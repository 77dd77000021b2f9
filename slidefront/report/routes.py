"""Results of searches, lookups and replays as text.

`Outcome` describes one search at length. The other classes are answers to the lines of a file (see `answers`): their
fields are the JSON, and `text` writes them as one line.
"""

import csv
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import TYPE_CHECKING, Any, cast

from slidefront import units
from slidefront.draw.board import captioned, route_captions
from slidefront.errors import RouteError, SlidefrontError
from slidefront.notation import BOARDS_FORMAT, ROUTE_FORMATS, Notation
from slidefront.notation.board_files import Difficulty
from slidefront.notation.route import Route, check_notation, write_moves
from slidefront.puzzles.core import Puzzle
from slidefront.report.answers import Answer

if TYPE_CHECKING:
    from slidefront.notation.board_files import BoardLine
    from slidefront.notation.route import Replay
    from slidefront.search.result import SolveResult


def draw_boards_of(route: Route) -> str:
    """Draw every board of a route under the move that leads to it, side by side within the width of the terminal."""
    return captioned(route.positions, route_captions(route), shutil.get_terminal_size((80, 24)).columns)


def check_form(puzzle: Puzzle, form: str) -> None:
    """Raise an error before any search if a format is unknown or does not apply to a puzzle."""
    if form not in ROUTE_FORMATS:
        raise RouteError(f"unknown format {form!r}: choose from {', '.join(ROUTE_FORMATS)}", "form")
    if form != BOARDS_FORMAT:
        check_notation(puzzle, form)


@dataclass(frozen=True)
class Verdict(Answer):
    """The result of replaying a route."""

    route: str
    puzzle: str
    metric: str
    legal: bool
    fault: str | None
    """The error: an illegal move, or a wrong number of moves; None if the route is correct."""
    fault_at: int | None
    """The number of the illegal move."""
    end: str
    goal_met: bool | None
    counts: Mapping[str, int]
    """The moves in each metric."""
    groups: int

    @classmethod
    def of(cls, replay: "Replay", line: int = 1, route: str = "") -> "Verdict":
        """Return the verdict on a replayed route."""
        puzzle, fault = replay.puzzle, replay.fault
        return cls(
            line=line,
            board=replay.start.text,
            route=route,
            puzzle=puzzle.name,
            metric=puzzle.metric,
            legal=fault is None or fault.number is None,
            fault=None if fault is None else str(fault),
            fault_at=None if fault is None else fault.number,
            end=replay.end.text,
            goal_met=replay.meets_goal,
            counts=replay.counts,
            groups=len(puzzle.notation.join(replay.steps)),
        )

    @property
    def kind(self) -> str:
        """The verdict as a word: goal, legal, illegal, or wrong (the stated number of moves)."""
        return "illegal" if not self.legal else "wrong" if self.fault else "goal" if self.goal_met else "legal"

    def sentence(self) -> str:
        """Describe the route in a sentence."""
        if self.fault:
            return f"{self.kind}: {self.fault}"
        others = {**self.counts}
        length = others.pop(self.metric)
        text = f"legal: {units.counted(length, 'move')}"
        if others:
            text += f" in the {self.metric} metric ({', '.join(f'{name} {count:,}' for name, count in others.items())})"
        else:
            text += f" in {units.counted(self.groups, 'group')}"
        goal = {True: ", which meets the goal", False: ", which does not meet the goal", None: ""}[self.goal_met]
        return f"{text}, to {self.end}{goal}"

    def text(self) -> str:
        """Return the sentence after the number of the line."""
        return f"line {self.line}: {self.sentence()}"


@dataclass(frozen=True)
class Mark(Answer):
    """The answer of a person to a problem, with a verdict and a message."""

    answer: str
    verdict: str
    """`shortest`, `longer`, `solved` if the shortest length is unknown, `unsolved`, `illegal` or `unreadable`."""
    moves: int | None
    """The number of legal moves in the metric of the puzzle; None if the answer cannot be read."""
    shortest: int | None
    """The number of moves of a shortest solution, if it is known."""
    message: str
    columns: Mapping[str, str]
    """The other columns of the line, such as the name."""

    @classmethod
    def of(cls, line: "BoardLine", replay: "Replay", shortest: int | None) -> "Mark":
        """Mark an answer that can be read; `shortest` is None if it is unknown or not needed."""
        moves, fault = replay.counts[replay.puzzle.metric], replay.fault
        counted = units.counted(moves, "move")
        if fault is not None:
            verdict, message = "illegal", f"illegal at move {fault.number}: {fault.move} is impossible; {fault.why}"
        elif not replay.meets_goal:
            verdict, message = "unsolved", f"not solved: the board after {counted} is {replay.end.text}"
        elif shortest is None:
            verdict, message = "solved", f"solved in {counted}; the shortest length is unknown"
        elif moves > shortest:
            more = units.counted(moves - shortest, "move")
            verdict, message = "longer", f"solved, {more} more than necessary ({moves:,} instead of {shortest:,})"
        else:
            verdict, message = "shortest", f"solved, shortest ({counted})"
        return cls(line.number, line.board, line.moves or "", verdict, moves, shortest, message, line.cells or {})

    @classmethod
    def unreadable(cls, line: "BoardLine", error: SlidefrontError) -> "Mark":
        """Mark an answer that cannot be read."""
        why = str(error).removeprefix(f"line {line.number}, ")
        message = f"not readable: {why}"
        return cls(line.number, line.board, line.moves or "", "unreadable", None, None, message, line.cells or {})

    @property
    def kind(self) -> str:
        """The verdict."""
        return self.verdict

    def text(self) -> str:
        """Write the verdict after the line, and the name if there is one."""
        name = next((cell for column, cell in self.columns.items() if column.lower() == "name" and cell), "")
        return f"line {self.line}{name and f', {name}'}: {self.message}"


def marks_csv(marks: Sequence[Mark]) -> str:
    """Write marks as CSV: the columns of the file that was read, and then each mark; None is an empty cell."""
    names = ("board", "answer", "verdict", "moves", "shortest", "message")
    rows = [{**mark.columns, **{name: getattr(mark, name) for name in names}} for mark in marks]
    text = StringIO()
    writer = csv.DictWriter(text, [*rows[0]], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


NAMES = {
    "bidirectional": "two-way search",
    "bfs": "breadth-first search from the start",
    "ida": "IDA*",
    "none": "no search",
    "group": "permutation group of the moves",
    "table": "table",
}


@dataclass(frozen=True)
class Outcome:
    """The result of a search for one board, as text for people."""

    solved: "SolveResult"
    limit: int = 1
    """The number of shortest routes to show if all were counted."""

    def routes(self, form: str) -> str:
        """Write the route; if all shortest routes were counted, the first routes with their numbers."""
        solved = self.solved

        def text(route: Route) -> str:
            return draw_boards_of(route) if form == BOARDS_FORMAT else write_moves(route, cast("Notation", form), "\n")

        if solved.route is None or solved.count is None:
            return "" if solved.route is None else text(solved.route)
        listed = enumerate(solved.listed(self.limit), 1)
        return "\n\n".join(f"# route {number} of {solved.count:,}\n{text(route)}" for number, route in listed)

    def headline(self) -> str:
        """Return a line with the length of the route and its proof, or the reason why there is no route."""
        solved = self.solved
        ended = {"max_seconds": "the time is up: ", "watcher": "interrupted: "}.get(solved.ended_by or "", "")
        if solved.route is not None:
            moves = f"{ended}{units.counted(solved.route.length, 'move')}"
            groups = len(solved.route.groups)
            joined = f" ({units.counted(groups, 'group')})" if groups != solved.route.length else ""
            named = len(solved.puzzle.metrics) > 1 or solved.puzzle.metric == "line"
            metric = f" in the {solved.puzzle.metric} metric" if named else ""
            fewest = ", the fewest possible" if solved.optimum is not None else ""
            return f"{moves}{metric}{joined}{fewest}{': ' if fewest else ', '}{solved.answer.proof}"
        if solved.lower_bound is None:
            return f"no solution: {solved.proof}"
        return f"{ended}no route of fewer than {units.counted(solved.lower_bound, 'move')}: {solved.proof}"

    def account(self) -> list[str]:
        """Return lines about the algorithm, its work, the number of shortest routes, and a remedy."""
        solved, answer, limit = self.solved, self.solved.answer, self.limit
        work = (
            f": {units.counted(answer.generated, 'board')} generated, {answer.examined:,} examined"
            if answer.generated
            else ""
        )
        lines = [f"{NAMES[solved.algorithm]} ({solved.why}){work}, {units.duration(solved.seconds)}"]
        if solved.count is not None:
            shown = f"; {limit:,} {'is' if limit == 1 else 'are'} shown"
            lines.append(units.counted(solved.count, "shortest route") + (shown if solved.count > limit else ""))
        if solved.optimum == 0 and solved.question.start == solved.puzzle.home:
            lines.append("home already meets the goal: name another start")
        return lines


@dataclass(frozen=True)
class Routed(Answer):
    """A board with its route, or the reason why it has no route."""

    status: str
    """The status of the `SolveResult`."""
    length: int | None
    route: str | None
    format: str
    """The notation of the route."""
    lower_bound: int | None
    """No route has fewer moves; None if no route exists."""
    proof: str | None = None
    """The reason why there is no route."""

    @classmethod
    def of(cls, line: "BoardLine", solved: "Route | SolveResult", form: str) -> "Routed":
        """Return the answer for a line from a shortest route, or from the result of its search."""
        route: Route | None
        lower_bound: int | None
        status, proof = "optimal", None
        if isinstance(solved, Route):
            route, lower_bound = solved, solved.length
        else:
            route, status, lower_bound = solved.route, solved.status, solved.lower_bound
            proof = None if route else solved.proof
        moves = None if route is None else write_moves(route, cast("Notation", form))
        return cls(
            line.number, line.board, status, None if route is None else route.length, moves, form, lower_bound, proof
        )

    @property
    def kind(self) -> str:
        """The status if there is no route, else empty."""
        return "" if self.length is not None else self.status

    def text(self) -> str:
        """Return the board with its route, or a comment with the reason why it has no route."""
        if self.length is None:
            known = "has no solution"
            if self.lower_bound is not None:
                known = f"not solved: no route of fewer than {units.counted(self.lower_bound, 'move')}"
            return f"# line {self.line}: {self.board} {known}: {self.proof}"
        least = "" if self.status == "optimal" else units.counted(self.lower_bound or 0, "move")
        return f"{self.board}:{self.length}:{self.route}{least and f'  # no route has fewer than {least}'}"


@dataclass(frozen=True)
class Solvable(Answer):
    """Whether a board can be solved."""

    solvable: bool | None

    @property
    def kind(self) -> str:
        """The answer in a word."""
        return {True: "yes", False: "no", None: "unknown"}[self.solvable]

    def text(self) -> str:
        """Return the answer and the board."""
        return f"{self.kind:<7}  {self.board}"


@dataclass(frozen=True)
class _BoardWithLength(Answer):
    """A board with its length: the fields of a graded board before the measures of difficulty."""

    length: int


@dataclass(frozen=True)
class GradedBoard(Difficulty, _BoardWithLength):
    """A board with its length, measures of difficulty and grade."""

    grade: str

    def text(self) -> str:
        """Write the board as a problem, with the grade and the measures as a remark, as in packs."""
        return f"{self.board}:{self.length}  # {self.grade}, {Difficulty.__str__(self)}"


@dataclass(frozen=True)
class Depth(Answer):
    """The depth of a board in a space; None if no layer contains the board."""

    depth: int | None

    @property
    def kind(self) -> str:
        """The word missing if no layer contains the board, else empty."""
        return "missing" if self.depth is None else ""

    def text(self) -> str:
        """Return the depth and the board."""
        return f"{'-' if self.depth is None else self.depth:>4}  {self.board}"


@dataclass(frozen=True)
class Searches(Answer):
    """The optimum of a board, and the work of each algorithm."""

    optimum: int | None
    published: int | None
    searches: Sequence[Mapping[str, Any]]

    @classmethod
    def of(cls, line: "BoardLine", results: Sequence["SolveResult"]) -> "Searches":
        """Return the comparison of several searches for a board."""
        searches = [
            {
                "algorithm": result.algorithm,
                "optimum": result.optimum,
                "generated": result.answer.generated,
                "examined": result.answer.examined,
                "seconds": round(result.seconds, 6),
            }
            for result in results
        ]
        return cls(line.number, line.board, results[0].optimum, line.length, searches)

    @property
    def kind(self) -> str:
        """The word `disagree` if the optima differ; else `as` or `not` (as published), if an optimum is published."""
        if len({search["optimum"] for search in self.searches}) > 1:
            return "disagree"
        return "" if self.published is None else "as" if self.published == self.optimum else "not"

    def text(self) -> str:
        """Return the board with its optimum and the work of each algorithm.

        3124756_8:3  # bfs: 18 generated, 9 examined, 0.1 ms; ida: 7 generated, 4 examined, 0.0 ms; published 2
        """
        work = [
            f"{search['algorithm']}: {search['generated']:,} generated, {search['examined']:,} examined, "
            f"{1000 * search['seconds']:.1f} ms"
            for search in self.searches
        ]
        work += [f"published {self.published}"] if self.kind == "not" else []
        return f"{self.board}:{'-' if self.optimum is None else self.optimum}  # {'; '.join(work)}"
