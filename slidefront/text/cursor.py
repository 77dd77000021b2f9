"""Walk over tokens: take the one that is expected, or stop at it."""

from collections.abc import Sequence

from slidefront.text.tokens import Token, TokenKind


class Stop(Exception):  # noqa: N818 - a refusal of one grammar, not yet an error
    """Why a grammar does not read a text: the token where it stopped, and what it expected there."""

    def __init__(self, token: Token, expected: str, why: str = "") -> None:
        """Set the token, what was expected, and a sentence that replaces it.

        Nothing was expected, and `why` says it all, if all tokens fit and mean nothing together.
        """
        super().__init__(expected)
        self.token = token
        self.expected = expected
        self.why = why

    @property
    def reached(self) -> tuple[bool, tuple[int, int]]:
        """How far the grammar came: a stop without an expected token took all of them."""
        return not self.expected, self.token.place


class Cursor:
    """Tokens and the place of the next one. A kind, or a text, tells which tokens fit."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        """Start at the first token; the last one must be an end."""
        self.tokens = tokens
        self.index = 0

    @property
    def token(self) -> Token:
        """The next token; the last end again and again."""
        return self.tokens[min(self.index, len(self.tokens) - 1)]

    def ahead(self, count: int = 1) -> Token:
        """Return a later token and do not take it."""
        return self.tokens[min(self.index + count, len(self.tokens) - 1)]

    def fits(self, *wanted: TokenKind | str) -> bool:
        """Tell whether the next token is of one of these kinds, or has one of these texts."""
        return self.token.kind in wanted or (self.token.text in wanted and self.token.text != "")

    def take(self, *wanted: TokenKind | str) -> Token | None:
        """Take the next token if it fits."""
        token = self.token
        if self.index >= len(self.tokens) or not self.fits(*wanted):
            return None
        self.index += 1
        return token

    def expect(self, expected: str, *wanted: TokenKind | str) -> Token:
        """Take the next token, or stop at it if it does not fit."""
        token = self.take(*wanted)
        if token is None:
            raise Stop(self.token, expected)
        return token

    def skip_ends(self) -> None:
        """Take all ends of lines that follow."""
        while self.index < len(self.tokens) and self.tokens[self.index].kind is TokenKind.END:
            self.index += 1

    @property
    def done(self) -> bool:
        """Whether only ends of lines are left; they are taken."""
        self.skip_ends()
        return self.index >= len(self.tokens)

    def line(self) -> list[Token]:
        """Take the tokens up to the end of the line, and the end itself; the list does not have it."""
        found = []
        while self.token.kind is not TokenKind.END:
            found.append(self.token)
            self.index += 1
        self.index += 1
        return found

    def finish(self) -> None:
        """Stop at the next token if any is left."""
        if not self.done:
            raise Stop(self.token, "the end of the text")
