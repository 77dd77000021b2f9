"""`slidefront layers`."""

import typer

from slidefront.cli.options import JsonOption, RunArgument
from slidefront.cli.output import print_json, say


def layers(run: RunArgument, as_json: JsonOption = False) -> None:
    """Show the number of boards at each depth of a run."""
    from slidefront.store.run import find_run
    from slidefront.view.growth import ending, growth_data, growth_table

    found = find_run(run)
    if as_json:
        print_json(growth_data(found.manifest, str(found.folder)))
        return
    typer.echo(growth_table(found.manifest))
    say(ending(found.manifest, str(found.folder)))
