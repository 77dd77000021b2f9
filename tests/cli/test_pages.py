"""Pages of a pack of several puzzles: a page for each, and one that leads to all of them."""

import json
import re


def test_a_folder_has_a_page_for_each_puzzle(slidefront, tmp_path):
    slidefront("find", "2x3", "--out", "found", "--top", "2")
    lines = (tmp_path / "found" / "hardest.jsonl").read_text("utf-8").splitlines()
    problems = [*map(json.loads, lines)]
    answer = slidefront("page", "found/hardest.jsonl", "-o", "pages")
    assert f"{len(problems)} pages in pages" in answer.err
    listed = json.loads((tmp_path / "pages" / "pages.json").read_text("utf-8"))
    assert [page["moves"] for page in listed["pages"]] == [[problem["length"]] for problem in problems]
    assert {path.name for path in (tmp_path / "pages").iterdir()} == {"pages.json", *listed["files"]}
    index = (tmp_path / "pages" / "index.html").read_text("utf-8")
    assert re.findall(r'<a href="(.*?)">', index) == [page["file"] for page in listed["pages"]]
    for page, problem in zip(listed["pages"], problems, strict=True):
        text = (tmp_path / "pages" / page["file"]).read_text("utf-8")
        assert f'"start":"{problem["board"].replace("/", chr(92) + "n")}"' in text or problem["board"] in text


def test_a_second_time_its_own_files_are_replaced_and_no_others(slidefront, tmp_path):
    slidefront("find", "2x2", "--out", "found")
    slidefront("page", "found/hardest.jsonl", "-o", "pages")
    (tmp_path / "pages" / "notes.txt").write_text("mine")
    pack = tmp_path / "found" / "hardest.jsonl"
    pack.write_text("".join(pack.read_text("utf-8").splitlines(keepends=True)[:2]))
    slidefront("page", "found/hardest.jsonl", "-o", "pages")
    assert {path.name for path in (tmp_path / "pages").iterdir()} == {
        "1.html", "2.html", "index.html", "notes.txt", "pages.json"
    }  # fmt: skip
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "notes.txt").write_text("mine")
    assert "choose another folder (--out)" in slidefront("page", "found/hardest.jsonl", "-o", "other", code=2).err
    assert "a folder" in slidefront("page", "found/hardest.jsonl", "-o", "one.html", code=2).err
    assert "the problems of a pack say" in slidefront(
        "page", "found/hardest.jsonl", "-o", "pages", "--from", "home", code=2
    ).err  # fmt: skip
