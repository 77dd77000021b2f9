"""Proof logs: what a search did, line by line; `proof_check` reads them back.

{"proof_log": 2, "puzzle": "15-puzzle", "identity": "...", "start": "...", "goal": "...", "databases": "..."}
{"limit": 50, "generated": 1204, "seconds": 0.01}                       a round for each threshold or layer
{"limit": 52, "generated": 9120, "seconds": 0.02}
{"optimum": 52, "at_least": 52, "proof": "...", "examined": 4100, "moves": [{"what": "f", "way": "R"}, ...]}
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from slidefront.explore.watch import Threshold
from slidefront.files import write_new
from slidefront.puzzles.core import identity_hash
from slidefront.search.solve import SearchInterrupted, Solved

VERSION = 2


def write_log(path: Path, solved: Solved) -> None:
    """Write the log of a search to a new file."""
    write_new(path, "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in _lines(solved)).encode())


@contextmanager
def written_if_interrupted(path: Path | None) -> Iterator[None]:
    """Write the log of a search, if there is to be one, as far as the search came when it is interrupted."""
    try:
        yield
    except SearchInterrupted as error:
        if path is not None:
            write_log(path, error.solved)
        raise


def _lines(solved: Solved) -> Iterator[dict[str, Any]]:
    puzzle, answer, question = solved.puzzle, solved.answer, solved.question
    start = puzzle.format(question.start) if solved.route is None else solved.route.boards[0]
    yield {
        "proof_log": VERSION,
        "puzzle": puzzle.name,
        "identity": identity_hash(puzzle),
        "metric": puzzle.metric,
        "start": start,
        "goal": None if puzzle.goal.key is None else puzzle.format(puzzle.goal.key),
        "to": question.to,
        "bounded": str(question.bounded),
        "max_seconds": question.max_seconds,
        "algorithm": solved.algorithm,
        "why": solved.why,
        "databases": answer.databases,
    }
    for one in answer.rounds:
        if isinstance(one, Threshold):
            yield {"limit": one.limit, "generated": one.nodes, "seconds": round(one.seconds, 6)}
        else:
            yield {"layers": [one.from_start, one.from_goal], "boards": one.boards, "met": one.met}
    yield {
        "optimum": solved.optimum,
        "at_least": answer.at_least,
        "proof": answer.proof,
        "interrupted": answer.interrupted,
        "generated": answer.generated,
        "examined": answer.examined,
        "seconds": round(solved.seconds, 6),
        "moves": None if solved.route is None else [vars_of(move) for move in solved.route.moves],
    }


def vars_of(move: Any) -> dict[str, str]:
    """Give a move as plain data."""
    return {"what": move.what, "way": move.way}
