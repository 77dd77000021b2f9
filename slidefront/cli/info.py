"""`slidefront info`."""

import shutil

from slidefront.cli.options import JsonOption, PuzzleFields
from slidefront.cli.output import echo, print_json, say
from slidefront.cli.progress import StatusLine

_INDENT = 10


def info(asked: PuzzleFields, as_json: JsonOption = False) -> None:
    """Describe a puzzle: moves, number of boards, disk space."""
    from slidefront.draw.board import draw
    from slidefront.draw.puzzle import counted_size, disk_bytes, puzzle_data, puzzle_facts

    loaded = asked.load_with_goal()
    if as_json:
        size = counted_size(loaded)
        boards = {"boards": size.boards, "exact": size.exact} if size else {}
        print_json({**puzzle_data(loaded), **boards, "disk_bytes": disk_bytes(loaded)})
        return
    say(loaded.title)
    for sentence in (loaded.about, f"By {loaded.author}." if loaded.author else ""):
        if sentence:
            say(sentence)
    echo("\n" + draw(loaded, loaded.home, shutil.get_terminal_size().columns) + "\n")
    with StatusLine("counting the boards …"):
        facts = puzzle_facts(loaded)
    for name, text in facts.items():
        if text:
            say(f"{name:<{_INDENT}}{text}", indent=_INDENT)
