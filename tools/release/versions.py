"""The versions in pyproject.toml: the oldest version of each dependency, and the supported Pythons.

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
    """Yield the dependencies and the requirements of all extras except `test`."""
    extras = PROJECT["optional-dependencies"]
    for lines in [PROJECT["dependencies"], *(extras[name] for name in sorted(extras) if name != "test")]:
        yield from map(Requirement, lines)


def least_versions() -> str:
    """Return constraints for pip with the oldest version of each dependency."""
    lines = []
    for requirement in requirements():
        [least] = [part.version for part in requirement.specifier if part.operator == ">="]
        lines.append(f"{requirement.name}=={least}" + (f" ; {requirement.marker}" if requirement.marker else ""))
    return "# The least versions that pyproject.toml allows; made by python -m tools.release.versions\n" + "".join(
        f"{line}\n" for line in lines
    )


def claimed_pythons() -> list[str]:
    """Return the minor versions in the classifiers."""
    return [line.rpartition(" ")[2] for line in PROJECT["classifiers"] if " :: Python :: 3." in line]


def allowed(python: str) -> bool:
    """Whether pip installs the package on a version of Python."""
    return SpecifierSet(PROJECT["requires-python"]).contains(python)


if __name__ == "__main__":
    print(least_versions(), end="")
