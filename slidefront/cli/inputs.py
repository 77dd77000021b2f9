"""Read texts and boards from the command line, from files and from standard input (`-`)."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from slidefront.errors import SlidefrontError
from slidefront.files import is_file

if TYPE_CHECKING:
    from slidefront.puzzles.core import Puzzle


def source_name(word: str) -> str:
    """Name the source of a text in messages."""
    return "standard input" if word == "-" else word


def read_text(word: str) -> str | None:
    """Read the file with this name, or standard input; None if the word names neither."""
    if word != "-" and not is_file(word):
        return None
    try:
        return sys.stdin.read() if word == "-" else Path(word).read_text("utf-8-sig")
    except OSError as error:
        raise SlidefrontError(f"cannot read {word}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SlidefrontError(f"{source_name(word)} is not UTF-8 text") from None


def read_boards(puzzle: "Puzzle", word: str) -> list[tuple[str, int]]:
    """Read one board, a file of boards, or standard input: each board as typed and as a key."""
    from slidefront.puzzles.read.boards import boards_in, starts_typed

    text = read_text(word)
    if text is None:
        return [(word, int(starts_typed(puzzle, word).keys[0]))]
    return boards_in(puzzle, text, source_name(word))


def check_one_standard_input(*words: str) -> None:
    """Refuse a command line that reads standard input twice."""
    if words.count("-") > 1:
        raise SlidefrontError("only one argument can be -: standard input can be read only once")
