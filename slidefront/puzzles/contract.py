"""Checks that a puzzle written in Python keeps the contract of `Puzzle`.

Layers, searches and routes rely on rules that no type checker sees: every move has an inverse, `write_successors`
writes at most `most_successors` boards for each board, `parse` reads what `format` writes. If a puzzle breaks a rule,
its layers are wrong without any other sign. So slidefront checks the rules three times:

    Contract.check_all    all rules on the boards near home, once per puzzle object, before its first use
    Contract.write_into   the counts and key widths of all successors, whenever moves are made
    check_inverses        the inverses of all moves of some boards: of a sample of each new layer (`check_layer`), and
                          in a deep verification (`check.verify`), of small runs and of suspicious boards

`core.check_puzzle` and the methods of `Puzzle` call the first two. The two families of slidefront skip all checks,
because the tests of slidefront cover their contract.
"""

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
import numpy.typing as npt

from slidefront import units
from slidefront.arrays import KEY_BITS, Keys, key_array
from slidefront.errors import BoardError, ContractError
from slidefront.moves import reach
from slidefront.puzzles.capabilities import Drawing, Goal, Move, Size
from slidefront.watch import Interrupted

if TYPE_CHECKING:
    from slidefront.puzzles.core import Puzzle

LAYER_SAMPLE = 16
"""The number of boards of each new layer whose moves are checked for inverses."""
_GUARD = np.uint64(0xA5A5_5A5A_C3C3_3C3C)
_AT_ONCE = 1024
_NO_BOARDS = ("", "\0", "no board")


def check_inverses(puzzle: "Puzzle", keys: Keys) -> None:
    """Raise PuzzleError if a move from one of the boards has no inverse."""
    for first in range(0, keys.size, _AT_ONCE):
        starts = keys[first : first + _AT_ONCE]
        rows, after = puzzle.successor_pairs(starts)
        moves = {*zip(starts[rows].tolist(), after.tolist(), strict=True)}
        ends = np.unique(after)
        rows, after = puzzle.successor_pairs(ends)
        inverses = {*zip(after.tolist(), ends[rows].tolist(), strict=True)}
        if one_way := moves - inverses:
            Contract(puzzle).refuse_one_way(*min(one_way))


def check_layer(puzzle: "Puzzle", depth: int, sample: Keys, repeated: int | None = None) -> None:
    """Raise PuzzleError if a move from a sample of a new layer has no inverse.

    `repeated` is a board of the layer that an earlier layer contains too, which has the same cause. Puzzles of the two
    families are not checked.
    """
    if puzzle.is_built_in:
        return
    if repeated is not None:
        what = f"every move needs an inverse, and without one moves lead at depth {depth} to an earlier layer again,"
        raise Contract(puzzle).error("inverse", what, repeated, " to")
    chosen = np.random.default_rng(depth).permutation(sample.size)[:LAYER_SAMPLE]  # different ones in each layer
    check_inverses(puzzle, sample[chosen])


