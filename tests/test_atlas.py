"""The atlas of the docs contains all puzzles, and its figures match golden data."""

import re
from functools import cache
from pathlib import Path

import pytest

import slidefront
from slidefront.puzzles import library
from tests.explore.conftest import CASES
from tests.strategies_blocks import BLOCKS, golden_text
from tools.atlas.__main__ import picture, row
from tools.atlas.figures import compute
from tools.golden import GOLDEN, ROOT, golden_counts

DOCS = ROOT / "docs"


@cache
def atlas() -> dict[str, list[str]]:
    """Return the cells of each puzzle in the table, from the board count on."""
    rows = re.findall(r"^\| <img .*? \| `(.*?)` \| (.*) \|$", (DOCS / "atlas.md").read_text("utf-8"), re.MULTILINE)
    return {name: [cell.strip() for cell in rest.replace(",", "").split("|")] for name, rest in rows}


def test_atlas_contains_all_puzzles_with_their_pictures() -> None:
    assert list(atlas()) == library.names()
    assert sorted(path.stem for path in (DOCS / "atlas").iterdir()) == sorted(library.names())
    for name in library.names():
        assert (DOCS / "atlas" / f"{name}.svg").read_text("utf-8") == picture(name), "run `make atlas`"


@pytest.mark.parametrize("name", [path.stem for path in sorted((GOLDEN / "growth").iterdir())])
def test_layers_match_golden_counts(name: str) -> None:
    boards, depth, mean = atlas()[name][:3]
    if name == "15-puzzle":
        assert (boards, depth, mean) == (str(slidefront.load(name).size().board_count), "80", "")
        return
    counts = golden_counts(name)
    assert (int(boards), int(depth)) == (sum(counts), len(counts) - 1)
    assert float(mean) == pytest.approx(sum(at * count for at, count in enumerate(counts)) / sum(counts), abs=5e-4)


@cache
def golden_blocks(metric: str) -> list[tuple[slidefront.Puzzle, dict]]:
    return [(slidefront.read_puzzle(golden_text(one, metric)), one) for one in BLOCKS.values()]


@pytest.mark.parametrize("name", [name for name in library.names() if slidefront.load(name).kind == "blocks"])
def test_optima_and_board_counts_of_blocks_match_golden_data(name: str) -> None:
    puzzle = slidefront.load(name)
    same = [one for golden, one in golden_blocks(puzzle.metric) if golden == puzzle]
    if not same:
        assert name in ("mural", "mural-frozen")
        assert atlas()[name][3].split(" / ")[0] == str(CASES["mural"]["optimum"])
        return
    boards, _, _, lengths = atlas()[name][:4]
    optimum = same[0]["optimum"]
    assert lengths == (" / ".join(str(optimum[metric]) for metric in puzzle.metrics) if puzzle.goal else "")
    assert same[0]["states_reachable"] in (int(boards), None)


def test_remaining_figures_match_golden_data() -> None:
    assert atlas()["mural-frozen"][:2] == ["18869760", "52"]
    assert [atlas()[name][3] for name in ("pillars", "pillars-6")] == ["29", "11"]
    board, length, count = atlas()["14-puzzle"][5].split()
    assert ([board.strip("`")], int(length), int(count)) == (CASES["14-puzzle"]["deepest"], 55, 1)
    board, length, count = atlas()["10-puzzle"][5].split()
    assert board.strip("`") in CASES["10-puzzle"]["deepest"]
    assert (int(length), int(count)) == (34, 4)


@pytest.mark.parametrize("name", ["pillars-6", "hughes", "quzzle", "euler-766-example", "10-puzzle"])
def test_figures_match_computed_ones(name: str, tmp_path: Path) -> None:
    figures = compute(slidefront.load(name), tmp_path)
    computed = row(figures).replace(",", "").split(" | ")[2:-1]
    assert [cell.strip() for cell in computed] == atlas()[name][:-1]
