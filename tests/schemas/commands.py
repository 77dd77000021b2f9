"""The schemas of what commands print with `--json`, and of files of answers."""

from tests.schemas import (
    BOARD,
    COUNT,
    DIGEST,
    FLAG,
    HASH,
    KIND,
    MARKS,
    NULL,
    NUMBER,
    PATH,
    PUZZLE,
    ROUNDS,
    SECONDS,
    STEP,
    TEXT,
    Schema,
    maybe,
    one_of,
    record,
    row,
    said,
    some,
    words,
)

_ROUTE = {
    "puzzle": TEXT,
    "metric": TEXT,
    "start": BOARD,
    "end": BOARD,
    "length": COUNT,
    "moves": said(some(record({"what": TEXT, "way": TEXT, "board": BOARD})), "With the board after each move."),
    "groups": said(some(STEP), "The moves, joined."),
}
_GRID = record(
    dict.fromkeys(("axis", "frozen", "groups"), maybe(TEXT)), "The options for grids, of lines with puzzles."
)
_ONE = {"puzzle": maybe(PUZZLE, "Null where each line is a puzzle of its own."), "read_as?": TEXT}
_OPTIONS = {"metric": maybe(TEXT), "to": maybe(TEXT), "grid?": _GRID}
_FORMAT = maybe(TEXT, "How routes are written. Null if there are none, or if each answer says it.")
_FAULT = record({"number": maybe({"type": "integer", "minimum": 1}), "move": TEXT, "why": TEXT})
_SEARCH = {"algorithm": TEXT, "optimum": maybe(COUNT), "generated": COUNT, "examined": COUNT, "seconds": SECONDS}
QUESTIONS: dict[str, dict[str, Schema]] = {
    "solve": {
        **_ONE,
        **_OPTIONS,
        "format": _FORMAT,
        "max_depth": maybe(COUNT),
        "bounded?": TEXT,
        "max_seconds?": SECONDS,
    },
    "solvable": _ONE,
    "depth": {
        **_ONE,
        "start": TEXT,
        "start_digest": DIGEST,
        "depth": COUNT,
        "layers": said(some(row(COUNT, TEXT)), "The boards and the digest of each layer."),
        "routes": FLAG,
        "format": _FORMAT,
    },
    "replay": {
        **_ONE,
        "metric?": maybe(TEXT),
        "to?": maybe(TEXT),
        "grid?": _GRID,
        "from?": maybe(TEXT),
        "optimal": FLAG,
    },
    "compare": {**_ONE, **_OPTIONS, "algorithms": some(TEXT), "max_seconds?": SECONDS},
}
_HOW = {"format?": said(TEXT, "How the route is written, where each line is a puzzle of its own.")}
ANSWERS: dict[str, list[dict[str, Schema]]] = {
    "solve": [
        {"length": COUNT, "route": TEXT, "at_least?": said(COUNT, "No route is shorter; where that is less."), **_HOW},
        {"length": NULL, "at_least": maybe(COUNT), "proof": TEXT, **_HOW},
    ],
    "solvable": [{"solvable": maybe(FLAG, "Null if only a search can tell.")}],
    "depth": [
        {"depth": maybe(COUNT, "Null if no layer has the board.")},
        {**_ROUTE, "route": TEXT},
        {"length": COUNT, "route": TEXT},
    ],
    "replay": [
        {
            "puzzle": TEXT,
            "metric": TEXT,
            "legal": FLAG,
            "fault": maybe(_FAULT, "What is wrong; without a number of a move, the stated number of moves."),
            "start": BOARD,
            "end": BOARD,
            "goal_met": maybe(FLAG, "Null if the puzzle has no goal."),
            "counts": said({"type": "object", "additionalProperties": COUNT}, "The moves in each metric."),
            "group_count": COUNT,
            "shortest?": said(COUNT, "With --optimal: the moves of a shortest route."),
            "excess?": said(NUMBER, "With --optimal: how many moves are too many."),
        }
    ],
    "compare": [{"optimum": maybe(COUNT), "published": maybe(COUNT), "searches": some(record(_SEARCH))}],
}


