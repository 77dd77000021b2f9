"""The commands that look after a run on disk: verify, repair."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from slidefront.cli.options import JsonOption, RunArgument

if TYPE_CHECKING:
    from slidefront.check.files import Report

DeepOption = Annotated[
    bool, typer.Option("--deep", help="Grow every layer again too, and compare: takes as long as expanding.")
]
ThreadsOption = Annotated[
    int | None, typer.Option("--threads", metavar="N", help="Threads to work with; all cores by default.")
]
MemoryOption = Annotated[
    str | None,
    typer.Option("--memory", metavar="SIZE", help="Memory for --deep to stay within, such as 2GiB; 70% by default."),
]
ScratchOption = Annotated[
    Path | None,
    typer.Option("--scratch", metavar="FOLDER", help="Where --deep puts what does not fit memory."),
]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")]


def verify(
    run: RunArgument,
    deep: DeepOption = False,
    threads: ThreadsOption = None,
    memory: MemoryOption = None,
    scratch: ScratchOption = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> None:
    """Check the files of a run against its manifest, row for row, and say which layers are good.

    With --deep also that each layer holds all boards at its depth, and no others. The exit code is 1 where something
    is wrong. Nothing is changed.
    """
    from slidefront.view.verified import report_data, report_text

    report = _verified(run, deep, threads, memory, scratch, quiet or as_json)
    typer.echo(json.dumps(report_data(report), indent=1, ensure_ascii=False) if as_json else report_text(report))
    if not report.good:
        raise typer.Exit(1)


def repair(
    run: RunArgument,
    deep: DeepOption = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    threads: ThreadsOption = None,
    memory: MemoryOption = None,
    scratch: ScratchOption = None,
    quiet: QuietOption = False,
) -> None:
    """Verify a run, and drop it back to its last good layer, after asking.

    What else lies among its layers is removed. `slidefront expand` then goes on from what is left.
    """
    from slidefront.check.repair import repair as mend
    from slidefront.check.repair import repairable
    from slidefront.errors import RunError
    from slidefront.view.verified import layers_left, repair_text, report_text

    report = _verified(run, deep, threads, memory, scratch, quiet)
    typer.echo(report_text(report))
    manifest = repairable(report)
    if report.good and not report.leftovers:
        typer.echo("nothing is to be repaired")
        return
    if not yes and not sys.stdin.isatty():
        raise RunError("repair asks before it removes anything, and here is no terminal to ask: give --yes")
    if not yes and not typer.confirm(f"{report.folder}: {repair_text(report, manifest)}?"):
        typer.echo("nothing was changed")
        raise typer.Exit(1)
    typer.echo(layers_left(mend(report)))


def _verified(
    run: str, deep: bool, threads: int | None, memory: str | None, scratch: Path | None, quiet: bool
) -> "Report":
    from slidefront import units
    from slidefront.check.verify import verify as check
    from slidefront.cli.verifying import Verifying
    from slidefront.store.run import find_folder

    size = units.parse_size(memory) if memory else None
    with Verifying(quiet) as verifying:
        return check(find_folder(run), deep, threads=threads, memory=size, scratch=scratch, watch=verifying.watch)
