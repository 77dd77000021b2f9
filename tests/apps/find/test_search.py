"""Boards are counted in advance; a search equals other programs and the slow twin, resumes, and keeps its memory."""

import json
from collections import Counter
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from slidefront import Resources
from slidefront.apps.find import search as search_module
from slidefront.apps.find import tasks
from slidefront.apps.find.counting import count_divisions
from slidefront.apps.find.kinds import Kind, kind_of, read_kind
from slidefront.apps.find.kit import Kit
from slidefront.apps.find.multisets import table_of_keys
from slidefront.apps.find.search import ALL_BOARDS, JOURNAL_NAME, WORK, searching
from slidefront.apps.find.tasks import FindResults, first_items, total_count
from slidefront.errors import RunError, SlidefrontError
from slidefront.store.log import sealed
from slidefront.watch import Interrupted, Watcher
from tests import naive_find
from tests.watchers import stop_after

GOLDEN = json.loads((Path(__file__).parents[3] / "data" / "golden" / "finder.json").read_text("utf-8"))
ONE_THREAD = Resources(1)


def cells(rows: int, columns: int) -> frozenset[naive_find.Cell]:
    return frozenset((r, c) for r in range(rows) for c in range(columns))


@pytest.mark.parametrize(("board", "placements"), GOLDEN["placements"].items())
def test_divisions_are_those_of_an_independent_program(board: str, placements: int) -> None:
    rows, columns = map(int, board.split("x"))
    assert sum(count_divisions(rows, columns, cells(rows, columns)).values()) == placements


def find(
    kind: Kind,
    folder: Path,
    watcher: Watcher | None = None,
    *,
    top: int = 3,
    resources: Resources = ONE_THREAD,
    work: int = WORK,
) -> FindResults:
    with searching(kind, folder, top=top, resources=resources, watcher=watcher or Watcher(), work=work) as search:
        return search.run()


def write_journal(folder: Path, kind: Kind, *records: dict[str, Any], version: int = 1, top: int = 3) -> None:
    head = {"version": version, "kind": kind.text, "top": top}
    folder.mkdir()
    (folder / JOURNAL_NAME).write_bytes(b"".join(map(sealed, [head, *records])))


def rows_of(results: FindResults) -> dict[int, dict[str, object]]:
    return {
        pieces: {**group.counts, "lengths": group.lengths, "different": group.orbits}
        for pieces, group in results.items()
    }


@pytest.mark.parametrize("board", ["3x3", "3x4"])
def test_tables_match_independent_program(board, tmp_path) -> None:
    results = find(kind_of(board), tmp_path / "found")
    assert {*map(str, results)} == {*GOLDEN[board]}
    for pieces, expected in GOLDEN[board].items():
        group = results[int(pieces)]
        solvable = group.lengths.total()
        actual = {
            **{name: group.counts[name] for name in ("placements", "multisets", "components", "starts")},
            "starts_that_can_move": group.counts["movable"],
            "solvable": solvable,
            "unsolvable": group.counts["starts"] - solvable,
            "longest": group.longest,
            "boards_with_it": group.lengths[group.longest],
            "up_to_symmetry": group.orbits[group.longest],
        }
        assert actual == {name: expected.get(name, actual[name]) for name in actual}, pieces
        if expected["boards_with_it"] in (1, 2) and expected.get("up_to_symmetry", 1) == 1:
            assert group.best[0].board == expected["one_of_them"].replace("/", "")


@cache
def divisions(rows: int, columns: int) -> list[naive_find.Board]:
    return [*naive_find.divisions(cells(rows, columns))]


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "differences"), [("simple", {}), ("corner", {"4": 19, "7": 62})])
def test_longest_4x4_puzzles_match_independent_program(rules, differences, tmp_path) -> None:
    """data/golden/README.md has the two maxima that differ if the goal piece must cover the lower right cell."""
    results = find(kind_of("4x4", rules), tmp_path / "found", top=1)
    golden = {pieces: row["longest"] for pieces, row in GOLDEN["4x4"].items()}
    longest = {str(pieces): group.longest for pieces, group in results.items()}
    assert longest == golden | differences | {"16": -1}


SIZES = [(1, 1), (1, 4), (2, 2), (2, 3), (3, 2)]


@pytest.mark.parametrize(
    ("rules", "size", "metric"),
    [
        *product(["simple"], SIZES, ["step", "slide", "move"]),
        *product(["corner"], SIZES, ["move"]),
        *product(["simple", "corner"], [(3, 3)], ["slide"]),
    ],
)
def test_boards_match_naive_search(rules, size, metric, tmp_path) -> None:
    def is_goal(piece: naive_find.Piece) -> bool:
        last = (size[0] - 1, size[1] - 1)
        return last in (piece if rules == "corner" else [(max(r for r, _ in piece), max(c for _, c in piece))])

    kind = read_kind(f'kind = "{rules}"\nboard = "{size[0]}x{size[1]}"\nmetric = "{metric}"\n')
    expected = naive_find.table(
        cells(*size),
        divisions(*size),
        lambda piece: (0, 0) in piece,
        is_goal,
        metric,
        symmetries=naive_find.symmetries_of(*size),
    )
    assert rows_of(find(kind, tmp_path / "found")) == expected


def test_newer_journal_is_refused(tmp_path) -> None:
    write_journal(tmp_path / "found", kind_of("2x2"), version=2)
    with pytest.raises(RunError, match="has version 2, and this slidefront reads version 1"):
        find(kind_of("2x2"), tmp_path / "found")


