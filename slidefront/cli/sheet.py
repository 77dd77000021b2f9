"""`slidefront sheet`."""

from pathlib import Path
from typing import Annotated

from slidefront import units
from slidefront.cli.options import PackPuzzleOption, argument, option
from slidefront.cli.output import check_new_file, note_file
from slidefront.cli.progress import StatusLine
from slidefront.files import write_new

_MOST_PER_PAGE = 30


def sheet(
    pack: Annotated[Path, argument("PACK", "A file of problems, as `slidefront problems` writes it.")],
    out: Annotated[Path, option("--out", "A new file that ends in .html.")],
    puzzle: PackPuzzleOption = None,
    per_page: Annotated[int, option("--per-page", "Problems on a page.", "N", min=1, max=_MOST_PER_PAGE)] = 6,
) -> None:
    """Print problems on paper, with their answers on separate pages.

    Each board has its number, length and grade. Problems without a route are solved. Browsers print the file, or
    save it as PDF.
    """
    from slidefront.apps.problems.pack_files import read_pack, read_packs
    from slidefront.apps.problems.sheet import html, make_sheet
    from slidefront.notation.load import load

    check_new_file(out, ".html")
    with StatusLine("reading the problems …") as status:
        packs = [read_pack(pack, load(puzzle))] if puzzle else read_packs(pack)
        if unsolved := sum(problem.route is None for problems in packs for problem in problems):
            status.print(f"solving {units.counted(unsolved, 'problem')} that the pack has no route for")
        made = make_sheet(packs, per_page, status.update)
    write_new(out, html(made).encode())
    note_file(units.counted(len(made.items), "problem"), out)
