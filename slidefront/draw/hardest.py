"""The deepest boards of a run or a table, drawn, as text and as plain data for programs."""

from collections.abc import Sequence
from typing import Any

from slidefront.draw.board import draw_side_by_side
from slidefront.draw.growth import growth_data
from slidefront.draw.picture import Picture, boards_figure
from slidefront.draw.strip import headed, stacked
from slidefront.draw.svg import lines_of
from slidefront.draw.table import fill
from slidefront.frames.stats import Deep
from slidefront.store.space import Space
from slidefront.units import counted

WIDTH = 100
"""The default width of text, in columns."""


def distance(run: Space) -> str:
    """Tell which distance the depths of a run are."""
    if run.leads_from_home:
        return "from home (the goal)" if run.leads_to_goal else "from home"
    return "to the goal" if run.leads_to_goal else f"from {run.manifest.start}"


def moves(run: Space, number: int) -> str:
    """Format a number of moves, with the metric if the puzzle has several."""
    return counted(number, "move") + (f" ({run.puzzle.metric} metric)" if len(run.puzzle.metrics) > 1 else "")


def hardest_text(run: Space, found: Sequence[Deep], width: int, *, marked: bool) -> str:
    """Draw boards, depth by depth, with headings."""
    parts = [] if found else [_none(run)]
    for deep in found:
        parts += [fill(_heading(run, deep, marked=marked), width), draw_side_by_side(run.puzzle, deep.keys, width)]
    return "\n\n".join([*parts, *_unfinished(run, width)])


def _none(run: Space) -> str:
    return f"no marked board ({run.manifest.marks.text}) up to depth {run.manifest.depth}"


def _heading(run: Space, deep: Deep, *, marked: bool) -> str:
    mark = f", {run.manifest.marks.text}" if marked else ""
    some = f" ({len(deep.keys)} of them shown)" if len(deep.keys) < deep.boards else ""
    return f"{moves(run, deep.depth)} {distance(run)}: {counted(deep.boards, 'board')}{mark}{some}"


def hardest_picture(run: Space, found: Sequence[Deep], *, marked: bool) -> Picture:
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


def _unfinished(run: Space, width: int) -> list[str]:
    sentence = f"The run is not finished: there may be boards deeper than {run.manifest.depth}."
    return [] if run.manifest.whole else [fill(sentence, width)]


def hardest_data(run: Space, found: Sequence[Deep], *, marked: bool) -> dict[str, Any]:
    """Return the same as plain data."""
    layers = [
        {"depth": deep.depth, "boards": deep.boards, "shown": [run.puzzle.format(key) for key in deep.keys]}
        for deep in found
    ]
    return {**_head(run), "only_marked": marked, "layers": layers}


def _head(run: Space) -> dict[str, Any]:
    described = growth_data(run)
    kept = {name: described[name] for name in ("puzzle", "path", "start", "metric", "whole", "depth", "marks")}
    return {**kept, "from_home": run.leads_from_home, "from_goal": run.leads_to_goal}
