"""`slidefront verify`."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from slidefront import units
from slidefront.cli.options import (
    STORED_HELP,
    DaskOption,
    JsonOption,
    ScratchOption,
    ThreadsOption,
    YesOption,
    argument,
    option,
)
from slidefront.cli.output import print_json, say, wrap
from slidefront.cli.progress import LineProgress
from slidefront.cli.sources import table_path
from slidefront.errors import RunError
from slidefront.files import is_file

if TYPE_CHECKING:
    from slidefront.check.files import Report
    from slidefront.tables.verify import TableReport


@dataclass(frozen=True, kw_only=True)
class VerifyFields:
    """What to verify, and how."""

    run: Annotated[str, argument("RUN|TABLE", f"A run or a table: {STORED_HELP}.")]
    deep: Annotated[bool, option("--deep", "Also recompute every layer and compare. Takes as long as `expand`.")] = (
        False
    )
    repair: Annotated[bool, option("--repair", "Make damaged layers again; asks before anything is changed.")] = False
    threads: ThreadsOption = None
    memory: Annotated[str | None, option("--memory", "It is for --deep. Default: 70% of the memory.")] = None
    scratch: ScratchOption = None
    dask: DaskOption = None
    yes: YesOption = False


def verify(asked: VerifyFields, as_json: JsonOption = False) -> None:
    """Check the files of a run or a table, and repair a run.

    Tells which layers are good. Every file is compared with the manifest, row by row. With --deep, also check
    that each layer has all boards of its depth and no others, or that each distance of the table is right. The
    exit code is 1 if anything is wrong.

    With --repair, a damaged layer is computed from the layers below it. If its boards are not those that were
    written, the next layers are computed again and compared too; all others stay. A lost or damaged _run.json is
    made again from the layers. Files that do not belong to the run are removed.
    """
    from slidefront.view.tables import table_report_data, table_report_text
    from slidefront.view.verified import report_data, report_text

    _check_options(asked)
    path = table_path(asked.run) or (Path(asked.run) if is_file(asked.run) else None)
    if asked.repair:
        _check_repairable(asked.run, path, as_json)
    if path is not None:
        table = _check_table(path, asked)
        data, text, good = table_report_data(table), table_report_text(table), table.good
    else:
        report = _check_run(asked)
        if asked.repair:
            _repair(report, asked)
            return
        data, text, good = report_data(report), report_text(report), report.good
    if as_json:
        print_json(data)
    else:
        say(text)
    if not good:
        raise typer.Exit(1)


def _check_options(asked: VerifyFields) -> None:
    """Refuse options that only --deep or --repair uses."""
    for name, value, user, used in (
        ("--memory", asked.memory, "--deep", asked.deep or asked.repair),
        ("--scratch", asked.scratch, "--deep", asked.deep or asked.dask),
        ("--yes", asked.yes or None, "--repair", asked.repair),
    ):
        if value is not None and not used:
            raise typer.BadParameter(f"it is for {user}: add {user}, or remove it", param_hint=name)


def _check_repairable(run: str, table: Path | None, as_json: bool) -> None:
    """Refuse to repair anything but a run folder."""
    from slidefront.store.location import is_uri

    if as_json:
        raise typer.BadParameter("it asks questions: remove --json, and verify again", param_hint="--repair")
    if is_uri(run):
        raise RunError(f"only folders are repaired: `slidefront publish RUN {run}` copies damaged files again")
    if table is not None:
        raise RunError(f"{table} is a table, which is not repaired: remove it and make it again")


def _check_table(path: Path, asked: VerifyFields) -> "TableReport":
    """Verify a table and show the progress."""
    from slidefront.tables.verify import verify_table

    if asked.scratch is not None or asked.dask is not None:
        raise typer.BadParameter(f"{path} is a table: --scratch and --dask are for runs")
    with LineProgress("verifying …", ": nothing was changed") as progress:
        return verify_table(path, deep=asked.deep, threads=asked.threads, memory=asked.memory, watcher=progress)


def _check_run(asked: VerifyFields) -> "Report":
    """Verify a run and show the progress."""
    from slidefront.check.verify import verify as check
    from slidefront.store.run import find_folder

    memory = units.parse_size(asked.memory) if asked.memory else None
    folder = find_folder(asked.run)
    with LineProgress("verifying …", ": nothing was changed") as progress:
        return check(
            folder,
            deep=asked.deep,
            threads=asked.threads,
            memory=memory,
            scratch=asked.scratch,
            watcher=progress,
            executor=asked.dask,
        )


def _repair(report: "Report", asked: VerifyFields) -> None:
    """Make damaged layers again, if the user agrees."""
    from slidefront.check.repair import repair
    from slidefront.view.verified import layers_left, repair_text, report_text

    say(report_text(report))
    if report.good and not report.leftovers:
        say("nothing to repair")
        return
    if not asked.yes and not sys.stdin.isatty():
        raise RunError("--repair asks for confirmation, but standard input is not a terminal: use --yes")
    if not asked.yes and not typer.confirm(wrap(f"{report.folder}: {repair_text(report)}?", sys.stdout)):
        say("nothing was changed")
        raise typer.Exit(1)
    say(layers_left(repair(report, threads=asked.threads, memory=asked.memory)))
