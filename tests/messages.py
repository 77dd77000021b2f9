"""Checks of errors: each has the promised type and a message of one printable line."""

from collections.abc import Callable
from typing import Any

import pytest

from slidefront.cli.output import message_of


def refused(error: type[Exception], call: Callable[..., Any], *given: Any) -> str:
    """Return the message of the error that a call must raise."""
    return str(checked(error, call, *given))


def advised(error: type[Exception], call: Callable[..., Any], *given: Any) -> str:
    """Return the message that the command line prints for the error that a call must raise."""
    return message_of(checked(error, call, *given))


def checked(error: type[Exception], call: Callable[..., Any], *given: Any) -> Any:
    """Return the error that a call must raise."""
    with pytest.raises(error) as caught:
        call(*given)
    kind = type(caught.value)
    public = kind.__module__ == "slidefront.errors" and len(kind.__bases__) == 1
    promised = kind if public else kind.__bases__[0]  # one that is a built-in kind, too, or that no user sees, will do
    assert error in (kind, promised)
    message = str(caught.value)
    assert message
    assert len(message.splitlines()) == 1, "a message is one line"
    assert message.isprintable(), "a message can be printed on any terminal"
    return caught.value
