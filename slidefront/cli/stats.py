"""`slidefront stats`."""

from typing import Annotated

import typer

from slidefront.cli.options import JsonOption, RunArgument
from slidefront.cli.output import print_json, say


def stats(
    run: RunArgument,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV, one line per depth.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Show statistics of a run: mean, median, growth rate, ..."""
    from slidefront.analysis.stats import stats as compute
    from slidefront.errors import RunError
    from slidefront.store.run import find_run
    from slidefront.view.stats import explanations, stats_csv, stats_data, stats_table

    if as_csv and as_json:
        raise typer.BadParameter("--csv and --json exclude each other")
    found = find_run(run)
    if not found.layers:
        raise RunError(f"{found.folder} has no layers yet: continue it with `slidefront expand`")
    numbers = compute(found)
    if as_json:
        print_json(stats_data(found.manifest, str(found.folder), numbers))
    elif as_csv:
        typer.echo(stats_csv(found.manifest, numbers))
    else:
        typer.echo(stats_table(found.manifest, numbers))
        typer.echo()
        say("\n".join(explanations(found.manifest, numbers)))
