"""The colours of pictures and of the page: one source, and people of all kinds of colour vision tell them apart."""

import re
from itertools import combinations, pairwise

import numpy as np
import pytest

import slidefront
from slidefront.apps.page.html import source
from slidefront.draw.palette import (
    DARK,
    DARK_DISTANCES,
    FROZEN,
    LIGHT,
    LIGHT_DISTANCES,
    PIECES,
    STYLE,
    WANTED,
    colours_of,
    page_style,
)
from slidefront.draw.picture import drawing_data

# Machado, Oliveira and Fernandes 2009: what people without one kind of cones see, in linear RGB.
VISION = {
    "normal": np.eye(3),
    "no red": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "no green": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
    "no blue": [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
}
TO_XYZ = [[0.4338, 0.3762, 0.1899], [0.2126, 0.7152, 0.0722], [0.0178, 0.1095, 0.8727]]  # divided by those of white


def lab(colour, vision):
    """Lightness and two coordinates of a colour (CIE 1976), as somebody sees it."""
    parts = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    x, y, z = np.cbrt(np.maximum(0.009, np.array(TO_XYZ) @ np.clip(np.array(VISION[vision]) @ linear, 0, 1)))
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("vision", VISION)
def test_everybody_tells_pieces_apart(vision):
    seen = [lab(colour, vision) for colour in (*PIECES, WANTED, FROZEN)]
    assert min(np.linalg.norm(one - other) for one, other in combinations(seen, 2)) > 9


@pytest.mark.parametrize("vision", VISION)
@pytest.mark.parametrize("distances", [LIGHT_DISTANCES, DARK_DISTANCES])
def test_everybody_sees_which_boards_are_farther(vision, distances):
    lightness = [lab(colour, vision)[0] for colour in distances]
    if vision == "normal":
        assert all(near > far + 3 for near, far in pairwise(lightness))
    assert all(np.linalg.norm(lab(one, vision) - lab(other, vision)) > 15 for one, other in pairwise(distances))


def test_pictures_and_the_page_have_the_same_colours():
    for parts, style, page in zip((LIGHT, DARK), STYLE.split("@media"), page_style().split("@media"), strict=True):
        for name, colour in parts.items():
            assert colour in style
            assert f"--sf-{name}:{colour}" in page


def test_the_page_has_no_colours_of_its_own_for_boards():
    css = source("page.css")
    defined = {*re.findall(r"(--[a-z0-9-]+):", css + page_style())}
    assert {*re.findall(r"var\((--[a-z0-9-]+)\)", css)} <= defined
    rules = re.findall(r"^\.(?:board|blank|gate|wall|edge|vertex|name|piece|target)\b.*$", css, re.MULTILINE)
    assert len(rules) > 8
    assert not any("#" in rule for rule in rules)


@pytest.mark.parametrize("name", ["klotski", "8-puzzle", "pillars-6", "mural-frozen"])
def test_the_page_knows_the_colour_of_each_piece(name):
    puzzle = slidefront.load(name)
    assert drawing_data(puzzle)["colours"] == colours_of(puzzle)
