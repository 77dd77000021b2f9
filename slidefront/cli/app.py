"""The command line application: the commands by name, with a module for each heading of the help.

typer takes a while to build a command from its options. So an application has only the command that the arguments
name. If they name none, it has all commands, for the help and for completion.

Only this module uses undocumented parts of typer; tests/cli/test_options.py lists them. It changes its own commands,
never typer itself.
"""

import shutil
from collections.abc import Callable, Sequence
from dataclasses import MISSING, fields, is_dataclass
from functools import wraps
from importlib import import_module
from inspect import Parameter, signature
from pathlib import Path
from signal import SIGINT
from typing import Annotated, Any, get_type_hints

import typer
from typer import core

from slidefront import __version__
from slidefront.cli.options import option
from slidefront.cli.output import begin

GROUPS = {  # in the order of the help
    "Explore": ("expand", "table", "find", "info"),
    "Solve": ("solve", "solvable", "depth", "replay", "compare"),
    "Look": ("list", "show", "stats", "hardest", "graph", "page"),
    "Make": ("problems", "grade", "sheet", "export"),
    "Keep": ("runs", "verify", "patterns"),
}
COMMANDS = tuple(name for names in GROUPS.values() for name in names)
_FUNCTIONS = {"list": "list_puzzles", "runs": "list_runs"}
_PATTERNS = "Build and list pattern databases. They make searches of tile boards and graphs fast."
USAGE_ERROR: Any = typer.BadParameter.__mro__[2]
"""The exceptions of wrong arguments: ClickException, which typer includes under a private name."""
_COLUMNS = shutil.get_terminal_size().columns

_QUIET = Annotated[bool, option("--quiet", "Print no progress and no notes.")]


class _Values:
    """Converts the values of a parameter to its type.

    Newer versions of typer import pydantic to convert any value but a flag, which takes longer than importing numpy.
    """

    def __init__(self, descriptor: Any) -> None:
        self._kind, self._settings = descriptor.annotation, descriptor.parameter_info

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Convert texts, paths and plain numbers; keep values that have the type already; leave the rest to typer."""
        kind = self._kind
        if kind == list[str]:
            return [*(value or ())]
        if value is None or type(value) is kind:
            return value
        if kind is Path:
            return Path(value)
        if kind in (int, float) and isinstance(value, str):
            if not value.isascii() or "_" in value:
                raise typer.BadParameter(f"{value!r} is not a number: write it with the digits 0 to 9", ctx, param)
            if value.isdigit() and self._is_within_limits(int(value)):
                return kind(value)
        param._runtime_param = None  # so that the next line gives typer's own
        return param.get_runtime_param().coerce(value, param=param, ctx=ctx)

    def _is_within_limits(self, number: int) -> bool:
        least, most = self._settings.min, self._settings.max
        return (least is None or least <= number) and (most is None or number <= most)


class _QuickValues:
    """Lets `_Values` convert the parameters of a command, and the option --help, which typer adds."""

    def get_params(self, context: Any) -> list[Any]:
        """List the parameters."""
        parameters: list[Any] = super().get_params(context)  # type: ignore[misc]
        for parameter in parameters:
            if hasattr(parameter, "get_runtime_param"):
                parameter._runtime_param = _Values(parameter.type_descriptor)
        return parameters


class Command(_QuickValues, core.TyperCommand):
    """A command."""


class Commands(_QuickValues, core.TyperGroup):
    """The group of all commands: its help shows them under headings, and Ctrl-C ends them with a message."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002 - typer's signature
        """Write the list of commands."""
        for heading, names in GROUPS.items():
            with formatter.section(heading):
                formatter.write_dl([(name, self.commands[name].get_short_help_str(80)) for name in names])

    def invoke(self, ctx: Any) -> Any:
        """Run a command. A KeyboardInterrupt of a second signal has the number of the signal as its argument."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as error:
            typer.echo("slidefront: interrupted", err=True)
            raise typer.Exit(128 + (error.args[0] if error.args else SIGINT)) from None
        except EOFError as error:  # typer would take it for Ctrl-D at a prompt
            raise OSError(f"a file ends too early: {error}") from error
        except BrokenPipeError:
            raise typer.Exit from None  # such as `| head`, which is no failure: typer would exit with 1


def _options(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    if version:
        typer.echo(f"slidefront {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def command_of(function: Callable[..., None]) -> Callable[..., None]:
    """Return a function as a command, with --quiet, and with an option per field of parameters that are dataclasses."""
    parameters: list[Parameter] = []

    def add(name: str, default: Any, annotation: Any) -> None:
        parameters.append(Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation))

    hints = get_type_hints(function, include_extras=True)
    groups: dict[str, Any] = {name: kind for name, kind in hints.items() if is_dataclass(kind)}
    for parameter in signature(function).parameters.values():
        if kind := groups.get(parameter.name):
            field_hints = get_type_hints(kind, include_extras=True)
            for field in fields(kind):
                add(field.name, Parameter.empty if field.default is MISSING else field.default, field_hints[field.name])
        else:
            add(parameter.name, parameter.default, hints[parameter.name])
    add("quiet", False, _QUIET)

    @wraps(function)
    def run(*, quiet: bool, **values: Any) -> None:
        begin(quiet=quiet or values.get("as_json", False))
        for name, kind in groups.items():
            values[name] = kind(**{field.name: values.pop(field.name) for field in fields(kind)})
        function(**values)

    run.__signature__ = signature(function).replace(parameters=parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return run


def make_app(arguments: Sequence[str] = ()) -> typer.Typer:
    """Return the typer application with the command that the arguments name, or with all commands."""
    app = typer.Typer(
        name="slidefront",
        cls=Commands,
        help="Explore every reachable position of a sliding puzzle, depth by depth.",
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={
            "help_option_names": ["-h", "--help"],
            "terminal_width": max(20, _COLUMNS - 2) if _COLUMNS < 52 else None,  # else help is never narrower than 50
        },
    )
    app.callback(invoke_without_command=True)(_options)
    named = arguments[0] if arguments else ""
    for name in (named,) if named in COMMANDS else COMMANDS:
        heading = next(heading for heading, names in GROUPS.items() if name in names)
        module = import_module(f"slidefront.cli.{heading.lower()}")
        if name == "patterns":
            group = typer.Typer(help=_PATTERNS, rich_markup_mode=None)
            for part, function in module.PATTERNS.items():
                group.command(part, cls=Command)(command_of(function))
            app.add_typer(group, name=name)
        else:
            function = getattr(module, _FUNCTIONS.get(name, name))
            app.command(name, cls=Command)(command_of(function))
    return app
