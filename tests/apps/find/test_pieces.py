"""The kind `pieces`: equal to the slow twin on small boards, to what is known of Klotski, and refused in one line."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random

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


def shape(text: str) -> naive_find.Piece:
    return frozenset((r, c) for r, row in enumerate(text.split("/")) for c, cell in enumerate(row) if cell != ".")


def at(corner):
    return lambda piece: (min(r for r, _ in piece), min(c for _, c in piece)) == corner


def anywhere(_: naive_find.Piece) -> bool:
    return True


DOMINOES = [shape("XX"), shape("X/X")]
CASES = {
    "walls": (
        """board = "...../...../....."
        [goal]
        piece = "a"
        to = [2, 3]
        [pieces.a]
        cells = "XX/X."
        [pieces.b]
        cells = "X"
        least = 1
        most = 3
        """,
        [([shape("XX/X.")], 1, 1), ([shape("X")], 1, 3)],
        (anywhere, at((1, 2))),
    ),
    "images that other limits count": (
        """board = "...../...../....."
        [goal]
        piece = "king"
        edges = "D"
        [pieces.king]
        cells = "X"
        [pieces.s]
        cells = ".XX/XX."
        turned = true
        least = 0
        [pieces.z]
        cells = "XX./.XX"
        least = 0
        [pieces.upright]
        cells = ".X/XX/X."
        least = 0
        """,
        [
            ([shape("X")], 1, 1),
            ([shape(".XX/XX."), shape("X./XX/.X")], 0, 1),
            ([shape("XX./.XX")], 0, 1),
            ([shape(".X/XX/X.")], 0, 1),
        ],
        (anywhere, lambda piece: max(piece)[0] == 2),
    ),
    "turned": (
        """board = ".../.../..."
        [goal]
        piece = "king"
        from = [1, 1]
        edges = "DR"
        [pieces.king]
        cells = "X/X"
        [pieces.bent]
        cells = "X./XX"
        turned = true
        least = 0
        most = 2
        """,
        [
            ([shape("X/X")], 1, 1),
            ([shape("X./XX"), shape("XX/X."), shape("XX/.X"), shape(".X/XX")], 0, 2),
        ],
        (at((0, 0)), lambda piece: (2, 2) in piece),
    ),
    "a cell to reach, in several ways": (
        """board = "..../..../...."
        [goal]
        piece = "bar"
        from = [1, 1]
        reaches = [3, 2]
        [pieces.bar]
        cells = "XX"
        [pieces.small]
        cells = "X"
        count = 2
        """,
        [([shape("XX")], 1, 1), ([shape("X")], 2, 2)],
        (at((0, 0)), lambda piece: (2, 1) in piece),
    ),
    "an axis and a frozen piece": (
        """board = ".../.../.../..."
        [goal]
        piece = "car"
        edges = "D"
        [pieces.car]
        cells = "X/X"
        axis = true
        [pieces.lorry]
        cells = "XX"
        axis = true
        least = 1
        most = 2
        [pieces.stone]
        cells = "X"
        frozen = true
        """,
        [([shape("X/X")], 1, 1), ([shape("XX")], 1, 2), ([shape("X")], 1, 1)],
        (anywhere, lambda piece: max(piece)[0] == 3),
    ),
    "a table": (
        """board = "...../...../....."
        metric = "slide"
        [goal]
        piece = "car"
        covers = [1, 2]
        to = [3, 2]
        [pieces.car]
        cells = "XXX"
        count = 2
        [pieces.small]
        cells = "X"
        count = 2
        """,
        [([shape("XXX")], 2, 2), ([shape("X")], 2, 2)],
        (lambda piece: (0, 1) in piece, at((2, 1))),
    ),
    "a frozen piece at the goal": (
        """board = "..../...."
        [goal]
        piece = "car"
        covers = [2, 1]
        edges = "U"
        [pieces.car]
        cells = "XX"
        [pieces.stone]
        cells = "X"
        frozen = true
        [pieces.other]
        cells = "X/X"
        """,
        [([shape("XX")], 1, 1), ([shape("X")], 1, 1), ([shape("X/X")], 1, 1)],
        (lambda piece: (1, 0) in piece, lambda piece: min(piece)[0] == 0),
    ),
}


def free_cells(board: str) -> naive_find.Piece:
    return frozenset((r, c) for r, row in enumerate(board.split("/")) for c, cell in enumerate(row) if cell == ".")


def check(folder: Path, text: str, sets, is_start, is_goal, ways=naive_find.any_way) -> None:
    """Find as the slow twin does, and puzzles that are as hard; the goal's piece is the first of the sets."""
    kind = read_kind(text)
    found = find(kind, folder / "found")
    free, wanted = free_cells(text.split('"')[3]), sets[0][0][0]
    starts, goals = (
        lambda piece, is_met=is_met: naive_find.shape(piece) == wanted and is_met(piece)
        for is_met in (is_start, is_goal)
    )
    alone = frozenset().union(*(naive_find.placed(free, [(shapes, 1, 1)]) for shapes, *_ in sets))
    symmetries = naive_find.symmetries_of(*kind.size)[: None if kind.symmetric else 1]
    # Boards may have more symmetries than the rules, as where no two pieces fit in some places at once.
    symmetries = naive_find.of_question(alone, starts, goals, ways, symmetries)
    boards = naive_find.placed(free, sets)
    assert rows_of(found) == naive_find.table(free, boards, starts, goals, kind.metric, ways, symmetries)
    packs = [*hardest_packs(kind, found, Watcher())]
    lengths = [hard.length for _, group in sorted(found.items()) for hard in group.best if hard.length]
    assert [pack[0].length for pack in packs] == lengths
    for pack in packs:
        ((_, (row, column)),) = pack.puzzle.goal.pieces
        assert is_goal(frozenset((r + row, c + column) for r, c in wanted))


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("symmetries", ["true", "false"])
def test_every_board_is_equal_to_the_slow_twin(case, symmetries, tmp_path):
    text, sets, (is_start, is_goal) = CASES[case]
    text = f'kind = "pieces"\nsymmetries = {symmetries}\n' + "\n".join(map(str.strip, text.splitlines()))
    ways = along_or_frozen if "axis" in text else all_or_frozen if "frozen" in text else naive_find.any_way
    check(tmp_path, text, sets, is_start, is_goal, ways=ways)


