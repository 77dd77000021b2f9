"""What can be seen of the player without a terminal of its own; tests/view/play drives the rest."""

import sys

import pexpect


def test_the_player_needs_a_terminal(slidefront):
    assert "the player needs a terminal" in slidefront("play", "klotski", code=2).err


def test_without_the_extra_it_says_what_to_install(slidefront, monkeypatch):
    monkeypatch.setattr("slidefront.cli.play.find_spec", lambda _: None)
    assert "the player needs the extra `play`: pip install 'slidefront[play]'" in slidefront("play", code=2).err


def test_options_need_a_puzzle(slidefront):
    assert "options need a PUZZLE" in slidefront("play", "--from", "12", code=2).err


def test_it_runs_in_a_terminal_and_ends_with_q(tmp_path):
    words = ["-m", "slidefront", "play", "8-puzzle", "--from", "3124756_8", "--replay", "7 D, 4 R"]
    player = pexpect.spawn(sys.executable, words, cwd=tmp_path, dimensions=(30, 100), timeout=60)
    player.expect("fewest from here")
    player.send("q")
    player.expect(pexpect.EOF)
    player.close()
    assert player.exitstatus == 0
