"""Boards in all forms, and puzzles, runs and tables, as mypy accepts them in its strict mode; nothing of it runs."""

import numpy as np

import slidefront


def boards(puzzle: slidefront.Puzzle) -> list[int]:
    lists = [[1, 2, 3], [4, 0, 5], [6, 7, 8]]
    rows = (("A", "."), ("B", "B"))
    array = np.array([[1, 2, 3], [4, 5, 0]])
    keys = [
        puzzle.key("12345_"),
        puzzle.key(5),
        puzzle.key(np.uint64(5)),
        puzzle.key(lists),
        puzzle.key(rows),
        puzzle.key([[1, None], [2, 3]]),
    ]
    return [*keys, puzzle.key(array), *puzzle.array([lists, "12345_", 7]).tolist(), *puzzle.array(array[0]).tolist()]


def questions(stored: slidefront.Run | slidefront.Table) -> tuple[int | None, int, str]:
    depth: int | None = stored.depth_of([[1, 2, 3], [4, 5, 0]])
    route: slidefront.Route = stored.route(np.array([[1, 2, 3], [4, 5, 0]]))
    found = int(stored.depths_of(["12345_", 5])[0])
    layer: int = stored.layer(stored.greatest_depth).boards + stored.keys(0).size
    return depth, found + layer, str(route.moves[0])


class Count(slidefront.Puzzle):
    """A puzzle of one's own, with a capability."""

    name, home, key_bits, most_successors = "count", 0, 4, 2

    def parse(self, text: str) -> int:
        return int(text)

    def format(self, key: int) -> str:
        return str(key)

    def expand(self, work: np.ndarray[tuple[int, ...], np.dtype[np.uint64]], out: object) -> int:
        return int(work[0]) * (out is not None)
