"""The report of a puzzle as one HTML file, with its pictures in it; nothing is loaded and no script runs."""

from collections.abc import Iterable, Mapping
from itertools import zip_longest
from typing import Any

from slidefront.units import counted
from slidefront.view.bars import growth_figure
from slidefront.view.html_files import SCREEN, html_file, image
from slidefront.view.svg import clean, document

_STYLE = """
h1{margin:0}h2{font-size:1.15rem;margin:2rem 0 .5rem}p{margin:.4rem 0}a{color:inherit}
.pictures{display:flex;flex-wrap:wrap;gap:1rem;align-items:flex-start}
figure{margin:0}figcaption{font-weight:bold}img{display:block;max-width:100%;max-height:22rem}
.scroll{overflow-x:auto}table{border-collapse:collapse}
th,td{padding:.2rem .8rem .2rem 0;text-align:right;vertical-align:top}
th:first-child,td:first-child{text-align:left}tr.own{font-weight:bold}
""".replace("\n", "")
_NEAR = 4
"""How many puzzles that ship are listed before and after the own one."""
_PICTURES = {"start.svg": "Start", "goal.svg": "Goal", "solution.svg": "Solution"}


def report_html(data: Mapping[str, Any], pictures: Mapping[str, str]) -> str:
    """Write the page; everything that comes from the puzzle is escaped."""
    parts = [
        f"<h1>{clean(data['title'])}</h1>",
        *([f"<p>{clean(data['about'])}</p>"] if data["about"] else []),
        *([f"<p>Goal: {clean(data['goal_words'])}.</p>"] if data["goal_words"] else []),
        _figures({name: svg for name, svg in pictures.items() if name in _PICTURES}),
        *(['<p><a href="page.html">Play it</a></p>'] if "page.html" in data["files"] else []),
        _start(data),
        _solutions(data),
        _difficulty(data),
        _hardest(data, pictures),
        _space(data),
        _section("Left out", "".join(f"<p>{clean(one[:1].upper() + one[1:])}.</p>" for one in data["left_out"])),
        _section("Files", ", ".join(f'<a href="{name}">{name}</a>' for name in ["report.json", *data["files"]])),
    ]
    return html_file(data["title"], SCREEN + _STYLE, "".join(parts))


def _section(heading: str, inside: str) -> str:
    return f"<h2>{heading}</h2>{inside}" if inside else ""


def _figures(pictures: Mapping[str, str]) -> str:
    figures = (
        f"<figure><figcaption>{_PICTURES[name]}</figcaption>{image(svg, _PICTURES[name])}</figure>"
        for name, svg in pictures.items()
    )
    return f'<div class="pictures">{"".join(figures)}</div>'


def _table(header: Iterable[str], rows: Iterable[Iterable[Any]], own: int = -1) -> str:
    head = "".join(f"<th>{name}</th>" for name in header)
    lines = (
        f"<tr{' class=own' if at == own else ''}>{''.join(f'<td>{_cell(cell)}</td>' for cell in row)}</tr>"
        for at, row in enumerate(rows)
    )
    return f'<div class="scroll"><table><tr>{head}</tr>{"".join(lines)}</table></div>'


def _cell(value: Any) -> str:
    return "" if value is None else f"{value:,}" if isinstance(value, int) else clean(str(value))


def _start(data: Mapping[str, Any]) -> str:
    if data["start_is_home"]:
        return ""
    return f"<p>Home meets the goal, so the start is a hardest board: <code>{clean(data['start'])}</code>.</p>"


def _solutions(data: Mapping[str, Any]) -> str:
    lines = (
        f"<p><b>{_length(one)}</b> in the {one['metric']} metric: {clean(one['proof'])} "
        f'(<a href="{one["log"]}">log of the search</a>).</p>'
        for one in data["solutions"]
    )
    whole = "<p>The distances of all boards to the goal say the same.</p>" if data["difficulty"] else ""
    return _section("Shortest solution", "".join(lines) + whole)


def _length(one: Mapping[str, Any]) -> str:
    if one["length"] is None:
        return (
            "No solution"
            if one["at_least"] is None
            else f"No solution of fewer than {counted(one['at_least'], 'move')}"
        )
    moves = counted(one["length"], "move")
    return moves if one["optimum"] is not None else f"{moves}, and no solution has fewer than {one['at_least']:,}"


def _difficulty(data: Mapping[str, Any]) -> str:
    rated = data["difficulty"]
    if rated is None:
        return ""
    text = (
        f"<p>{counted(rated['solutions'], 'shortest solution')}. A greedy player, who makes the move after which the "
        f"goal seems nearest, leaves the shortest solutions at {100 * rated['astray']:.0f}% of the boards. The first "
        f"{rated['forced_first']:,} and the last {rated['forced_last']:,} moves are forced.</p>"
    )
    return _section("Difficulty", text + _beside(data))


def _beside(data: Mapping[str, Any]) -> str:
    """List the puzzles that ship and are nearest in length."""
    if not data["beside"]:
        return ""
    own = next(one for one in data["solutions"] if one["metric"] == data["metric"])
    rated = {"name": data["title"], "length": own["optimum"], "boards": data["space"]["boards"], **data["difficulty"]}
    others = [one for one in data["beside"] if one["name"] != data["puzzle"]]
    shorter = [one for one in others if one["length"] < rated["length"]]
    near = [*shorter[-_NEAR:], rated, *others[len(shorter) : len(shorter) + _NEAR]]
    names = ("name", "length", "solutions", "astray", "forced_first", "forced_last", "boards")
    rows = [[f"{one[name]:.3f}" if name == "astray" else one[name] for name in names] for one in near]
    said = f"<p>Longer than {len(shorter)} of the {len(others)} puzzles of its kind that ship. The nearest are:</p>"
    header = ["puzzle", "moves", "shortest solutions", "astray", "forced first", "forced last", "boards"]
    return said + _table(header, rows, near.index(rated))


def _hardest(data: Mapping[str, Any], pictures: Mapping[str, str]) -> str:
    found = data["hardest"]
    if found is None:
        return ""
    boards = "board needs" if found["boards"] == 1 else "boards need"
    text = f"<p>{found['boards']:,} {boards} {counted(found['length'], 'move')}; none needs more.</p>"
    return _section("Hardest start", text + image(pictures["hardest.svg"], "The hardest starts"))


def _space(data: Mapping[str, Any]) -> str:
    space = data["space"]
    if space is None:
        return ""
    counts, where = (space["from_home"], "from home") if space["to_goal"] is None else (space["to_goal"], "to the goal")
    text = (
        f"<p>Moves lead from home to {counted(space['boards'], 'board')}, all of which were counted. The farthest is "
        f"{counted(space['depth'], 'move')} from home, the mean {space['mean']}.</p>"
    )
    bars = image(document(growth_figure(counts), "Boards by distance"), "Boards by distance")
    columns = [space["from_home"], *([space["to_goal"]] if space["to_goal"] else [])]
    rows = [[depth, *found] for depth, found in enumerate(zip_longest(*columns))]
    header = ["moves", "boards from home", "boards to the goal"][: 1 + len(columns)]
    return _section(
        "Space",
        f"{text}<p>Boards by their distance {where}, 0 to {len(counts) - 1} moves:</p>{bars}"
        f"<details><summary>All numbers</summary>{_table(header, rows)}</details>",
    )
