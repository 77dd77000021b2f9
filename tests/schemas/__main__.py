"""Write docs/schemas, a file for each schema."""

import json
from pathlib import Path
from typing import Any

from tests.schemas import PUZZLE, PUZZLE_RECORD, Schema
from tests.schemas.commands import ANSWER_FILE, COMMANDS
from tests.schemas.files import FILES

FOLDER = Path(__file__).parents[2] / "docs" / "schemas"


def whole(title: str, schema: Schema) -> Schema:
    """A schema that needs no other."""
    named = {"puzzle": PUZZLE_RECORD} if json.dumps(PUZZLE) in json.dumps(schema) else {}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        **schema,
        **({"$defs": named} if named else {}),
    }


SCHEMAS: dict[str, Schema] = {
    **{name: whole(title, schema) for name, (title, schema) in FILES.items()},
    "answers": whole("A line of a file of answers", ANSWER_FILE),
    **{
        f"commands/{name.replace(' ', '-')}": whole(f"What `slidefront {name} --json` prints", schema)
        for name, schema in COMMANDS.items()
    },
}
WIDTH = 120


def written(value: Any, indent: int = 0, before: int = 0) -> str:
    """JSON that breaks a line only where it is too long; `before` is what stands before it on its line."""
    line = json.dumps(value)
    if indent + before + len(line) < WIDTH or not isinstance(value, dict | list) or not value:
        return line
    inner = " " * (indent + 1)
    if isinstance(value, dict):
        names = [f"{json.dumps(name)}: " for name in value]
        rows = [name + written(one, indent + 1, len(name)) for name, one in zip(names, value.values(), strict=True)]
    else:
        rows = [written(one, indent + 1) for one in value]
    left, right = "{}" if isinstance(value, dict) else "[]"
    return f"{left}\n{inner}" + f",\n{inner}".join(rows) + f"\n{' ' * indent}{right}"


def texts() -> dict[str, str]:
    """The text of each schema, by the path of its file below the folder."""
    return {f"{name}.json": written(schema) + "\n" for name, schema in SCHEMAS.items()}


if __name__ == "__main__":
    for name, text in texts().items():
        path = FOLDER / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
