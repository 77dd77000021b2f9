"""Results as plain data and as JSON."""

import json
from dataclasses import asdict
from enum import Enum
from pathlib import Path
from typing import Any


def named(source: object, *names: str) -> dict[str, Any]:
    """Return attributes by name, so that a name means the same in every JSON; None for a missing attribute."""
    return {name: getattr(source, name, None) for name in names}


def json_text(data: object) -> str:
    """Write data as JSON, with dataclasses as objects of their fields. Unprintable characters are escaped."""

    def plain(value: Any) -> Any:
        return value.value if isinstance(value, Enum) else str(value) if isinstance(value, Path) else asdict(value)

    text = json.dumps(data, indent=1, ensure_ascii=False, default=plain)
    return "".join(letter if letter.isprintable() or letter == "\n" else json.dumps(letter)[1:-1] for letter in text)
