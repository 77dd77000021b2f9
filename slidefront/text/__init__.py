"""Read pasted text as a closed world: text to tokens, tokens to cells or moves, and a choice between grammars.

Nothing here knows a puzzle. What the cells mean is decided above, in `puzzles` and `routes`.

    tokens      `tokenize(text)` cuts a text into tokens, each with its line and column; a limit of length comes first
    cursor      `Cursor` walks over tokens; a grammar takes each of them, or stops at one
    choice      `read(text, grammars)` tries all grammars, and uses the one reading, or refuses the text; a fence of
                Markdown and # comments are left out before a grammar sees the tokens

A grammar is a function of a `Cursor`. It takes tokens and returns what it reads, in any type that can be compared, or
raises `Stop(token, "what was expected")`. It need not look for the end: `choice` checks that no token is left. So every
token of a text that is read was taken by the grammar.

    def pairs(cursor: Cursor) -> tuple[str, ...]:
        found = []
        while not cursor.done:                        # only ends of lines are left
            name = cursor.expect("a name", Kind.WORD)    # takes the token, or stops at it
            cursor.expect("=", "=")
            found.append(name.text)
            cursor.take(",", Kind.END)                   # takes a token if it fits, else returns None
        return tuple(found)

    read("a = b = c", {"pairs": pairs})    raises TextError: line 1, column 7: expected a name, not "="

`read` uses the reading that all successful grammars agree on. If two differ, it refuses the text and shows both; if no
grammar reads it, it refuses it at the token where the grammar that came furthest stopped. A refusal is an error of the
class that the caller names; `error.details` shows the line with a caret, and `error.part` is a part of the text, whole
lines, that is a board by itself, if there is one.

Blanks are no tokens: a token knows whether a blank is before it (`gap`). Words are cut at blanks, separators, brackets
and quotes, and nowhere else, so `13D`, `A+1` and `..IBBB` are one word each; `token.at(2)` is the place of a character
in it, for a refusal.
"""
