"""Block puzzles in puzzle files, as bare grids, and as one-line Rush Hour strings."""

from slidefront.errors import BoardError, PuzzleError
from slidefront.puzzles.blocks.goal import goal_of_grid
from slidefront.puzzles.blocks.grid import BLANK, Grid, read_grid, shape_of
from slidefront.puzzles.blocks.layout import PieceGoal, Rules
from slidefront.puzzles.blocks.puzzle import METRICS, BlockPuzzle
from slidefront.puzzles.core import Place
from slidefront.puzzles.read.fields import Fields

FIELDS = {
    "home", "goal", "goal_match", "interchangeable", "gate_pieces", "groups", "frozen", "axis", "parted", "metric",
}  # fmt: skip
_RUSH_SIDE = 6


def block_puzzle(fields: Fields, text: str, name: str, metric: str | None) -> BlockPuzzle:
    """Make a block puzzle of its fields; `metric` goes before that of the file."""
    grid = read_grid(fields.needed("home", "the grid, a name for each cell, . for blank and # for wall"))
    of_file = fields.choice("metric", METRICS, "step")
    rules = Rules(
        metric=metric or of_file,
        interchangeable=fields.flag("interchangeable", True),
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
            raise PuzzleError(f"{field}: {name!r} is no piece of home, whose pieces are {' '.join(grid.pieces)}")
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
                raise PuzzleError(f"groups: piece {name} stands in two groups or twice in one")
            seen.add(name)
            if shape_of(grid.cells(name)) != shape_of(grid.cells(group[0])):
                raise PuzzleError(f"groups: pieces {group[0]} and {name} have not the same shape")
    return tuple(groups)


def _goal(fields: Fields, grid: Grid) -> PieceGoal:
    given = fields.raw("goal")
    if given is None:
        return []
    if isinstance(given, str):
        return goal_of_grid(fields.needed("goal", "a grid"), grid)
    if not isinstance(given, list):
        raise PuzzleError('goal must be a grid, or pieces and their places, such as [["X", 3, 1]]')
    goal: list[tuple[str, Place]] = []
    covered: dict[tuple[int, int], str] = {}
    for one in given:
        if not (
            isinstance(one, list) and len(one) == 3 and isinstance(one[0], str) and type(one[1]) is type(one[2]) is int
        ):
            raise PuzzleError(f'goal: {one!r} is no piece with its row and column, such as ["X", 3, 1]')
        name, row, column = one
        if name not in grid.pieces:
            raise PuzzleError(f"goal: {name!r} is no piece of home")
        if name in covered.values():
            raise PuzzleError(f"goal: piece {name} is given two places")
        for r, c in shape_of(grid.cells(name)):
            cell = (row + r, column + c)
            if cell in covered:
                raise PuzzleError(f"goal: pieces {covered[cell]} and {name} overlap at row {cell[0]}, column {cell[1]}")
            covered[cell] = name
        goal.append((name, (row, column)))
    return goal


def is_rush_hour(text: str) -> bool:
    """Tell whether a text is a one-line Rush Hour board: letters, o or . for blank, x for wall."""
    return len(text) == _RUSH_SIDE**2 and all(
        letter.isascii() and (letter.isalpha() or letter == ".") for letter in text
    )


def rush_hour_text(board: str) -> str:
    """Write the puzzle file of a one-line Rush Hour board: cars keep to their axis, the red car A is to come out."""
    cells = board.replace("o", BLANK).replace("x", "#")
    rows = [cells[start : start + _RUSH_SIDE] for start in range(0, len(cells), _RUSH_SIDE)]
    row = next((number for number, names in enumerate(rows) if "AA" in names), None)
    if row is None:
        raise PuzzleError(f"the Rush Hour board {board} has no red car: A must take two cells of a row")
    goal = f'[["A", {row}, {_RUSH_SIDE - 2}]]'
    return f'kind = "blocks"\nmetric = "slide"\naxis = true\nhome = "{"/".join(rows)}"\ngoal = {goal}\n'


def grid_text(text: str) -> str:
    """Write the puzzle file of a bare grid."""
    try:
        grid = read_grid(text)
    except BoardError as error:
        raise PuzzleError(str(error)) from None
    apart = "" if all(len(name) == 1 for row in grid.rows for name in row) else " "
    home = "/".join(apart.join(row) for row in grid.rows)
    if not home.isprintable() or '"' in home or "\\" in home:
        raise PuzzleError('a grid on the command line may not hold " or \\ or what cannot be printed')
    return f'kind = "blocks"\nhome = "{home}"\n'
