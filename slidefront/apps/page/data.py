"""The data of a page: rules, and for small spaces every board with its distance and its point in the graph.

For larger spaces, a page can contain a table of distances.
"""

import base64
import zlib
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import numpy.typing as npt

from slidefront import (
    Position,
    Problem,
    ProblemPack,
    Puzzle,
    PuzzleError,
    Route,
    Space,
    Table,
    TableError,
    describe_goal,
    drawing_data,
    hardest,
    make_table,
    units,
)
from slidefront.apps.page.about import About, about_html, readable_title
from slidefront.apps.page.graph import layout, moves
from slidefront.apps.page.html import page_html
from slidefront.apps.problems.problems import check_length, route_of
from slidefront.arrays import Keys
from slidefront.units import LONGEST_ABOUT, LONGEST_TITLE, MOST_POINTS, shortened

MOST_PAGE_BOARDS = 1_000_000
"""The most boards that a page contains with their distances."""
MOST_BYTES = 20 << 20
"""The size of the largest table that a page contains."""
_MOST_CELLS, _MOST_CELLS_OF_BLOCKS = 16, 64


@dataclass(frozen=True)
class PageOptions:
    """The contents of a page in addition to the puzzle."""

    start: str | int | None = None
    """The first board, as text or key. Default: the start of the route, the first problem, or home."""
    graph: bool = True
    hints: bool = True
    """Whether the page shows hints, solutions and the number of remaining moves."""
    route: Route | None = None
    """A route that the page shows in its player when it opens."""
    index: str | None = None
    """The file of the gallery that the page belongs to, for a link to it."""


def make_page(
    puzzle: Puzzle, about: About, pack: ProblemPack | None, options: PageOptions, given: Space | None = None
) -> tuple[str, list[str]]:
    """Return a page as HTML, and a message for each fact that could not be computed.

    The page shows the distances of `given`, a run or table, unless distances to the goal are known.
    """
    data = page_data(puzzle, about, pack, options, given)
    lacks = [f"not on the page: {fact}: {why}" for fact, why in about.left_out.items()]
    is_answered = data["algorithm"] or data["unsolvable"] or data["space"]
    has_none = data["hints"] and not is_answered
    if has_none and not any("route" in problem for problem in data["problems"]):
        solved = ": it has a shortest solution of its first board" if data["solution"] else ""
        lacks.insert(0, f"{puzzle.name} has too many boards for hints on a page{solved}")
    return page_html(data), lacks


def page_data(
    puzzle: Puzzle,
    about: About | None = None,
    pack: ProblemPack | None = None,
    options: PageOptions | None = None,
    given: Space | None = None,
) -> dict[str, Any]:
    """Gather the data of a page; the page shows the distances of `given` if there are none to the goal."""
    rules = puzzle.description()
    if rules is None:
        raise PuzzleError(f"{puzzle.name} has no description, which a page needs: define `description` in its class")
    options = options or PageOptions()
    about = about or About(puzzle, first_board(puzzle, pack, options).key)
    space = about.to_goal or given or about.home
    if pack is not None and about.to_goal is not None:
        _check_lengths(pack, about.to_goal)
    distances = _distances(space, is_given=isinstance(space, Table) and space is given)
    is_answered = distances is not None and (distances["toGoal"] or about.unsolvable is not None)
    algorithm = None if is_answered or not options.hints else worker_algorithm(rules)
    solution = None if about.is_replaced or is_answered or not options.hints else about.route
    return {
        "name": puzzle.name,
        "index": options.index,
        "title": shortened(readable_title(puzzle), LONGEST_TITLE),
        "about": shortened(puzzle.about, LONGEST_ABOUT),
        "optimum": puzzle.optimum.get(puzzle.metric),
        "start": first_board(puzzle, pack, options).text,
        "goal": describe_goal(puzzle),
        "hints": options.hints,
        "algorithm": algorithm,
        "unsolvable": about.unsolvable,
        "solution": solution and moves_data(solution),
        "route": options.route and moves_data(options.route),
        "rules": rules,
        **drawing_data(puzzle),
        "space": distances,
        "graph": _graph(space) if space and options.graph and distances and space.board_count <= MOST_POINTS else None,
        "growth": _growth(space),
        "hardest": _hardest(space),
        "problems": [_problem(puzzle, problem) for problem in pack or ()],
        "facts": about_html(about),
    }


def first_board(puzzle: Puzzle, pack: ProblemPack | None, options: PageOptions) -> Position:
    """Return the first board of a page."""
    first = options.route.boards[0] if options.route else pack[0].board if pack else puzzle.home
    return puzzle.position(first if options.start is None else options.start)


def worker_algorithm(rules: dict[str, Any]) -> str | None:
    """Return the algorithm of the worker of a page; None if the page cannot solve the puzzle.

    IDA* solves tile boards with a hole of one cell and different tiles, in the step metric. A two-way search solves
    other boards that fit into two 32-bit words.
    """
    if rules["kind"] == "blocks":
        return "two-way" if rules["goal"] and _fit_two_words(rules) else None
    goal = rules["goal"]
    if goal is None or None in goal or len(goal) > _MOST_CELLS:
        return None
    one_by_one = rules["kind"] == "tiles" and rules["metric"] == "step" and len(set(goal)) == len(goal)
    return "ida" if one_by_one else "two-way"


