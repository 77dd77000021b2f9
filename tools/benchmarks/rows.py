"""What `make bench` measures: commands from the start of the process to its end, and calls; each with its baseline."""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
import pyarrow.dataset as ds

import slidefront
from slidefront.arrays import Keys, Numbers
from slidefront.keys.algebra import subtract
from slidefront.keys.sorting import draw_buckets, radix_sort, split
from tools.benchmarks.measure import Sample, call, numpy_sort, process
from tools.golden import ROOT, golden_counts

CLUSTER = str(Path(__file__).with_name("cluster.py"))
LITERAL = str(ROOT / "examples" / "literal.py")


Call = tuple[Callable[[], object], int]
"""A call, and the count of what it works on."""


class Measured(NamedTuple):
    """One run of a row."""

    sample: Sample
    count: int
    """How many boards, or other things, the row worked on."""
    stored_bytes: int = 0
    """What it left on disk."""


class Baseline(NamedTuple):
    """The yardstick of a row, measured in the same run."""

    name: str
    run: Callable[[Path, int], Sample]
    """Measure it in a folder, for the count of the row."""


@dataclass(frozen=True)
class Row:
    """A line of a table."""

    group: str
    name: str
    """The command or the call."""
    run: Callable[[Path], Measured]
    baseline: Baseline
    unit: str = "boards"
    runs: int = 3
    baseline_runs: int = 3
    warm_up: Callable[[Path], object] | None = None
    """Compiles the kernels before the first run; None for one uncounted run."""
    is_long: bool = False
    """Whether a quick trial leaves it out."""


SORT = Baseline("numpy sorts as many keys", lambda _, count: numpy_sort(count))
START = Baseline("Python imports numpy", lambda folder, _: process(["start.py"], folder))


def prepare(folder: Path) -> None:
    """Write the files that rows use."""
    (folder / "start.py").write_text("import numpy\n")
    for name, puzzle, count in (("boards.txt", "8-puzzle", 10_000), ("fifteen.txt", "15-puzzle", 20)):
        (folder / name).write_text("".join(f"{board}\n" for board in random_boards(puzzle, count)))
    slidefront.expand("14-puzzle", depth=40, out=folder / "fourteen")


def random_boards(name: str, count: int) -> list[str]:
    """Draw boards that can be solved, each as likely as any other."""
    puzzle = slidefront.load(name)
    keys = puzzle.theory.random_boards(Random(1), 3 * count)
    assert keys is not None
    return puzzle.strings(keys[puzzle.theory.joins(puzzle.home, keys) == 1][:count]).tolist()


def clean(folder: Path) -> None:
    """Remove what the last run left."""
    for path in folder.glob("out*"):
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def command(line: str, folder: Path) -> Sample:
    """Run slidefront."""
    return process(["slidefront", *line.split()], folder)


def space(line: str, folder: Path, program: str = "slidefront") -> Measured:
    """Explore with expand or table; the board counts by depth must be the golden ones."""
    out = "out.table" if line.startswith("table") else "out"
    sample = process([program, *line.split(), "--json", "--out", out], folder)
    answer = sample.answer
    golden, counts = golden_counts(answer["puzzle"]), [layer["board_count"] for layer in answer["layers"]]
    if golden and counts != golden[: len(counts)]:
        raise SystemExit(f"slidefront {line}: the board counts are not the golden ones")
    return Measured(sample, answer["board_count"], answer["bytes"])


def literal(line: str) -> Baseline:
    """Compare with the page that has the idea and nothing else."""
    words = [LITERAL, "out-literal", *line.split()]
    return Baseline("`examples/literal.py`", lambda folder, _: process(words, folder))


def expand(
    line: str, baseline: Baseline = SORT, runs: int = 3, baseline_runs: int = 3, *, is_long: bool = False
) -> Row:
    """Make a row of `slidefront expand`."""
    warm_up = partial(command, f"expand {line.split()[0]} --depth 12 --out out")
    run = partial(space, f"expand {line}")
    return Row("expand", f"slidefront expand {line}", run, baseline, "boards", runs, baseline_runs, warm_up, is_long)


EXPAND = [
    expand("14-puzzle --depth 35", literal("4 4 2 35"), is_long=True),
    expand("14-puzzle", literal("4 4 2"), baseline_runs=1, is_long=True),
    expand("14-puzzle --threads 1", is_long=True),
    expand("11-puzzle", is_long=True),
    expand("15-puzzle --depth 25", is_long=True),
    expand("15-puzzle --depth 27 --memory 1GiB", is_long=True),
    expand("8-puzzle", START),
    expand("klotski", START),
    expand("euler-766", START, is_long=True),
    expand("mural-frozen", is_long=True),
    expand("mural --depth 30", is_long=True),
]


