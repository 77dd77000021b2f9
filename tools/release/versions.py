"""What pyproject.toml says about versions: the least of each dependency, and the Pythons it names.

python -m tools.release.versions > tools/release/least-versions.txt
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

from tools.golden import ROOT

LEAST = Path(__file__).with_name("least-versions.txt")
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def requirements() -> Iterator[Requirement]:
    """List all that users install: the dependencies, and those of each extra except the one of the tests."""
    extras = PROJECT["optional-dependencies"]
    for lines in [PROJECT["dependencies"], *(extras[name] for name in sorted(extras) if name != "test")]:
        yield from map(Requirement, lines)


def least_versions() -> str:
    """Write constraints for pip: each dependency at its least version."""
    lines = []
    for one in requirements():
        [least] = [part.version for part in one.specifier if part.operator == ">="]
        lines.append(f"{one.name}=={least}" + (f" ; {one.marker}" if one.marker else ""))
    return "# The least versions that pyproject.toml allows; made by python -m tools.release.versions\n" + "".join(
        f"{line}\n" for line in lines
    )


def claimed_pythons() -> list[str]:
    """List the minor versions that the classifiers name."""
    return [line.rpartition(" ")[2] for line in PROJECT["classifiers"] if " :: Python :: 3." in line]


def allowed(python: str) -> bool:
    """Tell whether pip would install the package on this version of Python."""
    return SpecifierSet(PROJECT["requires-python"]).contains(python)


if __name__ == "__main__":
    print(least_versions(), end="")
