"""Against sympy, which looks at one permutation at a time."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy.combinatorics import Permutation, PermutationGroup

from slidefront.notation.load import load
from slidefront.puzzles.groups import Group, list_elements, orbits_of, take_off
from tests.strategies import few


def check(group: PermutationGroup, permutations: list[list[int]]) -> None:
    actual = Group([generator.array_form for generator in group.generators])
    assert actual.order == group.order()
    assert orbits_of(actual.generators) == sorted(sorted(orbit) for orbit in group.orbits())
    are_in_group = actual.contains(np.array(permutations, np.int64).reshape(len(permutations), -1))
    assert are_in_group.tolist() == [bool(group.contains(Permutation(images))) for images in permutations]


@st.composite
def groups(draw: st.DrawFn) -> tuple[PermutationGroup, list[list[int]]]:
    """Draw a group by some generators, products of which are in it, and permutations that need not be."""
    points = draw(st.integers(1, 9))
    permutations = st.permutations(list(range(points)))
    generators = draw(st.lists(permutations, min_size=1, max_size=3))
    group = PermutationGroup([Permutation(generator) for generator in generators])
    products = [generators[0]]
    for generator in draw(st.lists(st.sampled_from(generators), max_size=6)):
        products.append([generator[point] for point in products[-1]])
    return group, [*products, *draw(st.lists(permutations, max_size=10))]


@few
@given(groups())
def test_orders_of_random_groups_match_sympy(case: tuple[PermutationGroup, list[list[int]]]) -> None:
    check(*case)


@few
@given(groups(), st.data())
def test_elements_are_listed_in_number_order(
    case: tuple[PermutationGroup, list[list[int]]], data: st.DataObject
) -> None:
    group = Group([generator.array_form for generator in case[0].generators])
    first = data.draw(st.integers(0, group.points), label="first")
    elements = list_elements(group.chain, first, group.points)
    step = 1 + len(elements) // 100
    numbers = [take_off(element.copy(), first, group.points, group.chain) for element in elements[::step]]
    assert numbers == [*range(0, len(elements), step)]
    assert len(elements) == np.prod(group.chain.sizes[first:])
    carriers = list_elements(group.chain, 0, first)
    assert carriers.tolist() == list_elements(group.chain, 0, group.points)[:: len(elements)].tolist()


@pytest.mark.parametrize("name", ["15-puzzle", "14-puzzle", "11-puzzle", "pillars"])
def test_loops_of_large_puzzles_have_known_orders(name: str) -> None:
    group = PermutationGroup([Permutation(generator) for generator in load(name).theory.loops.group.generators])
    generator = np.random.default_rng(7)
    inside = [group.random().array_form for _ in range(20)]
    swapped = [[images[1], images[0], *images[2:]] for images in inside]
    check(group, [*inside, *swapped, *(generator.permutation(group.degree).tolist() for _ in range(20))])
