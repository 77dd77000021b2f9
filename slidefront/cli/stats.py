"""The command about the numbers of runs."""

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from slidefront.cli.options import JsonOption

if TYPE_CHECKING:
    from slidefront.analysis.stats import Stats
    from slidefront.store.run import Run


def stats(
    runs: Annotated[list[str], typer.Argument(metavar="RUN...", help="Run folders, or their names under data/.")],
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV, one line a depth.")] = False,
    as_json: JsonOption = False,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE", help="Draw boards by depth in a new file, .svg or .png (extra `plot`)."),
    ] = None,
    bars: Annotated[bool, typer.Option("--bars", help="Draw boards by depth on the terminal.")] = False,
    log: Annotated[bool, typer.Option("--log", help="With --bars: on a logarithmic scale.")] = False,
) -> None:
    """Show the numbers of runs: boards by depth, mean, median, mode, deepest, branching, growth rate."""
    from slidefront.view.picture import picture_file

    if as_csv + as_json + bars + (plot is not None) > 1:
        raise typer.BadParameter("give one of --csv, --json, --bars and --plot")
    if log and not bars:
        raise typer.BadParameter("--log needs --bars; --plot draws both scales")
    if len(runs) > 1 and as_csv:
        raise typer.BadParameter("--csv takes one run")
    if plot is not None:
        picture_file(plot)
    found = [_finished(run) for run in runs]
    if plot is not None:
        from slidefront.view.chart import Growth
        from slidefront.view.chart import plot as draw

        draw(
            [Growth(name, [one.boards for one in run.layers]) for name, run in zip(_names(found), found, strict=True)],
            plot,
        )
    else:
        typer.echo(_text(found, as_csv, as_json, bars, log))


def _finished(name: str) -> "Run":
    from slidefront.errors import RunError
    from slidefront.store.run import find_run

    run = find_run(name)
    if not run.layers:
        raise RunError(f"{run.folder} has no layers yet: go on with `slidefront expand`")
    return run


def _names(runs: "list[Run]") -> list[str]:
    """Name runs by their puzzles, or by their folders where puzzles are the same."""
    puzzles = [run.manifest.puzzle for run in runs]
    return puzzles if len(set(puzzles)) == len(runs) else [run.folder.name for run in runs]


def _text(runs: "list[Run]", as_csv: bool, as_json: bool, bars: bool, log: bool) -> str:
    from slidefront.view.stats import stats_csv

    if as_csv:
        return stats_csv(runs[0].manifest, _numbers(runs[0]))
    if as_json:
        data = [_data(run) for run in runs]
        return json.dumps(data if len(data) > 1 else data[0], indent=1, ensure_ascii=False)
    parts = [_bars(run, log) if bars else _table(run) for run in runs]
    if len(runs) > 1:
        parts = [f"{name}\n{part}" for name, part in zip(_names(runs), parts, strict=True)]
    return "\n\n".join(parts)


def _numbers(run: "Run") -> "Stats":
    from slidefront.analysis.stats import stats as work_out

    return work_out(run)


def _data(run: "Run") -> dict[str, Any]:
    from slidefront.view.stats import stats_data

    return stats_data(run.manifest, str(run.folder), _numbers(run))


def _table(run: "Run") -> str:
    from slidefront.view.stats import stats_table

    return stats_table(run.manifest, _numbers(run))


def _bars(run: "Run", log: bool) -> str:
    from slidefront.view.bars import bars

    width = shutil.get_terminal_size((100, 24)).columns
    return bars([layer.boards for layer in run.layers], width, log=log)
