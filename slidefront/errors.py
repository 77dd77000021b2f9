"""What can go wrong, by name. Each message is one line: what, where, what to do; the CLI prints it as it is."""

_LONGEST = 500


def printable(text: str) -> str:
    """Make one line of a text that may quote files, with nothing in it that a terminal would obey."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


class SlidefrontError(Exception):
    """Any mistake or limit that the person can do something about."""

    def __init__(self, message: str) -> None:
        """Keep the message to one printable line, whatever text of a file it quotes."""
        line = printable(message)
        super().__init__(line if len(line) <= _LONGEST else f"{line[:_LONGEST]} ...")


class PuzzleError(SlidefrontError):
    """A puzzle that is unknown, malformed, or does not fit a key."""


class BoardError(SlidefrontError):
    """A board that cannot be read, or is of another puzzle."""


class RouteError(SlidefrontError):
    """A route that cannot be read, or whose moves cannot be made."""


class RunError(SlidefrontError):
    """A run folder that is missing, foreign, damaged, locked or cannot be written."""


class TableError(SlidefrontError):
    """A table file that is missing, foreign, damaged, unfinished or cannot be written."""


class LimitError(SlidefrontError):
    """More memory, disk or threads asked for than there are."""