def _question(command: str) -> dict[str, Schema]:
    return {"command": {"const": command}, **QUESTIONS[command]}


def _lines(command: str) -> list[Schema]:
    """The answers to a line, also why there is none."""
    line = {"line": {"type": "integer", "minimum": 1}, "route" if command == "replay" else "board": TEXT}
    return [record({**line, **fields}) for fields in (*ANSWERS[command], {"error": TEXT})]


def _answers(command: str) -> Schema:
    return record({**_question(command), "answers": some(one_of(*_lines(command)))}, "The answers to many lines.")


# The other commands

_LAYER = {
    "depth": COUNT,
    "boards": COUNT,
    "marked": COUNT,
    "bytes": COUNT,
    "seconds": SECONDS,
    "scratch_written": COUNT,
    "scratch_read": COUNT,
    "digest": said(TEXT, "The digest of the keys; empty in a table."),
}
_SPACE = {
    "puzzle": TEXT,
    "path": maybe(PATH, "The folder of the run, or the file of the table; null if nothing is stored."),
    "start": TEXT,
    "metric": TEXT,
    "whole": said(FLAG, "Whether the deepest layer is the last of the space."),
    "depth": said(COUNT, "The greatest depth so far."),
    "marks": MARKS,
}
_GROWTH = {
    **_SPACE,
    "total": maybe(COUNT, "The number of boards of the space, if it is known before exploring."),
    "boards": said(COUNT, "The number of boards so far."),
    "bytes": COUNT,
    "layers": some(record(_LAYER)),
}
_MEAN = {"type": "number"}
_SPREAD = record({"boards": COUNT, "nearest": COUNT, "mean": _MEAN, "median": _MEAN, "mode": COUNT, "deepest": COUNT})
_MEAN_MOVES = maybe(
    record(dict.fromkeys(("moves", "ahead", "beside", "back"), _MEAN)), "With --moves: of a board of this depth."
)
_STATS = {
    **_GROWTH,
    "distribution": _SPREAD,
    "marked_distribution": maybe(_SPREAD, "Null if no board is marked."),
    "growth_rate": maybe(_MEAN, "The geometric mean of the branching up to the mode."),
    "layers": some(
        record(
            {
                **_LAYER,
                "branching": maybe(_MEAN, "The boards, divided by those of the layer before."),
                "mean_moves": _MEAN_MOVES,
            }
        )
    ),
}
_HARDEST = {**_SPACE, "from_home": FLAG, "from_goal": FLAG}
_DEEP = record({"depth": COUNT, "boards": COUNT, "shown": some(BOARD)})
_VERIFIED = {
    "path": PATH,
    "deep": said(FLAG, "Whether the layers were computed again."),
    "good": FLAG,
    "whole": maybe(FLAG),
    "depth": maybe(NUMBER, "Null if the manifest cannot be read; -1 if the run has no layer yet."),
    "boards": maybe(COUNT),
    "bytes": maybe(COUNT),
    "damages": some(record({"depth": maybe(COUNT), "file": TEXT, "row": maybe(COUNT), "what": TEXT})),
}
_RUN_VERIFIED = {
    **_VERIFIED,
    "safe": maybe(COUNT, "The deepest layer that is good with all layers before it."),
    "strays": said(some(TEXT), "Files that do not belong to the run."),
    "leftovers": said(some(TEXT), "Files of a process that runs or was interrupted."),
}
_STORED = {
    "path": PATH,
    "kind": words("run", "table"),
    "puzzle": maybe(TEXT),
    "metric": maybe(TEXT),
    "start": maybe(TEXT),
    "depth": maybe(NUMBER),
    "boards": maybe(COUNT),
    "bytes": COUNT,
    "whole": maybe(FLAG),
    "error": maybe(TEXT, "Why it cannot be read."),
}
_PUZZLE_FACTS = {
    "name": TEXT,
    "title": TEXT,
    "about": TEXT,
    "author": TEXT,
    "kind": KIND,
    "metric": TEXT,
    "home": BOARD,
    "goal": maybe(BOARD, "Null if many boards meet the goal, or if the puzzle has no goal."),
    "goal_pieces": some(record({"piece": TEXT, "row": NUMBER, "column": NUMBER})),
    "names": said(some(TEXT), "The names of the pieces."),
    "metrics": some(TEXT),
    "goal_reachable": maybe(FLAG, "Null if only a search can tell."),
    "optimum": said({"type": "object", "additionalProperties": COUNT}, "The published optimum in each metric."),
    "key_bits": COUNT,
    "most_moves": COUNT,
    "bipartite": FLAG,
    "boards": maybe(COUNT, "The number of boards that can be reached: exactly or at most."),
    "exact": maybe(FLAG),
}
_FOUND = {"pieces": COUNT, "one_of_them": BOARD}
_FULL = {**_FOUND, "placements": COUNT, "solvable": COUNT, "longest": NUMBER}
_FIND_ROWS = one_of(
    record({**_FULL, **dict.fromkeys(("starts", "components", "boards", "different"), COUNT)}),
    record({**_FULL, **dict.fromkeys(("boards", "clusters", "minimal"), COUNT)}, "Of clusters, as of rush."),
)
_SOLVED = {
    **_ROUTE,
    "goal": maybe(BOARD, "Null if many boards meet the goal."),
    "optimum": maybe(COUNT, "The moves of a shortest route; null if none was found and proved to be shortest."),
    "at_least": maybe(COUNT, "No route is shorter; null if the board has no solution."),
    "proof": TEXT,
    "algorithm": TEXT,
    "why": TEXT,
    "generated": COUNT,
    "examined": COUNT,
    "seconds": SECONDS,
    "rounds": some(one_of(*ROUNDS)),
}
_ALL = {"count": said(COUNT, "With --all: the number of shortest routes."), "routes": some(record(_ROUTE))}
_NO_ROUTE = {**_SOLVED, **dict.fromkeys(("end", "length", "moves", "groups"), NULL)}
_DATABASE = {
    "name": TEXT,
    "path": TEXT,
    "bytes": COUNT,
    "cells": COUNT,
    "metric": TEXT,
    "puzzle": maybe(TEXT),
    "hole": COUNT,
    "groups": some(some(COUNT)),
    "levels": some(COUNT),
    "cut": COUNT,
    "seconds": SECONDS,
    "identity": HASH,
}

