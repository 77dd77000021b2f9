"""The commands about routes: `solve`, `solvable`, `depth`, `replay` and `compare`."""

import dataclasses
import shlex
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import slidefront
from slidefront import units
from slidefront.cli.inputs import boards_of, find_source, read_board, space_of
from slidefront.cli.options import (
    BOARDS_HELP,
    LARGEST_COUNT,
    AnswerFields,
    ExploredArgument,
    JsonOption,
    LogOption,
    PuzzleFields,
    ReplaceOption,
    RoutesOption,
    SearchMemoryOption,
    SolveFields,
    argument,
    option,
)
from slidefront.cli.output import (
    UNFINISHED,
    check_new_file,
    echo,
    is_quiet,
    note,
    note_file,
    print_json,
    remark,
    say,
    words_of,
)
from slidefront.cli.progress import SearchProgress, logged
from slidefront.errors import BoardError, LimitError, RouteError, SlidefrontError, advise
from slidefront.files import is_file, is_pipe, write_new
from slidefront.watch import Quiet, Watcher

if TYPE_CHECKING:
    from slidefront.notation.board_files import BoardLine
    from slidefront.notation.route import Route
    from slidefront.puzzles.core import Position, Puzzle
    from slidefront.report.answers import Answer
    from slidefront.search.result import SolveResult

_READ_AT_ONCE, _LOOKED_UP_AT_ONCE, _ROUTES_AT_ONCE = 1 << 10, 1 << 14, 256


def solve(
    asked: PuzzleFields,
    how: SolveFields,
    start: Annotated[str, option("--start", "A file can contain many boards.")] = "home",
    every: Annotated[bool, option("--all", "Count the shortest routes, and print the first --limit of them.")] = False,
    limit: Annotated[
        int | None, option("--limit", "Print at most N routes with --all. Default: 10.", "N", min=1, max=LARGEST_COUNT)
    ] = None,
    out: Annotated[
        Path | None,
        option("--out", "One route makes a picture, .svg, .png or .html; many boards make a file of answers, .jsonl."),
    ] = None,
    replace: ReplaceOption = False,
    log: LogOption = None,
    as_json: JsonOption = False,
) -> None:
    """Find a shortest route from a board to the goal.

    The result includes a proof that no route is shorter, or with --max-ratio or --max-seconds, how much shorter a route
    can be. For many boards, each answer is one line, board:length:moves, and an existing file of answers is continued.
    The exit code is 0 if there is a route, 1 if there is no solution, and 3 if a limit ended the search before it found
    a route. A signal ends the search in the same way, with the exit code 130 (Ctrl-C), 143 (TERM) or 129 (HUP).
    """
    if limit is not None and not every:
        raise SlidefrontError("--limit is for the routes of --all: add --all, or leave out --limit")
    boards = asked.boards(start)
    if every and len(boards) > 1:
        raise BoardError(f"--all is for one board, and here are {len(boards):,}")
    to = AnswerFields(out=out, replace=replace, as_json=as_json)
    is_for_many = start == "-" or (out is not None and out.suffix == ".jsonl")
    if every or (len(boards) == 1 and boards[0].error is None and not is_for_many):
        _solve_one(boards[0], how, (limit or 10) if every else None, to, log)
    else:
        _solve_many(asked, how, boards, to, log)


def _solve_one(board: "BoardLine", how: SolveFields, limit: int | None, to: AnswerFields, log: Path | None) -> None:
    """Solve a board; with a limit, count all its shortest routes and print the first `limit` of them."""
    from slidefront.draw.picture import PICTURE_FORMATS, check_picture
    from slidefront.report.routes import Outcome, check_form
    from slidefront.search.solve import check_algorithm

    begin, form, out = board.position(), how.form or "steps", to.out
    check_form(begin.puzzle, form)
    if out is not None and out.suffix not in PICTURE_FORMATS:
        check_new_file(out, *PICTURE_FORMATS, ".html", replace=to.replace)
    else:
        check_picture(out, replace=to.replace)
    progress = SearchProgress()
    with logged(progress, log) as watcher:
        solved = slidefront.solve(
            begin.puzzle,
            begin,
            algorithm=check_algorithm(how.algorithm),
            all_routes=limit is not None,
            resources=how.resources,
            watcher=watcher,
            **how.limits,
        )
    outcome = Outcome(solved, limit or 1)
    if to.as_json:
        print_json(solved.to_dict(limit or 1))
    elif out is None and (text := outcome.routes(form)):
        echo(text)
    if not to.as_json and (not is_quiet() or solved.route is None):
        note("\n".join([outcome.headline(), *([] if is_quiet() else outcome.account())]))
        if solved.ended_by == "watcher" and solved.route is None and solved.answer.databases:
            remark(
                "for a route in less time, add --max-seconds 60 (the best route that is found) or --max-ratio 1.2 (at "
                "most 1.2 times as long as a shortest one)"
            )
    if out is not None and solved.route is not None:
        if out.suffix == ".html":
            from slidefront.apps.page.data import PageOptions
            from slidefront.cli.look import write_page

            write_page(out, solved.puzzle, None, PageOptions(route=solved.route), replace=to.replace)
        else:  # a PNG, which cannot move, shows all boards
            slidefront.draw_route(solved.route, strip=out.suffix == ".png").save(out, replace=to.replace)
            note_file(units.counted(solved.route.length, "move"), out)
    board.check_length(solved.optimum)
    if code := progress.exit_code or _EXIT_CODES[solved.status]:
        raise typer.Exit(code)


