"""`slidefront depth`."""

import typer

from slidefront.cli.options import BoardsArgument, JsonOption, RunArgument
from slidefront.cli.output import note, print_json


def depth(run: RunArgument, boards: BoardsArgument, as_json: JsonOption = False) -> None:
    """Print the depth of boards: the layer of the run that contains them.

    The depth is the distance from the start of the run. A board that is in no layer gets - instead of a depth.
    """
    import numpy as np

    from slidefront import units
    from slidefront.cli.inputs import read_boards
    from slidefront.routes.trace import absence
    from slidefront.store.run import find_run

    found = find_run(run)
    wanted = [one for word in boards for one in read_boards(found.puzzle, word)]
    depths = found.depths(np.array([key for _, key in wanted], np.uint64)).tolist()
    answers = [(board, depth if depth >= 0 else None) for (board, _), depth in zip(wanted, depths, strict=True)]
    if as_json:
        print_json([{"board": board, "depth": depth} for board, depth in answers])
        return
    typer.echo("\n".join(f"{'-' if depth is None else depth:>4}  {board}" for board, depth in answers))
    if missing := depths.count(-1):
        note(f"{units.counted(missing, 'board')} {'is' if missing == 1 else 'are'} {absence(found)}")
