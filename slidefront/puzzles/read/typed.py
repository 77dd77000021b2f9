"""What is typed or pasted in place of a puzzle's name: a text, a file of text, or `-` for standard input.

`load` imports this module, and with it the readers of other programs' forms, only for what is neither a name nor a
size nor a TOML file.
"""

import re
import sys
from pathlib import Path

from slidefront.errors import BoardError, PuzzleError
from slidefront.files import is_file
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.read.contradictions import check_goal, check_hole, check_order, check_size
from slidefront.puzzles.read.drawings import is_box
from slidefront.puzzles.read.grid_options import GridOptions
from slidefront.puzzles.read.klotski_json import is_klotski_json
from slidefront.puzzles.read.left_out import LEFT_OUT, has_numbers_around, has_words_around
from slidefront.puzzles.read.lists import without_answer
from slidefront.puzzles.read.load import load_text, read_file
from slidefront.puzzles.read.markup import without_mail_header
from slidefront.puzzles.read.numbers import boards_in_numbers
from slidefront.puzzles.read.pasted import read_puzzle
from slidefront.puzzles.read.pddl import is_pddl
from slidefront.puzzles.read.puzzle_text import PastedPuzzle
from slidefront.puzzles.read.side_by_side import below_each_other
from slidefront.puzzles.read.wrapping import unwrap
from slidefront.puzzles.transfer.puzzle import TransferPuzzle

_GRID_LIKE = re.compile(r"[A-Z0-9._#/ \n-]+")
_FLAT_LIKE = re.compile(r"(?=.*[0-9])(?:[0-9A-Fa-f._xX*-]{4}|[0-9._xX*-]{9}|[0-9A-Fa-f._xX*-]{16}|[0-9A-Oa-o._]{25})")
_RUSH_LIKE = re.compile(
    r"(?:\d+[\s,]+)?(?:[A-Zox.0=_-]{30,42}|[a-z.0=_-]{36})(?:[\s,]+\d+)?"
)  # or of the wrong length, and to be told so
_FIELD = re.compile(r"(?m)^\s*(?:(?:kind|title|about|author|home|mover|metric)\s*=\s*[\"']|edges\s*=\s*\[)")
_SLASHED = re.compile(r"[A-Za-z0-9._-]{2,}(?:/[A-Za-z0-9._-]{2,})+/?")
_NUMBERS_IN_SENTENCE = re.compile(r"[A-Za-z]+[ :].*?(?:\d{1,2}[\s,;/|\])}]+[\[({]*){4}")


def load_typed(name: str, metric: str | None, options: GridOptions, *, is_path: bool) -> Puzzle | None:
    """Load standard input, a file or a text; None where the name is none of these."""
    if name == "-":
        return _load(sys.stdin.read(), metric, options)
    if is_file(name):
        return _load(read_file(Path(name)), metric, options, Path(name).stem)
    try:
        forms = (form(name) for form in (str, unwrap, without_answer))
        pasted = not is_path and (any(map(_is_pasted, forms)) or boards_in_numbers(name))
    except BoardError as error:
        raise PuzzleError(str(error)) from None
    return _load(name, metric, options) if pasted else None


def _is_pasted(text: str) -> bool:
    """Tell a board from a name or a path."""
    bare = text.strip()
    if bare.startswith(("./", "../", "~")) or bare.endswith(".toml") or not bare:
        return False
    if not all(letter.isprintable() or letter in "\n\t\r" for letter in bare):
        return False
    if set(bare) & set("\n\t|") or "\\n" in bare or re.match(r"[\w ]+=\s*[\[{(]", bare) or _is_lettered(bare):
        return True
    if bare[0] in "[{(" or _FLAT_LIKE.fullmatch(bare) or _RUSH_LIKE.fullmatch(bare) or is_box(bare) or is_pddl(bare):
        return True
    if _is_numbered(bare):
        return True
    words = re.split(r"[\s,;/|]+", bare)
    numbers = [word for word in words if word.isdigit() and len(word) < 3]
    if len(words) >= 4 and len(numbers) >= len(words) - 2 and not bare.startswith("/"):
        return True
    if _NUMBERS_IN_SENTENCE.match(bare) and len(re.findall(r"\d+", bare)) > len(re.findall("[A-Za-z]+", bare)):
        return True
    return not bare.startswith("/") and _is_grid(text)


