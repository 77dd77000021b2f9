"""Write docs/commands.md from the commands themselves: `make docs`."""

from typing import Any

from typer.main import get_command

from slidefront.cli.app import app

HEADER = "# Commands\n\nMade from the commands themselves by `make docs`; a test compares it.\n"
GROUP: Any = get_command(app)


def _commands(group: Any, before: str = "") -> dict[str, Any]:
    """All commands by their full names, those of groups too."""
    found = {}
    for name, command in group.commands.items():
        found[before + name] = command
        if hasattr(command, "commands"):
            found |= _commands(command, f"{before}{name} ")
    return found


COMMANDS: dict[str, Any] = _commands(GROUP)


def _name(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        name = parameter.metavar or parameter.name.upper()
        return name if parameter.required else f"[{name}]"
    value = f" {parameter.metavar}" if parameter.metavar else ""
    return ", ".join(parameter.opts) + value.replace("|", r"\|")


def _row(parameter: Any) -> str:
    default = parameter.default if isinstance(parameter.default, str | int) and parameter.default is not False else None
    ending = f" Default: `{default}`." if default is not None else ""
    return f"| `{_name(parameter)}` | {parameter.help.replace('|', chr(92) + '|')}{ending} |\n"


def _section(title: str, command: Any) -> str:
    arguments = [_name(p) for p in command.params if p.param_type_name == "argument"]
    rows = "".join(_row(parameter) for parameter in command.params)
    about = "\n".join(line.strip() for line in command.help.strip().splitlines())
    table = f"\n| | |\n|---|---|\n{rows}" if rows else ""
    return f"\n## {' '.join([title, *arguments])}\n\n{about}\n{table}".replace(" \n", "\n")


def reference() -> str:
    sections = [_section("slidefront", GROUP)]
    sections += [_section(f"slidefront {name}", command) for name, command in COMMANDS.items()]
    return HEADER + "".join(sections)


if __name__ == "__main__":
    print(reference(), end="")
