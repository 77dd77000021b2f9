"""Boards solved by every algorithm: as far as the naive twin says, by routes that it can replay."""

import re
import subprocess
import sys
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront import Resources, SolveResult, load, read_puzzle, solve
from slidefront.errors import ArgumentError, BoardError, PuzzleError
from slidefront.moves import METRICS
from slidefront.search import ALGORITHMS
from slidefront.search import solver as policy
from slidefront.search.solve import warm_up
from slidefront.watch import Round, Step, Threshold
from tests import naive, naive_routes
from tests import naive_blocks as blocks
from tests.explore.conftest import CASES
from tests.messages import refused
from tests.puzzles.transfer.test_theory import SHARED, arrangements
from tests.strategies import Case, cases, tile_case
from tests.strategies_blocks import BLOCKS, LIBRARY, BlockCase, Entry, block_case, block_cases, golden_text
from tests.watchers import Told
from tests.worlds import Errand, errands, some

HARD = "fe169b4c_a73d852"
algorithms = st.sampled_from(ALGORITHMS)


def replay(solved: SolveResult, case: Case | blocks.Rules) -> Any:
    """Replay the route by the naive twin, move by move; give the board where it ends."""
    assert solved.route is not None
    text, first = str(solved.route), solved.boards[0]
    if isinstance(case, blocks.Rules):
        boards = naive_routes.play_blocks(case, text, blocks.board_of(blocks.grid(first)))
        assert [blocks.canon(blocks.board_of(blocks.grid(text)), case) for text in solved.boards] == [
            blocks.canon(board, case) for board in boards
        ]
    else:
        played = naive_routes.play(case, text, naive.board(solved.question.start, len(case.home)))
        assert [naive.key(board) for board in played] == [*solved.route.keys]
        return played[-1]
    assert len(boards) - 1 == solved.optimum
    return boards[-1]


def rules_of(name: str) -> blocks.Rules:
    return LIBRARY[name].rules


@some
@given(cases(6), st.integers(0, 99), algorithms)
def test_tile_and_graph_boards_are_solved_or_proved_unsolvable(case: Case, seed: int, algorithm: str) -> None:
    start, goal = arrangements(case, 2, seed)
    route = naive.between(case.successors, [start], {goal})
    solved = solve(case.puzzle, naive.key(start), naive.key(goal), algorithm=algorithm)
    if route:
        assert (solved.optimum, replay(solved, case)) == (len(route) - 1, goal)
    else:
        assert (solved.optimum, solved.answer.at_least, solved.boards) == (None, None, [])
        assert solved.answer.proof


@some
@given(block_cases(), st.sampled_from([*METRICS]), algorithms)
def test_block_goals_are_met_at_the_optimum(case: BlockCase, metric: str, algorithm: str) -> None:
    puzzle = case.puzzles[metric]
    if not puzzle.goal or (puzzle.goal.key is None and algorithm == "bidirectional"):
        return
    layers = blocks.layers(case.rules, metric, 300)
    depths = [depth for depth, layer in enumerate(layers) if any(blocks.meets(b, case.rules) for b in layer.values())]
    if depths:
        solved = solve(puzzle, case.draw(case.rules.home), algorithm=algorithm)
        assert solved.optimum == depths[0]
        assert solved.boards[0] == case.draw(case.rules.home)
        assert blocks.meets(replay(solved, case.rules), case.rules)
    elif sum(map(len, layers)) <= 300:
        assert solve(puzzle, algorithm=algorithm).answer.at_least is None
    else:
        solved = solve(puzzle, algorithm=algorithm, max_depth=len(layers) - 1)
        assert solved.optimum is None
        assert solved.answer.at_least is None or solved.answer.at_least >= len(layers)


