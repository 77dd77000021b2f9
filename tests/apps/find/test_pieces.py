"""The kind `pieces`: equal to the slow twin on small boards, and to published facts about Klotski."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

import slidefront
from slidefront.apps.find.kinds import read_kind
from slidefront.apps.find.output import hardest_packs
from slidefront.apps.find.search import JOURNAL_NAME
from slidefront.errors import RunError
from slidefront.store.log import sealed
from slidefront.watch import Watcher
from tests import naive_find
from tests.apps.find.test_search import find, rows_of

KLOTSKI = (Path(__file__).parents[3] / "examples" / "klotski-rules.toml").read_text("utf-8")
Test = Callable[[naive_find.Piece], bool]


def cells_of(text: str, sign: str = "X") -> naive_find.Piece:
    return frozenset((r, c) for r, row in enumerate(text.split("/")) for c, cell in enumerate(row) if cell == sign)


class Rule(NamedTuple):
    """The pieces of one table of a file of rules, for the file and for the slow twin."""

    cells: str
    least: int = 1
    most: int = 1
    flag: str = ""
    """turned, axis or frozen."""

    @property
    def shapes(self) -> list[naive_find.Piece]:
        turns = [cells_of(self.cells)]
        for _ in range(3 if self.flag == "turned" else 0):
            turns.append(naive_find.shape(frozenset((c, -r) for r, c in turns[-1])))
        return [*dict.fromkeys(turns)]

    def text(self, name: str) -> str:
        lines = [f"[pieces.{name}]", f'cells = "{self.cells}"']
        if self.least == self.most != 1:
            lines.append(f"count = {self.most}")
        elif self.least != self.most:
            lines.append(f"least = {self.least}")
            lines += [f"most = {self.most}"] if self.most > 1 else []
        return "\n".join([*lines, *([f"{self.flag} = true"] if self.flag else [])])


def rules_text(board: str, goal: str, rules: Sequence[Rule], fields: str = "") -> str:
    """Write a file of rules. The goal's piece is that of the first rule."""
    pieces = (rule.text(f"p{number}") for number, rule in enumerate(rules))
    return "\n".join([f'kind = "pieces"\nboard = "{board}"', fields, f'[goal]\npiece = "p0"\n{goal}', *pieces])


def check(folder: Path, text: str, rules: Sequence[Rule], is_start: Test, is_goal: Test) -> None:
    """Compare a search with the slow twin, and solve its hardest puzzles."""
    kind = read_kind(text)
    results = find(kind, folder / "found")
    free, wanted = cells_of(text.split('"')[3], "."), rules[0].shapes[0]
    limited = {
        shape: set() if rule.flag == "frozen" else naive_find.along(shape)
        for rule in rules
        if rule.flag in ("axis", "frozen")
        for shape in rule.shapes
    }

    def directions(piece: naive_find.Piece) -> set[naive_find.Cell]:
        return limited.get(naive_find.shape(piece), naive_find.all_directions(piece))

    starts, goals = (
        lambda piece, is_met=is_met: naive_find.shape(piece) == wanted and is_met(piece)
        for is_met in (is_start, is_goal)
    )
    alone = frozenset().union(*(naive_find.placed(free, [(rule.shapes, 1, 1)]) for rule in rules))
    symmetries = naive_find.symmetries_of(*kind.size)[: None if kind.symmetric else 1]
    # Boards may have more symmetries than the rules, if no two pieces fit in some places at once.
    symmetries = naive_find.of_question(alone, starts, goals, directions, symmetries)
    boards = naive_find.placed(free, [(rule.shapes, rule.least, rule.most) for rule in rules])
    assert rows_of(results) == naive_find.table(free, boards, starts, goals, kind.metric, directions, symmetries)
    packs = [*hardest_packs(kind, results, Watcher())]
    lengths = [hard.length for _, group in sorted(results.items()) for hard in group.best if hard.length]
    assert [pack[0].length for pack in packs] == lengths
    for pack in packs:
        ((_, (row, column)),) = pack.puzzle.goal.pieces
        assert is_goal(frozenset((r + row, c + column) for r, c in wanted))


def begins_at(r: int, c: int) -> Test:
    return lambda piece: (min(r for r, _ in piece), min(c for _, c in piece)) == (r, c)


def anywhere(_: naive_find.Piece) -> bool:
    return True


def touches(edges: str, size: naive_find.Cell) -> Test:
    at = {"U": (0, 0), "D": (0, size[0] - 1), "L": (1, 0), "R": (1, size[1] - 1)}
    return lambda piece: all(any(cell[at[edge][0]] == at[edge][1] for cell in piece) for edge in edges)