COMMANDS: dict[str, Schema] = {
    "expand": record(_GROWTH),
    "table": record({**_GROWTH, "bits": COUNT, "deepest_boards": some(BOARD)}),
    "find": record({"kind": TEXT, "path": said(TEXT, "The folder of what was found."), "pieces": some(_FIND_ROWS)}),
    "info": record({**_PUZZLE_FACTS, "disk_bytes": maybe(COUNT, "An estimate for all layers.")}),
    "solve": one_of(record(_SOLVED), record({**_SOLVED, **_ALL}), record(_NO_ROUTE), _answers("solve")),
    "solvable": _answers("solvable"),
    "depth": _answers("depth"),
    "replay": _answers("replay"),
    "compare": _answers("compare"),
    "list": some(record(_PUZZLE_FACTS)),
    "show": record(
        {
            "puzzle": TEXT,
            "board": BOARD,
            "key": COUNT,
            "rows": maybe(some(some(one_of(NUMBER, TEXT))), "Null for a graph."),
        }
    ),
    "stats": some(record(_STATS)),
    "hardest": record({**_HARDEST, "only_marked": FLAG, "layers": some(_DEEP)}),
    "runs": some(record(_STORED)),
    "verify": one_of(record(_RUN_VERIFIED, "A run."), record(_VERIFIED, "A table.")),
    "patterns list": some(record(_DATABASE)),
}
"""What each command prints with `--json`, by the name of the command."""

ANSWER_FILE = one_of(
    *(
        record({"answers": {"const": 1}, **_question(command)}, "The question, the first line.")
        for command in QUESTIONS
    ),
    *(line for command in QUESTIONS for line in _lines(command)[:-1]),
    *(_lines(command)[-1] for command in ("solve", "replay")),
)
"""A line of a file of answers."""