@some
@given(errands(most=1), st.sampled_from(["bfs", "bidirectional", "auto"]))
def test_all_shortest_routes_are_counted_and_listed(errand: Errand, algorithm: str) -> None:
    world = errand.world
    (start,), (goal,) = (map(world.key, boards) for boards in (errand.starts, errand.goals))
    solved = solve(world.puzzle, start, goal, algorithm=algorithm, all_routes=True)
    if solved.algorithm == "group":
        return
    assert solved.count == naive.count_routes(world.successors, errand.starts, errand.goals)
    listed = [route.keys for route in solved.listed(5)]
    assert len(listed) == len(set(listed)) == min(5, solved.count)
    assert solved.route is not None
    assert solved.route.keys == listed[0]
    assert {len(keys) - 1 for keys in listed} == {solved.optimum}


@some
@given(errands(most=1), algorithms, st.integers(-3, 3))
def test_every_algorithm_finds_the_optimum_and_nothing_longer(errand: Errand, algorithm: str, more: int) -> None:
    world, optimum = errand.world, len(errand.way) - 1
    most = max(0, optimum + more)
    (start,), (goal,) = (map(world.key, boards) for boards in (errand.starts, errand.goals))
    solved = solve(world.puzzle, start, goal, algorithm=algorithm, max_depth=most)
    assert solved.optimum == (optimum if most >= optimum else None)
    assert algorithm in (solved.algorithm, "auto")
    if solved.route is not None:
        keys = [*solved.route.keys]
        assert (keys[0], keys[-1]) == (start, goal)
        assert all(key in world.keys(layer) for key, layer in zip(keys, errand.way, strict=True))
        assert all(key in [move.key for move in world.puzzle.moves(before)] for before, key in pairwise(keys))
    assert solved.answer.at_least is not None
    assert min(most + 1, optimum) <= solved.answer.at_least <= optimum


def board_apart(case: Case) -> int:
    """Return a board of the same tiles that moves do not lead to."""
    reached = naive.reached(case.successors, case.home)
    return naive.key(next(board for board in arrangements(case, 50, 1) if board not in reached))


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize(
    ("name", "board", "odd"),
    [
        ("15-puzzle", "1234/5678/9abc/dfe_", True),
        ("14-puzzle", "b4d296785c1a3e__", True),
        ("pillars-6", "ABCEDF", True),
        ("14-puzzle", "3124/5678/9abc/de__", False),
        ("3x5+1x2", "31245/6789a/bcd__", False),
        ("theta, distinct", None, False),
    ],
)
def test_parity_or_group_proves_unsolvable_without_search(
    name: str, board: str | None, odd: bool, algorithm: str
) -> None:
    if board is None:  # the theta graph, which has both parities
        case = SHARED[name][0]
        solved = solve(case.puzzle, board_apart(case), algorithm=algorithm)
    else:
        solved = solve(name, board, "home" if name == "pillars-6" else None, algorithm=algorithm)
    answer = solved.answer
    assert (solved.algorithm, solved.optimum, answer.at_least, answer.generated) == ("group", None, None, 0)
    assert ("odd permutation" in answer.proof) == odd
    assert ("hole-first" in answer.proof) == (name == "15-puzzle")


def test_space_is_exhausted_if_the_group_decides_nothing() -> None:
    """Equal labels under a group that is no product of symmetric and alternating ones."""
    case = SHARED["a ring"][0]
    board = board_apart(case)
    assert case.puzzle.theory.connects(board, case.puzzle.home) is None
    for algorithm in ("bfs", "bidirectional"):
        solved = solve(case.puzzle, board, algorithm=algorithm)
        assert (solved.optimum, solved.answer.at_least, solved.algorithm) == (None, None, algorithm)
        assert solved.answer.proof.startswith("all boards that moves lead to from the ")


@pytest.mark.parametrize(
    ("algorithm", "home", "goal"),
    [("auto", "AB..", "B..."), *((name, "AB..", "BA..") for name in ALGORITHMS[1:]), ("ida", "A.B", "B..")],
)
@pytest.mark.parametrize("metric", METRICS)
def test_unsolvable_blocks(algorithm: str, home: str, goal: str, metric: str) -> None:
    text = block_case(home, groups=[]).text
    solved = solve(read_puzzle(text, "line", metric), goal=goal, algorithm=algorithm)
    assert (solved.optimum, solved.answer.at_least) == (None, None)
    assert solved.answer.proof


