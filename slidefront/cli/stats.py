"""The command about the numbers of a run."""

import json
from typing import Annotated

import typer

from slidefront.cli.options import JsonOption, RunArgument


def stats(
    run: RunArgument,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV, one line a depth.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Show the numbers of a run: boards by depth, mean, median, mode, deepest, branching, growth rate."""
    from slidefront.analysis.stats import stats as work_out
    from slidefront.errors import RunError
    from slidefront.store.run import find_run
    from slidefront.view.stats import stats_csv, stats_data, stats_table

    if as_csv and as_json:
        raise typer.BadParameter("give --csv or --json, not both")
    found = find_run(run)
    if not found.layers:
        raise RunError(f"{found.folder} has no layers yet: go on with `slidefront expand`")
    numbers = work_out(found)
    if as_json:
        typer.echo(json.dumps(stats_data(found.manifest, str(found.folder), numbers), indent=1, ensure_ascii=False))
    else:
        typer.echo(stats_csv(found.manifest, numbers) if as_csv else stats_table(found.manifest, numbers))
