"""Many written routes to replay: those of a text for one puzzle, or for lines that are each a puzzle."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from slidefront.errors import RouteError
from slidefront.notation.board_files import ANSWERS, BoardLine, cut_lines
from slidefront.notation.load import check_puzzle
from slidefront.notation.route import Replay, read_moves, replay
from slidefront.puzzles.core import Position, Puzzle
from slidefront.search.solve import solve
from slidefront.watch import Watcher


@dataclass(frozen=True)
class RouteToReplay:
    """A written route, and what reads and replays it."""

    number: int
    text: str
    replay: Callable[[], Replay]


def routes_of(puzzle: Puzzle, text: str, start: Position | None, form: str = "") -> list[RouteToReplay]:
    """Find the routes of a text for one puzzle: those of a file of problems, or the one that the text is."""
    if not has_lines(text):

        def alone() -> Replay:
            return replay(start or puzzle.position(puzzle.home), read_moves(puzzle, text, form))

        return [RouteToReplay(1, text.strip(), alone)]
    lines = cut_lines(text, "the text", puzzle)
    check_puzzle(lines, puzzle, "the text")
    return _to_replay(text, [line._replace(puzzle=puzzle) for line in lines], start, form)


def has_lines(text: str) -> bool:
    """Tell a file of problems from moves: no move has a colon or begins with a brace."""
    lines = (line.strip() for line in text.split("\n"))
    first = next((line for line in lines if line and not line.startswith("# ")), "")
    return first.startswith("{") or ":" in first or "# puzzle: " in text


def routes_of_puzzles(boards: Sequence[BoardLine], text: str, where: str) -> list[RouteToReplay]:
    """Find the routes of answers to lines that are each a puzzle: problem lines or JSON lines, which name the board."""
    puzzles = {one.text: one.puzzle for one in boards if one.puzzle is not None}
    missing = RouteError(f"the line does not begin with a board of {where} and a colon")
    found = []
    for line in cut_lines(text, where):
        puzzle = puzzles.get(line.board)
        if puzzle is None:
            found.append(line._replace(error=line.error or missing))
        else:
            found.append(line._replace(puzzle=puzzle, board=puzzle.format(puzzle.home)))
    return _to_replay(text, found, None, "")


def _to_replay(text: str, lines: Sequence[BoardLine], start: Position | None, form: str) -> list[RouteToReplay]:
    if not any(line.moves for line in lines) and any(line.length for line in lines):
        raise RouteError("these problems have no routes to replay: make the pack again with routes")
    written = text.split("\n")
    if text.startswith(f'{{"{ANSWERS}"'):  # of which some have no route, and say why
        lines = [line for line in lines if line.moves is not None]
    if not lines:
        raise RouteError("these answers have no routes to replay")
    return [
        RouteToReplay(line.number, written[line.number - 1].strip(), partial(_of_line, line, start, form))
        for line in lines
    ]


def _of_line(line: BoardLine, start: Position | None, form: str) -> Replay:
    if line.error is not None or line.puzzle is None:
        raise line.error or RouteError("the line cannot be read")
    if line.moves is None and line.length != 0:
        raise RouteError("it has no route to replay: make the pack with its routes")
    begin = line.puzzle.position(line.board)
    if start is not None and start.key != begin.key:
        raise RouteError(f"the line starts at {begin.text}: remove the other start")
    return replay(begin, line.written_moves(form), line.length)


def shortest(done: Replay, watcher: Watcher | None = None, memory: int | None = None) -> int | None:
    """Find the length of a shortest route between the ends of a legal one; with `memory`, on one thread."""
    if done.fault:
        return None
    threads = None if memory is None else 1
    start, end = done.start.key, done.end.key
    return solve(done.puzzle, start, end, memory=memory, threads=threads, watcher=watcher).optimum


def kind_of_replay(data: Mapping[str, object]) -> str:
    """Tell from the data of a replayed route whether it is legal (and meets the goal), illegal, or wrongly counted."""
    fault = data["fault"]
    if isinstance(fault, Mapping):
        return "illegal" if fault["number"] else "wrong"
    return "goal" if data["goal_met"] else "legal"