@pytest.mark.parametrize("threads", [1, 2])
def test_interrupted_search_resumes(threads, tmp_path) -> None:
    kind = kind_of("3x3")
    whole = find(kind, tmp_path / "whole")
    for count in (1, 2, 7):
        with pytest.raises(Interrupted):
            find(kind, tmp_path / "part", stop_after(count), resources=Resources(threads), work=3000)
    journal = (tmp_path / "part" / JOURNAL_NAME).read_bytes()
    (tmp_path / "part" / JOURNAL_NAME).write_bytes(
        journal[:-20]
    )  # the line that was being written when the process died
    assert find(kind, tmp_path / "part", resources=Resources(threads)) == whole
    lines = (tmp_path / "part" / JOURNAL_NAME).read_bytes()
    assert find(kind, tmp_path / "part", stop_after(0)) == whole
    assert (tmp_path / "part" / JOURNAL_NAME).read_bytes() == lines


@pytest.mark.parametrize("at", [0, 1, 3])
def test_damaged_line_is_recomputed_or_refused(at, tmp_path) -> None:
    kind = kind_of("3x3")
    whole = find(kind, tmp_path / "found", work=3000)
    lines = (tmp_path / "found" / JOURNAL_NAME).read_bytes().split(b"\n")
    lines[at] = lines[at].replace(b"1", b"2", 1)
    (tmp_path / "found" / JOURNAL_NAME).write_bytes(b"\n".join(lines))
    if at == 0:
        with pytest.raises(RunError, match="damaged in its first line"):
            find(kind, tmp_path / "found")
    else:
        assert find(kind, tmp_path / "found") == whole


@pytest.mark.parametrize(
    ("kind", "message"),
    [(kind_of("2x3"), "does not have all"), (kind_of("3x3", "rush"), "has 0 of the 42 boards")],
    ids=["placements", "boards of rush"],
)
def test_missing_boards_raise_an_error(tmp_path, kind, message) -> None:
    write_journal(tmp_path / "found", kind, {"items": first_items(kind), "left": [], "found": {}})
    with pytest.raises(RunError, match=message):
        find(kind, tmp_path / "found")


def test_foreign_folders_and_other_searches_are_refused(tmp_path) -> None:
    find(kind_of("2x2"), tmp_path / "found")
    with pytest.raises(RunError, match="another search"):
        find(kind_of("2x3"), tmp_path / "found")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").touch()
    with pytest.raises(RunError, match="has other files"):
        find(kind_of("2x3"), tmp_path / "other")
    with (
        searching(kind_of("2x2"), tmp_path / "found", top=3, resources=Resources(1), watcher=Watcher()),
        pytest.raises(RunError, match="another process"),
    ):
        find(kind_of("2x2"), tmp_path / "found")


def test_large_multisets_run_alone(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("slidefront.apps.find.tasks.bytes_per_row", lambda _: (1 << 20, 1 << 20))
    kind = kind_of("3x3")
    alone = []
    run_task = search_module.run_task

    def note(task) -> object:
        alone.append(task.number == 0)
        return run_task(task)

    monkeypatch.setattr(search_module, "run_task", note)
    results = find(kind, tmp_path / "found", resources=Resources(4, "1500MiB"))
    assert True in alone
    assert False in alone
    assert sum(group.counts["placements"] for group in results.values()) == 13328
    with pytest.raises(SlidefrontError, match=r"give more memory"):
        find(kind, tmp_path / "small", resources=Resources(2, "400MiB"))


def test_equal_keys_draw_other_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kind = kind_of("2x3")
    expected = find(kind, tmp_path / "expected")
    weights, search_item = list[int](), tasks.search_item

    def equal_at_first(kit: Kit, *arguments: Any) -> tuple[int, int, int]:
        weights.append(int(kit.weight[0]))
        return (tasks.EQUAL_KEYS, -1, 0) if len(weights) == 1 else search_item(kit, *arguments)

    monkeypatch.setattr(tasks, "search_item", equal_at_first)
    assert rows_of(find(kind, tmp_path / "found")) == rows_of(expected)
    assert weights[0] != weights[1]


@pytest.mark.parametrize(
    ("keys", "is_whole"),
    [
        ([(1, 5), (1, 6)], True),
        ([(1, 5), (2, 5)], True),
        ([(1, 5), (1, 5)], False),
        ([(1, 5), (5, 5)], False),  # the same slot at first
        ([(2, 5), (1, 6), (1, 5)], False),  # it passes the slot of the first key
    ],
)
def test_hash_table_refuses_keys_with_equal_lower_halves(keys: list[tuple[int, int]], is_whole: bool) -> None:
    slots = np.empty(4, np.uint64)
    assert table_of_keys(np.array([high << 32 | low for high, low in keys], np.uint64), slots) == is_whole


def test_cluster_finds_same_results(tmp_path) -> None:
    distributed = pytest.importorskip("distributed")
    kind = kind_of("2x3")
    with (
        distributed.LocalCluster(n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0") as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
    ):
        assert find(kind, tmp_path / "there", resources=Resources(executor=client)) == find(kind, tmp_path / "here")


@pytest.mark.parametrize("board", ["4x4", pytest.param("5x5", marks=pytest.mark.slow)])
def test_rush_clusters_match_independent_program(board, tmp_path) -> None:
    results = find(kind_of(board, "rush"), tmp_path / "found", top=ALL_BOARDS)
    expected = GOLDEN["rush"][board]
    minimal = [hard for group in results.values() for hard in group.best]
    assert {
        "placements": total_count(results, "placements"),
        "canonical": total_count(results, "components"),
        "solvable": sum(group.lengths.total() for group in results.values()),
        "minimal": len(minimal),
        "states_of_minimal": sum(hard.size for hard in minimal),
        "hardest": max(hard.length for hard in minimal),
    } == {name: expected[name] for name in expected if name not in ("red_row", "minimal_by_length")}
    if "minimal_by_length" in expected:
        assert Counter(str(hard.length) for hard in minimal) == expected["minimal_by_length"]
