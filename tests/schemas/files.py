"""The schemas of files."""

from tests.schemas import (
    BOARD,
    COUNT,
    DIGEST,
    FLAG,
    HASH,
    IDENTITY,
    MARKS,
    NUMBER,
    PART,
    PUZZLE,
    PUZZLE_FILE,
    SECONDS,
    TEXT,
    maybe,
    one_of,
    record,
    row,
    said,
    some,
    words,
)

_ORIGIN = {
    "puzzle": said(TEXT, "The name of the puzzle."),
    "text": PUZZLE_FILE,
    "identity": IDENTITY,
    "metric": TEXT,
    "start": said(TEXT, "The name of the start set: home, goal, a board or a file."),
    "start_kind": words("home", "goal", "goals", "board", "boards", "file"),
    "start_digest": said(DIGEST, "The digest of the boards at depth 0."),
    "marks": MARKS,
    "total": maybe({"type": "integer", "minimum": 1}, "The number of boards, if it is known before exploring."),
    "new_goal": maybe(one_of(TEXT, NUMBER), "The goal in place of that of the puzzle file: a text, or a key."),
}
_HEAD = {"format": {"const": "slidefront run"}, "version": {"const": 3}, **_ORIGIN}
_PART = record(
    {
        "file": PART,
        "boards": COUNT,
        "bytes": COUNT,
        "sha256": HASH,
        "footer": said(COUNT, "The CRC-32 of the footer of the file."),
    }
)
_LAYER = record(
    {
        "depth": COUNT,
        "boards": {"type": "integer", "minimum": 1},
        "marked": COUNT,
        "digest": said(
            {"type": "string", "pattern": "^([0-9a-f]{16})?$"},
            "The digest of the keys; empty in a manifest that is made again, until the layer is compared.",
        ),
        "seconds": SECONDS,
        "parts": some(_PART),
        "written": said(COUNT, "Bytes that were written to the scratch folder."),
        "read": said(COUNT, "Bytes that were read from it."),
    }
)
_ARRAY = record(
    {
        "type": TEXT,
        "size": COUNT,
        "crc32": said(TEXT, "The CRC-32 of each 16 KiB, four bytes each, in Base64."),
    }
)
_SUMS = row(COUNT, COUNT, SECONDS)
_TABLE = {
    **_ORIGIN,
    "whole": FLAG,
    "layers": said(some(_SUMS), "For each depth the boards, the marked ones, and the seconds."),
    "starts": said(some(COUNT), "The boards at depth 0; empty if they are too many: then all that meet the goal."),
    "bits": said({"enum": [1, 2]}, "The bits of a board: 1 is (depth >> 1) & 1, 2 are the depth modulo 3."),
    "shape": said(row(COUNT, COUNT, COUNT), "The rows, the words of a row, and the boards of a word."),
    "deepest": some(COUNT),
    "partial": maybe(_SUMS),
    "done": said(some(COUNT), "The tasks of the depth in work that are done."),
    "recent": some(some(COUNT)),
    "arrays": {"type": "object", "additionalProperties": _ARRAY, "description": "The arrays, by name."},
}
_PACK = {
    "board": BOARD,
    "length": COUNT,
    "route?": said(TEXT, "A shortest solution."),
    "format?": said(TEXT, "How the route is written: as letters, else hole (its cells), else steps."),
    "boards?": said(COUNT, "The number of boards that can be reached."),
    "solutions?": said(COUNT, "The number of shortest solutions."),
    "astray?": SECONDS,
    "forced_first?": COUNT,
    "forced_last?": COUNT,
    "grade?": TEXT,
    "pieces?": COUNT,
    "size?": COUNT,
    "puzzle": PUZZLE,
}

_NAMES = said(one_of(TEXT, some(TEXT)), "Names of pieces; a text has a letter each, or words.")
_ABOUT = {"title?": TEXT, "about?": TEXT, "author?": TEXT}
_OPTIMUM = one_of(NUMBER, {"type": "object", "additionalProperties": NUMBER})
_TILES = {"home?": TEXT, "size?": TEXT, "goal?": TEXT, "metric?": words("step", "line"), "optimum?": _OPTIMUM}
_GRAPH = {"home": TEXT, "mover?": TEXT, "edges": some(row(COUNT, COUNT)), "goal?": TEXT, "optimum?": _OPTIMUM}
_BLOCKS = {
    "home": said(TEXT, "The grid."),
    "goal?": said(one_of(TEXT, some(row(TEXT, NUMBER, NUMBER))), "A grid; or pieces with their rows and columns."),
    "goal_match?": words("piece", "shape"),
    "interchangeable?": FLAG,
    "gate_pieces?": _NAMES,
    "groups?": some(_NAMES),
    "frozen?": _NAMES,
    "axis?": one_of(FLAG, _NAMES),
    "parted?": _NAMES,
    "metric?": words("step", "slide", "move"),
    "optimum?": _OPTIMUM,
}
_PUZZLE_FILE = one_of(
    *(
        record({"kind": {"const": kind}, **_ABOUT, **fields})
        for kind, fields in (("tiles", _TILES), ("graph", _GRAPH), ("blocks", _BLOCKS))
    )
)

_RATED = {"solutions": COUNT, "astray": {"type": "number", "minimum": 0}, "forced_first": COUNT, "forced_last": COUNT}
_SOLUTION = {
    "metric": TEXT,
    "length": maybe(COUNT, "Null if no solution was found."),
    "optimum": maybe(COUNT, "Null if none was found and proved to be shortest."),
    "at_least": maybe(COUNT, "No solution is shorter; null if the start has no solution."),
    "proof": TEXT,
}
_SPACE = {
    "boards": COUNT,
    "depth": COUNT,
    "mean": {"type": "number", "minimum": 0},
    "from_home": said(some(COUNT), "The boards at each distance from home."),
    "to_goal": maybe(some(COUNT), "The boards at each distance to the goal."),
}
FILES = {
    "run": ("_run.json: the manifest of a run", record({**_HEAD, "whole": FLAG, "layers": some(_LAYER)})),
    "part": (
        "The metadata `slidefront` of a part: JSON in the footer of its Parquet file",
        record({**_HEAD, "depth": COUNT, "file": PART}),
    ),
    "table": ("The header of a table file", record(_TABLE)),
    "pack": ("A line of a pack as JSON lines", record(_PACK)),
    "puzzle": ("A puzzle file, as TOML is read", _PUZZLE_FILE),
}
"""The title and the schema of each file, by name."""