_EXIT_CODES = {"optimal": 0, "bounded": 0, "unsolvable": 1, "unfinished": UNFINISHED}


def _solve_many(
    asked: PuzzleFields, how: SolveFields, boards: "Sequence[BoardLine]", to: AnswerFields, log: Path | None
) -> None:
    """Solve the boards of a file, several at once, each with its share of the memory."""
    from slidefront.cli.answers import Answers
    from slidefront.notation.route import check_notation
    from slidefront.report.answers import Question, in_bulk, one_by_one
    from slidefront.report.routes import Routed
    from slidefront.search.solve import check_algorithm, distances_for, shared_puzzle, shares, solve_from, solve_line

    answers, shared = Answers(to, log), shared_puzzle(boards)
    form = how.form or (slidefront.default_notation(shared) if shared else None)
    if shared and form:
        check_notation(shared, form)  # before any search
    at_once, share = shares(len(boards), how.resources)
    algorithm = check_algorithm(how.algorithm)
    table = distances_for(boards, algorithm, how.max_depth)

    def answer(board: "BoardLine", solved: "SolveResult") -> Routed:
        solved.check()
        board.check_length(solved.optimum)
        return Routed.of(board, solved, form or slidefront.default_notation(solved.puzzle))

    def search(board: "BoardLine", watcher: Watcher) -> Routed:
        return answer(board, solve_line(board, algorithm, share, watcher, **how.limits))

    question = Question("solve", shared, Routed, {**asked.for_answers, "format": form, **how.limits})
    if table is not None:
        ask = in_bulk(lambda readable, _: solve_from(table, readable), answer)
        answers.print(question, boards, ask, chunk=_READ_AT_ONCE)
    else:
        answers.print(question, boards, one_by_one(search), at_once=at_once)
    phrases = {"unsolvable": "proved to have no solution", "unfinished": "not solved within the limits"}
    answers.end("unsolvable", undecided="unfinished", **phrases)


def solvable(
    asked: PuzzleFields,
    to: AnswerFields,
    boards: Annotated[list[str] | None, argument("BOARD...", f"{BOARDS_HELP} Default: home.")] = None,
) -> None:
    """Check which boards can be solved.

    A board can be solved if moves lead from it to home, and home if they lead to the goal. The permutation group of
    the puzzle answers for tiles and graphs. For blocks all boards are explored if there are at most ten million;
    otherwise the answer is unknown.
    """
    from slidefront.cli.answers import Answers
    from slidefront.notation.boards import start_at
    from slidefront.report.answers import Question, in_bulk
    from slidefront.report.routes import Solvable
    from slidefront.search.solve import choose_goal
    from slidefront.search.solver import why_unsolvable
    from slidefront.store.manifest import default_folder
    from slidefront.tables.open_space import Reached

    answers = Answers(to)
    loaded = asked.load_with_goal()
    if not boards and choose_goal(loaded, None).goal.key is None:
        message = (
            f"the goal of {loaded.name} is not a single board, so only a search can tell: solve it, or name boards"
        )
        raise BoardError(message, advice=advise("solve", loaded))
    lines = boards_of(loaded, boards or ["home"])
    reached = Reached(loaded)

    def find(readable: "Sequence[BoardLine]", watcher: Watcher) -> list[bool | None]:
        if not boards and loaded.goal.key is not None:
            return [loaded.theory.connects(loaded.home, loaded.goal.key)]
        states = reached.of([line.key or 0 for line in readable], watcher)
        return [{1: True, 0: False}.get(state) for state in states.tolist()]

    ask = in_bulk(find, lambda line, is_solvable: Solvable(line.number, line.board, is_solvable))
    kinds = answers.print(Question("solvable", loaded, Solvable), lines, ask, chunk=_LOOKED_UP_AT_ONCE)
    if kinds["unknown"]:
        folder = default_folder(loaded, start_at(loaded, "home"))
        commands = [words_of(advise("expand", loaded)), [*words_of(advise("depth", folder)), "BOARD"]]
        shown = "".join(f"\n    {shlex.join(words)}" for words in commands)
        remark(f"to find out about unknown boards, explore the puzzle:{shown}")
    if not boards and kinds["no"]:
        note(*why_unsolvable(loaded, [loaded.home]))
    answers.end()


