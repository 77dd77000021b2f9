"""Write the page: data, styles and scripts in one HTML file, under a content security policy; and write galleries.

The policy identifies two scripts by their hashes and lets the browser run them, and a worker that the first script
starts from the second. The page loads nothing, and no text of a puzzle can become a script.

A page that is opened from disk cannot import files, so `bundle` joins the JavaScript modules to one script. They import
each other by name only (`import { a, b } from "./file.js"`), so their texts can share one scope: each module follows
the modules that it imports, without the words `import` and `export`. Tests check that no two modules declare the same
name.

A gallery is a folder with a page per puzzle, and an index with their pictures. All links are relative, so the folder
works from disk and on any web server.
"""

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from string import Template
from typing import Any

from slidefront import Picture, Problem, Puzzle, PuzzleError, draw_board, drawing_data, load
from slidefront.apps import html_document
from slidefront.apps.page.about import About
from slidefront.apps.problems.difficulty import stars
from slidefront.apps.problems.problems import grades
from slidefront.units import LONGEST_ABOUT, LONGEST_TITLE, counted, escaped, shortened

_IMPORT = re.compile(r'^import \{[^}]*\} from "\./([a-z0-9_]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let) )", re.MULTILINE)
_ESCAPES = str.maketrans({letter: f"\\u{ord(letter):04x}" for letter in "<>&\u2028\u2029"})
_REMARK = re.compile(r"^ *//.*\n", re.MULTILINE)
_LONGEST_NAME = 60


def page_html(data: dict[str, Any]) -> str:
    """Write the page for the data that `page_data` returns."""
    return _joined(data, "app.js", data["style"] + source("page.css"))


def editor_html(puzzle: Puzzle | None = None) -> str:
    """Write a page on which people draw a block puzzle, starting from `puzzle`, and save a page to play it."""
    rules = None if puzzle is None else puzzle.description()
    if puzzle is not None and (rules is None or rules["kind"] != "blocks" or not puzzle.text):
        raise PuzzleError(f"the editor supports only block puzzles from puzzle files: {puzzle.name} is none")
    text = "" if puzzle is None else puzzle.text
    drawn = drawing_data(load("klotski"))
    data = {"title": "Draw a sliding puzzle", "about": "", "facts": "", "text": text, "palette": drawn["palette"]}
    editor = Template(source("editor.html")).substitute(explorer=bundle("editor_worker.js"))
    return _joined(data, "editor.js", drawn["style"] + source("page.css") + source("editor.css"), editor)


def _joined(data: dict[str, Any], entry: str, style: str, editor: str = "") -> str:
    """Fill the template of the page, under a policy that allows only its own scripts and style sheet."""
    script, worker = bundle(entry), bundle("worker.js")
    if "</script" in (script + worker).lower():
        raise ValueError("a module of the page has the end of a script element")
    policy = "; ".join(
        [
            "default-src 'none'",
            f"script-src {policy_hash(script)}",
            "worker-src blob:",
            f"style-src {policy_hash(style)}",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )
    return Template(source("page.html")).substitute(
        policy=escaped(policy),
        editor=editor,
        title=escaped(data["title"]),
        about=escaped(data["about"]),
        facts=data["facts"],
        style=style,
        data=safe_json({name: value for name, value in data.items() if name not in ("facts", "style")}),
        worker=worker,
        script=script,
    )


def safe_json(data: Any) -> str:
    """Write JSON for a script element: nothing in it can end the element or start a comment."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).translate(_ESCAPES)


def policy_hash(text: str) -> str:
    """Return the hash that allows a script or a style sheet in a policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def source(name: str) -> str:
    """Read one file of the page."""
    return files("slidefront.apps.page").joinpath("js", name).read_text("utf-8")


def bundle(entry: str) -> str:
    """Join a module and the modules that it imports, directly or indirectly, to one script."""
    order: list[str] = []

    def collect(name: str) -> None:
        for imported in _IMPORT.findall(source(name)):
            if imported not in order:
                collect(imported)
        order.append(name)

    collect(entry)
    texts = [_EXPORT.sub("", _IMPORT.sub("", source(name))) for name in order]
    return "\n".join(_REMARK.sub("", text).strip("\n") for text in texts) + "\n"


@dataclass(frozen=True)
class Card:
    """A puzzle in the index."""

    file: str
    """The name of its page."""
    title: str
    about: str
    facts: str
    """The length of a shortest solution or the problem count, and the number of positions, as far as they are known."""
    picture: Picture
    problem: Problem | None
    """The start with its length and difficulty, for grading; None if the length is unknown."""


def file_names(names: Iterable[str]) -> list[str]:
    """Return a different file name for each puzzle, from the letters and digits of its name."""
    chosen = ["index"]
    for name in names:
        plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:_LONGEST_NAME] or "puzzle"
        number = next(n for n in range(1, len(chosen) + 2) if (plain if n == 1 else f"{plain}-{n}") not in chosen)
        chosen.append(plain if number == 1 else f"{plain}-{number}")
    return [f"{name}.html" for name in chosen[1:]]


def card(file: str, about: About, problem_count: int = 0) -> Card:
    """Make the card of a puzzle. `problem_count` is the number of problems on its page."""
    puzzle, route = about.puzzle, about.route
    length = "no solution" if about.unsolvable else about.lengths.get(puzzle.metric, ("",))[0]
    boards = counted(about.home.board_count, "position") if about.home is not None else ""
    start = puzzle.format(about.start)
    problem = None if route is None else Problem(about.start, start, route.length, difficulty=about.difficulty)
    return Card(
        file,
        shortened(puzzle.title, LONGEST_TITLE),
        shortened(puzzle.about, LONGEST_ABOUT),
        ", ".join(filter(None, [counted(problem_count, "problem") if problem_count else length, boards])),
        draw_board(puzzle, about.start),
        problem,
    )


def gallery_html(title: str, cards: Sequence[Card]) -> str:
    """Write the index. Text from puzzles is escaped."""
    graded = iter(grades([card.problem for card in cards if card.problem is not None]))
    items = "".join(_item(card, next(graded) if card.problem is not None and len(cards) > 1 else "") for card in cards)
    return html_document(title, source("gallery.css"), f"<h1>{escaped(title)}</h1><ul>{items}</ul>")


def _item(card: Card, grade: str) -> str:
    rating = f'<p class="stars" role="img" aria-label="{grade}">{stars(grade)}</p>' if grade else ""
    about = f'<p class="about">{escaped(card.about)}</p>' if card.about else ""
    return (
        f'<li><a href="{card.file}">{card.picture.image("")}<h2>{escaped(card.title)}</h2><p>{escaped(card.facts)}</p>'
        f"{rating}{about}</a></li>"
    )
