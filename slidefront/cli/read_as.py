"""`--read-as NAME`: which reading of a text is meant. Every command that reads a board, a puzzle or a route has it."""

from collections.abc import Callable, Sequence
from functools import wraps
from inspect import Parameter, signature
from typing import Annotated, Any

import typer

_OPTION = "--read-as"
_READ = ("PUZZLE", "BOARD", "ROUTE", "PACK")
"""What the values of commands that read such texts are called."""
ReadAsOption = Annotated[
    str | None,
    typer.Option(_OPTION, metavar="NAME", help="Which reading of a text is meant, by a name that its refusal shows."),
]


def with_read_as(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the option if it reads texts of boards or routes."""
    before = signature(command)
    values = [getattr(info, "metavar", "") or "" for one in before.parameters.values() for info in _infos(one)]
    if not any(word in value for word in _READ for value in values):
        return command

    @wraps(command)
    def wrapped(*words: Any, read_as: str | None = None, **options: Any) -> Any:
        return command(*words, **options) if read_as is None else _run(command, read_as, words, options)

    option = Parameter("read_as", Parameter.KEYWORD_ONLY, default=None, annotation=ReadAsOption)
    wrapped.__annotations__ = {**command.__annotations__, "read_as": ReadAsOption}
    wrapped.__signature__ = before.replace(parameters=[*before.parameters.values(), option])  # type: ignore[attr-defined]
    return wrapped


def _infos(parameter: Parameter) -> Sequence[Any]:
    return getattr(parameter.annotation, "__metadata__", ())


def _run(command: Callable[..., Any], name: str, words: Sequence[Any], options: dict[str, Any]) -> Any:
    """Run a command with a choice, and say so if it had no text to choose for."""
    from slidefront.cli.output import note
    from slidefront.text.choice import reading_as
    from slidefront.text.names import READINGS

    if name not in READINGS:
        raise typer.BadParameter(f"{_OPTION} {name} is unknown: choose from {', '.join(READINGS)}")
    with reading_as(name) as choice:
        result = command(*words, **options)
    if not choice.used:
        note(f"{_OPTION} {name} changes nothing: no text of this command can be read in two ways")
    return result


def hint(readings: Sequence[str]) -> str:
    """Say which options choose between readings."""
    return f"use {' or '.join(f'{_OPTION} {name}' for name in readings)}"
