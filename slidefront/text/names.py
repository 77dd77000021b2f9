"""The names of all readings, by which `reading_as` chooses between those of one text."""

_BOARDS = (
    "rows",
    "words",
    "column",
    "headed",
    "aligned",
    "separated",
    "ended",
    "table",
    "markdown",
    "list",
    "texts",
    "drawing",
    "card",
    "pddl",
    "klotski",
)
"""Grammars of boards (see `boards`), and of puzzles."""
_FILES = ("boards", "numbered")
"""What the first line of a file of boards is."""
AMBIGUOUS = ("letters", "hole-letters", "tiles", "hole")
"""The formats of routes whose moves can be read as those of another."""
_MOVES = (*AMBIGUOUS, "steps", "grouped", "glued", "route", "routes")
"""Readings of moves, called after the formats in which they are written; lines that are one route, or one each."""
WALLS = "+walls"
"""What the name of a reading ends with in which `#` is a wall, and begins no comment."""
READINGS = (*_BOARDS, *(f"{name}{WALLS}" for name in _BOARDS), *_FILES, *_MOVES)
