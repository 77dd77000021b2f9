"""Routes replayed on naive boards: the checker that shares no code with slidefront. A move a line, `0 L`, `11 12 U`."""

from collections.abc import Iterable, Iterator, Sequence

from tests import naive, naive_blocks
from tests.strategies import Case


def play(case: Case, names: Sequence[str], text: str, start: naive.Board) -> list[naive.Board]:
    """Replay a route of tiles or of a graph; `names` are those of the labels, the hole's or the mover's first."""
    boards = [start]
    for line in text.splitlines():
        *what, way = line.split()
        after = case.moves(boards[-1])[way]
        left = [names[label] for label, now in zip(boards[-1], after, strict=True) if label and now == 0]
        assert what == (left if case.edges is None else [names[0]])
        boards.append(after)
    return boards


def play_blocks(rules: naive_blocks.Rules, text: str, start: naive_blocks.Board) -> list[naive_blocks.Board]:
    """Replay a route of blocks; the boards are those after each move, however many steps it has."""
    boards = [start]
    for line in text.splitlines():
        name, path = line.split()
        here = boards[-1]
        for way in path:
            here = step(rules, here, name, way) or {}
            assert here, f"{line}: {name} cannot go {way}"
        boards.append(here)
    return boards


def step(rules: naive_blocks.Rules, board: naive_blocks.Board, name: str, way: str) -> naive_blocks.Board | None:
    """Move one piece by one cell; None where it cannot."""
    to = naive_blocks.shift(board[name], naive_blocks.WAYS[way])
    after = [after for moved, after in naive_blocks.moves(board, rules, "step") if moved == name]
    return next((one for one in after if one[name] == to), None)


def steps_of(text: str) -> Iterator[tuple[str, str]]:
    """Take moves of blocks apart."""
    for line in text.splitlines():
        name, path = line.split()
        yield from ((name, way) for way in path)


def runs(things: Iterable[object]) -> int:
    """Count the runs of equal things."""
    count = 0
    before = object()
    for thing in things:
        count += thing != before
        before = thing
    return count
