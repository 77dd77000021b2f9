"""What commands say of puzzles, runs and tables: as text for people and as plain data for programs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from itertools import repeat
from typing import TYPE_CHECKING, Any

from slidefront import units
from slidefront.arrays import KEY_BITS
from slidefront.draw.board import draw, goal_words, side_by_side
from slidefront.draw.text import fill, table
from slidefront.errors import LimitError, command, printable
from slidefront.executors.budget import BYTES_PER_BOARD
from slidefront.puzzles.capabilities import MOST_COUNTED, Size
from slidefront.puzzles.core import Puzzle
from slidefront.store.manifest import NAME, Layer, Manifest
from slidefront.store.space import Space
from slidefront.units import counted

if TYPE_CHECKING:
    from slidefront.check.files import Report
    from slidefront.draw.picture import Picture
    from slidefront.frames.stats import Deep, Distribution, MeanMoves, Stats
    from slidefront.tables.open_space import StoredSpace
    from slidefront.tables.table import Table
    from slidefront.tables.verify import TableReport

_COSTS: dict[str, tuple[str, Callable[[Any], str]]] = {
    "disk": ("bytes", units.size),
    "seconds": ("seconds", "{:.3f}".format),
    "to scratch": ("written", units.size),
    "from scratch": ("read", units.size),
}
"""The columns of what a layer took: the attribute, and how it is written."""


def growth_table(manifest: Manifest) -> str:
    """Format the layers of a run or a table, and their totals."""
    layers = manifest.layers
    sums = {name: sum(getattr(layer, name) for layer in layers) for name in ("marked", "seconds", "written", "read")}
    parts = tuple(part for layer in layers for part in layer.parts)
    return layers_table(manifest, [*layers, Layer(-1, manifest.boards, digest="", parts=parts, **sums)])


def layers_table(manifest: Manifest, layers: Sequence[Layer], more: Mapping[str, Sequence[str]] | None = None) -> str:
    """Format layers, with more columns between their boards and what they took; empty columns are left out."""
    columns = {
        "depth": ["all" if one.depth < 0 else str(one.depth) for one in layers],
        "boards": [f"{one.boards:,}" for one in layers],
        **({manifest.marks.text: [f"{one.marked:,}" for one in layers]} if manifest.marks.text else {}),
        **(more or {}),
    }
    for name, (what, write) in _COSTS.items():
        took = [getattr(one, what) for one in layers]
        columns |= {name: [*map(write, took)]} if any(took) else {}
    return table([*columns], [*zip(*columns.values(), strict=True)])


def layer_line(layer: Layer, mark: str) -> str:
    """Describe a finished layer on one line."""
    marked = f", {layer.marked:,} with {mark}" if mark else ""
    return (
        f"depth {layer.depth}: {units.counted(layer.boards, 'board')}{marked}, "
        f"{units.size(layer.bytes)}, {units.duration(layer.seconds)}"
    )


def growth_data(run: Space) -> dict[str, Any]:
    """Return the same as plain data; without a path if the layers are not kept."""
    manifest = run.manifest
    return {
        "puzzle": manifest.puzzle,
        "path": run.path and str(run.path),
        **{name: getattr(manifest, name) for name in ("start", "metric", "whole", "depth", "total", "boards")},
        "marks": manifest.marks.value,
        "bytes": run.bytes,
        "layers": [
            {
                **{name: getattr(layer, name) for name in ("depth", "boards", "marked", "bytes", "seconds")},
                "scratch_written": layer.written,
                "scratch_read": layer.read,
                "digest": layer.digest,
            }
            for layer in manifest.layers
        ],
    }


def ending(run: Space) -> str:
    """Describe the state of a space in one sentence."""
    manifest, folder = run.manifest, run.path
    layers = "" if folder is None else f". Layers in {folder}"
    if manifest.whole:
        boards = units.counted(manifest.boards, "board")
        return f"The space ends here: {boards}, the deepest at depth {manifest.depth}{layers}"
    share = f" ({100 * manifest.boards / manifest.total:.3g}% of {manifest.total:,})" if manifest.total else ""
    return f"{units.counted(manifest.boards, 'board')}{share} to depth {manifest.depth}{layers}"


_MOVES = ("moves", "ahead", "beside", "back")


def stats_table(manifest: Manifest, numbers: "Stats", means: "Sequence[MeanMoves]" = ()) -> str:
    """Format a table of the depths and a table of the totals; columns without numbers are left out."""
    boards, marks = numbers.boards.boards, manifest.marks.text
    moves = [[f"{one:.3f}" for one in asdict(mean).values()] for mean in means]
    more = {
        "share": [f"{100 * layer.boards / boards:.3g}%" for layer in manifest.layers],
        "branching": [f"{ratio:.3f}" if ratio else "" for ratio in numbers.branching],
        **dict(zip(_MOVES, zip(*moves, strict=True), strict=False)),
    }
    depths = layers_table(manifest, manifest.layers, more)
    return f"{depths}\n\n{_summary([('boards', numbers.boards)] + [(marks, numbers.marked)] * bool(marks))}"


def comparison(names: Sequence[str], numbers: "Sequence[Stats]") -> str:
    """Format a table of the totals of several runs, with a column for each."""
    return _summary([(name, one.boards) for name, one in zip(names, numbers, strict=True)])


def _summary(spreads: "Sequence[tuple[str, Distribution | None]]") -> str:
    wanted: dict[str, Callable[[Distribution], str]] = {
        "number": lambda one: f"{one.boards:,}",
        "nearest": lambda one: str(one.nearest),
        "mean depth": lambda one: f"{one.mean:.3f}",
        "median": lambda one: f"{one.median:g}",
        "mode": lambda one: str(one.mode),
        "deepest": lambda one: str(one.deepest),
    }
    rows = [[name, *(write(one) if one else "none" for _, one in spreads)] for name, write in wanted.items()]
    return table(["", *(name for name, _ in spreads)], rows, words=[0])


def explanations(manifest: Manifest, numbers: "Stats", *, with_moves: bool = False) -> list[str]:
    """Explain the numbers, one sentence per line."""
    lines = ["Branching: the number of boards of a layer, divided by that of the layer before."]
    if with_moves:
        lines.append("Moves: their mean number from a board; ahead, beside and back lead farther, as far, and nearer.")
    if numbers.growth_rate is not None:
        mode = numbers.boards.mode
        lines.append(f"Growth rate {numbers.growth_rate:.4g}: geometric mean of the branching up to depth {mode}.")
    if not manifest.whole:
        lines.append(f"The run is not finished: these are the statistics of layers 0 to {manifest.depth}.")
    return lines


def stats_csv(manifest: Manifest, numbers: "Stats", means: "Sequence[MeanMoves]" = ()) -> str:
    """Format one line per depth."""
    lines = [",".join(["depth", "boards", "marked", "branching", *(_MOVES if means else [])])]
    for layer, ratio, mean in zip(manifest.layers, numbers.branching, means or repeat(None), strict=False):
        numbers_of = [layer.depth, layer.boards, layer.marked, "" if ratio is None else f"{ratio:.6g}"]
        moves = [format(one, ".6g") for one in asdict(mean).values()] if mean else []
        lines.append(",".join(map(str, [*numbers_of, *moves])))
    return "\n".join(lines)


def stats_data(run: Space, numbers: "Stats", means: "Sequence[MeanMoves]" = ()) -> dict[str, Any]:
    """Return everything as plain data."""
    described = growth_data(run)
    layers = zip(described["layers"], numbers.branching, means or repeat(None), strict=False)
    return {
        **described,
        "distribution": asdict(numbers.boards),
        "marked_distribution": numbers.marked and asdict(numbers.marked),
        "growth_rate": numbers.growth_rate,
        "layers": [
            {**layer, "branching": ratio, "mean_moves": None if mean is None else asdict(mean)}
            for layer, ratio, mean in layers
        ],
    }


WIDTH = 100
"""The default width of text, in columns."""


def distance(run: Space) -> str:
    """Tell which distance the depths of a run are."""
    if run.leads_from_home:
        return "from home (the goal)" if run.leads_to_goal else "from home"
    return "to the goal" if run.leads_to_goal else f"from {run.manifest.start}"


def moves(run: Space, number: int) -> str:
    """Format a number of moves, with the metric if the puzzle has several."""
    return counted(number, "move") + (f" ({run.puzzle.metric} metric)" if len(run.puzzle.metrics) > 1 else "")


def hardest_text(run: Space, found: "Sequence[Deep]", width: int, *, marked: bool) -> str:
    """Draw boards, depth by depth, with headings."""
    parts = [] if found else [_none(run)]
    for deep in found:
        parts += [fill(_heading(run, deep, marked=marked), width), _boards(run.puzzle, deep.keys, width)]
    return "\n\n".join([*parts, *_unfinished(run, width)])


def _boards(puzzle: Puzzle, keys: Sequence[int], width: int) -> str:
    """Draw boards in rows that fit a width, each over its text."""
    return side_by_side(([*draw(puzzle, key, width).split("\n"), puzzle.format(key)] for key in keys), width)


def _none(run: Space) -> str:
    return f"no marked board ({run.manifest.marks.text}) up to depth {run.manifest.depth}"


def _heading(run: Space, deep: "Deep", *, marked: bool) -> str:
    mark = f", {run.manifest.marks.text}" if marked else ""
    some = f" ({len(deep.keys)} of them shown)" if len(deep.keys) < deep.boards else ""
    return f"{moves(run, deep.depth)} {distance(run)}: {counted(deep.boards, 'board')}{mark}{some}"


def hardest_picture(run: Space, found: "Sequence[Deep]") -> "Picture":
    """Draw the same as a picture, each board under its text and depth."""
    from slidefront.draw.picture import draw_boards

    if not found:
        raise LimitError(_none(run))
    boards = {key: deep.depth for deep in found for key in deep.keys}
    captions = [f"{run.puzzle.format(key)}: {depth}" for key, depth in boards.items()]
    return draw_boards(run.puzzle, boards, captions, f"the deepest boards of {run.manifest.puzzle}")


def _unfinished(run: Space, width: int) -> list[str]:
    sentence = f"The run is not finished: there may be boards deeper than {run.manifest.depth}."
    return [] if run.manifest.whole else [fill(sentence, width)]


def hardest_data(run: Space, found: "Sequence[Deep]", *, marked: bool) -> dict[str, Any]:
    """Return the same as plain data."""
    layers = [
        {"depth": deep.depth, "boards": deep.boards, "shown": [run.puzzle.format(key) for key in deep.keys]}
        for deep in found
    ]
    return {**_head(run), "only_marked": marked, "layers": layers}


def _head(run: Space) -> dict[str, Any]:
    described = growth_data(run)
    kept = {name: described[name] for name in ("puzzle", "path", "start", "metric", "whole", "depth", "marks")}
    return {**kept, "from_home": run.leads_from_home, "from_goal": run.leads_to_goal}


def table_ending(made: "Table") -> str:
    """Describe a finished table in one line."""
    boards = units.counted(made.boards, "board")
    size = f"{units.size(made.bytes)}, {8 * made.bytes / made.boards:.2f} bits a board"
    return f"{boards}, the deepest at depth {made.greatest_depth}. Table in {made.path} ({size})"


def table_report_text(report: "TableReport") -> str:
    """Say what is wrong with a table, or that it is good."""
    manifest = report.manifest
    if manifest is None or not report.good:
        return "\n".join(report.faults)
    boards = f"{units.counted(manifest.boards, 'board')} to depth {manifest.depth}"
    deep = "; each distance is right" if report.deep else ""
    more = "" if manifest.whole else f"; continue it with `slidefront table {manifest.puzzle}`"
    return f"{report.path} is good: {boards}, {units.size(report.path.stat().st_size)}{deep}{more}"


def table_report_data(report: "TableReport") -> dict[str, Any]:
    """Give the same as plain data."""
    return {
        "path": str(report.path),
        "deep": report.deep,
        "good": report.good,
        **{name: getattr(report.manifest, name, None) for name in ("whole", "depth", "boards")},
        "bytes": report.path.stat().st_size,
        "damages": [{"depth": None, "file": report.path.name, "row": None, "what": fault} for fault in report.faults],
    }


def table_data(made: "Table") -> dict[str, Any]:
    """Give the same as plain data."""
    deepest = [made.puzzle.format(key) for key in made.header.deepest]
    return {**growth_data(made), "bits": made.header.bits, "deepest_boards": deepest}


def stored_table(found: "Sequence[StoredSpace]") -> str:
    """Write a line for each run and table, and what is wrong with those that cannot be read."""
    header = ["name", "kind", "puzzle", "metric", "start", "depth", "boards", "size", "whole"]
    lines = [table(header, [_row(one) for one in found], words=[0, 1, 2, 3, 4, 8])]
    return "\n".join([*lines, *(one.fault for one in found if one.fault)])


def _row(one: "StoredSpace") -> list[str]:
    about = one.manifest
    if about is None:
        return [one.path.name, one.kind, "", "", "", "", "", units.size(one.bytes), "damaged"]
    return [
        one.path.name,
        one.kind,
        about.puzzle,
        about.metric,
        about.start,
        str(about.depth),
        f"{about.boards:,}",
        units.size(one.bytes),
        "whole" if about.whole else "",
    ]


def stored_data(one: "StoredSpace") -> dict[str, Any]:
    """Give the same as plain data."""
    return {
        "path": str(one.path),
        "kind": one.kind,
        **{name: getattr(one.manifest, name, None) for name in ("puzzle", "metric", "start", "depth", "boards")},
        "bytes": one.bytes,
        "whole": one.manifest and one.manifest.whole,
        "error": one.fault or None,
    }


def report_text(report: "Report") -> str:
    """List what is wrong, and then the layers that are good."""
    lines = [str(damage) for damage in report.damages]
    lines += [f"{stray}: this does not belong to the run" for stray in report.strays]
    lines += [f"{left}: belongs to an interrupted or running process" for left in report.leftovers]
    return "\n".join(printable(line) for line in [*lines, _ending(report)])


def _ending(report: "Report") -> str:
    manifest = report.manifest
    repair = command("verify", report.folder, repair=True)
    if manifest is None or report.doubtful:
        return f"no layer is known to be good without {NAME}: {repair} makes it again from the layers"
    if report.damages and report.safe < 0:
        return f"no layer is known to be good: {repair} makes the damaged ones again"
    if manifest.depth < 0:
        return "there are no layers yet"
    good = f"{_layers_are(report.safe)} good"
    if report.damages:
        return f"{good}: {repair} makes the damaged ones again"
    if report.strays:
        return f"{good}: move what does not belong to the run to another place"
    boards = f"{units.counted(manifest.boards, 'board')}, {units.size(manifest.bytes)}"
    deep = "; each has exactly the boards of its depth" if report.deep and manifest.depth > 0 else ""
    return f"{good}: {boards}{deep}"


def _layers_are(last: int) -> str:
    return f"layers 0 to {last} are" if last else "layer 0 is"


def layers_left(manifest: Manifest) -> str:
    """Describe the layers that remain after a repair."""
    left = f"{_layers_are(manifest.depth)} good"
    return f"{left}: the whole space" if manifest.whole else f"{left}: continue with `slidefront expand`"


def repair_text(report: "Report") -> str:
    """Describe what a repair does."""
    manifest = report.manifest
    if manifest is None or report.doubtful:
        return f"make {NAME} again from the layers, and compare each of them with a computed one"
    deeds = []
    damaged = sorted({damage.layer for damage in report.damages if damage.layer is not None})
    if damaged and damaged[0] <= manifest.depth:
        number = units.counted(len(damaged), "damaged layer")
        deeds.append(f"make {number} again, and those above that do not follow from them")
    elif damaged:
        deeds.append(f"correct {NAME}, which says that the space ends with layer {report.safe}")
    if report.leftovers:
        deeds.append(f"remove {', '.join(report.leftovers)}")
    return printable(", and ".join(deeds))


def report_data(report: "Report") -> dict[str, Any]:
    """Return the same as plain data."""
    return {
        "path": str(report.folder),
        "deep": report.deep,
        "good": report.good,
        "safe": report.safe if report.safe >= 0 else None,
        **{name: getattr(report.manifest, name, None) for name in ("whole", "depth", "boards", "bytes")},
        "damages": [{"depth": one.layer, "file": one.file, "row": one.row, "what": one.what} for one in report.damages],
        "strays": list(report.strays),
        "leftovers": list(report.leftovers),
    }


def puzzle_facts(puzzle: Puzzle) -> dict[str, str]:
    """Describe a puzzle in a few named sentences; an empty one says that nothing is known."""
    size, disk = counted_size(puzzle), disk_bytes(puzzle)
    exact = size is not None and size.exact
    optimum = ", ".join(f"{number} in the {metric} metric" for metric, number in puzzle.optimum.items())
    facts, words = puzzle.facts(), goal_words(puzzle)
    if words and words not in facts["goal"] and not puzzle.goal.partial:
        facts["goal"] += f": {words}"
    return {
        **facts,
        "sides": "every move changes sides (bipartite)" if puzzle.sides is not None else "none (not bipartite)",
        "optimum": optimum and f"{optimum} (published)",
        "boards": "unknown until the puzzle is explored" if size is None else str(size),
        "disk": "" if disk is None else f"{'about' if exact else 'at most'} {units.size(disk)} for all layers",
    }


def counted_size(puzzle: Puzzle) -> Size | None:
    """The number of boards that can be reached, even if it takes some seconds to count them."""
    return puzzle.theory.size(MOST_COUNTED)


def puzzle_data(puzzle: Puzzle) -> dict[str, Any]:
    """Give the facts as plain data."""
    goal, size = puzzle.goal.key, puzzle.size()
    return {
        **{name: getattr(puzzle, name) for name in ("name", "title", "about", "author", "kind", "metric")},
        "home": puzzle.format(puzzle.home),
        "goal": puzzle.format(goal) if goal is not None else None,
        "goal_pieces": [{"piece": name, "row": row, "column": column} for name, (row, column) in puzzle.goal.pieces],
        "names": list(puzzle.names),
        "metrics": list(puzzle.metrics),
        "goal_reachable": puzzle.theory.reaches(goal) if goal is not None else None,
        "optimum": dict(puzzle.optimum),
        "key_bits": puzzle.key_bits,
        "most_moves": puzzle.most_successors,
        "bipartite": puzzle.sides is not None,
        "boards": size.boards if size else None,
        "exact": size.exact if size else None,
    }


def disk_bytes(puzzle: Puzzle) -> int | None:
    """Estimate the disk space that all layers of a puzzle need, if it has layers and their size is known."""
    size = counted_size(puzzle)
    return int(size.boards * BYTES_PER_BOARD) if size and puzzle.key_bits <= KEY_BITS else None
