"""`slidefront verify`."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from slidefront.cli.options import (
    DaskOption,
    JsonOption,
    QuietOption,
    RunOrTableArgument,
    ScratchOption,
    ThreadsOption,
    YesOption,
    memory_option,
)
from slidefront.cli.output import print_json, say, wrap

if TYPE_CHECKING:
    from slidefront.check.files import Report
    from slidefront.tables.verify import TableReport


@dataclass(frozen=True, kw_only=True)
class VerifyMeans:
    """What to verify, and how."""

    deep: Annotated[
        bool, typer.Option("--deep", help="Also recompute every layer and compare. Takes as long as `expand`.")
    ] = False
    threads: ThreadsOption = None
    memory: Annotated[str | None, memory_option("It is for --deep. Default: 70% of the memory.")] = None
    scratch: ScratchOption = None
    dask: DaskOption = None
    quiet: QuietOption = False

    @property
    def bytes(self) -> int | None:
        """The memory limit."""
        from slidefront import units

        return units.parse_size(self.memory) if self.memory else None


def verify(
    run: RunOrTableArgument,
    means: VerifyMeans,
    repair: Annotated[
        bool, typer.Option("--repair", help="Make damaged layers again; asks before anything is changed.")
    ] = False,
    yes: YesOption = False,
    as_json: JsonOption = False,
) -> None:
    """Check the files of a run or a table, and repair a run.

    Tells which layers are good. Every file is compared with the manifest, row by row. With --deep, also check
    that each layer has all boards of its depth and no others, or that each distance of the table is right. The
    exit code is 1 if anything is wrong.

    With --repair, a damaged layer is computed from the layers below it. If its boards are not those that were
    written, the next layers are computed again and compared too; all others stay. A lost or damaged _run.json is
    made again from the layers. Files that do not belong to the run are removed.
    """
    from slidefront.cli.sources import table_path
    from slidefront.files import is_file
    from slidefront.view.tables import table_report_data, table_report_text
    from slidefront.view.verified import report_data, report_text

    _check_options(means, repair, yes)
    quiet = means.quiet or as_json
    path = table_path(run) or (Path(run) if is_file(run) else None)
    if repair:
        _check_repairable(run, path, as_json)
    if path is not None:
        table = _check_table(path, means, quiet)
        data, text, good = table_report_data(table), table_report_text(table), table.good
    else:
        report = _check_run(run, means, quiet)
        if repair:
            _repair(report, means, yes)
            return
        data, text, good = report_data(report), report_text(report), report.good
    if as_json:
        print_json(data)
    else:
        say(text)
    if not good:
        raise typer.Exit(1)


def _check_options(means: VerifyMeans, repair: bool, yes: bool) -> None:
    """Refuse options that only --deep or --repair uses."""
    if means.memory is not None and not (means.deep or repair):
        raise typer.BadParameter("it is for --deep: add --deep, or remove it", param_hint="--memory")
    if means.scratch is not None and not (means.deep or means.dask):
        raise typer.BadParameter("it is for --deep: add --deep, or remove it", param_hint="--scratch")
    if yes and not repair:
        raise typer.BadParameter("it is for --repair: add --repair, or remove it", param_hint="--yes")


def _check_repairable(run: str, table: Path | None, as_json: bool) -> None:
    """Refuse to repair anything but a run folder."""
    from slidefront.errors import RunError
    from slidefront.store.location import is_uri

    if as_json:
        raise typer.BadParameter("it asks questions: remove --json, and verify again", param_hint="--repair")
    if is_uri(run):
        raise RunError(f"only folders are repaired: `slidefront publish RUN {run}` copies damaged files again")
    if table is not None:
        raise RunError(f"{table} is a table, which is not repaired: remove it and make it again")


def _check_table(path: Path, means: VerifyMeans, quiet: bool) -> "TableReport":
    """Verify a table and show the progress."""
    from slidefront.cli.work_progress import VerifyProgress
    from slidefront.tables.verify import verify_table

    if means.scratch is not None or means.dask is not None:
        raise typer.BadParameter(f"{path} is a table: --scratch and --dask are for runs")
    with VerifyProgress("verifying …", ": nothing was changed", quiet=quiet) as progress:
        return verify_table(path, deep=means.deep, threads=means.threads, memory=means.bytes, watcher=progress)


def _check_run(run: str, means: VerifyMeans, quiet: bool) -> "Report":
    """Verify a run and show the progress."""
    from slidefront.check.verify import verify as check
    from slidefront.cli.work_progress import VerifyProgress
    from slidefront.store.run import find_folder

    size, folder = means.bytes, find_folder(run)
    with VerifyProgress("verifying …", ": nothing was changed", quiet=quiet) as progress:
        return check(
            folder,
            deep=means.deep,
            threads=means.threads,
            memory=size,
            scratch=means.scratch,
            watcher=progress,
            executor=means.dask,
        )


def _repair(report: "Report", means: VerifyMeans, yes: bool) -> None:
    """Make damaged layers again, if the user agrees."""
    from slidefront.check.repair import repair
    from slidefront.errors import RunError
    from slidefront.view.verified import layers_left, repair_text, report_text

    say(report_text(report))
    if report.good and not report.leftovers:
        say("nothing to repair")
        return
    if not yes and not sys.stdin.isatty():
        raise RunError("--repair asks for confirmation, but standard input is not a terminal: use --yes")
    if not yes and not typer.confirm(wrap(f"{report.folder}: {repair_text(report)}?", sys.stdout)):
        say("nothing was changed")
        raise typer.Exit(1)
    say(layers_left(repair(report, threads=means.threads, memory=means.memory)))
