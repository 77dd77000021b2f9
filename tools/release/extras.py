"""Try each extra alone, with the wheel in an empty environment and the oldest versions that pyproject.toml allows.

python -m tools.release.extras
"""

import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tools.golden import ROOT
from tools.release.first_minute import VERSIONS, build_wheel, run
from tools.release.versions import PROJECT

PYTHON = {
    "analysis": """
        rows = {len(slidefront.to_pandas(space)), len(slidefront.to_polars(space).collect())}
        assert rows == {*slidefront.to_duckdb(space).aggregate("count(*)").fetchall()[0]} == {space.board_count}
    """,
    "dask": """
        from distributed import Client
        with Client(n_workers=2, processes=False, set_as_default=False) as client:
            slidefront.expand("8-puzzle", depth=12, out="many", resources=slidefront.Resources(executor=client))
    """,
}
"""Python code per extra; `space` is a run."""
COMMANDS = {
    "plot": ["show klotski -o a.png", "solve pillars-6 --start FBCDEA -o b.png", "stats space -o a.svg"],
}
"""Commands per extra."""


def words_of(extra: str, programs: Path, work: Path) -> list[list[str | Path]]:
    """Return the commands that try an extra, each as words."""
    if extra == "site":
        config = ["--config-file", ROOT / "tools/site/mkdocs.yml", "--site-dir", work / "site"]
        return [[programs / "python", "-m", "mkdocs", "build", "--quiet", "--strict", *config]]
    lines = ["import slidefront", 'space = slidefront.expand("pillars-6", out="space")']
    lines += [line.removeprefix(" " * 8) for line in PYTHON.get(extra, "").splitlines()]
    commands = [[programs / "slidefront", *line.split()] for line in COMMANDS.get(extra, [])]
    return [[programs / "python", "-c", "\n".join(lines)], *commands]


def try_extra(extra: str, wheel: Path) -> None:
    with TemporaryDirectory() as name:
        began, folder = time.monotonic(), Path(name)
        programs, work = folder / "env" / "bin", folder / "work"
        work.mkdir()
        run([sys.executable, "-m", "venv", programs.parent], folder)
        install = [programs / "python", "-m", "pip", "install", "--quiet", "--only-binary", ":all:"]
        run([*install, *VERSIONS["least"], f"{wheel}[{extra}]"], folder)
        environment = {"HOME": str(folder), "PATH": f"{programs}:/usr/bin:/bin", "SLIDEFRONT_SITE_PLAY": "pillars-6"}
        for words in words_of(extra, programs, work):
            run(words, work, environment)
        print(f"extra {extra}: its least versions work, {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    with TemporaryDirectory() as place:
        wheel = build_wheel(Path(place))
        for extra in sys.argv[1:] or sorted({*PROJECT["optional-dependencies"]} - {"test"}):
            try_extra(extra, wheel)
