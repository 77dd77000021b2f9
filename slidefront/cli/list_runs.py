"""`slidefront runs`."""

from pathlib import Path
from typing import Annotated

from slidefront.cli.options import JsonOption, argument
from slidefront.cli.output import echo, print_json, say


def list_runs(
    folder: Annotated[Path, argument("FOLDER", "The folder to look in.")] = Path("data"),
    as_json: JsonOption = False,
) -> None:
    """List the runs and tables in a folder.

    Shows puzzle, metric, start, depth, boards and size of each, and which are whole.
    """
    from slidefront.draw.tables import stored_data, stored_table
    from slidefront.tables.open_space import stored_in

    found = stored_in(folder)
    if as_json:
        print_json([stored_data(one) for one in found])
    elif found:
        echo(stored_table(found))
    else:
        say(f"no runs or tables in {folder}: `slidefront expand PUZZLE` makes a run")
