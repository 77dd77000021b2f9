"""The command line application: all commands by name."""

import shutil
from typing import Annotated

import typer

from slidefront import __version__
from slidefront.cli import (
    check,
    compare,
    depth,
    draw,
    expand,
    export,
    hardest,
    info,
    layers,
    list_puzzles,
    page,
    patterns,
    play,
    problems,
    publish,
    repair,
    route,
    sheet,
    show,
    solvable,
    solve,
    stats,
    table,
    verify,
)
from slidefront.cli.interrupt import InterruptibleGroup

_COLUMNS = shutil.get_terminal_size().columns

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


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"slidefront {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _options(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001 - answered by its callback
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


app.command("list")(list_puzzles.list_puzzles)
app.command("show")(show.show)
app.command("draw")(draw.draw)
app.command("info")(info.info)
app.command("play")(play.play)
app.command("expand")(expand.expand)
app.command("table")(table.table)
app.command("layers")(layers.layers)
app.command("depth")(depth.depth)
app.command("route")(route.route)
app.command("verify")(verify.verify)
app.command("repair")(repair.repair)
app.command("publish")(publish.publish)
app.command("solve")(solve.solve)
app.command("compare")(compare.compare)
app.add_typer(patterns.app, name="patterns")
app.command("check")(check.check)
app.command("solvable")(solvable.solvable)
app.command("stats")(stats.stats)
app.command("hardest")(hardest.hardest)
app.command("export")(export.export)
app.command("problems")(problems.problems)
app.command("sheet")(sheet.sheet)
app.command("page")(page.page)
