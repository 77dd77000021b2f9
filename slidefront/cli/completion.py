"""Shell completion of values. Imports nothing heavy, so that a key press is answered at once.

What an option shows in its help as its values is what completion offers:

    step|slide|move    these words
    PUZZLE             the puzzles that ship
    RUN                the runs under data/
    A,B,...            words of a list, one after the other

Where nothing fits, shells offer files.
"""

import re
from collections.abc import Callable, MutableMapping
from itertools import chain
from pathlib import Path
from typing import Any

from slidefront.puzzles import library


def values(metavar: str, *words: str) -> dict[str, Any]:
    """Give an option or argument its values: for the help, and for completion. `words` are those of a list."""
    names = metavar.removesuffix("...").split("|")
    plain = words or [name for name in names if name.islower()]
    sources = [_SOURCES[name] for name in names if name in _SOURCES]
    if not plain and not sources:
        return {"metavar": metavar}

    def complete(incomplete: str) -> list[str]:
        done, comma, _ = incomplete.rpartition(",") if words else ("", "", "")
        found = chain(plain, *(source() for source in sources))
        offered = (f"{done}{comma}{one}" for one in found if one not in done.split(","))
        return [one for one in offered if one.startswith(incomplete)]

    return {"metavar": metavar, "autocompletion": complete}


def join_values(environment: MutableMapping[str, str]) -> None:
    """Make of `--metric = st`, as bash cuts `--metric=st`, the words `--metric st`, which can be completed."""
    words, joined = re.subn(r"(\s)=\s(?=\S)", r"\1", environment["COMP_WORDS"])
    environment.update({"COMP_WORDS": words, "COMP_CWORD": str(int(environment["COMP_CWORD"]) - joined)})


def run_names() -> list[str]:
    """List the runs under data/."""
    return sorted({path.parent.name for path in Path("data").glob("*/_run.json")})


_SOURCES: dict[str, Callable[[], list[str]]] = {"PUZZLE": library.names, "RUN": run_names}
