"""The commands that show puzzles and spaces: `list`, `show`, `stats`, `hardest`, `graph` and `page`."""

import shlex
import shutil
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import slidefront
from slidefront import units
from slidefront.cli.inputs import find_source, puzzle_of, read_board, read_start, space_of
from slidefront.cli.options import (
    PICTURE_HELP,
    STORED_HELP,
    GoalOption,
    JsonOption,
    MetricOption,
    OnlyOption,
    PictureOption,
    PuzzleFields,
    ReplaceOption,
    SearchMemoryOption,
    SourceFields,
    TableMemoryOption,
    argument,
    option,
)
from slidefront.cli.output import check_new_file, echo, is_quiet, note, note_file, print_json, remark, say
from slidefront.cli.progress import Progress, SearchProgress
from slidefront.errors import BoardError, LimitError, SlidefrontError
from slidefront.files import is_file, make_folder, refuse_uri, write_new
from slidefront.puzzles import library

if TYPE_CHECKING:
    from slidefront.apps.page.about import About
    from slidefront.apps.page.data import PageOptions
    from slidefront.apps.problems.problems import ProblemPack
    from slidefront.frames.stats import Stats
    from slidefront.puzzles.core import Puzzle
    from slidefront.search.result import SolveResult
    from slidefront.store.space import Space


def list_puzzles(as_json: JsonOption = False) -> None:
    """List the built-in puzzles."""
    from slidefront.report.spaces import puzzle_data

    puzzles = [slidefront.load(name) for name in library.names()]
    if as_json:
        print_json([puzzle_data(puzzle, puzzle.size()) for puzzle in puzzles])
        return
    rows = [[p.name, p.facts()["kind"], str(p.size() or ""), p.title] for p in puzzles]
    echo(units.format_table(["puzzle", "kind", "boards", "title"], rows, words=[0, 1, 3]))


