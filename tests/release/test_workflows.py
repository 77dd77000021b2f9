"""The workflows: actions are pinned, each action by one hash, and what they run exists."""

import re

import pytest

from tools.golden import ROOT
from tools.release.versions import claimed_pythons

FOLDER = ROOT / ".github" / "workflows"
WORKFLOWS = {path.name: path.read_text("utf-8") for path in sorted(FOLDER.glob("*.yml"))}
pytestmark = pytest.mark.skipif(not WORKFLOWS, reason="the sources that are built have no workflows")


def test_actions_are_pinned_by_hash() -> None:
    used = [line for text in WORKFLOWS.values() for line in re.findall(r"uses: (.*)", text)]
    pins = {re.fullmatch(r"([\w/-]+)@([0-9a-f]{40})  # (v[\d.]+)", line).groups() for line in used}
    assert len(pins) == len({action for action, _, _ in pins}) >= 8


@pytest.mark.parametrize("name", WORKFLOWS)
def test_workflow_runs_existing_targets(name: str) -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    targets = re.findall(r"run: make ([\w-]+)", WORKFLOWS[name])
    assert targets
    assert [target for target in targets if not re.search(rf"^{target}:", makefile, re.MULTILINE)] == []
    assert "permissions:\n  contents: read\n" in WORKFLOWS[name]


def test_every_push_tries_the_oldest_and_newest_python() -> None:
    least, *_, newest = claimed_pythons()
    assert f'python: ["{least}", "{newest}"]' in WORKFLOWS["test.yml"]
    assert "system: [ubuntu-latest, macos-latest]" in WORKFLOWS["test.yml"]


def test_container_copies_what_the_build_needs() -> None:
    lines = (ROOT / "examples" / "Dockerfile").read_text("utf-8").splitlines()
    copied = [word for line in lines if line.startswith("COPY") for word in line.split()[1:-1]]
    assert {"pyproject.toml", "README.md", "LICENSE", "slidefront"} == {*copied}
    assert all((ROOT / name).exists() for name in copied)
