"""Shell completion of values. Imports nothing heavy, so that a key press is answered at once.

What an option shows in its help as its values is what completion offers:

    step|slide|move    these words
    PUZZLE             the puzzles that ship
    RUN                the runs under data/
    BOARD              boards in the files of the current folder: case files, packs, lists of boards
    A,B,...            words of a list, one after the other

Where nothing fits, shells offer files.
"""

import re
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from itertools import chain, islice
from pathlib import Path
from typing import Any

from slidefront.puzzles import library

_MOST_FILES, _MOST_BYTES, _MOST_VALUES = 20, 1 << 16, 200
_ENDINGS = (".txt", ".csv", ".json", ".jsonl")
_IN_JSON = re.compile(r'"board"\s*:\s*"([^"\s]+)"')
_IN_LINE = re.compile(r"^([^\s,:#{}\[\]\"]+)(?=[\s,:]|$)", re.MULTILINE)


def values(metavar: str) -> dict[str, Any]:
    """Give an option or argument its values: for the help, and for completion."""
    words = metavar.removesuffix("...").split("|")
    plain = [word for word in words if word.islower()]
    sources = [_SOURCES[word] for word in words if word in _SOURCES]
    if not plain and not sources:
        return {"metavar": metavar}

    def complete(incomplete: str) -> list[str]:
        found = chain(plain, *(source() for source in sources))
        fitting = dict.fromkeys(one for one in found if one.startswith(incomplete))
        return [*islice(fitting, _MOST_VALUES)]

    return {"metavar": metavar, "autocompletion": complete}


def listed(metavar: str, *words: str) -> dict[str, Any]:
    """Give an option a list of words with commas between them."""

    def complete(incomplete: str) -> list[str]:
        done, comma, _ = incomplete.rpartition(",")
        others = (word for word in words if word not in done.split(","))
        return [f"{done}{comma}{word}" for word in others if f"{done}{comma}{word}".startswith(incomplete)]

    return {"metavar": metavar, "autocompletion": complete}


def join_values(environment: MutableMapping[str, str]) -> None:
    """Make of `--metric = st`, as bash cuts `--metric=st`, the words `--metric st`, which can be completed."""
    words, joined = re.subn(r"(\s)=\s(?=\S)", r"\1", environment["COMP_WORDS"])
    environment.update({"COMP_WORDS": words, "COMP_CWORD": str(int(environment["COMP_CWORD"]) - joined)})


def run_names() -> list[str]:
    """List the runs under data/."""
    return sorted({path.parent.name for path in Path("data").glob("*/_run.json")})


def boards_in_files() -> Iterator[str]:
    """List boards that files of the current folder name."""
    files = sorted(path for path in Path().iterdir() if path.suffix in _ENDINGS and path.is_file())
    for path in files[:_MOST_FILES]:
        try:
            with path.open(encoding="utf-8-sig") as file:
                text = file.read(_MOST_BYTES)
        except (OSError, UnicodeDecodeError):
            continue
        found = (_IN_JSON if path.suffix in (".json", ".jsonl") else _IN_LINE).findall(text)
        yield from (board for board in found if len(board) > 3 and not board.isalpha())


_SOURCES: dict[str, Callable[[], Iterable[str]]] = {
    "PUZZLE": library.names,
    "RUN": run_names,
    "BOARD": boards_in_files,
}
