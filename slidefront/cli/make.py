"""The commands for teachers and other programs: `problems`, `grade`, `sheet` and `export`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import slidefront
from slidefront import units
from slidefront.cli.inputs import boards_of, find_source, puzzle_of, space_of
from slidefront.cli.options import (
    BOARDS_HELP,
    AnswerFields,
    ExploredArgument,
    GoalOption,
    LogOption,
    MetricOption,
    OnlyOption,
    PuzzleFields,
    ReplaceOption,
    RoutesOption,
    SourceFields,
    TableMemoryOption,
    argument,
    option,
)
from slidefront.cli.output import check_new_file, note, note_file, open_output
from slidefront.cli.progress import Progress, logged, same_command
from slidefront.errors import PuzzleError, SlidefrontError, advise
from slidefront.files import is_file, write_new

if TYPE_CHECKING:
    from slidefront.apps.problems.difficulty import Graded
    from slidefront.apps.problems.problems import ProblemPack
    from slidefront.notation.board_files import BoardLine
    from slidefront.store.space import Space

_GRADED_AT_ONCE = 256


def problems(
    asked: SourceFields,
    depths: Annotated[
        str, option("--depths", "Problems of these lengths are written; C is a step. Default: all.", "A:B:C")
    ] = ":",
    count: Annotated[int, option("--count", "Write N problems, spread evenly over their lengths.", "N", min=1)] = 200,
    only: OnlyOption = None,
    routes: RoutesOption = False,
    difficulty: Annotated[bool, option("--difficulty", "Add measures of difficulty; see docs/problems.md.")] = False,
    seed: Annotated[int, option("--seed", "Random seed; the same seed draws the same boards.", "N")] = 0,
    memory: Annotated[
        str | None,
        option("--memory", "This limits the search for problems without a run, and exploring a table again."),
    ] = None,
    max_attempts: Annotated[
        int, option("--max-attempts", "Solve at most N random boards if the space is large.", "N", min=1)
    ] = 1000,
    out: Annotated[
        Path | None, option("--out", "The file is new and ends in .txt or .jsonl. Default: print as in .txt.")
    ] = None,
    replace: ReplaceOption = False,
    log: LogOption = None,
) -> None:
    """Make a pack of problems with known solutions.

    Problems are random boards with the length of a shortest solution. The boards come from the layers of a run or
    a table from the goal, or of a small space that is explored. Of a large space, easy boards come from layers that
    are computed in memory, and harder ones are random boards that are solved.
    """
    from slidefront.apps.problems.problems import write_problems

    check_new_file(out, ".txt", ".jsonl", replace=replace)
    source = asked.find()
    searching = Progress("searching …", ": no problems were written", stops=source is puzzle_of(source))
    with logged(searching, log) as watcher:
        drawn = slidefront.problems(
            source,
            depths=depths,
            count=count,
            only=puzzle_of(source).check_only(only),
            routes=routes,
            difficulty=difficulty,
            seed=seed,
            max_attempts=max_attempts,
            resources=slidefront.Resources(memory=memory),
            watcher=watcher,
        )
    with open_output(out, replace=replace) as file:
        write_problems(drawn, file, "jsonl" if out and out.suffix == ".jsonl" else "lines")
    if out is not None:
        note_file(units.counted(len(drawn), "problem"), out)


def grade(
    asked: PuzzleFields,
    to: AnswerFields,
    boards: Annotated[list[str] | None, argument("BOARD...", f"{BOARDS_HELP} Default: home.")] = None,
    memory: TableMemoryOption = None,
) -> None:
    """Measure how difficult boards are.

    Prints the length of a shortest solution, the number of shortest solutions, how often a greedy player goes astray,
    the forced moves, and a grade among all boards of the space; see docs/problems.md. The distances come from a run or
    a table from the goal, or from exploring the space, if a table of it fits into --memory.
    """
    from slidefront.apps.problems.difficulty import grade_boards
    from slidefront.cli.answers import Answers
    from slidefront.report.answers import Question, in_bulk
    from slidefront.report.routes import GradedBoard

    answers = Answers(to)
    source = find_source(asked.puzzle, asked.metric, asked.goal)
    puzzle = puzzle_of(source)
    lines = boards_of(puzzle, boards or ["home"])
    goal_space = space_of(source, "goal", resources=slidefront.Resources(memory=memory))

    def answer(line: "BoardLine", graded: "Graded") -> GradedBoard:
        line.check_length(graded.length)
        measures = graded.difficulty.to_dict()
        return GradedBoard(line.number, line.board, graded.length, **measures, grade=graded.grade)

    ask = in_bulk(lambda readable, _: grade_boards(goal_space, [line.key or 0 for line in readable]), answer)
    answers.print(Question("grade", puzzle, GradedBoard), lines, ask, chunk=_GRADED_AT_ONCE)
    answers.end()


def sheet(
    pack: Annotated[
        str,
        argument(
            "PACK|PUZZLE",
            "A file of problems, as `slidefront problems` writes it; or a puzzle, whose home is the problem.",
        ),
    ],
    out: Annotated[Path, option("--out", "The file is new and ends in .html.")],
    goal: GoalOption = None,
    metric: MetricOption = None,
    per_page: Annotated[int, option("--per-page", "Print at most N problems on a page.", "N", min=1, max=30)] = 6,
    paper: Annotated[str, option("--paper", "The size of the paper.", "a4|letter")] = "a4",
    save_ink: Annotated[bool, option("--save-ink", "Draw black outlines instead of colours.")] = False,
    cut_out: Annotated[bool, option("--cut-out", "Add the board and its pieces, to cut out and play with.")] = False,
    replace: ReplaceOption = False,
) -> None:
    """Print problems on paper, with their answers on separate pages.

    Each board has its number, length and grade, and is as large as the paper allows. Problems without a route are
    solved. Browsers print the file, or save it as PDF.
    """
    from slidefront.apps.problems.sheet import PAPERS, make_sheet, sheet_html

    if paper not in PAPERS:
        raise SlidefrontError(f"choose from {', '.join(PAPERS)}", "paper")
    check_new_file(out, ".html", replace=replace)
    with Progress("reading the problems …", stops=False) as status:
        packs = _packs_to_print(PuzzleFields(puzzle=pack, goal=goal, metric=metric))
        if unsolved := sum(problem.route is None for problems in packs for problem in problems):
            status.on_note(f"solving {units.counted(unsolved, 'problem')} that the pack has no route for")
        printed = make_sheet(packs, per_page, status.on_message, paper=paper, save_ink=save_ink, cut_out=cut_out)
    write_new(out, sheet_html(printed).encode(), replace=replace)
    note_file(units.counted(len(printed.items), "problem"), out)


def _packs_to_print(asked: PuzzleFields) -> "list[ProblemPack]":
    """Read the packs of a file, or make one of the home of each puzzle."""
    from slidefront.apps.problems.problems import read_packs, solved
    from slidefront.notation.board_files import pack_lines

    word = asked.puzzle
    if pack_lines(Path(word)) or (word.endswith((".txt", ".jsonl")) and not is_file(word)):
        if (asked.goal, asked.metric) != (None, None):
            raise SlidefrontError("the problems say their goal and metric: leave them out", "goal", "metric")
        return read_packs(Path(word))
    positions = [line.position() for line in asked.puzzles()]
    packs = []
    for puzzle in [position.puzzle for position in positions] or [asked.load_with_goal()]:
        route = slidefront.solve(puzzle).route
        if route is None:
            raise PuzzleError(f"{puzzle.name} has no solution")
        if not route.length:
            message = f"the home of {puzzle.name} already meets the goal, so it is no problem: write a pack of problems"
            is_changed = (asked.goal, asked.metric) != (None, None)
            advice = () if is_changed else advise("problems", puzzle, depths="1:20", out="pack.txt")
            raise PuzzleError(message, advice=advice)
        packs.append(slidefront.ProblemPack(puzzle, [solved(puzzle, route.keys)]))
    return packs


def export(
    run: ExploredArgument,
    depths: Annotated[str, option("--depths", "Default: all.")] = ":",
    columns: Annotated[
        str | None,
        option(
            "--columns",
            "Export these columns, such as state, manhattan or row_5; see docs/dataframes.md. Default: depth,board.",
            "A,B,...",
        ),
    ] = None,
    edges: Annotated[
        bool, option("--edges", "Export the moves between these boards, each once, instead of the boards.")
    ] = False,
    boards: Annotated[
        bool, option("--boards", "With --edges, write boards as text instead of keys, for tools that show labels.")
    ] = False,
    out: Annotated[
        Path | None,
        option("--out", "A folder makes a run from a table; a file ends in .csv or .parquet. Default: print CSV."),
    ] = None,
    replace: ReplaceOption = False,
) -> None:
    """Export the boards of a run or a table, or the moves between them.

    The layers of a table are explored again. Boards are sorted by depth and then by key.
    """
    from slidefront.frames.export import export as export_boards
    from slidefront.frames.export import export_edges

    space = space_of(find_source(run))
    selected = units.parse_range(depths, max(0, space.last_depth))
    if edges and columns:
        raise SlidefrontError("edges have the columns source, target, source_depth, target_depth", "edges", "columns")
    if boards and not edges:
        raise SlidefrontError("boards is for edges; to write boards as text, use the column board", "boards")
    if out is not None and not out.suffix:
        if edges or columns:
            raise SlidefrontError(f"{out} is a folder, which makes a run: name a .csv or .parquet file", "out")
        _write_run(space, selected, out, replace=replace)
        return
    check_new_file(out, ".csv", ".parquet", replace=replace)
    form = out.suffix[1:] if out else "csv"
    with open_output(out, replace=replace) as file:
        if edges:
            written = units.counted(export_edges(space, file, form, selected, boards=boards), "edge")
        else:
            written = units.counted(export_boards(space, file, form, selected, columns or "depth,board"), "board")
    if out is not None:
        note_file(written, out)


def _write_run(space: "Space", depths: range, out: Path, *, replace: bool) -> None:
    """Write a run folder with the layers of a table."""
    from slidefront.tables.layers import write_run

    if not isinstance(space, slidefront.Table) or (depths.start, depths.step) != (0, 1):
        raise SlidefrontError(
            "name a .csv or .parquet file; a folder is for a table that is exported as a run, from depth 0",
            "out",
        )
    with Progress("exploring …", f": the finished layers are saved; {same_command()}") as lines:
        exported = write_run(space, out, depth=depths[-1], replace=replace, watcher=lines)
    written = units.counted(exported.board_count, "board")
    note(f"{written} to depth {exported.last_depth} in {exported.path}, {units.size(exported.manifest.bytes)}")
