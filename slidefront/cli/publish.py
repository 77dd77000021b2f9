"""`slidefront publish`."""

from typing import Annotated

from slidefront import units
from slidefront.cli.options import STORED_HELP, JsonOption, argument
from slidefront.cli.output import print_json, say
from slidefront.cli.progress import LineProgress, same_command


def publish(
    run: Annotated[str, argument("RUN", f"A run: {STORED_HELP}.")],
    to: Annotated[str, argument("URI", "Where to copy it to, such as s3://bucket/run or file:///mnt/run.")],
    as_json: JsonOption = False,
) -> None:
    """Copy a run to S3 or another file system.

    All commands that read runs can read it there. Each file is read back and compared. Run the same command again
    to continue after an interruption, or to add layers that were added to the run since.
    """
    from slidefront.check.publish import publish as copy
    from slidefront.store.run import open_run

    with LineProgress("publishing …", f"; {same_command()}") as progress:
        there = copy(open_run(run), to, watcher=progress)
    if as_json:
        print_json({"path": str(there.path), "depth": there.greatest_depth, "boards": there.boards})
        return
    say(f"{there.path} has layers 0 to {there.greatest_depth}, {units.counted(there.boards, 'board')}")
