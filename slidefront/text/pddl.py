"""PDDL: the problem of a tile domain; the facts of `:init` and `:goal` say where each tile is.

    (define (problem p) (:domain tiles) (:init (at t1 x1 y1) ... (blank x3 y3)) (:goal (and (at t1 x1 y1) ...)))

A place is a column and a row whose names have x or `col`, and y or `row`; or a row and a column, in that order, in
`tile-at` and `is-blank`, and as one name of two numbers, `p_1_2`. Facts of other predicates say which places are
neighbours, and are read as such. What follows `;` on a line is a remark.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from slidefront.text.cells import Cells, rectangle
from slidefront.text.cursor import Cursor, Stop
from slidefront.text.tokens import Token, TokenKind

_BLANKS = ("blank", "empty", "is-blank", "isblank", "hole")
_TILES = ("at", "tile-at", "isat", "tileat", "on", "in")
_ROW_FIRST = ("tile-at", "is-blank")
_PARTS = (":domain", ":objects", ":metric", ":requirements", ":init", ":goal", "problem")
_MOST_DEEP = 6
_NUMBER = re.compile(r"\d{1,4}")
Node = Token | list["Node"]
Facts = dict[tuple[int, int], Token]


@dataclass(frozen=True)
class PddlProblem:
    """The boards of a problem; the hole is an empty cell."""

    start: Cells
    goal: Cells | None


def problem(cursor: Cursor) -> PddlProblem:
    """Read a problem of tiles."""
    _skip(cursor)
    first = cursor.token
    body = _node(cursor, 1)
    _skip(cursor)
    if not isinstance(body, list) or not body or _text(body[0]) != "define":
        raise Stop(first, "(define")
    parts: dict[str, list[Node]] = {}
    for node in body[1:]:
        name = _text(node[0]) if isinstance(node, list) and node else ""
        if not isinstance(node, list) or name not in _PARTS or name in parts:
            raise Stop(_first(node, first), "(:init or (:goal, once each")
        parts[name] = node
    if ":init" not in parts:
        raise Stop(first, "", "the PDDL text has no :init: give the problem file, not the domain file")
    start, wanted = (_facts(parts.get(name, []), first) for name in (":init", ":goal"))
    cells = _board(start, first)
    return PddlProblem(cells, _goal(cells, start, wanted, first) if wanted else None)


def _skip(cursor: Cursor) -> None:
    """Take ends of lines and remarks."""
    cursor.skip_ends()
    while cursor.take(";"):
        cursor.line()
        cursor.skip_ends()


def _node(cursor: Cursor, deep: int) -> Node:
    _skip(cursor)
    if colon := cursor.take(":"):
        word = cursor.expect("a name", TokenKind.WORD)
        return Token(TokenKind.WORD, f":{word.text}", colon.line, colon.column)
    if not cursor.fits("("):
        return cursor.expect("a name or (", TokenKind.WORD, TokenKind.NUMBER, TokenKind.MARK)
    if deep > _MOST_DEEP:
        raise Stop(cursor.token, "a name")
    cursor.take("(")
    found: list[Node] = []
    _skip(cursor)
    while not cursor.take(")"):
        found.append(_node(cursor, deep + 1))
        _skip(cursor)
    return found


def _text(node: Node) -> str:
    return node.text.lower() if isinstance(node, Token) else ""


def _first(node: Node, otherwise: Token) -> Token:
    while isinstance(node, list) and node:
        node = node[0]
    return node if isinstance(node, Token) else otherwise


def _facts(part: Sequence[Node], first: Token) -> Facts:
    """Find the tile at each row and column; the hole is a token without text."""
    found: Facts = {}
    for node in _flat(part[1:]):
        head = _text(node[0])
        if head not in (*_BLANKS, *_TILES):
            continue
        names = [one for one in node[1:] if isinstance(one, Token)]
        token = _first(node, first)
        tile = Token(TokenKind.MARK, "", token.line, token.column)
        if head in _TILES:
            number = _NUMBER.findall(names[0].text) if names else []
            if len(number) != 1:
                raise Stop(names[0] if names else token, "a tile with its number, such as t1")
            tile = Token(TokenKind.NUMBER, str(int(number[0])), names[0].line, names[0].column)
            names = names[1:]
        place = _place(head, names, token)
        if place in found:
            raise Stop(token, "", f"row {place[0]}, column {place[1]} has two tiles")
        found[place] = tile
    return found


def _flat(nodes: Sequence[Node]) -> Iterator[list[Node]]:
    """List the facts, also those within `and`."""
    for node in nodes:
        if isinstance(node, list) and node:
            if _text(node[0]) == "and":
                yield from _flat(node[1:])
            else:
                yield node


def _place(head: str, names: Sequence[Token], token: Token) -> tuple[int, int]:
    numbers = [int(number) for name in names for number in _NUMBER.findall(name.text)]
    if len(numbers) != 2 or len(names) > 2:
        raise Stop(token, "a row and a column, as in (at t1 x1 y1)")
    ways = [_way(name.text.lower()) for name in names]
    if len(names) == 1 or head in _ROW_FIRST or ways == ["row", "column"]:
        return numbers[0], numbers[1]
    if ways == ["column", "row"]:
        return numbers[1], numbers[0]
    raise Stop(names[0], "places whose names tell rows from columns, as in (at t1 x1 y1)")


def _way(name: str) -> str:
    """Tell the name of a row from that of a column by its words: x, col, y, row."""
    words = {word.rstrip("0123456789") for word in name.replace("-", "_").split("_")}
    if words & {"y", "r", "row"}:
        return "row"
    return "column" if words & {"x", "c", "col", "column"} else ""


def _board(facts: Facts, first: Token) -> Cells:
    rows, columns = sorted({r for r, _ in facts}), sorted({c for _, c in facts})
    if len(facts) < 2 or len(facts) != len(rows) * len(columns):
        raise Stop(first, "", f"the :init fills {len(facts)} of {len(rows)} x {len(columns)} cells: place each tile")
    return rectangle([[facts[r, c] for c in columns] for r in rows], [first] * len(rows), "the :init of a PDDL problem")


def _goal(cells: Cells, start: Facts, goal: Facts, first: Token) -> Cells:
    """Read a goal, in which the hole may be left out."""
    left = [place for place in start if place not in goal]
    tiles = {cell.text for cell in cells.flat} - {tile.text for tile in goal.values()}
    if len(left) == 1 and len(goal) == len(start) - 1 and len(tiles) == 1:
        goal = {**goal, left[0]: Token(TokenKind.NUMBER, tiles.pop(), first.line, first.column)}
    if set(goal) != set(start):
        raise Stop(first, "", "the :goal of the PDDL problem does not place all tiles")
    return _board(goal, first)