@pytest.mark.parametrize(
    ("algorithm", "proof"),
    [
        ("bfs", "no board at depth 30 or less meets the goal"),
        ("bidirectional", "no board within 15 moves of the start is within 15 of the goal"),
        ("ida", "every route of fewer than 31 moves was tried, or ruled out by an admissible bound"),
    ],
)
def test_optimum_has_a_proof_and_rounds(algorithm: str, proof: str) -> None:
    rounds: list[Round | Threshold] = []
    solved = solve("8-puzzle", "876_41253", algorithm=algorithm, watcher=Told(round=rounds.append))
    assert (solved.optimum, solved.answer.proof) == (31, proof)
    assert {*solved.answer.rounds} <= {*rounds}
    if algorithm == "ida":
        thresholds = [round_ for round_ in solved.answer.rounds if isinstance(round_, Threshold)]
        assert [round_.limit for round_ in thresholds] == [*range(thresholds[0].limit, 32, 2)]
        assert sum(round_.generated for round_ in thresholds) == solved.answer.generated
    else:
        lengths = [(round_.length, round_.met) for round_ in solved.answer.rounds if isinstance(round_, Round)]
        assert lengths == [(length, length == 31) for length in range(1, 32)]
    assert 0 < solved.answer.examined <= solved.answer.generated
    assert sum(round_.seconds for round_ in solved.answer.rounds) <= solved.seconds


@pytest.mark.parametrize("algorithm", ["bfs", "bidirectional"])
def test_proofs_hold_for_naive_layers(algorithm: str) -> None:
    case = tile_case(2, 3, (0, 1, 2, 3, 4, 5))
    layers = naive.layers(case.successors, [case.home])
    for depth in (1, 2, 3, 10, 20, 21):
        answer = solve(case.puzzle, naive.key(min(layers[depth])), algorithm=algorithm).answer
        assert answer.at_least == depth
        if algorithm == "bfs":
            assert answer.proof == f"no board at depth {depth - 1} or less meets the goal"
        else:
            match = re.fullmatch(r"no board within (\d+) moves? of the start is within (\d+) of the goal", answer.proof)
            assert match
            from_start, from_goal = map(int, match.groups())
            assert from_start + from_goal == depth - 1
            around = set().union(*naive.layers(case.successors, [min(layers[depth])], from_start))
            assert not around & set().union(*layers[: from_goal + 1])
            assert around & set().union(*layers[: from_goal + 2])


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("text", ["8-puzzle", 'kind = "blocks"\nhome = "A.B"\ngoal = [["B", 1, 3]]\n'])
def test_solved_board_takes_no_moves(text: str, algorithm: str) -> None:
    """Also if the goal is partial."""
    puzzle = read_puzzle(text) if "=" in text else load(text)
    solved = solve(puzzle, algorithm=algorithm, max_depth=0)
    assert (solved.optimum, solved.route and solved.route.keys, solved.answer.rounds) == (0, (puzzle.home,), [])
    assert solved.algorithm == ("none" if algorithm == "auto" else algorithm)
    assert solved.answer.proof == "the start meets the goal"


@pytest.mark.parametrize(
    ("given", "status", "known"),
    [
        ({"start": "3124756_8"}, "optimal", (3, 3, None)),
        ({"start": "2143657_8"}, "unsolvable", (None, None, None)),
        ({"start": "876_41253", "max_depth": 5}, "unfinished", (None, 6, "max_depth")),
        ({"start": "876_41253", "max_seconds": 0}, "unfinished", (None, 1, "max_seconds")),
        ({"start": "876_41253", "watcher": Told(stop=lambda: True)}, "unfinished", (None, 1, "watcher")),
        ({"puzzle": "klotski", "start": "home", "max_seconds": 0}, "unfinished", (None, 1, "max_seconds")),
    ],
)
def test_result_states_what_is_known(given: dict[str, Any], status: str, known: tuple[int | None, ...]) -> None:
    result = solve(**{"puzzle": "8-puzzle", **given})
    data = result.to_dict()
    assert result.status == data["status"] == status
    assert (result.length, result.lower_bound, result.ended_by) == known
    assert (data["length"], data["lower_bound"], data["ended_by"]) == known
    assert f": {status}" in repr(result)
    assert result.proof


