"""A script as people who work with data write one; a test runs it, and mypy checks it strictly."""

from pathlib import Path

import numpy as np
import pandas as pd

import slidefront


class Log(slidefront.Watcher):
    """Collects the progress of all kinds of long work, each with its type."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def on_layer(self, layer: slidefront.Layer) -> None:
        self.lines.append(f"{layer.depth}: {layer.board_count}")

    def on_progress(self, step: slidefront.Step) -> None:
        assert 0 <= step.done <= 1

    def on_round(self, round_: slidefront.Round | slidefront.Threshold) -> None:
        self.lines.append(str(round_))

    def on_check(self, checked: slidefront.Checked) -> None:
        assert checked.good

    def on_depth(self, progress: slidefront.TableProgress) -> None:
        self.lines.append(f"{progress.depth}: {progress.board_count}")

    def on_note(self, text: str) -> None:
        self.lines.append(text)


def watched(folder: Path) -> list[str]:
    """Follow long work, and use the types that functions return."""
    log = Log()
    run = slidefront.expand("2x3", out=folder / "watched", depth=3, watcher=log)
    report: slidefront.Report = slidefront.verify(run, watcher=log)
    table: slidefront.Report = slidefront.verify(slidefront.make_table("2x2", folder / "2.table", watcher=log))
    numbers: slidefront.Stats = slidefront.stats(run)
    boards: slidefront.Distribution = numbers.boards
    deepest: list[slidefront.DeepestBoards] = slidefront.hardest(run)
    routes: slidefront.Routes | None = slidefront.solve("2x2", "312_", all_routes=True).answer.routes
    try:
        slidefront.open_run(folder / "nothing")
    except slidefront.RunNotFoundError as error:
        log.lines.append(type(error).__name__)
    counts = f"{boards.board_count} {deepest[0].depth} {0 if routes is None else routes.count}"
    return [", ".join(log.lines), f"{report.good} {table.good} {counts}"]


def main(folder: Path) -> list[str]:
    puzzle = slidefront.load("8-puzzle")
    run = slidefront.expand(puzzle, out=folder / "run", depth=12, resources=slidefront.Resources(memory="1GiB"))
    sizes = [int(run.keys(layer.depth).size) for layer in run.layers]
    deepest = run.keys(run.last_depth)
    board = puzzle.format(int(deepest[0]))
    solved = slidefront.solve(puzzle, [[3, 1, 2], [4, 0, 5], [6, 7, 8]], resources=slidefront.Resources(memory="1GiB"))
    lines = slidefront.solve(puzzle, np.array([[3, 1, 2], [4, 0, 5], [6, 7, 8]]), metric="line").optimum
    ways = [move.path for move in solved.route.moves] if solved.route is not None else []
    same = slidefront.load("8-puzzle") == puzzle and len({puzzle, slidefront.load("8-puzzle")}) == 1
    traced = slidefront.open_run(folder / "run").route(board)
    middle = [layer.board_count for layer in run.layers[2:4]]
    texts = puzzle.strings(puzzle.array([board, [[3, 1, 2], [4, 0, 5], [6, 7, 8]], "12345678_"])).tolist()
    reached = puzzle.theory.joins(puzzle.home, puzzle.array([board, [[2, 1, 3], [4, 0, 5], [6, 7, 8]]])).tolist()
    moves = [str(move) for move in puzzle.moves(puzzle.key([[1, 0, 2], [3, 4, 5], [6, 7, 8]]))]
    near = (
        puzzle.theory.connects(puzzle.home, puzzle.key(board)),
        puzzle.theory.connects(puzzle.key(board), puzzle.key("12345678_")),
        puzzle.format(puzzle.home),
    )
    return [
        f"{len(run.layers)} layers, {sum(sizes)} boards, {sizes[3]} of depth 3",
        f"{run.depth_of(board)} {run.depth_of([[3, 1, 2], [4, 0, 5], [6, 7, 8]])} {run.depth_of('12345678_')}",
        f"{''.join(ways)} {lines} {traced.length} {same}",
        f"{middle} {texts[1:]} {reached} {traced.moves[0].path} {len(traced.moves[-3:])}",
        f"{', '.join(moves)} {near}",
        *frames(folder / "run"),
        *rest(str(folder / "run"), folder),
        *watched(folder),
    ]


def frames(folder: Path) -> list[str]:
    """Work with columns in pandas, polars and DuckDB."""
    names = ["depth", "board", "manhattan", "bound", "row_5", "row_hole", "column_hole"]
    frame = slidefront.to_pandas(folder, range(10, 13), names)
    slack = (frame.depth - frame.bound).groupby(frame.depth).max()
    lazy = slidefront.to_polars(folder, columns="depth,manhattan").collect()
    relation = slidefront.to_duckdb(folder, 12, names).aggregate("count(*), max(manhattan), sum(row_hole)")
    counted = relation.fetchall()
    rows = pd.read_parquet(slidefront.open_run(folder).path / "layers")
    return [f"{slack.tolist()} {lazy.shape} {counted} {rows.shape} {rows.depth.is_monotonic_increasing}"]


def rest(name: str, folder: Path) -> list[str]:
    """Use everything else that takes a run, a puzzle or a board."""
    pack = slidefront.problems(name, [4, 8], 4, routes=True, difficulty=True)
    rated = [one.difficulty.solutions for one in pack if one.difficulty is not None]
    lengths = [
        problem.length
        for problem in slidefront.problems("15-puzzle", 6, 3, resources=slidefront.Resources(memory="400MiB"))
    ]
    deepest = slidefront.hardest(name)[0]
    numbers = slidefront.stats(name)
    table = slidefront.make_table("2x3", out=folder / "small.table", resources=slidefront.Resources(memory="1GiB"))
    far = slidefront.hardest(table)[0].keys[0]
    depths = table.depths_of([far, [[1, 2, 3], [4, 5, 0]]]).tolist()
    route = slidefront.read_route(slidefront.load("2x3"), "r", [[1, 2, 3], [4, 0, 5]], form="hole-letters")
    svg = slidefront.draw_board("2x3", [[1, 2, 3], [4, 0, 5]]).svg
    lines = slidefront.read_boards("2x3", "1234_5\n12345_")
    good = slidefront.verify(name).good and slidefront.verify(table).good
    return [
        f"{len(pack)} {rated} {lengths} {deepest.depth} {numbers.boards.deepest}",
        f"{table.depth_of(far)} {depths} {table.route(far).length} {[m.path for m in route.moves]}",
        f"{svg[:4]} {len(lines)} {good}",
    ]


if __name__ == "__main__":
    print("\n".join(main(Path())))
