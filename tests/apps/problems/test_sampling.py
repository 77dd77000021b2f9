"""Draws: every board with the same chance, none twice, and no matter how a layer is cut."""

import json
from collections import Counter
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from slidefront.apps.problems.problems import draw, samples, share_out
from slidefront.arrays import Keys
from slidefront.errors import RunError
from slidefront.explore.expand import expand
from slidefront.store.run import Run, open_run
from tests.messages import refused


def sample(run: Run, depth: int, boards: int, seed: int, *, selected: bool = False) -> Keys:
    ((_, found),) = samples(run, [depth], boards, seed, selected=selected)
    return found


@pytest.mark.parametrize("marked", [False, True])
def test_boards_are_those_of_the_rows_that_were_drawn(ten: Run, marked: bool) -> None:
    for depth in range(ten.last_depth + 1):
        keys = ten.keys(depth).tolist()
        if marked:
            keys = [key for key in keys if ten.puzzle.format(key).endswith("__")]
        for wanted in (1, 7, 10**6):
            found = sample(ten, depth, wanted, 3, selected=marked).tolist()
            assert found == [keys[row] for row in sorted(draw(len(keys), wanted, 3, depth).tolist())]
            assert len(set(found)) == len(found) == min(wanted, len(keys))


def test_each_board_has_the_same_chance(ten: Run) -> None:
    """Chi-square over 700 draws of 5 out of a layer: it exceeds its mean by five deviations once in a million."""
    boards = ten.layer(8).board_count
    count = Counter(key for seed in range(700) for key in sample(ten, 8, 5, seed).tolist())
    expected = 700 * 5 / boards
    chi = sum((count[key] - expected) ** 2 / expected for key in ten.keys(8).tolist())
    freedom = (boards - 1) * (1 - 5 / boards)  # without replacement the counts of one draw differ less
    assert abs(chi - freedom) < 5 * (2 * freedom) ** 0.5


def test_seeds_and_depths_draw_for_themselves() -> None:
    rows = [tuple(draw(1000, 10, seed, depth).tolist()) for seed in range(5) for depth in range(5)]
    assert len(set(rows)) == 25
    assert all(len(set(row)) == 10 and min(row) >= 0 and max(row) < 1000 for row in rows)
    assert sorted(draw(1000, 1000, 1, 1)) == [*range(1000)]
    assert draw(1000, 999, 1, 1)[:10].tolist() == draw(1000, 10, 1, 1).tolist()


@given(st.dictionaries(st.integers(0, 99), st.integers(0, 50)), st.integers(0, 3000))
def test_shares_are_as_even_as_the_board_counts_allow(board_counts: dict[int, int], count: int) -> None:
    shares = share_out(board_counts, count)
    assert sum(shares.values()) == min(count, sum(board_counts.values()))
    assert all(shares[length] <= board_count for length, board_count in board_counts.items())
    limited = [share for length, share in shares.items() if share < board_counts[length]]
    assert not limited or max(shares.values()) <= min(limited) + 1


def test_a_manifest_that_counts_more_selected_boards_than_there_are_is_refused(tmp_path) -> None:
    run = expand("pillars-6", out=tmp_path / "run")
    manifest = json.loads((tmp_path / "run" / "_run.json").read_text())
    manifest["layers"][9]["marked"] = run.layer(9).selected_count + 1
    (tmp_path / "run" / "_run.json").write_text(json.dumps(manifest))
    message = refused(RunError, partial(sample, selected=True), open_run(tmp_path / "run"), 9, 500, 0)
    assert message.startswith(f"layer 9 of {tmp_path / 'run'} has fewer mover-home boards than it says: verify it")