CASES: dict[str, tuple[str, str, list[Rule], Test, Test]] = {
    "walls": (
        "...../...../.....",
        "to = [2, 3]",
        [Rule("XX/X."), Rule("X", 1, 3)],
        anywhere,
        begins_at(1, 2),
    ),
    "images that other limits count": (
        "...../...../.....",
        'edges = "D"',
        [Rule("X"), Rule(".XX/XX.", 0, 1, "turned"), Rule("XX./.XX", 0), Rule(".X/XX/X.", 0)],
        anywhere,
        touches("D", (3, 5)),
    ),
    "turned": (
        ".../.../...",
        'from = [1, 1]\nedges = "DR"',
        [Rule("X/X"), Rule("X./XX", 0, 2, "turned")],
        begins_at(0, 0),
        touches("DR", (3, 3)),
    ),
    "a cell to reach, in several places": (
        "..../..../....",
        "from = [1, 1]\nreaches = [3, 2]",
        [Rule("XX"), Rule("X", 2, 2)],
        begins_at(0, 0),
        lambda piece: (2, 1) in piece,
    ),
    "an axis and a frozen piece": (
        ".../.../.../...",
        'edges = "D"',
        [Rule("X/X", flag="axis"), Rule("XX", 1, 2, "axis"), Rule("X", flag="frozen")],
        anywhere,
        touches("D", (4, 3)),
    ),
    "slides": (
        "...../...../.....",
        "covers = [1, 2]\nto = [3, 2]",
        [Rule("XXX", 2, 2), Rule("X", 2, 2)],
        lambda piece: (0, 1) in piece,
        begins_at(2, 1),
    ),
    "a frozen piece at the goal": (
        "..../....",
        'covers = [2, 1]\nedges = "U"',
        [Rule("XX"), Rule("X", flag="frozen"), Rule("X/X")],
        lambda piece: (1, 0) in piece,
        touches("U", (2, 4)),
    ),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("symmetries", ["true", "false"])
def test_boards_match_naive_search(case: str, symmetries: str, tmp_path: Path) -> None:
    board, goal, rules, is_start, is_goal = CASES[case]
    fields = f"symmetries = {symmetries}" + '\nmetric = "slide"' * (case == "slides")
    check(tmp_path, rules_text(board, goal, rules, fields), rules, is_start, is_goal)


BOARDS = [".../...", ".../...", "..../....", ".../.../...", "#../.../...", ".../.../..#", ".../.#./..."]
SHAPES = ["X", "XX", "X/X", "XX/X.", ".X/XX", "XXX", "XX/XX"]


@pytest.mark.parametrize("seed", range(24))
def test_random_rules_match_naive_search(seed: int, tmp_path: Path) -> None:
    """A goal of one edge has several places: the puzzles that are written ask for one of them, and are as hard."""
    random = Random(seed)
    board, names = random.choice(BOARDS), random.sample(SHAPES, random.choice([1, 2, 3]))
    rules = []
    for number, name in enumerate(names):
        least = random.choice([0, 1])
        most = random.choice([1, 1, 2]) if number == 0 else random.choice([1, 2]) if least else 1
        flag = random.choice(["", "axis", "frozen"][: 3 if number else 2])
        has_axis = name in ("XX", "X/X", "XXX")
        rules.append(Rule(name, most if number == 0 else least, most, flag if has_axis or flag == "frozen" else ""))
    # All pieces must fit at once: the twin learns the limits from the boards, and find from the rules.
    free = cells_of(board, ".")
    while len(rules) > 1 and not naive_find.placed(free, [(rule.shapes, rule.most, rule.most) for rule in rules]):
        rules.pop()
    edges, metric = random.choice([*"UDLR", "DR"]), random.choice(["step", "step", "slide", "move"])
    text = rules_text(board, f'edges = "{edges}"', rules, f'metric = "{metric}"')
    check(tmp_path, text, rules, anywhere, touches(edges, read_kind(text).size))


def test_boards_with_equal_goal_pieces_are_counted_up_to_symmetry(tmp_path: Path) -> None:
    """A symmetry may map a board to itself, and one piece of the goal to the other."""
    text = rules_text(".../...", "to = [1, 2]", [Rule("X", 2, 2)])
    assert find(read_kind(text), tmp_path / "found")[2].orbits == {0: 3, 1: 10, 2: 3}


def test_rules_without_shapes_allow_every_division(tmp_path: Path) -> None:
    text = rules_text("../.#/..", 'covers = [1, 1]\nedges = "D"', [Rule("any")]) + "\n"
    free = cells_of("../.#/..", ".")
    results = find(read_kind(text), tmp_path / "found")
    few = find(read_kind(f"{text}most = 2\nlargest = 2\n"), tmp_path / "few")
    few_boards = naive_find.placed(free, [([*map(cells_of, ("X", "XX", "X/X"))], 0, 2)])
    for answer, boards in ((results, naive_find.divisions(free)), (few, few_boards)):
        assert rows_of(answer) == naive_find.table(
            free,
            [*boards],
            lambda piece: (0, 0) in piece,
            lambda piece: max(piece)[0] == 2,
            symmetries=naive_find.symmetries_of(3, 2),
        )


def test_klotski_matches_known_results(tmp_path: Path) -> None:
    """Its 65,880 boards fall into 898 components; the hardest start of the classic one is also in the atlas."""
    results = find(read_kind(KLOTSKI), tmp_path / "found", top=1)
    group = results[10]
    assert (group.counts["placements"], group.counts["components"], group.longest) == (65_880, 898, 93)
    (pack,) = hardest_packs(read_kind(KLOTSKI), results, Watcher())
    assert pack[0].board_count == 25_955
    assert slidefront.solve(pack.puzzle).optimum == 93


SMALL = rules_text("...", "to = [1, 1]", [Rule("X")])


def test_command_reads_rules_file(slidefront_command, tmp_path) -> None:
    (tmp_path / "rules.toml").write_text(SMALL)
    answer = slidefront_command("find", "rules.toml", "--json")
    assert json.loads(answer.out)["pieces"][0]["longest"] == 1
    assert (tmp_path / "data" / "find-pieces-1x3" / "puzzles" / "1-1-1.toml").is_file()


def test_rules_counted_from_zero_do_not_resume(tmp_path: Path) -> None:
    """The same text means another goal since version 2 of the journal."""
    (tmp_path / JOURNAL_NAME).write_bytes(sealed({"version": 1, "kind": SMALL, "top": 3}))
    with pytest.raises(RunError, match="has version 1, and this slidefront reads version 2"):
        find(read_kind(SMALL), tmp_path)
