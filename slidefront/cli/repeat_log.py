"""`slidefront replay` for the log of a search: what it claims, and whether another search agrees."""

from dataclasses import replace
from typing import TYPE_CHECKING

import typer

from slidefront import units
from slidefront.cli.output import print_json, say

if TYPE_CHECKING:
    from slidefront.cli.options import PuzzleFields
    from slidefront.search.search_log import Claim


def repeat_log(asked: "PuzzleFields", text: str, as_json: bool) -> None:
    """Repeat the search of a log by another algorithm, and print whether both agree."""
    from slidefront.cli.search_progress import SearchProgress
    from slidefront.search.search_log import agree, metric_of, read_log, repeat

    puzzle = replace(asked, metric=asked.metric or metric_of(text)).load_with_goal(quiet=as_json)
    log = read_log(puzzle, text)
    goal = "the goal" if log.puzzle.goal.key is None else log.puzzle.format(log.puzzle.goal.key)
    if not as_json:
        say(f"the log, from {log.puzzle.format(log.start)} to {goal}: {_text(log.claim)}")
    with SearchProgress(as_json) as progress:
        again = repeat(log, progress.begin())
    if as_json:
        print_json({"log": vars(log.claim), "again": vars(again), "agree": agree(log.claim, again)})
    else:
        say(f"repeated: {_text(again)}")
        common = log.claim if log.claim.optimum is not None else replace(log.claim, length=None)
        say(f"both agree: {_moves(common)}" if agree(log.claim, again) else "they do not agree")
    if not agree(log.claim, again):
        raise typer.Exit(1)


def _text(claim: "Claim") -> str:
    """Say what a search claims, and which one it is."""
    from slidefront.view.solved import NAMES

    return f"{_moves(claim)}, by {NAMES.get(claim.algorithm, 'IDA* with pattern databases')}"


def _moves(claim: "Claim") -> str:
    """Say what a search claims."""
    if claim.at_least is None:
        return "no route"
    if claim.length is None:
        return f"no route of fewer than {units.counted(claim.at_least, 'move')}"
    shorter = "" if claim.optimum is not None else f", at best {claim.at_least}"
    return f"{units.counted(claim.length, 'move')}{shorter}"
