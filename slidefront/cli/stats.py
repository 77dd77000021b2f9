"""`slidefront stats`."""

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from slidefront.cli.completion import values
from slidefront.cli.options import JsonOption
from slidefront.cli.output import note_file, print_json, say

if TYPE_CHECKING:
    from slidefront.store.run import Run
    from slidefront.tables.table import Table


def stats(
    runs: Annotated[
        list[str], typer.Argument(**values("RUN|TABLE..."), help="Runs or tables, or their names under data/.")
    ],
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV, one line per depth.")] = False,
    as_json: JsonOption = False,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE", help="Draw a chart in a new file, .svg or .png (extra `plot`)."),
    ] = None,
    bars: Annotated[bool, typer.Option("--bars", help="Draw the boards of each depth as a bar.")] = False,
    log: Annotated[bool, typer.Option("--log", help="With --bars: use a logarithmic scale.")] = False,
) -> None:
    """Show statistics of runs and tables: mean, median, growth rate, ..."""
    from slidefront.view.picture import picture_file

    if as_csv + as_json + bars + (plot is not None) > 1:
        raise typer.BadParameter("--csv, --json, --bars and --plot exclude each other")
    if log and not bars:
        raise typer.BadParameter("--log needs --bars; a --plot shows both scales")
    if as_csv and len(runs) > 1:
        raise typer.BadParameter("--csv takes one run")
    if plot is not None:
        picture_file(plot)
    found = [_find(run) for run in runs]
    if plot is not None:
        _plot(found, plot)
    elif as_json:
        data = [_data(run) for run in found]
        print_json(data if len(data) > 1 else data[0])
    else:
        for number, run in enumerate(found):
            if len(found) > 1:
                typer.echo(("\n" if number else "") + _names(found)[number])
            _print(run, as_csv, bars, log)


def _find(name: str) -> "Run | Table":
    from slidefront.cli.runs import find_run_or_table
    from slidefront.errors import RunError

    run = find_run_or_table(name)
    if not run.layers:
        raise RunError(f"{run.path} has no layers yet: continue it with `slidefront expand`")
    return run


def _names(runs: "list[Run | Table]") -> list[str]:
    """Name runs by their puzzles, or by their folders or files if two have the same puzzle."""
    puzzles = [run.manifest.puzzle for run in runs]
    return puzzles if len(set(puzzles)) == len(runs) else [run.path.name for run in runs]


def _plot(runs: "list[Run | Table]", path: Path) -> None:
    from slidefront.view.chart import Growth, plot

    named = zip(_names(runs), runs, strict=True)
    plot([Growth(name, [layer.boards for layer in run.layers]) for name, run in named], path)
    note_file("boards by depth", path)


def _data(run: "Run | Table") -> object:
    from slidefront.analysis.stats import stats as compute
    from slidefront.view.stats import stats_data

    return stats_data(run.manifest, str(run.path), compute(run))


def _print(run: "Run | Table", as_csv: bool, bars: bool, log: bool) -> None:
    from slidefront.analysis.stats import stats as compute
    from slidefront.view.bars import bars as draw_bars
    from slidefront.view.stats import explanations, stats_csv, stats_table

    numbers = compute(run)
    if as_csv:
        typer.echo(stats_csv(run.manifest, numbers))
    elif bars:
        width = shutil.get_terminal_size((100, 24)).columns
        typer.echo(draw_bars([layer.boards for layer in run.layers], width, log=log))
    else:
        typer.echo(stats_table(run.manifest, numbers))
        typer.echo()
        say("\n".join(explanations(run.manifest, numbers)))
