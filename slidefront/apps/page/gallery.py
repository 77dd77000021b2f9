"""A gallery: a folder with a page per puzzle, and an index with their pictures.

All links are relative, so the folder works from disk and on any web server.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from slidefront import Picture, Problem, draw_board
from slidefront.apps.page.about import About
from slidefront.apps.page.html import source
from slidefront.apps.problems.difficulty import stars
from slidefront.apps.problems.problems import grades
from slidefront.units import LONGEST_ABOUT, LONGEST_TITLE, counted, escaped, shortened

_LONGEST_NAME = 60


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
    policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escaped(title)}</title>'
        f'<meta name="generator" content="slidefront"><meta http-equiv="Content-Security-Policy" content="{policy}">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{source('gallery.css')}</style></head>"
        f"<body><h1>{escaped(title)}</h1><ul>{items}</ul></body></html>\n"
    )


def _item(card: Card, grade: str) -> str:
    rating = f'<p class="stars" role="img" aria-label="{grade}">{stars(grade)}</p>' if grade else ""
    about = f'<p class="about">{escaped(card.about)}</p>' if card.about else ""
    return (
        f'<li><a href="{card.file}">{card.picture.image("")}<h2>{escaped(card.title)}</h2><p>{escaped(card.facts)}</p>'
        f"{rating}{about}</a></li>"
    )
