"""The commands that explore: `expand`, `table`, `find` and `info`."""

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import slidefront
from slidefront import units
from slidefront.cli.inputs import read_start
from slidefront.cli.options import (
    DaskOption,
    GoalOption,
    JsonOption,
    LogOption,
    MemoryOption,
    MetricOption,
    PuzzleArgument,
    PuzzleFields,
    ReplaceOption,
    ScratchOption,
    ThreadsOption,
    argument,
    option,
)
from slidefront.cli.output import check_ending, echo, is_quiet, print_json, remark, say
from slidefront.cli.progress import ExpandProgress, Progress, logged, same_command
from slidefront.errors import SlidefrontError
from slidefront.files import is_file, is_pipe

if TYPE_CHECKING:
    from slidefront.store.space import Space


def expand(
    puzzle: PuzzleArgument = "14-puzzle",
    goal: GoalOption = None,
    metric: MetricOption = None,
    depth: Annotated[int | None, option("--depth", "Default: to the end of the space.")] = None,
    start: Annotated[str, option("--start", "All boards of a file are layer 0.")] = "home",
    goal_boards: Annotated[
        str | None,
        option("--start-goals-of", "Start from all boards of a run or table that meet the goal.", "RUN|TABLE"),
    ] = None,
    out: Annotated[Path | None, option("--out", "Default: data/<puzzle>.", "FOLDER")] = None,
    threads: ThreadsOption = None,
    memory: MemoryOption = None,
    scratch: ScratchOption = None,
    dask: DaskOption = None,
    replace: ReplaceOption = False,
    log: LogOption = None,
    as_json: JsonOption = False,
) -> None:
    """Explore a puzzle, and store its layers on disk.

    Each layer is a sorted Parquet file with all boards at one depth.

    Run the same command again to continue after an interruption, or give a greater --depth to go deeper.
    """
    from slidefront.notation.board_files import start_in
    from slidefront.notation.boards import start_at
    from slidefront.store.manifest import default_folder

    loaded = PuzzleFields(puzzle=puzzle, goal=goal, metric=metric).load_with_goal()
    if goal_boards:
        starts = slidefront.goal_boards(loaded, goal_boards)
    elif is_file(start) or is_pipe(start):
        starts = start_in(loaded, Path(start))
    else:
        starts = start_at(loaded, read_start(loaded, start))
    folder = out or default_folder(loaded, starts)
    if not starts.is_set and loaded.theory.connects(loaded.home, int(starts.keys[0])) is False:
        remark(f"{starts.name} cannot be reached from home: exploring the boards that can be reached from it")
    with logged(ExpandProgress(folder, depth), log, depth) as watcher:
        run = slidefront.expand(
            loaded,
            depth=depth,
            out=folder,
            starts=starts,
            replace=replace,
            watcher=watcher,
            resources=slidefront.Resources(threads, memory, scratch, dask),
        )
    if as_json:
        print_json(run.to_dict())
    else:
        _print_layers(run)


def _print_layers(space: "Space") -> None:
    from slidefront.report.spaces import layers_table, space_sentence

    if not is_quiet():
        echo(layers_table(space))
        say(space_sentence(space))


def table(
    asked: PuzzleFields,
    start: Annotated[str, option("--start", "Distances are counted from it.", "home|goal|BOARD|MOVES")] = "home",
    out: Annotated[Path | None, option("--out", "Default: data/<puzzle>.table.")] = None,
    threads: ThreadsOption = None,
    memory: MemoryOption = None,
    replace: ReplaceOption = False,
    log: LogOption = None,
    as_json: JsonOption = False,
) -> None:
    """Store the distance of every board of a space in one file.

    It takes one or two bits per board, without layers. Bits that do not fit into memory are read from the file and
    written to it region by region; info estimates the cost.

    Run the same command again to continue after an interruption.
    """

    if out is not None:
        check_ending(out, "", ".table")
    loaded = asked.load_with_goal()
    with logged(Progress("exploring …", f": the finished depths are saved; {same_command()}"), log) as watcher:
        first = read_start(loaded, start)
        built = slidefront.make_table(
            loaded, out, start=first, replace=replace, resources=slidefront.Resources(threads, memory), watcher=watcher
        )
    if as_json:
        print_json(built.to_dict())
    else:
        _print_layers(built)


