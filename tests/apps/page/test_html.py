"""Pages and galleries as files: safe with any text, complete, and small; and their JavaScript."""

import base64
import hashlib
import json
import re
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

import slidefront.apps.page
from slidefront import PuzzleError, load, read_puzzle
from slidefront.apps.page.data import PageOptions, page_data
from slidefront.apps.page.html import bundle, editor_html, file_names, page_html, safe_json, source
from slidefront.apps.problems.difficulty import ERRS_OFTEN, ERRS_SELDOM
from slidefront.apps.problems.problems import read_pack
from tests.apps.page import data_of
from tests.draw.test_svg import contrast

JS = Path(slidefront.apps.page.__file__).parent / "js"
MODULES = [path for path in sorted(JS.glob("*.js")) if path.name != "eslint.config.js"]
EVIL = """
kind = "blocks"
title = "</script><script>alert(1)</script>"
about = "<!-- <img src=x onerror=alert(2)> &amp;"
home = '''
<b> <b> .
<script> . .
'''
goal = [["<b>", 2, 2]]
"""


class Elements(HTMLParser):
    """The elements of a page, and the texts of its scripts and styles."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.texts, self.open = [], {}, None
        self.feed(text)

    def handle_starttag(self, tag, attrs) -> None:
        self.tags.append((tag, dict(attrs)))
        self.open = dict(attrs).get("id") or dict(attrs).get("type") or tag

    def handle_endtag(self, tag) -> None:  # noqa: ARG002 - the base class asks for it
        self.open = None

    def handle_data(self, data) -> None:
        self.texts[self.open] = self.texts.get(self.open, "") + data


def test_page_escapes_puzzle_texts() -> None:
    puzzle = read_puzzle(EVIL)
    page, editor = Elements(page_html(data_of(puzzle))), Elements(editor_html(puzzle))
    for elements, script_count in ((page, 3), (editor, 4)):
        tags = [tag for tag, _ in elements.tags]
        assert (tags.count("script"), tags.count("img")) == (script_count, 0)
    data = json.loads(page.texts["data"])
    assert data["title"] == page.texts["h1"] == "</script><script>alert(1)</script>"
    assert [piece["name"] for piece in data["rules"]["pieces"]] == ["<b>", "<script>"]
    assert json.loads(editor.texts["data"])["text"] == EVIL


def test_embedded_json_cannot_end_a_script() -> None:
    evil = {"a": "</script><!--\u2028\u2029 & ]]>"}
    text = safe_json(evil)
    assert json.loads(text) == evil
    assert not re.search("[<>&\u2028\u2029]", text)


@pytest.mark.parametrize("write", [lambda: page_html(data_of(load("pillars-6"))), editor_html], ids=["page", "editor"])
def test_policy_and_page_allow_only_embedded_content(write) -> None:
    elements = Elements(write())
    (policy,) = [
        values["content"] for tag, values in elements.tags if values.get("http-equiv") == "Content-Security-Policy"
    ]
    rules = dict(rule.split(" ", 1) for rule in policy.split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == _hash(elements.texts["module"])
    assert rules["style-src"] == _hash(elements.texts["style"])
    assert "unsafe" not in policy
    assert not any("style" in values or any(name.startswith("on") for name in values) for _, values in elements.tags)
    assert not any({"src", "href", "srcset"} & set(values) for _, values in elements.tags), "nothing else is loaded"


def _hash(text) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def test_pages_are_small() -> None:
    klotski = page_html(data_of(load("klotski")))
    assert len(klotski.encode()) <= 450_000
    assert '"graph":{"places"' in klotski
    assert len(page_html(data_of(load("15-puzzle"))).encode()) <= 160_000


def test_puzzle_without_description_is_refused(monkeypatch) -> None:
    puzzle = load("8-puzzle")
    monkeypatch.setattr(puzzle, "description", lambda: None)
    with pytest.raises(PuzzleError, match="8-puzzle has no description"):
        data_of(puzzle)


def test_space_without_goal_counts_from_home() -> None:
    data = data_of(read_puzzle('kind = "blocks"\nhome = "A./.."'))
    assert data["space"]["toGoal"] is False
    assert data["growth"] == {"from": "home", "counts": [1, 2, 1], "whole": True}
    assert data["hardest"] == [{"board": "../.A", "distance": 2}]


def test_large_space_has_no_table_or_graph() -> None:
    data = data_of(load("15-puzzle"))
    assert (data["space"], data["graph"], data["growth"], data["hardest"]) == (None, None, None, [])
    assert data_of(load("3x3"))["graph"] is None


def test_text_contrast_meets_wcag() -> None:
    light, dark, *_ = re.findall(r":root \{(.*?)\}", source("page.css"), re.DOTALL)
    for theme in (light, dark):
        colours = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", theme))
        pairs = [(ink, on) for ink in ("ink", "soft", "accent") for on in ("ground", "card", "raised")]
        pairs += [("accent-ink", "accent"), ("good", "good-ground"), ("bad", "bad-ground"), ("ink", "good-ground")]
        for ink, on in pairs:
            assert contrast(colours[ink], colours[on]) >= 4.5, (ink, on)


def test_page_has_the_requested_start_and_a_title() -> None:
    assert data_of(load("8-puzzle"), options=PageOptions("12345678_", graph=False))["start"] == "12345678_"
    assert data_of(read_puzzle('kind = "blocks"\nhome = "A."', name="my_first-one"))["title"] == "My first one"
    assert data_of(load("8-puzzle"))["title"] == "8-puzzle"


def test_pack_problems_have_moves_of_the_metric_and_measures(tmp_path) -> None:
    path = tmp_path / "pack.txt"
    path.write_text("AB./...:2:B R,B D,A R,A R\n")
    puzzle = read_puzzle("AB./...", metric="move").with_goal("..A/..B")
    assert page_data(puzzle, pack=read_pack(path, puzzle))["problems"] == [
        {"board": "AB./...", "length": 2, "route": [["B", "DR"], ["A", "RR"]]}
    ]
    record = {"board": "1_2345678", "length": 1, "solutions": 1, "astray": 0.5, "forced_first": 1, "forced_last": 1}
    path = tmp_path / "pack.jsonl"
    path.write_text(json.dumps(record))
    puzzle = load("8-puzzle")
    assert page_data(puzzle, pack=read_pack(path, puzzle))["problems"] == [record]


def test_file_names_are_plain_and_unique() -> None:
    names = file_names(["klotski", "Klotski", "index", "../../etc/passwd", "日本", "", "a" * 300])
    assert names[:3] == ["klotski.html", "klotski-2.html", "index-2.html"]
    assert names[3:6] == ["etc-passwd.html", "puzzle.html", "puzzle-2.html"]
    assert all(re.fullmatch(r"[a-z0-9-]{1,70}\.html", name) for name in names)


def test_javascript_tests_pass(node) -> None:
    files = [str(path) for path in sorted((Path(__file__).parent / "js").glob("*.test.js"))]
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


def test_page_describes_problems_by_the_limits_of_grades() -> None:
    script = source("problems.js")
    assert f"astray < {ERRS_SELDOM} ?" in script
    assert f"astray < {ERRS_OFTEN} ?" in script
