"""The terminal player of `slidefront play`.

- `game`: the moves that a person has made, without any terminal
- `advice`: the fewest moves from a board, and the next move
- `canvas`: a board as coloured characters of a chosen size, and which cell a character belongs to
- `board_view`, `scrub`, `app`: Textual widgets and the application; only they import Textual
"""