def depth(
    run: ExploredArgument,
    boards: Annotated[list[str], argument("BOARD...", BOARDS_HELP)],
    to: AnswerFields,
    routes: RoutesOption = False,
) -> None:
    """Print the depth of boards in a run or a table.

    The depth is the distance from the start of the run: the layer that contains the board. A board that is in no
    layer gets - instead of a depth. With --routes, each answer is a line board:length:moves: a shortest route from the
    start, or to the goal if the run starts there.
    """
    from slidefront.cli.answers import Answers
    from slidefront.report.answers import Question, in_bulk
    from slidefront.report.routes import Depth, Routed

    answers = Answers(to)
    space = space_of(find_source(run))
    lines = boards_of(space.puzzle, boards)
    form = slidefront.default_notation(space.puzzle)

    def length(line: "BoardLine", route: "Route") -> Routed:
        line.check_length(route.length if space.leads_to_goal else None)
        return Routed.of(line, route, form)

    def distance(line: "BoardLine", depth: int) -> Depth:
        known = None if depth < 0 else depth
        line.check_length(known if space.leads_to_goal else None)
        return Depth(line.number, line.board, known)

    about = space.manifest  # its puzzle, start and layers count, and not where it is
    layers = [[layer.board_count, layer.digest] for layer in about.layers]
    asks = {"start": about.start, "start_digest": about.start_digest, "depth": about.depth, "layers": layers}
    asks |= {"routes": routes, "format": form if routes else None}
    question = Question("depth", space.puzzle, Routed if routes else Depth, asks)
    if routes:
        chunk, ask = _ROUTES_AT_ONCE, in_bulk(lambda part, _: space.routes([line.board for line in part]), length)
    else:
        chunk = _LOOKED_UP_AT_ONCE
        ask = in_bulk(lambda part, _: space.depths_of([line.key or 0 for line in part]).tolist(), distance)
    if missing := answers.print(question, lines, ask, chunk=chunk)["missing"]:
        note(f"{units.counted(missing, 'board')} {'is' if missing == 1 else 'are'} {space.absence}")
    answers.end()


def replay(
    asked: PuzzleFields,
    route: Annotated[
        str,
        argument("ROUTE", "Moves (0 L, 1 LLL or URDL2 or 13 9 5), a file of them or of problems, or -."),
    ],
    start: Annotated[str | None, option("--start", "Default: the start of the route, or home.")] = None,
    form: Annotated[
        str, option("--format", "With hole-letters, moves are directions of the hole: urrd.", "hole-letters")
    ] = "",
    max_seconds: Annotated[
        float, option("--max-seconds", "This applies to each board whose shortest length must be searched.")
    ] = 10.0,
    out: Annotated[
        Path | None, option("--out", "The file ends in .jsonl for answers, or .csv for a table of marks.")
    ] = None,
    replace: ReplaceOption = False,
    as_json: JsonOption = False,
) -> None:
    """Replay a route, or mark the answers of a class.

    Prints whether the route is legal, where it ends, and how many moves it has in each metric. If a move is illegal,
    the board before it is drawn and the exit code is 1. Many routes have one line each, and totals at the end.

    A file of answers has a board and an answer per line, as board: answer or as CSV with the columns board and answer.
    Each is marked: solved with the fewest moves or with more, not solved, or illegal. The exit code is 1 if an answer
    is illegal or cannot be read.
    """
    from slidefront.draw.board import draw_position
    from slidefront.notation.load import read_text
    from slidefront.report.routes import Verdict

    if form not in ("", "hole-letters"):
        raise RouteError("only hole-letters needs a name: leave it out for all other notations", "format")
    is_text = route == "-" or is_file(route) or is_pipe(route)
    if not is_text and route.endswith((".txt", ".csv", ".json", ".jsonl")):
        raise RouteError(f"there is no file {route}")
    text = read_text(route, RouteError) if is_text else route
    if not text.strip():
        raise RouteError("the route is empty: write moves")
    lines, asks = _routes_asked(asked, text, route, start, form)
    asks |= {"format": form} if form else {}
    to = AnswerFields(out=out, replace=replace, as_json=as_json)
    if lines[0].cells is not None:
        _mark_answers(lines, asks, _Lengths(asked.puzzle, lines[0].puzzle, max_seconds), form, to)
        return
    if len(lines) > 1 or out is not None or as_json:
        _replay_many(lines, asks, form, to)
        return
    done = lines[0].replay(form)
    say(Verdict.of(done).sentence())
    echo(draw_position(done.end))
    if done.fault:
        raise typer.Exit(1)


