"""`--force`: replace what a command writes and refuses because it exists. Every command with `--out` has it.

Only what slidefront has made is replaced (see `files.replacing`), and a file only when the new one is complete. What a
command continues, such as a run, a table or a file of answers, is replaced if it is of another question. A report
replaces the one before it without the option.
"""

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from typing import Annotated, Any

import typer

ForceOption = Annotated[
    bool, typer.Option("--force", help="Replace what slidefront has made in the place of --out; refuse anything else.")
]
_HAVE_PLACES = ("expand", "table", "find")
"""Commands that have a place of their own without --out."""


def with_force(command: Callable[..., Any], name: str) -> Callable[..., Any]:
    """Give a command the option if it writes files."""
    before = signature(command)
    if "out" not in before.parameters or name == "report":
        return command

    @wraps(command)
    def wrapped(*, force: bool = False, **options: Any) -> Any:
        from slidefront.errors import TakenError
        from slidefront.files import replacing

        if force and options["out"] is None and name not in _HAVE_PLACES:
            raise typer.BadParameter("it replaces the file of --out: name one", param_hint="'--force'")
        try:
            with replacing(allowed=force):
                return command(**options)
        except TakenError as error:
            if error.parameters:
                raise
            raise TakenError(f"{error}, or replace it", "force") from None

    option = Parameter("force", Parameter.KEYWORD_ONLY, default=False, annotation=ForceOption)
    wrapped.__annotations__ = {**command.__annotations__, "force": ForceOption}
    wrapped.__signature__ = before.replace(parameters=[*before.parameters.values(), option])  # type: ignore[attr-defined]
    return wrapped
