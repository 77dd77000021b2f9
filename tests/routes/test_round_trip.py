"""All that slidefront writes of routes is read back: every format, puzzle and metric of the library's own lists."""

import io
import json
from collections.abc import Callable
from random import Random

import pytest

from slidefront import Puzzle, Route, load, read_route
from slidefront.analysis.pack_files import FORMATS as PACKS
from slidefront.analysis.pack_files import write as write_pack
from slidefront.analysis.problems import Problem, ProblemPack
from slidefront.errors import RouteError
from slidefront.puzzles.values import Move
from slidefront.routes.read import read_each, read_routes
from slidefront.routes.replay import replay
from slidefront.routes.write import on_one_line
from slidefront.search.solve import solve
from slidefront.view.route import FORMATS, one_line_writer
from slidefront.view.solved import solved_data
from tests.catalogue import EVERY, SIZES

WRITTEN = [name for name in FORMATS if name != "boards"]
AMBIGUOUS = ("letters", "hole-letters", "tiles")
"""What has to be said of a format, because letters and numbers do not say it; all others say it themselves."""
JOINED: dict[str, Callable[[Move], str | None]] = {
    "step": lambda _: None,
    "slide": lambda move: move.what + move.way[:1],
    "move": lambda move: move.what,
    "line": lambda move: move.way,
}
"""Two moves that are the same in this would be one move of the metric."""


CASES = [(name, metric) for name, metric in EVERY if name not in SIZES]


def walk(puzzle: Puzzle, moves: int, seed: int) -> Route:
    """Make random moves, none of which continues the one before."""
    random = Random(seed)
    here = puzzle.position(puzzle.home)
    keys = [here.key]
    for _ in range(moves):
        key = JOINED[puzzle.metric]
        after = [move for move in here.moves() if not (here.move and key(move) and key(move) == key(here.move))]
        if after:
            here = here.to(random.choice(after).key)
            keys.append(here.key)
    return Route(puzzle, keys)


@pytest.mark.parametrize(("name", "metric"), CASES)
def test_every_format_of_every_puzzle_and_metric(name: str, metric: str) -> None:
    puzzle = load(name, metric)
    for moves in (0, 1, 9):
        route = walk(puzzle, moves, moves)
        for form in WRITTEN:
            try:
                text = FORMATS[form](route)
            except RouteError:
                continue
            read_as = form if form in AMBIGUOUS else None
            assert read_route(puzzle, text, route.boards[0], read_as=read_as) == route, form
            line = f"{route.boards[0]}:{route.length}:{one_line_writer(puzzle, form)(route)}"
            assert read_route(puzzle, line, read_as=read_as) == route, form
        line = f"{route.boards[0]}:{route.length}:{one_line_writer(puzzle, None)(route)}"
        assert read_route(puzzle, line) == route


@pytest.mark.parametrize(("name", "metric"), CASES)
def test_several_routes_of_every_puzzle_and_metric(name: str, metric: str) -> None:
    """`solve --all` writes each below a comment; files of problems have a line for each."""
    puzzle = load(name, metric)
    routes = [walk(puzzle, moves, moves) for moves in (5, 0)]
    text = "\n\n".join(
        f"# route {number} of 1,234\n{FORMATS['steps'](route)}" for number, route in enumerate(routes, 1)
    )
    assert [replay(puzzle, one).route() for one in read_routes(puzzle, text)] == routes
    problems = [Problem(one.start, one.boards[0], one.length, on_one_line(one)) for one in routes]
    for form in PACKS:
        file = io.BytesIO()
        write_pack(ProblemPack(puzzle, problems), file, form)
        if form != "parquet":
            found = read_each(puzzle, file.getvalue().decode())
            assert [replay(puzzle, read()).route() for _, read in found] == routes, form


def test_the_answers_of_solve_as_json() -> None:
    puzzle = load("8-puzzle")
    solved = solve(puzzle, "12345_678", every=True)
    assert solved.route is not None
    assert read_route(puzzle, json.dumps(solved_data(solved, 1), indent=1)) == solved.route
    listed = read_routes(puzzle, json.dumps(solved_data(solved, 3)))
    assert [replay(puzzle, one).route() for one in listed] == solved.listed(3)
