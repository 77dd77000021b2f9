"""Check whether the clone is ready for a release: `make release-check`. Print problems, or fill dist/ with the builds.

python -m tools.release.check
"""

import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.golden import ROOT

SETTINGS = re.compile(
    r"conftest\.py|test_.*|eslint.*|package\.json|pyproject\.toml|ruff\.toml|\.ruff.*|mypy\.ini|setup\.cfg"
)


def git(folder: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=True).stdout


def unclean(folder: Path) -> list[str]:
    """Return the changes that are not committed."""
    return [f"the tree is not clean: {line}" for line in git(folder, "status", "--porcelain").splitlines()]


def version_of(folder: Path) -> str:
    [version] = re.findall(
        r'^__version__ = "(.*)"$', (folder / "slidefront/__init__.py").read_text("utf-8"), re.MULTILINE
    )
    return str(version)


def unwritten(folder: Path) -> list[str]:
    """Return what the changelog and the citation lack for this version."""
    version, wrong = version_of(folder), []
    parts = re.findall(r"^## (.*)$", (folder / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    if not any(re.fullmatch(rf"{re.escape(version)}, \d{{4}}-\d\d-\d\d", part) for part in parts):
        wrong.append(f"CHANGELOG.md has no part `## {version}, YYYY-MM-DD`")
    if f"version: {version}" not in (folder / "CITATION.cff").read_text("utf-8").splitlines():
        wrong.append(f"CITATION.cff is not of version {version}")
    return wrong


def build(folder: Path, python: Path, out: Path) -> None:
    """Build the source archive and the wheel of the last commit in a separate clone, with the time of the commit."""
    out.mkdir()
    subprocess.run(["git", "clone", "--quiet", folder, out / "clone"], check=True)
    environment = {**os.environ, "SOURCE_DATE_EPOCH": git(folder, "log", "-1", "--format=%ct").strip()}
    words = [python, "-m", "hatchling", "build", "-d", out / "dist"]
    subprocess.run(words, cwd=out / "clone", env=environment, capture_output=True, check=True)


def differences(one: Path, other: Path) -> list[str]:
    """Return the files that differ between two builds."""
    first, second = ({path.name: path.read_bytes() for path in folder.iterdir()} for folder in (one, other))
    names = sorted(first.keys() | second.keys())
    return [f"{name} is not built to the same bytes twice" for name in names if first.get(name) != second.get(name)]


def foreign(wheel: Path) -> list[str]:
    """Return the files in a wheel that users do not need."""
    wrong = []
    for name in zipfile.ZipFile(wheel).namelist():
        top, file = name.split("/")[0], name.rpartition("/")[2]
        if not re.fullmatch(r"slidefront(-.*\.dist-info)?", top) or "/tests/" in name or SETTINGS.fullmatch(file):
            wrong.append(f"{wheel.name} contains {name}")
    return wrong


def problems(folder: Path) -> list[str]:
    """Return the problems of a clone. If there are none, copy its builds to dist/."""
    with TemporaryDirectory() as name:
        place = Path(name)
        venv.create(place / "env", with_pip=True)
        python = place / "env/bin/python"
        subprocess.run([python, "-m", "pip", "install", "--quiet", "hatchling"], check=True)
        for number in ("1", "22"):
            build(folder, python, place / number)
        [wheel] = (place / "1/dist").glob("*.whl")
        built = differences(place / "1/dist", place / "22/dist") + foreign(wheel)
        wrong = unclean(folder) + unwritten(folder) + built
        if not wrong:
            shutil.rmtree(folder / "dist", ignore_errors=True)
            shutil.copytree(place / "1/dist", folder / "dist")
    return wrong


if __name__ == "__main__":
    wrong, version = problems(ROOT), version_of(ROOT)
    ready = [
        f"version {version}: clean, in the changelog, built twice alike, no tests in the wheel; see dist/",
        f'to release it: git tag --annotate v{version} --message "slidefront {version}"',
    ]
    print(*wrong or ready, sep="\n")
    sys.exit(bool(wrong))
