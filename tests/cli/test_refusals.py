"""What bad input gets: one line that says what, where and what to do; exit code 2; nothing written."""

import json

import pytest

TOML = 'kind = "tiles"\n'
GRAPH = 'kind = "graph"\n'


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["expand", "15-puzzl"], "no puzzle is named '15-puzzl': did you mean 15-puzzle"),
        (["expand", "gone.toml"], "there is no puzzle file gone.toml"),
        (["expand", "4x5"], "each board needs a key of 100 bits"),
        (["expand", "2x2+2x2"], "the hole fills the board"),
        (["expand", "2x2+1x3"], "does not lie in 2x2 cells"),
        (["expand", "8-puzzle", "--depth", "-1"], "Invalid value for '--depth'"),
        (["expand", "8-puzzle", "--depth", "x"], "Invalid value for '--depth'"),
        (["expand", "8-puzzle", "--threads", "0"], "threads must be between 1 and 1024, not 0"),
        (["expand", "8-puzzle", "--memory", "much"], "'much' is not a size"),
        (["expand", "8-puzzle", "--memory", "1M"], "memory must be at least "),
        (["expand", "8-puzzle", "--from", "12345678"], "has 8 cells where the puzzle has 3 x 3 = 9"),
        (["expand", "8-puzzle", "--from", "_12/345/67"], "row 3 has 2 cells where row 1 has 3"),
        (["expand", "8-puzzle", "--from", "_12345677"], "'7' twice; 8-puzzle has it once"),
        (["expand", "8-puzzle", "--from", "123456789abcde__"], "has 16 cells where the puzzle has 3 x 3 = 9"),
        (["expand", "8-puzzle", "--from", "_1234567x"], "'x' is not a label of 8-puzzle"),
        (
            ["expand", "10-puzzle", "--from", "123456789_a_"],
            "the hole of the board 123456789_a_ does not have the shape",
        ),
        (["expand", "15-puzzle"], "10,461,394,944,000 boards of 15-puzzle need about 28.5 TiB of disk"),
        (["show", "8-puzzle", "1"], "the board has 1 cell where"),
        (["stats", "nowhere"], "there is no run in nowhere or data/nowhere"),
        (["expand", "8-puzzle", "--metric", "move"], "tiles have no move metric"),
        (["expand", "klotski", "--metric", "hop"], "metric 'hop' is unknown: choose from step, slide, move"),
        (["expand", "klotski", "--from-goals-of", "none"], "there is no run in none"),
        (["expand", "AAo", "--depth", "1"], "no puzzle is named 'AAo'"),
        (["show", "AB./A.C/B.."], "piece B is in several parts"),
        (
            ["replay", "8-puzzle", "LURX"],
            'line 1, column 4: expected a way (U, D, L or R), not "X"',
        ),
        (["replay", "8-puzzle", " "], "the route is empty: write moves, problem lines, or JSON"),
        (["replay", "8-puzzle", "gone.txt"], "there is no file gone.txt"),
        (["replay", "klotski", "z L"], "line 1, column 1: expected a piece (A X B C D E F G H I)"),
        (["replay", "klotski", "13|9"], "klotski has no single hole whose cells tell a route"),
        (
            ["expand", "8-puzzle", "--scratch", "/dev/null/x"],
            "cannot write to /dev/null/x: Not a directory; choose another",
        ),
        (["show", "123/45"], "row 2 has 2 cells where row 1 has 3"),
        (["solve", "8-puzzle", "--from", "gone.txt"], "there is no file gone.txt"),
        (["replay", "8-puzzle", "L", "--from", "12"], "the board has 2 cells where"),
        (["replay", "8-puzzle", "_12345678:1:L", "--from", "1_2345678"], "the route says that it starts at _12345678"),
        (["replay", "8-puzzle", '{"moves": 1}'], "line 1, column 11: moves must be a list"),
        (["replay", "8-puzzle", "L", "--metric", "move"], "tiles have no move metric"),
        (["replay", "-", "-"], "only one argument can be -"),
        (["replay", "8-puzzle"], "Missing argument 'ROUTE'"),
        (["depth", "nowhere", "home", "--routes"], "there is no run in nowhere"),
        (["depth", "nowhere", "home"], "there is no run in nowhere"),
        (["expnd"], "there is no command expnd: did you mean `slidefront expand`"),
        (["list", "--color"], "No such option"),
        (["solve", "8-puzzle", "8_6547231"], "extra argument(s) (8_6547231): a board is given with --from (see"),
        (["list", "8-puzzle"], "extra argument(s) (8-puzzle) (see"),
        (["solvable", "8-puzzle", "boards.txt"], "there is no file boards.txt"),
        (["solvable", "8-puzzle", "."], ". is a folder: name a file of boards, or a board"),
        (["patterns", "build", "15-puzzle", "--large", "--sizes", "8-7"], "--large and --sizes exclude each other"),
        (["solve", "8-puzzle", "--from", ""], "the board is empty: write one, such as _12345678, or home"),
        (["solve", "8-puzzle", "--to", " "], "the goal is empty: name the board to reach, or leave it out (--to)"),
        (["expand", "8-puzzle", "--from", ""], "the board is empty: write one, such as _12345678, or home"),
        (["solve", "--AABB--CC--"], "if it is a board, write -- and a blank before it, after all options, or write"),
        (["solve", "-..AA/BB.."], "if it is a board, write -- and a blank before it, after all options, or write"),
        (["solve", "--metrik", "line"], "No such option: --metrik (Possible options: "),
        (
            ["solve", "klotski", "--from", "goal"],
            "name a board; `slidefront expand klotski --from-goals-of RUN` explores",
        ),
        (["solve", "8-puzzle", "--max-seconds", "-1"], "Invalid value for '--max-seconds'"),
        (["solve", "8-puzzle", "--max-seconds", "nan"], "Invalid value for '--max-seconds'"),
        (["solve", "8-puzzle", "--bounded", "0.5"], "bounded must be a number from 1 to 10"),
    ],
)
def test_words_that_make_no_sense(refused, words, said):
    assert said in refused(*words)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            'kind = "tiles"\nhome = 12_\n',
            "not valid TOML: Expected newline or end of document after a statement (at line 2",
        ),
        ('home = "12_"', "the field kind is missing"),
        ('kind = "tile"', "kind 'tile' is unknown"),
        (TOML, "the field home is missing"),
        (TOML + 'home = "12_"\ngaol = "1_2"', "the field gaol is unknown: did you mean goal?"),
        (TOML + "home = 12", "the field home must be a text in quotes"),
        (TOML + 'home = "123/45/678"', "row 2 has 2 cells where row 1 has 3"),
        (TOML + 'home = "123/456"', "home has no hole"),
        (TOML + 'home = "1_3/45_"', "the hole of home is not a rectangle"),
        (TOML + 'home = "12_"\ngoal = "11_"', "the board 11_ has '1' twice"),
        (TOML + 'home = "12_"\ntitle = "\\u001b[2J"', "cannot be printed"),
        (GRAPH + 'home = "AB_"', "the field edges is missing"),
        (GRAPH + 'home = "AB_"\nedges = [[0, 3]]', "edge 0-3 goes to vertex 3; the vertices are 0 to 2"),
        (GRAPH + 'home = "AB_"\nedges = [[0, 1], [1, 0]]', "edge 1-0 is given twice"),
        (GRAPH + 'home = "AB_"\nedges = [[1, 1]]', "edge 1-1 joins a vertex to itself"),
        (GRAPH + 'home = "AB_"\nedges = [[0]]', "edge [0] is not a pair of vertices"),
        (GRAPH + 'home = "ABC"\nmover = "D"\nedges = [[0, 1]]', "the mover 'D' is not on the home board"),
        (GRAPH + 'home = "ABC"\nedges = [[0, 1]]', "no mover"),
    ],
)
def test_puzzle_files(refused, tmp_path, text, said):
    (tmp_path / "mine.toml").write_text(text)
    message = refused("expand", "mine.toml")
    assert message.startswith("puzzle mine: ")
    assert said in message


