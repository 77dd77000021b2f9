"""The commands that show a puzzle and what is known of it: show, stats, hardest and graph, and pictures of them."""

import csv
import io
import json
import re
from pathlib import Path

from slidefront.store.run import Run
from tests.explore.conftest import check_same


def test_show_draws_a_graph(slidefront) -> None:
    lines = slidefront("show", "pillars-6", "goal").out.splitlines()
    assert re.findall(r"\d:\S", "".join(lines).replace("⠤", " ")) == ["0:[", "4:E", "2:C", "3:D", "1:B", "5:A"]
    assert lines[-2] == "[F] moves to a vertex next to its own, and swaps with what is there."
    assert lines[-1] == "FBCDEA"


def test_show_draws_tiles_and_blocks_from_any_source(slidefront) -> None:
    assert "│  5 │ 10 │" in slidefront("show", "14-puzzle", "3e__/5a1c/9876/b2d4").out
    expected = slidefront("show", "klotski").out
    assert expected.endswith("\n│ H │ ·   · │ I │\n└───┴───────┴───┘\nAXXB/AXXB/CDDE/CFGE/H..I\n")
    assert slidefront("show", "-", given="AXXB\nAXXB\nCDDE\nCFGE\nH..I\n").out == expected
    assert slidefront("show", "AXXB/AXXB/CDDE/CFGE/H..I").out == expected
    assert slidefront("show", "mural", "goal").out.splitlines()[-1].startswith("1 . . . 0/4 3 . . 2/")


def test_stats_prints_layers_and_statistics(six) -> None:
    out = six("stats", "pillars-6").out
    lines = [line.split() for line in out.splitlines()]
    assert lines[0] == ["depth", "boards", "mover", "at", "home", "share", "branching", "disk", "seconds"]
    assert lines[-1][-3:] == ["Stored", "in", "data/pillars-6"]
    assert ["number", "360", "60"] in lines
    assert ["deepest", "21", "20"] in lines
    assert "Branching: the board count of a layer divided by the board count of the layer before." in out
    assert "so far" not in out


def test_stats_csv_and_json_agree(six) -> None:
    (found,) = json.loads(six("stats", "pillars-6", "--json").out)
    rows = csv.DictReader(io.StringIO(six("stats", "data/pillars-6", "--format", "csv").out))
    for row, layer, ratio in zip(rows, found["layers"], found["statistics"]["branching"], strict=True):
        numbers = [int(row[name]) for name in ("depth", "board_count", "mover_home")]
        assert numbers == [layer["depth"], layer["board_count"], layer["selected_count"]]
        assert row["branching"] == ("" if ratio is None else f"{ratio:.6g}")


def test_stats_draws_bars_and_charts(six) -> None:
    six("expand", "8-puzzle", "-q")
    bars = six("stats", "pillars-6", "--format", "bars").out.splitlines()
    assert len(bars) == 23
    assert all(len(line) <= 100 for line in bars)
    said = six("stats", "pillars-6", "8-puzzle", "--out", "growth.svg")
    assert said.err.startswith("boards by depth in growth.svg, ")
    assert Path("growth.svg").read_text("utf-8").startswith("<?xml")
    assert "already exists" in six("stats", "8-puzzle", "--out", "growth.svg", code=2).err


def test_stats_compares_several_spaces(six) -> None:
    six("table", "8-puzzle", "-q")
    header, number, *_ = [line.split() for line in six("stats", "pillars-6", "8-puzzle.table").out.splitlines()]
    assert header == ["pillars-6", "8-puzzle"]
    assert number == ["number", "360", "181,440"]
    found = json.loads(six("stats", "pillars-6", "8-puzzle.table", "--json").out)
    assert [(one["puzzle"], one["board_count"]) for one in found] == [("pillars-6", 360), ("8-puzzle", 181440)]


def test_stats_explores_small_spaces_without_storing(slidefront, tmp_path) -> None:
    """Nothing has to be typed before, and nothing is stored unasked."""
    (tmp_path / "school.toml").write_text('kind = "tiles"\nhome = """\n1 2 3\n4 5 _\n"""\n')
    before = sorted(tmp_path.rglob("*"))
    said = slidefront("stats", "school.toml", "pillars-6")
    assert "360" in said.out
    (found,) = json.loads(slidefront("stats", "school.toml", "--json").out)
    assert (found["board_count"], found["path"]) == (360, None)
    assert sorted(tmp_path.rglob("*")) == before


