"""Run the README's first minute as a new user does: the wheel in an empty environment, an empty home, no compiled code.

python -m tools.release.first_minute                    # this Python, at the least and at the newest versions
python -m tools.release.first_minute --all-pythons      # each Python on PATH and under pyenv
"""

import os
import re
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import product, takewhile
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.golden import ROOT, golden_counts
from tools.release.versions import LEAST, allowed, claimed_pythons

VERSIONS = {"least": ["--constraint", str(LEAST)], "newest": ["--upgrade"]}
BOARDS = "import sys, pyarrow.parquet as pq; print(*(pq.read_metadata(file).num_rows for file in sys.argv[1:]))"
VERSION = "import ensurepip, venv, platform; print(platform.python_version())"


def section() -> str:
    return (ROOT / "README.md").read_text("utf-8").split("\n## First minute\n")[1].split("\n## ")[0]


def commands() -> list[str]:
    """Return the commands of the README's first minute."""
    return re.findall(r"^    (slidefront .*?) *(?:#.*)?$", section(), re.MULTILINE)


def own_puzzle() -> str:
    """Return the puzzle file in the first minute."""
    lines = section().split("`mine.toml` can contain:\n\n")[1].splitlines()
    return "\n".join(line.removeprefix("    ") for line in takewhile(lambda line: line.startswith("    "), lines))


def run(words: Sequence[str | Path], folder: Path, environment: dict[str, str] | None = None) -> str:
    """Run a command, and return its output. If it fails, exit with the output."""
    both = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    done = subprocess.run(words, cwd=folder, env=environment, text=True, **both)
    if done.returncode:
        raise SystemExit(f"failed: {' '.join(map(str, words))}\n{done.stdout}")
    return done.stdout


def build_wheel(folder: Path) -> Path:
    run([sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT], folder)
    [wheel] = folder.glob("*.whl")
    return wheel


def boards_by_depth(python: Path, layers: Path) -> list[int]:
    files = sorted(layers.glob("*/*.parquet"))
    return [int(rows) for rows in run([python, "-c", BOARDS, *files], layers).splitlines()[-1].split()]


def first_minute(python: str, wheel: Path, versions: str) -> None:
    """Install the wheel with the oldest or newest versions, run the commands, and compare the layers."""
    with TemporaryDirectory() as name:
        began, folder = time.monotonic(), Path(name)
        programs, home, work = folder / "env" / "bin", folder / "home", folder / "work"
        home.mkdir()
        work.mkdir()
        (work / "mine.toml").write_text(own_puzzle())
        run([python, "-m", "venv", programs.parent], folder)
        install = [programs / "python", "-m", "pip", "install", "--quiet", "--only-binary", ":all:"]
        run([*install, *VERSIONS[versions], wheel], folder)
        installed = time.monotonic()
        environment = {"HOME": str(home), "PATH": f"{programs}:/usr/bin:/bin"}
        outputs = [run([programs / words[0], *words[1:]], work, environment) for words in map(str.split, commands())]
        if boards_by_depth(programs / "python", work / "data/8-puzzle/layers") != golden_counts("8-puzzle"):
            raise SystemExit("the layers of the 8-puzzle do not have the boards of data/golden/growth/8-puzzle.csv")
        if not any("31 moves" in output for output in outputs):
            raise SystemExit("no command found the solution of 31 moves")
        print(
            f"Python {version_of(python)}, {versions} versions: {len(outputs)} commands in "
            f"{time.monotonic() - installed:.0f} s, after {installed - began:.0f} s of installing",
            flush=True,
        )


def version_of(python: str | Path) -> str | None:
    """Return the version of a Python, or None if it does not start or cannot create environments."""
    done = subprocess.run([python, "-c", VERSION], capture_output=True, text=True)
    return done.stdout.strip() if done.returncode == 0 else None


def pythons() -> dict[str, str]:
    """Return the allowed Pythons, one per minor version; the newest one if pyenv has several."""
    folders = [Path(folder) for folder in os.environ["PATH"].split(os.pathsep)]
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    found: dict[str, str] = {}
    for folder in [*sorted(pyenv.glob("versions/*/bin"), reverse=True), *folders]:
        for path in sorted(folder.glob("python3.*")):
            if re.fullmatch(r"python3\.\d+", path.name) and path.name not in found:
                version = version_of(path)
                if version and allowed(version):
                    found[path.name] = str(path)
    return {name.removeprefix("python"): path for name, path in found.items()}


def main(words: list[str]) -> None:
    found = pythons() if words == ["--all-pythons"] else {"": sys.executable}
    if words == ["--all-pythons"]:
        print("Pythons found:", *sorted(found.values()))
        for missing in sorted(set(claimed_pythons()) - set(found)):
            print(f"Python {missing} is not on this machine: not tried")
    with TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        wheel = build_wheel(Path(folder))
        tries = [pool.submit(first_minute, *each) for each in product(found.values(), [wheel], VERSIONS)]
        for attempt in tries:
            attempt.result()


if __name__ == "__main__":
    main(sys.argv[1:])
