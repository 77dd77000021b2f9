"""Puzzles by name, size, file and text; and stored texts, whether their rows and columns count from 0 or from 1."""

from pathlib import Path

import pytest

from slidefront.errors import PuzzleError, PuzzleNotFoundError
from slidefront.notation.load import load, read_puzzle
from slidefront.puzzles import library
from slidefront.puzzles.core import identity_hash
from slidefront.puzzles.puzzle_file import read_puzzle_file, read_stored_puzzle
from tests import naive
from tests.messages import refused

GRAPH = 'kind = "graph"\nhome = "AB_"\nedges = [[0, 1], [1, 2]]\n'
TILES = 'kind = "tiles"\nhome = "123/45_"\n'


def test_library_lists_small_numbers_first() -> None:
    names = library.names()
    numbered = [name for name in names if name.endswith("-puzzle") and name[0].isdigit()]
    assert numbered == ["8-puzzle", "10-puzzle", "11-puzzle", "14-puzzle", "15-puzzle"]
    assert names.index("15-puzzle") < names.index("pillars") < names.index("pillars-6")
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", [*library.names(), "3x5+1x2"])
def test_text_of_puzzle_gives_the_same_puzzle(name: str) -> None:
    puzzle = load(name)
    again = read_puzzle(puzzle.text, name)
    assert again.identity() == puzzle.identity()
    facts, expected = ((either.home, either.goal, either.title, either.about) for either in (again, puzzle))
    assert facts == expected


@pytest.mark.parametrize(
    ("size", "home"),
    [
        ("3x4", "123456789ab_"),
        ("3x5+1x2", "123456789abcd__"),
        ("4x4+2x2", "123456789a__bc__"),
        ("1x2", "1_"),
        ("2x1", "1_"),
        ("2x3+2x1", "12_34_"),
        ("2x8+1x1", "123456789abcdef_"),
    ],
)
def test_size_is_a_puzzle_with_tiles_in_order(size: str, home: str) -> None:
    puzzle = load(size)
    assert puzzle.name == puzzle.title == size
    assert puzzle.format(puzzle.home) == home
    assert puzzle.goal.key == puzzle.home


@pytest.mark.parametrize(
    ("name", "text", "text_of_home"),
    [
        ("mine.toml", TILES, TILES),
        ("mine", TILES, TILES),
        ("mine.toml", "\ufeff" + TILES.replace("\n", "\r\n"), TILES),
        ("mine.txt", "AAB\n.CB\n..D\n", "AAB/.CB/..D"),
        ("mine.txt", "1 2 3\n4 5 _\n", "1 2 3/4 5 _"),
    ],
)
def test_load_reads_puzzle_files_and_boards(tmp_path: Path, name: str, text: str, text_of_home: str) -> None:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    for given in (path, str(path)):
        assert (load(given).name, load(given).home) == ("mine", read_puzzle(text_of_home).home)


def test_read_puzzle_opens_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("mine.toml", "8_6547231"):
        Path(name).write_text(TILES)
    for path in ("mine.toml", str(tmp_path / "mine.toml")):
        assert "123" not in refused(PuzzleError, read_puzzle, path)
    board = read_puzzle("8_6547231")
    assert board.format(board.home) == "8_6547231"


def test_title_about_goal_and_home_of_several_lines_are_read() -> None:
    home = 'kind = "tiles"\nhome = """\n 1  2  3\n10 11  _\n"""\n'
    puzzle = read_puzzle(home + 'title = "Füße"\nabout = "Two rows."\ngoal = "1 2 3 / 11 10 _"\n', "feet")
    assert (puzzle.name, puzzle.title, puzzle.about) == ("feet", "Füße", "Two rows.")
    assert (puzzle.frame.rows, puzzle.frame.columns) == (2, 3)
    assert puzzle.goal.key == naive.key((1, 2, 3, 11, 10, 0))
    assert puzzle.home == naive.key((1, 2, 3, 10, 11, 0))


NAMES = ["15-puzle", "zzzzz", "", "a\nb\x1b[2J", "3x", "a" * 300, "9" * 5000 + "x4"]
NO_SIZES = ["6x7", "4x4+5x1", "4x4+0x1", "0x4", "2x2+2x2", "1x1"]


@pytest.mark.parametrize("name", [*NAMES, *NO_SIZES])
def test_unknown_names_and_sizes_are_errors(name: str) -> None:
    refused(PuzzleError, load, name)


@pytest.mark.parametrize(
    "name", ["none.toml", "a/b", "a\x1b/b.toml", "a\0/b.toml", "x" * 300 + ".toml", "a/" * 3000 + "b"]
)
def test_missing_file_is_an_error(name: str) -> None:
    refused(PuzzleNotFoundError, load, name)


