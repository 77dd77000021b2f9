"""How `solve` chooses between a table, frontiers and IDA*, and changes over when a search becomes too large."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import slidefront
from slidefront import Resources, load, machine, solve
from slidefront.errors import LimitError, TableError
from slidefront.notation.board_files import read_lines
from slidefront.search import layer_search
from slidefront.search import solver as policy
from slidefront.search.solve import distances_for, solve_from
from slidefront.watch import Round
from tests.damage import flipped
from tests.messages import refused
from tests.search.test_solve import HARD, replay, rules_of
from tests.watchers import Told


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("name", "start", "algorithm", "why"),
    [
        ("14-puzzle", "14ba5e729cd638__", "bidirectional", "the goal is one board"),
        ("pillars", "home", "bidirectional", "the goal is one board"),
        ("motor-car", "home", "bidirectional", "the goal is one board"),
        ("klotski", "home", "bfs", "the goal is met by many boards"),
        ("3x4", "1234/5678/9a_b", "bidirectional", "the goal is one board"),
        ("2x8", "12345678/9abcde_f", "bidirectional", "the goal is one board"),
        ("3x5", "12345/6789a/bcd_e", "ida", "the hole is one cell, so the bound leaves little to search"),
        ("15-puzzle", "1234/5678/9abc/dfe_", "group", "it takes no search"),
    ],
)
def test_auto_chooses_an_algorithm_and_explains_it(
    name: str, start: str, algorithm: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SLIDEFRONT_CACHE", str(tmp_path))
    puzzle = load(name)
    solved = solve(puzzle, start)
    assert (solved.algorithm, solved.why) == (algorithm, why)
    if algorithm in ("bidirectional", "bfs"):
        asked = solve(puzzle, start, algorithm=algorithm)
        assert (asked.why, asked.optimum, asked.boards) == ("as asked", solved.optimum, solved.boards)


def test_databases_are_built_only_for_hard_boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLIDEFRONT_CACHE", str(tmp_path))
    monkeypatch.setattr(policy, "TRIED_FIRST", 1000)
    board = "1234/5678/9a_b/defc"
    assert solve("15-puzzle", board).why == "the hole is one cell, so the bound leaves little to search"
    assert solve("15-puzzle", HARD).why == "with pattern databases of 6-6-3 tiles"
    assert solve("15-puzzle", board).why == "with pattern databases of 6-6-3 tiles"


@pytest.fixture
def no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let even the first layers need more memory than is usual."""
    monkeypatch.setattr(layer_search, "step_memory", lambda *_: 1 << 33)


@pytest.mark.usefixtures("no_room")
def test_auto_searches_depth_first_if_memory_is_short() -> None:
    solved = solve("8-puzzle", "876_41253", resources=Resources(memory=1 << 30))
    assert (solved.algorithm, solved.optimum) == ("ida", 31)
    assert solved.why == "routes of 1 move need about 8.0 GiB of memory, more than the 1.0 GiB allowed"
    solved = solve("pennant", metric="move")
    assert (solved.algorithm, solved.optimum) == ("ida", 59)
    assert replay(solved, rules_of("pennant"))


@pytest.mark.usefixtures("no_room")
@pytest.mark.parametrize("given", [{"algorithm": "bidirectional"}, {"algorithm": "bfs"}, {"all_routes": True}])
def test_other_algorithms_report_the_memory_they_need(given: dict[str, Any]) -> None:
    message = refused(LimitError, lambda: solve("8-puzzle", "876_41253", resources=Resources(memory=1 << 30), **given))
    assert "8.0 GiB" in message
    assert ("use the algorithm ida" in message) == ("all_routes" not in given)


