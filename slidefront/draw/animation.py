"""A route as one animated SVG. It uses CSS without a script, so it plays wherever pictures are shown.

    time      0    pause    move 1    move 2   ...   move n    pause    1, and again from 0
    piece     stands still between its moves; a block moves around corners cell by cell

Each piece that moves has one `@keyframes` rule. People who prefer reduced motion see only the start.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import pairwise
from typing import NamedTuple

from slidefront.draw.svg import Figure, board_figure, colours_of, draw_piece, fitting, lines_of, place_of, text_element
from slidefront.notation.route import Route
from slidefront.puzzles.capabilities import Drawing, DrawnPiece, Place

MOVE_SECONDS = 0.7
"""The duration of a move."""
_PAUSE = 2.0  # seconds at the start and at the end
_MOVING = 0.6  # the share of its duration in which a piece moves; then it stands still
_CAPTION = 26


class _Keyframe(NamedTuple):
    begins: float
    """The time at which pieces begin to move here, in moves."""
    reached: float
    pieces: Sequence[DrawnPiece]
    """The pieces, in the order of the first board."""


def animated(route: Route) -> Figure:
    """Draw a route as an animation that repeats."""
    first, chosen = route.positions[0].drawing(), colours_of(route.puzzle)
    if first is None:
        return lines_of(route.boards)
    frames = [*_frames(route, first)]
    name = "sf" + sha256("\n".join(route.boards).encode()).hexdigest()[:8]
    drawn, rules = [draw_piece(piece, first, chosen) for piece in first.pieces], []
    for number in range(len(drawn)):
        if stops := _stops(number, frames, first, route.length):
            rules.append(f"@keyframes {name}p{number}{{{stops}}}")
            style = f"animation:{name}p{number} {_seconds(route.length):g}s linear infinite"
            drawn[number] = f'<g class="sf-moving" style="{style}">{drawn[number]}</g>'
    board = board_figure(first, chosen, drawn)
    captions, caption_rules = _captions(route, name, board.width)
    still = "@media (prefers-reduced-motion:reduce){.sf-moving{animation:none!important}}"
    style = f"<style>{''.join(rules)}{caption_rules}{still}</style>"
    body = f'{style}<g transform="translate(0 {_CAPTION})">{board.body}</g>{captions}'
    return Figure(board.width, board.height + _CAPTION, body)


def _frames(route: Route, first: Drawing) -> Iterator[_Keyframe]:
    """Follow the pieces through all boards, including the boards that a block passes within a move."""
    pieces: Sequence[DrawnPiece] = first.pieces
    yield _Keyframe(0, 0, pieces)
    for number, (before, after) in enumerate(pairwise(route.positions)):
        if after.move is None:
            continue
        passed = [*before.play(after.move.piece, after.move.path)]
        for step, position in enumerate(passed):
            drawing = position.drawing()
            if drawing is not None:
                begins, reached = (number + _MOVING * steps / len(passed) for steps in (step, step + 1))
                pieces = follow(pieces, drawing)
                yield _Keyframe(begins, reached, pieces)


def _seconds(length: int) -> float:
    return round(2 * _PAUSE + length * MOVE_SECONDS, 2)


def _percent(moves: float, length: int) -> float:
    """Return the time after a number of moves, as a percentage of the whole duration."""
    return round(100 * (_PAUSE + moves * MOVE_SECONDS) / _seconds(length), 3)


def follow(before: Sequence[DrawnPiece], drawing: Drawing) -> list[DrawnPiece]:
    """Return the pieces of the next board in the order of `before`; equal tiles stay in place if they can."""
    after: dict[tuple[str, frozenset[Place]], DrawnPiece] = {
        (piece.name, piece.cells): piece for piece in drawing.pieces
    }
    still = [after.pop((piece.name, piece.cells), None) for piece in before]
    moved: dict[str, list[DrawnPiece]] = {}
    for piece in sorted(after.values(), key=lambda piece: min(piece.cells), reverse=True):
        moved.setdefault(piece.name, []).append(piece)
    order = sorted(range(len(before)), key=lambda number: min(before[number].cells))
    placed = {number: moved[before[number].name].pop() for number in order if still[number] is None}
    return [placed.get(number) or piece or before[number] for number, piece in enumerate(still)]


def _stops(number: int, frames: Sequence[_Keyframe], first: Drawing, length: int) -> str:
    """Return the keyframes of a piece; empty if it never moves."""
    start = place_of(first.pieces[number], first)
    stops, current = ["0%{transform:translate(0,0)}"], "translate(0,0)"
    for before, frame in pairwise(frames):
        after = frame.pieces[number]
        if after.cells != before.pieces[number].cells:
            moved = place_of(after, first) - start
            target = f"translate({moved.real:g}px,{moved.imag:g}px)"
            begins, reached = _percent(frame.begins, length), _percent(frame.reached, length)
            stops.append(f"{begins:g}%{{transform:{current}}}{reached:g}%{{transform:{target}}}")
            current = target
    return "" if len(stops) == 1 else "".join([*stops, f"100%{{transform:{current}}}"])


def _captions(route: Route, name: str, width: float) -> tuple[str, str]:
    """Return captions that name the last move, and their keyframes."""
    words = ["start", *(f"{number} of {route.length}: {move}" for number, move in enumerate(route.moves, 1))]
    parts, rules = [], []
    for number, caption in enumerate(words):
        begin = _percent(number - 1, route.length) if number else 0
        end = _percent(number, route.length) if number < route.length else 100
        shown = f"{begin:g}%{{opacity:1}}{end:g}%{{opacity:{1 if end == 100 else 0}}}"
        hidden = "0%{opacity:0}" if begin else ""
        rules.append(f"@keyframes {name}c{number}{{{hidden}{shown}}}")
        style = f"opacity:{int(not number)};animation:{name}c{number} {_seconds(route.length):g}s step-end infinite"
        element = text_element(caption, width / 2, 8, fitting(caption, 14, width + 16))
        parts.append(f'<g class="sf-moving" style="{style}">{element}</g>')
    return "".join(parts), "".join(rules)
