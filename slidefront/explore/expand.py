"""Expand a puzzle into a run on disk: what `slidefront expand` does, and the API beside it."""

import errno
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path

from slidefront.errors import LimitError, RunError
from slidefront.explore.budget import check_space, make_budget
from slidefront.explore.loop import Explorer
from slidefront.explore.starts import Starts, make_starts
from slidefront.explore.watch import Watcher
from slidefront.keys.algebra import digest
from slidefront.puzzles.core import MOST_COUNTED, Puzzle, Size, identity_hash
from slidefront.puzzles.read.load import load, load_text
from slidefront.store.manifest import Manifest, load_manifest
from slidefront.store.run import Run
from slidefront.store.writer import RunWriter, check_folder

DATA = Path("data")


def default_folder(puzzle: Puzzle, starts: Starts) -> Path:
    """Name the folder of a run: data/<puzzle>, with the metric and the start where they are not the default."""
    name = puzzle.name
    if puzzle.metric != load_text(puzzle.text).metric:
        name += f"-{puzzle.metric}"
    if starts.name != "home":
        name += f"-from-{starts.name}"
    return DATA / "".join(letter if letter.isalnum() or letter in "-_.+" else "-" for letter in name)[:120]


def reachable(puzzle: Puzzle, starts: Starts) -> Size | None:
    """Count the boards that a run can reach, where that is known beforehand: its one start is in home's component."""
    size = puzzle.size()
    if size is None or starts.is_set:
        return None
    return size if puzzle.reaches(int(starts.keys[0])) else None


def expand(
    puzzle: Puzzle | str | Path,
    *,
    depth: int | None = None,
    out: str | Path | None = None,
    start: str | Path | Starts | Iterable[int] = "home",
    metric: str | None = None,
    threads: int | None = None,
    memory: int | None = None,
    scratch: str | Path | None = None,
    watcher: Watcher | None = None,
    stop: Callable[[], bool] = lambda: False,
    slice_boards: int | None = None,
) -> Run:
    """Explore a puzzle to a depth, or to the end of its space, and keep each layer on disk.

    The same call again goes on where the last one stopped. `memory` is in bytes; what does not fit goes through the
    scratch folder, which is inside the run if none is named.
    """
    if not isinstance(puzzle, Puzzle):
        puzzle = load(puzzle, metric)
    if depth is not None and (depth < 0 or depth != int(depth)):
        raise LimitError(f"depth {depth} makes no sense: give a whole number, 0 or more")
    budget = make_budget(threads, memory)
    starts = start if isinstance(start, Starts) else make_starts(puzzle, start)
    folder = Path(out) if out is not None else default_folder(puzzle, starts)
    size = reachable(puzzle, starts)
    if size is None and depth is None and starts.name == "home":
        size = puzzle.count(MOST_COUNTED)
    total = size.boards if size and size.exact else None
    if depth is None and total is not None:
        check_space(puzzle, total, load_manifest(folder).boards if check_folder(folder) else 0, folder)
    manifest = Manifest(
        puzzle=puzzle.name,
        text=puzzle.text,
        identity=identity_hash(puzzle),
        metric=puzzle.metric,
        start=starts.name,
        start_digest=f"{int(digest(starts.keys)):016x}",
        mark=puzzle.mark,
        total=total,
    )
    elsewhere = _scratch_in(scratch, folder)
    with RunWriter(folder, manifest) as writer:
        watcher = watcher or Watcher()
        watcher.opened(writer.manifest)
        try:
            Explorer(puzzle, writer, budget, watcher, stop, slice_boards, elsewhere).grow(starts.keys, depth)
        except OSError as error:
            raise _no_room(error, writer) from None
    return Run(folder)


def _scratch_in(scratch: str | Path | None, folder: Path) -> Path | None:
    """Name a folder of this run's own in a scratch folder that runs may share."""
    if scratch is None:
        return None
    try:
        Path(scratch).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RunError(f"cannot write to {scratch}: {error.strerror}; choose another --scratch") from None
    return Path(scratch) / f"slidefront-{folder.name}-{sha256(str(folder.resolve()).encode()).hexdigest()[:8]}"


def _no_room(error: OSError, writer: RunWriter) -> RunError:
    safe = f"layers to depth {writer.manifest.depth} are safe" if writer.manifest.depth >= 0 else "nothing is lost"
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return RunError(f"no space is left for {writer.folder}: {safe}; free some and give the same command to go on")
    return RunError(f"cannot write to {writer.folder}: {error.strerror}; {safe}, and the same command goes on")
