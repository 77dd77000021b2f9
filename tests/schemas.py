"""The JSON Schemas in docs/schemas, of written files and of the output of `--json`."""

import json
from pathlib import Path
from typing import Any

import jsonschema

FOLDER = Path(__file__).parents[1] / "docs" / "schemas"
SCHEMAS: dict[str, Any] = {
    path.relative_to(FOLDER).with_suffix("").as_posix(): json.loads(path.read_text("utf-8"))
    for path in FOLDER.rglob("*.json")
}
"""By name: `run`, `commands/solve`."""


def check(name: str, record: Any) -> None:
    jsonschema.Draft202012Validator(SCHEMAS[name]).validate(record)