def test_search_adapts_to_small_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also of one with so many cores that their threads alone take more than is usual for a search."""
    assert solve("8-puzzle", "3124756_8", resources=Resources(200)).optimum == 3
    monkeypatch.setattr(machine, "memory", lambda: 1 << 28)
    assert solve("8-puzzle", "3124756_8").optimum == 3


def test_ida_with_too_many_boards_gives_way_to_frontiers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy, "IDA_BOARDS", 1000)
    monkeypatch.setattr(policy, "LARGE_FOR_PATTERNS", 17)
    solved = solve("15-puzzle", "15_2/a473/98cb/def6")
    assert (solved.algorithm, solved.why) == ("bidirectional", "the goal is one board")
    monkeypatch.undo()
    assert solve("15-puzzle", "15_2/a473/98cb/def6").optimum == solved.optimum


@pytest.mark.parametrize("every", [False, True])
@pytest.mark.parametrize("algorithm", ["bfs", "bidirectional"])
@pytest.mark.parametrize("board", ["3124756_8", "31247_685", "_21345678", "2651487_3"])
def test_sets_give_way_to_layers_with_equal_results(
    monkeypatch: pytest.MonkeyPatch, board: str, algorithm: str, every: bool
) -> None:
    """Boards, route, counts and rounds are the same, whichever makes them."""
    monkeypatch.setattr(policy, "sys", SimpleNamespace(modules={}))  # as if no kernel was loaded
    results = []
    for most in (0, 60, 3000, 1 << 30):
        monkeypatch.setattr(policy, "SET_BOARDS", most)
        told: list[Round] = []
        solved = solve("8-puzzle", board, algorithm=algorithm, all_routes=every, watcher=Told(round=told.append))
        answer = solved.answer
        rounds = [round_ for round_ in answer.rounds if isinstance(round_, Round)]
        assert told == rounds
        counts = [(round_.from_start, round_.from_goal, round_.board_count, round_.met) for round_ in rounds]
        results.append((answer.route, answer.proof, answer.generated, answer.examined, counts, solved.count))
    assert results == results[:1] * 4


def test_table_from_the_goal_solves() -> None:
    before = slidefront.solve("8-puzzle", "8_6547231")
    slidefront.make_table("8-puzzle")
    after = slidefront.solve("8-puzzle", "8_6547231")
    assert (before.algorithm, after.algorithm) == ("bidirectional", "table")
    assert (after.optimum, after.answer.at_least) == (31, 31)
    assert after.route is not None
    assert after.route.end == after.puzzle.goal.key
    assert "181,440 boards" in after.answer.proof


@pytest.mark.parametrize(
    "options", [{"algorithm": "bidirectional"}, {"all_routes": True}, {"max_depth": 40}, {"goal": "1_2345678"}]
)
def test_other_questions_are_searched_despite_a_table(options) -> None:
    slidefront.make_table("8-puzzle")
    assert slidefront.solve("8-puzzle", "12_345678", **options).algorithm != "table"


def test_table_from_home_or_another_partial_goal_is_not_used() -> None:
    slidefront.make_table("pennant")
    solved = slidefront.solve("pennant")
    assert (solved.algorithm != "table", solved.optimum) == (True, 59)
    here, there = (f'kind = "blocks"\nhome = "A..B/C..B/D.E."\ngoal = [["B", {row}, 1]]\n' for row in (1, 2))
    first, second = slidefront.read_puzzle(here, "small"), slidefront.read_puzzle(there, "small")
    slidefront.make_table(first, start="goal")
    assert slidefront.solve(first).algorithm == "table"
    assert slidefront.solve(second).algorithm != "table"


def test_damaged_table_raises_an_error() -> None:
    table = slidefront.make_table("8-puzzle")
    table.path.write_bytes(flipped(table.path.read_bytes(), -1))
    with pytest.raises(TableError, match="is damaged"):
        slidefront.solve("8-puzzle", "8_6547231")


@pytest.mark.parametrize("name", ["pennant", "8-puzzle"])
def test_table_solves_all_boards_of_a_file(name) -> None:
    stored = slidefront.make_table(name, start="goal")
    texts = [*map(stored.puzzle.format, [*stored.header.deepest[:2], stored.puzzle.home])]
    boards = read_lines(stored.puzzle, "\n".join(texts), "boards.txt")
    table = distances_for(boards, "auto")
    assert table is not None
    solved = solve_from(table, boards)
    assert [result.optimum for result in solved] == [stored.depth_of(text) for text in texts]
    assert all(result.puzzle.meets_goal(result.route.end) for result in solved)
    assert distances_for(boards, "bfs") is None


def test_board_outside_the_table_is_searched_for_a_partial_goal() -> None:
    puzzle = slidefront.read_puzzle('kind = "blocks"\nhome = "11A.2"\ngoal = [["A", 1, 3]]\n', "mine")
    slidefront.make_table(puzzle, start="goal")
    assert slidefront.solve(puzzle, ".11A2").algorithm == "table"
    assert slidefront.solve(puzzle, "2A.11").optimum == 1
