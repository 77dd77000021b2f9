"""Puzzles, runs and tables as sentences and tables for people, and as plain data for programs.

Functions that end in `_data` return plain data. All others return text.
"""

import csv
from collections.abc import Callable, Mapping, Sequence
from io import StringIO
from typing import TYPE_CHECKING, Any

from slidefront import units
from slidefront.arrays import KEY_BITS
from slidefront.draw.board import describe_goal, draw_position, side_by_side
from slidefront.draw.chart import bars
from slidefront.errors import printable
from slidefront.executors.budget import BYTES_PER_BOARD
from slidefront.puzzles import Only
from slidefront.puzzles.capabilities import Size
from slidefront.puzzles.core import Puzzle
from slidefront.store.manifest import NAME, summary_of
from slidefront.store.space import Space
from slidefront.units import counted, fill, format_table

if TYPE_CHECKING:
    from slidefront.check.files import Report
    from slidefront.frames.stats import DeepestBoards, Distribution, Stats
    from slidefront.tables.open_space import StoredSpace
    from slidefront.tables.rows import TableNeeds

_COSTS: dict[str, tuple[str, Callable[[Any], str]]] = {
    "disk": ("bytes", units.size),
    "seconds": ("seconds", "{:.3f}".format),
    "to scratch": ("written", units.size),
    "from scratch": ("read", units.size),
}
"""The columns for the costs of a layer: the attribute, and the function that writes it."""


def layers_table(space: Space, more: Mapping[str, Sequence[str]] | None = None) -> str:
    """Format the layers as a table with a line for the sums.

    `more` are columns to insert before the costs; the table then has no sums.
    """
    layers, selection = space.layers, space.manifest.selection.text

    def column(what: str, write: Callable[[Any], str]) -> list[str]:
        numbers = [getattr(layer, what) for layer in layers]
        return [*map(write, numbers if more else [*numbers, sum(numbers)])]

    columns = {
        "depth": [*map(str, range(len(layers))), *([] if more else ["all"])],
        "boards": column("board_count", "{:,}".format),
        **({selection: column("selected_count", "{:,}".format)} if selection else {}),
        **(more or {}),
        **{name: column(*cost) for name, cost in _COSTS.items() if any(getattr(layer, cost[0]) for layer in layers)},
    }
    return format_table([*columns], [*zip(*columns.values(), strict=True)])


def space_sentence(space: Space) -> str:
    """Describe how far a space is explored, and where it is stored."""
    boards, total, depth = space.board_count, space.manifest.total, space.last_depth
    stored = "" if space.path is None else f". Stored in {space.path}"
    if space.path is not None and space.path.is_file():  # a table
        stored += f" ({units.size(space.bytes)}, {8 * space.bytes / boards:.2f} bits per board)"
    if space.manifest.whole:
        return f"The space ends here: {counted(boards, 'board')}, the deepest at depth {depth}{stored}"
    share = f" ({100 * boards / total:.3g}% of {total:,})" if total else ""
    return f"{counted(boards, 'board')}{share} to depth {depth}{stored}"


def statistics_text(spaces: "Sequence[tuple[str, Space, Stats]]", form: str, columns: int, *, with_names: bool) -> str:
    """Format the statistics of named spaces as a table, as bars, or as CSV.

    With names, bars have headings, and the first column of CSV is the name of the space.
    """
    if form == "csv":
        return _stats_csv(spaces, with_names=with_names)
    if form == "bars":
        headings = [f"{name}\n" if with_names else "" for name, _, _ in spaces]
        charts = [bars([layer.board_count for layer in space.layers], columns) for _, space, _ in spaces]
        return "\n".join(heading + text for heading, text in zip(headings, charts, strict=True))
    if len(spaces) > 1:
        return summary({name: numbers.boards for name, _, numbers in spaces})
    _, space, numbers = spaces[0]
    more = {
        "share": [f"{100 * layer.board_count / space.board_count:.3g}%" for layer in space.layers],
        "branching": [f"{ratio:.3f}" if ratio else "" for ratio in numbers.branching],
    }
    selection = space.manifest.selection.text
    spreads = {"boards": numbers.boards, **({selection: numbers.selected} if selection else {})}
    return f"{layers_table(space, more)}\n\n{summary(spreads)}"


def _stats_csv(spaces: "Sequence[tuple[str, Space, Stats]]", *, with_names: bool) -> str:
    """Format the layers of several spaces as CSV."""
    out = StringIO()
    lines = csv.writer(out, lineterminator="\n")
    selections = [
        column for column in dict.fromkeys(space.manifest.selection.column for _, space, _ in spaces) if column
    ]
    lines.writerow([*(["puzzle"] if with_names else []), "depth", "board_count", *selections, "branching"])
    for name, space, numbers in spaces:
        for layer, ratio in zip(space.layers, numbers.branching, strict=True):
            branching = "" if ratio is None else f"{ratio:.6g}"
            own = space.manifest.selection.column
            selected = [layer.selected_count if column == own else "" for column in selections]
            lines.writerow([*([name] if with_names else []), layer.depth, layer.board_count, *selected, branching])
    return out.getvalue().rstrip("\n")


