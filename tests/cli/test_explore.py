"""The commands that explore, and those that list what there is: expand, table, find, info, list and runs."""

import json
import os
import signal
import sys
from pathlib import Path

import pexpect
import pytest

from slidefront import load
from slidefront.puzzles import library

GROWTH = [1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1]  # pillars-6


def boards(text: str) -> list[int]:
    """The boards of each depth in the closing table."""
    rows = [line.split() for line in text.splitlines()]
    return [int(row[1].replace(",", "")) for row in rows if len(row) == 6 and row[0].isdigit()]


def test_expand_reports_and_tabulates_layers(slidefront, monkeypatch) -> None:
    monkeypatch.setattr("slidefront.cli.progress.LINE_SECONDS", 0.0)
    answer = slidefront("expand", "pillars-6")
    assert boards(answer.out) == GROWTH
    said = answer.err.splitlines()
    assert [line.split(":")[0] for line in said] == [f"depth {depth}" for depth in range(len(GROWTH))]
    assert "360" in answer.out.splitlines()[-2]
    assert (
        answer.out.splitlines()[-1]
        == "The space ends here: 360 boards, the deepest at depth 21. Stored in data/pillars-6"
    )


def test_default_puzzle_is_the_14_puzzle(slidefront, tmp_path) -> None:
    slidefront("expand", "--depth", "3", "-q")
    assert json.loads((tmp_path / "data/14-puzzle/_run.json").read_text())["puzzle"] == "14-puzzle"


def test_larger_depth_continues_and_smaller_shows_layers(slidefront, monkeypatch) -> None:
    monkeypatch.setattr("slidefront.cli.progress.LINE_SECONDS", 0.0)
    slidefront("expand", "pillars-6", "--depth", "5", "-q")
    further = slidefront("expand", "pillars-6", "--depth", "8")
    assert [line.split(":")[0] for line in further.err.splitlines()] == ["depth 6", "depth 7", "depth 8"]
    assert boards(slidefront("expand", "pillars-6", "--depth", "2").out) == GROWTH[:9]


def test_start_unreachable_from_home_is_noted(slidefront) -> None:
    answer = slidefront("expand", "2x2", "--start", "213_")
    assert "213_ cannot be reached from home" in answer.err
    assert "12 boards" in answer.out


def test_version(slidefront) -> None:
    from slidefront import __version__

    assert slidefront("--version").out == f"slidefront {__version__}\n"


@pytest.mark.slow
def test_live_display_on_a_terminal(tmp_path) -> None:
    child = pexpect.spawn(
        sys.executable, ["-m", "slidefront", "expand", "11-puzzle", "--depth", "28"], cwd=tmp_path, timeout=90
    )
    child.setwinsize(40, 120)
    child.expect(r"of the layer")
    child.expect(r"[0-9,]+ per second\s+[0-9.e-]+% of about [0-9,]+ to depth 28, about")
    child.expect(r"memory .* disk .* free")
    child.expect(r"17,683,964 boards \(7\.38% of 239,500,800\) to depth 28")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


