"""The versions in pyproject.toml are tried."""

from contextlib import chdir
from pathlib import Path

import pytest
from packaging.version import Version

from tools.release import first_minute
from tools.release.extras import COMMANDS, PYTHON, words_of
from tools.release.versions import LEAST, PROJECT, allowed, claimed_pythons, least_versions, requirements


def test_every_dependency_has_a_least_version() -> None:
    assert LEAST.read_text("utf-8") == least_versions(), "run python -m tools.release.versions > the file"
    assert len([*requirements()]) == len(least_versions().splitlines()) - 1 > 12


def test_least_python_is_the_first_classifier() -> None:
    versions = sorted(map(Version, claimed_pythons()))
    assert PROJECT["requires-python"] == f">={versions[0]}"
    assert not allowed("3.10.13")
    assert allowed("3.13.0")


def test_every_extra_is_tried() -> None:
    extras = {*PROJECT["optional-dependencies"]} - {"test", "site"}
    assert {*PYTHON, *COMMANDS} == extras
    assert all(words_of(extra, Path("bin"), Path("work"))[-1] for extra in [*extras, "site"])


def test_code_of_extras_runs(tmp_path: Path) -> None:
    for extra in ("analysis", "plot"):
        (*_, code), *_ = words_of(extra, Path("bin"), tmp_path)
        with chdir(tmp_path):
            exec(code, {})


def test_pythons_that_do_not_start_are_skipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "none"))
    for minor, version in (("3.11", "3.11.2"), ("3.10", "3.10.1"), ("3.14", "")):
        (tmp_path / f"python{minor}").write_text(f"#!/bin/sh\necho {version}\ntest -n '{version}'\n")
        (tmp_path / f"python{minor}").chmod(0o755)
    (tmp_path / "python3.11-config").write_text("")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert first_minute.pythons() == {"3.11": str(tmp_path / "python3.11")}
