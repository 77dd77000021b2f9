"""The contract of a puzzle that is written in Python, and the checks of it.

Layers, searches and routes rely on rules that no type checker sees: every move has an inverse, `write_successors`
writes at most `most_successors` boards for each board, `parse` reads what `format` writes. If a puzzle breaks one of
them, its layers are wrong without any other sign. slidefront checks the rules at three times:

    check_puzzle      all rules on the boards near home, once for each puzzle object, before its first use
    write_successors  counts and key widths of all successors, whenever moves are made (see `core.Puzzle`)
    check_inverses    the inverses of all moves of some boards: of a sample of each new layer, and of all boards when a
                      run is verified deeply (`check.inverses`)

The families of slidefront skip all three, because its own tests hold their contract.
"""

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from slidefront import units
from slidefront.arrays import KEY_BITS, Keys, key_array
from slidefront.errors import BoardError, ContractError, PuzzleError
from slidefront.puzzles.capabilities import Drawing, Goal, Move, Size
from slidefront.puzzles.core import Puzzle, identity_hash
from slidefront.watch import Interrupted

BOARDS = 200
"""How many boards near home `check_puzzle` makes before it stops."""
SAMPLE = 16
"""How many boards of each new layer are checked for inverses."""
_GUARD = np.uint64(0xA5A5_5A5A_C3C3_3C3C)
_AT_ONCE = 1024  # boards
_NO_BOARDS = ("", "\0", "no board")


def require_contract(puzzle: Puzzle) -> None:
    """Check a puzzle that is written in Python once, before its first use; refuse what is not a puzzle."""
    check_is_puzzle(puzzle)
    if not (puzzle.is_built_in or puzzle.is_checked):
        check_puzzle(puzzle)


def check_is_puzzle(puzzle: object) -> None:
    """Refuse what is not a puzzle."""
    if not isinstance(puzzle, Puzzle):
        raise PuzzleError(f"a {type(puzzle).__name__} is not a puzzle: slidefront.load makes one of a name or a path")


def checked_successors(puzzle: Puzzle, work: Keys, out: Keys) -> int:
    """Call `write_successors` of a puzzle written in Python, and check the count and the widths of the successors."""
    require_contract(puzzle)
    example = int(puzzle.working.unpack(work[:1])[0]) if work.size else None
    return _Contract(puzzle).write_into(work, out[: work.size * puzzle.most_successors], example)


def check_puzzle(puzzle: Puzzle, boards: int = BOARDS) -> None:
    """Raise PuzzleError if a puzzle breaks a rule that layers, searches and routes rely on.

    The rules are checked on the boards nearest to home: about `boards` of them. The message names the rule, and a board
    for which it is broken. slidefront calls this function itself before it uses a puzzle that is written in Python.
    """
    check_is_puzzle(puzzle)
    boards = units.whole(boards, "boards", 1)
    own = vars(puzzle)
    own["is_checked"] = True  # the checks themselves make moves
    try:
        _Contract(puzzle).check_all(boards)
    except BaseException:
        own["is_checked"] = False
        raise


def check_inverses(puzzle: Puzzle, keys: Keys) -> None:
    """Raise PuzzleError if a move from one of some boards has no inverse."""
    for first in range(0, keys.size, _AT_ONCE):
        some = keys[first : first + _AT_ONCE]
        rows, after = puzzle.successor_pairs(some)
        there = {*zip(some[rows].tolist(), after.tolist(), strict=True)}
        others = np.unique(after)
        rows, after = puzzle.successor_pairs(others)
        back = {*zip(after.tolist(), others[rows].tolist(), strict=True)}
        if one_way := there - back:
            _Contract(puzzle).refuse_one_way(*min(one_way))