def _routes_asked(
    asked: PuzzleFields, text: str, where: str, start: str | None, form: str
) -> "tuple[Sequence[BoardLine], dict[str, Any]]":
    """Read the routes for the puzzle, goal and metric of the options, or else of the text.

    Also return the other options that the verdicts depend on.
    """
    from slidefront.notation.board_files import (
        check_goals_named,
        cut_lines,
        has_lines,
        puzzle_of_file,
        record_of,
        routes_in,
        routes_of_puzzles,
    )
    from slidefront.notation.load import load_record

    cut = cut_lines(text, where) if has_lines(text) else []
    fields, record = next((line.columns for line in cut if line.columns), {}), record_of(cut, where) or {}
    metric, goal = fields.get("metric") or record.get("metric"), fields.get("to") or record.get("new_goal")
    if record.get("text") and goal == record.get("new_goal"):
        goal = load_record(record).new_goal  # in an older file, rows and columns count from 0
    asked = dataclasses.replace(asked, metric=asked.metric or metric, goal=asked.goal or goal)
    if start is None and not puzzle_of_file(Path(asked.puzzle)) and (boards := asked.puzzles()):
        if asked.goal is None:
            check_goals_named(boards, asked.puzzle)
        return routes_of_puzzles(boards, text, asked.puzzle), asked.for_answers
    puzzle = asked.load_with_goal()
    begin = None if start is None else read_board(puzzle, start)
    return routes_in(puzzle, text, begin, form), {"from": begin and begin.text}


def _replay_many(lines: "Sequence[BoardLine]", asks: dict[str, Any], form: str, to: AnswerFields) -> None:
    """Replay many routes, with a line for each, and count the results."""
    from slidefront.cli.answers import Answers
    from slidefront.report.answers import Question, one_by_one
    from slidefront.report.routes import Verdict

    ask = one_by_one(lambda line, _: Verdict.of(line.replay(form), line.number, line.written))
    puzzle = None if any(line.is_puzzle for line in lines) else lines[0].puzzle
    answers = Answers(to)
    answers.print(Question("replay", puzzle, Verdict, asks, "route"), lines, ask)
    kinds = {"goal": "legal, to the goal", "legal": "legal", "illegal": "illegal", "wrong": "of another length"}
    answers.end("illegal", "wrong", **kinds)


def _mark_answers(
    lines: "Sequence[BoardLine]", asks: dict[str, Any], lengths: "_Lengths", form: str, to: AnswerFields
) -> None:
    """Mark the answers of people: replay each, and compare it with the shortest length if it solves its board."""
    from slidefront.cli.answers import Answers
    from slidefront.report.answers import Question
    from slidefront.report.routes import Mark, marks_csv

    marks: list[Mark] = []
    table = to.out if to.out is not None and to.out.suffix == ".csv" else None
    check_new_file(table, ".csv", replace=to.replace)
    answers = Answers(dataclasses.replace(to, out=None) if table else to)

    def mark(line: "BoardLine", watcher: Watcher) -> Mark:
        try:
            done = line.replay(form)
            is_solved = done.fault is None and done.meets_goal
            return Mark.of(line, done, lengths.of(done.start, watcher) if is_solved else None)
        except SlidefrontError as error:
            return Mark.unreadable(line, error)

    def ask(part: "Sequence[BoardLine]", watcher: Watcher) -> "Sequence[Answer]":
        marks.extend(mark(line, watcher) for line in part)
        return marks[-len(part) :]

    puzzle = None if any(line.is_puzzle for line in lines) else lines[0].puzzle
    asks |= {"max_seconds": lengths.max_seconds}
    answers.print(Question("replay", puzzle, Mark, asks, "answer"), lines, ask)
    if table is not None:
        write_new(table, marks_csv(marks).encode(), replace=to.replace)
        note_file(units.counted(len(marks), "mark"), table)
    phrases = {"shortest": "solved, shortest", "longer": "solved, longer than necessary"}
    phrases |= {"solved": "solved, shortest length unknown", "unsolved": "not solved"}
    answers.end("illegal", "unreadable", **phrases, illegal="illegal", unreadable="not readable")


