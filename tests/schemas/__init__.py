"""JSON Schemas of the files and of what each command prints with `--json`: docs/schemas.

`python -m tests.schemas` writes them. This module has what all of them are made of; an object has no other fields than
those that its schema names.
"""

from collections.abc import Mapping
from typing import Any

Schema = dict[str, Any]


def record(fields: Mapping[str, Schema], about: str = "") -> Schema:
    """An object with these fields; one whose name ends with `?` may be missing."""
    return {
        "type": "object",
        **({"description": about} if about else {}),
        "properties": {name.removesuffix("?"): schema for name, schema in fields.items()},
        "required": [name for name in fields if not name.endswith("?")],
        "additionalProperties": False,
    }


def some(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def row(*items: Schema) -> Schema:
    return {"type": "array", "prefixItems": [*items], "minItems": len(items), "items": False}


def one_of(*schemas: Schema) -> Schema:
    return {"anyOf": [*schemas]}


def maybe(schema: Schema, about: str = "") -> Schema:
    either = {**schema, "type": [schema["type"], "null"]} if "type" in schema else one_of(schema, {"type": "null"})
    return {**either, **({"description": about} if about else {})}


def said(schema: Schema, about: str) -> Schema:
    return {**schema, "description": about}


def words(*choices: str) -> Schema:
    return {"enum": [*choices]}


TEXT: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}
NUMBER: Schema = {"type": "integer"}
COUNT: Schema = {"type": "integer", "minimum": 0}
SECONDS: Schema = {"type": "number", "minimum": 0}
NULL: Schema = {"type": "null"}
HASH: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
DIGEST: Schema = {"type": "string", "pattern": "^[0-9a-f]{16}$"}
PART: Schema = {"type": "string", "pattern": r"^part-\d{5}\.parquet$"}
BOARD = TEXT
IDENTITY = said(HASH, "A hash of everything that determines the layers.")
PUZZLE_FILE = said(TEXT, "The puzzle file; empty for a puzzle that is written in Python.")
PATH = said(TEXT, "The folder of the run, or the file of the table.")
MARKS = said(words("hole_home", "mover_home", "goal", "none"), "What the marked boards of a layer are.")
KIND = words("tiles", "graph", "blocks", "python")

PUZZLE_RECORD = record(
    {
        "name": TEXT,
        "kind": KIND,
        "metric": TEXT,
        "home": BOARD,
        "goal": maybe(BOARD, "The goal, if it is one board."),
        "identity": IDENTITY,
        "text": PUZZLE_FILE,
        "new_goal?": said(one_of(TEXT, NUMBER), "The goal in place of that of the puzzle file: a text, or a key."),
    }
)
PUZZLE: Schema = {"$ref": "#/$defs/puzzle"}
STEP = record({"what": TEXT, "way": TEXT})
ROUNDS = (
    record(
        {"limit": COUNT, "generated": COUNT, "seconds": SECONDS},
        "A round of depth-first search: no route has at most `limit` moves, unless the answer says so.",
    ),
    record(
        {"from_start": COUNT, "from_goal": COUNT, "boards": COUNT, "seconds": SECONDS, "met": FLAG},
        "A layer from the start or from the goal.",
    ),
)