def all_or_frozen(piece: naive_find.Piece) -> set[naive_find.Cell]:
    return set() if len(piece) == 1 else naive_find.any_way(piece)


def along_or_frozen(piece: naive_find.Piece) -> set[naive_find.Cell]:
    return set() if len(piece) == 1 else naive_find.along(piece)


SHAPES = ["X", "XX", "X/X", "XX/X.", ".X/XX", "XXX", "XX/XX"]


def random_rules(
    seed: int,
) -> tuple[str, list[tuple[list[naive_find.Piece], int, int]], dict[naive_find.Piece, set[naive_find.Cell]]]:
    """Draw a board, a goal of one edge or two, and up to three pieces, some of them frozen or locked to an axis."""
    random = Random(seed)
    board = random.choice(
        [".../...", ".../...", "..../....", ".../.../...", "#../.../...", ".../.../..#", ".../.#./..."]
    )
    names = random.sample(SHAPES, random.choice([1, 2, 3]))
    counts = {name: (least := random.choice([0, 1]), random.choice([1, 2]) if least else 1) for name in names}
    counts[names[0]] = (most := random.choice([1, 1, 2]), most)
    # All pieces must fit at once: the twin learns the limits from the boards, and find from the rules.
    while len(names) > 1 and not naive_find.placed(
        free_cells(board), [([shape(name)], counts[name][1], counts[name][1]) for name in names]
    ):
        names.pop()
    lines = [
        f'kind = "pieces"\nboard = "{board}"\nmetric = "{random.choice(["step", "step", "slide", "move"])}"',
        f'[goal]\npiece = "p0"\nedges = "{random.choice([*"UDLR", "DR"])}"',
    ]
    ways = {}
    for number, name in enumerate(names):
        lines.append(f'[pieces.p{number}]\ncells = "{name}"\nleast = {counts[name][0]}\nmost = {counts[name][1]}')
        rule = random.choice(["", "axis", "frozen"][: 3 if number else 2])
        if rule == "frozen" or (rule and name in ("XX", "X/X", "XXX")):
            lines.append(f"{rule} = true")
            ways[shape(name)] = set() if rule == "frozen" else naive_find.along(shape(name))
    return "\n".join(lines), [([shape(name)], *counts[name]) for name in names], ways


