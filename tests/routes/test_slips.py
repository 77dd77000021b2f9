"""Routes in every notation, and with one slip, against two small simulators: none is silently read as another route.

A slip is a wrong way, another tile, a move that is missing, repeated or exchanged. What is read must be the route that
the text says: the same boards, or a refusal if the moves are illegal. Where a notation can mean two things, a refusal
is right, and another reading must be said.
"""

import json
from collections.abc import Callable, Sequence
from itertools import groupby
from random import Random

import pytest

from slidefront import load, read_puzzle
from slidefront.errors import SlidefrontError
from slidefront.puzzles.core import Puzzle
from slidefront.routes.read import read_routes
from slidefront.routes.replay import replay

Moves = Sequence[tuple[str, str, int]]
"""What moves, its way, and by how many cells."""
STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
WORD = {"U": "up", "D": "down", "L": "left", "R": "right"}
ARROW = dict(zip("UDLR", "↑↓←→", strict=True))
CARDS = ("..IBBB/..IK../AAJK.L/CCJDDL/GHEE.L/GHFF..", "AAB.../..BC../XXBC../DDDC../...EEE/......")


def each(form: str, between: str = " ") -> Callable[[Moves], str]:
    """Write each move in a form, of `t` what, `w` its way, `n` how often, and what else the ways are called."""

    def write(moves: Moves) -> str:
        names = [
            {"t": t, "w": w, "n": n, "l": w.lower(), "word": WORD[w], "arrow": ARROW[w]}
            | {"times": w * n, "sign": "+" if w in "RD" else "-"}
            for t, w, n in moves
        ]
        return between.join(form.format(**name) for name in names)

    return write


def runs(form: str, between: str = " ") -> Callable[[Moves], str]:
    """Write the ways alone, equal ones after each other as one with a number."""

    def write(moves: Moves) -> str:
        ways = [("", way, len([*group])) for way, group in groupby(way for _, way, _ in moves)]
        return each(form, between)(ways)

    return write


def objects(moves: Moves) -> str:
    return json.dumps([{"what": what, "way": way * times} for what, way, times in moves])


NAMED = [
    *(each("{t} {w}", ", "), each("{t}{w}", ","), each("{t} {w}"), each("{t} {w}", "\n")),
    *(each("{t}{l}"), each("{t}{arrow}"), each("{t} {word}", ", "), objects),
]
WAYS = [
    *(each("{w}", ""), each("{l}", ""), each("{arrow}", ""), each("{word}"), each("{w}", ","), each("{w}", "\n")),
    *(runs("{w}{n}", ""), runs("{w}{n}"), runs("{l}{n}", ""), runs("{arrow}{n}")),
]
PIECES = [
    *(each("{t}{sign}{n}"), each("{t}{w}{n}"), each("{t}{times}"), each("{t} {times}", ", "), each("{t} {w}{n}")),
    *(each("{t}{arrow}{n}"), each("{t} {sign}{n}", "\n"), objects),
]