@pytest.mark.slow
@pytest.mark.parametrize(("sign", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_signal_saves_layers_and_expand_continues(slidefront, tmp_path, sign, code) -> None:
    child = pexpect.spawn(
        sys.executable, ["-m", "slidefront", "expand", "11-puzzle", "--depth", "27"], cwd=tmp_path, timeout=90
    )
    child.setwinsize(40, 120)
    child.expect(r"(?<!to )depth \S*2\d")
    os.kill(child.pid, sign)
    child.expect(
        r"interrupted: layers 0 to (\d+) are saved in data/11-puzzle; to continue,\s+run:\s+slidefront expand 11-puzzle"
    )
    assert 19 <= int(child.match[1]) <= 27
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == code
    assert not (tmp_path / "data/11-puzzle/scratch").exists()
    found = json.loads(slidefront("expand", "11-puzzle", "--depth", "27", "--json").out)
    golden = (Path(__file__).parents[2] / "data/golden/growth/11-puzzle.csv").read_text().splitlines()[1:29]
    assert [f"{layer['depth']},{layer['board_count']}" for layer in found["layers"]] == golden


def test_table_reports_layers_and_size(slidefront) -> None:
    said = slidefront("table", "8-puzzle")
    lines = said.out.splitlines()
    assert lines[-1].startswith(
        "The space ends here: 181,440 boards, the deepest at depth 31. Stored in data/8-puzzle.table (23.6 KiB"
    )
    assert lines[-2].split()[:3] == ["all", "181,440", "20,160"]
    assert "depth 31: 2 boards" not in said.err  # a line a second
    assert slidefront("table", "8-puzzle", "-q").out == ""


def test_table_of_blocks_serves_solve(slidefront) -> None:
    assert "25,955 boards, the deepest at depth 124" in slidefront("table", "klotski").out
    assert "25,955 boards" in slidefront("table", "klotski", "--start", "goal").out
    assert "81 moves" in slidefront("solve", "klotski").err
    assert "table (data/klotski-from-goals.table" in slidefront("solve", "klotski").err


def test_interrupted_table_says_how_to_continue(slidefront, monkeypatch) -> None:
    monkeypatch.setattr("slidefront.cli.progress.Progress.stop", lambda _: True)
    said = slidefront("table", "8-puzzle", code=130)
    assert "to continue, run:" in said.err


def test_find_prints_text_and_json(slidefront) -> None:
    answer = slidefront("find", "2x3", "--out", "found")
    assert "simple-2x3: " in answer.err
    lines = answer.out.splitlines()
    assert lines[0].split()[:3] == ["pieces", "placements", "starts"]
    shown = json.loads(slidefront("find", "2x3", "--out", "found", "--json").out)
    assert [str(row["longest"]) for row in shown["pieces"]] == [line.split()[5] for line in lines[1:]]


def test_info_shows_key_moves_parity_and_disk(slidefront) -> None:
    out = slidefront("info", "14-puzzle").out
    assert "boards    76,204,800" in out.splitlines()
    assert "64 bits" in out
    assert "0x123456789abcde00" in out
    assert "at most 4" in out
    assert "every move changes the parity class" in out
    assert "218 MiB" in out
    found = json.loads(slidefront("info", "pillars", "--json").out)
    assert (found["kind"], found["key_bits"], found["bipartite"], found["goal_reachable"]) == ("graph", 40, True, True)


def test_info_describes_blocks(slidefront) -> None:
    found = json.loads(slidefront("info", "klotski", "--metric", "step", "--json").out)
    assert (found["metric"], found["bipartite"], found["board_count"], found["goal"]) == ("step", True, None, None)
    assert found["optimum"] == {"step": 116, "slide": 90, "move": 81}
    out = slidefront("info", "klotski").out
    assert "X at row 4, column 2" in out
    assert found["goal_pieces"] == [{"piece": "X", "row": 4, "column": 2}]
    assert "81 in the move metric (published)" in out
    assert "unknown until the puzzle is explored" in out


def test_info_states_needs_of_a_table_and_of_a_depth(slidefront) -> None:
    """14!/2 boards, 60 in a word of 8 bytes."""
    found = json.loads(slidefront("info", "2x7", "--json").out)["table"]
    assert found["file_bytes"] == 5_811_886_080
    assert found["least_memory_bytes"] < 1 << 30 < found["written_bytes"] < found["read_bytes"]
    assert "5.4 GiB of disk, " in slidefront("info", "2x7").out
    assert json.loads(slidefront("info", "8-puzzle", "--json").out)["table"] is None
    found = json.loads(slidefront("info", "8-puzzle", "--depth", "31", "--json").out)["to_depth"]
    assert (found["board_count"], found["counted_depth"], found["scratch_bytes"]) == (181_440, 31, 0)
    assert "to depth  31: 181,440 boards, 532 KiB of disk" in slidefront("info", "8-puzzle", "--depth", "31").out
    assert json.loads(slidefront("info", "8-puzzle", "--json").out)["to_depth"] is None


def test_list_shows_shipped_puzzles(slidefront) -> None:
    found = json.loads(slidefront("list", "--json").out)
    sizes = {name: size.board_count for name in library.names() if (size := load(name).size()) is not None}
    assert {one["name"]: one["board_count"] for one in found if one["exact"]} == sizes
    assert all(one["title"] and one["about"].endswith((".", "?")) for one in found)
    lines = slidefront("list").out.splitlines()[1:]
    assert [line.split()[0] for line in lines] == [one["name"] for one in found]
    assert all(f"{sizes[name]:,}" in line for line in lines if (name := line.split()[0]) in sizes)


@pytest.mark.parametrize(("name", "fault"), [("file.txt", " is a file: "), ("missing", "there is no folder ")])
def test_scratch_must_be_a_folder(slidefront, tmp_path, name, fault) -> None:
    (tmp_path / "file.txt").touch()
    said = slidefront("expand", "2x2", "--scratch", name, code=2).err
    assert fault in said
    assert said.endswith(" (--scratch)\n")


def test_runs_lists_runs_tables_and_damage(slidefront, tmp_path) -> None:
    slidefront("expand", "pillars-6", "-q")
    slidefront("expand", "8-puzzle", "--depth", "4", "-q")
    slidefront("table", "pillars-6", "-q")
    (tmp_path / "data/notes.txt").write_text("mine")
    (tmp_path / "data/broken").mkdir()
    (tmp_path / "data/broken/_run.json").write_text("{")
    slidefront("expand", "2x2", "-o", "data/lost", "-q")
    (tmp_path / "data/lost/_run.json").unlink()
    header, *rows, fault, lost = slidefront("runs").out.splitlines()
    assert header.split() == ["name", "kind", "puzzle", "metric", "start", "depth", "boards", "size", "whole"]
    assert [row.split()[0] for row in rows] == ["8-puzzle", "broken", "lost", "pillars-6", "pillars-6.table"]
    assert rows[0].split()[1:7] == ["run", "8-puzzle", "step", "home", "4", "31"]
    assert rows[1].split()[-1] == rows[2].split()[-1] == "unreadable"
    assert rows[3].split()[-1] == "whole"
    assert "data/broken/_run.json is damaged" in fault
    assert "data/lost/_run.json is damaged" in lost
    assert slidefront("runs", "data/lost").out.splitlines()[1].split()[0] == "lost"
    found = json.loads(slidefront("runs", "--json").out)
    assert [one["kind"] for one in found] == ["run", "run", "run", "run", "table"]
    assert (found[0]["depth"], found[0]["board_count"], found[0]["whole"]) == (4, 1 + 2 + 4 + 8 + 16, False)
    assert found[1]["fault"] and found[1]["board_count"] is None
    sizes = [sum(file.stat().st_size for file in (tmp_path / "data/pillars-6/layers").rglob("*.parquet"))]
    sizes.append((tmp_path / "data/pillars-6.table").stat().st_size)
    assert [one["bytes"] for one in found[3:]] == sizes
    assert slidefront("runs", "data/pillars-6").out.splitlines()[1].split()[0] == "pillars-6"
