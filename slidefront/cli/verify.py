"""`slidefront verify`."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from slidefront.cli.completion import values
from slidefront.cli.options import DaskOption, JsonOption, ThreadsOption
from slidefront.cli.output import print_json, say

if TYPE_CHECKING:
    from slidefront.check.files import Report
    from slidefront.tables.verify import TableReport

DeepOption = Annotated[
    bool, typer.Option("--deep", help="Also recompute every layer and compare. Takes as long as `expand`.")
]
DeepMemoryOption = Annotated[
    str | None,
    typer.Option("--memory", metavar="SIZE", help="Memory limit for --deep, such as 2GiB. Default: 70% of the memory."),
]
DeepScratchOption = Annotated[
    Path | None,
    typer.Option("--scratch", metavar="FOLDER", help="Folder for what --deep cannot keep in memory."),
]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="Print no progress.")]


@dataclass(frozen=True)
class VerifyOptions:
    """What to verify, and how: options that `verify` and `repair` share."""

    deep: bool
    threads: int | None
    memory: str | None
    scratch: Path | None
    quiet: bool
    dask: str | None = None


def verify(
    run: Annotated[
        str,
        typer.Argument(**values("RUN|TABLE"), help="A run or a table, or its name under data/, or s3://bucket/run."),
    ],
    deep: DeepOption = False,
    threads: ThreadsOption = None,
    memory: DeepMemoryOption = None,
    scratch: DeepScratchOption = None,
    dask: DaskOption = None,
    quiet: QuietOption = False,
    as_json: JsonOption = False,
) -> None:
    """Check the files of a run, and tell which layers are good; or check a table.

    Every file is compared with the manifest, row by row. With --deep, also check that each layer has all boards of
    its depth and no others, or that each distance of the table is right. Nothing is changed. The exit code is 1 if
    anything is wrong.
    """
    from slidefront.cli.runs import table_path
    from slidefront.files import is_file
    from slidefront.view.tables import table_report_data, table_report_text
    from slidefront.view.verified import report_data, report_text

    options = VerifyOptions(deep, threads, memory, scratch, quiet or as_json, dask)
    path = table_path(run) or (Path(run) if is_file(run) else None)
    if path is not None:
        table = _check_table(path, options)
        data, text, good = table_report_data(table), table_report_text(table), table.good
    else:
        report = check_run(run, options)
        data, text, good = report_data(report), report_text(report), report.good
    if as_json:
        print_json(data)
    else:
        say(text)
    if not good:
        raise typer.Exit(1)


def _check_table(path: Path, options: VerifyOptions) -> "TableReport":
    """Verify a table and show the progress."""
    from slidefront import units
    from slidefront.cli.line_progress import VerifyProgress
    from slidefront.tables.verify import verify_table

    _check_deep(options)
    if options.scratch is not None or options.dask is not None:
        raise typer.BadParameter(f"{path} is a table: --scratch and --dask are for runs")
    size = units.parse_size(options.memory) if options.memory else None
    with VerifyProgress("verifying …", quiet=options.quiet) as progress:
        return verify_table(path, deep=options.deep, threads=options.threads, memory=size, watcher=progress)


def check_run(run: str, options: VerifyOptions) -> "Report":
    """Verify a run and show the progress."""
    from slidefront import units
    from slidefront.check.verify import verify as check
    from slidefront.cli.line_progress import VerifyProgress
    from slidefront.store.run import find_folder

    _check_deep(options)
    size = units.parse_size(options.memory) if options.memory else None
    folder = find_folder(run)
    with VerifyProgress("verifying …", quiet=options.quiet) as progress:
        return check(
            folder,
            deep=options.deep,
            threads=options.threads,
            memory=size,
            scratch=options.scratch,
            watcher=progress,
            executor=options.dask,
        )


def _check_deep(options: VerifyOptions) -> None:
    """Refuse options that only --deep uses."""
    if options.memory is not None and not options.deep:
        raise typer.BadParameter("it is for --deep: add --deep, or remove it", param_hint="--memory")
    if options.scratch is not None and not (options.deep or options.dask):
        raise typer.BadParameter("it is for --deep: add --deep, or remove it", param_hint="--scratch")