def stats_sentences(space: Space, stats: "Stats") -> str:
    """Explain the statistics, one sentence per line."""
    lines = ["Branching: the board count of a layer divided by the board count of the layer before."]
    if stats.growth_rate is not None:
        mode = stats.boards.mode
        lines.append(f"Growth rate {stats.growth_rate:.4g}: geometric mean of the branching up to depth {mode}.")
    if not space.manifest.whole:
        lines.append(f"The run is not finished: these are the statistics of layers 0 to {space.last_depth}.")
    return "\n".join([*lines, space_sentence(space)])


def summary(spreads: "Mapping[str, Distribution | None]") -> str:
    """Format a table of distributions over the depths, with a column for each."""
    wanted: dict[str, Callable[[Distribution], str]] = {
        "number": lambda spread: f"{spread.board_count:,}",
        "nearest": lambda spread: str(spread.nearest),
        "mean depth": lambda spread: f"{spread.mean:.3f}",
        "median": lambda spread: f"{spread.median:g}",
        "mode": lambda spread: str(spread.mode),
        "deepest": lambda spread: str(spread.deepest),
    }
    rows = [
        [name, *(write(spread) if spread else "none" for spread in spreads.values())] for name, write in wanted.items()
    ]
    return format_table(["", *spreads], rows, words=[0])


def hardest_data(space: Space, deepest: "Sequence[DeepestBoards]", only: Only | None) -> dict[str, Any]:
    """Return the deepest boards of a space, or the deepest of its goal boards or hole-home boards, by depth."""
    return {
        **summary_of(space.manifest),
        "selection": space.manifest.selection.word,
        "path": space.path,
        "from_home": space.leads_from_home,
        "from_goal": space.leads_to_goal,
        "layers": [deep.to_dict() for deep in deepest],
        "only": only,
    }


def hardest_text(space: Space, deepest: "Sequence[DeepestBoards]", only: Only | None, width: int) -> str:
    """Draw the deepest boards, depth by depth, with headings, each board over its text."""
    puzzle, from_home, to_goal = space.puzzle, space.leads_from_home, space.leads_to_goal
    origin = "from home" if from_home else "to the goal" if to_goal else f"from {space.manifest.start}"
    origin += " (the goal)" if from_home and to_goal else ""
    metric = f" ({puzzle.metric} metric)" if len(puzzle.metrics) > 1 else ""
    mark = f", {puzzle.selection.text}" if only else ""
    parts = [] if deepest else [no_selected_board(space)]
    for deep in deepest:
        shown = f" ({len(deep.keys)} of them shown)" if len(deep.keys) < deep.board_count else ""
        heading = f"{counted(deep.depth, 'move')}{metric} {origin}: {counted(deep.board_count, 'board')}{mark}{shown}"
        blocks = ([*draw_position(puzzle.position(key), width).split("\n"), puzzle.format(key)] for key in deep.keys)
        parts += [fill(heading, width), side_by_side(blocks, width)]
    if not space.manifest.whole:
        parts.append(fill(f"The run is not finished: there may be boards deeper than {space.last_depth}.", width))
    return "\n\n".join(parts)


def no_selected_board(space: Space) -> str:
    """Return the message that no board of a space is of the kind that layers count separately."""
    return f"no {space.puzzle.selection.word} board up to depth {space.last_depth}"


def stored_spaces_table(stored: "Sequence[StoredSpace]") -> str:
    """Format a table of runs and tables, and below it why some cannot be read."""
    rows = []
    for space in stored:
        about, whole, depth, boards = space.manifest, "unreadable", "", ""
        if about is not None:
            whole, depth, boards = "whole" if about.whole else "", str(about.depth), f"{about.board_count:,}"
        words = [getattr(about, name, "") for name in ("puzzle", "metric", "start")]
        rows.append([space.path.name, space.kind, *words, depth, boards, units.size(space.bytes), whole])
    header = ["name", "kind", "puzzle", "metric", "start", "depth", "boards", "size", "whole"]
    return "\n".join(
        [format_table(header, rows, words=[0, 1, 2, 3, 4, 8]), *(space.fault for space in stored if space.fault)]
    )


