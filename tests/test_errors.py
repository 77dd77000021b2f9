"""Messages are one line, and Windows is refused before anything is written."""

import sys

import pytest

import slidefront
from slidefront.errors import BoardError, SlidefrontError, check_platform


def test_messages_are_one_printable_line() -> None:
    message = str(BoardError("a\nb\x1b[2J" + "c" * 1000))
    assert message.startswith("a\\nb\\x1b[2Jccc")
    assert len(message) <= 510


def test_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(SlidefrontError, match="on Windows, use the Windows Subsystem for Linux"):
        slidefront.expand  # noqa: B018 - its import is refused
    assert slidefront.SlidefrontError is SlidefrontError, "exceptions can be imported, to be caught"


@pytest.mark.parametrize(("platform", "refused"), [("linux", 0), ("darwin", 0), ("freebsd14", 0), ("win32", 1)])
def test_windows_alone_is_refused(monkeypatch: pytest.MonkeyPatch, platform: str, refused: int) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    errors = []
    try:
        check_platform()
    except SlidefrontError as error:
        errors.append(error)
    assert len(errors) == refused
