"""The command that makes a table of a whole space."""

import json
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from slidefront.cli.making import note
from slidefront.cli.options import JsonOption, MetricOption, PuzzleArgument

if TYPE_CHECKING:
    from slidefront.cli.live import LiveLine
    from slidefront.tables.explore import Progress

_KEPT_FROM = 5.0  # seconds: a depth that takes longer leaves a line on the screen


class _Teller:
    """Shows the depth that is finished; on a terminal the long ones stay, elsewhere all are printed."""

    def __init__(self, line: "LiveLine", quiet: bool) -> None:
        self._line = line
        self._quiet = quiet

    def __call__(self, progress: "Progress") -> None:
        from slidefront.view.tables import progress_line

        if self._quiet:
            return
        if self._line and progress.seconds < _KEPT_FROM:
            self._line.show(progress_line(progress))
        else:
            self._line.leave(progress_line(progress))


def table(
    puzzle: PuzzleArgument,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="The table; data/<puzzle>.table by default.")
    ] = None,
    start: Annotated[
        str, typer.Option("--from", metavar="home|goal|BOARD", help="The board that distances are counted from.")
    ] = "home",
    run: Annotated[
        str | None,
        typer.Option("--run", metavar="RUN", help="Make the table of this finished run; data/<puzzle> by default."),
    ] = None,
    metric: MetricOption = None,
    threads: Annotated[
        int | None, typer.Option("--threads", metavar="N", help="Threads to work with; all cores by default.")
    ] = None,
    memory: Annotated[
        str | None,
        typer.Option("--memory", metavar="SIZE", help="Memory to stay within, such as 2GiB; 70% by default."),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress and no table.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Explore a whole space into one file: the distance of every board, in a few bits each.

    Where a puzzle can rank its boards, as those with a hole and different tiles can, the space is explored in memory
    and no layers are written. Block puzzles need a finished run. The same command again goes on where it was
    interrupted.
    """
    from slidefront import units
    from slidefront.cli.live import LiveLine
    from slidefront.cli.signals import Stopper
    from slidefront.explore.grow import Interrupted
    from slidefront.puzzles.read.load import load
    from slidefront.store.run import find_run
    from slidefront.tables.explore import make_table
    from slidefront.view.tables import table_data, table_ending, table_growth

    loaded = load(puzzle, metric)
    most = units.parse_size(memory) if memory else None
    with Stopper() as stop:
        try:
            with LiveLine("starting …", quiet or as_json) as line:
                made = make_table(
                    loaded,
                    out,
                    start=start,
                    run=find_run(run) if run else None,
                    threads=threads,
                    memory=most,
                    tell=_Teller(line, quiet or as_json),
                    stop=stop,
                )
        except Interrupted:
            command = shlex.join(["slidefront", *sys.argv[1:]])
            note(f"interrupted: what is done is kept; go on with: {command}")
            raise typer.Exit(stop.exit_code) from None
    if as_json:
        typer.echo(json.dumps(table_data(made), indent=1, ensure_ascii=False))
    elif not quiet:
        typer.echo(table_growth(made))
        typer.echo(table_ending(made))
