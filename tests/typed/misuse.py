"""What mypy must reject: strict mypy also rejects an ignored error that is none. Nothing of it runs."""

# ruff: noqa: B015, B018

from pathlib import Path

import slidefront

puzzle = slidefront.load("8-puzzle")
run = slidefront.open_run("8-puzzle")
table = slidefront.open_table("8-puzzle.table")

puzzle.key(1.5)  # type: ignore[arg-type]
puzzle.key(None)  # type: ignore[arg-type]
puzzle.key({1, 2})  # type: ignore[arg-type]
puzzle.key([[1.5, 2.5]])  # type: ignore[list-item]
puzzle.array(5)  # type: ignore[arg-type]
puzzle.format("12345678_")  # type: ignore[arg-type]
puzzle.successors([[1, 2, 3], [4, 0, 5], [6, 7, 8]])  # type: ignore[arg-type]
puzzle.meets_goal("12345678_")  # type: ignore[arg-type]
puzzle.strings(["12345678_"])  # type: ignore[arg-type]
puzzle.theory.reaches("12345678_")  # type: ignore[arg-type]
puzzle.columns.places(run.keys(0))  # type: ignore[union-attr]
slidefront.solve("8-puzzle", 1.5)  # type: ignore[arg-type]
slidefront.solve("8-puzzle", Path("boards.txt"))  # type: ignore[arg-type]
slidefront.solve("8-puzzle", "home", {"goal": 1})  # type: ignore[arg-type]
slidefront.solve(5)  # type: ignore[arg-type]
slidefront.solve("8-puzzle", max_depth="12")  # type: ignore[arg-type]
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
