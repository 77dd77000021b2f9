"""What commands say of puzzles, runs and tables: dataclasses whose fields are the JSON, with a text made of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Self, TypeVar

from slidefront import units
from slidefront.arrays import KEY_BITS
from slidefront.draw.board import draw, goal_words, side_by_side
from slidefront.draw.text import fill, table
from slidefront.errors import LimitError, command, printable
from slidefront.executors.budget import BYTES_PER_BOARD
from slidefront.puzzles.capabilities import MOST_COUNTED, Marks, Size
from slidefront.puzzles.core import Puzzle
from slidefront.store.manifest import NAME, Layer
from slidefront.store.space import Space
from slidefront.units import counted

if TYPE_CHECKING:
    from slidefront.check.files import Damage, Report
    from slidefront.draw.picture import Picture
    from slidefront.frames.stats import Deep, Distribution
    from slidefront.tables.open_space import StoredSpace
    from slidefront.tables.regions import TableNeeds
    from slidefront.tables.table import Table
    from slidefront.tables.verify import TableReport


T = TypeVar("T")


def taken(kind: type[T], source: object, /, **more: Any) -> T:
    """Make a dataclass of what another object has under the names of its fields, or None, and of `more`."""
    names = [one.name for one in fields(kind) if one.name not in more]  # type: ignore[arg-type]
    return kind(**{name: getattr(source, name, None) for name in names}, **more)


@dataclass(frozen=True, kw_only=True)
class LayerNumbers:
    """How many boards a layer has, and what it took."""

    depth: int
    boards: int
    marked: int
    bytes: int
    seconds: float
    scratch_written: int
    scratch_read: int
    digest: str

    @classmethod
    def of(cls, layer: Layer, **more: Any) -> Self:
        """Take the numbers of a layer."""
        return taken(cls, layer, scratch_written=layer.written, scratch_read=layer.read, **more)


_COSTS: dict[str, tuple[str, Callable[[Any], str]]] = {
    "disk": ("bytes", units.size),
    "seconds": ("seconds", "{:.3f}".format),
    "to scratch": ("scratch_written", units.size),
    "from scratch": ("scratch_read", units.size),
}
"""The columns of what a layer took: the field, and how it is written."""


@dataclass(frozen=True, kw_only=True)
class SpaceFacts:
    """The layers of a run or a table."""

    puzzle: str
    path: str | None
    """None if the layers are not kept."""
    start: str
    metric: str
    whole: bool
    depth: int
    total: int | None
    boards: int
    marks: str
    bytes: int
    layers: Sequence[LayerNumbers]

    @classmethod
    def of(cls, run: Space, layers: Sequence[LayerNumbers] | None = None, **more: Any) -> Self:
        """Take the numbers of a space."""
        return taken(
            cls,
            run.manifest,
            path=None if run.path is None else str(run.path),
            marks=run.manifest.marks.value,
            bytes=run.bytes,
            layers=[*map(LayerNumbers.of, run.layers)] if layers is None else layers,
            **more,
        )

    @property
    def marks_text(self) -> str:
        """Which boards are marked, in words."""
        return Marks(self.marks).text

    def text(self) -> str:
        """Format the layers and their totals."""
        names = ("marked", "bytes", "seconds", "scratch_written", "scratch_read")
        sums = {name: sum(getattr(layer, name) for layer in self.layers) for name in names}
        return self.table([*self.layers, LayerNumbers(depth=-1, boards=self.boards, digest="", **sums)], {})

    def table(self, layers: Sequence[LayerNumbers], more: Mapping[str, Sequence[str]]) -> str:
        """Format layers, with more columns between their boards and what they took; empty columns are left out."""
        columns = {
            "depth": ["all" if one.depth < 0 else str(one.depth) for one in layers],
            "boards": [f"{one.boards:,}" for one in layers],
            **({self.marks_text: [f"{one.marked:,}" for one in layers]} if self.marks_text else {}),
            **more,
        }
        for name, (what, write) in _COSTS.items():
            took = [getattr(one, what) for one in layers]
            columns |= {name: [*map(write, took)]} if any(took) else {}
        return table([*columns], [*zip(*columns.values(), strict=True)])

    @property
    def ending(self) -> str:
        """The state of the space in one sentence."""
        layers = "" if self.path is None else f". Layers in {self.path}"
        if self.whole:
            return f"The space ends here: {counted(self.boards, 'board')}, the deepest at depth {self.depth}{layers}"
        share = f" ({100 * self.boards / self.total:.3g}% of {self.total:,})" if self.total else ""
        return f"{counted(self.boards, 'board')}{share} to depth {self.depth}{layers}"


@dataclass(frozen=True, kw_only=True)
class MadeTable(SpaceFacts):
    """A finished table."""

    bits: int
    deepest_boards: Sequence[str]

    @classmethod
    def made(cls, made: "Table") -> Self:
        """Take the numbers of a table."""
        return cls.of(made, bits=made.header.bits, deepest_boards=[*map(made.puzzle.format, made.header.deepest)])

    @property
    def ending(self) -> str:
        """The table in one sentence."""
        size = f"{units.size(self.bytes)}, {8 * self.bytes / self.boards:.2f} bits a board"
        return f"{counted(self.boards, 'board')}, the deepest at depth {self.depth}. Table in {self.path} ({size})"


@dataclass(frozen=True, kw_only=True)
class StatsLayer(LayerNumbers):
    """A layer in statistics."""

    branching: float | None


@dataclass(frozen=True, kw_only=True)
class Statistics(SpaceFacts):
    """The layers of a run or a table, and statistics of them."""

    distribution: "Distribution"
    marked_distribution: "Distribution | None"
    growth_rate: float | None
    layers: Sequence[StatsLayer]

    @classmethod
    def compute(cls, run: Space) -> Self:
        """Compute the statistics of a space."""
        from slidefront.frames.stats import stats

        numbers = stats(run)
        pairs = zip(run.layers, numbers.branching, strict=True)
        layers = [StatsLayer.of(layer, branching=ratio) for layer, ratio in pairs]
        return cls.of(
            run,
            layers,
            distribution=numbers.boards,
            marked_distribution=numbers.marked,
            growth_rate=numbers.growth_rate,
        )

    def text(self) -> str:
        """Format a table of the depths and a table of the totals."""
        more = {
            "share": [f"{100 * layer.boards / self.boards:.3g}%" for layer in self.layers],
            "branching": [f"{layer.branching:.3f}" if layer.branching else "" for layer in self.layers],
        }
        marked = {self.marks_text: self.marked_distribution} if self.marks_text else {}
        return f"{self.table(self.layers, more)}\n\n{summary({'boards': self.distribution, **marked})}"

    def csv(self) -> str:
        """Format one line per depth."""
        lines = ["depth,boards,marked,branching"]
        for layer in self.layers:
            ratio = "" if layer.branching is None else f"{layer.branching:.6g}"
            lines.append(f"{layer.depth},{layer.boards},{layer.marked},{ratio}")
        return "\n".join(lines)

    @property
    def ending(self) -> str:
        """Explain the numbers, one sentence per line."""
        lines = ["Branching: the number of boards of a layer, divided by that of the layer before."]
        if self.growth_rate is not None:
            mode = self.distribution.mode
            lines.append(f"Growth rate {self.growth_rate:.4g}: geometric mean of the branching up to depth {mode}.")
        if not self.whole:
            lines.append(f"The run is not finished: these are the statistics of layers 0 to {self.depth}.")
        return "\n".join([*lines, super().ending])


def summary(spreads: "Mapping[str, Distribution | None]") -> str:
    """Format a table of distributions over the depths, with a column for each."""
    wanted: dict[str, Callable[[Distribution], str]] = {
        "number": lambda one: f"{one.boards:,}",
        "nearest": lambda one: str(one.nearest),
        "mean depth": lambda one: f"{one.mean:.3f}",
        "median": lambda one: f"{one.median:g}",
        "mode": lambda one: str(one.mode),
        "deepest": lambda one: str(one.deepest),
    }
    rows = [[name, *(write(one) if one else "none" for one in spreads.values())] for name, write in wanted.items()]
    return table(["", *spreads], rows, words=[0])


@dataclass(frozen=True, kw_only=True)
class HardestLayer:
    """Some boards at one depth."""

    depth: int
    boards: int
    shown: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class HardestBoards:
    """The deepest boards of a run or a table."""

    puzzle: str
    path: str | None
    start: str
    metric: str
    whole: bool
    depth: int
    marks: str
    from_home: bool
    from_goal: bool
    only_marked: bool
    layers: Sequence[HardestLayer]

    @classmethod
    def of(cls, run: Space, found: "Sequence[Deep]", *, marked: bool) -> Self:
        """Take the boards that `hardest` finds."""
        shown = [(deep, [*map(run.puzzle.format, deep.keys)]) for deep in found]
        return taken(
            cls,
            run.manifest,
            path=None if run.path is None else str(run.path),
            marks=run.manifest.marks.value,
            from_home=run.leads_from_home,
            from_goal=run.leads_to_goal,
            only_marked=marked,
            layers=[HardestLayer(depth=deep.depth, boards=deep.boards, shown=boards) for deep, boards in shown],
        )

    def text(self, puzzle: Puzzle, width: int) -> str:
        """Draw boards, depth by depth, with headings, each board over its text."""
        parts = [] if self.layers else [self._none()]
        for layer in self.layers:
            blocks = ([*draw(puzzle, board, width).split("\n"), board] for board in layer.shown)
            parts += [fill(self._heading(puzzle, layer), width), side_by_side(blocks, width)]
        if not self.whole:
            parts.append(fill(f"The run is not finished: there may be boards deeper than {self.depth}.", width))
        return "\n\n".join(parts)

    def _none(self) -> str:
        return f"no marked board ({Marks(self.marks).text}) up to depth {self.depth}"

    def _heading(self, puzzle: Puzzle, layer: HardestLayer) -> str:
        origin = "from home" if self.from_home else "to the goal" if self.from_goal else f"from {self.start}"
        origin += " (the goal)" if self.from_home and self.from_goal else ""
        metric = f" ({self.metric} metric)" if len(puzzle.metrics) > 1 else ""
        mark = f", {Marks(self.marks).text}" if self.only_marked else ""
        some = f" ({len(layer.shown)} of them shown)" if len(layer.shown) < layer.boards else ""
        return f"{counted(layer.depth, 'move')}{metric} {origin}: {counted(layer.boards, 'board')}{mark}{some}"

    def picture(self, puzzle: Puzzle) -> "Picture":
        """Draw the same as a picture, each board under its text and depth."""
        from slidefront.draw.picture import draw_boards

        if not self.layers:
            raise LimitError(self._none())
        captions = {board: f"{board}: {layer.depth}" for layer in self.layers for board in layer.shown}
        return draw_boards(puzzle, captions, [*captions.values()], f"the deepest boards of {self.puzzle}")


@dataclass(frozen=True, kw_only=True)
class StoredFacts:
    """A run or a table of a folder; all but its place is None if it cannot be read."""

    path: str
    kind: str
    puzzle: str | None
    metric: str | None
    start: str | None
    depth: int | None
    boards: int | None
    bytes: int
    whole: bool | None
    error: str | None

    @classmethod
    def of(cls, one: "StoredSpace") -> Self:
        """Take what is known of it."""
        return taken(cls, one.manifest, path=str(one.path), kind=one.kind, bytes=one.bytes, error=one.fault or None)

    @property
    def row(self) -> list[str]:
        """Its line in a table."""
        whole = "damaged" if self.whole is None else "whole" if self.whole else ""
        numbers = ["" if self.depth is None else str(self.depth), "" if self.boards is None else f"{self.boards:,}"]
        words = [self.path.rpartition("/")[2], self.kind, self.puzzle or "", self.metric or "", self.start or ""]
        return [*words, *numbers, units.size(self.bytes), whole]


def stored_table(found: Sequence[StoredFacts]) -> str:
    """Write a line for each run and table, and what is wrong with those that cannot be read."""
    header = ["name", "kind", "puzzle", "metric", "start", "depth", "boards", "size", "whole"]
    lines = [table(header, [one.row for one in found], words=[0, 1, 2, 3, 4, 8])]
    return "\n".join([*lines, *(one.error for one in found if one.error)])


@dataclass(frozen=True, kw_only=True)
class Verified:
    """What `verify` finds in a run; what the manifest says is None if it cannot be read."""

    path: str
    deep: bool
    good: bool
    puzzle: str | None
    whole: bool | None
    depth: int | None
    boards: int | None
    bytes: int | None
    safe: int | None
    """The deepest layer that is good with all layers before it."""
    damages: "Sequence[Damage]"
    strays: Sequence[str]
    leftovers: Sequence[str]

    @classmethod
    def of(cls, report: "Report") -> Self:
        """Take what a report says."""
        safe = report.safe if report.safe >= 0 else None
        said = {name: getattr(report, name) for name in ("deep", "good", "damages", "strays", "leftovers")}
        return taken(cls, report.manifest, path=str(report.folder), safe=safe, **said)

    def text(self) -> str:
        """List what is wrong, and then the layers that are good."""
        lines = [str(damage) for damage in self.damages]
        lines += [f"{stray}: this does not belong to the run" for stray in self.strays]
        lines += [f"{left}: belongs to an interrupted or running process" for left in self.leftovers]
        return "\n".join(map(printable, [*lines, self._ending()]))

    @property
    def _is_doubtful(self) -> bool:
        """Whether the manifest itself is damaged."""
        return self.depth is None or any(one.layer is None for one in self.damages)

    def _ending(self) -> str:
        repair = command("verify", self.path, repair=True)
        if self._is_doubtful:
            return f"no layer is known to be good without {NAME}: {repair} makes it again from the layers"
        if self.depth == -1 and not self.damages:
            return "there are no layers yet"
        if self.safe is None:
            return f"no layer is known to be good: {repair} makes the damaged ones again"
        good = f"{layers_are(self.safe)} good"
        if self.damages:
            return f"{good}: {repair} makes the damaged ones again"
        if self.strays:
            return f"{good}: move what does not belong to the run to another place"
        deep = "; each has exactly the boards of its depth" if self.deep and self.depth else ""
        return f"{good}: {counted(self.boards or 0, 'board')}, {units.size(self.bytes or 0)}{deep}"


def layers_are(last: int) -> str:
    """Begin a sentence about layers."""
    return f"layers 0 to {last} are" if last else "layer 0 is"


class VerifiedTable(Verified):
    """What `verify` finds in a table."""

    @classmethod
    def of_table(cls, report: "TableReport") -> Self:
        """Take what a report says."""
        from slidefront.check.files import Damage

        damages = [Damage(fault, file=report.path.name) for fault in report.faults]
        size, whole = report.path.stat().st_size, report.manifest if report.good else None
        more = {"good": report.good, "damages": damages, "strays": (), "leftovers": ()}
        safe = None if whole is None else whole.depth
        return taken(cls, report.manifest, path=str(report.path), deep=report.deep, bytes=size, safe=safe, **more)

    def text(self) -> str:
        """Say what is wrong, or that the table is good."""
        if not self.good:
            return "\n".join(one.what for one in self.damages)
        deep = "; each distance is right" if self.deep else ""
        more = "" if self.whole else f"; continue it with `slidefront table {self.puzzle}`"
        boards = f"{counted(self.boards or 0, 'board')} to depth {self.depth}"
        return f"{self.path} is good: {boards}, {units.size(self.bytes or 0)}{deep}{more}"


_LARGE = 10_000_000  # boards from which on a table takes time and space


@dataclass(frozen=True, kw_only=True)
class PuzzleFacts:
    """What is known of a puzzle before it is explored."""

    name: str
    title: str
    about: str
    author: str
    kind: str
    metric: str
    home: str
    goal: str | None
    goal_pieces: Sequence[Mapping[str, Any]]
    names: Sequence[str]
    metrics: Sequence[str]
    goal_reachable: bool | None
    optimum: Mapping[str, int]
    key_bits: int
    most_moves: int
    bipartite: bool
    boards: int | None
    exact: bool | None
    disk_bytes: int | None
    """An estimate of the disk space that all layers need."""
    table: "TableNeeds | None"
    """What the table of a large space takes, if its boards are counted and have numbers without a list of them."""

    @classmethod
    def of(cls, puzzle: Puzzle, *, count: bool = False) -> Self:
        """Take the facts; with `count`, the boards are counted even if it takes some seconds."""
        goal, size = puzzle.goal.key, puzzle.theory.size(MOST_COUNTED) if count else puzzle.size()
        return taken(
            cls,
            puzzle,
            home=puzzle.format(puzzle.home),
            goal=puzzle.format(goal) if goal is not None else None,
            goal_pieces=[{"piece": name, "row": row, "column": column} for name, (row, column) in puzzle.goal.pieces],
            goal_reachable=puzzle.theory.reaches(goal) if goal is not None else None,
            optimum=dict(puzzle.optimum),
            most_moves=puzzle.most_successors,
            bipartite=puzzle.sides is not None,
            boards=size.boards if size else None,
            exact=size.exact if size else None,
            disk_bytes=int(size.boards * BYTES_PER_BOARD) if size and puzzle.key_bits <= KEY_BITS else None,
            table=_table_needs(puzzle) if count and size and size.boards >= _LARGE else None,
        )

    def sentences(self, puzzle: Puzzle) -> dict[str, str]:
        """Describe the puzzle in a few named sentences; an empty one says that nothing is known."""
        facts, words = puzzle.facts(), goal_words(puzzle)
        if words and words not in facts["goal"] and not puzzle.goal.partial:
            facts["goal"] += f": {words}"
        optimum = ", ".join(f"{number} in the {metric} metric" for metric, number in self.optimum.items())
        size = None if self.boards is None else Size(self.boards, bool(self.exact))
        about = "about" if self.exact else "at most"
        return {
            **facts,
            "sides": "every move changes sides (bipartite)" if self.bipartite else "none (not bipartite)",
            "optimum": optimum and f"{optimum} (published)",
            "boards": "unknown until the puzzle is explored" if size is None else str(size),
            "disk": "" if self.disk_bytes is None else f"{about} {units.size(self.disk_bytes)} for all layers",
            "table": "" if self.table is None else _table_sentence(self.table),
        }


def _table_needs(puzzle: Puzzle) -> "TableNeeds | None":
    from slidefront.tables.regions import needs_of

    ranking = puzzle.ranking() if puzzle.key_bits <= KEY_BITS else None
    return None if ranking is None else needs_of(ranking)


def _table_sentence(needs: "TableNeeds") -> str:
    disk, memory, least, read, written = (
        units.size(number)
        for number in (
            needs.file_bytes,
            needs.memory_bytes,
            needs.least_memory_bytes,
            needs.read_bytes,
            needs.written_bytes,
        )
    )
    regions = (
        f", or {least} by regions: about {read} read, {written} written, {units.duration(needs.seconds)} on one disk"
    )
    return f"{disk} of disk, {memory} of memory{regions if needs.least_memory_bytes else ''}"
