"""`slidefront repair`."""

import sys
from typing import Annotated

import typer

from slidefront.cli.options import RunArgument, ThreadsOption
from slidefront.cli.output import say, wrap
from slidefront.cli.verify import (
    DeepMemoryOption,
    DeepOption,
    DeepScratchOption,
    QuietOption,
    VerifyOptions,
    check_run,
)


def repair(
    run: RunArgument,
    deep: DeepOption = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask for confirmation.")] = False,
    threads: ThreadsOption = None,
    memory: DeepMemoryOption = None,
    scratch: DeepScratchOption = None,
    quiet: QuietOption = False,
) -> None:
    """Verify a run, and make its damaged layers again.

    A damaged layer is computed from the layers below it. If its boards are not those that were written, the next
    layers are computed again and compared too; all others stay. A lost or damaged _run.json is made again from the
    layers. Files that do not belong to the run are removed. Asks before anything is changed.
    """
    from slidefront.check.repair import repair as mend
    from slidefront.errors import RunError
    from slidefront.store.location import is_uri
    from slidefront.view.verified import layers_left, repair_text, report_text

    if is_uri(run):
        raise RunError(f"only folders are repaired: `slidefront publish RUN {run}` copies damaged files again")
    report = check_run(run, VerifyOptions(deep, threads, memory, scratch, quiet))
    say(report_text(report))
    if report.good and not report.leftovers:
        say("nothing to repair")
        return
    if not yes and not sys.stdin.isatty():
        raise RunError("repair asks for confirmation, but standard input is not a terminal: use --yes")
    if not yes and not typer.confirm(wrap(f"{report.folder}: {repair_text(report)}?", sys.stdout)):
        say("nothing was changed")
        raise typer.Exit(1)
    say(layers_left(mend(report, threads=threads, memory=memory)))
