"""A gallery: a folder with a page for each of several puzzles, and an index with their pictures.

All links are relative, so that the folder works from disk and on any web server.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from slidefront import Picture, Problem, draw_board
from slidefront.apps.page.about import About
from slidefront.apps.page.html import clean, source
from slidefront.apps.problems.difficulty import GRADES
from slidefront.apps.problems.problems import grades
from slidefront.units import LONGEST_ABOUT, LONGEST_TITLE, counted, shortened

_LONGEST_NAME = 60


@dataclass(frozen=True)
class Card:
    """A puzzle in the index."""

    file: str
    """The name of its page."""
    title: str
    about: str
    facts: str
    """The length of a shortest solution or the number of problems, and the board count, as far as they are known."""
    picture: Picture
    problem: Problem | None
    """Its start with length and difficulty, to compare; None if the length is unknown."""


def file_names(names: Iterable[str]) -> list[str]:
    """Choose a file name for each page, from the letters and digits of the names of the puzzles."""
    chosen = ["index"]
    for name in names:
        plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:_LONGEST_NAME] or "puzzle"
        number = next(n for n in range(1, len(chosen) + 2) if (plain if n == 1 else f"{plain}-{n}") not in chosen)
        chosen.append(plain if number == 1 else f"{plain}-{number}")
    return [f"{name}.html" for name in chosen[1:]]


def card(file: str, about: About, problem_count: int = 0) -> Card:
    """Describe a puzzle by what is known of it, and say how many problems its page has."""
    puzzle, route = about.puzzle, about.route
    length = "no solution" if about.unsolvable else about.lengths.get(puzzle.metric, ("",))[0]
    boards = counted(about.home.board_count, "board") if about.home is not None else ""
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
    """Write the index; everything that comes from puzzles is escaped."""
    graded = iter(grades([one.problem for one in cards if one.problem is not None]))
    items = "".join(_item(one, next(graded) if one.problem is not None and len(cards) > 1 else "") for one in cards)
    policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{clean(title)}</title>'
        f'<meta name="generator" content="slidefront"><meta http-equiv="Content-Security-Policy" content="{policy}">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{source('gallery.css')}</style></head>"
        f"<body><h1>{clean(title)}</h1><ul>{items}</ul></body></html>\n"
    )


def _item(one: Card, grade: str) -> str:
    filled = GRADES.index(grade) + 1 if grade else 0
    stars = f'<p class="stars" role="img" aria-label="{grade}">{"★" * filled}{"☆" * (len(GRADES) - filled)}</p>'
    about = f'<p class="about">{clean(one.about)}</p>' if one.about else ""
    return (
        f'<li><a href="{one.file}">{one.picture.image("")}<h2>{clean(one.title)}</h2><p>{clean(one.facts)}</p>'
        f"{stars if grade else ''}{about}</a></li>"
    )
