"""The contract of a puzzle written in Python: each rule, and each function that relies on it."""
# ruff: noqa: ARG005 - the methods that break rules ignore what they are given

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import slidefront
from examples.pancakes import Pancakes
from examples.rotations import Rotations
from slidefront import BoardError, Goal, Move, Puzzle
from slidefront.errors import ContractError
from slidefront.puzzles.capabilities import LowerBound, WorkingKeys
from tests.messages import refused


class Circle(Puzzle):
    """Numbers in a circle: a move adds or subtracts 1 or 70. A new class is given what differs."""

    name, key_bits, most_successors, home, count, steps = "circle", 13, 4, 0, 5041, (1, 70, -1, -70)
    goal = Goal(5)

    def parse(self, text: str) -> int:
        if not text.isdecimal() or int(text) >= self.count:
            raise BoardError(f"{text!r} is not a number of the circle")
        return int(text)

    def format(self, key: int) -> str:
        if key >= self.count:
            raise BoardError(f"{key} is not a number of the circle")
        return str(key)

    def write_successors(self, work: np.ndarray, out: np.ndarray) -> int:
        after = [(work + np.uint64(step % self.count)) % np.uint64(self.count) for step in self.steps]
        out[: 4 * work.size] = np.concatenate(after)
        return 4 * work.size


def but(**others: Any) -> Puzzle:
    """Make the circle with other attributes or methods."""
    return type("Other", (Circle,), others)()


def only(board: int, end: int, instead: int) -> Callable[[Any, np.ndarray, np.ndarray], int]:
    """Make a `write_successors` in which one move of one board leads to another board."""

    def write_successors(self: Any, work: np.ndarray, out: np.ndarray) -> int:
        count = Circle.write_successors(self, work, out)
        ends = out[:count].reshape(4, -1)
        ends[(ends == end) & (work == board)] = instead
        return count

    return write_successors


def writes(change: Callable[[np.ndarray, np.ndarray, int], Any]) -> Callable[[Any, np.ndarray, np.ndarray], Any]:
    """Make a `write_successors` that changes what was written, and returns what the change returns."""
    return lambda self, work, out: change(work, out, Circle.write_successors(self, work, out))


def to_next(ranks: np.ndarray) -> np.ndarray:
    return (ranks + 1).astype(np.uint64)


def bound_of(function: Callable[[np.ndarray], np.ndarray]) -> LowerBound:
    return type("Bound", (LowerBound,), {"of": lambda self, keys: function(keys)})()