def verified_text(report: "Report", repair: str = "") -> str:
    """List the damage to a run or a table, and then the good layers; if a run is damaged, end with `repair`."""
    lines = [str(damage) for damage in report.damages]
    lines += [f"{stray}: this does not belong to the run" for stray in report.strays]
    lines += [f"{left}: belongs to an interrupted or running process" for left in report.leftovers]
    if not report.path.is_file():
        lines.append(_run_verdict(report, repair))
    elif (about := report.manifest) and report.good:
        boards = f"{counted(about.board_count, 'board')} to depth {about.depth}"
        size = units.size(report.path.stat().st_size)
        deep, more = "; each distance is right" * report.deep, "; it is not finished" * (not about.whole)
        lines.append(f"{report.path} is good: {boards}, {size}{deep}{more}")
    return "\n".join(map(printable, lines))


def _run_verdict(report: "Report", repair: str) -> str:
    manifest = report.manifest
    if manifest is None or report.doubtful:
        return f"no layer is known to be good without {NAME}, which is made of the layers{repair}"
    if manifest.depth == -1 and not report.damages:
        return "there are no layers yet"
    if report.safe < 0:
        return f"no layer is known to be good{repair}"
    good = f"{layers_are(report.safe)} good"
    if report.damages:
        return f"{good}{repair}"
    if report.strays:
        return f"{good}: move what does not belong to the run to another place"
    deep = "; each has exactly the boards of its depth" if report.deep and manifest.depth else ""
    return f"{good}: {counted(manifest.board_count, 'board')}, {units.size(manifest.bytes)}{deep}"


def layers_are(last: int) -> str:
    """Begin a sentence about the layers from 0 to `last`."""
    return f"layers 0 to {last} are" if last else "layer 0 is"


_PUZZLE_FIELDS = ("name", "title", "about", "author", "kind", "metric", "names", "metrics", "key_bits")


def puzzle_data(puzzle: Puzzle, size: Size | None, needs: "TableNeeds | None" = None) -> dict[str, Any]:
    """Return the data of a puzzle that is not explored yet."""
    goal = puzzle.goal.key
    return {
        **{name: getattr(puzzle, name) for name in _PUZZLE_FIELDS},
        "home": puzzle.format(puzzle.home),
        "goal": puzzle.format(goal) if goal is not None else None,
        "goal_pieces": [{"piece": name, "row": r + 1, "column": c + 1} for name, (r, c) in puzzle.goal.pieces],
        "goal_reachable": puzzle.theory.connects(puzzle.home, goal) if goal is not None else None,
        "optimum": dict(puzzle.optimum),
        "most_moves": puzzle.most_successors,
        "bipartite": puzzle.parity_of is not None,
        "board_count": None if size is None else size.board_count,
        "exact": None if size is None else size.exact,
        "disk_bytes": _disk_bytes(puzzle, size),
        "table": needs,
    }


def puzzle_sentences(puzzle: Puzzle, size: Size | None, needs: "TableNeeds | None") -> dict[str, str]:
    """Describe a puzzle in a few named sentences; a sentence is empty if nothing is known."""
    facts, words = puzzle.facts(), describe_goal(puzzle)
    if words and words not in facts["goal"] and not puzzle.goal.partial:
        facts["goal"] += f": {words}"
    optimum = ", ".join(f"{number} in the {metric} metric" for metric, number in puzzle.optimum.items())
    disk, about = _disk_bytes(puzzle, size), "about" if size and size.exact else "at most"
    takes = ""
    if needs is not None:
        takes = f"{units.size(needs.file_bytes)} of disk, {units.size(needs.memory_bytes)} of memory"
    if needs is not None and needs.least_memory_bytes:
        least, read, written = map(units.size, (needs.least_memory_bytes, needs.read_bytes, needs.written_bytes))
        seconds = units.duration(needs.seconds)
        takes += f", or {least} by regions: about {read} read, {written} written, {seconds} on one disk"
    return {
        **facts,
        "parity": "moves do not alternate" if puzzle.parity_of is None else "every move changes the parity class",
        "optimum": optimum and f"{optimum} (published)",
        "boards": "unknown until the puzzle is explored" if size is None else str(size),
        "disk": "" if disk is None else f"{about} {units.size(disk)} for all layers",
        "table": takes,
    }


def _disk_bytes(puzzle: Puzzle, size: Size | None) -> int | None:
    """Estimate the disk space that all layers need."""
    return int(size.board_count * BYTES_PER_BOARD) if size and puzzle.key_bits <= KEY_BITS else None


_LARGE = 10_000_000  # boards; smaller tables take little time and space


def table_needs(puzzle: Puzzle, size: Size | None) -> "TableNeeds | None":
    """Return the needs of the table of a large space; None if its boards are not counted or cannot be ranked."""
    from slidefront.tables.rows import needs_of

    is_large = size is not None and size.board_count >= _LARGE and puzzle.key_bits <= KEY_BITS
    ranking = puzzle.ranking() if is_large else None
    return None if ranking is None else needs_of(ranking)
