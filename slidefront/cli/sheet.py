"""`slidefront sheet`."""

from pathlib import Path
from typing import Annotated

import typer

from slidefront.cli.completion import values
from slidefront.cli.options import PUZZLE_HELP
from slidefront.cli.output import check_new_file, note_file

_MOST_PER_PAGE = 30


def sheet(
    pack: Annotated[
        Path, typer.Argument(metavar="PACK", help="A file of problems, as `slidefront problems` writes it.")
    ],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="A new file that ends in .html or .pdf.")
    ] = None,
    puzzle: Annotated[
        str | None,
        typer.Option(
            "--puzzle",
            **values("PUZZLE"),
            help=f"{PUZZLE_HELP} Default: the one that the pack names.",
        ),
    ] = None,
    per_page: Annotated[
        int, typer.Option("--per-page", metavar="N", min=1, max=_MOST_PER_PAGE, help="Problems on a page.")
    ] = 6,
) -> None:
    """Print problems on paper: boards with number, length and grade, and the answers on separate pages.

    PDF needs the extra `sheet`. Problems without a route are solved.
    """
    from slidefront import units
    from slidefront.analysis.pack_files import read_pack
    from slidefront.cli.progress import StatusLine
    from slidefront.files import write_new
    from slidefront.puzzles.load import load
    from slidefront.view.sheet import make_sheet

    if out is None or out.suffix not in (".html", ".pdf"):
        raise typer.BadParameter("name a file that ends in .html or .pdf", param_hint="'--out'")
    check_new_file(out)
    with StatusLine("reading the problems …") as status:
        problems = read_pack(pack, load(puzzle) if puzzle else None)
        if unsolved := sum(problem.route is None for problem in problems):
            status.print(f"solving {units.counted(unsolved, 'problem')} that the pack has no route for")
        made = make_sheet(problems, per_page, status.update)
    if out.suffix == ".pdf":
        from slidefront.view.sheet_pdf import pdf

        write_new(out, pdf(made))
    else:
        from slidefront.view.sheet_html import html

        write_new(out, html(made).encode())
    note_file(units.counted(len(made.items), "problem"), out)