@pytest.mark.parametrize("number", [-1, 1 << 70])
def test_number_that_is_no_key_is_named(number: int) -> None:
    for boards in ({"start": number}, {"goal": number}):
        assert f"of at most 64 bits, not {number}" in refused(BoardError, lambda boards=boards: solve("3x3", **boards))


def test_negative_number_of_routes_is_refused() -> None:
    solved = solve("8-puzzle", "3124756_8", all_routes=True)
    assert "limit must be a whole number, 0 or more" in refused(ArgumentError, solved.to_dict, -1)


def test_watcher_gets_progress_of_layers() -> None:
    steps: list[Step] = []
    solved = solve("8-puzzle", "876_41253", watcher=Told(progress=steps.append))
    assert {step.depth for step in steps} == {*range(1, 17)}
    assert sum(step.done == 1 for step in steps) == len(solved.answer.rounds)


LARGE = ("The Elevator Switch", "Four Balls")
GOLDEN = [
    pytest.param(entry, id=name, marks=[pytest.mark.soak] if name.endswith(LARGE) else [])
    for name, entry in BLOCKS.items()
    if entry["goal"]
]


@pytest.mark.parametrize("entry", GOLDEN)
def test_golden_blocks_are_solved_in_every_metric(entry: Entry) -> None:
    """Small puzzles by IDA*, too."""
    case = BlockCase(golden_text(entry), "golden")
    for metric, puzzle in case.puzzles.items():
        by_layers = "bidirectional" if puzzle.goal.key is not None else "bfs"
        asked = {"auto": by_layers} | ({"ida": "ida"} if (entry["states_reachable"] or 1 << 20) < 25_000 else {})
        for algorithm, expected in asked.items():
            solved = solve(puzzle, algorithm=algorithm)
            assert (solved.optimum, solved.algorithm) == (entry["optimum"][metric], expected)
            assert blocks.meets(replay(solved, case.rules), case.rules)


FOURTEEN = {
    **dict.fromkeys(CASES["14-puzzle"]["deepest_hole_home"]["boards"][::3], 54),
    CASES["14-puzzle"]["deepest"][0]: 55,
}


@pytest.mark.parametrize(("board", "optimum"), FOURTEEN.items())
def test_deepest_boards_of_the_14_puzzle(board: str, optimum: int) -> None:
    solved = solve("14-puzzle", board)
    case = tile_case(4, 4, (*range(1, 15), 0, 0))
    assert (solved.optimum, replay(solved, case)) == (optimum, case.home)


def test_mural_takes_43_moves() -> None:
    solved = solve("mural")
    assert (solved.optimum, solved.algorithm) == (CASES["mural"]["optimum"], "bidirectional")
    met = {round_.length: round_.met for round_ in solved.answer.rounds if isinstance(round_, Round)}
    assert met == {length: length == 43 for length in range(1, 44)}
    assert blocks.meets(replay(solved, rules_of("mural")), rules_of("mural"))


def test_part_of_the_mural_takes_20_moves() -> None:
    part = CASES["mural"]["part"]
    solved = solve("mural", goal="/".join(part["goal"]))
    assert solved.optimum == part["optimum"] == 20
    end = blocks.board_of(blocks.grid("/".join(part["goal"])))
    assert replay(solved, rules_of("mural")) == end


