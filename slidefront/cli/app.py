"""The command line application: the commands by name, each in a module of its own.

Making a command of its options takes a while, so an application has only the command that the arguments name; all of
them where they name none, for the help and for completion.
"""

import shutil
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated

import typer

from slidefront import __version__
from slidefront.cli.interrupt import InterruptibleGroup

COMMANDS = (  # in the order of the help
    "list",
    "show",
    "draw",
    "info",
    "play",
    "expand",
    "table",
    "layers",
    "depth",
    "route",
    "verify",
    "repair",
    "publish",
    "solve",
    "compare",
    "patterns",
    "check",
    "solvable",
    "stats",
    "hardest",
    "find",
    "export",
    "problems",
    "sheet",
    "page",
)
_MODULES = {"list": "list_puzzles"}
_COLUMNS = shutil.get_terminal_size().columns


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"slidefront {__version__}")
        raise typer.Exit


def _options(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001 - answered by its callback
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def make_app(arguments: Sequence[str] = ()) -> typer.Typer:
    """Make the application with the command that arguments name, or with all commands."""
    app = typer.Typer(
        name="slidefront",
        cls=InterruptibleGroup,
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
        module = import_module(f"slidefront.cli.{_MODULES.get(name, name)}")
        if hasattr(module, "app"):
            app.add_typer(module.app, name=name)
        else:
            app.command(name)(getattr(module, module.__name__.rpartition(".")[2]))
    return app