def test_stats_csv_names_spaces_and_skips_large_ones(six) -> None:
    said = six("stats", "pillars-6", "5x5", "2x3", "--format", "csv", code=2)
    rows = [*csv.DictReader(io.StringIO(said.out))]
    assert {row["puzzle"] for row in rows} == {"pillars-6", "2x3"}
    for name in ("pillars-6", "2x3"):
        alone = csv.DictReader(io.StringIO(six("stats", name, "--format", "csv").out))
        own = [row for row in rows if row["puzzle"] == name]
        assert own == [{**dict.fromkeys(own[0], ""), "puzzle": name, **row} for row in alone]
        assert {"hole_home", "mover_home"} < {*own[0]}
    assert said.err.startswith("slidefront: 5x5 ")


def shown(answer) -> list[tuple[int, int, list[str]]]:
    return [(layer["depth"], layer["board_count"], layer["shown"]) for layer in json.loads(answer.out)["layers"]]


def test_hardest_draws_deepest_boards(slidefront) -> None:
    slidefront("expand", "10-puzzle", "-q")
    answer = slidefront("hardest", "10-puzzle", "--only", "hole-home")
    assert answer.err == ""
    lines = answer.out.splitlines()
    (found,) = shown(slidefront("hardest", "data/10-puzzle", "--only", "hole-home", "--json"))
    assert lines[0] == f"{found[0]} moves from home (the goal): {found[1]} boards, hole at home"
    assert lines[2].startswith("┌────┬")
    assert "   ".join(found[2]).split() == [word for line in lines for word in line.split() if word.endswith("__")]
    assert all(len(line) <= 100 for line in lines)


def test_hardest_explores_puzzles_without_storing(slidefront, tmp_path) -> None:
    answer = slidefront("hardest", "pillars-6")
    assert answer.err.splitlines() == [
        "depths are distances from home; for the boards farthest from the goal, run:",
        "    slidefront hardest pillars-6 --start goal",
    ]
    assert not (tmp_path / "data").exists()
    slidefront("expand", "pillars-6", "-q")
    assert slidefront("hardest", "pillars-6").out == answer.out


def test_hardest_start_of_a_partial_goal(slidefront, tmp_path) -> None:
    slidefront("expand", "pennant", "--depth", "5", "-q")
    found = json.loads(slidefront("hardest", "pennant", "--start", "goal", "--json").out)
    assert (found["path"], found["from_home"], found["from_goal"]) == (None, False, True)
    assert not json.loads((tmp_path / "data/pennant/_run.json").read_text())["whole"]
    slidefront("expand", "pennant", "-q")
    slidefront("table", "pennant", "-o", "pennant.table", "-q")
    for space, run in (("pennant", "pennant-from-goals"), ("pennant.table", "of-table")):
        slidefront("expand", "pennant", "--start-goals-of", space, "--out", f"data/{run}", "-q")
    check_same(Run("data/of-table"), Run("data/pennant-from-goals"))
    (rooted,) = json.loads(slidefront("stats", "pennant-from-goals", "--json").out)
    assert (found["depth"], found["layers"][0]["board_count"]) == (rooted["depth"], rooted["layers"][-1]["board_count"])
    stored = json.loads(slidefront("hardest", "pennant", "--start", "goal", "--json").out)
    assert stored == {**found, "path": "data/pennant-from-goals"}


def test_hardest_counts_from_any_board_or_file(slidefront, tmp_path) -> None:
    answer = slidefront("hardest", "8-puzzle", "--start", "L2U", "--json").out
    assert json.loads(answer)["start"] == "12534_678"
    (tmp_path / "board.txt").write_text("1 2 5\n3 4 _\n6 7 8\n")
    assert slidefront("hardest", "8-puzzle", "--start", "board.txt", "--json").out == answer
    slidefront("expand", "8-puzzle", "--start", "12534_678", "-q", "--out", "run")
    for words in (["run"], ["run", "--start", "12534_678"]):
        stored = json.loads(slidefront("hardest", *words, "--json").out)
        assert stored == {**json.loads(answer), "path": "run"}
    assert json.loads(slidefront("hardest", "run", "--start", "home", "--json").out)["path"] is None


