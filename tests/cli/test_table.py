import json


def test_a_whole_space_as_a_table(slidefront):
    said = slidefront("table", "8-puzzle")
    lines = said.out.splitlines()
    assert lines[-1].startswith(
        "The space ends here: 181,440 boards, the deepest at depth 31. Stored in data/8-puzzle.table (23.6 KiB"
    )
    assert lines[-2].split()[:3] == ["all", "181,440", "20,160"]
    assert "depth 31: 2 boards" not in said.err  # a line a second
    assert slidefront("table", "8-puzzle", "-q").out == ""


def test_a_block_puzzle_in_one_command(slidefront):
    assert "25,955 boards, the deepest at depth 124" in slidefront("table", "klotski").out
    assert "25,955 boards" in slidefront("table", "klotski", "--start", "goal").out
    assert "81 moves" in slidefront("solve", "klotski").err
    assert "table (data/klotski-from-goals.table" in slidefront("solve", "klotski").err


def test_interruption(slidefront, monkeypatch):
    monkeypatch.setattr("slidefront.cli.progress.Progress.stop", lambda _: True)
    said = slidefront("table", "8-puzzle", code=130)
    assert "to continue, run:" in said.err


def test_what_find_finds_is_text_and_json(slidefront):
    answer = slidefront("find", "2x3", "--out", "found")
    assert "simple-2x3: " in answer.err
    lines = answer.out.splitlines()
    assert lines[0].split()[:3] == ["pieces", "placements", "starts"]
    shown = json.loads(slidefront("find", "2x3", "--out", "found", "--json").out)
    assert [str(row["longest"]) for row in shown["pieces"]] == [line.split()[5] for line in lines[1:]]
