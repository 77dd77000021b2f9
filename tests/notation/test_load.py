from pathlib import Path

import pytest

from slidefront.errors import NoPuzzleError, PuzzleError
from slidefront.notation.load import load, read_puzzle
from slidefront.puzzles import library
from slidefront.puzzles.puzzle_file import read_puzzle_file
from tests import naive
from tests.messages import refused

GRAPH = 'kind = "graph"\nhome = "AB_"\nedges = [[0, 1], [1, 2]]\n'
TILES = 'kind = "tiles"\nhome = "123/45_"\n'


def test_the_library_lists_small_numbers_first() -> None:
    names = library.names()
    assert [name for name in names if name.endswith("-puzzle") and name[0].isdigit()] == [
        *["8-puzzle", "10-puzzle", "11-puzzle", "14-puzzle", "15-puzzle"],
    ]
    assert names.index("15-puzzle") < names.index("pillars") < names.index("pillars-6")
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("name", library.names())
def test_every_library_puzzle_loads_and_describes_itself(name: str) -> None:
    puzzle = load(name)
    assert puzzle.name == name
    assert puzzle.title
    assert puzzle.title.isprintable()
    assert puzzle.about.endswith(".")
    assert puzzle.goal.key is not None or puzzle.kind == "blocks"


@pytest.mark.parametrize("name", [*library.names(), "3x5+1x2"])
def test_the_text_of_a_puzzle_gives_the_same_puzzle(name: str) -> None:
    puzzle = load(name)
    again = read_puzzle(puzzle.text, name)
    assert again.identity() == puzzle.identity()
    assert (again.home, again.goal, again.title, again.about) == (
        *(puzzle.home, puzzle.goal, puzzle.title, puzzle.about),
    )


@pytest.mark.parametrize(
    ("size", "home"),
    [
        ("3x4", "123456789ab_"),
        ("3x5+1x2", "123456789abcd__"),
        ("4x4+2x2", "123456789a__bc__"),
        ("1x2", "1_"),
        ("2x1", "1_"),
        ("1x16", "123456789abcdef_"),
        ("2x3+2x1", "12_34_"),
        ("4x4+1x4", "123456789abc____"),
        ("2x8+1x1", "123456789abcdef_"),
    ],
)
def test_a_size_is_a_puzzle_with_its_tiles_in_order(size: str, home: str) -> None:
    puzzle = load(size)
    assert puzzle.name == puzzle.title == size
    assert puzzle.format(puzzle.home) == home
    assert puzzle.goal.key == puzzle.home


def test_a_puzzle_file_is_named_by_its_stem(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text(TILES, "utf-8")
    for given in (path, str(path)):
        puzzle = load(given)
        assert (puzzle.name, puzzle.title, puzzle.about, puzzle.text) == ("small", "small", "", TILES)
        assert puzzle.home == naive.key((1, 2, 3, 4, 5, 0))


def test_a_puzzle_file_needs_no_suffix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine").write_text(TILES, "utf-8")
    monkeypatch.chdir(tmp_path)
    assert load("mine").name == "mine"


def test_a_file_may_hold_a_grid_alone(tmp_path: Path) -> None:
    for text in ("AAB\n.CB\n..D\n", "1 2 3\n4 5 _\n"):
        path = tmp_path / "mine.txt"
        path.write_text(text, "utf-8")
        assert (load(path).name, load(path).home) == ("mine", read_puzzle(text).home)
    path.write_text("", "utf-8")
    assert "line 1, column 1: " in refused(PuzzleError, load, path)


def test_a_file_with_dos_lines_and_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    path = tmp_path / "dos.toml"
    path.write_bytes(TILES.replace("\n", "\r\n").encode("utf-8-sig"))
    assert load(path).home == naive.key((1, 2, 3, 4, 5, 0))


def test_title_about_and_goal_are_read() -> None:
    puzzle = read_puzzle(TILES + 'title = "Füße"\nabout = "Two rows."\ngoal = "1 2 3 / 5 4 _"\n', "feet")
    assert (puzzle.name, puzzle.title, puzzle.about) == ("feet", "Füße", "Two rows.")
    assert puzzle.goal.key == naive.key((1, 2, 3, 5, 4, 0))
    assert puzzle.home == naive.key((1, 2, 3, 4, 5, 0))


def test_a_home_over_several_lines_is_read() -> None:
    puzzle = read_puzzle('kind = "tiles"\nhome = """\n 1  2  3\n10 11  _\n"""\n')
    assert (puzzle.frame.rows, puzzle.frame.columns) == (2, 3)
    assert puzzle.home == naive.key((1, 2, 3, 10, 11, 0))


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("15-puzle", ["no puzzle is named '15-puzle'", "did you mean 15-puzzle or "]),
        ("pilars", ["did you mean pillars or pillars-6?"]),
        ("zzzzz", ["no puzzle is named 'zzzzz'", "`slidefront list` shows what ships", "3x4", ".toml"]),
        ("", ["no puzzle is named ''"]),
        ("a\nb\x1b[2J", ["load takes a name, a size or a path"]),
        ("3x", ["no puzzle is named '3x'"]),
        ("none.toml", ["there is no puzzle file none.toml"]),
        ("no/such/puzzle", ["there is no puzzle file no/such/puzzle"]),
        ("6x7", ["42 cells is too large", "have at most 36"]),
        ("4x4+5x1", ["a hole of 5x1 does not lie in 4x4 cells"]),
        ("4x4+0x1", ["a hole of 0x1 does not lie in 4x4 cells"]),
        ("0x4", ["does not lie in 0x4 cells"]),
        ("2x2+2x2", ["the hole fills the board"]),
        ("1x1", ["the hole fills the board"]),
    ],
)
def test_a_name_that_is_no_puzzle_is_refused(name: str, parts: list[str]) -> None:
    message = refused(PuzzleError, load, name)
    for part in parts:
        assert part in message