def check_layer(puzzle: Puzzle, depth: int, sample: Keys, repeated: int | None = None) -> None:
    """Check the moves of a few boards of a new layer; `repeated` is a board of an earlier layer that it has too."""
    if puzzle.is_built_in:
        return
    if repeated is not None:
        what = f"every move needs an inverse, and without one moves lead at depth {depth} to an earlier layer again,"
        _Contract(puzzle).refuse("inverse", what, repeated, " to")
    chosen = np.random.default_rng(depth).permutation(sample.size)[:SAMPLE]  # others in each layer
    check_inverses(puzzle, sample[chosen])


class _Contract:
    """The checks of one puzzle."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.is_wide = False

    def check_all(self, boards: int) -> None:
        """Check all rules on about `boards` boards near home."""
        self.check_attributes()
        self.check_board(self.puzzle.home)
        self.check_goal()
        self.call("identity", identity_hash, self.puzzle)
        near = self.walk(boards)
        for key in near:
            self.check_board(key)
        self.check_many(near)
        if not self.is_wide:
            self.check_capabilities(np.array(near, np.uint64))

    def refuse(self, rule: str, what: str, key: int | None = None, link: str = " for") -> NoReturn:
        """Raise the error for a rule that is broken, with a board for which it is."""
        raise self.error(rule, what, key, link)

    def error(self, rule: str, what: str, key: int | None = None, link: str = " for") -> ContractError:
        """Make the error for a rule that is broken."""
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

    def refuse_one_way(self, start: int, end: int) -> NoReturn:
        """Raise the error for a move without an inverse."""
        what = f"every move needs an inverse, and no move leads back from {self.text(end)}"
        self.refuse("inverse", what, start, " to")

    def call(self, name: str, function: Callable[..., Any], *given: Any, key: int | None = None) -> Any:
        """Call a method of the puzzle, and turn any error into one that names the method."""
        try:
            return function(*given)
        except (ContractError, Interrupted, MemoryError):
            raise
        except Exception as error:  # a method of a stranger may raise anything
            raise self.error(name, f"{name} fails with {type(error).__name__}: {error};", key) from error

    def write_into(self, work: Keys, out: Keys, example: int | None) -> int:
        """Call `write_successors`, and check how many successors it writes and their widths."""
        puzzle, boards = self.puzzle, work.size
        count = self.call("write_successors", puzzle.write_successors, work, out, key=example)
        if not isinstance(count, int | np.integer) or not 0 <= count <= out.size:
            most = f"most_successors = {puzzle.most_successors} for each board"
            what = f"write_successors must return how many successors it writes, at most {most}, and returns {count!r}"
            self.refuse("most_successors", what, example, f" for {units.counted(boards, 'board')}, the first of them")
        bits = puzzle.key_bits + puzzle.working.bits
        widest = int(out[:count].max(initial=0))
        if widest >> bits:
            wide = f"{widest >> puzzle.working.bits:#x}"
            self.refuse(
                "key_bits", f"write_successors makes {wide}, which does not fit key_bits = {puzzle.key_bits},", example
            )
        return int(count)

    def check_attributes(self) -> None:
        """Check the attributes that every puzzle must set."""
        puzzle = self.puzzle
        for name in ("name", "metric"):
            value = getattr(puzzle, name, None)
            if not isinstance(value, str) or not value.strip():
                self.refuse(name, f"{name} must be a text that is not empty, and is {value!r}")
        for name, least in (("key_bits", 1), ("most_successors", 1), ("home", 0)):
            value = getattr(puzzle, name, None)
            if type(value) is not int or value < least:
                self.refuse(name, f"{name} must be an int of {least} or more, and is {value!r}")
        self.is_wide = puzzle.key_bits > KEY_BITS
        self.check_width(puzzle.home, "home")

    def check_width(self, key: int, what: str) -> None:
        """Check that a key fits `key_bits`."""
        if not 0 <= key < 1 << self.puzzle.key_bits:
            self.refuse("key_bits", f"{what} is {key:#x}, which does not fit key_bits = {self.puzzle.key_bits}")

    def check_board(self, key: int) -> None:
        """Check that `parse` reads what `format` writes."""
        text = self.call("format", self.puzzle.format, key, key=key)
        if not isinstance(text, str) or text.splitlines() != [text]:
            self.refuse("format", f"format must return a text of one line, and returns {text!r}", key)
        again = self.call("parse", self.puzzle.parse, text, key=key)
        if type(again) is not int or again != key:
            self.refuse("parse", f"parse must read what format writes, and makes {again!r} of {text!r}", key)

    def check_goal(self) -> None:
        """Check the goal, and how `parse` refuses a text that is not a board."""
        goal = self.puzzle.goal
        if not isinstance(goal, Goal) or type(goal.key) not in (int, type(None)):
            self.refuse("goal", f"goal must be a slidefront.Goal whose key is an int, and is {goal!r}")
        if goal.key is not None:
            self.check_width(goal.key, "the key of the goal")
            self.check_board(goal.key)
        for text in _NO_BOARDS:
            try:
                self.puzzle.parse(text)
            except BoardError:
                continue
            except Exception as error:
                what = f"parse must raise BoardError for a text that is not a board, and raises {type(error).__name__}"
                raise self.error("parse", f"{what} for {text!r}", None) from error

    def walk(self, boards: int) -> list[int]:
        """Make the moves of the boards nearest to home, check that each has an inverse, and return all boards seen."""
        after: dict[int, list[int]] = {}
        waiting, seen = deque([self.puzzle.home]), {self.puzzle.home}
        while waiting and len(seen) < max(boards, 2):
            key = waiting.popleft()
            after[key] = self.successors(key)
            new = [one for one in dict.fromkeys(after[key]) if one not in seen]
            waiting.extend(new)
            seen.update(new)
        back = after | {key: self.successors(key) for key in seen - after.keys()}
        for start, ends in after.items():
            for end in ends:
                if start not in back[end]:
                    self.refuse_one_way(start, end)
        if not self.is_wide:
            self.check_together(sorted(back), {one for ends in back.values() for one in ends})
        return sorted(seen)

    def successors(self, key: int) -> list[int]:
        """Make the moves of one board, and check that `moves` lists the same moves."""
        moves = self.call("moves", self.puzzle.moves, key, key=key)
        if not isinstance(moves, list) or not all(isinstance(move, Move) for move in moves):
            self.refuse("moves", "moves must return a list of slidefront.Move", key)
        named: dict[str, int] = {}
        for move in moves:
            if named.setdefault(str(move), move.key) != move.key:
                self.refuse("moves", f"two moves have the name {str(move)!r}", key)
        if self.is_wide:
            return [*named.values()]
        after: list[int] = self.successors_of([key]).tolist()
        if {*after} != {*named.values()}:
            self.refuse("moves", "moves and write_successors must lead to the same boards, and do not", key)
        return after

    def successors_of(self, keys: Sequence[int]) -> Keys:
        """Make the moves of some boards into the front half of an array, and check that only that half is written."""
        puzzle, size = self.puzzle, len(keys) * self.puzzle.most_successors
        example = keys[0] if keys else None
        work = self.call("working", puzzle.working.pack, key_array(keys, puzzle.key_bits), key=example)
        if self.call("working", puzzle.working.unpack, work, key=example).tolist() != [*keys]:
            self.refuse("working", "working.unpack must undo working.pack, and does not", example)
        before, room = work.copy(), np.full(2 * size + 8, _GUARD)
        count = self.write_into(work, room[:size], example)
        if not np.array_equal(work, before):
            self.refuse(
                "write_successors", "write_successors must not change the boards it is given, and does", example
            )
        if (room[size:] != _GUARD).any():
            self.refuse("write_successors", "write_successors must not write behind the end of out, and does", example)
        return np.asarray(self.call("working", puzzle.working.unpack, room[:count], key=example))

    def check_together(self, keys: list[int], after: set[int]) -> None:
        """Check that `write_successors` makes the same moves for many boards at once as for each board alone."""
        for some, expected in ((keys, after), ([], set[int]())):
            found = {*self.successors_of(some).tolist()}
            if found != expected:
                what = "write_successors must make the same moves for many boards as for each of them"
                self.refuse("write_successors", f"{what}, and does not: see the moves to", min(found ^ expected), "")

    def check_many(self, listed: list[int]) -> None:
        """Check the methods that take an array of keys."""
        puzzle, keys = self.puzzle, key_array(listed, self.puzzle.key_bits)
        texts = self.array("strings", puzzle.strings, keys, "U")
        for key, text in zip(listed, texts.tolist(), strict=True):
            if text != puzzle.format(key):
                self.refuse("strings", f"strings must write each board as format does, and writes {text!r}", key)
        boards = self.array("are_boards", puzzle.are_boards, keys, "b")
        if not boards.all():
            self.refuse("are_boards", "are_boards must be true of a board that moves reach", listed[boards.argmin()])
        if puzzle.goal:
            self.array("meets", puzzle.meets, keys, "b")
            self.array("marked", puzzle.marked, keys, "b")
        if puzzle.goal.key is not None and not puzzle.meets(key_array([puzzle.goal.key], puzzle.key_bits))[0]:
            self.refuse("meets", "meets must be true of the goal", puzzle.goal.key)

    def check_capabilities(self, keys: Keys) -> None:
        """Check the optional capabilities that the puzzle has."""
        puzzle = self.puzzle
        drawing = self.call("drawing", puzzle.drawing, puzzle.home, key=puzzle.home)
        if not isinstance(drawing, Drawing | None):
            self.refuse("drawing", "drawing must return a Drawing of slidefront.puzzles.capabilities, or None")
        if puzzle.sides is not None:
            self.check_sides(keys)
        if not isinstance(self.call("size", lambda: puzzle.size()), Size | None):
            self.refuse("size", "size must return a Size of slidefront.puzzles.capabilities, or None")
        ranking = self.call("ranking", lambda: puzzle.ranking())
        if ranking is not None:
            ranks = self.array("ranking", lambda some: ranking.ranks(some), keys, "i")
            again = self.array("ranking", lambda some: ranking.keys(some), ranks.clip(0), "u")
            if not np.array_equal(again, keys):
                self.refuse("ranking", "the ranking must number each board that moves reach", int(keys[0]))
        if puzzle.working.bits:
            self.check_used_moves(keys)

    def check_used_moves(self, keys: Keys) -> None:
        """Check that used-move bits leave out only moves that lead back."""
        puzzle = self.puzzle
        for key in keys.tolist():
            out = np.empty(puzzle.most_successors, np.uint64)
            count = self.write_into(puzzle.working.pack(np.array([key], np.uint64)), out, key)
            for place in range(count):
                after, onward = out[place : place + 1], np.empty_like(out)
                made = puzzle.working.unpack(onward[: self.write_into(after, onward, key)])
                every = puzzle.successors(puzzle.working.unpack(after))
                if {*every.tolist()} - {*made.tolist()} - {key}:
                    self.refuse("working", "a used-move bit may only leave out the move that leads back,", key)

    def check_sides(self, keys: Keys) -> None:
        """Check that every move changes sides."""
        rows, after = self.puzzle.successor_pairs(keys)
        sides = self.array("sides", self.puzzle.sides, np.concatenate([keys, after]), "iu")
        same = sides[: keys.size][rows] == sides[keys.size :]
        if same.any() or not np.isin(sides, (0, 1)).all():
            self.refuse("sides", "every move must lead from side 0 to 1 or back", int(keys[rows[same.argmax()]]))

    def array(self, name: str, function: Any, given: Any, kinds: str) -> npt.NDArray[Any]:
        """Call a method for many boards, and check the form of the array that it returns."""
        found = self.call(name, function, given, key=None)
        right = {"b": "truth values", "U": "texts", "u": "keys of type uint64"}.get(kinds, "integers")
        if not isinstance(found, np.ndarray) or found.dtype.kind not in kinds or found.shape != (len(given),):
            self.refuse(name, f"{name} must return a numpy array of {right}, one for each board, and does not")
        return found
