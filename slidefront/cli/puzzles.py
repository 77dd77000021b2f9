"""The commands about puzzles: list, show, info."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from slidefront.cli.options import JsonOption, PuzzleArgument

if TYPE_CHECKING:
    from slidefront.puzzles.transfer import TransferPuzzle


def list_(as_json: JsonOption = False) -> None:
    """List the puzzles that ship, with the number of their boards."""
    from slidefront.puzzles import library
    from slidefront.puzzles.file import load
    from slidefront.view.table import table

    puzzles = [load(name) for name in library.names()]
    if as_json:
        typer.echo(
            json.dumps([{"name": p.name, "title": p.title, "about": p.about, **_size(p)} for p in puzzles], indent=1)
        )
        return
    rows = [[p.name, str(p.size()), p.about] for p in puzzles]
    typer.echo(table(["puzzle", "boards", "what it is"], rows, words=[0, 2]))


def show(
    puzzle: PuzzleArgument,
    board: Annotated[str | None, typer.Argument(help="A board to draw in place of home; `goal` for the goal.")] = None,
) -> None:
    """Draw a board."""
    from slidefront.puzzles.file import load
    from slidefront.view.board import draw

    loaded = load(puzzle)
    key = _key(loaded, board)
    typer.echo(draw(loaded, key))
    typer.echo(loaded.format(key))


def _key(puzzle: "TransferPuzzle", board: str | None) -> int:
    from slidefront.explore.starts import one_start

    return one_start(puzzle, board or "home")


def info(puzzle: PuzzleArgument, as_json: JsonOption = False) -> None:
    """Tell what a puzzle is: its key, its moves, its number of boards, the disk it needs."""
    from slidefront.puzzles.file import load
    from slidefront.view.board import draw

    loaded = load(puzzle)
    facts = _facts(loaded)
    if as_json:
        typer.echo(json.dumps(facts, indent=1))
        return
    typer.echo(loaded.title)
    if loaded.about:
        typer.echo(loaded.about)
    typer.echo("\n" + draw(loaded, loaded.home) + "\n")
    for name, text in _fact_lines(loaded, facts):
        typer.echo(f"{name:<12}{text}")


def _size(puzzle: "TransferPuzzle") -> dict[str, Any]:
    size = puzzle.size()
    return {"boards": size.boards if size else None, "exact": size.exact if size else None}


def _facts(puzzle: "TransferPuzzle") -> dict[str, Any]:
    from slidefront.explore.budget import BYTES_PER_BOARD

    size = _size(puzzle)
    return {
        "name": puzzle.name,
        "title": puzzle.title,
        "kind": puzzle.kind,
        "rows": puzzle.frame.rows,
        "columns": puzzle.frame.columns,
        "home": puzzle.format(puzzle.home),
        "goal": puzzle.format(puzzle.goal) if puzzle.goal is not None else None,
        "goal_reachable": puzzle.reaches(puzzle.goal) if puzzle.goal is not None else None,
        "metric": puzzle.metric,
        "key_bits": puzzle.key_bits,
        "labels": list(puzzle.labels.names),
        "most_moves": puzzle.most_successors,
        "bipartite": puzzle.bipartite,
        **size,
        "disk_bytes": BYTES_PER_BOARD * size["boards"] if size["boards"] else None,
    }


def _fact_lines(puzzle: "TransferPuzzle", facts: dict[str, Any]) -> list[tuple[str, str]]:
    from slidefront import units

    cells = puzzle.frame.cells
    goal = {
        True: "",
        False: ", which cannot be reached from home",
        None: ", which may or may not be reachable",
    }
    ways = "the vertex that the mover goes to" if puzzle.kind == "graph" else "the way the tiles go: U D L R"
    sides = "every move changes sides (bipartite)" if facts["bipartite"] else "no two sides (not bipartite)"
    shape = (
        f"graph of {cells} vertices" if puzzle.kind == "graph" else f"tiles, {facts['rows']} x {facts['columns']} cells"
    )
    upto = "" if facts["exact"] else "at most "
    return [
        ("kind", shape),
        ("home", facts["home"]),
        ("goal", "none" if facts["goal"] is None else facts["goal"] + goal[facts["goal_reachable"]]),
        ("key", f"{facts['key_bits']} bits: 4 a cell, cell 0 highest; home is 0x{puzzle.home:0{cells}x}"),
        ("labels", " ".join(f"{name}={label}" for label, name in enumerate(facts["labels"]))),
        ("moves", f"at most {facts['most_moves']} from a board, named by {ways}; {sides}"),
        ("boards", f"{upto}{facts['boards']:,}"),
        ("disk", f"{upto or 'about '}{units.size(facts['disk_bytes'])} for all layers"),
    ]