def step(rows: Sequence[Sequence[str]], what: str, way: str) -> list[list[str]] | None:
    """Move a tile into the hole, or a car along its length, by one cell; None if it cannot."""
    there = [(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell == what]
    across = len({r for r, _ in there}) == 1
    if not there or (len(there) > 1 and (way in "LR") != across):
        return None
    after = [["." if cell == what else cell for cell in row] for row in rows]
    for r, c in ((r + STEPS[way][0], c + STEPS[way][1]) for r, c in there):
        if not (0 <= r < len(rows) and 0 <= c < len(rows[0])) or after[r][c] != ".":
            return None
        after[r][c] = what
    return after


def play(rows: Sequence[Sequence[str]], moves: Moves, *, named: bool = True) -> list[list[list[str]]] | None:
    """Make moves; None if one is illegal. Of tiles that are not named, the one that can go a way goes."""
    boards = [[list(row) for row in rows]]
    for what, way, times in moves:
        for _ in range(times):
            names = [what] if named else sorted({cell for row in boards[-1] for cell in row} - {"."})
            after = [board for name in names if (board := step(boards[-1], name, way))]
            if not after:
                return None
            boards.append(after[0])
    return boards


def walk(random: Random, rows: Sequence[Sequence[str]], moves: int, most: int) -> list[tuple[str, str, int]]:
    """Make random moves."""
    found: list[tuple[str, str, int]] = []
    while len(found) < moves:
        names = sorted({cell for row in rows for cell in row} - {".", "#"})
        what, way = random.choice([(name, way) for name in names for way in STEPS if step(rows, name, way)])
        times = 0
        while times < random.randint(1, most) and (after := step(rows, what, way)):
            rows, times = after, times + 1
        found.append((what, way, times))
    return found


def slip(random: Random, moves: list[tuple[str, str, int]], names: Sequence[str]) -> list[tuple[str, str, int]]:
    """Change one move, or none."""
    place, other = random.randrange(len(moves)), random.randrange(len(moves))
    what, way, times = moves[place]
    changed = [*moves]
    changed[place] = random.choice(
        [(what, way, times), (random.choice(names), way, times), (what, random.choice("UDLR"), times), moves[other]]
    )
    return changed if random.random() < 0.8 or len(moves) == 1 else moves[:place] + moves[place + 1 :]


def read(puzzle: Puzzle, text: str, start: str) -> tuple[list[str] | None, str]:
    """Read a route as slidefront does: its boards, None if it is refused, and how it was understood."""
    try:
        (written,) = read_routes(puzzle, text)
        found = replay(puzzle, written, start)
    except SlidefrontError:
        return None, "refused"
    return None if found.fault else [position.text for position in found.positions], found.reading


@pytest.mark.parametrize("write", [*NAMED, *WAYS])
def test_moves_that_are_left_out(write: Callable[[Moves], str]) -> None:
    """Three points between moves, or after them, are never ignored."""
    random = Random(1)
    puzzle = load("15-puzzle")
    home = [[str(4 * r + c + 1) for c in range(4)] for r in range(4)]
    home[-1][-1] = "."
    for _ in range(5):
        moves = walk(random, home, 6, 1)
        for text in (write(moves[:3]) + " ... " + write(moves[4:]), write(moves[:3]) + "...", write(moves) + "…"):
            assert read(puzzle, text, puzzle.format(puzzle.home)) == (None, "refused"), text


@pytest.mark.parametrize("seed", range(25))
def test_tiles(seed: int) -> None:
    random = Random(seed)
    side = random.choice([3, 4])
    home = [[str(side * r + c + 1) for c in range(side)] for r in range(side)]
    home[-1][-1] = "."
    puzzle = load(f"{side}x{side}")

    def key(rows: Sequence[Sequence[str]]) -> int:
        return puzzle.parse("/".join(" ".join(row) for row in rows).replace(".", "_"))

    for write in [*NAMED, *WAYS]:
        rows = (play(home, walk(random, home, random.randint(1, 20), 1)) or [home])[-1]
        moves = slip(random, walk(random, rows, random.randint(2, 12), 1), [str(n) for n in range(1, side * side)])
        expected = play(rows, moves, named=write in NAMED)
        text = write(moves)
        boards, how = read(puzzle, text, puzzle.format(key(rows)))
        has_two = write in WAYS
        if boards is None:
            assert expected is None or has_two, text
        elif expected is None or [*map(key, expected)] != [*map(puzzle.parse, boards)]:
            assert has_two, text
            assert how, text


@pytest.mark.parametrize("seed", range(25))
def test_cars(seed: int) -> None:
    random = Random(seed)
    puzzle = read_puzzle(random.choice(CARDS))
    rows = [list(row) for row in puzzle.format(puzzle.home).split("/")]
    for write in PIECES:
        moves = slip(
            random, walk(random, rows, random.randint(1, 8), 3), sorted(set("".join(map("".join, rows))) - {"."})
        )
        text = write(moves)
        if write is not objects and ("+" in text or "-" in text):
            moves = [(what, _along(rows, what, way), times) for what, way, times in moves]
        expected = play(rows, moves)
        boards, _ = read(puzzle, text, puzzle.format(puzzle.home))
        assert boards == (expected and ["/".join(map("".join, one)) for one in expected]), text


def _along(rows: Sequence[Sequence[str]], what: str, way: str) -> str:
    """Turn a way into the one along the length of a car, as a sign means it."""
    across = len([row for row in rows if what in row]) == 1
    return ("R" if across else "D") if way in "RD" else ("L" if across else "U")