@pytest.mark.parametrize("grid", ["123/45_", "AAB/.CB/..D"])
def test_load_names_the_function_that_reads_grids(grid: str) -> None:
    assert refused(PuzzleError, load, grid) == f"there is no puzzle file {grid}: read_puzzle reads a grid"


def test_error_names_puzzle_file_without_its_ending(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('kind = "tiles"\nhome = "123/45_"')
    assert refused(PuzzleNotFoundError, load, f"{tmp_path}/mine").endswith(f"did you mean {tmp_path}/mine.toml?")


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("two\nlines.toml", b"kind = ", "not valid TOML"),
        ("board.txt", b"", "line 1, column 1 "),
        ("board.toml", b"kind = \xff", "board.toml is not UTF-8 text"),
        ("board.toml", b"#" * ((1 << 20) + 1), "it is larger than 1 MiB"),
        ("folder", None, "folder is a folder"),
    ],
)
def test_malformed_file_is_an_error(tmp_path: Path, name: str, data: bytes | None, said: str) -> None:
    path = tmp_path / name
    if data is None:
        path.mkdir()
    else:
        path.write_bytes(data)
    assert said in refused(PuzzleError, load, path)


@pytest.mark.parametrize("name", ["secret.txt", "secret.toml", "secret"])
@pytest.mark.parametrize(
    "text", ["hunter2:x:0:0:root\n", "[login]\nhunter2 = 'hunter2'\n", "hunter2 hunter2/hunter2", "kinds = 'hunter2'\n"]
)
def test_errors_do_not_quote_other_files(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(PuzzleError) as error:
        load(str(path))
    assert "hunter2" not in "".join([str(error.value), *error.value.details])
    assert error.value.__suppress_context__


@pytest.mark.parametrize(
    "text",
    [
        GRAPH.replace("[1, 2]", "[1, " + "9" * 5000 + "]"),
        GRAPH.replace("[1, 2]", "[1, 0x" + "f" * 5000 + "]"),
        GRAPH.replace("[1, 2]", "[" * 50_000 + "]" * 50_000),
        'kind = "tiles"\nhome = "1 2 3 / 4 ' + "9" * 5000 + ' _"\n',
        TILES + 'goal = "1 2 3 4 _ ' + "9" * 5000 + '"\n',
    ],
    ids=["long number", "long hexadecimal number", "deep brackets", "long tile", "long goal"],
)
def test_hostile_file_is_an_error(text: str) -> None:
    refused(PuzzleError, read_puzzle_file, text)


HOME = 'kind = "blocks"\nhome = "AB./.../..."\n'


def stored(written: str, meant: str, old_goal: str | None = None, new_goal: str | None = None) -> str:
    """Read a text together with the identity of a puzzle; return the text of what is read."""
    puzzle = read_puzzle(meant, "mine")
    puzzle = puzzle if new_goal is None else puzzle.with_goal(new_goal)
    stored_puzzle = read_stored_puzzle(written, "mine", "step", old_goal, identity_hash(puzzle))
    assert (stored_puzzle, stored_puzzle.goal.pieces, stored_puzzle.new_goal) == (puzzle, puzzle.goal.pieces, new_goal)
    return stored_puzzle.text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # both meanings are places that A can reach
        ('goal = [["A", 1, 1]] # middle\nmetric = "step"\n', 'goal = [["A", 2, 2]]\nmetric = "step"\n'),
        ('goal = [\n  ["A", 0, 2], # a corner\n  ["B", 2, 1],\n]\n', 'goal = [["A", 1, 3], ["B", 3, 2]]\n'),
        ("goal = 'A 2 2, B 0 1'\n", 'goal = [["A", 3, 3], ["B", 1, 2]]\n'),
        ('goal_match = "shape"\ngoal = [["A", 0, 0]]\n', 'goal_match = "shape"\ngoal = [["A", 1, 1]]\n'),
        ('goal = ".../.A./..."\n', 'goal = ".../.A./..."\n'),
        ("", ""),
    ],
)
def test_goal_counted_from_0_keeps_its_meaning(old: str, new: str) -> None:
    new = HOME + new
    assert stored(HOME + old, new) == new
    assert stored(new, new) == new, "what is written today counts from 1"


def test_new_goal_keeps_its_meaning() -> None:
    new = HOME + 'goal = [["B", 1, 1]]\n'
    assert stored(HOME + 'goal = [["B", 0, 0]]\n', new, "A 1 1, B 0 2", "A 2 2, B 1 3") == new
    assert stored(HOME, HOME, "A 1 1", "A 2 2") == HOME
    assert stored(new, new, "A 1 1", "A 1 1") == new
