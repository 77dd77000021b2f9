"""What a person gives in place of a text: a file that holds it, or `-` for standard input."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from slidefront.errors import SlidefrontError
from slidefront.files import is_file

if TYPE_CHECKING:
    from slidefront.puzzles.core import Puzzle


def text_in(word: str) -> str | None:
    """Read the file that a word names, or standard input; None where the word is the text itself."""
    if word != "-" and not is_file(word):
        return None
    try:
        return sys.stdin.read() if word == "-" else Path(word).read_text("utf-8-sig")
    except OSError as error:
        raise SlidefrontError(f"cannot read {word}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SlidefrontError(f"{'standard input' if word == '-' else word} is not UTF-8 text") from None


def boards_given(puzzle: "Puzzle", word: str) -> list[tuple[str, int]]:
    """Read a board, or a file of them, or standard input: each as typed and as a key."""
    from slidefront.puzzles.read.boards import boards_in, start_at

    text = text_in(word)
    if text is None:
        return [(word, int(start_at(puzzle, word).keys[0]))]
    return boards_in(puzzle, text, "standard input" if word == "-" else word)
