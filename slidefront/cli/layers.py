"""The command about the layers of a run."""

import json

import typer

from slidefront.cli.options import JsonOption, RunArgument


def layers(run: RunArgument, as_json: JsonOption = False) -> None:
    """Show the layers of a run: boards, disk and seconds by depth."""
    from slidefront.store.run import find_run
    from slidefront.view.growth import ending, growth_data, growth_table

    found = find_run(run)
    if as_json:
        typer.echo(json.dumps(growth_data(found.manifest, str(found.folder)), indent=1))
        return
    typer.echo(growth_table(found.manifest))
    typer.echo(ending(found.manifest, str(found.folder)))
