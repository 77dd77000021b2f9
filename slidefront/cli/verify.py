"""`slidefront verify`."""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

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

    With --repair, a damaged layer is computed from the two below it. If its boards are not those that were
    written, the next layers are computed again and compared too; all others stay. A lost or damaged _run.json is
    made again from the layers. What cannot be made stays as it is, and nothing else is removed.
    """
    from slidefront.draw.tables import table_report_data, table_report_text
    from slidefront.draw.verified import report_data, report_text
    from slidefront.tables.open_space import table_path
    from slidefront.tables.verify import TableReport

    path = table_path(asked.run) or (Path(asked.run) if is_file(asked.run) else None)
    _check_options(asked, path, as_json)
    report = _check(asked, path)
    if isinstance(report, TableReport):
        data, text = table_report_data(report), table_report_text(report)
    elif asked.repair:
        _repair(report, asked)
        return
    else:
        data, text = report_data(report), report_text(report)
    if as_json:
        print_json(data)
    else:
        say(text)
    if not report.good:
        raise typer.Exit(1)


def _check_options(asked: VerifyFields, table: Path | None, as_json: bool) -> None:
    """Refuse options that do nothing here; only folders of runs are repaired."""
    for name, value, user, used in (
        ("--memory", asked.memory, "--deep", asked.deep or asked.repair),
        ("--scratch", asked.scratch, "--deep", asked.deep or asked.dask),
        ("--yes", asked.yes or None, "--repair", asked.repair),
    ):
        if value is not None and not used:
            raise typer.BadParameter(f"it is for {user}: add {user}, or remove it", param_hint=name)
    if asked.repair and as_json:
        raise typer.BadParameter("it asks questions: remove --json, and verify again", param_hint="--repair")
    if asked.repair and table is not None:
        raise RunError(f"{table} is a table, which is not repaired: remove it and make it again")
    if table is not None and not (asked.scratch is None and asked.dask is None):
        raise typer.BadParameter(f"{table} is a table: --scratch and --dask are for runs")


def _check(asked: VerifyFields, table: Path | None) -> "Report | TableReport":
    """Verify a table or a run, and show the progress."""
    from slidefront.check.verify import verify as check
    from slidefront.store.run import find_folder
    from slidefront.tables.verify import verify_table

    memory = units.parse_size(asked.memory) if asked.memory else None
    folder = table or find_folder(asked.run)
    with LineProgress("verifying …", ": nothing was changed") as progress:
        means: dict[str, Any] = {"deep": asked.deep, "threads": asked.threads, "memory": memory, "watcher": progress}
        if table is not None:
            return verify_table(folder, **means)
        return check(folder, **means, scratch=asked.scratch, executor=asked.dask)


def _repair(report: "Report", asked: VerifyFields) -> None:
    """Make damaged layers again, if the user agrees."""
    from slidefront.check.repair import repair
    from slidefront.draw.verified import layers_left, repair_text, report_text

    say(report_text(report))
    if not report.damages and not report.leftovers:
        say("nothing to repair")
        raise typer.Exit(0 if report.good else 1)
    if not asked.yes and not sys.stdin.isatty():
        raise RunError("--repair asks for confirmation, but standard input is not a terminal: use --yes")
    if not asked.yes and not typer.confirm(wrap(f"{report.folder}: {repair_text(report)}?", sys.stdout)):
        say("nothing was changed")
        raise typer.Exit(1)
    say(layers_left(repair(report, threads=asked.threads, memory=asked.memory)))
    raise typer.Exit(1 if report.strays else 0)
