"""`slidefront report`."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from slidefront.cli.options import PuzzleFields, SearchMemoryOption, option
from slidefront.cli.output import is_quiet, note, say
from slidefront.cli.progress import SearchProgress
from slidefront.cli.sources import whole_run
from slidefront.errors import SlidefrontError

_LOOK_EVERY = 0.3  # seconds


def report(
    asked: PuzzleFields,
    out: Annotated[Path, option("--out", "A report in it is replaced.", "FOLDER")],
    watch: Annotated[
        bool, option("--watch", "Make the report again whenever the puzzle file is saved, until Ctrl-C.")
    ] = False,
    max_seconds: Annotated[float, option("--max-seconds", "It is for each question.")] = 60,
    memory: SearchMemoryOption = None,
) -> None:
    """Answer what the maker of a puzzle asks, in a folder of pages and pictures.

    Can it be solved, in how many moves in each metric, and with what proof? How many shortest solutions are there? How
    many boards, at which distances? Which start is the hardest? How hard is it, beside the puzzles that ship?

    What takes longer than --max-seconds is left out, and so is a space of more than ten million boards that has no run;
    the report says so. The same command makes the report again.
    """
    if not watch:
        _write(asked, out, max_seconds, memory)
        return
    for _ in _saved(Path(asked.puzzle)):
        try:
            _write(asked, out, max_seconds, memory)
        except SlidefrontError as error:
            note(f"slidefront: {error}")
        if not is_quiet():
            note(f"waiting for {asked.puzzle} to be saved; Ctrl-C ends")


def _saved(path: Path) -> Iterator[None]:
    """Yield at once, and whenever a file was saved since."""
    if not path.is_file():
        raise typer.BadParameter(f"{path} is not a file: name the puzzle file to watch", param_hint="'--watch'")
    before = None
    while True:
        now = _state(path)
        if now not in (None, before):
            before = now
            yield
        time.sleep(_LOOK_EVERY)


def _state(path: Path) -> tuple[int, int] | None:
    """What changes when a file is saved; None while an editor replaces it."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _write(asked: PuzzleFields, out: Path, seconds: float, memory: str | None) -> None:
    """Make a report and write it; say what it says in a few lines."""
    from slidefront.analysis.report import report as make
    from slidefront.puzzles.core import Puzzle
    from slidefront.search.solve import Solved, solve
    from slidefront.store.run import Run
    from slidefront.view.folder import check_folder, write_folder
    from slidefront.view.report import DATA, report_files, report_text

    check_folder(out, DATA)
    with ExitStack() as stack:

        def explore(puzzle: Puzzle, start: str) -> Run:
            return stack.enter_context(whole_run(puzzle, start, seconds))

        def search(puzzle: Puzzle, start: int) -> Solved:
            with SearchProgress() as progress:
                watcher = progress.begin(f"solving in the {puzzle.metric} metric")
                return solve(puzzle, start, memory=memory, max_seconds=seconds, watcher=watcher)

        made = make(asked.load_with_goal(), explore, search)
        write_folder(out, DATA, report_files(made))
    if not is_quiet():
        say(report_text(made))
        note(f"report in {out / 'report.html'}: open it in a browser")
