"""What texts of moves say, by patterns that each fit a whole text: the slow twin of the grammars.

Each function returns the readings of a text as a set: of moves (what, way), or of cells, each a tuple. No reading is a
refusal. The number of moves beside them is `stated`.
"""

import re
from collections.abc import Sequence

Reading = tuple[object, ...]
WAYS = dict(zip(["u", "d", "l", "r", "up", "down", "left", "right", "↑", "↓", "←", "→"], "UDLR" * 3, strict=True))
BACK = dict(zip("UDLR", "DURL", strict=True))


def stated(text: str) -> tuple[str, int | None]:
    """Take off the number of moves."""
    for form in (r"\s*(?P<n>\d+)\s+moves?\b:?(?P<rest>.*)", r"(?P<rest>.*?)\(\s*(?P<n>\d+)\s+moves?\s*\)\s*"):
        if found := re.fullmatch(form, text, re.DOTALL):
            return found["rest"], int(found["n"])
    return text, None


def segments(text: str) -> list[tuple[list[str], str]] | None:
    """Cut a text at commas, bars and ends of lines; None if a move is missing between them."""
    text = re.sub(r"([,|])\s*\n\s*", r"\1", re.sub(r"\s*\n\s*", "\n", text.strip()))
    parts = re.split(r"([,|\n])", text)
    found = [(part.split(), mark) for part, mark in zip(parts[::2], [*parts[1::2], ""], strict=True)]
    return None if text and not all(words for words, _ in found) else found if text else []


def tiles(text: str, most: int) -> set[Reading]:
    """Read moves of tiles with the numbers 1 to `most`, from 10 on also a letter."""
    cut = segments(text)
    if cut is None:
        return set()
    words = [word for one, _ in cut for word in one]
    joined, bars = " ".join(words), any(mark == "|" for _, mark in cut)
    names = {str(n): "0123456789abcdef"[n] for n in range(1, most + 1)}
    names |= {one: one for one in names.values()} | {one.upper(): one for one in names.values() if one not in "d"}
    found: set[Reading] = set()
    if not words:
        return {()}
    steps = r"(?:up|down|left|right|[{}↑↓←→]\d*(?:[{}↑↓←→]\d*)*)"
    upper, lower = (steps.format(letters, letters) for letters in ("UDLR", "udlr"))
    english = "(?i:up|down|left|right)"
    if re.fullmatch(rf"(?:{upper}|{english})(?: (?:{upper}|{english}))*", joined) or re.fullmatch(
        rf"(?:{lower}|{english})(?: (?:{lower}|{english}))*", joined
    ):
        spelled = [(way, int(times or 1)) for way, times in re.findall(rf"({english}|[UDLRudlr↑↓←→])(\d*)", joined)]
        if all(times for _, times in spelled):
            ways = "".join(WAYS[way.lower()] * times for way, times in spelled)
            found |= {tuple(("", way) for way in ways), tuple(("", BACK[way]) for way in ways)}
    if all(word.isdecimal() for word in words):
        found.add(tuple(map(int, words)))
    if not bars and all(word in names for word in words):
        found.add(tuple((names[word], "") for word in words))
    return found | _named([one for one, _ in cut], names)


def _named(cut: Sequence[list[str]], names: dict[str, str]) -> set[Reading]:
    def way(name: str, word: str) -> str | None:
        """Read a way, in lower case only after a number."""
        known = word in [*"UDLR↑↓←→"] or len(word) > 1 or (name.isdecimal() and word in [*"udlr"])
        return WAYS.get(word.lower()) if known else None

    found: set[Reading] = set()
    if all(len(words) > 1 and all(word in names for word in words[:-1]) for words in cut):
        found.add(tuple((" ".join(names[name] for name in words[:-1]), way(words[-2], words[-1])) for words in cut))
    pairs = [pair for words in cut for pair in zip(words[::2], [*words[1::2], ""], strict=False)]
    glued = [re.fullmatch(r"(\d+|\D)(\D+)", word) or ["", "", ""] for words in cut for word in words]
    for some in (pairs, [(one[1], one[2]) for one in glued]):
        if all(name in names for name, _ in some):
            found.add(tuple((names[name], way(name, word)) for name, word in some))
    return {moves for moves in found if all(one for _, one in moves)}


def pieces(text: str, axes: dict[str, str]) -> set[Reading]:
    """Read moves of pieces, of each of which `axes` has the ways: UDLR, UD or LR."""
    cut = segments(text)
    if cut is None:
        return set()
    spec = r"[UDLR↑↓←→]\d*(?:[UDLR↑↓←→]\d*)*|[+-]\d*|(?i:up|down|left|right)"

    def ways(name: str, word: str) -> str | None:
        if not re.fullmatch(spec, word):
            return None
        if word[0] in "+-":
            return axes[name][word[0] == "+"] * int(word[1:] or 1) or None if len(axes[name]) == 2 else None
        steps = re.findall(r"((?i:up|down|left|right)|[UDLR↑↓←→])(\d*)", word)
        return "".join(WAYS[one.lower()] * int(times or 1) for one, times in steps) if "0" not in word else None

    spaced = [pair for words, _ in cut for pair in zip(words[::2], [*words[1::2], ""], strict=False)]
    glued = [
        [(name, ways(name, word[len(name) :])) for name in axes if word.startswith(name) and word != name]
        for words, _ in cut
        for word in words
    ]
    found: set[Reading] = set()
    if all(name in axes and ways(name, word) for name, word in spaced):
        found.add(tuple((name, ways(name, word)) for name, word in spaced))
    if all(len([one for one in some if one[1]]) == 1 for some in glued):
        found.add(tuple(next(one for one in some if one[1]) for some in glued))
    return found