def table(line: str, baseline: Baseline = SORT, runs: int = 3, *, is_long: bool = False) -> Row:
    """Make a row of `slidefront table`."""
    warm_up = partial(command, "table 2x5 --out out.table") if runs == 1 else None
    run = partial(space, f"table {line}")
    return Row("table", f"slidefront table {line}", run, baseline, runs=runs, warm_up=warm_up, is_long=is_long)


TABLES = [
    table("10-puzzle", START),
    table("pillars", START),
    table("14-puzzle", is_long=True),
    table("11-puzzle", is_long=True),
    table("2x7", runs=1, is_long=True),
]

ON_A_CLUSTER = "expand 11-puzzle --depth 40"
CLUSTERS = [
    Row(
        "cluster",
        f"slidefront {ON_A_CLUSTER} --dask ADDRESS",
        partial(space, ON_A_CLUSTER, program=CLUSTER),
        Baseline("two threads without a cluster", lambda folder, _: command(f"{ON_A_CLUSTER} --out out-alone", folder)),
        runs=1,
        baseline_runs=1,
        warm_up=partial(command, "expand 11-puzzle --depth 12 --out out"),
        is_long=True,
    )
]


def solved(line: str, moves: int, folder: Path) -> Measured:
    """Solve a board; the number of moves must be the known one."""
    sample = command(f"{line} --json", folder)
    status, length = sample.answer["status"], sample.answer["length"]
    if (status, length) != ("optimal", moves):
        raise SystemExit(f"slidefront {line}: the result is {status} with {length} moves, not optimal with {moves}")
    return Measured(sample, moves)


def solve(line: str, moves: int, other_algorithm: str = "", *, is_long: bool = False) -> Row:
    """Make a row of `slidefront solve` for one board."""
    other = f"--algorithm {other_algorithm}"
    baseline = Baseline(f"`{other}`", lambda folder, _: command(f"solve {line} {other}", folder))
    run = partial(solved, f"solve {line}", moves)
    return Row(
        "solve", f"slidefront solve {line}", run, baseline if other_algorithm else START, "moves", is_long=is_long
    )


def many(puzzle: str, boards: str, *, is_long: bool = False) -> Row:
    """Make a row of `slidefront solve` for a file of boards."""

    def run(folder: Path) -> Measured:
        sample = command(f"solve {puzzle} --start {boards} --out out.jsonl -q", folder)
        return Measured(sample, len((folder / "out.jsonl").read_text().splitlines()) - 1)

    return Row("solve", f"slidefront solve {puzzle} --start {boards} --out out.jsonl", run, START, is_long=is_long)


def latency(folder: Path) -> Measured:
    """Solve random boards on several threads of one process, and print how long each call took."""
    sample = process([str(Path(__file__).with_name("latency.py"))], folder)
    print(sample.out)
    return Measured(sample, 1000)


SOLVE = [
    Row("solve", "1,000 calls of solve on 8 threads", latency, START, "boards", runs=1, is_long=True),
    solve("8-puzzle --start 876_41253", 31),
    solve("14-puzzle --start 3e__5a1c9876b2d4", 55, "bfs", is_long=True),
    solve("klotski", 81),
    solve("klotski --metric step", 116),
    solve("mural", 43, is_long=True),
    many("8-puzzle", "boards.txt"),
    many("15-puzzle", "fifteen.txt", is_long=True),
]


def page(puzzle: str) -> Row:
    """Make a row of `slidefront page`."""

    def run(folder: Path) -> Measured:
        sample = command(f"page {puzzle} --out out.html -q", folder)
        return Measured(sample, slidefront.open_space(puzzle).board_count, (folder / "out.html").stat().st_size)

    return Row("application", f"slidefront page {puzzle} -o {puzzle}.html", run, START)


def find(folder: Path) -> Measured:
    """Find the hardest puzzles on 4 x 4 cells."""
    sample = command("find 4x4 --top 1 --json --out out", folder)
    return Measured(sample, sum(row["placements"] for row in sample.answer["pieces"]))


APPLICATIONS = [
    page("klotski"),
    page("8-puzzle"),
    Row("application", "slidefront find 4x4 --top 1", find, SORT, "placements", runs=2, is_long=True),
]


def calls(
    group: str, name: str, ours: Callable[[Path], Call], baseline: str, theirs: Callable[[Path], Call], unit: str
) -> Row:
    """Make a row of calls in this process: `ours` and `theirs` prepare a call and its count."""

    def measure(prepared: Callable[[Path], Call], folder: Path) -> Measured:
        function, count = prepared(folder)
        return Measured(call(function), count)

    other = Baseline(baseline, lambda folder, _: measure(theirs, folder).sample)
    return Row(group, name, partial(measure, ours), other, unit, runs=5, baseline_runs=5)


