"""Making a run from a command: its progress shown, a wish to stop heeded. `expand` does it, and what needs a run."""

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from slidefront.puzzles.core import Puzzle
    from slidefront.puzzles.read.boards import Starts
    from slidefront.store.run import Run


def note(text: str) -> None:
    """Say something beside the answer."""
    print(text, file=sys.stderr, flush=True)


def make_run(
    puzzle: "Puzzle",
    starts: "Starts",
    folder: Path,
    silent: bool,
    depth: int | None = None,
    threads: int | None = None,
    memory: str | None = None,
    scratch: Path | None = None,
) -> "Run":
    """Explore to a depth, or to the end of the space; go on with what is there. A signal ends the command."""
    from slidefront import units
    from slidefront.cli.progress import watcher
    from slidefront.cli.signals import Stopper
    from slidefront.explore.expand import expand
    from slidefront.explore.loop import Interrupted
    from slidefront.store.run import Run

    with Stopper() as stop:
        try:
            with watcher(folder, silent, depth is None, stop) as watch:
                return expand(
                    puzzle,
                    depth=depth,
                    out=folder,
                    starts=starts,
                    threads=threads,
                    memory=units.parse_size(memory) if memory else None,
                    scratch=scratch,
                    watcher=watch,
                    stop=stop,
                )
        except Interrupted:
            command = shlex.join(["slidefront", *sys.argv[1:]])
            note(f"interrupted: layers 0 to {Run(folder).depth} are safe in {folder}; go on with: {command}")
            raise typer.Exit(stop.exit_code) from None