def test_grid_with_some_pieces_is_a_partial_goal() -> None:
    """Only the pieces that it shows matter; the others lie anywhere."""
    solved = solve("klotski", goal="XX../XX../..../..../....")
    end = replay(solved, rules_of("klotski"))
    assert end["X"] == {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert (solved.algorithm, solved.puzzle.goal.key) == ("bfs", None)
    layers = blocks.layers(rules_of("klotski"), "move", 2000)
    there = [depth for depth, layer in enumerate(layers) if any(board["X"] == end["X"] for board in layer.values())]
    assert solved.optimum == there[0]


def test_goal_key_is_one_board_but_a_grid_may_be_several() -> None:
    """Where the file lets any piece of a shape do, it does for grids; a key names that very board."""
    puzzle = read_puzzle(block_case("../../AB", groups=[], goal_match="shape").text, "swap", "move")
    swapped = puzzle.parse("../../BA")
    assert (solve(puzzle, goal="../../BA").optimum, solve(puzzle, goal="../../BA").puzzle.goal.key) == (0, None)
    assert (solve(puzzle, goal=swapped).optimum, solve(puzzle, goal=swapped).puzzle.goal.key) == (3, swapped)
    assert solve(puzzle, swapped, "home").optimum == 3
    assert [solve(puzzle, goal=swapped).puzzle.meets_goal(key) for key in (puzzle.home, swapped)] == [False, True]


def test_equal_pieces_keep_their_typed_names() -> None:
    typed = "BXXA/BXXA/CDDE/CFGE/I..H"
    solved = solve("klotski", typed, all_routes=True)
    assert solved.boards[0] == typed
    assert {route.boards[0] for route in solved.listed(3)} == {typed}
    assert blocks.meets(replay(solved, rules_of("klotski")), rules_of("klotski"))
    assert solve("klotski", load("klotski").parse(typed)).boards[0] == "AXXB/AXXB/CDDE/CFGE/H..I"


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"algorithm": "astar"}, ArgumentError),
        *(({"max_depth": value}, ArgumentError) for value in (-1, "5", 2.5)),
        *(({"max_seconds": value}, ArgumentError) for value in (-1, float("nan"), "5", [1])),
        *(({"resources": Resources(value)}, ArgumentError) for value in ("2", 1.5, 0)),
        *(({"resources": Resources(memory=value)}, ArgumentError) for value in (float("nan"), [1], 0)),
        *(({"start": value}, BoardError) for value in ("12345678", "123456789abcde__", 5, -1, 1 << 70)),
        *(({"goal": value}, BoardError) for value in (5, "1234")),
        ({"metric": "move"}, PuzzleError),
        ({"all_routes": True, "algorithm": "ida"}, ArgumentError),
        ({"puzzle": "klotski", "algorithm": "bidirectional"}, BoardError),
        ({"puzzle": "klotski", "start": "goal"}, BoardError),
        *(({"puzzle": "klotski", "goal": f"{row}/..../..../..../...."}, PuzzleError) for row in ("ZZ..", "....")),
        ({"puzzle": "euler-766"}, BoardError),
        ({"puzzle": "euler-766", "goal": "goal"}, BoardError),
    ],
)
def test_invalid_arguments_raise_errors(given: dict[str, Any], error: type[Exception]) -> None:
    refused(
        error, lambda: solve(**{"puzzle": "8-puzzle", "start": "home" if "puzzle" in given else "3124756_8", **given})
    )


def test_warm_up_runs_each_algorithm(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, answer = [], policy.Solver.answer
    monkeypatch.setattr(
        policy.Solver, "answer", lambda solver, name: asked.append((answer(solver, name).at_least, name))
    )
    stuck = read_puzzle(block_case("AA").text, "stuck")
    for puzzle, names in ((load("8-puzzle"), ["bfs", "ida"]), (load("2x3"), ["bidirectional"]), (stuck, ["bfs"])):
        warm_up(puzzle, puzzle.home, names)
    assert asked == [(4, "bfs"), (4, "ida"), (4, "bidirectional"), (0, "bfs")]


def test_prepared_process_compiles_and_builds_nothing_more() -> None:
    code = """import slidefront, sys
from slidefront.compile import Compiling
for name, start in zip(sys.argv[1::2], sys.argv[2::2]):
    slidefront.prepare(name)
    before, notes = len(Compiling.loaded), []
    watcher = slidefront.Watcher()
    watcher.on_note = notes.append
    result = slidefront.solve(name, start, watcher=watcher)
    print(result.status, len(Compiling.loaded) - before, notes)"""
    words = [sys.executable, "-c", code, "8-puzzle", "876_41253", "klotski", "home", "15-puzzle", HARD]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout == "optimal 0 []\n" * 3
