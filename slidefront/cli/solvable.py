"""`slidefront solvable`."""

import shlex

import typer

from slidefront.cli.options import BoardsArgument, JsonOption, PuzzleArgument
from slidefront.cli.output import note, print_json

_ANSWERS = {1: "yes", 0: "no", -1: "unknown"}


def solvable(puzzle: PuzzleArgument, boards: BoardsArgument, as_json: JsonOption = False) -> None:
    """Tell which boards can be reached from home, and can therefore be brought home.

    The permutation group of the puzzle answers for tiles and graphs. For blocks the answer is unknown.
    """
    import numpy as np

    from slidefront.cli.inputs import check_one_standard_input, load_puzzle, read_boards

    check_one_standard_input(puzzle, *boards)
    loaded = load_puzzle(puzzle, quiet=as_json)
    found = [one for word in boards for one in read_boards(loaded, word)]
    answers = loaded.reaches_all(np.array([key for _, key in found], np.uint64)).tolist()
    if as_json:
        data = [
            {"board": loaded.format(key), "solvable": {1: True, 0: False, -1: None}[answer]}
            for (_, key), answer in zip(found, answers, strict=True)
        ]
        print_json({"puzzle": loaded.name, "boards": data})
        return
    typer.echo("\n".join(f"{_ANSWERS[answer]:<7}  {text}" for (text, _), answer in zip(found, answers, strict=True)))
    if -1 in answers:
        expand, depth = (shlex.join(["slidefront", *words]) for words in (["expand", puzzle], ["depth", loaded.name]))
        note(f"to find out about unknown boards, explore the puzzle:\n    {expand}\n    {depth} BOARD")
