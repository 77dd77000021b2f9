"""What `make release-check` refuses."""

import zipfile
from pathlib import Path

import pytest

from tools.golden import ROOT
from tools.release.check import differences, foreign, git, unclean, unwritten, version_of


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
