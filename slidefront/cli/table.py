"""`slidefront table`."""

from pathlib import Path
from typing import Annotated

from slidefront.cli.options import JsonOption, MemoryOption, PuzzleFields, ThreadsOption, option
from slidefront.cli.output import check_ending, echo, is_quiet, print_json, say
from slidefront.cli.progress import LineProgress, same_command


def table(
    asked: PuzzleFields,
    start: Annotated[str, option("--from", "Distances are counted from it.", "home|goal|BOARD|MOVES")] = "home",
    out: Annotated[Path | None, option("--out", "Default: data/<puzzle>.table.")] = None,
    threads: ThreadsOption = None,
    memory: MemoryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Store the distance of every board of a space in one file.

    It takes one or two bits per board. The space is explored in memory, without layers: tile boards and graphs
    with distinct labels, and block puzzles. Run the same command again to continue after an interruption.
    """
    from slidefront.cli.inputs import read_board
    from slidefront.draw.growth import growth_table
    from slidefront.draw.tables import table_data, table_ending
    from slidefront.tables.explore import make_table

    if out is not None:
        check_ending(out, "", ".table")
    loaded = asked.load_with_goal()
    with LineProgress("exploring …", f": the finished depths are saved; {same_command()}") as progress:
        first = start if start in ("home", "goal") else loaded.format(read_board(loaded, start).key)
        made = make_table(loaded, out, start=first, threads=threads, memory=memory, watcher=progress)
    if as_json:
        print_json(table_data(made))
    elif not is_quiet():
        echo(growth_table(made.manifest))
        say(table_ending(made))
