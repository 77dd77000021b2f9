"""How `slidefront solve` searches."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from slidefront import units
from slidefront.cli.completion import values
from slidefront.cli.options import RouteFormatOption, SearchMemoryOption, ThreadsOption, seconds_option


@dataclass(frozen=True, kw_only=True)
class SolveFields:
    """How to solve boards."""

    algorithm: Annotated[
        str, typer.Option("--algorithm", **values("auto|bfs|bidirectional|ida"), help="The search algorithm.")
    ] = "auto"
    form: RouteFormatOption = None
    max_depth: Annotated[
        int | None, typer.Option("--max-depth", metavar="N", min=0, help="Search for routes of at most N moves.")
    ] = None
    memory: SearchMemoryOption = None
    threads: ThreadsOption = None
    bounded: Annotated[
        str, typer.Option("--bounded", metavar="X", help="How many times as long as a shortest route the route may be.")
    ] = "1"
    max_seconds: Annotated[
        float | None,
        seconds_option("The best route that is found is printed."),
    ] = None
    log: Annotated[
        Path | None,
        typer.Option("--log", metavar="FILE", help="A new file for the log of the search, which `replay` reads."),
    ] = None
    strip: Annotated[
        bool, typer.Option("--strip", help="Draw all boards side by side in the .svg file instead of an animation.")
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

    @property
    def bytes(self) -> int | None:
        """The memory limit."""
        return None if self.memory is None else units.parse_size(self.memory)
