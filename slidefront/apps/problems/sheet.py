"""Problems as a printed sheet: boards with number, length and grade on each page, and answers on separate pages.

It is one HTML file that prints as it looks: each page of paper is a section with the size of the paper. The boards of a
page share the space that the header leaves, so that they are as large as the paper allows and never overlap.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil
from string import Template
from typing import TypeVar

from slidefront import (
    Move,
    Picture,
    Problem,
    ProblemPack,
    Puzzle,
    Route,
    describe_goal,
    draw_board,
    solve,
    units,
)
from slidefront.apps import html_document
from slidefront.apps.problems.difficulty import stars
from slidefront.apps.problems.problems import check_length, grades, route_of
from slidefront.errors import PuzzleError, SlidefrontError
from slidefront.units import LONGEST_ABOUT, LONGEST_TITLE, escaped, shortened

_ARROWS = str.maketrans("UDLR", "↑↓←→")
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
"""The width and the height of each paper, in millimetres."""
_MARGIN, _HEADER, _CAPTION, _LINE, _LARGEST_CELL = 12, 48, 7, 6, 35  # millimetres
_SHORT = 25  # the most moves of an answer that is not split
_WITH_LINES = 12  # the most problems of a page that have a line for the pupil
_PER_ROW = 5  # moves in a row of an answer
_STYLE = Template(
    """
