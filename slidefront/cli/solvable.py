"""The command that tells which boards can be reached at all."""

import json
import shlex
import sys
from typing import Annotated

import typer

from slidefront.cli.options import JsonOption, PuzzleArgument

_ANSWERS = {1: "yes", 0: "no", -1: "unknown"}


def solvable(
    puzzle: PuzzleArgument,
    boards: Annotated[
        list[str],
        typer.Argument(metavar="BOARD...", help="Boards, or files with a board a line (- reads input)."),
    ],
    as_json: JsonOption = False,
) -> None:
    """Tell of each board whether it can be reached from home, and so home from it.

    The group of the loops of the hole answers for tiles and graphs; of blocks only exploring can tell.
    """
    import numpy as np

    from slidefront.cli.given import boards_given
    from slidefront.errors import BoardError
    from slidefront.puzzles.read.load import load

    if [puzzle, *boards].count("-") > 1:
        raise BoardError("standard input can be read once: give - for the puzzle or for the boards, not for both")
    loaded = load(puzzle)
    found = [one for word in boards for one in boards_given(loaded, word)]
    answers = loaded.reaches_all(np.array([key for _, key in found], np.uint64)).tolist()
    if as_json:
        told = [
            {"board": loaded.format(key), "solvable": {1: True, 0: False, -1: None}[answer]}
            for (_, key), answer in zip(found, answers, strict=True)
        ]
        typer.echo(json.dumps({"puzzle": loaded.name, "boards": told}, indent=1, ensure_ascii=False))
        return
    typer.echo("\n".join(f"{_ANSWERS[answer]:<7}  {text}" for (text, _), answer in zip(found, answers, strict=True)))
    if -1 in answers:
        expand, depth = (shlex.join(["slidefront", *words]) for words in (["expand", puzzle], ["depth", loaded.name]))
        print(f"only exploring can tell of what is unknown: {expand}, then {depth} BOARD", file=sys.stderr)
