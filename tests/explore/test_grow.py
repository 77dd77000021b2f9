"""Growing: each step makes the whole next layer, counts what it did, and knows beforehand what it needs."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slidefront.explore.grow import Growth, Interrupted, is_one_sided
from slidefront.explore.held import HeldLayer, start_layer
from slidefront.explore.scratch import Scratch

from slidefront.arrays import Keys
from slidefront.explore import grow
from slidefront.explore.budget import Budget
from slidefront.explore.watch import Step
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.read.load import load
from tests import naive
from tests.explore.conftest import odd_ring, triangle
from tests.worlds import MOST, SETTINGS, Errand, Setting, array, errands, some, tools

in_any_setting = st.sampled_from(SETTINGS)


class Taken:
    """Keeps all that it gets."""

    def __init__(self, puzzle: Puzzle, number: int) -> None:
        self.puzzle, self.number = puzzle, number
        self.keys: list[int] = []

    def take(self, work: Keys) -> bool:
        self.keys += self.puzzle.unpack(work).tolist()
        return True

    def finish(self) -> "Taken":
        return self

    def abandon(self) -> None:
        self.keys = []


@contextmanager
def growing(errand: Errand, setting: Setting, spill: bool = False, **given: Any) -> Iterator[Growth]:
    """Begin to grow, in memory or with everything in the scratch folder."""
    puzzle = errand.world.puzzle
    starts = array(map(errand.world.key, errand.starts))
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as changed, tools(setting, **given) as made:
        scratch = Scratch(Path(folder) / "keys") if spill else None
        if scratch is not None:
            changed.setattr(grow, "memory_of", lambda _: 1 << 60)
            changed.setattr(Budget, "layer", 0)
            scratch.open()
        yield Growth(
            puzzle,
            start_layer(puzzle, starts),
            None,
            is_one_sided(puzzle, starts),
            made.threads,
            made.budget,
            made.stop,
            made.advanced,
            scratch,
        )


def naive_layers(errand: Errand) -> list[set[Any]]:
    """The layers around the starts; the last is empty if the space ends."""
    layers = naive.layers(errand.world.successors, errand.starts, most=MOST)
    return layers if sum(map(len, layers)) > MOST else [*layers, set()]


def keys_of(puzzle: Puzzle, layer: HeldLayer) -> list[int]:
    return puzzle.unpack(layer.between(0, 1 << 64)).tolist()


@some
@given(errands(), in_any_setting, st.booleans())
def test_each_step_makes_the_next_layer(errand: Errand, setting: Setting, spill: bool) -> None:
    """The frontier has its boards, the keepers got them too, part after part, and old layers are let go."""
    puzzle = errand.world.puzzle
    layers = naive_layers(errand)
    with growing(errand, setting, spill) as growth:
        for depth, layer in enumerate(layers):
            if depth:
                kept = growth.step(lambda number: Taken(puzzle, number))
                assert [one.number for one in kept] == [*range(len(kept))]
                assert [key for one in kept for key in one.keys] == errand.world.keys(layer)
            assert growth.frontier.depth == depth
            assert growth.frontier.boards == len(layer)
            assert keys_of(puzzle, growth.frontier) == errand.world.keys(layer)
            if depth and not puzzle.used_bits:
                assert growth.before is not None
                assert keys_of(puzzle, growth.before) == errand.world.keys(layers[depth - 1])
            else:
                assert growth.before is None


@some
@given(errands(), in_any_setting, st.booleans())
def test_what_was_examined_and_generated_is_counted(errand: Errand, setting: Setting, spill: bool) -> None:
    """All boards left behind, and their successors: where moves are noted as used, those that lead further."""
    world = errand.world
    layers = naive_layers(errand)
    examined = generated = 0
    with growing(errand, setting, spill) as growth:
        for depth, layer in enumerate(layers[:-1]):
            growth.step(lambda number: Taken(world.puzzle, number))
            back = layers[depth - 1] if depth and world.puzzle.used_bits else set()
            examined += len(layer)
            generated += sum(after not in back for board in layer for after in world.successors(board))
            assert (growth.examined, growth.generated) == (examined, generated)


@some
@given(errands(), st.sampled_from([1, 3]))
def test_needs_are_known_beforehand(errand: Errand, threads: int) -> None:
    """What is held exactly, successors at most, and new boards by what became of the last ones."""
    world = errand.world
    layers = naive_layers(errand)
    kept = 1 if world.puzzle.used_bits else 2
    fresh = 1.0
    with growing(errand, Setting(threads, tiny=False)) as growth:
        for depth, layer in enumerate(layers[:-1]):
            needs, generated = growth.needs(), growth.generated
            most = len(layer) * world.puzzle.most_successors
            held = sum(map(len, layers[: depth + 1][-kept:]))
            assert needs.held == held
            assert needs.successors == most
            assert needs.boards == int(most * fresh)
            growth.step(lambda number: Taken(world.puzzle, number))
            made = growth.generated - generated
            assert made <= needs.successors
            fresh = len(layers[depth + 1]) / max(1, made)


@some
@given(errands(), in_any_setting)
def test_the_work_on_a_layer_is_told(errand: Errand, setting: Setting) -> None:
    told: list[Step] = []
    layers = naive_layers(errand)
    with growing(errand, setting, advanced=told.append) as growth:
        for depth in range(1, len(layers)):
            told.clear()
            growth.step(lambda number: Taken(errand.world.puzzle, number))
            assert {(one.depth, one.frontier) for one in told} == {(depth, len(layers[depth - 1]))}
            done = [one.done for one in told]
            assert done == sorted(done)
            assert (done[-1], told[-1].boards) == (1.0, len(layers[depth]))


@some
@given(errands(), in_any_setting, st.data())
def test_work_is_left_off_between_tasks(errand: Errand, setting: Setting, data: st.DataObject) -> None:
    asked: list[int] = []
    with growing(errand, setting, stop=lambda: asked.append(1) or False) as growth:
        growth.step(lambda number: Taken(errand.world.puzzle, number))
    left = iter(range(data.draw(st.integers(0, len(asked) - 1), label="moment")))
    with growing(errand, setting, stop=lambda: next(left, None) is None) as growth:
        with pytest.raises(Interrupted):
            growth.step(lambda number: Taken(errand.world.puzzle, number))
        assert (growth.frontier.depth, growth.generated, growth.examined) == (0, 0, 0)


def test_a_keeper_that_has_enough_ends_its_part_and_no_other() -> None:
    puzzle = load("10-puzzle")

    class First(Taken):
        def take(self, work: Keys) -> bool:
            super().take(work)
            return False

    with tools(Setting(1, tiny=True)) as made:
        home = start_layer(puzzle, array([puzzle.home]))
        growth = Growth(puzzle, home, None, True, made.threads, made.budget, made.stop, made.advanced)
        for _ in range(12):
            growth.step(lambda number: Taken(puzzle, number))
        kept = growth.step(lambda number: First(puzzle, number))
    assert len(growth.frontier.blocks) == len(kept) > 1
    assert keys_of(puzzle, growth.frontier) == [key for one in kept for key in one.keys]


def test_starts_are_on_one_side_where_every_move_changes_sides() -> None:
    puzzle = load("8-puzzle")
    near = [move.key for move in puzzle.successors(puzzle.home)]
    assert is_one_sided(puzzle, array([puzzle.home]))
    assert is_one_sided(puzzle, array(near))
    assert not is_one_sided(puzzle, array([puzzle.home, *near]))
    klotski = load("klotski", "step")
    assert is_one_sided(klotski, array([klotski.home]))
    for other in (load("klotski", "move"), triangle(), odd_ring()):
        assert not is_one_sided(other, array([other.home]))