@page{size:${width}mm ${height}mm;margin:${margin}mm}*{box-sizing:border-box}
body{font-family:'DejaVu Sans',Verdana,sans-serif;color:#1c1a17;background:#dedad2;margin:0;overflow-wrap:anywhere}
section{box-sizing:content-box;width:${inner}mm;margin:6mm auto;padding:${margin}mm;background:#fff;
box-shadow:0 1px 5px #0005;break-after:page}section:last-child{break-after:auto}
.page{height:${high}mm;display:flex;flex-direction:column;overflow:hidden}
h1{font-size:19pt;line-height:1.15;margin:0}h2{font-size:15pt;margin:0 0 2mm}p{margin:0 0 1.5mm}figure{margin:0}
.fill{display:inline-block;border-bottom:.3mm solid #555}
.name{display:flex;gap:6mm;font-size:10.5pt;margin:0 0 5mm}.name span{display:flex;flex:1;gap:2mm}
.name span:first-child{flex:2.4}.name .fill{flex:1}
.intro{display:flex;gap:8mm;justify-content:space-between;font-size:10pt;line-height:1.4}
.intro h1{margin-bottom:2mm}.goal{flex:none;text-align:center;font-size:9pt;width:42mm}.goal b{display:block}
.goal img{height:23mm;max-width:100%}.later .goal img{height:15mm}.later .goal p{display:none}
.problems{flex:1;min-height:0;display:grid;gap:4mm 8mm;margin-top:3mm}
.problem{container-type:size;display:flex;flex-direction:column;justify-content:center;align-items:center}
figcaption{font-size:min(11pt,7cqw);margin-bottom:1mm;white-space:nowrap}figcaption b{font-size:1.2em}
.problem p{font-size:8.5pt;margin:1mm 0 0}.mine{display:flex;justify-content:center;gap:2mm}.mine .fill{width:22mm}
.stars{letter-spacing:1px}.number{text-align:right;font-size:8pt;color:#666;margin:2mm 0 0}
.answers{columns:2;column-gap:10mm;font-size:10.5pt;margin-top:4mm}.answer{margin-bottom:5mm}
.short{break-inside:avoid}.answer h3{font-size:11pt;margin:0 0 1mm;break-after:avoid}.answer h3 span{font-weight:normal}
.row{display:grid;align-items:baseline;grid-template-columns:6mm repeat(${per_row},1fr);column-gap:1.5mm;
break-inside:avoid;line-height:1.55;margin:0}.row i{font-style:normal;font-size:8pt;color:#666}.row b{margin-right:.7mm}
.row s{text-decoration:none;font-size:9.5pt}
.parts{text-align:center}.parts h2,.parts p{text-align:left}.parts img{display:block;margin:6mm auto 0}
@media print{body{background:none}section{margin:0;padding:0;box-shadow:none}}
""".replace("\n", "")
)
_METRICS = {
    "step": "A move is one piece by one cell.",
    "slide": "A move is one piece in one direction, by any number of cells.",
    "move": "A move is one piece by any number of cells, also around corners.",
    "line": "A move is one tile, or several tiles in a line that move together.",
}


_T = TypeVar("_T")


def cut(items: Sequence[_T], count: int) -> list[Sequence[_T]]:
    """Cut a sequence into parts of `count` items; the last part may have fewer."""
    return [items[start : start + count] for start in range(0, len(items), count)]


@dataclass(frozen=True)
class Item:
    """One problem as it is printed."""

    number: int
    length: str
    grade: str
    """The grade among the problems of the sheet, as `grades` returns it."""
    picture: Picture
    answer: tuple[tuple[str, str], ...]
    """The moves of a shortest solution, as `move_text` writes them."""
    goal: str = ""
    """The goal in words, if the problems of the sheet have different ones."""


@dataclass(frozen=True)
class Sheet:
    """The content of a printed sheet."""

    title: str
    about: tuple[str, ...]
    """Paragraphs of the first page."""
    items: tuple[Item, ...]
    per_page: int
    paper: str = "a4"
    """One of PAPERS."""
    goal: str = ""
    """The goal in words."""
    goal_picture: Picture | None = None
    parts: tuple[Picture, Picture] | None = None
    """The board and the pieces to cut out."""

    @property
    def space(self) -> tuple[float, float]:
        """The width and the height inside the margins of the paper, in millimetres."""
        width, height = PAPERS[self.paper]
        return width - 2 * _MARGIN, height - 2 * _MARGIN

    @property
    def is_lined(self) -> bool:
        """Whether each problem has a line for the pupil."""
        return self.per_page <= _WITH_LINES

    @property
    def words_height(self) -> int:
        """The height of the words above and below a board, in millimetres."""
        return _CAPTION + _LINE * self.is_lined + _LINE * any(item.goal for item in self.items)

    @property
    def columns(self) -> int:
        """The number of problems side by side that makes the boards largest."""
        width, height = self.space
        widest, highest = (max(item.picture.size[axis] for item in self.items) for axis in (0, 1))

        def scale(columns: int) -> float:
            rows = ceil(self.per_page / columns)
            return min((width / columns - 8) / widest, ((height - _HEADER) / rows - self.words_height - 4) / highest)

        return max(range(1, self.per_page + 1), key=scale)

    @property
    def pages(self) -> list[Sequence[Item]]:
        """The problems of each page."""
        return cut(self.items, self.per_page)


def make_sheet(
    packs: ProblemPack | Sequence[ProblemPack],
    per_page: int,
    tell: Callable[[str], None] = lambda _: None,
    *,
    paper: str = "a4",
    save_ink: bool = False,
    cut_out: bool = False,
) -> Sheet:
    """Draw all problems of packs. Problems without a route are solved.

    `tell` is called with a sentence about each problem. `save_ink` draws black outlines, and `cut_out` adds the board
    and its pieces to cut out.
    """
    packs = [packs] if isinstance(packs, ProblemPack) else packs
    puzzle, several = packs[0].puzzle, len(packs) > 1
    parts = _parts(packs, save_ink=save_ink) if cut_out else None
    problems = [(pack.puzzle, problem) for pack in packs for problem in pack]
    graded = grades([problem for _, problem in problems])
    items = []
    for number, ((own, problem), grade) in enumerate(zip(problems, graded, strict=True), 1):
        tell(f"problem {number:,} of {len(problems):,}")
        picture = draw_board(own, problem.board, for_paper=True, save_ink=save_ink)
        answer = tuple(move_text(own, move) for move in _solution(own, problem).moves)
        goal = f"goal: {describe_goal(own)}" if several else ""
        items.append(Item(number, units.counted(problem.length, "move"), grade, picture, answer, goal))
    about, title = _about(packs), shortened(puzzle.title, LONGEST_TITLE)
    per_page = min(per_page, len(items))
    if several:
        return Sheet("Sliding puzzles", about, tuple(items), per_page, paper)
    words = describe_goal(puzzle)
    goal_picture = draw_board(puzzle, "goal", for_paper=True, save_ink=save_ink) if words else None
    return Sheet(title, about, tuple(items), per_page, paper, words, goal_picture, parts)


def _parts(packs: Sequence[ProblemPack], *, save_ink: bool) -> tuple[Picture, Picture]:
    """Draw the board and the pieces to cut out; raise an error if the puzzle has no grid, or there are several."""
    if len(packs) > 1:
        raise PuzzleError("the pieces of several puzzles do not fit on a page: make a sheet of each", "cut_out")
    puzzle = packs[0].puzzle
    drawing = puzzle.drawing(puzzle.home)
    if drawing is None or drawing.graph is not None:
        raise PuzzleError(f"{puzzle.name} is not on a grid, so it has no pieces to cut out", "cut_out")
    empty, pieces = (draw_board(puzzle, what, for_paper=True, save_ink=save_ink) for what in ("empty", "pieces"))
    return empty, pieces


def _about(packs: Sequence[ProblemPack]) -> tuple[str, ...]:
    """Return the paragraphs of the first page: the puzzle, and the task with its metric and grades."""
    puzzle, problems = packs[0].puzzle, [problem for pack in packs for problem in pack]
    named = [name for name, _ in puzzle.goal.pieces]
    task = "Move the pieces until the board looks like the goal."
    if puzzle.goal.partial:
        task = f"Bring {named[0]} to the dashed outline." if len(named) == 1 else "Bring pieces to the dashed outlines."
    if packs[1:]:
        task = "Reach the goal that is named below each board."
    is_clear = len({pack.puzzle.metric for pack in packs}) == 1 and len(puzzle.metrics) > 1
    metric = _METRICS.get(puzzle.metric, "") if is_clear else ""
    rated = " and by how often an obvious move is wrong" if any(problem.difficulty for problem in problems) else ""
    legend = f"Stars compare the problems of this sheet, from easy (★) to fiendish (★★★★), by length{rated}."
    legend = legend if problems[1:] else ""
    return (
        "" if packs[1:] else shortened(puzzle.about, LONGEST_ABOUT),
        f"{task} {metric} The number above each board is the fewest moves that solve it. {legend}".strip(),
    )


def _solution(puzzle: Puzzle, problem: Problem) -> Route:
    """Return the route of a problem, or search for a route; raise an error if its length is not the stated length."""
    if problem.route is not None:
        return route_of(puzzle, problem)
    route = solve(puzzle, problem.board).route
    if route is None:
        raise SlidefrontError(f"the board {problem.board} has no solution")
    check_length(problem, route.length)
    return route


def move_text(puzzle: Puzzle, move: Move) -> tuple[str, str]:
    """Write a move for people: the piece, with an arrow for each cell, or on a graph the vertex that it goes to.

    More than two equal arrows are one with a number, such as →×3.
    """
    drawing = puzzle.drawing(puzzle.home)
    is_plain = drawing is None or set(move.path) - set("UDLR")
    if is_plain:
        return move.piece, move.path
    runs = [(arrow, len([*run])) for arrow, run in groupby(move.path)]
    arrows = (f"{arrow}×{count}" if count > 2 else arrow * count for arrow, count in runs)
    return move.piece, "".join(arrows).translate(_ARROWS)


def sheet_html(sheet: Sheet) -> str:
    """Write the sheet; everything that comes from the puzzle or the pack is escaped."""
    pages = sheet.pages
    body = "".join(_page(sheet, items, number, len(pages)) for number, items in enumerate(pages, 1))
    (width, height), (inner, high) = PAPERS[sheet.paper], sheet.space
    sizes = {"width": width, "height": height, "inner": f"{inner:g}", "high": f"{high - 0.5:g}"}
    style = _STYLE.substitute(sizes, margin=_MARGIN, per_row=_PER_ROW)
    return html_document(sheet.title, style, body + _cut_out(sheet) + _answers(sheet), "width=840")


def _page(sheet: Sheet, items: Sequence[Item], number: int, pages: int) -> str:
    about = "".join(f"<p>{escaped(words)}</p>" for words in sheet.about if words and number == 1)
    goal, line = "", '<span class="fill"></span>'
    if sheet.goal_picture is not None:
        goal = f'<figure class="goal"><b>Goal</b>{sheet.goal_picture.image("")}<p>{escaped(sheet.goal)}</p></figure>'
    head = (
        f'<div class="name"><span>Name {line}</span><span>Date {line}</span></div>'
        f'<div class="intro"><div><h1>{escaped(sheet.title)}</h1>{about}</div>{goal}</div>'
    )
    columns = sheet.columns
    grid = f"grid-template:repeat({ceil(sheet.per_page / columns)},minmax(0,1fr))/repeat({columns},minmax(0,1fr))"
    problems = "".join(_problem(sheet, item) for item in items)
    return (
        f'<section class="page{" later" * (number > 1)}"><header>{head}</header>'
        f'<div class="problems" style="{grid}">{problems}</div>'
        f'<p class="number">page {number} of {pages}</p></section>'
    )


def _problem(sheet: Sheet, item: Item) -> str:
    rating = f' &ensp;<span class="stars" role="img" aria-label="{item.grade}">{stars(item.grade)}</span>'
    rating = rating if len(sheet.items) > 1 else ""
    words = f"<p>{escaped(item.goal)}</p>" if item.goal else ""
    wide, high = item.picture.size
    style = f"width:min(100cqw,calc((100cqh - {sheet.words_height}mm)*{wide / high:.4f}))"
    mine = '<p class="mine">my moves <span class="fill"></span></p>' if sheet.is_lined else ""
    return (
        f'<figure class="problem"><figcaption><b>{item.number}</b> &ensp;{item.length}{rating}</figcaption>'
        f"{item.picture.image(style)}{words}{mine}</figure>"
    )


def _cut_out(sheet: Sheet) -> str:
    """Write a page with the board, and one with its pieces, of one scale."""
    if sheet.parts is None:
        return ""
    board, pieces = sheet.parts
    (wide, high), (width, height) = pieces.size, sheet.space
    cell = min(width / wide, (height - 30) / high, _LARGEST_CELL)
    texts = {
        board: ("The board", "Print this page and the next one on thick paper."),
        pieces: ("The pieces", "Cut them out along their outlines, and lay them on the board as the problem shows."),
    }
    return "".join(
        f'<section class="page parts"><h2>{heading}</h2><p>{words}</p>'
        f"{picture.image(f'width:{picture.size[0] * cell:.1f}mm')}</section>"
        for picture, (heading, words) in texts.items()
    )


def _answers(sheet: Sheet) -> str:
    """Write the moves of each solution in rows, each row after the number of its first move."""
    arrows = any(set(path) & set("↑↓←→") for item in sheet.items for _, path in item.answer)
    how = "an arrow for each cell (→×3 is three cells)" if arrows else "where it goes"
    answers = "".join(
        f'<div class="answer{" short" * (len(item.answer) <= _SHORT)}">'
        f"<h3>{item.number} <span>({item.length})</span></h3>{_rows(item.answer)}</div>"
        for item in sheet.items
    )
    return (
        f"<section><h2>Answers</h2><p>Each move is the name of a piece and {how}. The small numbers count the moves."
        f'</p><div class="answers">{answers}</div></section>'
    )


def _rows(answer: Sequence[tuple[str, str]]) -> str:
    rows = enumerate(cut(answer, _PER_ROW))
    return "".join(
        f'<p class="row"><i>{number * _PER_ROW + 1}</i> '
        + " ".join(f"<span><b>{escaped(piece)}</b> <s>{escaped(path)}</s></span>" for piece, path in row)
        + "</p>"
        for number, row in rows
    )
