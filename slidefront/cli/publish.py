"""`slidefront publish`."""

from typing import Annotated

import typer

from slidefront.cli.options import RunArgument
from slidefront.cli.output import say
from slidefront.cli.verify import QuietOption


def publish(
    run: RunArgument,
    to: Annotated[
        str, typer.Argument(metavar="URI", help="Where to copy it to, such as s3://bucket/run or file:///mnt/run.")
    ],
    quiet: QuietOption = False,
) -> None:
    """Copy a run to S3 or another file system, where all commands that read runs can read it.

    Each file is read back and compared. Run the same command again to continue after an interruption, or to add
    layers that were added to the run since.
    """
    from slidefront import units
    from slidefront.check.publish import publish as copy
    from slidefront.cli.line_progress import PublishProgress
    from slidefront.store.run import find_run

    with PublishProgress("publishing …", quiet=quiet) as progress:
        there = copy(find_run(run), to, watcher=progress)
    say(f"{there.folder} has layers 0 to {there.depth}, {units.counted(there.boards, 'board')}")
