"""The JavaScript of the page: its own tests, and that its modules stand in one script."""

import re
import subprocess
from pathlib import Path

import pytest

import slidefront.apps.page
from slidefront.apps.page.html import bundle

HERE = Path(__file__).parent
JS = Path(slidefront.apps.page.__file__).parent / "js"
MODULES = [path for path in sorted(JS.glob("*.js")) if path.name != "eslint.config.js"]


def test_javascript_tests_pass(node) -> None:
    files = [str(path) for path in sorted((HERE / "js").glob("*.test.js"))]
    command = [node, "--test", "--test-reporter=tap", *files]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-4000:]
    assert int(re.search(r"^# pass (\d+)$", done.stdout, re.MULTILINE)[1]) > 20


@pytest.mark.parametrize("entry", ["app.js", "worker.js", "editor.js", "editor_worker.js"])
def test_modules_join_into_one_script(entry, node, tmp_path) -> None:
    script = tmp_path / "bundle.mjs"
    script.write_text(bundle(entry), "utf-8")
    done = subprocess.run([node, "--check", str(script)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert not re.search(r"^(import|export)\b", script.read_text("utf-8"), re.MULTILINE)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_modules_are_documented_and_insert_no_markup(path) -> None:
    text = path.read_text("utf-8")
    assert text.startswith("// ")
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|import\(", text)