@pytest.mark.parametrize("name", ["a" * 300, "x" * 300 + ".toml", "a/" * 3000 + "b", "9" * 5000 + "x4"])
def test_a_name_that_is_too_long_for_a_file_is_refused(name: str) -> None:
    refused(PuzzleError, load, name)


@pytest.mark.parametrize("name", ["a/b.toml", "a\x1b/b.toml", "a\0/b.toml"])
def test_the_name_of_a_missing_file_is_written_on_one_line(name: str) -> None:
    assert "there is no puzzle file" in refused(NoPuzzleError, load, name)


def test_a_malformed_file_with_a_strange_name_is_refused_on_one_line(tmp_path: Path) -> None:
    path = tmp_path / "two\nlines.toml"
    path.write_text("kind = ", "utf-8")
    refused(PuzzleError, load, path)


def test_a_folder_is_no_puzzle_file(tmp_path: Path) -> None:
    assert f"{tmp_path} is a folder" in refused(PuzzleError, load, tmp_path)


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.write_bytes(b"kind = \xff")
    assert "board.toml is not UTF-8 text" in refused(PuzzleError, load, path)


def test_a_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.write_text("#" * ((1 << 20) + 1), "utf-8")
    assert "it is larger than 1 MiB" in refused(PuzzleError, load, path)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ('kind = "tiles"\nhome = \n', ["not valid TOML", "line 2"]),
        ('kind = "tiles"\nhome = "12\n3_"\n', ["not valid TOML", "line 2"]),
        ('kind = "tiles"\nkind = "tiles"\n', ["not valid TOML", "line 2"]),
        ("kind", ["not valid TOML"]),
        ("", ["the field kind is missing", '"tiles", "graph"']),
        ('home = "12/3_"', ["the field kind is missing"]),
        ('kind = "tile"', ["kind 'tile' is unknown", '"tiles", "graph"']),
        ("kind = 3", ["kind 3 is unknown"]),
        ('kind = ["tiles"]', ["kind ['tiles'] is unknown"]),
        ('kind = "a\\nb"', ["kind 'a\\nb' is unknown"]),
        ('kind = "tiles"', ["the field home is missing"]),
        (TILES + 'gaol = "12345_"', ["the field gaol is unknown: did you mean goal?"]),
        (TILES + "zzz = 1", ["the field zzz is unknown: tiles have ", "goal", "home", "size"]),
        (TILES + 'mover = "1"', ["the field mover is unknown"]),
        (GRAPH + 'size = "1x3"', ["the field size is unknown"]),
        (GRAPH + 'edge = "1x3"', ["the field edge is unknown: did you mean edges?"]),
        (TILES + '"a\\nb" = 1', ["is unknown"]),
        (TILES + '"\\u001b[2J" = 1', ["is unknown"]),
        ('kind = "tiles"\nhome = 12', ["the field home must be a text in quotes"]),
        ('kind = "tiles"\nhome = ["12", "3_"]', ["the field home must be a text in quotes"]),
        (TILES + "title = 3", ["the field title must be a text in quotes"]),
        (TILES + "about = false", ["the field about must be a text in quotes"]),
        (TILES + "goal = [1, 2]", ["the field goal must be a text in quotes"]),
        ('kind = "tiles"\nsize = 3', ["the field size must be a text in quotes"]),
        ('kind = "graph"\nhome = "AB"\nmover = 0\nedges = []', ["the field mover must be a text in quotes"]),
        (TILES + 'title = "a\\u001b[2Jb"', ["the field title has characters that cannot be printed"]),
        (TILES + 'about = "a\\u0000b"', ["the field about has characters that cannot be printed"]),
        ('kind = "tiles"\nhome = "1\\u202e/_2"', ["the field home has characters that cannot be printed"]),
        ('kind = "tiles"\nhome = ""', ["line 1, column 1: "]),
        ('kind = "tiles"\nhome = " / "', ["line 1, column 2: "]),
        ('kind = "tiles"\nhome = "123/45"', ["line 1, column 6: "]),
        ('kind = "tiles"\nhome = "123/456"', ["home has no hole"]),
        ('kind = "tiles"\nhome = "__/__"', ["home has no tiles"]),
        ('kind = "tiles"\nhome = "1_/_2"', ["the hole of home is not a rectangle"]),
        ('kind = "tiles"\nhome = "1_2/345/6_7"', ["the hole of home is not a rectangle"]),
        ('kind = "tiles"\nhome = "__1/2__"', ["the hole of home is not a rectangle"]),
        ('kind = "tiles"\nhome = "___/_1_/___"', ["the hole of home is not a rectangle"]),
        ('kind = "tiles"\nsize = "3"', ["size '3' cannot be read"]),
        ('kind = "tiles"\nsize = "3 x 4"', ["size '3 x 4' cannot be read", "3x5+1x2"]),
        ('kind = "tiles"\nsize = "9x9"', ["81 cells is too large"]),
        ('kind = "tiles"\nsize = "2x2+2x2"', ["the hole fills the board"]),
        ('kind = "tiles"\nsize = "2x3"\nhome = "123/45_"', ["leave the field size out"]),
        ('kind = "tiles"\nhome = ""', ["line 1, column 1: "]),
        (TILES + 'goal = "12345"', ["goal: ", "line 1, column 5: "]),
        (TILES + 'goal = "12344_"', ["goal: ", "line 1, column 5: "]),
        (TILES + 'goal = "x2345_"', ["goal: ", "'x' is not a label of"]),
        ('kind = "graph"\nedges = []', ["the field home is missing"]),
        ('kind = "graph"\nhome = "AB_"', ["the field edges is missing"]),
        ('kind = "graph"\nhome = ""\nedges = []', ["line 1, column 1: "]),
        ('kind = "graph"\nhome = "ABC"\nedges = []', ["no mover"]),
        ('kind = "graph"\nhome = "ABC"\nmover = "X"\nedges = []', ["the mover 'X' is not on the home board A B C"]),
        ('kind = "graph"\nhome = "AAC"\nmover = "A"\nedges = []', ["the mover 'A' stands 2 times on"]),
        ('kind = "graph"\nhome = "__C"\nedges = []', ["the mover '_' stands 2 times on"]),
        ('kind = "graph"\nhome = "ABC"\nmover = "A\\nB"\nedges = []', ["the mover 'A\\nB' is not on"]),
        ('kind = "graph"\nhome = "ABCDEFGHIJKLMNOPABCDEFGHIJKLMNOPABCD_"\nedges = []', ["37 cells is too large"]),
        (GRAPH.replace("[1, 2]", "[1, 3]"), ["edge 1-3 goes to vertex 3", "0 to 2"]),
        (GRAPH.replace("[1, 2]", "[-1, 2]"), ["goes to vertex -1"]),
        (GRAPH.replace("[1, 2]", "[1, 0]"), ["edge 1-0 is given twice"]),
        (GRAPH.replace("[1, 2]", "[2, 2]"), ["edge 2-2 joins a vertex to itself"]),
        (GRAPH.replace("[1, 2]", "[1]"), ["edge [1] is not a pair of vertices"]),
        (GRAPH.replace("[1, 2]", "[1, 2, 0]"), ["edge [1, 2, 0] is not a pair"]),
        (GRAPH.replace("[1, 2]", "[1, 2.0]"), ["edge [1, 2.0] is not a pair"]),
        (GRAPH.replace("[1, 2]", "[1, true]"), ["edge [1, True] is not a pair"]),
        (GRAPH.replace("[1, 2]", '"1\\n2"'), ["edge '1\\n2' is not a pair"]),
        (GRAPH.replace("[[0, 1], [1, 2]]", "3"), ["edge 3 is not a pair"]),
        (GRAPH.replace("[[0, 1], [1, 2]]", "[0, 1]"), ["edge 0 is not a pair"]),
        (GRAPH + 'goal = "A__"', ["goal: ", "line 1, column 3: "]),
    ],
)
def test_a_malformed_file_is_refused(text: str, parts: list[str]) -> None:
    message = refused(PuzzleError, read_puzzle_file, text, "mine")
    assert message.startswith("puzzle mine: ")
    for part in parts:
        assert part in message


@pytest.mark.parametrize(
    "text",
    [
        GRAPH.replace("[1, 2]", "[1, " + "9" * 5000 + "]"),
        GRAPH.replace("[1, 2]", "[1, 0x" + "f" * 5000 + "]"),
        GRAPH.replace("[1, 2]", "[" * 50_000 + "]" * 50_000),
        'kind = "tiles"\nhome = "1 2 3 / 4 ' + "9" * 5000 + ' _"\n',
        TILES + 'goal = "1 2 3 4 _ ' + "9" * 5000 + '"\n',
        'kind = "tiles"\nsize = "' + "9" * 5000 + 'x4"\n',
    ],
    ids=["long number", "long hexadecimal number", "deep brackets", "long tile", "long goal", "long size"],
)
def test_a_hostile_file_is_refused(text: str) -> None:
    refused(PuzzleError, read_puzzle_file, text)
