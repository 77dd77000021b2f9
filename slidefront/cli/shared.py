"""Make a typer command of a function: an option for each field of its dataclasses, and those that commands share.

    --quiet      every command has it
    --force      commands that write have it. It replaces the file that --out names when the new one is complete (see
                 `files.replacing`), or a run. What a command continues, such as a run, a table or a file of answers, is
                 replaced if it is of another question. A report replaces the one before it without this.

What functions below a command ask for these options is in a context: `is_quiet`, `is_replacing`.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import MISSING, fields, is_dataclass
from functools import wraps
from inspect import Parameter, signature
from typing import Annotated, Any, get_type_hints

import typer

from slidefront.cli.options import option
from slidefront.cli.output import begin
from slidefront.errors import TakenError
from slidefront.files import replacing

_LAST = ("axis", "frozen", "groups", "threads", "memory", "scratch", "dask", "yes", "as_json")
"""Options that stand last in the help of each command, in this order, before those of all."""
_HAVE_PLACES = ("expand", "table", "find")
"""Commands that have a place of their own without --out."""
_ONE_FORM = ("show", "stats", "hardest")
"""Commands that print JSON or write a file, and not both."""
_QUIET = Annotated[bool, option("--quiet", "Print no progress and no remarks.")]
_FORCE = Annotated[bool, option("--force", "Replace the file or the run that --out names; never another folder.")]


def command_of(function: Callable[..., None], name: str) -> Callable[..., None]:
    """Make a command of a function."""
    hints = get_type_hints(function, include_extras=True)
    groups: dict[str, Any] = {one: kind for one, kind in hints.items() if is_dataclass(kind)}
    found: list[Parameter] = []
    for one in signature(function).parameters.values():
        found += _fields(groups[one.name]) if one.name in groups else [_parameter(one.name, hints, one.default)]
    found.sort(key=lambda one: _LAST.index(one.name) + 1 if one.name in _LAST else 0)
    writes = name != "report" and any(one.name == "out" for one in found)
    shared: dict[str, tuple[Any, Any]] = {"quiet": (_QUIET, False)}
    if writes:
        shared["force"] = _FORCE, False
    found += [_parameter(one, {one: hint}, default) for one, (hint, default) in shared.items()]

    @wraps(function)
    def run(*, quiet: bool, force: bool = False, **given: Any) -> None:
        if force and given["out"] is None and name not in _HAVE_PLACES:
            raise typer.BadParameter("it replaces the file of --out: name one", param_hint="'--force'")
        if name in _ONE_FORM and given["out"] is not None and given["as_json"]:
            raise typer.BadParameter("--out writes another form: leave one of them out", param_hint="'--json'")
        begin(quiet=quiet or given.get("as_json", False))
        made = {one: kind(**{each.name: given.pop(each.name) for each in fields(kind)}) for one, kind in groups.items()}
        with _replacing(force, writes):
            function(**given, **made)

    run.__signature__ = signature(function).replace(parameters=found)  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in found}
    return run


def _parameter(name: str, hints: dict[str, Any], default: Any) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=hints[name])


def _fields(kind: Any) -> list[Parameter]:
    """List the fields of a class as parameters."""
    hints = get_type_hints(kind, include_extras=True)
    return [
        _parameter(one.name, hints, Parameter.empty if one.default is MISSING else one.default) for one in fields(kind)
    ]


@contextmanager
def _replacing(force: bool, writes: bool) -> Iterator[None]:
    """Replace what is in the place of the result, or say that --force does."""
    try:
        with replacing(allowed=force):
            yield
    except TakenError as error:
        if error.parameters or not writes:
            raise
        raise TakenError(f"{error}, or replace it", "force") from None
