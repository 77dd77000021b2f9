"""Transfer puzzles: tile boards with a rigid hole, and graphs with one mover.

The cells of a board hold labels. The hole is at an anchor, and each move of that anchor carries tiles into cells of the
hole, all by the same distance; the hole then covers the cells that they left. Both kinds of puzzle are lists of such
moves (see `frame`), so one class serves both.

    1 2 3          key of 12345678_ = 0x123456780
    4 5 6          hole at cell 8
    7 8 _          move D: the 6 (cell 5) goes to cell 8, key ^ (6 << 12) | (6 << 0)

The class combines the parts of the package: boards as keys and their moves (`codec`), text and pictures
(`notation`), consequences of the group of the loops (`theory`), and ranks (`ranks`).
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from slidefront.arrays import KEY_BITS, Cells, Keys, Numbers
from slidefront.errors import LimitError
from slidefront.keys.algebra import FEW_KEYS
from slidefront.puzzles.board_text import BoardWriter, rows_text
from slidefront.puzzles.capabilities import (
    MOST_SYMMETRIES,
    BoardSymmetry,
    Columns,
    Drawing,
    Goal,
    Move,
    Selection,
    WorkingKeys,
    graph_symmetries,
    match_labels,
    rectangle_symmetries,
)
from slidefront.puzzles.core import Board, Puzzle, check_key_bits, plain
from slidefront.puzzles.frame import Frame
from slidefront.puzzles.ranking import Ranking
from slidefront.puzzles.transfer.codec import TransferCodec, TransferKeys
from slidefront.puzzles.transfer.notation import ANYTHING, Labels, TransferNotation

if TYPE_CHECKING:
    from slidefront.puzzles.transfer.theory import TransferTheory


class TransferPuzzle(Puzzle):
    """A puzzle whose moves all carry tiles into the hole."""

    is_built_in = True
    frame: Frame

    def __init__(self, name: str, text: str, frame: Frame, labels: Labels, home: Sequence[int]) -> None:
        self.name = self.title = name
        self.text = text
        self.kind = frame.kind
        self.frame = frame
        self.metric = frame.metric
        self.labels = labels
        self.names = self.cell_names = labels.in_decimals
        self.codec = TransferCodec(name, frame, home)
        self.notation: TransferNotation = TransferNotation(self.codec, labels)
        self.key_bits = self.codec.key_bits
        self.key_form = "" if self.codec.ranks is None else "ranks"
        self.home_cells = self.codec.home_cells
        """The label of each cell at home."""
        self.home = self.key_of(home)
        self.set_goal(home)
        self.writer = BoardWriter(self.decode, dict(enumerate(labels.names)), self.format(self.home))
        self.parity_of = None if frame.parity_classes is None else self.codec.parity_classes
        self.most_successors = max(map(len, frame.moves_at))
        self.columns = self._columns()
        if frame.is_grid:
            self.ordered = {"first": self._in_order(0), "last": self._in_order(-1)}

    def write_successors(self, work: Keys, out: Keys) -> int:
        """Write the boards after every move that is not used."""
        check_key_bits(self)
        return self.codec.write_successors(work, out)

    def successor_pairs(self, keys: Keys) -> tuple[Numbers, Keys]:
        """Return for each move, with numpy alone, the index of its board and the board that it leads to."""
        check_key_bits(self)
        self.check_keys(keys)
        return self.codec.successor_pairs(keys)

    def successors(self, keys: Keys) -> Keys:
        """Return the boards after all moves; of few boards with numpy alone, because loading kernels takes longer."""
        self.check_keys(keys)
        return (
            self.successor_pairs(keys)[1] if keys.size * self.most_successors <= FEW_KEYS else super().successors(keys)
        )

    def set_goal(self, wanted: Sequence[int | None]) -> None:
        """Set the goal to the wanted label of each cell; None stands for any label."""
        self.goal_labels = tuple(wanted)
        others = Counter(self.home_cells) - Counter(label for label in wanted if label is not None)
        if len(others) <= 1:  # a single board has the remaining labels in the remaining cells
            (last,) = others or (0,)
            self.goal_labels = tuple(last if label is None else label for label in wanted)
            self.goal = Goal(self.key_of(label or 0 for label in self.goal_labels))
            return
        columns = self.frame.columns
        names = [ANYTHING if label is None else self.labels.names[label] for label in wanted]
        rows = [names[first : first + columns] for first in range(0, len(names), columns)]
        pieces = [(self.names[label], divmod(cell, columns)) for cell, label in enumerate(wanted) if label is not None]
        self.goal = Goal(partial=True, pieces=tuple(pieces), text=rows_text(rows))

    def with_goal(self, board: Board) -> "TransferPuzzle":
        """Return the puzzle with another goal: a key, or a board in which `*` stands for any tile and for the hole."""
        other, board = copy(self), plain(board)
        labels = (
            self.notation.read_board(board, ANYTHING) if isinstance(board, str) else self.labels_of(self.key(board))
        )
        other.set_goal(labels)
        other.new_goal = other.goal.text or other.goal.key
        return other

    def reduced(self) -> "TransferPuzzle | None":
        """Return the puzzle in which all tiles that the goal does not name are equal, if only that can be explored."""
        if not self.goal.partial or self.key_bits <= KEY_BITS:
            return None
        puzzle = TransferPuzzle(self.name, "", self.frame, self.labels, self._equal_others(self.home_cells))
        puzzle.set_goal(self.goal_labels)
        return puzzle if puzzle.key_bits <= KEY_BITS else None

    def _equal_others(self, labels: Sequence[int]) -> list[int]:
        """Replace all labels that the goal does not name by the largest of them."""
        others = {*self.home_cells} - {0, *self.goal_labels}
        return [max(others) if label in others else label for label in labels]

    def reduced_key(self, key: int) -> int:
        """Return the key of a board in the reduced puzzle."""
        puzzle = self.reduced()
        return key if puzzle is None else puzzle.key_of(self._equal_others(self.labels_of(key)))

    def parse(self, text: str) -> int:
        """Parse one board, in rows or as a list."""
        return self.key_of(label or 0 for label in self.notation.read_board(text))

    def key_of(self, labels: Iterable[int]) -> int:
        """Encode a board, given as the label in each cell."""
        return self.codec.key_of(labels)

    def keys(self, cells: npt.ArrayLike) -> Keys:
        """Encode boards, each a row of labels."""
        labels = self.check_cells(cells, self.frame.cells)
        self.check_rows(labels, self.codec.have_tiles(labels))
        return self.codec.encode(labels)

    def format(self, key: int) -> str:
        """Write a board in one line, such as 123456789abcde__."""
        return self.notation.format_board(self.labels_of(key))

    def labels_of(self, key: int) -> list[int]:
        """Decode a key; raise BoardError if it does not have the tiles and the hole of this puzzle."""
        return self.codec.labels_of(key)

    def decode(self, keys: Keys) -> Cells:
        """Decode keys, a row of labels for each."""
        self.check_keys(keys)
        return self.codec.decode(keys)

    @property
    def symmetries(self) -> list[BoardSymmetry]:
        """The rotations and reflections of a tile board, or the automorphisms of a graph, that fix the goal."""
        frame, counts = self.frame, Counter(self.home_cells)
        symmetries: list[BoardSymmetry] = []
        if frame.is_grid:
            images = iter(rectangle_symmetries(frame.rows, frame.columns))
        else:
            images = graph_symmetries([{move.end for move in moves} for moves in frame.moves_at])
        holes = {frozenset(hole) for hole in frame.holes}
        for image in images:
            wanted = [self.goal_labels[cell] for cell in image]
            labels = match_labels(self.goal_labels, wanted, (None, 0))
            if (
                labels is not None
                and all(counts[label or 0] == counts[to or 0] for label, to in labels.items())
                and all(frozenset(image[cell] for cell in hole) in holes for hole in holes)
            ):
                label_images = np.array([labels.get(i, i) for i in range(len(self.names))], np.uint8)
                symmetries.append(BoardSymmetry(np.array(image), label_images))
            if len(symmetries) > MOST_SYMMETRIES:
                raise LimitError(f"{self.name} has more than {MOST_SYMMETRIES:,} symmetries, too many for a list")
        return symmetries

    def places(self, keys: Keys) -> Cells:
        """Return the first cell of each label: a row for each label, a column for each board."""
        check_key_bits(self)
        return self.codec.places(keys)

    def _columns(self) -> Columns:
        """The cell, row and column of the hole and of each tile that is one of a kind; on a graph the vertex."""
        cells, is_grid = np.arange(self.frame.cells, dtype=np.int16), self.frame.is_grid
        kinds = {"at": cells}
        if is_grid:
            kinds |= {"row": cells // self.frame.columns, "column": cells % self.frame.columns}
        alone = [label for label in {*self.home_cells} if self.home_cells.count(label) == 1 and (label or not is_grid)]
        rows = {"hole": 0} | {self.names[label]: label for label in sorted(alone)}
        return Columns(self.places, rows, kinds)

    def are_boards(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Whether each key has the tiles of this puzzle, and cells for the hole."""
        self.check_keys(keys)
        return self.codec.are_boards(keys)

    def meets(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Whether each board meets the goal."""
        if not self.goal.partial:
            return super().meets(keys)
        self.check_keys(keys)
        return self.codec.have_labels(keys, self.goal_labels)

    def selected(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Whether each board meets a partial goal; without a partial goal, whether the hole or the mover is at home."""
        self.check_keys(keys)
        if self.goal.partial:
            return self.meets(keys)
        return self.codec.have_labels(keys, [None if label else 0 for label in self.home_cells])

    def identity(self) -> Mapping[str, Any]:
        """Return the shape, the moves, the tiles, home and goal: everything that layers and marks depend on."""
        goal = self.goal_labels
        return {
            "kind": self.kind,
            "rows": self.frame.rows,
            "columns": self.frame.columns,
            "holes": [list(hole) for hole in self.frame.holes],
            "moves": [[move.start, move.end, [list(pair) for pair in move.carries]] for move in self.frame.moves],
            "labels": list(self.labels.names),
            "home": f"{self.frame.key_of(self.home_cells):x}",
            "goal": [*goal] if self.goal.partial else f"{self.frame.key_of(label or 0 for label in goal):x}",
            **({"keys": self.key_form} if self.key_form else {}),
        }

    def facts(self) -> dict[str, str]:
        """Describe the puzzle for people."""
        frame, is_grid = self.frame, self.frame.is_grid
        names = "the direction of the tiles: U D L R" if is_grid else "the vertex that the mover goes to"
        goal = self.goal.text if self.goal.key is None else self.format(self.goal.key)
        if self.goal.key is not None and not self.theory.connects(self.home, self.goal.key):
            impossible = self.theory.connects(self.home, self.goal.key) is False
            goal += ", which cannot be reached from home" if impossible else ", which may or may not be reachable"
        form = "the rank of the board" if self.codec.ranks else f"{frame.cell_bits} a cell, cell 0 highest"
        return {
            "kind": f"tiles, {frame.rows} x {frame.columns} cells" if is_grid else f"graph of {frame.cells} vertices",
            "home": self.format(self.home),
            "goal": goal,
            "key": f"{self.key_bits} bits: {form}; home is 0x{self.home:0{-(-self.key_bits // 4)}x}",
            "labels": " ".join(f"{name}={label}" for label, name in enumerate(self.labels.names)),
            "moves": f"at most {self.most_successors} from a board, named by {names}",
        }

    @property
    def selection(self) -> Selection:
        """Boards that meet a partial goal; otherwise boards with the hole or the mover in its home cells."""
        if self.goal.partial:
            return Selection.GOAL
        return Selection.HOLE_HOME if self.frame.is_grid else Selection.MOVER_HOME

    def read_many(self, texts: Sequence[str]) -> list[int | None]:
        """Read many boards; boards in plain form are checked in bulk."""
        if self.frame.is_wide or any(not isinstance(text, str) for text in texts):
            return super().read_many(texts)
        keys = [*map(self.notation.read_plain, texts)]
        are_boards = self.are_boards(np.array([key or 0 for key in keys], np.uint64)).tolist()
        for i, key in enumerate(keys):
            if key is None or not are_boards[i]:
                (keys[i],) = super().read_many(texts[i : i + 1])
        return keys

    def moves(self, key: int) -> list[Move]:
        """List the moves of a board: tiles and their direction on tile boards, the mover and its vertex on graphs."""
        board = self.labels_of(key)
        moves = []
        for move in self.frame.moves_at[self.frame.anchor_of(board)]:
            moved = [board[cell] for cell, _ in move.carries] if self.frame.is_grid else [0]
            names = " ".join(self.names[label] for label in moved)
            moves.append(Move(names, move.name, self.key_of(move.apply(board))))
        return moves

    def drawing(self, key: int) -> Drawing:
        """Describe how a board looks."""
        return self.notation.drawing(self.labels_of(key))

    def description(self) -> dict[str, Any]:
        """Describe the puzzle as plain data: where the hole can be, and what each move carries."""
        frame, graph = self.frame, self.notation.graph
        size = 1.0 if graph is None else max(map(max, graph.points)) or 1.0
        return {
            "family": "transfer",
            "kind": frame.kind,
            "metric": self.metric,
            "rows": frame.rows,
            "columns": frame.columns,
            "names": list(self.labels.names),
            "numbered": self.labels.numbered,
            "short": self.labels.short,
            "cellBits": frame.cell_bits,
            "holes": [list(hole) for hole in frame.holes],
            "moves": [[move.start, move.end, move.name, [list(pair) for pair in move.carries]] for move in frame.moves],
            "home": [*self.home_cells],
            "goal": [*self.goal_labels],
            "positions": None if graph is None else [[round(x / size, 3), round(y / size, 3)] for x, y in graph.points],
        }

    def ranking(self) -> Ranking | None:
        """Return ranks by the place of the hole, and by the group of its loops or the cells of equal tiles."""
        from slidefront.puzzles.transfer.ranks import rank_transfers

        return rank_transfers(self.codec, self.theory.loops, self.goal_labels if self.goal.partial else None)

    @cached_property
    def working(self) -> WorkingKeys:
        """Keys with used-move bits."""
        return WorkingKeys() if self.frame.is_wide else TransferKeys(self.codec.tables)

    @cached_property
    def theory(self) -> "TransferTheory":
        """The consequences of the group of the loops: the size, and which boards can be reached."""
        from slidefront.puzzles.transfer.theory import TransferTheory

        return TransferTheory(self.codec)

    def _in_order(self, anchor: int) -> int:
        tiles = iter(sorted(label for label in self.home_cells if label))
        corner = self.frame.holes[anchor]
        return self.key_of([0 if cell in corner else next(tiles) for cell in range(self.frame.cells)])
