"""The wording of errors is that of tests/wording.txt: read the difference, and run `python -m tools.wording`."""

from tools.wording import FILE, transcript


def test_errors_say_what_the_transcript_says() -> None:
    text = FILE.read_text("utf-8")
    assert transcript(text) == text
