"""Moves of tile boards with one hole, as communities and programs write them.

    URDL2UR2, rrruldd       the ways; a number repeats the letter before it
    Up Left x2, ↑→, NESW    words, arrows, also v < > ^, compass points
    5L6U, 13 left, 13←      a tile and its way
    ←5, L 5                 a way and its tile, or a way and how often
    3 5 2 1                 the tiles that are pushed into the hole, or the cells that the hole goes to
    https://...?...         a link whose query has a board and moves in one of these forms

A text is cut into tokens, one letter for each, and the whole of it must be in one form:

    U R D2     W W WN       W a way, N a number, A another name of a tile, X and Y a number that says that it repeats
    5L,6U      NW,NW        (x2, 2x), `;` `,` or a blank what is between them, nothing where they touch

A way alone does not say whether the tile or the hole goes that way. `--notation tile` or `--notation hole` says it;
without it, the moves themselves often determine it (see `replay`).
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from urllib.parse import parse_qsl, unquote, urlsplit

from slidefront.errors import RouteError
from slidefront.routes.written import WrittenMove, WrittenRoute

NOTATIONS = ("tile", "hole")
TILES_GO = "letters are the way that the tiles go"
HOLE_GOES = "letters are the way that the hole goes"
CELLS = "numbers are the cells that the hole goes to"
TILES = "numbers are the tiles that move"
NAMED = "each number names the tile that goes the way after it"
NAMED_AFTER = "each number names the tile that goes the way before it"
WORDS = {
    **dict(zip(("up", "down", "left", "right", "north", "south", "west", "east"), "UDLR" * 2, strict=True)),
    **dict(zip(("dn", "lft", "lt", "rt"), "DLLR", strict=True)),
    **dict(zip(("oben", "unten", "links", "rechts", "haut", "bas", "gauche", "droite"), "UDLR" * 2, strict=True)),
    **dict(
        zip(("arriba", "abajo", "izquierda", "derecha", "su", "giù", "sinistra", "destra"), "UDLR" * 2, strict=True)
    ),
}
ARROWS = dict(zip("↑↓←→⬆⬇⬅➡▲▼◀▶", "UDLR" * 3, strict=True))
FILLERS = {
    *("move", "slide", "push", "tile", "tiles", "block", "piece", "car", "the", "then", "and", "to", "by", "times"),
    *("space", "spaces", "cell", "cells", "step", "steps", "square", "squares", "place", "places"),
}
_OPPOSITE = str.maketrans("UDLR", "DURL")
_COMPASS = str.maketrans("NSWEnswe", "udlrudlr")
_POINTS = str.maketrans("^vV<>", "↑↓↓←→")
_POINTED = re.compile(
    r"(?!\s*[v<^]+(?:\s+>\s+[v<^]+)+\s*$)(?=.*[<^vV]|.*>\s*$)[v<>^V\d\s,;()x×*]+", re.DOTALL | re.IGNORECASE
)
"""Ways as points; not where > alone stands between all others and can separate them."""
_POINTS_ALONE = r"[v<>^ ]*[v<^][v<>^ ]*"
_READING_NOTATION = {TILES_GO: "tile", HOLE_GOES: "hole", CELLS: "hole", TILES: "tile"}
_FORMS = {
    "ways": (r"(?:W ?X|WN?)[ ,;]?", r"W ?X|WN?"),
    "times": (r"(?:Y ?)?W(?:[ ,;]|$)", r"(?:Y ?)?W"),
    "after": (r"W[ ,]?[NA][ ,;]?", r"W[ ,]?[NA]"),
    "named": (r"[NA] ?W[ ,;]?", r"[NA] ?W"),
    "several": (r"[NA](?: [NA])* ?W(?:[,;]|$)", r"[NA](?: [NA])* ?W"),
    "pairs": (r"[NA],W(?:,|;|$)", r"[NA],W"),
    "tiles": (r"[NA](?:[ ,;]|$)", r"[NA]"),
}
"""The forms: the whole text is one item after the other."""
_TOKEN = re.compile(
    r"(?P<X>[x×*]\s?\d{1,9})(?!\w)|(?P<Y>\d{1,9}\s?[x×*])(?=\W|[UDLRudlr])|(?P<N>\d{1,9})(?!\d)|(?P<word>[^\W\d_]+)"
    rf"|(?P<arrow>[{''.join(ARROWS)}])\ufe0f?|(?P<gap>(?:[\s,;.|:>=]|->|-)+)"
)
_MOST = 1_000_000


@dataclass(frozen=True)
class Token:
    """A part of a text of moves."""

    symbol: str
    """W a way, N a number, A a name, X or Y a number of times after or before a way; a blank, a comma or ; a gap."""
    text: str
    value: str = ""
    """Of a way its letter."""


def read_tile_moves(text: str, is_name: Callable[[str], bool], notation: str | None) -> WrittenRoute | None:
    """Read moves in each form that fits; None if none does, a refusal if they mix two forms."""
    _check_keys(text)
    tokens, rest = _cut(text, is_name)
    if rest or not tokens:
        return None
    readings = [*_readings(tokens, is_name)]
    if not readings:
        if all(token.symbol in "WA ,;" for token in tokens):
            _check_case([token.text for token in tokens])
        raise RouteError(
            f"{shortened(text)}: a number or a name here can belong to the way before it or to the way after it, or to "
            "none: write a tile and its way, as in 5 L,2 U, or letters, as in URDL2"
        )
    if notation:
        fits = [one for one in readings if _READING_NOTATION.get(one.reading, notation) == notation]
        readings = fits or readings
    return replace(readings[0], others=tuple(readings[1:]), firm=_is_firm(tokens))


def _check_keys(text: str) -> None:
    """Refuse the keys W A S D, except those that mean the same as compass points or are tiles."""
    letters = set("".join(re.findall(r"[^\W\d_]", text)))
    if (
        letters & set("WwSs")
        and len(letters) + letters.isdisjoint("Ss") > 1
        and (letters <= {*"WASD"} or letters <= {*"wasd"})
    ):
        raise RouteError(
            f"{shortened(text)}: W A S D can be keys that move the tile, keys that move the hole, or compass points: "
            "write the ways as U L D R, and choose --notation tile or hole"
        )


def check_points(text: str) -> None:
    """Refuse lines of v < > ^ that begin with > where this can also be a quote or the prompt of a program."""
    lines = [line.strip() for line in text.split("\n")]
    quoted = sum(line.startswith(">") for line in lines) > 1
    if any(re.fullmatch(r">>> [v<>^ ]+", line) or (quoted and re.fullmatch(_POINTS_ALONE, line)) for line in lines):
        raise RouteError("> at the beginning of a line can be a quote or a move to the right: write U D L R")


def _is_firm(tokens: list[Token]) -> bool:
    """Tell moves whose first reading is the custom: upper case and arrows are of tiles, a number alone is a cell."""
    ways = [token.text for token in tokens if token.symbol == "W"]
    letters = all(way in "UDLR" for way in ways)
    arrows = all(way in ARROWS for way in ways) and not any(token.symbol == "N" for token in tokens)
    return len(tokens) == 1 or (bool(ways) and (letters or arrows))


def understood(text: str, is_name: Callable[[str], bool]) -> tuple[str, str]:
    """Cut a text of moves where it ceases to be one."""
    tokens, rest = _cut(text, is_name)
    return text[: len(text) - len(rest)].strip(" ,;\n") if tokens and rest else "", rest


def read_letters(text: str) -> str | None:
    """Read moves that are ways alone, as letters U D L R, one for each step; None if the text is something else."""
    tokens, rest = _cut(text.strip(" []()"), lambda _: False)
    ways = None if rest else _items("ways", tokens)
    return None if ways is None else _letters(ways)


def _readings(tokens: list[Token], is_name: Callable[[str], bool]) -> Iterator[WrittenRoute]:
    """Read tokens in each form."""
    after = _items("after", tokens)
    numbered = bool(after) and all(token.symbol != "A" for token in tokens)
    ways = _items("ways", tokens) or _items("times", tokens) or (after if numbered else None)
    if ways:
        tile = _letters(ways)
        for reading, going in ((TILES_GO, tile), (HOLE_GOES, flipped(tile))):
            moves = (WrittenMove(letter, way=way) for letter, way in zip(tile, going, strict=True))
            yield WrittenRoute(tuple(moves), reading=reading)
    if after:
        yield _named(after, NAMED_AFTER)
    named = _items("named", tokens) or _items("several", tokens) or _items("pairs", tokens)
    if named:
        yield _named(named, NAMED)
    tiles = [item[0].text for item in _items("tiles", [_tile_d(token, is_name) for token in tokens]) or ()]
    if tiles and all(tile.isdecimal() for tile in tiles):
        yield WrittenRoute(tuple(WrittenMove(tile, cell=int(tile)) for tile in tiles), reading=CELLS)
    if tiles:
        yield WrittenRoute(tuple(WrittenMove(tile, tile) for tile in tiles), reading=TILES)


def _named(items: list[list[Token]], reading: str) -> WrittenRoute:
    """Make moves of tiles and their ways."""
    moves = []
    for item in items:
        what = " ".join(token.text for token in item if token.symbol in "NA")
        way = next(token.value for token in item if token.symbol == "W")
        moves.append(WrittenMove(f"{what} {way}", what, way))
    return WrittenRoute(tuple(moves), reading=reading)


def _letters(items: list[list[Token]]) -> str:
    """Repeat the letter of each way as often as its number says."""
    _check_case([token.text for item in items for token in item if token.symbol == "W"])
    ways: list[str] = []
    total = 0
    for item in items:
        way = next(token.value for token in item if token.symbol == "W")
        times = next((int(re.sub(r"\D", "", token.text)) for token in item if token.symbol in "NXY"), 1)
        if not times:
            raise RouteError(f"{way}0 repeats a move zero times: write {way} or {way}2")
        total += times
        if total > _MOST:
            raise RouteError(f"the route has more than {_MOST:,} moves: check the numbers in it")
        ways.append(way * times)
    return "".join(ways)


def _check_case(ways: list[str]) -> None:
    """Refuse letters of which some are in upper case and some in lower case."""
    letters = "".join(way for way in ways if way in "UDLRudlr")
    if letters not in (letters.upper(), letters.lower()):
        raise RouteError("the moves mix upper and lower case: write them all in one, such as URDL2UR2 or rrruldd")


def _items(form: str, tokens: list[Token]) -> list[list[Token]] | None:
    """Cut tokens into the items of a form; None if they are not in it."""
    symbols = "".join(token.symbol for token in tokens)
    whole, item = _FORMS[form]
    if not re.fullmatch(f"(?:{whole})+", symbols):
        return None
    return [tokens[match.start() : match.end()] for match in re.finditer(item, symbols)]


def _cut(text: str, is_name: Callable[[str], bool]) -> tuple[list[Token], str]:
    """Cut a text into tokens as far as it has them; return the rest too."""
    if _POINTED.fullmatch(text) and (set(text) & set("<>^") or not is_name("v")):
        text = text.translate(_POINTS)
    elif all(map(str.strip, text.split("→"))) and not set(text) & set(ARROWS) - {"→"}:
        text = text.replace("→", ";")
    letters = re.findall(r"[^\W\d_]", text)
    compass = bool(letters) and (set(letters) <= set("NSWE") or set(letters) <= set("nswe"))
    text = text.translate(_COMPASS) if compass else text
    tokens: list[Token] = []
    place = 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        found = [*_tokens(match, is_name)] if match else None
        if match is None or not found:
            return tokens, text[place:]
        for token in found:
            if token.symbol in " ,;" and tokens and tokens[-1].symbol in " ,;":
                tokens[-1] = max(tokens[-1], token, key=lambda gap: " ,;".index(gap.symbol))
            elif token.symbol not in " ,;" or tokens:
                tokens.append(token)
        place = match.end()
    while tokens and tokens[-1].symbol in " ,;":
        tokens.pop()
    if compass:
        tokens = [replace(token, text="s") if token.text == "d" else token for token in tokens]
    upper = any(token.symbol == "W" and len(token.text) == 1 and token.text.isupper() for token in tokens)
    return [_tile_d(token, is_name) if upper else token for token in tokens], ""


def _tile_d(token: Token, is_name: Callable[[str], bool]) -> Token:
    """Read a lower-case d beside ways in upper case as a tile, where one is named so."""
    lower = token.symbol == "W" and len(token.text) == 1 and token.text.islower()
    return Token("A", token.text) if lower and is_name(token.text) else token


def _tokens(match: re.Match[str], is_name: Callable[[str], bool]) -> Iterator[Token]:
    """Tell what a part of a text is; nothing if it is not part of moves."""
    text, kind = match[0], match.lastgroup
    if kind == "gap":
        yield Token(";" if set(text) & set(";.|>\n=") else "," if "," in text else " ", text)
    elif kind == "arrow":
        yield Token("W", text[0], ARROWS[text[0]])
    elif kind != "word":
        yield Token(str(kind), text)
    elif text.lower() in FILLERS:
        yield Token(" ", text)
    elif text.lower() in WORDS and not (text.lower() == "su" and is_name(text[0])):
        yield Token("W", text, WORDS[text.lower()])
    elif len(text) > 1 and is_name(text):
        yield Token("A", text)
    elif all(letter in "UDLRudlr" or is_name(letter) for letter in text):
        yield from (
            Token("W", letter, letter.upper()) if letter in "UDLRudlr" else Token("A", letter) for letter in text
        )


def shortened(text: str) -> str:
    """Cut a text for a message, and put it on one line."""
    text = " ".join(text.split())
    return text if len(text) <= 60 else f"{text[:60]} ..."


def flipped(ways: str) -> str:
    """Turn the ways of tiles into those of the hole, and back."""
    return ways.translate(_OPPOSITE)


def write_letters(ways: str) -> str:
    """Write letters with repeats, such as URDL2UR2."""
    runs = re.findall(r"((.)\2*)", ways)
    return "".join(letter + (str(len(run)) if len(run) > 1 else "") for run, letter in runs)


@dataclass(frozen=True)
class Link:
    """The contents of a link."""

    moves: str
    board: str | None


def is_link(text: str) -> bool:
    """Tell whether a text is a link."""
    return re.match(r"\s*(?:https?://|www\.)\S+\s*$", text) is not None


def read_link(text: str) -> Link:
    """Find the moves, and the board if there is one, in the query or the fragment of an address."""
    parts = urlsplit(text.strip())
    values = [value for part in (parts.query, parts.fragment.lstrip("#?!/")) for _, value in parse_qsl(part)]
    values += [unquote(part) for part in re.split("[?#&;]", parts.query + "#" + parts.fragment) if "=" not in part]
    values += [unquote(parts.path.rsplit("/", 1)[-1])]
    moves = [value for value in values if _are_moves(value)]
    boards = [
        value
        for value in values
        if re.search(r"\d", value) and re.search(r"[/,_-]|\d{8}", value) and value not in moves
    ]
    if not moves:
        raise RouteError(
            "the link has no moves that can be read: copy the scramble and the solution out of it, such as "
            "check 15-puzzle URDL2UR2 --from '5 1 2 4/9 6 3 8/13 10 7 11/0 14 15 12'"
        )
    return Link(max(moves, key=len), boards[0] if boards else None)


def _are_moves(value: str) -> bool:
    try:
        return read_letters(value) is not None
    except RouteError:
        return False