@lru_cache(maxsize=1)
def shuffled(folder: Path) -> Keys:
    """Shuffle a layer of the 14-puzzle."""
    return np.random.default_rng(1).permutation(slidefront.open_run(folder / "fourteen").keys(36))


def bucketed(folder: Path, count: int) -> tuple[Keys, Numbers]:
    """Divide a layer into buckets."""
    keys = shuffled(folder)
    pieces = np.empty_like(keys)
    return pieces, split(keys, draw_buckets(np.sort(keys[:: keys.size >> 14]), count, 0), pieces)


def sorting(folder: Path, sort: Callable[[Keys, Keys], object]) -> Call:
    """Sort buckets of 32 Ki keys one by one."""
    pieces, starts = bucketed(folder, shuffled(folder).size >> 15)
    spare = np.ones_like(pieces)
    parts = [(pieces[start:end], spare[start:end]) for start, end in pairwise(starts)]
    return lambda: [sort(*part) for part in parts], pieces.size


def splitting(folder: Path) -> Call:
    """Divide keys into 256 buckets."""
    keys, out = shuffled(folder), np.ones_like(shuffled(folder))
    drawn = draw_buckets(np.sort(keys[:: keys.size >> 14]), 256, 0)
    return lambda: split(keys, drawn, out), keys.size


def copying(folder: Path) -> Call:
    """Copy keys."""
    keys, out = shuffled(folder), np.ones_like(shuffled(folder))
    return lambda: np.copyto(out, keys), keys.size


def subtracting(folder: Path, difference: Callable[[Keys, Keys], object]) -> Call:
    """Leave out five million keys of a million."""
    keys = np.sort(shuffled(folder))
    few, many = keys[::6].copy(), np.delete(keys, slice(None, None, 12))
    return lambda: difference(few, many), many.size


KERNELS = [
    calls(
        "kernel",
        "radix_sort of buckets of 32 Ki keys",
        partial(sorting, sort=lambda part, spare: radix_sort(part, spare, 0)),
        "numpy sorts the same buckets",
        partial(sorting, sort=lambda part, _: part.sort()),
        "keys",
    ),
    calls("kernel", "split into 256 buckets", splitting, "numpy copies the keys", copying, "keys"),
    calls(
        "kernel",
        "subtract",
        partial(subtracting, difference=lambda few, many: subtract(few, many, 0)),
        "np.setdiff1d",
        partial(subtracting, difference=lambda few, many: np.setdiff1d(few, many, assume_unique=True)),
        "keys",
    ),
]

DEPTHS = [38, 40]
COLUMNS = "board,hole,at_5,row_5"


def reading(folder: Path, read: Callable[[slidefront.Run], object]) -> Call:
    """Read some layers of the 14-puzzle."""
    run = slidefront.open_run(folder / "fourteen")
    return lambda: read(run), sum(run.layer(depth).board_count for depth in DEPTHS)


def read_keys(run: slidefront.Run) -> object:
    """Read the keys alone."""
    return [ds.dataset(run.path / "layers" / f"{depth:04}").to_table(columns=["state"]) for depth in DEPTHS]


def frame(name: str, read: Callable[[slidefront.Run], object]) -> Row:
    """Make a row of a data frame."""
    keys = partial(reading, read=read_keys)
    return calls("frame", name, partial(reading, read=read), "pyarrow reads the keys", keys, "boards")


FRAMES = [
    frame(f'to_pandas(run, depths, "{COLUMNS}")', lambda run: slidefront.to_pandas(run, DEPTHS, COLUMNS)),
    frame(
        f'to_polars(run, depths, "{COLUMNS}")', lambda run: slidefront.to_polars(run, DEPTHS, COLUMNS).max().collect()
    ),
    frame(
        f'to_duckdb(run, depths, "{COLUMNS}")',
        lambda run: slidefront.to_duckdb(run, DEPTHS, COLUMNS).aggregate("max(board), sum(at_5), sum(hole)").fetchall(),
    ),
]


def lines(folder: Path) -> str:
    """Write a million lines of boards."""
    return (folder / "boards.txt").read_text() * 100


TEXTS = [
    calls(
        "frame",
        'read_boards("8-puzzle", text)',
        lambda folder: (partial(slidefront.read_boards, "8-puzzle", lines(folder)), 1_000_000),
        "str.split",
        lambda folder: (lines(folder).split, 1_000_000),
        "lines",
    )
]

ROWS = [*EXPAND, *TABLES, *CLUSTERS, *SOLVE, *APPLICATIONS, *KERNELS, *FRAMES, *TEXTS]