class _Lengths:
    """The lengths of shortest solutions: from a pack, a run or a table, or from a search within a time limit."""

    def __init__(self, source: str, puzzle: "Puzzle | None", max_seconds: float) -> None:
        """Read the lengths of `source` if it is a pack of the puzzle."""
        from slidefront.notation.board_files import pack_lines

        self.max_seconds = max_seconds
        self._source = source
        self._known: dict[tuple[str, int], int | None] = {}
        """The known lengths, by puzzle and key."""
        for problem in pack_lines(Path(source)):
            if puzzle is not None and problem.length is not None:
                with suppress(SlidefrontError):
                    self._known[puzzle.name, puzzle.parse(problem.board)] = problem.length

    def of(self, start: "Position", watcher: Watcher) -> int | None:
        """Return the length of a shortest solution of a board; None if the search does not find it in time."""
        from slidefront.tables.open_space import named_space, stored_space

        board = (start.puzzle.name, start.key)
        if board not in self._known:
            named = named_space(self._source)
            space = named if named is not None and named.leads_to_goal else stored_space(start.puzzle, "goal")
            length = None if space is None else space.depth_of(start.key)
            if length is None:
                length = slidefront.solve(
                    start.puzzle, start, max_seconds=self.max_seconds, watcher=Quiet(watcher)
                ).optimum
            self._known[board] = length
        return self._known[board]


def compare(
    asked: PuzzleFields,
    to: AnswerFields,
    start: Annotated[str, option("--start", "A file can contain many boards, with or without their lengths.")] = "home",
    algorithms: Annotated[
        str | None,
        option(
            "--algorithms",
            "The algorithms to compare. Default: bfs,bidirectional; bfs alone if a goal is partial.",
            "A,B,...",
        ),
    ] = None,
    memory: SearchMemoryOption = None,
    max_seconds: Annotated[float | None, option("--max-seconds", "This applies to each board and algorithm.")] = None,
) -> None:
    """Solve many boards with several algorithms.

    Prints a line for each board as soon as it is solved: the optimum, and the work of each algorithm.
    """
    from slidefront.cli.answers import Answers
    from slidefront.report.answers import Question, one_by_one
    from slidefront.report.routes import Searches
    from slidefront.search.solve import check_algorithm, puzzles_in, shared_puzzle, shares, solve_line, warm_up
    from slidefront.search.solver import check_goal

    answers = Answers(to)
    boards = asked.boards(start)
    puzzles = puzzles_in(boards)
    is_partial = any(puzzle.goal.key is None for puzzle in puzzles)  # two-way search needs a goal that is one board
    words = algorithms or ("bfs" if is_partial else "bfs,bidirectional")
    names = [check_algorithm(word.strip(), "algorithms") for word in words.split(",")]
    for name in names:
        for puzzle in puzzles:
            check_goal(puzzle, name)
    _, share = shares(1, slidefront.Resources(1, memory))
    for first in [board for board in boards if board.error is None][:1]:
        begin = first.position()
        warm_up(begin.puzzle, begin.key, names)  # so that the compilation of kernels is not timed
    limits = {} if max_seconds is None else {"max_seconds": max_seconds}

    def search(board: "BoardLine", watcher: Watcher) -> Searches:
        results = []
        for name in names:
            result = solve_line(board, name, share, watcher, **limits)
            result.check()
            if limits and result.status in ("bounded", "unfinished"):
                raise LimitError(f"{name} found no shortest route within {max_seconds:g} s")
            results.append(result)
        return Searches.of(board, results)

    asks = {**asked.for_answers, "algorithms": names, **limits}
    question = Question("compare", shared_puzzle(boards), Searches, asks)
    if answers.print(question, boards, one_by_one(search))["disagree"]:
        note("the algorithms disagree: this is a bug in slidefront; please report it")
    answers.end("disagree", **{"as": "as published", "not": "not as published"}, disagree="with different optima")
