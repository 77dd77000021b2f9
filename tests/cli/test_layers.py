import json
import shutil


def test_layers_shows_the_table_of_a_run_by_folder_or_name(slidefront):
    made = slidefront("expand", "pillars-6")
    assert slidefront("layers", "pillars-6").out == made.out
    assert slidefront("layers", "data/pillars-6").out.splitlines()[:-1] == made.out.splitlines()[:-1]


def test_json_is_what_expand_gives(slidefront):
    made = json.loads(slidefront("expand", "pillars-6", "--json").out)
    assert json.loads(slidefront("layers", "pillars-6", "--json").out) == made


def test_a_missing_run_is_named_with_those_that_are_there(slidefront):
    slidefront("expand", "pillars-6", "-q")
    assert slidefront("layers", "pilars", code=2).err == (
        "slidefront: there is no run in pilars or data/pilars: did you mean pillars-6?\n"
    )
    for number in range(9):
        shutil.copytree("data/pillars-6", f"data/mine-{number}")
    assert slidefront("layers", "x", code=2).err.endswith("mine-6, mine-7 and 2 more\n")
