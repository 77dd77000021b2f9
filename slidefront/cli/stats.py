"""`slidefront stats`."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from slidefront.cli.options import STORED_HELP, JsonOption, argument, option
from slidefront.cli.output import choose_format, note_file, print_json, say, write_text
from slidefront.cli.progress import StatusLine
from slidefront.cli.sources import find_space
from slidefront.errors import RunError

if TYPE_CHECKING:
    from slidefront.frames.stats import MeanMoves, Stats
    from slidefront.store.space import Space

_FORMATS = ("table", "bars", "csv", "svg", "png")
_PICTURES = ("svg", "png")
_ENDINGS = {"txt": "table", "csv": "csv", "svg": "svg", "png": "png"}


def stats(
    runs: Annotated[
        list[str],
        argument(
            "RUN|TABLE...",
            f"Runs or tables, each by {STORED_HELP}; or puzzles, whose spaces are explored if they are small.",
        ),
    ],
    form: Annotated[str | None, option("--format", "Default: that of the file, or table.", "table|bars|csv")] = None,
    log_scale: Annotated[bool, option("--log-scale", "With bars: use a logarithmic scale.")] = False,
    out: Annotated[
        Path | None, option("--out", "A new file: .svg or .png draws a chart (extra `plot`), .csv and .txt.")
    ] = None,
    moves: Annotated[bool, option("--moves", "Also count the moves from every board, and where they lead.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Show the boards at each depth of a run or table, and statistics.

    The statistics are mean, median, growth rate, and others. Several runs and tables are compared.
    """
    form = "json" if as_json else choose_format(form, out, _FORMATS, _ENDINGS)
    _check(runs, form, out, log_scale, moves)
    from slidefront.draw.growth import ending
    from slidefront.draw.stats import explanations, stats_data
    from slidefront.frames.stats import stats as compute

    found = [find_space(run) for run in runs]
    if empty := next((run for run in found if not run.layers), None):
        raise RunError(f"{empty.place} has no layers yet: continue it with `slidefront expand`")
    numbers = [compute(run) for run in found]
    means = _means(found[0]) if moves else []
    pairs = [*zip(found, numbers, strict=True)]
    if form == "json":
        print_json([stats_data(run, one, means) for run, one in pairs])
    elif form in _PICTURES and out is not None:
        _plot(found, out)
    else:
        write_text(out, _text(pairs, form, log_scale, means))
    if form == "table" and out is None:
        for run, one in pairs:
            said = explanations(run.manifest, one, with_moves=moves)
            say("\n".join([*said, ending(run)]))
    if out is not None:
        note_file("boards by depth", out)


def _check(runs: list[str], form: str, out: Path | None, log_scale: bool, moves: bool) -> None:
    """Refuse options that do not belong together."""
    if log_scale and form != "bars":
        raise typer.BadParameter("it is for --format bars; a chart shows both scales", param_hint="'--log-scale'")
    if form in ("csv", "bars") and len(runs) > 1:
        raise typer.BadParameter(f"{form} shows one run", param_hint="'--format'")
    if form in _PICTURES and out is None:
        raise typer.BadParameter(f"{form} is a picture: name a file", param_hint="'--out'")
    if moves and (len(runs) > 1 or form not in ("table", "csv", "json")):
        raise typer.BadParameter("it is for the table of one run, or csv", param_hint="'--moves'")


def _means(run: "Space") -> "list[MeanMoves]":
    from slidefront.frames.stats import mean_moves

    with StatusLine("counting moves …"):
        return mean_moves(run)


def _names(runs: "Sequence[Space]") -> list[str]:
    """Name runs by their puzzles, or by their folders or files if two have the same puzzle."""
    puzzles = [run.manifest.puzzle for run in runs]
    if len(set(puzzles)) == len(runs):
        return puzzles
    return [run.path.name if run.path else run.manifest.puzzle for run in runs]


def _plot(runs: "Sequence[Space]", path: Path) -> None:
    from slidefront.draw.chart import Growth, plot

    named = zip(_names(runs), runs, strict=True)
    plot([Growth(name, [layer.boards for layer in run.layers]) for name, run in named], path)


def _text(pairs: "Sequence[tuple[Space, Stats]]", form: str, log_scale: bool, means: "list[MeanMoves]") -> str:
    from slidefront.draw.bars import bars
    from slidefront.draw.stats import comparison, stats_csv, stats_table

    (run, numbers), *others = pairs
    if others:
        return comparison(_names([run for run, _ in pairs]), [one for _, one in pairs])
    if form == "bars":
        width = shutil.get_terminal_size((100, 24)).columns
        return bars([layer.boards for layer in run.layers], width, log=log_scale)
    return (stats_csv if form == "csv" else stats_table)(run.manifest, numbers, means)
