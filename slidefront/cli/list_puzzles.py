"""`slidefront list`."""

from slidefront.cli.options import JsonOption
from slidefront.cli.output import echo, print_json
from slidefront.puzzles import library


def list_puzzles(as_json: JsonOption = False) -> None:
    """List the built-in puzzles."""
    from slidefront.draw.puzzle import puzzle_data
    from slidefront.draw.table import table
    from slidefront.notation.load import load

    puzzles = [load(name) for name in library.names()]
    if as_json:
        print_json([puzzle_data(puzzle) for puzzle in puzzles])
        return
    rows = [[p.name, p.facts()["kind"], str(p.size() or ""), p.title] for p in puzzles]
    echo(table(["puzzle", "kind", "boards", "title"], rows, words=[0, 1, 3]))