def show(
    asked: PuzzleFields,
    board: Annotated[
        str, argument("home|goal|BOARD|MOVES", "The board to draw, or moves that lead to it from home.")
    ] = "home",
    out: PictureOption = None,
    replace: ReplaceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Draw a board on the terminal, or as a picture in a file."""
    from slidefront.draw.board import draw_position, draw_text, goal_drawing
    from slidefront.draw.picture import check_picture

    check_picture(out, replace=replace)
    loaded = asked.load_with_goal()
    if out is not None:
        slidefront.draw_board(loaded, board if board == "goal" else read_board(loaded, board).text).save(
            out, replace=replace
        )
        note_file("1 board", out)
    if as_json:
        key = read_board(loaded, board).key
        print_json({"puzzle": loaded.name, "board": loaded.format(key), "key": key})
    elif out is None:
        width = shutil.get_terminal_size().columns
        if board == "goal" and (drawing := goal_drawing(loaded)):
            echo(f"{draw_text(drawing, width)}\n{slidefront.describe_goal(loaded)}")
        else:
            position = read_board(loaded, board)
            echo(f"{draw_position(position, width)}\n{position.text}")


def stats(
    runs: Annotated[
        list[str],
        argument(
            "RUN|TABLE...",
            f"Runs or tables, each by {STORED_HELP}; or puzzles, whose spaces are explored if they are small.",
        ),
    ],
    form: Annotated[str, option("--format", "", "table|bars|csv")] = "table",
    out: Annotated[
        Path | None,
        option("--out", "The file is a new chart, .svg or .png, with both scales. Needs the package matplotlib."),
    ] = None,
    replace: ReplaceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Show the boards at each depth of a run or table, and statistics.

    The statistics are mean, median, growth rate, and others. Several runs and tables are compared: CSV then names the
    space in its first column. If one of them cannot be read or explored, the others are shown, and the exit code is 2.
    """
    from slidefront.draw.chart import chart
    from slidefront.draw.picture import check_picture
    from slidefront.report.spaces import statistics_text, stats_sentences

    if form not in ("table", "bars", "csv"):
        raise SlidefrontError("choose table, bars or csv", "format")
    check_picture(out, replace=replace)
    named, errors = _read_statistics(runs)
    if out is not None:
        counts = {name: [layer.board_count for layer in space.layers] for name, space, _ in named}
        write_new(out, chart(counts, out.suffix[1:]), replace=replace)
        note_file("boards by depth", out)
    if as_json:
        print_json([{**space.to_dict(), "statistics": numbers.to_dict()} for _, space, numbers in named])
    elif out is None:
        columns = shutil.get_terminal_size((100, 24)).columns
        echo(statistics_text(named, form, columns, with_names=len(runs) > 1))
        if form == "table":
            for _, space, numbers in named:
                say(stats_sentences(space, numbers))
    for error in errors:
        note(f"slidefront: {error}")
    if errors:
        raise typer.Exit(2)


def _read_statistics(runs: list[str]) -> "tuple[list[tuple[str, Space, Stats]], list[SlidefrontError]]":
    """Open spaces and compute their statistics; raise the first error if there is no space without an error."""

    spaces: list[tuple[Space, Stats]] = []
    errors: list[SlidefrontError] = []
    for run in runs:
        try:
            space = space_of(find_source(run))
            spaces.append((space, slidefront.stats(space)))
        except SlidefrontError as error:
            errors.append(error)
    if not spaces:
        raise errors[0]
    are_different = len({space.manifest.puzzle for space, _ in spaces}) == len(spaces)
    names = [space.manifest.puzzle if are_different or not space.path else space.path.name for space, _ in spaces]
    return [(name, *pair) for name, pair in zip(names, spaces, strict=True)], errors


def hardest(
    asked: SourceFields,
    start: Annotated[
        str | None, option("--start", "Depths are distances from it. Default: as in the run, or home.")
    ] = None,
    only: OnlyOption = None,
    top: Annotated[
        int | None,
        option("--top", "Earlier layers count too. Default: the deepest layer, at most 12 boards."),
    ] = None,
    memory: TableMemoryOption = None,
    out: PictureOption = None,
    replace: ReplaceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Draw the deepest boards of a run or a table.

    A puzzle without a run or a table is explored, if a table of one or two bits per board fits into --memory.
    """
    from slidefront.draw.picture import check_picture
    from slidefront.report.spaces import hardest_data, hardest_text, no_selected_board

    check_picture(out, replace=replace)
    source = asked.find()
    puzzle = puzzle_of(source)
    selection = puzzle.check_only(only)
    word = start or (("home" if asked.goal is None else "goal") if source is puzzle else None)
    resources = slidefront.Resources(memory=memory)
    space = space_of(source, word and read_start(puzzle, word), resources=resources)
    deepest = slidefront.hardest(space, top, only=selection, resources=resources)
    if out is not None:
        if not deepest:
            raise BoardError(no_selected_board(space))
        captions = {key: units.counted(deep.depth, "move") for deep in deepest for key in deep.keys}
        title = f"the deepest boards of {puzzle.name}"
        slidefront.draw_boards(puzzle, captions, [*captions.values()], title).save(out, replace=replace)
        note_file(units.counted(len(captions), "board"), out)
    if as_json:
        print_json(hardest_data(space, deepest, selection))
    elif out is None:
        echo(hardest_text(space, deepest, selection, shutil.get_terminal_size((100, 24)).columns))
        if start is None and space.leads_from_home and not space.leads_to_goal and puzzle.goal:
            command = shlex.join(["slidefront", "hardest", asked.run, "--start", "goal"])
            remark(f"depths are distances from home; for the boards farthest from the goal, run:\n    {command}")


def graph(
    asked: SourceFields,
    out: Annotated[Path, option("--out", PICTURE_HELP)],
    start: Annotated[
        str | None, option("--start", "Colours show distances from it. Default: the goal, or home.")
    ] = None,
    replace: ReplaceOption = False,
) -> None:
    """Draw the graph of all boards of a small space.

    Each board is a dot, and each move a line. Boards that are few moves apart lie near each other. The space may have
    at most 50,000 boards.
    """
    from slidefront.apps.page.data import all_boards
    from slidefront.apps.page.graph import layout, moves
    from slidefront.draw.chart import draw_states
    from slidefront.draw.picture import check_picture

    check_picture(out, replace=replace)
    source = asked.find()
    puzzle = puzzle_of(source)
    word = start or (("goal" if puzzle.goal else "home") if source is puzzle else None)
    space = space_of(source, word and read_start(puzzle, word))
    if space.board_count > units.MOST_POINTS:
        raise LimitError(f"{puzzle.name} has {space.board_count:,} boards; a graph shows at most {units.MOST_POINTS:,}")
    with Progress("drawing …", stops=False):
        keys, depths = all_boards(space)
        ends = moves(puzzle, keys)
        named = {space.puzzle.goal.key: "goal", space.puzzle.home: "home"}
        if space.puzzle.goal.key == space.puzzle.home:
            named = {space.puzzle.home: "home and goal"}
        labels = {int(keys.searchsorted(key)): name for key, name in named.items() if key is not None and key in keys}
        title = f"{puzzle.name}: {units.counted(keys.size, 'board')}, {units.counted(ends[0].size, 'move')}"
        draw_states(title, layout(keys.size, *ends), ends, depths, labels).save(out, replace=replace)
    note_file(f"{units.counted(keys.size, 'board')} and {units.counted(ends[0].size, 'move')}", out)


SECONDS = 20.0
_LOOK_EVERY = 0.3  # seconds


def page(
    out: Annotated[
        Path, option("--out", "Several pages and their index need a new folder, one page a new .html file.")
    ],
    what: Annotated[
        list[str] | None,
        argument("PUZZLE|RUN|TABLE|PACK...", "Puzzles, runs, tables or packs of problems; optional with --editor."),
    ] = None,
    editor: Annotated[
        bool, option("--editor", "Write a page on which people draw block puzzles, empty or with PUZZLE.")
    ] = False,
    start: Annotated[
        str | None, option("--start", "Default: the first problem, or home.", "home|goal|BOARD|MOVES")
    ] = None,
    goal: GoalOption = None,
    metric: MetricOption = None,
    watch: Annotated[
        bool, option("--watch", "Write the page again whenever the puzzle file is saved, until Ctrl-C.")
    ] = False,
    no_graph: Annotated[
        bool,
        option(
            "--no-graph",
            f"Leave out the graph of the boards. Default: draw it if there are at most {units.MOST_POINTS:,}.",
        ),
    ] = False,
    no_hints: Annotated[
        bool, option("--no-hints", "Leave out hints, solutions and the number of remaining moves.")
    ] = False,
    max_seconds: Annotated[float, option("--max-seconds", "This applies to each fact about the puzzle.")] = SECONDS,
    memory: SearchMemoryOption = None,
    replace: ReplaceOption = False,
) -> None:
    """Write an HTML file on which people play a puzzle, or draw one.

    The file needs no other file. It shows shortest solutions with their proofs, the boards at each distance, the
    hardest starts, and how hard the puzzle is compared with the built-in ones. The page leaves out answers that take
    too long, and names them.

    The page has the distance of every board if there are at most a million, or if the argument is a table of at most
    20 MiB.
    """
    from slidefront.apps.page.data import PageOptions
    from slidefront.apps.problems.problems import read_pack
    from slidefront.notation.board_files import pack_lines

    words = what or []
    if editor:
        _write_editor(out, words, is_plain=(start, goal, metric) == (None, None, None) and not watch, replace=replace)
        return

    index = None if out.suffix == ".html" else "index.html"

    def load(what: str) -> "Callable[..., About]":
        """Load a puzzle, and return the function that writes its page."""
        pack = read_pack(Path(what)) if pack_lines(Path(what)) else None
        if pack is not None and (goal, metric) != (None, None):
            raise SlidefrontError("the problems say their goal and metric: leave them out", "goal", "metric")
        source = find_source(what, metric, goal) if pack is None else pack.puzzle
        first = None if start is None else read_board(puzzle_of(source), start).text
        options = PageOptions(first, not no_graph, not no_hints, index=index)
        return partial(write_page, source=source, pack=pack, options=options, seconds=max_seconds, memory=memory)

    _check_pages(out, words, start, watch=watch, replace=replace)
    if out.suffix != ".html":
        _write_gallery(out, words, load, replace=replace)
    elif watch:
        _rewrite_on_save(Path(words[0]), lambda again: load(words[0])(out, replace=again or replace))
    else:
        load(words[0])(out, replace=replace)


def _check_pages(out: Path, words: Sequence[str], start: str | None, *, watch: bool, replace: bool) -> None:
    """Raise an error if no puzzle is named, or if `out` does not fit one or several puzzles, before any work."""
    if not words:
        raise SlidefrontError("name a puzzle to play, or add --editor to draw one")
    if out.suffix == ".html":
        check_new_file(out, ".html", replace=replace)
        if words[1:]:
            raise SlidefrontError("several pages need a folder: write its name without .html", "out")
    elif out.suffix:
        check_new_file(out, ".html", replace=replace)
    elif start is not None or watch:
        raise SlidefrontError("a folder is for pages of several puzzles: leave out this option", "start", "watch")


def _rewrite_on_save(path: Path, make: "Callable[[bool], object]") -> None:
    """Write a page, and again whenever its puzzle file is saved; `make` gets whether it writes the page again."""
    if not is_file(path):
        raise SlidefrontError(f"{path} is not a file: name the puzzle file to watch", "watch")
    saved, before = None, None
    while True:
        with suppress(OSError):  # while an editor replaces it
            status = path.stat()
            saved = (status.st_mtime_ns, status.st_size)
        if saved != before:
            try:
                make(before is not None)
            except SlidefrontError as error:
                note(f"slidefront: {error}")
            if not is_quiet():
                note(f"waiting for {path} to be saved; Ctrl-C ends")
            before = saved
        time.sleep(_LOOK_EVERY)


def _write_gallery(
    folder: Path, words: Sequence[str], load: "Callable[[str], Callable[..., About]]", *, replace: bool
) -> None:
    """Write a page for each puzzle into a new folder, and an index. All puzzles are loaded before any page is written.

    `load` returns the function that writes the page of a puzzle.
    """
    from slidefront.apps.page.html import card, file_names, gallery_html
    from slidefront.notation.board_files import pack_lines

    refuse_uri(folder)
    files = file_names(Path(word).stem for word in words)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        if not replace:
            raise SlidefrontError(f"{folder} already exists: name a new folder, or replace its pages", "out", "replace")
        _check_gallery(folder, ["index.html", *files])
    writers = [load(word) for word in words]
    make_folder(folder)
    cards = [
        card(file, write(folder / file, replace=replace), len(pack_lines(Path(word))))
        for file, word, write in zip(files, words, writers, strict=True)
    ]
    write_new(folder / "index.html", gallery_html("Sliding puzzles", cards).encode(), replace=replace)
    note_file(units.counted(len(cards), "puzzle"), folder / "index.html")


def _check_gallery(folder: Path, files: Sequence[str]) -> None:
    """Raise an error unless a folder has some of the files of a gallery, and slidefront made all that it has."""
    from slidefront.apps import is_html_document

    existing = [folder / file for file in files if (folder / file).exists()]
    foreign = [path for path in existing or [folder] if not is_html_document(path)]
    if foreign:
        what = "page" if existing else "gallery"
        raise SlidefrontError(f"{foreign[0]} is not a {what} of slidefront: name a new folder", "out")


def _write_editor(out: Path, words: Sequence[str], *, is_plain: bool, replace: bool) -> None:
    """Write the page on which people draw a puzzle, which begins with a block puzzle."""
    from slidefront.apps.page.html import editor_html

    if words[1:] or not is_plain:
        raise SlidefrontError("the editor sets start, goal and metric of one puzzle: leave out the rest", "editor")
    check_new_file(out, ".html", replace=replace)
    puzzle = puzzle_of(find_source(words[0])) if words else None
    write_new(out, editor_html(puzzle).encode(), replace=replace)
    note(f"{out}, {units.size(out.stat().st_size)}: open it in a browser")


def write_page(
    out: Path,
    source: "Space | Puzzle",
    pack: "ProblemPack | None",
    options: "PageOptions",
    seconds: float = SECONDS,
    memory: str | None = None,
    *,
    replace: bool = False,
) -> "About":
    """Write a page to a new file, and print a note for each fact that is left out; return the facts."""
    from slidefront.apps.page.about import about
    from slidefront.apps.page.data import first_board, make_page

    def explore(puzzle: "Puzzle", start: str) -> "Space":
        return space_of(puzzle, start, seconds, resources=slidefront.Resources(memory=memory))

    def search(puzzle: "Puzzle", start: int) -> "SolveResult":
        with SearchProgress(f"solving in the {puzzle.metric} metric") as progress:
            solved = slidefront.solve(
                puzzle, start, resources=slidefront.Resources(memory=memory), max_seconds=seconds, watcher=progress
            )
            solved.check()
        return solved

    puzzle = puzzle_of(source)
    run = source if isinstance(source, slidefront.Space) else None
    facts = about(puzzle, first_board(puzzle, pack, options).key, explore, search, run)
    with Progress("making the page …", stops=False):
        html, lacks = make_page(puzzle, facts, pack, options, run)
    write_new(out, html.encode(), replace=replace)
    for text in lacks:
        remark(text)
    note(f"{out}, {units.size(out.stat().st_size)}: open it in a browser")
    return facts
