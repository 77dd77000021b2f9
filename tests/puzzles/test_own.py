"""Puzzles that are written in Python: the two of examples/, and what the base class does for any other."""

import pickle
from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import slidefront
from examples.pancakes import Pancakes
from examples.rotations import BLOCKS, Rotations
from slidefront import BoardError, ContractError, Goal, Puzzle, PuzzleError, Run, RunError
from slidefront.arrays import Keys
from slidefront.frames.columns import select
from slidefront.puzzles.capabilities import Bounds, LowerBound, Selection
from slidefront.puzzles.core import identity_hash
from slidefront.watch import Watcher
from tests.cli.conftest import Command
from tests.cli.conftest import slidefront as command  # noqa: F401 - a fixture
from tests.messages import refused
from tests.strategies_blocks import expanded, one
from tests.worlds import some

ROOT = Path(__file__).parents[2]
GROWTH = {
    "pancakes-9": [1, 8, 56, 391, 2278, 10666, 38015, 93585, 132697, 79379, 5804],
    "rotations": [1, 8, 52, 328, 1996, 11336, 51582, 130042, 125929, 39706, 1880, 20],
}


def turned_pancakes(board: str) -> Iterator[str]:
    for upper in range(2, len(board) + 1):
        yield board[:upper][::-1] + board[upper:]


def turned_blocks(board: str) -> Iterator[str]:
    for cells in BLOCKS.values():
        for by in (1, 3):
            after = list(board)
            for place, cell in enumerate(cells):
                after[cells[(place + by) % 4]] = board[cell]
            yield "".join(after)


Turns = Callable[[str], Iterator[str]]
BOTH = pytest.mark.parametrize("name", GROWTH)
PUZZLES: dict[str, tuple[Puzzle, Turns]] = {
    "pancakes-9": (Pancakes(9), turned_pancakes),
    "rotations": (Rotations(), turned_blocks),
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Run]:
    folder = tmp_path_factory.mktemp("own")
    return {name: slidefront.expand(puzzle, out=folder / name) for name, (puzzle, _) in PUZZLES.items()}


@pytest.mark.parametrize("file", ["pancakes.py", "rotations.py"])
def test_example_is_short_and_in_the_docs(file: str) -> None:
    text = (ROOT / "examples" / file).read_text("utf-8")
    assert len(text.splitlines()) <= 40
    assert f"```python\n{text}```" in (ROOT / "docs" / "own-puzzles.md").read_text("utf-8")


@BOTH
@some
@given(st.permutations("123456789"))
def test_moves_match_strings_and_have_inverses(name: str, order: list[str]) -> None:
    puzzle, turns = PUZZLES[name]
    board = "".join(order)
    key = puzzle.parse(board)
    assert puzzle.format(key) == board
    assert sorted(map(puzzle.format, expanded(puzzle, one(key)).tolist())) == sorted(turns(board))
    assert sorted(move.key for move in puzzle.moves(key)) == sorted(expanded(puzzle, one(key)).tolist())
    assert all(key in expanded(puzzle, one(after)) for after in expanded(puzzle, one(key)).tolist())


@BOTH
def test_own_puzzle_has_known_layers(whole: dict[str, Run], name: str) -> None:
    run = whole[name]
    assert [layer.board_count for layer in run.layers] == GROWTH[name]
    assert (run.board_count, run.manifest.whole, run.manifest.total) == (362_880, True, None)
    assert [layer.selected_count for layer in run.layers] == [1] + [0] * run.last_depth
    assert sorted(np.concatenate([run.keys(depth) for depth in range(run.last_depth + 1)]).tolist()) == sorted(
        int("".join(order), 16) for order in permutations("123456789")
    )


@BOTH
def test_own_run_is_resumed_verified_and_reopened(whole: dict[str, Run], name: str, tmp_path: Path) -> None:
    puzzle, _ = PUZZLES[name]
    digests = [layer.digest for layer in whole[name].layers[:6]]
    for depth in (3, 5):
        run = slidefront.expand(puzzle, depth=depth, out=tmp_path / "run")
    assert [layer.digest for layer in run.layers] == digests
    again = slidefront.open_run(run.path, puzzle=type(puzzle)())
    assert slidefront.verify(again, deep=True).good
    (run.path / "layers" / "0004" / "part-00000.parquet").unlink()
    report = slidefront.verify(again)
    assert (report.good, report.safe) == (False, 3)
    repaired = slidefront.repair(report)
    assert [layer.digest for layer in repaired.layers] == digests
    again = slidefront.open_run(run.path, puzzle=puzzle)
    assert slidefront.verify(again, deep=True).good
    assert again.keys(4).tolist() == whole[name].keys(4).tolist()


@BOTH
def test_routes_searches_and_data_frames_agree_with_the_layers(whole: dict[str, Run], name: str) -> None:
    puzzle, _ = PUZZLES[name]
    run = whole[name]
    deepest = slidefront.hardest(run)[0]
    assert (deepest.depth, deepest.board_count) == (run.last_depth, GROWTH[name][-1])
    frame = slidefront.to_pandas(run, [0, 1, run.last_depth], "state,depth,board,goal")
    assert frame["goal"].tolist().count(True) == 1
    assert frame["board"].tolist() == [puzzle.format(key) for key in frame["state"].tolist()]
    for depth in (1, 4, run.last_depth):
        board = puzzle.format(int(run.keys(depth)[-1]))
        solved = slidefront.solve(puzzle, board)
        traced = run.route(board)
        assert (solved.optimum, solved.algorithm, traced.length) == (depth, "bidirectional", depth)
        assert slidefront.solve(puzzle, board, algorithm="bfs").optimum == depth
        assert slidefront.read_route(puzzle, "\n".join(map(str, traced.moves)), board) == traced
    assert slidefront.stats(run).boards.deepest == run.last_depth
    assert puzzle.facts()["goal"] == puzzle.format(puzzle.home)


