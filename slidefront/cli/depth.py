"""`slidefront depth`."""

import typer

from slidefront.cli.options import BoardsArgument, JsonOption, RunOrTableArgument
from slidefront.cli.output import note, print_json


def depth(run: RunOrTableArgument, boards: BoardsArgument, as_json: JsonOption = False) -> None:
    """Print the depth of boards in a run or a table.

    The depth is the distance from the start of the run: the layer that contains the board. A board that is in no
    layer gets - instead of a depth.
    """
    import numpy as np

    from slidefront import units
    from slidefront.cli.inputs import read_boards
    from slidefront.cli.runs import find_run_or_table
    from slidefront.routes.trace import absence
    from slidefront.tables.table import Table

    found = find_run_or_table(run)
    wanted = [one for word in boards for one in read_boards(found.puzzle, word)]
    depths = found.depths(np.array([key for _, key in wanted], np.uint64)).tolist()
    answers = [(board, depth if depth >= 0 else None) for (board, _), depth in zip(wanted, depths, strict=True)]
    if as_json:
        print_json([{"board": board, "depth": depth} for board, depth in answers])
        return
    typer.echo("\n".join(f"{'-' if depth is None else depth:>4}  {board}" for board, depth in answers))
    if missing := depths.count(-1):
        why = found.absence if isinstance(found, Table) else absence(found)
        note(f"{units.counted(missing, 'board')} {'is' if missing == 1 else 'are'} {why}")
