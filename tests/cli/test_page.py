"""The command that writes the page."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from slidefront.apps.page.about import shipped
from slidefront.tables import open_space
from tests.cli.conftest import Command
from tools.atlas.figures import measures

SMALL = 'kind = "blocks"\ntitle = "Mine"\nhome = """\nAAB\n.CB\n..D\n"""\ngoal = [["D", 1, 1]]\n'
LOCKED = 'kind = "blocks"\nhome = "AB."\ngoal = [["A", 1, 3]]\n'


def data_of(path) -> Any:
    found = re.search('<script type="application/json" id="data">(.*?)</script>', path.read_text("utf-8"), re.DOTALL)
    return json.loads(found[1])


def facts_of(path) -> str:
    """The section about the puzzle, as text."""
    found = re.search('<section id="facts"[^>]*>(.*?)</section>', path.read_text("utf-8"), re.DOTALL)
    return " ".join(re.sub("<[^>]*>", " ", found[1]).split())


def test_page_has_space_and_graph(slidefront: Command, tmp_path) -> None:
    answer = slidefront("page", "pillars-6", "-o", "page.html")
    assert re.search(r"^page\.html, \d+ KiB: open it in a browser\n$", answer.err, re.MULTILINE)
    data = data_of(tmp_path / "page.html")
    assert data["title"] == "Pillars, six"
    assert data["space"]["boards"] == 360
    assert data["graph"] is not None


def test_page_facts_equal_answers_of_commands(slidefront: Command, tmp_path) -> None:
    slidefront("page", "pennant", "-o", "page.html")
    said = facts_of(tmp_path / "page.html")
    for words in (
        "59 moves if any path of one piece counts as one move (as this page counts)",
        *("83 moves if each step of one cell counts", "62 moves if a straight slide of one piece counts as one move"),
        *("864 shortest solutions", "1 position needs 78 moves; none needs more", "Moves connect 1,398 positions"),
        *("Pennant Puzzle 59 864", "the farthest is 80 moves away"),
    ):
        assert words in said
    assert "Not computed" not in said


def test_page_of_unsolvable_puzzle_has_proof(slidefront: Command, tmp_path) -> None:
    (tmp_path / "mine.toml").write_text(LOCKED)
    slidefront("page", "mine.toml", "-o", "page.html")
    said = facts_of(tmp_path / "page.html")
    assert said.count("No solution") == 3
    assert "Hardest start" not in said
    assert "Difficulty" not in said


def test_page_names_facts_that_it_leaves_out(slidefront: Command, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(open_space, "MOST_UNCOUNTED", 1000)
    monkeypatch.setattr(open_space, "fits", lambda *_: False)
    assert (
        "not on the page: the positions and their distances: " in slidefront("page", "pennant", "-o", "page.html").err
    )
    said = facts_of(tmp_path / "page.html")
    assert said.endswith("Not computed for this page the positions and their distances")
    assert "59 moves if any path" in said
    slidefront("page", "15-puzzle", "-o", "fifteen.html", "--max-seconds", "0", "-q")
    said = facts_of(tmp_path / "fifteen.html")
    assert "10,461,394,944,000 positions" in said
    assert said.endswith("Not computed for this page the positions and their distances"), (
        "its home is the goal, at 0 moves"
    )


@pytest.mark.parametrize("name", ["simplicity", "moving-day", "pillars-6", "10-puzzle"])
def test_shipped_measures_equal_computed_measures(name) -> None:
    assert [one for one in shipped() if one.name == name] == [*measures(name)]


def test_large_puzzle_page_has_solution_of_first_board(slidefront: Command, tmp_path) -> None:
    (tmp_path / "many.toml").write_text(
        'kind = "blocks"\nhome = "ABCDEF/GHIJKL/M...../......"\ngoal = [["M", 3, 3]]\ngroups = []\n',
        "utf-8",
    )
    said = "many has too many boards for hints on a page"
    answer = slidefront("page", "many.toml", "-o", "page.html")
    assert f"{said}: it has a shortest solution of its first board\n" in answer.err
    data = data_of(tmp_path / "page.html")
    assert (data["algorithm"], data["solution"]) == (None, [["M", "R"], ["M", "R"]])
    assert "hints" not in slidefront("page", "many.toml", "--no-hints", "-o", "class.html").err
    assert data_of(tmp_path / "class.html")["solution"] is None


def test_page_of_pack_begins_with_first_problem(slidefront: Command, tmp_path) -> None:
    (tmp_path / "boards.txt").write_text("12_345678\n1_2345678\n")
    slidefront("solve", "8-puzzle", "--start", "boards.txt", "--out", "pack.jsonl")
    slidefront("page", "pack.jsonl", "-o", "page.html")
    data = data_of(tmp_path / "page.html")
    assert data["start"] == "12_345678"
    assert [problem["length"] for problem in data["problems"]] == [2, 1]


def test_watch_rewrites_page_on_save(tmp_path) -> None:
    puzzle = tmp_path / "mine.toml"
    puzzle.write_text(SMALL)
    command = [sys.executable, "-m", "slidefront", "page", "mine.toml", "-o", "page.html", "--watch"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None

        def read_to(words: str) -> str:
            lines = []
            for line in process.stderr:
                lines.append(line)
                if words in line:
                    return line
                assert len(lines) < 20, lines
            raise AssertionError(words)

        try:
            read_to("waiting for mine.toml to be saved")
            puzzle.write_text(SMALL.replace("AAB", "AB"))
            assert read_to("slidefront: puzzle mine").startswith("slidefront: puzzle mine: ")
            read_to("waiting")
            puzzle.write_text(SMALL.replace("Mine", "Yours"))
            read_to("waiting")
            assert data_of(tmp_path / "page.html")["title"] == "Yours"
        finally:
            process.send_signal(signal.SIGINT)
        assert process.stderr.read() == "slidefront: interrupted\n"
        assert process.wait() == 130


def test_editor_is_empty_or_begins_with_block_puzzle(slidefront) -> None:
    slidefront("page", "--editor", "-o", "editor.html")
    slidefront("page", "klotski", "--editor", "-o", "klotski.html")
    empty, klotski = (Path(name).read_text("utf-8") for name in ("editor.html", "klotski.html"))
    assert '"text":""' in empty
    assert "AXXB" in klotski.split('id="data"')[1]
    assert "$" not in re.sub(r"<script.*?</script>", "", klotski, flags=re.DOTALL)
    assert "only block puzzles" in slidefront("page", "8-puzzle", "--editor", "-o", "8.html", code=2).err
    assert "(--editor)" in slidefront("page", "--editor", "--start", "goal", "-o", "8.html", code=2).err
    assert "add --editor" in slidefront("page", "-o", "8.html", code=2).err


@pytest.mark.parametrize("name", ["index.html", "pillars-6.html", "notes.txt"])
def test_force_keeps_folders_that_are_no_gallery(slidefront, name) -> None:
    Path("site").mkdir()
    Path("site", name).write_text("mine")
    said = slidefront("page", "pillars-6", "2x2", "-o", "site", "--force", code=2).err
    assert said.endswith(" of slidefront: name a new folder (--out)\n")
    assert [(path.name, path.read_text()) for path in Path("site").iterdir()] == [(name, "mine")]


def test_gallery_loads_all_puzzles_before_it_writes(slidefront) -> None:
    slidefront("page", "2x2", "gone.toml", "-o", "gallery", code=2)
    assert not Path("gallery").exists()


def test_gallery_has_page_per_puzzle_and_index(slidefront) -> None:
    Path("evil.toml").write_text('kind = "blocks"\ntitle = "<b>x</b>"\nhome = "AAB/..B"\ngoal = ".../AA."\n')
    slidefront("problems", "8-puzzle", "--depths", "3:5", "--count", "3", "-o", "pack.txt")
    before = {*Path().rglob("*")}
    said = slidefront("page", "evil.toml", "pack.txt", "pillars-6", "-o", "gallery").err
    assert "3 puzzles in gallery/index.html" in said
    written = sorted(path.relative_to("gallery").as_posix() for path in {*Path().rglob("*")} - before)
    assert written == [".", "evil.html", "index.html", "pack.html", "pillars-6.html"]
    index = Path("gallery/index.html").read_text("utf-8")
    assert re.findall(r'href="([^"]*)"', index) == ["evil.html", "pack.html", "pillars-6.html"]
    assert re.findall(r"</h2><p>([^<]*)</p>", index) == [
        "1 move, 2 positions",
        "3 problems, 181,440 positions",
        "11 moves, 360 positions",
    ]
    assert index.count('class="stars"') == 3
    assert "already exists" in slidefront("page", "pillars-6", "klotski", "-o", "gallery", code=2).err
    slidefront("page", "pillars-6", "-o", "gallery", "--force")
    assert Path("gallery/evil.html").exists(), "other files stay"
    assert "need a folder" in slidefront("page", "pillars-6", "klotski", "-o", "one.html", code=2).err
    assert "leave out" in slidefront("page", "pillars-6", "-o", "more", "--start", "goal", code=2).err
    assert not Path("more").exists()
