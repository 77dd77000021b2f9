"""`slidefront publish`."""

from typing import Annotated

import typer

from slidefront.cli.options import JsonOption, QuietOption, RunArgument
from slidefront.cli.output import print_json, say


def publish(
    run: RunArgument,
    to: Annotated[
        str, typer.Argument(metavar="URI", help="Where to copy it to, such as s3://bucket/run or file:///mnt/run.")
    ],
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> None:
    """Copy a run to S3 or another file system.

    All commands that read runs can read it there. Each file is read back and compared. Run the same command again
    to continue after an interruption, or to add layers that were added to the run since.
    """
    from slidefront import units
    from slidefront.check.publish import publish as copy
    from slidefront.cli.progress import LineProgress
    from slidefront.store.run import open_run

    outcome = ": run the same command again to continue"
    with LineProgress("publishing …", outcome, quiet=quiet or as_json) as progress:
        there = copy(open_run(run), to, watcher=progress)
    if as_json:
        print_json({"path": str(there.path), "depth": there.greatest_depth, "boards": there.boards})
        return
    say(f"{there.path} has layers 0 to {there.greatest_depth}, {units.counted(there.boards, 'board')}")
