"""What solving costs: by the real command, from the start of the process to its end; two ways against one way.

The machine may be shared: each figure of a command is the median of three, and the load is said.
"""

from statistics import median

import pytest

from slidefront import load, solve
from slidefront.search.solve import warm_up
from tests.benchmarks.conftest import TIMES, measured
from tests.search.test_solve import FOURTEEN

pytestmark = pytest.mark.bench


@pytest.mark.parametrize(
    ("words", "optimum"),
    [
        *[(["14-puzzle", "--from", board], optimum) for board, optimum in FOURTEEN.items()],
        (["mural"], 43),
        (["mural", "--all", "--limit", "1"], 43),
        (["klotski", "--metric", "step"], 116),
        (["klotski", "--metric", "slide"], 90),
        (["klotski", "--metric", "move"], 81),
        (["8-puzzle", "--from", "876_41253"], 31),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_commands(words, optimum, say):
    command = ["solve", *words, "--json"]
    measured(command)
    runs = [measured(command) for _ in range(TIMES)]
    assert {run.found["optimum"] for run in runs} == {optimum}
    seconds, peak = median(run.seconds for run in runs), max(run.peak for run in runs)
    say(
        f"solve {' '.join(words)}: {optimum} moves by {runs[0].found['algorithm']}, "
        f"median {seconds:.2f} s of {TIMES} ({runs[0].found['seconds']:.2f} s of it searching), "
        f"peak {peak} MiB"
    )


@pytest.mark.parametrize(
    ("name", "start"), [("8-puzzle", "876_41253"), ("14-puzzle", "14ba5e729cd638__"), ("pillars", "home")]
)
def test_two_ways_against_one(name, start, say):
    puzzle = load(name)
    names = ["bfs", "bidirectional"]
    warm_up(puzzle, puzzle.home, names)
    one_way, two_ways = ([solve(puzzle, start, algorithm=name) for _ in range(TIMES)] for name in names)
    one, two = (median(run.seconds for run in runs) for runs in (one_way, two_ways))
    first, second = (runs[0].answer.examined for runs in (one_way, two_ways))
    assert one_way[0].optimum == two_ways[0].optimum
    say(
        f"{name}, {one_way[0].optimum} moves: two ways {two:.3f} s, one way {one:.3f}, ratio {two / one:.3f}; "
        f"examined {second:,} against {first:,}"
    )