def _fit_two_words(rules: dict[str, Any]) -> bool:
    """Whether a board of blocks fits into two words, as `twoway.js` packs it: the largest fields first."""
    sizes = []
    for number, piece_class in enumerate(rules["classes"]):
        alone = sum(piece["class"] == number for piece in rules["pieces"]) == 1
        sizes.append(max(1, (len(piece_class["places"]) - 1).bit_length()) if alone else len(piece_class["places"]))
    free = [32, 32]
    for bits in sorted(sizes, reverse=True):
        word = next((word for word in (0, 1) if free[word] >= bits), None)
        if word is None:
            return False
        free[word] -= bits
    return bool(rules["rows"] * rules["columns"] <= _MOST_CELLS_OF_BLOCKS)


def moves_data(route: Route) -> list[list[str]]:
    """Return the moves of a route as data."""
    return [[move.piece, move.path] for move in route.moves]


def _problem(puzzle: Puzzle, problem: Problem) -> dict[str, Any]:
    """Return a problem as data: board, length, and the route and difficulty if it has them."""
    data: dict[str, Any] = {"board": puzzle.position(problem.board).text, "length": problem.length}
    if problem.difficulty is not None:
        data |= asdict(problem.difficulty)
    if problem.route is not None:
        data["route"] = moves_data(route_of(puzzle, problem))
    return data


def _check_lengths(pack: ProblemPack, space: Space) -> None:
    """Raise an error if a stated length of a pack is not the distance to the goal."""
    for problem, length in zip(pack, space.depths_of([problem.key for problem in pack]).tolist(), strict=True):
        check_length(problem, length if length >= 0 else None)


def _distances(space: Space | None, *, is_given: bool) -> dict[str, Any] | None:
    """Return the distance of each board, either with a list of the boards or by the ranks of a table."""
    if space is None or not space.manifest.whole or space.manifest.key_form:  # pages have other keys for large boards
        return None
    about = {"boards": space.board_count, "toGoal": space.leads_to_goal, "depth": space.last_depth}
    ranks = None
    if space.board_count > MOST_PAGE_BOARDS:
        if not is_given and space.path is not None:
            return None
        with TemporaryDirectory(prefix="slidefront-") as folder:
            start = "goal" if about["toGoal"] else "home"
            path = Path(folder) / "page.table"
            ranks = _ranks(space if isinstance(space, Table) else make_table(space.puzzle, path, start=start))
    if ranks is not None:
        return about | ranks
    keys, depths = all_boards(space)
    return about | {
        "keys": compress_numbers(np.diff(keys, prepend=np.uint64(0))),
        "distances": compress_numbers(depths),
    }


def all_boards(space: Space) -> tuple[Keys, npt.NDArray[np.uint16]]:
    """Return all boards in ascending order, and their distances."""
    keys, depths = [], []
    for depth, blocks in space.layer_blocks(range(space.last_depth + 1)):
        for block in blocks:
            keys.append(block)
            depths.append(np.full(block.size, depth, np.uint16))
    joined = np.concatenate(keys)
    order = np.argsort(joined)
    return joined[order], np.concatenate(depths)[order]


def _ranks(table: Table) -> dict[str, Any] | None:
    """Return the distances of a table by rank; None if the page must list the boards."""
    if table.bytes > MOST_BYTES:
        raise TableError(
            f"{table.place} has {units.size(table.bytes)}, but a page can contain at most "
            f"{units.size(MOST_BYTES)}: name the puzzle instead"
        )
    ranks = table.ranking.description()
    if ranks is None:
        if table.board_count > MOST_BYTES:
            raise TableError(
                f"{table.place} has {units.counted(table.board_count, 'board')}, but a page can list at most "
                f"{MOST_BYTES:,}: name the puzzle instead"
            )
        return None
    arrays = {name: ranks.pop(name) for name in ("carriers", "carried")}
    arrays |= {"placeOf": ranks.pop("placeOf").astype(np.uint32)}
    arrays |= {name: plane.view(np.uint8) for name, plane in table.planes.items()}
    if "low" in arrays:
        ranks["sides"] = None
    else:
        first = int(table.start_ranks[0]) // table.ranking.shape.boards_per_row // ranks["blocks"]
        ranks["sides"] = [side ^ ranks["sides"][first] for side in ranks["sides"]]
    return {"ranks": ranks} | {name: compress_numbers(array) for name, array in arrays.items()}


def _graph(space: Space) -> dict[str, Any]:
    keys, _ = all_boards(space)
    first, second = moves(space.puzzle, keys)
    return {
        "places": compress_numbers(np.round((layout(keys.size, first, second) + 1) * 32767.5).astype(np.uint16)),
        "first": compress_numbers(np.diff(first, prepend=0).astype(np.uint32)),
        "second": compress_numbers((second - first).astype(np.uint32)),
    }


def _growth(space: Space | None) -> dict[str, Any] | None:
    """Return the board count at each distance."""
    if space is None or not space.layers:
        return None
    origin = "goal" if space.leads_to_goal else "home" if space.leads_from_home else "start"
    return {"from": origin, "counts": [layer.board_count for layer in space.layers], "whole": space.manifest.whole}


def _hardest(space: Space | None) -> list[dict[str, Any]]:
    """Return some of the farthest boards."""
    if space is None or not space.manifest.whole:
        return []
    return [
        {"board": space.puzzle.format(key), "distance": layer.depth} for layer in hardest(space) for key in layer.keys
    ]


def compress_numbers(numbers: npt.NDArray[Any]) -> str:
    """Compress whole numbers to text, which `js/distances.js` reads.

    The text starts with the lowest byte of every number, then the next byte of every number, and so on, because bytes
    of the same rank are similar and compress well. Callers pass ascending numbers as differences.
    """
    octets = np.ascontiguousarray(numbers).reshape(-1, 1).view(np.uint8)
    return base64.b64encode(zlib.compress(octets.T.tobytes(), 9)).decode()
