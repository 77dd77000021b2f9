"""What mypy must reject, in each line that is marked `# wrong`, and nowhere else; nothing of it runs."""

# ruff: noqa: B015, B018

from pathlib import Path

import slidefront

puzzle = slidefront.load("8-puzzle")
run = slidefront.open_run("8-puzzle")
table = slidefront.open_table("8-puzzle.table")

puzzle.key(1.5)  # wrong
puzzle.key(None)  # wrong
puzzle.key({1, 2})  # wrong
puzzle.key([[1.5, 2.5]])  # wrong
puzzle.array(5)  # wrong
puzzle.format("12345678_")  # wrong
puzzle.successors([[1, 2, 3], [4, 0, 5], [6, 7, 8]])  # wrong
puzzle.meets_goal("12345678_")  # wrong
puzzle.strings(["12345678_"])  # wrong
puzzle.theory.reaches("12345678_")  # wrong
puzzle.columns.places(run.keys(0))  # wrong
slidefront.solve("8-puzzle", 1.5)  # wrong
slidefront.solve("8-puzzle", Path("boards.txt"))  # wrong
slidefront.solve("8-puzzle", "home", {"goal": 1})  # wrong
slidefront.solve(5)  # wrong
slidefront.solve("8-puzzle", max_depth="12")  # wrong
slidefront.load(["8-puzzle"])  # wrong
slidefront.expand("8-puzzle", start=2.5)  # wrong
slidefront.expand("8-puzzle", depth="12")  # wrong
slidefront.draw("8-puzzle", None)  # wrong
run.depth_of(None)  # wrong
run.depths([1.5])  # wrong
run.depth_of("12345678_") + 1  # wrong
run.route({1})  # wrong
run.folder  # wrong
"12345678_" in run  # wrong
table.route(2.5)  # wrong
table.depth_of("12345678_").bit_length()  # wrong
table.radius  # wrong
slidefront.trace(run, "12345678_")  # wrong
slidefront.load("8-puzzle").goal.key.bit_length()  # wrong