class Contract:
    """The checks of one puzzle."""

    def __init__(self, puzzle: "Puzzle") -> None:
        self.puzzle = puzzle
        self.is_wide = False

    def check_all(self, board_count: int) -> None:
        """Check all rules on about `board_count` boards near home."""
        puzzle = self.puzzle
        for name in ("name", "metric"):
            value = getattr(puzzle, name, None)
            is_text = isinstance(value, str) and value.strip()
            self.require(name, is_text, f"{name} must be a text that is not empty, and is {value!r}")
        for name, least in (("key_bits", 1), ("most_successors", 1), ("home", 0)):
            value = getattr(puzzle, name, None)
            is_number = type(value) is int and value >= least
            self.require(name, is_number, f"{name} must be an int of {least} or more, and is {value!r}")
        self.is_wide = puzzle.key_bits > KEY_BITS
        self.check_board(puzzle.home, "home")
        self.check_goal()
        self.call("identity", lambda: json.dumps(puzzle.identity(), sort_keys=True))
        near_home = self.walk(board_count)
        for key in near_home:
            self.check_board(key)
        self.check_bulk_methods(near_home)
        if not self.is_wide:
            self.check_capabilities(np.array(near_home, np.uint64))

    # Errors

    def require(self, rule: str, holds: object, what: str, key: int | None = None) -> None:
        """Raise ContractError unless a rule holds; `key` is a board for which it is broken."""
        if not holds:
            raise self.error(rule, what, key)

    def refuse_one_way(self, start: int, end: int) -> NoReturn:
        """Raise the error for a move without an inverse."""
        what = f"every move needs an inverse, and no move leads back from {self.text(end)}"
        raise self.error("inverse", what, start, " to")

    def error(self, rule: str, what: str, key: int | None = None, link: str = " for") -> ContractError:
        """Return the error for a broken rule."""
        name = getattr(self.puzzle, "name", type(self.puzzle).__name__)
        board = "" if key is None else f"{link} {self.text(key)}"
        error = ContractError(f"the puzzle {name} breaks a rule: {what}{board}")
        error.rule, error.key = rule, key
        return error

    def text(self, key: int) -> str:
        """Write a board for a message, as far as the puzzle can write it."""
        with suppress(Exception):
            return f"{self.puzzle.format(key)} (key {key:#x})"
        return f"key {key:#x}"

    def call(self, name: str, function: Callable[..., Any], *arguments: Any, key: int | None = None) -> Any:
        """Call a method of the puzzle, and turn any exception into an error that names the method."""
        try:
            return function(*arguments)
        except (ContractError, Interrupted, MemoryError):
            raise
        except Exception as error:  # a foreign method may raise anything
            raise self.error(name, f"{name} fails with {type(error).__name__}: {error};", key) from error

    def call_in_bulk(self, name: str, function: Any, boards: Any, kinds: str) -> npt.NDArray[Any]:
        """Call a method for many boards, and check the form of the array that it returns."""
        array = self.call(name, function, boards)
        form = {"b": "truth values", "U": "texts", "u": "keys of type uint64"}.get(kinds, "integers")
        is_right = isinstance(array, np.ndarray) and array.dtype.kind in kinds and array.shape == (len(boards),)
        self.require(name, is_right, f"{name} must return a numpy array of {form}, one for each board, and does not")
        return np.asarray(array)

    # Boards and the goal

    def check_board(self, key: int, what: str = "a key") -> None:
        """Check that a key fits `key_bits`, and that `parse` reads what `format` writes."""
        bits = self.puzzle.key_bits
        self.require("key_bits", 0 <= key < 1 << bits, f"{what} is {key:#x}, which does not fit key_bits = {bits}")
        text = self.call("format", self.puzzle.format, key, key=key)
        is_line = isinstance(text, str) and text.splitlines() == [text]
        self.require("format", is_line, f"format must return a text of one line, and returns {text!r}", key)
        again = self.call("parse", self.puzzle.parse, text, key=key)
        is_same = type(again) is int and again == key
        self.require("parse", is_same, f"parse must read what format writes, and makes {again!r} of {text!r}", key)

    def check_goal(self) -> None:
        """Check the goal, and that `parse` raises BoardError for a text that is not a board."""
        goal = self.puzzle.goal
        is_goal = isinstance(goal, Goal) and type(goal.key) in (int, type(None))
        self.require("goal", is_goal, f"goal must be a slidefront.Goal whose key is an int, and is {goal!r}")
        if goal.key is not None:
            self.check_board(goal.key, "the key of the goal")
        for text in _NO_BOARDS:
            try:
                self.puzzle.parse(text)
            except BoardError:
                continue
            except Exception as error:
                what = f"parse must raise BoardError for a text that is not a board, and raises {type(error).__name__}"
                raise self.error("parse", f"{what} for {text!r}") from error

    # Moves

    def walk(self, boards: int) -> list[int]:
        """Make the moves of the boards nearest to home, check that each has an inverse, and return all boards seen."""
        after: dict[int, list[int]] = {}
        seen = {self.puzzle.home}

        def successors(key: int) -> list[int]:
            after[key] = self.successors(key)
            seen.update(after[key])
            return after[key]

        for _ in reach([self.puzzle.home], successors):
            if len(seen) >= max(boards, 2):
                break
        back = after | {key: self.successors(key) for key in seen - after.keys()}
        for start, ends in after.items():
            for end in ends:
                if start not in back[end]:
                    self.refuse_one_way(start, end)
        if not self.is_wide:
            self.check_together(sorted(back), {end for ends in back.values() for end in ends})
            self.check_together([], set())
        return sorted(seen)

    def successors(self, key: int) -> list[int]:
        """Return the boards after all moves of a board, and check that `moves` lists the same moves."""
        moves = self.call("moves", self.puzzle.moves, key, key=key)
        are_moves = isinstance(moves, list) and all(isinstance(move, Move) for move in moves)
        self.require("moves", are_moves, "moves must return a list of slidefront.Move", key)
        ends: dict[str, int] = {}
        for move in moves:
            is_unique = ends.setdefault(str(move), move.key) == move.key
            self.require("moves", is_unique, f"two moves have the name {str(move)!r}", key)
        if self.is_wide:
            return [*ends.values()]
        after: list[int] = self.successors_of([key]).tolist()
        what = "moves and write_successors must lead to the same boards, and do not"
        self.require("moves", {*after} == {*ends.values()}, what, key)
        return after

    def check_together(self, keys: list[int], after: set[int]) -> None:
        """Check that `write_successors` makes the same moves for many boards at once as for each board alone."""
        together = {*self.successors_of(keys).tolist()}
        if together != after:
            what = "write_successors must make the same moves for many boards as for each of them"
            example = min(together ^ after)
            raise self.error("write_successors", f"{what}, and does not: see the moves to", example, "")

    def successors_of(self, keys: Sequence[int]) -> Keys:
        """Call `write_successors` with the front half of an array, and check that it writes to nothing else."""
        puzzle, size = self.puzzle, len(keys) * self.puzzle.most_successors
        example = keys[0] if keys else None
        work = self.call("working", puzzle.working.pack, key_array(keys, puzzle.key_bits), key=example)
        again = self.call("working", puzzle.working.unpack, work, key=example).tolist()
        self.require("working", again == [*keys], "working.unpack must undo working.pack, and does not", example)
        before, room = work.copy(), np.full(2 * size + 8, _GUARD)
        count = self.write_into(work, room[:size], example)
        what = "write_successors must not change the boards it is given, and does"
        self.require("write_successors", np.array_equal(work, before), what, example)
        what = "write_successors must not write behind the end of out, and does"
        self.require("write_successors", (room[size:] == _GUARD).all(), what, example)
        return np.asarray(self.call("working", puzzle.working.unpack, room[:count], key=example))

    def write_into(self, work: Keys, out: Keys, example: int | None) -> int:
        """Call `write_successors`, and check how many successors it writes, and their widths."""
        puzzle = self.puzzle
        count = self.call("write_successors", puzzle.write_successors, work, out, key=example)
        if not isinstance(count, int | np.integer) or not 0 <= count <= out.size:
            most = f"most_successors = {puzzle.most_successors} for each board"
            what = f"write_successors must return how many successors it writes, at most {most}, and returns {count!r}"
            boards = units.counted(work.size, "board")
            raise self.error("most_successors", what, example, f" for {boards}, the first of them")
        widest = int(out[:count].max(initial=0))
        if widest >> (puzzle.key_bits + puzzle.working.bits):
            key = f"{widest >> puzzle.working.bits:#x}"
            what = f"write_successors makes {key}, which does not fit key_bits = {puzzle.key_bits},"
            raise self.error("key_bits", what, example)
        return int(count)

    # Methods for many boards, and capabilities

    def check_bulk_methods(self, boards: list[int]) -> None:
        """Check the methods that every puzzle has for an array of keys."""
        puzzle, keys = self.puzzle, key_array(boards, self.puzzle.key_bits)
        texts = self.call_in_bulk("strings", puzzle.strings, keys, "U")
        for key, text in zip(boards, texts.tolist(), strict=True):
            what = f"strings must write each board as format does, and writes {text!r}"
            self.require("strings", text == puzzle.format(key), what, key)
        are_boards = self.call_in_bulk("are_boards", puzzle.are_boards, keys, "b")
        what = "are_boards must be true of a board that moves reach"
        self.require("are_boards", are_boards.all(), what, boards[are_boards.argmin()])
        if puzzle.goal:
            self.call_in_bulk("meets", puzzle.meets, keys, "b")
            self.call_in_bulk("selected", puzzle.selected, keys, "b")
        if puzzle.goal.key is not None:
            goal = key_array([puzzle.goal.key], puzzle.key_bits)
            self.require("meets", puzzle.meets(goal)[0], "meets must be true of the goal", puzzle.goal.key)

    def check_capabilities(self, keys: Keys) -> None:
        """Check the optional capabilities that the puzzle has."""
        puzzle, module = self.puzzle, "slidefront.puzzles.capabilities"
        drawing = self.call("drawing", puzzle.drawing, puzzle.home, key=puzzle.home)
        what = f"drawing must return a Drawing of {module}, or None"
        self.require("drawing", isinstance(drawing, Drawing | None), what)
        if puzzle.parity_of is not None:
            rows, after = puzzle.successor_pairs(keys)
            classes = self.call_in_bulk("parity_of", puzzle.parity_of, np.concatenate([keys, after]), "iu")
            is_same = classes[: keys.size][rows] == classes[keys.size :]
            if is_same.any() or not ((classes == 0) | (classes == 1)).all():
                what = "every move must lead from parity class 0 to 1 or back"
                raise self.error("parity_of", what, int(keys[rows[is_same.argmax()]]))
        size = self.call("size", lambda: puzzle.size())
        self.require("size", isinstance(size, Size | None), f"size must return a Size of {module}, or None")
        self.check_lower_bound(keys)
        if (ranking := self.call("ranking", lambda: puzzle.ranking())) is not None:
            ranks = self.call_in_bulk("ranking", lambda keys: ranking.ranks(keys), keys, "i")
            again = self.call_in_bulk("ranking", lambda ranks: ranking.keys(ranks), ranks.clip(0), "u")
            what = "the ranking must number each board that moves reach"
            self.require("ranking", np.array_equal(again, keys), what, int(keys[0]))
        if puzzle.working.bits:
            self.check_used_moves(keys)

    def check_lower_bound(self, keys: Keys) -> None:
        """Check that the lower bound is 0 if a board meets the goal."""
        puzzle = self.puzzle
        if puzzle.goal and (bound := self.call("lower_bound", lambda: puzzle.lower_bound())) is not None:
            boards = keys if puzzle.goal.key is None else np.append(keys, np.uint64(puzzle.goal.key))
            moves = self.call_in_bulk("lower_bound", lambda keys: bound.of(keys), boards, "u")
            wrong = boards[puzzle.meets(boards) & (moves > 0)]
            if wrong.size:
                raise self.error("lower_bound", "lower_bound must be 0 if a board meets the goal,", int(wrong[0]))

    def check_used_moves(self, keys: Keys) -> None:
        """Check that used-move bits leave out only moves that lead back."""
        puzzle = self.puzzle
        for key in keys.tolist():
            out = np.empty(puzzle.most_successors, np.uint64)
            count = self.write_into(puzzle.working.pack(np.array([key], np.uint64)), out, key)
            for i in range(count):
                after, onward = out[i : i + 1], np.empty_like(out)
                unused = puzzle.working.unpack(onward[: self.write_into(after, onward, key)])
                every = puzzle.successors(puzzle.working.unpack(after))
                left_out = {*every.tolist()} - {*unused.tolist()}
                what = "a used-move bit may only leave out the move that leads back,"
                self.require("working", left_out <= {key}, what, key)
