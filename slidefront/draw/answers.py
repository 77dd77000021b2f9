"""Answers to many questions as lines for people, made from their values."""

from slidefront import units
from slidefront.draw.route import verdict_text
from slidefront.frames.answers import Answer

SOLVABLE = {True: "yes", False: "no", None: "unknown"}


def remark(answer: Answer) -> str:
    """Say why a line could not be answered."""
    return f"# line {answer.line}: {answer.error}"


def route_line(answer: Answer) -> str:
    """Write a board with its route, or why there is none."""
    data = answer.data
    if data["length"] is None and data["at_least"] is not None:
        fewer = f"{answer.text} has no solution of fewer than {units.counted(data['at_least'], 'move')}"
        return f"# line {answer.line}: {fewer}: {data['proof']}"
    if data["length"] is None:
        return f"# line {answer.line}: {answer.text} has no solution: {data['proof']}"
    least = data.get("at_least")
    longer = "" if least is None else f"  # no route has fewer than {units.counted(least, 'move')}"
    return f"{answer.text}:{data['length']}:{data['route']}{longer}"


def solvable_line(answer: Answer) -> str:
    """Write whether a board can be solved."""
    return f"{SOLVABLE[answer.data['solvable']]:<7}  {answer.text}"


def depth_line(answer: Answer) -> str:
    """Write the depth of a board."""
    depth = answer.data["depth"]
    return f"{'-' if depth is None else depth:>4}  {answer.text}"


def replay_line(answer: Answer) -> str:
    """Write what a route is."""
    return f"line {answer.line}: {verdict_text(answer.data)}"


def comparison_line(answer: Answer) -> str:
    """Write the optimum of a board, and the work of each algorithm.

    3124756_8:3  # bfs: 25 boards, 0.1 ms; ida: 4 boards, 0.0 ms; published 2
    """
    data = answer.data
    work = [
        f"{one['algorithm']}: {units.counted(one['examined'], 'board')}, {1000 * one['seconds']:.1f} ms"
        for one in data["searches"]
    ]
    work += [f"published {data['published']}"] if data["published"] not in (None, data["optimum"]) else []
    return f"{answer.text}:{'-' if data['optimum'] is None else data['optimum']}  # {'; '.join(work)}"