def test_run_of_another_own_puzzle_is_refused(whole: dict[str, Run]) -> None:
    folder = whole["pancakes-9"].path
    message = refused(RunError, lambda: slidefront.open_run(folder, puzzle=Pancakes(8)))
    assert message == f"{folder} is a run of pancakes-9, not of this pancakes-8"
    assert "pancakes-9" in refused(RunError, lambda: slidefront.expand(Rotations(), out=folder))


@pytest.mark.parametrize(
    "words",
    [["hardest"], ["depth", "123456789", "--routes"], ["depth", "123456789"], ["export"], ["verify"], ["problems"]],
)
def test_command_line_explains_own_puzzles(
    whole: dict[str, Run],
    command: Command,  # noqa: F811
    words: list[str],
) -> None:
    folder = str(whole["rotations"].path)
    error = command(words[0], folder, *words[1:], code=2).err
    assert error.splitlines()[-1] == (
        f"slidefront: the puzzle of {folder} is written in Python: open the run there, with "
        f"slidefront.open_run(path, puzzle=...)"
    )
    assert "Traceback" not in error


def test_command_line_reads_own_run(
    whole: dict[str, Run],
    command: Command,  # noqa: F811
) -> None:
    assert "125,929" in command("stats", str(whole["rotations"].path)).out


class Ends(Pancakes):
    """Pancakes whose goal is partial: the smallest and the largest in place."""

    def __init__(self) -> None:
        super().__init__(5)
        self.name = "ends"
        self.goal = Goal(partial=True)

    def meets(self, keys: np.ndarray) -> np.ndarray:
        return (keys >> np.uint64(16) == 1) & (keys & np.uint64(15) == 5)


def test_own_puzzle_with_partial_goal_is_solved(tmp_path: Path) -> None:
    puzzle = Ends()
    run = slidefront.expand(puzzle, out=tmp_path / "run")
    assert sum(layer.selected_count for layer in run.layers) == 6
    solved = slidefront.solve(puzzle, "54321")
    assert (solved.algorithm, solved.optimum) == ("bfs", 1)
    assert "partial" in refused(BoardError, lambda: slidefront.solve(puzzle, "54321", algorithm="bidirectional"))
    new_goal = puzzle.with_goal("21345")
    for same in (new_goal, pickle.loads(pickle.dumps(new_goal)), deepcopy(new_goal), new_goal.with_goal("21345")):
        slidefront.check_puzzle(same)
        assert slidefront.solve(same, "54321").optimum == slidefront.solve(Pancakes(5), "54321", "21345").optimum > 1
    puzzle.__class__ = Pancakes
    assert "must define `meets`" in refused(PuzzleError, puzzle.meets_goal, puzzle.home)


def test_space_of_own_puzzle_is_opened_after_its_check() -> None:
    class Unwritten(Pancakes):
        def format(self, key: int) -> str:  # noqa: ARG002
            raise RuntimeError("not written yet")

    for call in (slidefront.open_space, slidefront.hardest, lambda puzzle: slidefront.grade(puzzle, "54321")):
        assert "format fails with RuntimeError: not written yet" in refused(ContractError, call, Unwritten(5))


def test_plain_puzzle_lacks_optional_capabilities() -> None:
    puzzle = Rotations()
    assert (puzzle.size(), puzzle.parity_of, puzzle.frame, puzzle.lower_bound()) == (None,) * 4
    assert puzzle.theory.connects(puzzle.home, 5) is None
    assert puzzle.theory.connects(puzzle.home, puzzle.home) is True
    assert puzzle.selection is Selection.GOAL
    assert "has no column 'at_1'" in refused(PuzzleError, select, puzzle, "at_1")
    assert "IDA* needs a lower bound" in refused(
        PuzzleError, lambda: slidefront.solve(puzzle, "213456789", algorithm="ida")
    )


class GapPancakes(Pancakes):
    """A move changes one pair of neighbours, so the pairs that differ by more than 1 are a lower bound."""

    def lower_bound(self, watcher: Watcher | None = None) -> LowerBound:  # noqa: ARG002
        class Gaps(LowerBound):
            def of(_, keys: Keys) -> Bounds:  # noqa: N805
                stacks = np.array([[*map(int, self.format(key)), 10] for key in keys.tolist()])
                return np.count_nonzero(abs(np.diff(stacks)) > 1, axis=1).astype(np.uint16)

        return Gaps()


def test_own_lower_bound_enables_ida() -> None:
    solved = slidefront.solve(GapPancakes(9), "513972468", algorithm="ida")
    assert solved.status == "optimal"
    assert solved.length == slidefront.solve(Pancakes(9), "513972468").length


def test_identities_differ_by_what_layers_depend_on() -> None:
    other = Rotations()
    other.metric = "half-turn"
    puzzles = [Rotations(), Pancakes(8), Pancakes(9), Rotations().with_goal("213456789"), other]
    assert len({identity_hash(puzzle) for puzzle in puzzles}) == len(puzzles)
    assert identity_hash(Rotations()) == identity_hash(Rotations())
