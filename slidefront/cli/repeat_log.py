"""`slidefront replay` for the log of a search: what it says, and whether another search agrees."""

from typing import TYPE_CHECKING

import typer

from slidefront import units
from slidefront.cli.output import print_json, say
from slidefront.cli.progress import SearchProgress

if TYPE_CHECKING:
    from slidefront.puzzles.core import Puzzle
    from slidefront.search.search_log import Claim


def repeat_log(puzzle: "Puzzle", text: str, as_json: bool) -> None:
    """Repeat the search of a log by another algorithm, and print whether both agree."""
    from slidefront.search.search_log import agree, read_log, repeat

    question, claim = read_log(puzzle, text)
    if not as_json:
        goal = "the goal" if puzzle.goal.key is None else puzzle.format(puzzle.goal.key)
        say(f"the log, from {puzzle.format(question.start)} to {goal}: {_text(claim)}")
    with SearchProgress() as progress:
        again = repeat(question, claim, progress.begin())
    agreed = agree(claim, again)
    if as_json:
        print_json({"log": vars(claim), "again": vars(again), "agree": agreed})
    else:
        say(f"repeated: {_text(again)}")
        say("both agree" if agreed else "they do not agree")
    if not agreed:
        raise typer.Exit(1)


def _text(claim: "Claim") -> str:
    """Say what a search claims, and which one it is."""
    from slidefront.view.solved import NAMES

    by = NAMES.get(claim.algorithm, claim.algorithm)
    if claim.at_least is None:
        return f"no route, by {by}"
    if claim.length is None:
        return f"no route of fewer than {units.counted(claim.at_least, 'move')}, by {by}"
    shorter = "" if claim.optimum is not None else f", at best {claim.at_least}"
    return f"{units.counted(claim.length, 'move')}{shorter}, by {by}"
