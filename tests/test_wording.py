"""The wording of errors is that of tests/wording.txt: read the difference, and run `python -m tests.wording`."""

from tests.wording import FILE, blocks, transcript


def test_errors_say_what_the_transcript_says() -> None:
    text = FILE.read_text("utf-8")
    assert transcript(text) == text


def test_it_has_lines() -> None:
    lines = [line for line, _ in blocks(FILE.read_text("utf-8"))]
    assert len(lines) > 50
