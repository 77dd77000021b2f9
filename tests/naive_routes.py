"""Replay routes on naive boards. A route has one move per line, such as `0 L` or `11 12 U`."""

from collections.abc import Iterable, Iterator

from tests import naive, naive_blocks
from tests.strategies import Case, movers


def play(case: Case, text: str, start: naive.Board) -> list[naive.Board]:
    """Return the boards of a route of tiles or of a graph."""
    boards = [start]
    for line in text.splitlines():
        pieces, direction = line.rsplit(maxsplit=1)
        after = case.moves(boards[-1])[direction]
        assert pieces == movers(case.puzzle, boards[-1], after)
        boards.append(after)
    return boards


def play_blocks(rules: naive_blocks.Rules, text: str, start: naive_blocks.Board) -> list[naive_blocks.Board]:
    """Return the boards of a route of blocks, one after each move, which may have several steps."""
    boards = [start]
    for line in text.splitlines():
        name, path = line.split()
        here = boards[-1]
        for direction in path:
            here = step(rules, here, name, direction) or {}
            assert here, f"{line}: {name} cannot go {direction}"
        boards.append(here)
    return boards


def step(rules: naive_blocks.Rules, board: naive_blocks.Board, name: str, direction: str) -> naive_blocks.Board | None:
    """Move a piece by one cell; None if it is blocked."""
    to = naive_blocks.shift(board[name], naive_blocks.WAYS[direction])
    after = [after for moved, after in naive_blocks.moves(board, rules, "step") if moved == name]
    return next((board for board in after if board[name] == to), None)


def steps_of(text: str) -> Iterator[tuple[str, str]]:
    """Yield the single steps of moves of blocks."""
    for line in text.splitlines():
        name, path = line.split()
        yield from ((name, direction) for direction in path)


def runs(things: Iterable[object]) -> int:
    """Count the runs of equal things."""
    count = 0
    before = object()
    for thing in things:
        count += thing != before
        before = thing
    return count