def test_the_line_of_a_file_of_boards_is_named(refused, tmp_path):
    (tmp_path / "boards.txt").write_text("_12345678\n12345678\n")
    assert "boards.txt, line 2: " in refused("expand", "8-puzzle", "--from", "boards.txt")
    (tmp_path / "boards.txt").write_text("# none\n")
    assert "has no boards" in refused("expand", "8-puzzle", "--from", "boards.txt")


def test_boards_and_formats_that_a_run_does_not_know(slidefront, refused, tmp_path):
    slidefront("expand", "pillars-6", "--depth", "2", "--out", "run", "-q")
    assert "unknown format 'moves': choose from steps, grouped, boards, letters, hole-letters" in refused(
        "depth", "run", "home", "--routes", "--format", "moves"
    )
    assert "the board has 3 cells where" in refused("depth", "run", "ABC", "--routes")
    assert "'x' is not a label of pillars-6" in refused("depth", "run", "ABCDEF", "xBCDEF")
    (tmp_path / "boards.txt").write_text("ABCDEF\nABCDE\n")
    assert "line 2: column 5: the board has 5 cells" in slidefront("depth", "run", "boards.txt", code=1).err
    (tmp_path / "boards.txt").write_bytes(b"\xff\xfe")
    assert "boards.txt is not UTF-8 text" in refused("depth", "run", "boards.txt")
    assert "boards.txt is not UTF-8 text" in refused("replay", "8-puzzle", "boards.txt")
    assert "FBCDEA is not in run, which goes to depth 2" in refused("depth", "run", "goal", "--routes")


def test_the_folder_of_another_run(slidefront, refused):
    slidefront("expand", "pillars-6", "--depth", "2", "--out", "run", "-q")
    assert "run has a run of pillars-6, not of this 8-puzzle" in refused("expand", "8-puzzle", "--out", "run")
    assert "run has a run from home, not from goal" in refused("expand", "pillars-6", "--from", "goal", "--out", "run")


def test_a_folder_that_is_no_run(refused, tmp_path):
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis/chapter.txt").write_text("precious")
    assert "thesis is not a run folder: it contains chapter.txt" in refused("expand", "8-puzzle", "--out", "thesis")
    assert "is not a folder" in refused("expand", "8-puzzle", "--out", "thesis/chapter.txt")
    assert "cannot write to /proc" in refused("expand", "8-puzzle", "--depth", "1", "--out", "/proc/slidefront")


def test_a_manifest_of_a_newer_version(slidefront, refused, tmp_path):
    slidefront("expand", "pillars-6", "--depth", "2", "-q")
    path = tmp_path / "data/pillars-6/_run.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "version": 99}))
    assert "has version 99" in refused("expand", "pillars-6")
    assert "has version 99" in refused("stats", "pillars-6")
