"""Bounds of boards in phases: against a search of all routes; deep boards that are listed from an unfinished table."""

from heapq import heapify, heappop, heappush
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from typer import BadParameter
from typer.testing import CliRunner

from slidefront.tables.build import make_table
from slidefront.tables.table import Table
from slidefront.watch import Interrupted
from tests.tables.test_regions import force
from tests.watchers import Told
from tools.phase_bound import (
    app,
    are_unproved,
    deep_boards,
    find_routes,
    make_starts,
    read_deep,
)

REST = 6
"""The greatest depth of the last four cells of 3 x 3."""
State = tuple[int, ...]
"""The cells of the hole and of the tiles 1, 2, 3, 4 and 7."""


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> tuple[Table, Table]:
    """The tables of 1, 2 and 3 on 3 x 3 cells, then 4 and 7 on the other six."""
    folder = tmp_path_factory.mktemp("phases")
    texts = [
        'kind = "tiles"\nhome = "1 2 3/x x x/x x _"\ngoal = "1 2 3/* * */* * *"\n',
        'kind = "tiles"\nhome = "4 x x/7 x _"\ngoal = "4 * */7 * *"\n',
    ]
    for name, text in zip("ab", texts, strict=True):
        (folder / f"{name}.toml").write_text(text)
        make_table(str(folder / f"{name}.toml"), folder / f"{name}.table", start="goal")
    return Table(folder / "a.table"), Table(folder / "b.table")


def moved(state: State) -> list[State]:
    hole = state[0]
    ends = [cell for cell in range(9) if abs(cell // 3 - hole // 3) + abs(cell % 3 - hole % 3) == 1]
    return [(end, *(hole if cell == end else cell for cell in state[1:])) for end in ends]


def least_sums(second: Table) -> dict[State, int]:
    """Return the least sum of a route through the first phase and of the second phase where it ends."""
    ends = [(hole, 0, 1, 2, *named) for hole, *named in permutations(range(3, 9), 3)]
    labels = [["x"] * 6 for _ in ends]
    for text, (hole, _, _, _, four, seven) in zip(labels, ends, strict=True):
        text[hole - 3], text[four - 3], text[seven - 3] = "_", "4", "7"
    depths = second.depths_of([" ".join(text[:3]) + "/" + " ".join(text[3:]) for text in labels])
    sums, heap = {}, [*zip(depths.tolist(), ends, strict=True)]
    heapify(heap)
    while heap:
        taken, state = heappop(heap)
        if state not in sums:
            sums[state] = taken
            for following in moved(state):
                heappush(heap, (taken + 1, following))
    return sums


def test_pairs_are_proved_as_the_search_of_all_routes_allows(tables: tuple[Table, Table]) -> None:
    first, second = tables
    sums = least_sums(second)
    starts = make_starts(second.puzzle, deep_boards(second, 0))
    boards = deep_boards(first, 0).boards
    cells = first.puzzle.cells(boards)
    names = [first.puzzle.cell_names.index(name) for name in "123"]
    fixed = [(cells == number).argmax(axis=1) for number in (0, *names)]
    unnamed_cells = np.nonzero(cells == first.puzzle.cell_names.index("x"))[1].reshape(-1, 5)
    every, proved = np.arange(boards.size), 0
    routes = find_routes(first, boards, 3)
    for chosen in permutations(range(5), 2):
        states = zip(*(column.tolist() for column in (*fixed, *unnamed_cells[:, chosen].T)), strict=True)
        least = np.array([sums[state] for state in states])
        tiles = np.tile(np.array(chosen, np.uint8), (boards.size, 1))
        assert are_unproved(every, tiles, least - 1, routes, starts).all()
        proved += np.count_nonzero(~are_unproved(every, tiles, least, routes, starts))
    assert len(sums) == 20 * boards.size == 60_480
    assert proved > 25_000  # three free moves are too many for the others


@pytest.mark.parametrize(
    ("moves", "code", "answer"),
    [(46, 0, "moves are enough"), (37, 0, "37 moves are enough"), (33, 1, "pairs are unproved")],
)
def test_command_proves_a_bound_or_counts_what_is_left(
    tables: tuple[Table, Table], moves: int, code: int, answer: str
) -> None:
    """The greatest depths add up to 46. No routes of the first phase prove less than 34, says the search of all."""
    result = CliRunner().invoke(app, ["prove", str(moves), *(str(table.path) for table in tables), str(REST)])
    assert result.exit_code == code
    assert answer in result.output


@pytest.mark.parametrize("moves", [17, 18, 19])
def test_needed_moves_are_checked_with_an_easier_phase(tables: tuple[Table, Table], tmp_path: Path, moves: int) -> None:
    """The second phase has boards at depth 18; the easier phase brings only 4 home."""
    second, text = tables[1], 'kind = "tiles"\nhome = "4 x x/x x _"\ngoal = "4 * */* * *"\n'
    (tmp_path / "easier.toml").write_text(text)
    easier = make_table(str(tmp_path / "easier.toml"), tmp_path / "easier.table", start="goal")
    puzzle = second.path.with_suffix(".toml")
    board = second.puzzle.format(second.header.deepest[0])
    result = CliRunner().invoke(app, ["needs", str(moves), str(puzzle), board, str(easier.path)])
    assert result.exit_code == (0 if moves == second.last_depth == 18 else 1)


def test_deep_boards_are_listed_from_an_unfinished_table(
    tables: tuple[Table, Table], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table is stopped in the middle of depth 17, and then finished."""
    whole, path = tables[0], tmp_path / "part.table"
    force(monkeypatch, 1, 1)
    depths: list[int] = []
    asked = iter(range(100))
    stop = Told(
        depth=lambda progress: depths.append(progress.depth), stop=lambda: depths[-1:] == [16] and next(asked) > 6
    )
    with pytest.raises(Interrupted):
        make_table(whole.puzzle, path, start="goal", watcher=stop)
    result = CliRunner().invoke(app, ["unreached", str(path), str(tmp_path / "deep.parquet")])
    assert "boards at depth 17 or deeper" in result.output
    deep = read_deep(tmp_path / "deep.parquet", make_table(whole.puzzle, path, start="goal"))
    for other in (tables[1], make_table(whole.puzzle, tmp_path / "home.table")):
        with pytest.raises(BadParameter, match="does not have the deep boards of"):
            read_deep(tmp_path / "deep.parquet", other)
    expected = deep_boards(whole, 18)
    assert deep.least == expected.least
    assert dict(zip(deep.boards.tolist(), deep.depths.tolist(), strict=True)) == dict(
        zip(expected.boards.tolist(), expected.depths.tolist(), strict=True)
    )
