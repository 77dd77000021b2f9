"""What is tried before a release: the clone, the versions in pyproject.toml, and the workflows."""

import re
import zipfile
from contextlib import chdir
from pathlib import Path

import pytest
from packaging.version import Version

from tools.golden import ROOT
from tools.release import first_minute
from tools.release.check import differences, foreign, git, unclean, unwritten, version_of
from tools.release.extras import COMMANDS, PYTHON, words_of
from tools.release.versions import LEAST, PROJECT, allowed, claimed_pythons, least_versions, requirements


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A small clone that is ready."""
    (tmp_path / "slidefront").mkdir()
    (tmp_path / "slidefront/__init__.py").write_text('"""Text."""\n\n__version__ = "3.1.4"\n')
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## Unreleased\n\n## 3.1.4, 2026-01-31\n\n- Text.\n")
    (tmp_path / "CITATION.cff").write_text("title: slidefront\nversion: 3.1.4\n")
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "add", ".")
    git(tmp_path, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "--quiet", "--message", "All")
    return tmp_path


CHANGELOG = "CHANGELOG.md has no part `## 3.1.4, YYYY-MM-DD`"


@pytest.mark.parametrize(
    ("name", "text", "wrong"),
    [
        ("CHANGELOG.md", "## Unreleased\n", CHANGELOG),
        ("CHANGELOG.md", "## 3.1.4\n", CHANGELOG),
        ("CHANGELOG.md", "## 3.1.40, 2026-01-31\n", CHANGELOG),
        ("CITATION.cff", "version: 3.1.3\n", "CITATION.cff is not of version 3.1.4"),
    ],
)
def test_unready_clone_is_reported(clone: Path, name: str, text: str, wrong: str) -> None:
    assert unclean(clone) + unwritten(clone) == []
    (clone / name).write_text(text)
    assert unwritten(clone) == [wrong]
    assert unclean(clone) == [f"the tree is not clean:  M {name}"]


def test_citation_names_this_version() -> None:
    assert f"version: {version_of(ROOT)}" in (ROOT / "CITATION.cff").read_text("utf-8").splitlines()


def test_differing_builds_are_reported(tmp_path: Path) -> None:
    for name, text in (("one", "a"), ("other", "b")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "same.whl").write_text("same")
        (tmp_path / name / "sources.tar.gz").write_text(text)
    assert differences(tmp_path / "one", tmp_path / "one") == []
    (tmp_path / "other/more.txt").write_text("")
    wrong = differences(tmp_path / "one", tmp_path / "other")
    assert wrong == [f"{name} is not built to the same bytes twice" for name in ("more.txt", "sources.tar.gz")]


def test_tests_and_settings_in_a_wheel_are_reported(tmp_path: Path) -> None:
    good = ["slidefront/__init__.py", "slidefront/apps/page/js/app.js", "slidefront-3.1.4.dist-info/METADATA"]
    bad = [
        "tests/naive.py",
        "slidefront/tests/naive.py",
        "slidefront/test_x.py",
        "slidefront/js/eslint.config.js",
        "a.py",
    ]
    with zipfile.ZipFile(tmp_path / "a.whl", "w") as wheel:
        for name in good + bad:
            wheel.writestr(name, "")
    assert foreign(tmp_path / "a.whl") == [f"a.whl contains {name}" for name in bad]


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


FILES = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
WORKFLOWS = {path.name: path.read_text("utf-8") for path in FILES}
with_workflows = pytest.mark.skipif(not WORKFLOWS, reason="the sources that are built have no workflows")


@with_workflows
def test_actions_are_pinned_by_hash() -> None:
    used = [line for text in WORKFLOWS.values() for line in re.findall(r"uses: (.*)", text)]
    pins = {re.fullmatch(r"([\w/-]+)@([0-9a-f]{40})  # (v[\d.]+)", line).groups() for line in used}
    assert len(pins) == len({action for action, _, _ in pins}) >= 8


@with_workflows
@pytest.mark.parametrize("name", WORKFLOWS)
def test_workflow_runs_existing_targets(name: str) -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = re.findall(r"run: make ([\w-]+)", WORKFLOWS[name])
    assert targets
    assert [target for target in targets if not re.search(rf"^{target}:", makefile, re.MULTILINE)] == []
    assert "permissions:\n  contents: read\n" in WORKFLOWS[name]


@with_workflows
def test_every_push_tries_the_oldest_and_newest_python() -> None:
    least, *_, newest = claimed_pythons()
    assert f'python: ["{least}", "{newest}"]' in WORKFLOWS["test.yml"]
    assert "system: [ubuntu-latest, macos-latest]" in WORKFLOWS["test.yml"]


def test_container_copies_what_the_build_needs() -> None:
    lines = (ROOT / "examples" / "Dockerfile").read_text("utf-8").splitlines()
    copied = [word for line in lines if line.startswith("COPY") for word in line.split()[1:-1]]
    assert {"pyproject.toml", "README.md", "LICENSE", "slidefront"} == {*copied}
    assert all((ROOT / name).exists() for name in copied)
