"""Many boards for `slidefront compare`: a line for each, several at once, into a file that a later call continues.

3124756_8:3  # bfs: 25 boards, 0.1 ms; ida: 4 boards, 0.0 ms
31247_685:5  # bfs: 61 boards, 0.1 ms; ida: 7 boards, 0.0 ms; published 6
"""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from slidefront import units
from slidefront.cli.answers import answer_each, end
from slidefront.cli.solve_many import shares
from slidefront.errors import SlidefrontError
from slidefront.explore.watch import Watcher
from slidefront.search.solve import Solved, solve, warm_up

if TYPE_CHECKING:
    from slidefront.cli.compare import CaseLine


def compare_lines(
    lines: "Sequence[CaseLine]", names: list[str], memory: int | None, out: Path | None, question: str, at_once: int
) -> None:
    """Solve boards with each algorithm; print or append a line for each, and count how many are as published."""
    counts: Counter[str] = Counter()
    first = next((one for one in lines if one.puzzle is not None and one.case is not None), None)
    if first is not None and first.puzzle is not None and first.case is not None:
        warm_up(first.puzzle, first.case.board, names)

    def answer(one: "CaseLine", watcher: Watcher) -> str:
        if one.puzzle is None or one.case is None:
            raise one.error or SlidefrontError("the line cannot be read")
        solved = [
            solve(one.puzzle, one.case.board, algorithm=name, memory=memory, threads=1, watcher=watcher)
            for name in names
        ]
        if len({found.optimum for found in solved}) > 1:
            raise SlidefrontError("the algorithms disagree: this is a bug in slidefront; please report it")
        return _line(one.text, names, solved, one.case.optimum)

    def count(one: "CaseLine", text: str) -> None:
        if one.case is not None and one.case.optimum is not None:
            as_published = text.startswith(f"{one.text}:{one.case.optimum} ")
            counts["as published" if as_published else "not as published"] += 1

    at_once, memory = shares(len(lines), at_once, memory)
    totals = answer_each(lines, answer, out, question, count=count, at_once=at_once)
    said = "".join(f"; {number:,} {what}" for what, number in sorted(counts.items()))
    end(totals, "board", said)


def _line(text: str, names: list[str], solved: list[Solved], published: int | None) -> str:
    work = [
        f"{name}: {units.counted(one.answer.examined, 'board')}, {1000 * one.seconds:.1f} ms"
        for name, one in zip(names, solved, strict=True)
    ]
    optimum = "-" if solved[0].optimum is None else solved[0].optimum
    work += [f"published {published}"] if published not in (None, optimum) else []
    return f"{text}:{optimum}  # {'; '.join(work)}"
