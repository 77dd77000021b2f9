import json
import os
import signal
import sys
from pathlib import Path

import pexpect
import pytest

GROWTH = [1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1]  # pillars-6


def boards(text: str) -> list[int]:
    """The boards of each depth in the closing table."""
    rows = [line.split() for line in text.splitlines()]
    return [int(row[1].replace(",", "")) for row in rows if len(row) == 6 and row[0].isdigit()]


def test_each_layer_is_said_and_tabled(slidefront, monkeypatch):
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


def test_the_default_is_the_14_puzzle(slidefront, tmp_path):
    slidefront("expand", "--depth", "3", "-q")
    assert json.loads((tmp_path / "data/14-puzzle/_run.json").read_text())["puzzle"] == "14-puzzle"


def test_a_larger_depth_goes_on_and_a_smaller_one_says_what_is_there(slidefront, monkeypatch):
    monkeypatch.setattr("slidefront.cli.progress.LINE_SECONDS", 0.0)
    slidefront("expand", "pillars-6", "--depth", "5", "-q")
    further = slidefront("expand", "pillars-6", "--depth", "8")
    assert [line.split(":")[0] for line in further.err.splitlines()] == ["depth 6", "depth 7", "depth 8"]
    assert boards(slidefront("expand", "pillars-6", "--depth", "2").out) == GROWTH[:9]


def test_a_start_outside_the_component_is_explored_and_said(slidefront):
    answer = slidefront("expand", "2x2", "--start", "213_")
    assert "213_ cannot be reached from home" in answer.err
    assert "12 boards" in answer.out


def test_python_m_and_version(slidefront):
    from slidefront import __version__

    assert slidefront("--version").out == f"slidefront {__version__}\n"


@pytest.mark.slow
def test_a_live_display_on_a_terminal(tmp_path):
    child = pexpect.spawn(
        sys.executable, ["-m", "slidefront", "expand", "11-puzzle", "--depth", "26"], cwd=tmp_path, timeout=90
    )
    child.setwinsize(40, 120)
    child.expect(r"of the layer")
    child.expect(r"[0-9,]+ per second, [0-9.e-]+% of about [0-9,]+ to depth 26, about")
    child.expect(r"memory .* disk .* free")
    child.expect(r"8,052,888 boards \(3\.36% of 239,500,800\) to depth 26")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


@pytest.mark.slow
@pytest.mark.parametrize(("sign", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_a_signal_ends_it_cleanly_and_it_goes_on(slidefront, tmp_path, sign, code):
    child = pexpect.spawn(
        sys.executable, ["-m", "slidefront", "expand", "11-puzzle", "--depth", "27"], cwd=tmp_path, timeout=90
    )
    child.setwinsize(40, 120)
    child.expect(r"depth \S*2\d")
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
