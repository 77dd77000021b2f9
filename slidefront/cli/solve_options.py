"""How `slidefront solve` searches."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from slidefront.cli.options import RouteFormatOption, SearchMemoryOption, ThreadsOption, option


@dataclass(frozen=True, kw_only=True)
class SolveFields:
    """How to solve boards."""

    algorithm: Annotated[str, option("--algorithm", "The search algorithm.", "auto|bfs|bidirectional|ida")] = "auto"
    form: RouteFormatOption = None
    max_depth: Annotated[int | None, option("--max-depth", "Search for routes of at most N moves.", "N", min=0)] = None
    memory: SearchMemoryOption = None
    threads: ThreadsOption = None
    bounded: Annotated[
        str, option("--bounded", "How many times as long as a shortest route the route may be.", "X")
    ] = "1"
    max_seconds: Annotated[float | None, option("--max-seconds", "The best route that is found is printed.", min=0)] = (
        None
    )
    log: Annotated[
        Path | None, option("--log", "A new file for the log of the search, which `replay` reads.", "FILE")
    ] = None
    strip: Annotated[
        bool, option("--strip", "Draw all boards side by side in the .svg file instead of an animation.")
    ] = False

    @property
    def for_one_board(self) -> bool:
        """Whether an option is given that many boards have no place for."""
        return self.log is not None or self.strip

    @property
    def limits(self) -> dict[str, Any]:
        """What limits the search of each of many boards, as `solve` takes it."""
        bounded = {} if self.bounded == "1" else {"bounded": self.bounded}
        seconds = {} if self.max_seconds is None else {"max_seconds": self.max_seconds}
        return {"max_depth": self.max_depth, **bounded, **seconds}
