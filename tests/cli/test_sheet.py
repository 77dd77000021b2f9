"""Sheets from the command line."""

from pathlib import Path


def test_the_command_writes_a_file(slidefront):
    Path("pack.txt").write_text("3124756_8:3:4 3 0\n1_2345678:1\n")
    said = slidefront("sheet", "pack.txt", "-o", "sheet.html", "--puzzle", "8-puzzle").err
    assert "solving 1 problem" in said
    assert "\n2 problems in sheet.html, " in said
    assert "7 ↓" in Path("sheet.html").read_text("utf-8")
    for words, message in [
        (["pack.txt"], "Missing option '--out'"),
        (["pack.txt", "-o", "sheet.doc"], "sheet.doc must end with .html"),
        (["pack.txt", "-o", "sheet.html"], "sheet.html already exists"),
        (["none.txt", "-o", "new.html"], "cannot read none.txt"),
        (["pack.txt", "-o", "new.html"], "pack.txt does not say which puzzle its boards are of: name it (--puzzle)"),
    ]:
        assert message in slidefront("sheet", *words, code=2).err
