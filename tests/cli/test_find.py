"""`slidefront find`."""

import json


def test_the_table_is_printed_as_text_and_as_json(slidefront):
    answer = slidefront("find", "2x3", "--out", "found")
    assert "simple-2x3: " in answer.err
    lines = answer.out.splitlines()
    assert lines[0].split()[:3] == ["pieces", "placements", "starts"]
    shown = json.loads(slidefront("find", "2x3", "--out", "found", "--json").out)
    assert [str(row["longest"]) for row in shown["pieces"]] == [line.split()[5] for line in lines[1:]]


def test_wrong_words_are_refused_in_one_line(slidefront):
    for words, message in (
        (("4y4",), "4y4"),
        (("2x3", "--rules", "none"), '"simple"'),
        (("9x9",), "9x9"),
        (("5x5",), "5x5"),
    ):
        answer = slidefront("find", *words, code=2)
        assert message in answer.err
        assert len(answer.err.splitlines()) == 1