RULES_HELP = "The kind of puzzles. With corner, the goal piece of simple must cover the lower right cell."


def find(
    board: Annotated[
        str, argument("RxC|FILE", "The board, such as 4x4; or a TOML file that defines a kind of puzzles.")
    ],
    rules: Annotated[str, option("--rules", RULES_HELP, "simple|corner|rush")] = "simple",
    out: Annotated[
        Path | None, option("--out", "The folder also keeps unfinished work. Default: data/find-<kind>.", "FOLDER")
    ] = None,
    walls: Annotated[int, option("--max-walls", "Place at most N walls, with the rules of rush.", "N")] = 0,
    most: Annotated[
        int | None, option("--max-pieces", "Place at most N pieces, not counting walls.", "N", min=1)
    ] = None,
    top: Annotated[int, option("--top", "The number counts per piece count.", max=1000)] = 10,
    minimal: Annotated[
        bool, option("--minimal", "With the rules of rush, write all minimal puzzles instead of the hardest.")
    ] = False,
    threads: ThreadsOption = None,
    memory: MemoryOption = None,
    dask: DaskOption = None,
    replace: ReplaceOption = False,
    log: LogOption = None,
    as_json: JsonOption = False,
) -> None:
    """Find the hardest puzzles of a kind.

    The result is proved: the command searches every puzzle of the kind. For each set of pieces, it searches all
    boards at once, from all boards that meet the goal. After an interruption, the same command continues. A TOML
    file defines other kinds; see docs/hardest.md.
    """
    from slidefront.apps.find.kinds import kind_of
    from slidefront.apps.find.output import find_hardest
    from slidefront.apps.find.search import estimate_search

    with Progress("counting the boards …", stops=False):
        kind = kind_of(board, rules, walls=walls, most=most)
        estimate = estimate_search(kind)
    if minimal and not kind.measures_clusters:
        raise SlidefrontError("only kinds that measure clusters, such as rush, have minimal puzzles", "minimal")
    remark(estimate)
    folder = out or Path("data") / f"find-{kind.name}"
    with logged(Progress("searching …", f": what was found is saved; {same_command()}"), log) as watcher:
        resources = slidefront.Resources(threads, memory, executor=dask)
        rows = find_hardest(kind, folder, top, minimal=minimal, replace=replace, resources=resources, watcher=watcher)
    if as_json:
        print_json({"kind": kind.name, "path": str(folder), "pieces": rows})
    else:
        heads = [*(rows[0] if rows else ["pieces"])]
        cells = [[f"{value:,}" if isinstance(value, int) else str(value) for value in row.values()] for row in rows]
        echo(units.format_table([head.replace("_", " ") for head in heads], cells, [len(heads) - 1]))


def info(
    asked: PuzzleFields,
    depth: Annotated[int | None, option("--depth", "Prints an estimate of the work to get there.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Describe a puzzle: moves, number of boards, disk space."""
    from slidefront.draw.board import draw_position
    from slidefront.puzzles.capabilities import MOST_COUNTED
    from slidefront.report.spaces import puzzle_data, puzzle_sentences, table_needs

    loaded = asked.load_with_goal()
    with Progress("counting the boards …", stops=False):
        size = loaded.theory.size(MOST_COUNTED)
        needs = table_needs(loaded, size)
        to_depth = None if depth is None else slidefront.estimate_depth(loaded, depth)
    if as_json:
        print_json({**puzzle_data(loaded, size, needs), "to_depth": to_depth and to_depth.to_dict()})
        return
    say(loaded.title)
    for sentence in (loaded.about, f"By {loaded.author}." if loaded.author else ""):
        if sentence:
            say(sentence)
    echo("\n" + draw_position(loaded.position(loaded.home), shutil.get_terminal_size().columns) + "\n")
    for name, text in puzzle_sentences(loaded, size, needs).items():
        if text:
            say(f"{name:<10}{text}", indent=10)
    if to_depth is not None:
        say(f"{'to depth':<10}{depth}: {to_depth}", indent=10)
