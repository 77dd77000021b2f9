"""The command line application: the commands by name, each in a module of its own.

Making a command of its options takes a while, so an application has only the command that the arguments name; all of
them where they name none, for the help and for completion.

This module alone uses parts of typer that its documentation does not have: tests/cli/test_app.py says which, and
pyproject.toml allows no version that has not been tried.
"""

import difflib
import shutil
from collections.abc import Sequence
from importlib import import_module
from signal import SIGINT
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from slidefront import __version__
from slidefront.cli.shared import command_of

GROUPS = {  # in the order of the help
    "Explore": ("expand", "table", "find", "info"),
    "Solve": ("solve", "solvable", "depth", "replay", "compare"),
    "Look": ("list", "show", "stats", "hardest", "page"),
    "Make": ("problems", "sheet", "export"),
    "Keep": ("runs", "verify", "patterns"),
}
COMMANDS = tuple(name for names in GROUPS.values() for name in names)
WORDS_FOR = {
    "draw": "show PUZZLE --out FILE",
    "layers": "stats RUN",
    "route": "depth RUN BOARD --routes",
    "trace": "depth RUN BOARD --routes",
    "report": "page PUZZLE --out FILE",
    "repair": "verify RUN --repair",
    "check": "replay PUZZLE ROUTE` or `slidefront verify RUN",
    "explore": "expand",
    "pack": "problems",
    "print": "sheet",
    "ls": "list` or `slidefront runs",
    "tables": "runs",
}
"""What people may call a command."""
_MODULES = {"list": "list_puzzles", "runs": "list_runs"}
USAGE_ERROR: Any = typer.BadParameter.__mro__[2]
"""The exceptions of wrong arguments: ClickException, which typer includes under a private name."""
_COLUMNS = shutil.get_terminal_size().columns


class Commands(TyperGroup):
    """The group of all commands: its help shows them under headings, and Ctrl-C ends them with a message."""

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ARG002 - typer's signature
        """Write the list of commands."""
        for heading, names in GROUPS.items():
            with formatter.section(heading):
                formatter.write_dl([(name, self.commands[name].get_short_help_str(80)) for name in names])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find a command; suggest others if there is none of this name."""
        name = args[0]
        if name not in self.commands and not name.startswith("-"):
            near = difflib.get_close_matches(name, COMMANDS, n=3)
            words = WORDS_FOR.get(name, "` or `slidefront ".join(near))
            ctx.fail(f"there is no command {name}" + (f": did you mean `slidefront {words}`?" if words else ""))
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run a command. Of a second signal, the number is an argument of the exception."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as error:
            typer.echo("slidefront: interrupted", err=True)
            raise typer.Exit(128 + (error.args[0] if error.args else SIGINT)) from None
        except BrokenPipeError:
            raise typer.Exit from None  # such as `| head`: the reader has what it wants, and typer would exit with 1


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
        module = import_module(f"slidefront.cli.{_MODULES.get(name, name)}")
        function = getattr(module, module.__name__.rpartition(".")[2], None)
        if function is not None:
            app.command(name)(command_of(function, name))
            continue
        group = typer.Typer(help=module.__doc__, rich_markup_mode=None)
        for part, function in module.COMMANDS.items():
            group.command(part)(command_of(function, part))
        app.add_typer(group, name=name)
    return app
