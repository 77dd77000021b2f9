"""`--force`: replace the file that a command writes. Every command that writes a file with `--out` has it.

Only a file that slidefront has made is replaced (`files.carries_mark`), and only when the new one is complete. What a
command continues, such as a run, a table or a file of answers, is not a file to replace.
"""

from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from pathlib import Path
from typing import Annotated, Any

import typer

from slidefront.cli.options import force_option

ForceOption = Annotated[bool, force_option("It is the file of --out; any other is refused.")]
_WRITE = ("show", "solve", "hardest", "stats", "page", "problems", "sheet")


def with_force(command: Callable[..., Any], name: str) -> Callable[..., Any]:
    """Give a command the option if it writes pictures, pages, sheets or packs."""
    if name not in _WRITE:
        return command
    before = signature(command)

    @wraps(command)
    def wrapped(*, force: bool = False, **options: Any) -> Any:
        from slidefront.errors import TakenError
        from slidefront.files import replacing

        if not force:
            try:
                return command(**options)
            except TakenError as error:
                if error.path != options["out"]:  # the file of another option
                    raise
                raise TakenError(f"{error}, or replace it", error.path, "force") from None
        if options["out"] is None:
            raise typer.BadParameter("it replaces the file of --out: name one", param_hint="'--force'")
        with replacing(Path(options["out"])):
            return command(**options)

    option = Parameter("force", Parameter.KEYWORD_ONLY, default=False, annotation=ForceOption)
    wrapped.__annotations__ = {**command.__annotations__, "force": ForceOption}
    wrapped.__signature__ = before.replace(parameters=[*before.parameters.values(), option])  # type: ignore[attr-defined]
    return wrapped
