"""The advice and the parameters of errors as commands and options that people can type."""

from collections.abc import Sequence
from shlex import join
from typing import TYPE_CHECKING

from slidefront.errors import Advice, SlidefrontError

if TYPE_CHECKING:
    from slidefront.puzzles.core import Puzzle

_SAME = {"-q", "--quiet", "--json"}
"""Options that do not change what a command does."""
_OPTIONS = {"all_routes": "--all", "replace": "--force"}


def option(parameter: str) -> str:
    """Return the option that sets a parameter.

    >>> option("goal"), option("max_depth")
    ('--goal', '--max-depth')
    """
    return _OPTIONS.get(parameter, "--" + parameter.replace("_", "-"))


def words_of(advice: Advice) -> list[str]:
    """Return a command as words. A puzzle becomes the name or file that it was loaded from.

    >>> words_of(Advice("expand", "my puzzle.toml", {"start": "goal", "metric": None, "replace": True}))
    ['slidefront', 'expand', 'my puzzle.toml', '--start', 'goal', '--force']
    """
    from slidefront.puzzles.core import Puzzle

    subject, parameters = advice.subject, dict(advice.parameters)
    if isinstance(subject, Puzzle):
        goal = subject.new_goal
        goal = subject.format(goal) if isinstance(goal, int) else goal
        parameters = {"metric": _other_metric(subject), "goal": goal, **parameters}
        subject = _source(subject)
    arguments = [] if subject is None else [str(subject)]
    options: list[str] = []
    for name, value in parameters.items():
        if value is not None and value is not False:
            options += [option(name)] if value is True else [option(name), str(value)]
    words = ["slidefront", *advice.command.split()]
    looks_like_option = arguments and arguments[0].startswith("-")
    return [*words, *options, "--", *arguments] if looks_like_option else [*words, *arguments, *options]


def written(advice: Advice) -> str:
    """Return a command in backticks.

    >>> written(Advice("verify", "my run", {"repair": True}))
    "`slidefront verify 'my run' --repair`"
    """
    return f"`{join(words_of(advice))}`"


def message_of(error: SlidefrontError, running: Sequence[str] = ()) -> str:
    """Write an error with the commands that help, but not the running one, and the options to change."""
    own = {*running} - _SAME
    commands = [written(advice) for advice in error.advice if {*words_of(advice)[1:]} != own]
    try_ = f"; try {' or '.join(commands)}" if commands else ""
    options = f" ({', '.join(map(option, error.parameters))})" if error.parameters else ""
    return f"{error}{try_}{options}"


def _source(puzzle: "Puzzle") -> str:
    """Name what a puzzle was loaded from; FILE if that is unknown."""
    from slidefront.notation.load import load

    if puzzle.source:
        return puzzle.source
    try:
        return puzzle.name if load(puzzle.name).text == puzzle.text else "FILE"
    except SlidefrontError:
        return "FILE"


def _other_metric(puzzle: "Puzzle") -> str | None:
    """Name the metric of a puzzle, if its file has another one."""
    from slidefront.notation.load import read_puzzle

    return puzzle.metric if puzzle.text and read_puzzle(puzzle.text).metric != puzzle.metric else None
