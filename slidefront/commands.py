"""Commands that messages tell people to type, and the options that set parameters of the library.

The library speaks of its parameters; only this module knows how they are written on the command line.
"""

from shlex import join

_OPTIONS = {"goal": "--to", "every": "--all", "start": "--from"}


def option(parameter: str) -> str:
    """Name the option that sets a parameter.

    >>> option("goal"), option("max_depth")
    ('--to', '--max-depth')
    """
    return _OPTIONS.get(parameter, "--" + parameter.replace("_", "-"))


def command(*words: object, **parameters: object) -> str:
    """Write a command in backticks, so that it can be typed. Parameters that are None or False are left out.

    >>> command("expand", "my puzzle.toml", start="goal", metric=None, force=True)
    "`slidefront expand 'my puzzle.toml' --from goal --force`"
    """
    written = ["slidefront", *map(str, words)]
    for name, value in parameters.items():
        if value is not None and value is not False:
            written += [option(name)] if value is True else [option(name), str(value)]
    return f"`{join(written)}`"