def _is_numbered(text: str) -> bool:
    """Tell rows in words of which each of 1 to 9 and a, b, ... is there once, with one mark, such as 813/4*2/765."""
    rows = [row for row in re.split(r"[\s/]+", text.lower()) if row]
    tiles = sorted(filter(str.isalnum, "".join(rows).replace("x", "_").replace("0", "_")))
    known = [*"123456789abcdefghijklmnopqrstuvw"[: len(tiles)]]
    marks = [cell for cell in "".join(rows) if not cell.isalnum() or cell in "x0"]
    return (
        len(rows) > 1
        and len({*map(len, rows)}) == 1
        and len(tiles) > 2
        and tiles == known
        and len(marks) == 1
        and marks[0] in "_.0xX*-"
    )


def _is_lettered(text: str) -> bool:
    """Tell a square of the first letters of the alphabet and one hole, such as abce.fdgh or b12 345 678."""
    cells = text.replace(" ", "").lower()
    letters = sorted(letter for letter in cells if letter not in "._")
    first = [chr(ord("a") + index) for index in range(len(letters))]
    digits = [str(index) for index in range(1, len(letters))]
    return len(cells) in (9, 16) and ((len(letters) == len(cells) - 1 and letters == first) or letters[:-1] == digits)


def _is_grid(text: str) -> bool:
    """Tell a grid from a path: several rows of one length, with a blank or a hole among them."""
    rows = [row.split() if " " in row.strip() else list(row) for row in re.split(r"[\n/]", text.strip("\n/"))]
    if len(rows) < 2 or len(rows[0]) < 2:
        return False
    even = len({len(row) for row in rows}) == 1
    cars = [len(row) for row in rows] == [6] * 6
    if (
        even
        and _SLASHED.fullmatch(text.strip())
        and (cars or (text == text.upper() and {*text} & {*"-0"}))
        and not is_file(text)
    ):
        return True
    if not set(text) & set("._"):
        return (bool(set(text) & {"\n", " "}) and (even or "," in text)) or _is_number_grid(rows)
    return even or _GRID_LIKE.fullmatch(text) is not None or text.count("\n") > 1


def _is_number_grid(rows: list[list[str]]) -> bool:
    cells = [cell for row in rows for cell in row]
    return (
        len({len(row) for row in rows}) == 1
        and "0" in cells
        and all(cell in "0123456789abcdefABCDEF" for cell in cells)
    )


def _load(text: str, metric: str | None, options: GridOptions, name: str | None = None) -> Puzzle:
    """Load a text: a puzzle file, a Rush Hour card, or a grid of tiles or blocks."""
    if all(re.match(r"\s*(?:#\s.*[a-z]{3}|$)", line) for line in text.split("\n")):
        raise PuzzleError("there is nothing to read: give a puzzle file, a Rush Hour board or a grid")
    text = below_each_other(without_mail_header(text))
    if _FIELD.search(text) and not is_klotski_json(text):
        if options.any:
            raise PuzzleError("--axis, --frozen, --groups and --goal are for grids: write these fields into the file")
        return load_text(text, name or "input", metric)
    try:
        check_order(text)
        pasted = read_puzzle(without_answer(text), options)
    except BoardError as error:
        raise PuzzleError(str(error)) from None
    loaded = load_text(pasted.text, name or pasted.name, metric)
    loaded.read_as = pasted.how
    if isinstance(loaded, TransferPuzzle):
        loaded.decimal = pasted.decimal
    loaded.title = pasted.title or loaded.title
    if not is_pddl(text) and not is_klotski_json(text):
        try:
            loaded.read_as = _how_read(text, loaded, pasted)
        except BoardError as error:
            raise PuzzleError(str(error)) from None
    return loaded


def _how_read(text: str, puzzle: Puzzle, pasted: PastedPuzzle) -> str:
    """Say how a text was read, and whether something around the board was left out."""
    keys = [puzzle.home] if puzzle.goal.key is None else [puzzle.home, puzzle.goal.key]
    boards = [puzzle.position(key).text for key in keys]
    numbers = False
    if not pasted.has_goal:
        check_goal(text)
    if isinstance(puzzle, TransferPuzzle) and puzzle.labels.numbered:
        of_boards = [puzzle.frame.labels_of(key) for key in keys]
        check_hole(text, of_boards[0])
        check_size(text, puzzle.frame.rows, puzzle.frame.columns)
        numbers = has_numbers_around(without_answer(text), of_boards, puzzle.frame.columns)
    size = f"0 {boards[0].count('/') + 1} {len(boards[0].split('/')[0])}"
    if not numbers and not has_words_around(text, [*boards, puzzle.title, size]):
        return puzzle.read_as
    if not puzzle.read_as:
        return f"read as {puzzle.kind}: {boards[0]}, {LEFT_OUT}"
    return f"{puzzle.read_as}; the board is {boards[0]}, {LEFT_OUT}"