calls = iter(range(10**9))
BROKEN = [
    ("name", {"name": " "}),
    ("metric", {"metric": 5}),
    ("home", {"home": -1}),
    ("home", {"home": np.uint64(0)}),
    ("key_bits", {"home": 1 << 13}),
    ("key_bits", {"key_bits": 0}),
    ("key_bits", {"key_bits": 6}),
    ("most_successors", {"most_successors": 0}),
    ("most_successors", {"write_successors": writes(lambda work, out, count: -count)}),
    ("most_successors", {"write_successors": writes(lambda work, out, count: count + 1)}),
    ("most_successors", {"write_successors": writes(lambda work, out, count: float(count))}),
    ("write_successors", {"most_successors": 3}),
    ("write_successors", {"write_successors": writes(lambda work, out, count: work.fill(1) or count)}),
    ("write_successors", {"write_successors": writes(lambda work, out, count: out.base.fill(1) or count)}),
    (
        "write_successors",
        {"write_successors": writes(lambda work, out, count: out[: count if work.size < 2 else 0].size)},
    ),
    ("write_successors", {"write_successors": writes(lambda work, out, count: count + 0 // work.size)}),
    ("moves", {"write_successors": writes(lambda work, out, count: out[:count].put(0, next(calls) % 5000) or count)}),
    ("inverse", {"steps": (1, 70, 1, 70)}),
    ("inverse", {"write_successors": only(70, 0, 71)}),
    ("format", {"format": lambda self, key: key}),
    ("format", {"format": lambda self, key: f"{key}\n"}),
    ("format", {"goal": Goal(), "format": lambda self, key: {}[key]}),
    ("parse", {"format": lambda self, key: "a"}),
    ("parse", {"parse": lambda self, text: Circle.parse(self, text) + (text == "71")}),
    ("parse", {"parse": lambda self, text: 1 + Circle.parse(self, text)}),
    ("parse", {"parse": lambda self, text: int(text)}),
    ("parse", {"parse": lambda self, text: np.uint64(Circle.parse(self, text))}),
    ("goal", {"goal": 5}),
    ("goal", {"goal": Goal(np.uint64(5))}),  # type: ignore[arg-type]
    ("format", {"goal": Goal(5041)}),
    ("key_bits", {"goal": Goal(1 << 13)}),
    ("meets", {"goal": Goal(partial=True)}),
    ("meets", {"meets": lambda self, keys: keys == 6}),
    ("meets", {"meets": lambda self, keys: (keys == 5).astype(int)}),
    ("selected", {"selected": lambda self, keys: [key == 5 for key in keys]}),
    ("strings", {"strings": lambda self, keys: keys.astype("U") + "!"}),
    ("strings", {"strings": lambda self, keys: keys}),
    ("strings", {"strings": lambda self, keys: {}[keys]}),
    ("are_boards", {"are_boards": lambda self, keys: keys == 0}),
    ("are_boards", {"are_boards": lambda self, keys: True}),
    ("identity", {"identity": lambda self: {"home": np.uint64(0)}}),
    ("moves", {"moves": lambda self, key: [(key + 1) % 5041]}),
    ("moves", {"moves": lambda self, key: [Move("to", str(key + 1), (key + 1) % 5041)]}),
    ("drawing", {"drawing": lambda self, key: "o"}),
    ("working", {"working": type("Halved", (WorkingKeys,), {"unpack": lambda self, work: work >> np.uint64(1)})()}),
    ("lower_bound", {"lower_bound": lambda self: 5}),
    ("lower_bound", {"lower_bound": lambda self: bound_of(lambda keys: keys.astype(np.int16))}),
    ("lower_bound", {"lower_bound": lambda self: bound_of(lambda keys: np.ones(keys.size, np.uint16))}),
    ("size", {"size": 5041}),
    ("size", {"size": lambda self: 5041}),
    ("ranking", {"ranking": lambda self: 5}),
    ("ranking", {"ranking": lambda self: SimpleNamespace(ranks=lambda keys: keys.astype(int), keys=to_next)}),
    ("ranking", {"ranking": lambda self: type("None", (), {"ranks": lambda self, keys: keys.astype(int) - 1})()}),
]


@pytest.mark.parametrize(("rule", "others"), BROKEN)
def test_broken_rule_is_named_with_a_board(rule: str, others: dict[str, Any]) -> None:
    message = refused(ContractError, slidefront.check_puzzle, but(**others))
    assert "breaks a rule: " in message
    with pytest.raises(ContractError) as caught:
        slidefront.load(but(**others))
    assert caught.value.rule == rule
    assert caught.value.key is None or "key 0x" in message


def test_moves_to_different_boards_have_different_names() -> None:
    puzzle = but(moves=lambda self, key: [Move("a", "L", (key + step) % 5041) for step in self.steps])
    assert "two moves have the name 'a L'" in refused(ContractError, slidefront.check_puzzle, puzzle)


def test_every_move_changes_the_parity_class() -> None:
    odd = {"parity_of": lambda self, keys: (keys % 2).astype(np.int8)}
    slidefront.check_puzzle(but(count=5040, steps=(1, 71, -1, -71), **odd))
    assert "from parity class 0 to 1" in refused(ContractError, slidefront.check_puzzle, but(**odd))


def test_object_that_is_no_puzzle_is_refused() -> None:
    for value in ("8-puzzle", None, Circle):
        assert "is not a puzzle" in refused(slidefront.PuzzleError, slidefront.check_puzzle, value)


def test_keys_and_counts_are_checked_far_from_home(tmp_path: Path) -> None:
    """Where no search for inverses looks, because the puzzle hides the moves of a few boards there."""

    def far(change: Callable[[np.ndarray, int], Any]) -> Any:
        return writes(lambda work, out, count: change(out, count) if (work == 1000).any() else count)

    def widen(out: np.ndarray, count: int) -> int:
        out[0] = 1 << 13
        return count

    hidden: dict[str, Any] = {"edges": lambda self, keys: (np.arange(0), keys[:0])}
    too_many = far(lambda out, count: out.size + 1), "at most most_successors"
    for write_successors, text in ((far(widen), "does not fit key_bits"), too_many):
        puzzle = but(write_successors=write_successors, **hidden)
        with pytest.raises(ContractError, match=text):
            slidefront.expand(puzzle, out=tmp_path / "run")


def test_used_move_bits_may_leave_out_only_the_move_back() -> None:
    class Used(WorkingKeys):
        bits = 2
        pack = staticmethod(lambda keys: keys << np.uint64(2))  # type: ignore[assignment]
        unpack = staticmethod(lambda work: work >> np.uint64(2))  # type: ignore[assignment]

    class Bits(Circle):
        """A path on which a used bit prevents a move forward (1) or back (2)."""

        used, working = (1, 2), Used()

        def write_successors(self, work: np.ndarray, out: np.ndarray) -> int:
            parts = []
            for bit, step, end in ((1, 4, self.count - 1), (2, -4, 0)):
                free = work[(work & np.uint64(bit) == 0) & (work >> np.uint64(2) != end)]
                after = (free >> np.uint64(2) << np.uint64(2)) + np.int64(step).astype(np.uint64)
                parts.append(after | np.uint64(self.used[bit == 1]))
            successors = np.concatenate(parts)
            out[: successors.size] = successors
            return successors.size

    slidefront.check_puzzle(Bits())
    short = type("Short", (Bits,), {"count": 60, "goal": Goal(7)})()
    assert len([*slidefront.iter_layers(short, [0])]) == 60
    wrong = type("Wrong", (Bits,), {"used": (2, 1)})()
    assert "used-move bit" in refused(ContractError, slidefront.check_puzzle, wrong)


USES: dict[str, Callable[[Puzzle, Path], Any]] = {
    "check_puzzle": lambda puzzle, _: slidefront.check_puzzle(puzzle),
    "draw_board": lambda puzzle, _: slidefront.draw_board(puzzle),
    "expand": lambda puzzle, path: slidefront.expand(puzzle, out=path / "new"),
    "iter_layers": lambda puzzle, _: [*slidefront.iter_layers(puzzle, [0])],
    "make_table": lambda puzzle, path: slidefront.make_table(puzzle, path / "new.table"),
    "successors": lambda puzzle, _: slidefront.successors(puzzle, np.zeros(1, np.uint64)),
    "open_run": lambda puzzle, path: slidefront.open_run(path / "run", puzzle),
    "open_space": lambda puzzle, _: slidefront.open_space(puzzle),
    "problems": lambda puzzle, _: slidefront.problems(puzzle, [2], 1),
    "read_route": lambda puzzle, _: slidefront.read_route(puzzle, "to 1"),
    "solve": lambda puzzle, _: slidefront.solve(puzzle, "7"),
    "moves": lambda puzzle, _: puzzle.moves(0),
}


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("others", [{"steps": (1, 1, 1, 1), "count": 10}, {"key_bits": 6}, {"most_successors": 3}])
def test_every_use_of_a_broken_puzzle_names_the_rule(use: str, others: dict[str, Any], tmp_path: Path) -> None:
    slidefront.expand(but(), depth=1, out=tmp_path / "run")
    with pytest.raises(ContractError, match="breaks a rule: "):
        USES[use](but(**others), tmp_path)
    assert not (tmp_path / "new").exists()


def test_faults_far_from_home_are_found_while_exploring(tmp_path: Path) -> None:
    for use in ("expand", "iter_layers", "open_space"):
        puzzle = but(count=700, steps=(1, -1, 1, -1), write_successors=only(300, 301, 299))
        with pytest.raises(ContractError, match=r"no move leads back from 300 \(key 0x12c\) to 301"):
            USES[use](puzzle, tmp_path)
    with pytest.raises(ContractError, match="no move leads back from 2500"):
        slidefront.expand(but(write_successors=only(2500, 2501, 2499)), start="2501", depth=1, out=tmp_path / "far")
    # No sample of moves sees that a board is in two layers: moves lead around a ring in one direction.
    ring = but(
        steps=(1, 1, 1, 1), count=10, successor_pairs=lambda self, keys: (np.arange(0), keys[:0]), is_checked=True
    )
    with pytest.raises(ContractError, match="moves lead at depth 10 to an earlier layer again"):
        slidefront.expand(ring, out=tmp_path / "run")


@pytest.mark.parametrize("depth", [None, 30])
@pytest.mark.parametrize(
    ("count", "write_successors", "is_good"),
    [
        (1300, Circle.write_successors, True),
        (1300, only(1000, 1001, 999), False),
        (1300, only(1001, 1000, 1002), False),
        (800, only(300, 301, 299), False),
    ],
)
def test_deep_verification_checks_all_inverses(
    count: int, write_successors: Any, is_good: bool, depth: int | None, tmp_path: Path
) -> None:
    puzzle = but(count=count, write_successors=write_successors, is_built_in=True)
    slidefront.expand(puzzle, depth=depth, out=tmp_path / "run")
    puzzle = but(count=count, write_successors=write_successors, is_checked=True)
    run = slidefront.open_run(tmp_path / "run", puzzle)
    if is_good:
        assert slidefront.verify(run, deep=True).good
    else:
        with pytest.raises(ContractError, match="no move leads back from"):
            slidefront.verify(run, deep=True)


def test_repeats_and_self_loops_are_allowed(tmp_path: Path) -> None:
    """Also if a move is repeated and its inverse is not."""
    puzzle = but(count=1300, most_successors=5, write_successors=writes(repeat_some))
    run = slidefront.expand(puzzle, out=tmp_path / "run")
    assert slidefront.verify(run, deep=True).good
    assert slidefront.solve(puzzle, "650").optimum == slidefront.open_space(puzzle, "goal").depth_of("650")


def repeat_some(work: np.ndarray, out: np.ndarray, count: int) -> int:
    """Let boards that 3 divides move to themselves, and others repeat a move."""
    extra = out[count : count + work.size]
    extra[:] = np.where(work % np.uint64(3) == 0, work, out[: work.size])
    return count + work.size


@pytest.mark.parametrize("puzzle", [Pancakes(5), Rotations(), Circle()])
def test_valid_puzzles_pass(puzzle: Puzzle) -> None:
    slidefront.check_puzzle(puzzle)
    assert puzzle.is_checked
    assert puzzle.with_goal(puzzle.home).is_checked


@pytest.mark.parametrize("name", ["8-puzzle", "klotski", "euler-766-example", "mural-frozen", "3x5+1x2", "6x6"])
def test_built_in_families_pass(name: str) -> None:
    for metric in slidefront.load(name).metrics:
        slidefront.check_puzzle(slidefront.load(name, metric), board_count=50)
