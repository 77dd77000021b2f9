"""Read routes as JSON: what `--format json` writes, and lists of moves.

    {"start": "_12345678", "moves": [{"what": "1", "way": "L", "board": "1_2345678"}, ...], "end": ..., "length": ...}
    {"moves": ..., "optimum": 31, "proof": ..., "routes": [{...}, ...]}      what `solve` prints; `routes` with --all
    [{"what": "1", "way": "L"}]      moves alone

Puzzle, metric, start (or `board`), end, length, groups and the board after each move must agree with the puzzle and the
moves. An unknown field is refused.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from slidefront.errors import RouteError
from slidefront.puzzles.core import Puzzle
from slidefront.routes.written import WrittenMove, WrittenRoute
from slidefront.text.cursor import Cursor, Stop
from slidefront.text.objects import Items, Record, value
from slidefront.text.tokens import Token

_MOVE: Mapping[str, type] = {"what": str, "way": str, "board": str}
_ABOUT = "goal optimum at_least proof algorithm why generated examined seconds rounds count routes"
_ROUTE: Mapping[str, type] = {
    **dict.fromkeys(_ABOUT.split(), object),  # what `solve` says about its search, and not about the moves
    "moves": Items,
    "start": str,
    "board": str,
    "end": str,
    "length": int,
    "puzzle": str,
    "metric": str,
    "groups": Items,
}
_SAMPLE = '{"moves": [{"what": "0", "way": "L"}]}'


def read_objects(puzzle: Puzzle, cursor: Cursor) -> list[WrittenRoute]:
    """Read the routes of a text."""
    cursor.skip_ends()
    first = cursor.token
    found = value(cursor)
    cursor.finish()
    return list(_routes(puzzle, found, first))


def _routes(puzzle: Puzzle, found: Any, place: Token) -> Iterator[WrittenRoute]:
    if isinstance(found, Items):
        yield WrittenRoute(tuple(_moves(puzzle, found)))
        return
    if not isinstance(found, Record):
        raise Stop(place, "", f"expected an object with moves, such as {_SAMPLE}")
    routes = found.values.get("routes")
    if not isinstance(routes, Items):
        yield _route(puzzle, found)
        return
    _check(found, _ROUTE)
    for route, where in zip(routes, routes.places, strict=True):
        yield from _routes(puzzle, route, where)


def _route(puzzle: Puzzle, found: Record) -> WrittenRoute:
    _check(found, _ROUTE)
    values = found.values
    if "moves" not in values:
        raise Stop(found.first, "", f"there are no moves: expected {_SAMPLE}")
    for name, own in (("puzzle", puzzle.name), ("metric", puzzle.metric), ("length", len(values["moves"]))):
        if values.get(name, own) != own:
            fact = f"there are {own} moves" if name == "length" else f"the {name} asked for is {own}"
            raise Stop(found.places[name], "", f"{name} is {values[name]}, and {fact}")
    moves = tuple(_moves(puzzle, values["moves"]))
    groups = None
    if "groups" in values:
        groups = tuple(f"{one.what} {one.way}".strip() for one in _moves(puzzle, values["groups"]))
    return WrittenRoute(moves, values.get("start", values.get("board")), end=values.get("end"), groups=groups)


def _moves(puzzle: Puzzle, moves: Items) -> Iterator[WrittenMove]:
    for move, place in zip(moves, moves.places, strict=True):
        if not isinstance(move, Record) or not {"what", "way"} <= {*move.values}:
            raise Stop(place, "", 'expected a move, such as {"what": "0", "way": "L"}')
        _check(move, _MOVE)
        if not move.values["way"].split():
            raise Stop(move.places["way"], "", "the way is empty")
        try:
            *before, last = puzzle.notation.read_move(f"{move.values['what']} {move.values['way']}".split())
        except RouteError as error:
            raise Stop(move.places["what"], "", str(error)) from None
        yield from (WrittenMove(way, what, way) for what, way in before)
        yield WrittenMove(f"{last[0]} {last[1]}".strip(), *last, board=move.values.get("board"))


def _check(found: Record, types: Mapping[str, type]) -> None:
    """Refuse a field that is not known, or is of another type."""
    for name, inner in found.values.items():
        if name not in types:
            why = f"the field {name} is not known: expected {', '.join(sorted(types))}"
            raise Stop(found.places[name], "", why)
        if not isinstance(inner, types[name]) or (isinstance(inner, bool) and types[name] is int):
            wanted = {str: "a text", int: "a number", Items: "a list"}[types[name]]
            raise Stop(found.places[name], "", f"{name} must be {wanted}")