def test_only_selects_counted_boards(slidefront, refused) -> None:
    assert "they count hole-home boards (--only)" in refused("hardest", "8-puzzle", "--only", "goal")
    assert "they count goal boards (--only)" in refused("problems", "klotski", "--only", "hole-home")
    assert "the puzzle has no goal (--only)" in refused("hardest", "euler-766-example", "--only", "goal")
    assert "choose from goal, hole-home, mover-home (--only)" in refused("hardest", "2x3", "--only", "marked")
    found = json.loads(slidefront("hardest", "pillars-6", "--only", "mover-home", "--json").out)
    assert (found["selection"], found["only"], found["layers"][0]["depth"]) == ("mover-home", "mover-home", 20)


def test_show_and_hardest_write_pictures(slidefront) -> None:
    said = slidefront("show", "klotski", "-o", "board.svg")
    assert said.out == ""
    assert said.err.startswith("1 board in board.svg, ")
    assert ">X</text>" in Path("board.svg").read_text("utf-8")
    slidefront("show", "8-puzzle", "8_6547231", "--out", "board.png")
    assert Path("board.png").read_bytes().startswith(b"\x89PNG")
    assert "4 boards in boards.svg, " in slidefront("hardest", "8-puzzle", "--top", "4", "--out", "boards.svg").err
    svg = Path("boards.svg").read_text("utf-8")
    assert [svg.count(text) for text in ('class="sf-board"', ">31 moves</text>", ">30 moves</text>")] == [4, 2, 2]


def test_solve_writes_animation_strip_or_page(slidefront) -> None:
    assert slidefront("solve", "8-puzzle", "--start", "3124756_8", "-q", "--out", "route.svg").out == ""
    assert "@keyframes" in Path("route.svg").read_text("utf-8")
    slidefront("solve", "8-puzzle", "--start", "3124756_8", "-q", "--out", "route.png")
    assert Path("route.png").read_bytes().startswith(b"\x89PNG")
    slidefront("solve", "8-puzzle", "--start", "3124756_8", "-q", "--out", "route.html")
    page = Path("route.html").read_text("utf-8")
    assert '"start":"3124756_8"' in page
    assert '"route":[["7","D"],["4","R"],["3","D"]]' in page


def test_sheet_solves_problems_without_route(slidefront) -> None:
    slidefront("problems", "8-puzzle", "--depths", "3", "--count", "2", "--out", "pack.txt")
    said = slidefront("sheet", "pack.txt", "-o", "sheet.html").err
    assert "solving 2 problems" in said
    assert "\n2 problems in sheet.html, " in said


def test_sheet_of_puzzles_has_their_homes(slidefront) -> None:
    Path("cards.txt").write_text("AA.B/...B/...B/.... -> ..AA/..../..../....\nAA./B../B.. -> .AA/.../...\n")
    slidefront("sheet", "cards.txt", "-o", "cards.html")
    assert Path("cards.html").read_text("utf-8").count('<figure class="problem">') == 2
    slidefront("sheet", "pillars-6", "-o", "pillars.html", "--paper", "letter", "--save-ink")
    assert "@page{size:215.9mm 279.4mm" in Path("pillars.html").read_text("utf-8")
    assert "pieces of several puzzles" in slidefront("sheet", "cards.txt", "--cut-out", "-o", "x.html", code=2).err
    assert "no pieces to cut out" in slidefront("sheet", "pillars-6", "--cut-out", "-o", "x.html", code=2).err
    advice = "`slidefront problems 8-puzzle --depths 1:20 --out pack.txt`"
    assert advice in slidefront("sheet", "8-puzzle", "-o", "x.html", code=2).err


def test_graph_draws_small_space(slidefront) -> None:
    said = slidefront("graph", "pillars-6", "-o", "graph.svg").err
    assert said.startswith("360 boards and 420 moves in graph.svg, ")
    svg = Path("graph.svg").read_text("utf-8")
    assert svg.count("<circle") == 362
    assert len(re.findall(r"M[-0-9. ]+l", svg)) == 420
    assert [name in svg for name in (">home<", ">goal<", ">360 boards, by distance: 0 to 21 moves<")] == [True] * 3
    assert svg != drawn(slidefront, "pillars-6", "--start", "home")
    assert ">home and goal<" in drawn(slidefront, "AB./...", "--goal", "AB./...")
    assert "8-puzzle has 181,440 boards" in slidefront("graph", "8-puzzle", "-o", "large.svg", code=2).err


def drawn(slidefront, *words) -> str:
    slidefront("graph", *words, "-o", "graph.svg", "--force")
    return Path("graph.svg").read_text("utf-8")
