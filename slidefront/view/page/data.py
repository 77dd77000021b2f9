"""Gather the data of a page: the rules, and for small spaces every board with its distance and its place.

For larger spaces, a page can contain a table of distances.
"""

import base64
import zlib
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from slidefront import units
from slidefront.analysis.hardest import hardest
from slidefront.analysis.problems import Problem, ProblemPack, check_length, route_of
from slidefront.analysis.space import NEVER, SmallSpace, explore, layout
from slidefront.errors import PuzzleError, TableError
from slidefront.keys.algebra import as_set
from slidefront.puzzles.core import Puzzle
from slidefront.routes.route import Route
from slidefront.store.explored import Explored
from slidefront.tables.table import Table
from slidefront.view.goal import goal_words
from slidefront.view.outline import outline
from slidefront.view.palette import colours_of
from slidefront.view.svg import name_place
from slidefront.view.width import LONGEST_ABOUT, LONGEST_TITLE, printable

MOST_BOARDS = 1_000_000
"""The most boards that a page contains with their distances."""
MOST_BYTES = 20 << 20
"""The size of the largest table that a page contains."""
MOST_POINTS = 50_000
"""The most boards that are drawn as a graph."""
_HARDEST = 12
_CELL = 100  # units of a picture, as in `js/picture.js`
_MOST_CELLS, _MOST_CELLS_OF_BLOCKS = 16, 64


@dataclass(frozen=True)
class PageOptions:
    """What to put on a page in addition to the puzzle."""

    start: str | int | None = None
    """The first board, as text or key. If it is None: that of the first problem, or home."""
    graph: bool = True
    most_boards: int = MOST_BOARDS
    hints: bool = True
    """Whether the page helps: without it there are no hints, no solutions and no number of moves that are left."""


def page_data(
    puzzle: Puzzle,
    run: Explored | None = None,
    pack: ProblemPack | None = None,
    options: PageOptions | None = None,
) -> dict[str, Any]:
    """Gather the data of a page."""
    rules = puzzle.description()
    if rules is None:
        raise PuzzleError(f"{puzzle.name} has no description, which a page needs: define `description` in its class")
    options = options or PageOptions()
    problems = [] if pack is None else [_problem(puzzle, one) for one in pack]
    first = problems[0]["board"] if problems else puzzle.home
    start = puzzle.position(first if options.start is None else options.start)
    space = explore(puzzle, options.most_boards)
    if pack is not None:
        _check_lengths(pack, space, run)
    growth, deepest = _of_space(space) if space else _of_run(run)
    distances = _space(space) if space else _of_table(run) if isinstance(run, Table) else None
    return {
        "name": puzzle.name,
        "title": printable(puzzle.title, LONGEST_TITLE),
        "about": printable(puzzle.about, LONGEST_ABOUT),
        "optimum": puzzle.optimum.get(puzzle.metric),
        "start": start.text,
        "goal": goal_words(puzzle),
        "hints": options.hints,
        "algorithm": None if distances or not options.hints else worker_algorithm(rules),
        "solution": None,
        "rules": rules,
        "colours": dict(colours_of(puzzle)),
        "outlines": _outlines(puzzle, rules),
        "space": distances,
        "graph": _graph(space) if space and options.graph and space.boards <= MOST_POINTS else None,
        "growth": growth,
        "hardest": deepest,
        "problems": problems,
    }


def _outlines(puzzle: Puzzle, rules: dict[str, Any]) -> dict[str, Any]:
    """Write the path of the walls; for each piece of blocks its path, one inside it, and the cell where its name is."""
    drawing = puzzle.drawing(puzzle.home)
    shapes = {one["name"]: frozenset((r, c) for r, c in one["shape"]) for one in rules.get("pieces", [])}
    return {
        "walls": outline(drawing.walls, _CELL, 1, 8) if drawing else "",
        "pieces": {
            name: {
                "path": outline(shape, _CELL, 3, 16),
                "inside": outline(shape, _CELL, 9, 14),
                "middle": name_place(shape)[:2],
            }
            for name, shape in shapes.items()
        },
    }


def worker_algorithm(rules: dict[str, Any]) -> str | None:
    """Choose how the worker of a page solves a puzzle; None if it has too many boards.

    IDA* is for tile boards with a hole of one cell and tiles that all differ, which move one by one; a two-way search
    is for other boards that two words hold.
    """
    if rules["kind"] == "blocks":
        return "two-way" if rules["wantedTotal"] and _fit_two_words(rules) else None
    goal = rules["goal"]
    if goal is None or max(len(goal), len(rules["names"])) > _MOST_CELLS:
        return None
    one_by_one = rules["kind"] == "tiles" and rules["metric"] == "step" and len(set(goal)) == len(goal)
    return "ida" if one_by_one else "two-way"


def _fit_two_words(rules: dict[str, Any]) -> bool:
    """Tell whether two words hold a board of blocks, as `code_pieces.js` puts it into them."""
    free = [32, 32]
    for number, one in enumerate(rules["classes"]):
        alone = sum(piece["class"] == number for piece in rules["pieces"]) == 1
        bits = max(1, (len(one["places"]) - 1).bit_length()) if alone else len(one["places"])
        word = next((word for word in (0, 1) if free[word] >= bits), None)
        if word is None:
            return False
        free[word] -= bits
    return bool(rules["rows"] * rules["columns"] <= _MOST_CELLS_OF_BLOCKS)


def lacks_hints(data: dict[str, Any]) -> bool:
    """Tell whether a page should have hints, and can give none from any board."""
    return bool(data["hints"] and data["space"] is None and data["algorithm"] is None)


