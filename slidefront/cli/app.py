"""The commands together."""

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from slidefront import __version__
from slidefront.cli import (
    check,
    expand,
    export,
    hardest,
    layers,
    problems,
    puzzles,
    routes,
    solvable,
    solve,
    stats,
    table,
    verify,
)


class Interruption(Exception):  # noqa: N818 - it is no error
    """Ctrl-C where nobody else has said so: typer would end without a word."""


class _Commands(TyperGroup):
    def invoke(self, ctx: Any) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            raise Interruption from None


app = typer.Typer(
    name="slidefront",
    cls=_Commands,
    help="Explore every reachable position of a sliding puzzle, depth by depth.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"slidefront {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _options(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001 - answered by its callback
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


app.command("expand")(expand.expand)
app.command("table")(table.table)
app.command("layers")(layers.layers)
app.command("stats")(stats.stats)
app.command("hardest")(hardest.hardest)
app.command("export")(export.export)
app.command("problems")(problems.problems)
app.command("verify")(verify.verify)
app.command("repair")(verify.repair)
app.command("route")(routes.route)
app.command("depth")(routes.depth)
app.command("check")(check.check)
app.command("solve")(solve.solve)
app.command("compare")(solve.compare)
app.command("list")(puzzles.list_)
app.command("show")(puzzles.show)
app.command("info")(puzzles.info)
app.command("solvable")(solvable.solvable)
