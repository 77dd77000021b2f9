"""The commands about puzzles: list, show, info."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from slidefront.cli.options import JsonOption, MetricOption, PuzzleArgument

if TYPE_CHECKING:
    from slidefront.puzzles.core import Puzzle


def list_(as_json: JsonOption = False) -> None:
    """List the puzzles that ship, with the number of their boards."""
    from slidefront.puzzles import library
    from slidefront.puzzles.read.load import load
    from slidefront.view.table import table

    puzzles = [load(name) for name in library.names()]
    if as_json:
        typer.echo(json.dumps([_data(puzzle) for puzzle in puzzles], indent=1, ensure_ascii=False))
        return
    rows = [[p.name, p.facts()["kind"], str(p.size() or ""), p.title] for p in puzzles]
    typer.echo(table(["puzzle", "what it is", "boards", "title"], rows, words=[0, 1, 3]))


def show(
    puzzle: PuzzleArgument,
    board: Annotated[str | None, typer.Argument(help="A board to draw in place of home; `goal` for the goal.")] = None,
) -> None:
    """Draw a board."""
    from slidefront.puzzles.read.boards import board_typed
    from slidefront.puzzles.read.load import load
    from slidefront.view.route import draw_position

    loaded = load(puzzle)
    position = loaded.position(board_typed(loaded, board or "home"))
    typer.echo(draw_position(position))
    typer.echo(position.text)


def info(puzzle: PuzzleArgument, metric: MetricOption = None, as_json: JsonOption = False) -> None:
    """Tell what a puzzle is: its key, its moves, its number of boards, the disk it needs."""
    from slidefront import units
    from slidefront.explore.budget import BYTES_PER_BOARD
    from slidefront.puzzles.read.load import load
    from slidefront.view.board import draw

    loaded = load(puzzle, metric)
    boards, exact = _size(loaded).values()
    disk = boards * BYTES_PER_BOARD if boards else None
    if as_json:
        typer.echo(json.dumps({**_data(loaded), "disk_bytes": disk}, indent=1, ensure_ascii=False))
        return
    typer.echo(loaded.title)
    for sentence in (loaded.about, f"By {loaded.author}." if loaded.author else ""):
        if sentence:
            typer.echo(sentence)
    typer.echo("\n" + draw(loaded, loaded.home) + "\n")
    sides = "every move changes sides (bipartite)" if loaded.bipartite else "moves keep to no two sides (not bipartite)"
    optimum = ", ".join(f"{number} in the {metric} metric" for metric, number in loaded.optimum.items())
    lines = {
        **loaded.facts(),
        "sides": sides,
        "optimum": optimum and f"{optimum} (published)",
        "boards": "only exploring can tell" if boards is None else f"{'' if exact else 'at most '}{boards:,}",
        "disk": "" if disk is None else f"{'about' if exact else 'at most'} {units.size(disk)} for all layers",
    }
    for name, text in lines.items():
        if text:
            typer.echo(f"{name:<10}{text}")


def _size(puzzle: "Puzzle") -> dict[str, Any]:
    size = puzzle.size()
    return {"boards": size.boards if size else None, "exact": size.exact if size else None}


def _data(puzzle: "Puzzle") -> dict[str, Any]:
    goal = puzzle.goal.key
    return {
        "name": puzzle.name,
        "title": puzzle.title,
        "about": puzzle.about,
        "author": puzzle.author,
        "kind": puzzle.kind,
        "metric": puzzle.metric,
        "home": puzzle.format(puzzle.home),
        "goal": puzzle.format(goal) if goal is not None else None,
        "goal_reachable": puzzle.reaches(goal) if goal is not None else None,
        "optimum": dict(puzzle.optimum),
        "key_bits": puzzle.key_bits,
        "most_moves": puzzle.most_successors,
        "bipartite": puzzle.bipartite,
        **_size(puzzle),
        "facts": puzzle.facts(),
    }
