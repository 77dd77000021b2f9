"""What mypy must accept and reject: strict mypy also rejects an ignored error that is none. Nothing of it runs."""

# ruff: noqa: B015, B018

from pathlib import Path

import numpy as np

import slidefront

puzzle = slidefront.load("8-puzzle")
run = slidefront.open_run("8-puzzle")
table = slidefront.open_table("8-puzzle.table")

array = np.array([[1, 2, 3], [4, 5, 0]])
keys: list[int] = [puzzle.key(5), puzzle.key(np.uint64(5)), puzzle.key((("A", "."), ("B", "B"))), puzzle.key(array)]
keys += puzzle.array([[[1, None], [2, 3]], "12345_", 7]).tolist() + puzzle.array(array[0]).tolist()
stored: slidefront.Run | slidefront.Table = run if keys else table
depth: int | None = stored.depth_of(array)
route: slidefront.Route = stored.route(array)
boards: int = (
    stored.layer(stored.last_depth).board_count + stored.keys(0).size + int(stored.depths_of(["12345_", 5])[0])
)


class Count(slidefront.Puzzle):
    """A puzzle of one's own, with a capability."""

    name, home, key_bits, most_successors = "count", 0, 4, 2

    def parse(self, text: str) -> int:
        return int(text)

    def format(self, key: int) -> str:
        return str(key)

    def write_successors(self, work: np.ndarray[tuple[int, ...], np.dtype[np.uint64]], out: object) -> int:
        return int(work[0]) * (out is not None)


puzzle.key(1.5)  # type: ignore[arg-type]
puzzle.key(None)  # type: ignore[arg-type]
puzzle.key({1, 2})  # type: ignore[arg-type]
puzzle.key([[1.5, 2.5]])  # type: ignore[list-item]
puzzle.array(5)  # type: ignore[arg-type]
puzzle.format("12345678_")  # type: ignore[arg-type]
puzzle.moves([[1, 2, 3], [4, 0, 5], [6, 7, 8]])  # type: ignore[arg-type]
puzzle.meets_goal("12345678_")  # type: ignore[arg-type]
puzzle.strings(["12345678_"])  # type: ignore[arg-type]
puzzle.theory.connects(puzzle.home, "12345678_")  # type: ignore[arg-type]
puzzle.columns.places(run.keys(0))  # type: ignore[union-attr]
slidefront.solve("8-puzzle", 1.5)  # type: ignore[arg-type]
slidefront.solve("8-puzzle", Path("boards.txt"))  # type: ignore[arg-type]
slidefront.solve("8-puzzle", "home", {"goal": 1})  # type: ignore[arg-type]
slidefront.solve(5)  # type: ignore[arg-type]
slidefront.solve("8-puzzle", max_depth="12")  # type: ignore[arg-type]
slidefront.solve("8-puzzle", algorithm="astar")  # type: ignore[arg-type]
slidefront.solve("8-puzzle", metric="hop")  # type: ignore[arg-type]
slidefront.solve("8-puzzle", threads=2)  # type: ignore[call-arg]
slidefront.expand("8-puzzle", metric="hop")  # type: ignore[arg-type]
metric: slidefront.Metric = "hop"  # type: ignore[assignment]
algorithm: slidefront.Algorithm = "astar"  # type: ignore[assignment]
form: slidefront.Notation = "words"  # type: ignore[assignment]
slidefront.load("8-puzzle", "hop")  # type: ignore[arg-type]
slidefront.write_moves(route, "words")  # type: ignore[arg-type]
slidefront.load(["8-puzzle"])  # type: ignore[arg-type]
slidefront.expand("8-puzzle", start=2.5)  # type: ignore[arg-type]
slidefront.expand("8-puzzle", depth="12")  # type: ignore[arg-type]
slidefront.draw_board("8-puzzle", None)  # type: ignore[arg-type]
run.depth_of(None)  # type: ignore[arg-type]
run.depths_of([1.5])  # type: ignore[list-item]
run.depth_of("12345678_") + 1  # type: ignore[operator]
run.route({1})  # type: ignore[arg-type]
run.folder  # type: ignore[attr-defined]
"12345678_" in run  # type: ignore[operator]
table.route(2.5)  # type: ignore[arg-type]
table.depth_of("12345678_").bit_length()  # type: ignore[union-attr]
table.radius  # type: ignore[attr-defined]
slidefront.trace(run, "12345678_")  # type: ignore[attr-defined]
slidefront.load("8-puzzle").goal.key.bit_length()  # type: ignore[union-attr]