def moves_data(route: Route) -> list[list[str]]:
    """Write the moves of a route for a page."""
    return [[move.what, move.way] for move in route.moves]


def route_data(route: Route) -> dict[str, Any]:
    """Gather the data of a page whose player is open with a route."""
    return page_data(route.puzzle, options=PageOptions(route.boards[0])) | {"route": moves_data(route)}


def _problem(puzzle: Puzzle, problem: Problem) -> dict[str, Any]:
    """Write a problem: its board, its length, and its route and difficulty if it has them."""
    found = {"board": puzzle.position(problem.board).text, "length": problem.length}
    if problem.difficulty is not None:
        found |= asdict(problem.difficulty)
    if problem.route is not None:
        found["route"] = moves_data(route_of(puzzle, problem))
    return found


def _check_lengths(pack: ProblemPack, space: SmallSpace | None, run: Explored | None) -> None:
    """Compare the lengths that a pack states with the distances that are known."""
    keys = pack.puzzle.array([one.key for one in pack])
    if space is not None and space.goals.size:
        found = space.lengths(keys)
    elif run is not None and run.leads_to_goal:
        found = run.depths(keys)
    else:
        return
    for problem, length in zip(pack, found.tolist(), strict=True):
        if length >= 0 or space is not None:
            check_length(problem, length if length >= 0 else None)


def _space(space: SmallSpace) -> dict[str, Any]:
    return {
        "boards": space.boards,
        "toGoal": space.goals.size > 0,
        "keys": pack(np.diff(space.keys, prepend=np.uint64(0))),
        "distances": pack(_distances(space)),
    }


def _of_table(table: Table) -> dict[str, Any]:
    """Take the distances of a table: by rank, or with the list of its boards."""
    if table.bytes > MOST_BYTES:
        raise TableError(
            f"{table.path} has {units.size(table.bytes)}, and a page takes tables of at most "
            f"{units.size(MOST_BYTES)}: give the puzzle instead"
        )
    about = {"boards": table.boards, "toGoal": table.leads_to_goal, "depth": table.greatest_depth}
    ranks = table.ranking.description()
    if ranks is None:
        if table.boards > MOST_BYTES:
            raise TableError(
                f"{table.path} has {units.counted(table.boards, 'board')}, which a page would list: it takes at most "
                f"{MOST_BYTES:,}; give the puzzle instead"
            )
        boards = as_set(table.ranking.keys(np.arange(table.boards)))
        keys = np.diff(boards, prepend=np.uint64(0))
        return about | {"keys": pack(keys), "distances": pack(table.depths(boards).astype(np.uint16))}
    arrays = {name: ranks.pop(name) for name in ("carriers", "carried", "base")}
    arrays |= {"placeOf": ranks.pop("placeOf").astype(np.uint32)}
    arrays |= {name: plane.view(np.uint8) for name, plane in table.planes.items()}
    if "low" in arrays:
        ranks["sides"] = None
    else:
        first = int(table.start_ranks[0]) // table.ranking.shape.row_boards // ranks["blocks"]
        ranks["sides"] = [side ^ ranks["sides"][first] for side in ranks["sides"]]
    return about | {"ranks": ranks} | {name: pack(one) for name, one in arrays.items()}


def _distances(space: SmallSpace) -> Any:
    """Take the distances to the goal, or from home where no board meets a goal."""
    return space.to_goal if space.goals.size else space.from_home


def _graph(space: SmallSpace) -> dict[str, Any]:
    first, second = space.moves()
    places = layout(space.boards, first, second)
    return {
        "places": pack(np.round((places + 1) * 32767.5).astype(np.uint16)),
        "first": pack(np.diff(first, prepend=0).astype(np.uint32)),
        "second": pack((second - first).astype(np.uint32)),
        "home": int(np.searchsorted(space.keys, np.uint64(space.puzzle.home))),
    }


def _of_space(space: SmallSpace) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Count the boards at each distance, and list some of the farthest."""
    found = _distances(space)
    reached = found[found != NEVER]
    growth = {"from": "goal" if space.goals.size else "home", "counts": np.bincount(reached).tolist(), "whole": True}
    far = space.keys[found == reached.max()][:_HARDEST].tolist()
    return growth, [{"board": space.puzzle.format(key), "distance": int(reached.max())} for key in far]


def _of_run(run: Explored | None) -> tuple[dict[str, Any] | None, list[dict[str, Any]]]:
    """Take the counts of the layers of a run or a table, and its deepest boards."""
    if run is None or run.manifest.depth < 0:
        return None, []
    origin = "goal" if run.leads_to_goal else "home" if run.leads_from_home else "start"
    growth = {"from": origin, "counts": [layer.boards for layer in run.layers], "whole": run.manifest.whole}
    deep = [(one.depth, key) for one in hardest(run, _HARDEST) for key in one.keys] if run.manifest.whole else []
    return growth, [{"board": run.puzzle.format(key), "distance": depth} for depth, key in deep]


def pack(numbers: npt.NDArray[Any]) -> str:
    """Write whole numbers of one size as text, which `js/coding.js` reads.

    Keys and other ascending numbers are packed as the differences of neighbours. The lowest byte of each number comes
    first, then the next of each, and so on: bytes of the same rank are alike, which compresses well.
    """
    octets = np.ascontiguousarray(numbers).reshape(-1, 1).view(np.uint8)
    return base64.b64encode(zlib.compress(octets.T.tobytes(), 9)).decode()