def touches(edges: str, size: naive_find.Cell) -> Callable[[naive_find.Piece], bool]:
    at = {"U": (0, 0), "D": (0, size[0] - 1), "L": (1, 0), "R": (1, size[1] - 1)}
    return lambda piece: all(any(cell[at[edge][0]] == at[edge][1] for cell in piece) for edge in edges)


@pytest.mark.parametrize("seed", range(24))
def test_random_rules_are_equal_to_the_slow_twin(seed, tmp_path):
    """Many goals are one edge: the puzzles that are written ask for a place there, and are as hard."""
    text, sets, ways = random_rules(seed)
    kind = read_kind(text)

    def ways_of(piece: naive_find.Piece) -> set[naive_find.Cell]:
        return ways.get(naive_find.shape(piece), naive_find.any_way(piece))

    check(tmp_path, text, sets, anywhere, touches(kind.question.edges, kind.size), ways=ways_of)


def test_boards_with_two_equal_pieces_of_the_goal_are_counted_up_to_symmetry(tmp_path):
    """A symmetry may map a board to itself, and one piece of the goal to the other."""
    text = """kind = "pieces"
board = ".../..."
[goal]
piece = "a"
to = [1, 2]
[pieces.a]
cells = "X"
count = 2
"""
    assert find(read_kind(text), tmp_path / "found")[2].orbits == {0: 3, 1: 10, 2: 3}


def test_any_shape_is_every_division(tmp_path):
    text = """kind = "pieces"
board = "../.#/.."
[goal]
piece = "any"
covers = [1, 1]
edges = "D"
[pieces.any]
cells = "any"
"""
    kind = read_kind(text)
    free = free_cells("../.#/..")
    found = find(kind, tmp_path / "found")
    few = find(read_kind(f"{text}most = 2\nlargest = 2\n"), tmp_path / "few")
    few_boards = naive_find.placed(free, [([shape("X"), *DOMINOES], 0, 2)])
    for answer, boards in ((found, naive_find.divisions(free)), (few, few_boards)):
        assert rows_of(answer) == naive_find.table(
            free,
            [*boards],
            lambda piece: (0, 0) in piece,
            lambda piece: max(piece)[0] == 2,
            symmetries=naive_find.symmetries_of(3, 2),
        )


def test_klotski_is_as_it_is_known(tmp_path):
    """Its 65,880 boards fall into 898 components; the hardest start of the classic one is also in the atlas."""
    found = find(read_kind(KLOTSKI), tmp_path / "found", top=1)
    group = found[10]
    assert (group.counts["placements"], group.counts["components"], group.longest) == (65_880, 898, 93)
    (pack,) = hardest_packs(read_kind(KLOTSKI), found, Watcher())
    assert pack[0].board_count == 25_955
    assert slidefront.solve(pack.puzzle).optimum == 93


GOAL = '[goal]\npiece = "a"\nto = [1, 1]\n'
A = '[pieces.a]\ncells = "X"\n'


def test_a_file_of_rules_is_read_by_the_command(slidefront_command, tmp_path):
    (tmp_path / "rules.toml").write_text(f'kind = "pieces"\nboard = "..."\n{GOAL}{A}')
    answer = slidefront_command("find", "rules.toml", "--json")
    assert json.loads(answer.out)["pieces"][0]["longest"] == 1
    assert (tmp_path / "data" / "find-pieces-1x3" / "puzzles" / "1-1-1.toml").is_file()


def test_rules_whose_rows_and_columns_counted_from_0_are_not_continued(tmp_path):
    """The same text means another goal since version 2 of the journal."""
    text = f'kind = "pieces"\nboard = "..."\n{GOAL}{A}'
    (tmp_path / JOURNAL_NAME).write_bytes(sealed({"version": 1, "kind": text, "top": 3}))
    with pytest.raises(RunError, match="has version 1, and this slidefront reads version 2"):
        find(read_kind(text), tmp_path)
