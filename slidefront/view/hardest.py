"""The deepest boards of a run or a table, drawn, and the places of a piece, as text and as plain data for programs."""

from collections.abc import Sequence
from typing import Any

from slidefront.analysis.hardest import Deep, PlaceDepth
from slidefront.store.explored import Explored
from slidefront.units import counted
from slidefront.view.board import draw_side_by_side
from slidefront.view.growth import growth_data
from slidefront.view.picture import Picture, boards_figure
from slidefront.view.strip import headed, stacked
from slidefront.view.svg import lines_of
from slidefront.view.table import fill, table

WIDTH = 100
"""The default width of text, in columns."""


def distance(run: Explored) -> str:
    """Tell which distance the depths of a run are."""
    if run.leads_from_home:
        return "from home (the goal)" if run.leads_to_goal else "from home"
    return "to the goal" if run.leads_to_goal else f"from {run.manifest.start}"


def moves(run: Explored, number: int) -> str:
    """Format a number of moves, with the metric if the puzzle has several."""
    return counted(number, "move") + (f" ({run.puzzle.metric} metric)" if len(run.puzzle.metrics) > 1 else "")


def hardest_text(run: Explored, found: Sequence[Deep], width: int, *, marked: bool) -> str:
    """Draw boards, depth by depth, with headings."""
    parts = [] if found else [_none(run)]
    for deep in found:
        parts += [fill(_heading(run, deep, marked=marked), width), draw_side_by_side(run.puzzle, deep.keys, width)]
    return "\n\n".join([*parts, *_unfinished(run, width)])


def _none(run: Explored) -> str:
    return f"no marked board ({run.manifest.marks.text}) up to depth {run.manifest.depth}"


def _heading(run: Explored, deep: Deep, *, marked: bool) -> str:
    mark = f", {run.manifest.marks.text}" if marked else ""
    some = f" ({len(deep.keys)} of them shown)" if len(deep.keys) < deep.boards else ""
    return f"{moves(run, deep.depth)} {distance(run)}: {counted(deep.boards, 'board')}{mark}{some}"


def hardest_picture(run: Explored, found: Sequence[Deep], *, marked: bool) -> Picture:
    """Draw the same as a picture."""
    puzzle = run.puzzle
    sheets = [
        headed(_heading(run, deep, marked=marked), boards_figure(puzzle, deep.keys, [*map(puzzle.format, deep.keys)]))
        for deep in found
    ]
    figure = stacked(sheets) if sheets else lines_of([_none(run)])
    return Picture(
        f"the deepest boards of {run.manifest.puzzle}", figure, hardest_text(run, found, WIDTH, marked=marked)
    )


def _unfinished(run: Explored, width: int) -> list[str]:
    sentence = f"The run is not finished: there may be boards deeper than {run.manifest.depth}."
    return [] if run.manifest.whole else [fill(sentence, width)]


def hardest_data(run: Explored, found: Sequence[Deep], *, marked: bool) -> dict[str, Any]:
    """Return the same as plain data."""
    layers = [
        {"depth": deep.depth, "boards": deep.boards, "shown": [run.puzzle.format(key) for key in deep.keys]}
        for deep in found
    ]
    return {**_head(run), "only_marked": marked, "layers": layers}


def _head(run: Explored) -> dict[str, Any]:
    described = growth_data(run, str(run.path))
    kept = {name: described[name] for name in ("puzzle", "path", "start", "metric", "whole", "depth", "marks")}
    return {**kept, "from_home": run.leads_from_home, "from_goal": run.leads_to_goal}


def places_text(run: Explored, found: dict[str, list[PlaceDepth]], top: int | None, width: int) -> str:
    """List places, the hardest first, and draw a board with a piece on the hardest place."""
    parts = []
    for piece, places in found.items():
        rows = [[*map(str, one.place), "never" if one.depth is None else str(one.depth)] for one in places[:top]]
        parts.append(fill(f"Fewest moves {distance(run)} that bring {piece} to each place:", width))
        parts.append(table(["row", "column", "depth"], rows))
        first = places[0]
        if first.key is not None and first.depth is not None:
            row, column = first.place
            hardest = f"Hardest to reach: row {row}, column {column}, after {moves(run, first.depth)}"
            parts.append(fill(hardest, width))
            parts.append(draw_side_by_side(run.puzzle, [first.key], width))
    return "\n\n".join([*parts, *_unfinished(run, width)])


def places_data(run: Explored, found: dict[str, list[PlaceDepth]], top: int | None) -> dict[str, Any]:
    """Return the same as plain data."""
    pieces = []
    for piece, places in found.items():
        boards = [None if one.key is None else run.puzzle.format(one.key) for one in places[:top]]
        shown = [
            {"row": one.place[0], "column": one.place[1], "depth": one.depth, "board": board}
            for one, board in zip(places, boards, strict=False)
        ]
        pieces.append({"piece": piece, "places": shown})
    return {**_head(run), "pieces": pieces}
