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


@pytest.mark.parametrize("platform", ["linux", "darwin", "freebsd14"])
def test_other_systems(monkeypatch: pytest.MonkeyPatch, platform: str) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    check_platform()
