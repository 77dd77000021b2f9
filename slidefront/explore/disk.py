"""The disk: what the boards of a run and the keys of a step need there, and whether there is room."""

from pathlib import Path

from slidefront import machine, units
from slidefront.errors import LimitError
from slidefront.executors.budget import Needs
from slidefront.puzzles.core import Puzzle

BYTES_PER_BOARD = 3
"""The disk space of a board: usually 2.7 to 3 bytes in large layers."""
CODED_BYTES_PER_KEY = 6
"""The most bytes of a key in the scratch folder: neighbouring keys of a large layer differ in few bits."""
DISK_FLOOR = 64 << 20


def check_space(puzzle: Puzzle, boards: int, there: int, folder: Path) -> None:
    """Refuse to explore a whole space, or the rest of one, that does not fit on the disk."""
    need, free = BYTES_PER_BOARD * (boards - there), machine.free_disk(folder)
    if need > free:
        which = f"{'the other' if there else 'all'} {boards - there:,} boards of {puzzle.name}"
        raise LimitError(
            f"{which} need about {units.size(need)} of disk and {units.size(free)} are free: "
            f"stop at a depth, or choose a larger disk",
            "depth",
            "out",
        )


def check_layer(depth: int, needs: Needs, folder: Path, scratch: Path | None) -> None:
    """Stop before a layer that does not fit on the disk; `scratch` is the folder for its keys, if they go to files."""
    wanted = {folder: BYTES_PER_BOARD * needs.boards}
    if scratch is not None:
        wanted[scratch] = CODED_BYTES_PER_KEY * needs.keys
        if machine.device(folder) == machine.device(scratch):
            wanted = {folder: sum(wanted.values())}
    for place, need in wanted.items():
        free = machine.free_disk(place)
        if need + DISK_FLOOR > free:
            raise LimitError(
                f"depth {depth} needs about {units.size(need)} of disk in addition to the {units.size(DISK_FLOOR)} "
                f"that stay free, and {units.size(free)} are free for {place}: layers to depth {depth - 1} are safe "
                f"in {folder}; free some and run the same command to continue"
            )
