"""Read routes as JSON: what `--format json` writes, and lists of moves.

    {"start": "_12345678", "moves": [{"what": "1", "way": "L", "board": "1_2345678"}, ...], "end": ..., "length": ...}
    {"route": {...}, ...}            the answer of `solve`; with `listed`, the list of its routes
    [{"what": "1", "way": "L"}]      moves alone

Start (or `board`), end, length and the board after each move must agree with the moves. An unknown field is refused.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from slidefront.errors import RouteError
from slidefront.puzzles.core import Puzzle
from slidefront.routes.written import WrittenMove, WrittenRoute

Path = tuple[str | int, ...]
"""Where a value is: names of fields and numbers of elements."""
_MOVE: dict[str, type] = {"what": str, "way": str, "board": str}
_ROUTE: dict[str, type] = {
    "moves": list,
    "start": str,
    "board": str,
    "end": str,
    "length": int,
    **dict.fromkeys(("puzzle", "metric", "groups"), object),
}
_ABOUT = (
    "puzzle",
    "metric",
    "start",
    "goal",
    "optimum",
    "at_least",
    "proof",
    "algorithm",
    "why",
    "generated",
    "examined",
)
_ANSWER: dict[str, type] = dict.fromkeys((*_ABOUT, "seconds", "rounds", "routes", "route", "listed"), object)
"""The fields of an answer of `solve`; all but `route` and `listed` say nothing about the moves."""


class FieldError(Exception):
    """What is wrong with a value of JSON, and where."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(why)
        self.path = path


def read_objects(puzzle: Puzzle, text: str, refuse: Callable[[int, str], RouteError]) -> list[WrittenRoute]:
    """Read the routes of a text; `refuse` makes an error at a character of it."""
    try:
        return list(_routes(puzzle, json.loads(text, object_pairs_hook=_once), ()))
    except json.JSONDecodeError as error:
        raise refuse(error.pos, f"this is not valid JSON: {error.msg}") from None
    except RecursionError:
        raise refuse(0, "this is not valid JSON: it has too many brackets inside each other") from None
    except FieldError as error:
        raise refuse(_place(text, error.path), str(error)) from None
    except ValueError as error:  # a number of thousands of digits
        raise refuse(0, f"this is not valid JSON: {error}") from None


def _once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object; refuse a field that is there twice."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise FieldError((), f"the field {name} is there twice in an object")
        found[name] = value
    return found


def _routes(puzzle: Puzzle, value: Any, path: Path) -> Iterator[WrittenRoute]:
    if isinstance(value, list):
        yield WrittenRoute(tuple(_moves(puzzle, value, path)))
    elif not isinstance(value, dict):
        raise FieldError(path, 'expected an object with moves, such as {"moves": [{"what": "0", "way": "L"}]}')
    elif "listed" in value and isinstance(value["listed"], list):
        _check(value, _ANSWER, path)
        for number, route in enumerate(value["listed"]):
            yield from _routes(puzzle, route, (*path, "listed", number))
    elif "route" in value:
        _check(value, _ANSWER, path)
        yield from _routes(puzzle, value["route"], (*path, "route"))
    else:
        yield _route(puzzle, value, path)


def _route(puzzle: Puzzle, value: dict[str, Any], path: Path) -> WrittenRoute:
    _check(value, _ROUTE, path)
    if "moves" not in value:
        raise FieldError(path, 'there are no moves: expected "moves": [{"what": "0", "way": "L"}, ...]')
    if value.get("length", len(value["moves"])) != len(value["moves"]):
        raise FieldError((*path, "length"), f"length is {value['length']}, and there are {len(value['moves'])} moves")
    moves = tuple(_moves(puzzle, value["moves"], (*path, "moves")))
    return WrittenRoute(moves, value.get("start", value.get("board")), end=value.get("end"))


def _moves(puzzle: Puzzle, moves: Sequence[Any], path: Path) -> Iterator[WrittenMove]:
    for number, move in enumerate(moves):
        here = (*path, number)
        if not isinstance(move, dict) or not {"what", "way"} <= {*move}:
            raise FieldError(here, 'expected a move, such as {"what": "0", "way": "L"}')
        _check(move, _MOVE, here)
        if not move["way"].split():
            raise FieldError((*here, "way"), "the way is empty")
        try:
            *before, last = puzzle.read_move(f"{move['what']} {move['way']}".split())
        except RouteError as error:
            raise FieldError((*here, "what"), str(error)) from None
        yield from (WrittenMove(way, what, way) for what, way in before)
        yield WrittenMove(f"{last[0]} {last[1]}".strip(), *last, board=move.get("board"))


def _check(value: dict[str, Any], types: Mapping[str, type], path: Path) -> None:
    """Refuse a field that is not known, or is of another type."""
    for name, inner in value.items():
        if name not in types:
            raise FieldError((*path, name), f"the field {name} is not known: expected {', '.join(sorted(types))}")
        if types[name] not in (object, type(inner)):
            wanted = {str: "a text", int: "a number", list: "a list"}[types[name]]
            raise FieldError((*path, name), f"{name} must be {wanted}")


def _place(text: str, path: Path) -> int:
    """Find where a value of valid JSON begins."""
    decoder = json.JSONDecoder()
    place = _next(text, 0)
    for step in path:
        key: str | int = 0
        is_object = text[place] == "{"
        place = _next(text, place + 1)
        while True:
            if is_object:
                key, place = decoder.raw_decode(text, place)
                place = _next(text, _next(text, place) + 1)
            if key == step:
                break
            _, place = decoder.raw_decode(text, place)
            place = _next(text, _next(text, place) + 1)
            key = 0 if is_object else int(key) + 1
    return place


def _next(text: str, place: int) -> int:
    """Skip blanks."""
    while text[place] in " \t\r\n":
        place += 1
    return place
