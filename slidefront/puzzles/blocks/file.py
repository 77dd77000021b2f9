"""Block puzzles in puzzle files."""

from slidefront.errors import PuzzleError
from slidefront.puzzles.blocks.goal import goal_of_text
from slidefront.puzzles.blocks.grid import Grid, read_grid, shape_of
from slidefront.puzzles.blocks.layout import PieceGoal, Rules
from slidefront.puzzles.blocks.puzzle import BlockPuzzle
from slidefront.puzzles.blocks.successors import METRICS
from slidefront.puzzles.fields import Fields
from slidefront.puzzles.values import Place

FIELDS = {
    "home", "goal", "goal_match", "interchangeable", "gate_pieces", "groups", "frozen", "axis", "parted", "metric",
}  # fmt: skip


def block_puzzle(fields: Fields, text: str, name: str, metric: str | None) -> BlockPuzzle:
    """Make a block puzzle of its fields; `metric` goes before that of the file."""
    grid = read_grid(fields.needed("home", "the grid, a name for each cell, . for blank and # for wall"))
    of_file = fields.choice("metric", METRICS, "step")
    rules = Rules(
        metric=metric or of_file,
        interchangeable=fields.flag("interchangeable", default=True),
        goal_match=fields.choice("goal_match", ["piece", "shape"], "piece"),
        gate_pieces=_pieces(fields, "gate_pieces", grid),
        groups=_groups(fields, grid),
        frozen=_pieces(fields, "frozen", grid) or (),
        axis=_axis(fields, grid),
        parted=_pieces(fields, "parted", grid) or (),
    )
    return BlockPuzzle(name, text, grid, _goal(fields, grid), rules)


def _known(names: tuple[str, ...], field: str, grid: Grid) -> tuple[str, ...]:
    for name in names:
        if name not in grid.pieces:
            raise PuzzleError(f"{field}: {name!r} is not a piece of home, whose pieces are {' '.join(grid.pieces)}")
    return names


def _pieces(fields: Fields, field: str, grid: Grid) -> tuple[str, ...] | None:
    names = (fields.raw(field),) if fields.raw(field) in grid.pieces else fields.names(field)
    return None if names is None else _known(names, field, grid)


def _axis(fields: Fields, grid: Grid) -> tuple[str, ...]:
    if isinstance(fields.raw("axis"), bool):
        return tuple(grid.pieces) if fields.raw("axis") else ()
    return _pieces(fields, "axis", grid) or ()


def _groups(fields: Fields, grid: Grid) -> tuple[tuple[str, ...], ...]:
    given = fields.raw("groups")
    if given is None:
        return ()
    if not isinstance(given, list):
        raise PuzzleError('the field groups must be a list, such as ["123", "456"] or [["red", "blue"]]')
    groups = [_known(Fields({"groups": group}).names("groups") or (), "groups", grid) for group in given]
    seen: set[str] = set()
    for group in groups:
        for name in group:
            if name in seen:
                raise PuzzleError(f"groups: piece {name} is in two groups or twice in one")
            seen.add(name)
            if shape_of(grid.cells(name)) != shape_of(grid.cells(group[0])):
                raise PuzzleError(f"groups: pieces {group[0]} and {name} do not have the same shape")
    return tuple(groups)


def _goal(fields: Fields, grid: Grid) -> PieceGoal:
    given = fields.raw("goal")
    if given is None:
        return []
    if isinstance(given, str):
        return goal_of_text(fields.needed("goal", "a grid"), grid)
    if not isinstance(given, list):
        raise PuzzleError('goal must be a grid, or pieces and their places, such as [["X", 3, 1]]')
    goal: list[tuple[str, Place]] = []
    covered: dict[tuple[int, int], str] = {}
    for one in given:
        if not (
            isinstance(one, list) and len(one) == 3 and isinstance(one[0], str) and type(one[1]) is type(one[2]) is int
        ):
            raise PuzzleError(f'goal: {one!r} is not a piece with its row and column, such as ["X", 3, 1]')
        name, row, column = one
        if name not in grid.pieces:
            raise PuzzleError(f"goal: {name!r} is not a piece of home")
        if name in covered.values():
            raise PuzzleError(f"goal: piece {name} is given two places")
        for r, c in shape_of(grid.cells(name)):
            cell = (row + r, column + c)
            if cell in covered:
                raise PuzzleError(f"goal: pieces {covered[cell]} and {name} overlap at row {cell[0]}, column {cell[1]}")
            covered[cell] = name
        goal.append((name, (row, column)))
    return goal
