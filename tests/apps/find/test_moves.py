"""Keys in a hash table are told apart by their lower halves."""

import numpy as np
import pytest

from slidefront.apps.find.placements import table_of_keys


@pytest.mark.parametrize(
    ("keys", "told_apart"),
    [
        ([(1, 5), (1, 6)], True),
        ([(1, 5), (2, 5)], True),
        ([(1, 5), (1, 5)], False),
        ([(1, 5), (5, 5)], False),  # the same slot at first
        ([(2, 5), (1, 6), (1, 5)], False),  # it passes the slot of the first one
    ],
)
def test_keys_with_equal_lower_halves_on_their_way_are_noticed(keys, told_apart):
    slots = np.empty(4, np.uint64)
    assert table_of_keys(np.array([high << 32 | low for high, low in keys], np.uint64), slots) == told_apart


def test_other_random_numbers_are_drawn(monkeypatch, tmp_path):
    from slidefront.apps.find import multisets as tasks
    from slidefront.apps.find.kinds import kind_of
    from tests.apps.find.test_search import find

    kind = kind_of("2x3")
    expected = find(kind, tmp_path / "one")
    drawn, explore = [], tasks.explore

    def equal_at_first(kit, *rest):
        drawn.append(int(kit.weight[0]))
        return (tasks.EQUAL_KEYS, 0, 0) if len(drawn) == 1 else explore(kit, *rest)

    monkeypatch.setattr(tasks, "explore", equal_at_first)
    assert find(kind, tmp_path / "two") == expected
    assert drawn[0] != drawn[1]
