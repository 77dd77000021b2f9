import json

import pytest

import slidefront as slidefront_package


@pytest.fixture(autouse=True)
def cache(tmp_path_factory, monkeypatch):
    folder = tmp_path_factory.mktemp("cache")
    monkeypatch.setenv("SLIDEFRONT_CACHE", str(folder))
    return folder


def test_build_list_and_remove(slidefront):
    assert "no pattern databases in" in slidefront("patterns", "list").out
    said = slidefront("patterns", "build", "3x3", "--sizes", "4-4")
    assert said.err.startswith("built pattern databases of 4-4 tiles (3.0 KiB) in ")
    assert "already exists" in slidefront("patterns", "build", "3x3", "--sizes", "4-4").err
    listed = slidefront("patterns", "list").out.splitlines()
    assert listed[1].split()[1:] == ["3x3", "step", "4-4", "9", "7.0", "KiB"]
    (data,) = json.loads(slidefront("patterns", "list", "--json").out)
    assert (data["puzzle"], data["groups"], data["cells"]) == ("3x3", [[0, 1, 3, 4], [2, 5, 6, 7]], 9)
    assert "removed" in slidefront("patterns", "remove", data["name"]).err
    assert json.loads(slidefront("patterns", "list", "--json").out) == []


def test_the_line_metric_has_databases_of_its_own(slidefront):
    slidefront("patterns", "build", "3x3", "--sizes", "4-4")
    said = slidefront("patterns", "build", "3x3", "--metric", "line", "--sizes", "4-4")
    assert said.err.startswith("built pattern databases of 4-4 tiles (")
    found = json.loads(slidefront("patterns", "list", "--json").out)
    assert {one["metric"] for one in found} == {"step", "line"}


def test_only_our_files_are_removed(slidefront, cache):
    slidefront("patterns", "build", "2x3")
    foreign = cache / "patterns" / "mine.patterns"
    foreign.write_text("mine")
    for killed in (".8-7-0f.patterns.123.tmp", ".0f.unfinished.123.tmp", "0f.unfinished"):
        (cache / "patterns" / killed).write_text("half")
    slidefront("patterns", "remove", "--all")
    assert [path.name for path in (cache / "patterns").iterdir()] == ["mine.patterns"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("build", "14-puzzle"), "14-puzzle cannot have pattern databases: they need one board as goal"),
        (("build", "3x3", "--sizes", "4-5"), "sizes 4-5 do not fit: they must add up to 8 tiles"),
        (("build", "3x3", "--sizes", "four"), "'four' is not a list of sizes such as 8-7"),
        (("build", "3x3", "--sizes", "4-4", "--large"), "--large and --sizes exclude each other"),
        (
            ("build", "4x4", "--metric", "line", "--sizes", "8-7"),
            "sizes 8-7 do not fit: groups of the line metric must",
        ),
        (("build", "6x6", "--metric", "line"), "6x6 cannot have pattern databases"),
        (("build", "1x2"), "1x2 cannot have pattern databases"),
        (("remove", "none"), "no pattern database is named 'none'"),
        (("remove",), "name the databases to remove, or give --all"),
    ],
)
def test_mistakes_are_one_line(refused, words, message):
    assert message in refused("patterns", *words)


def test_solve_builds_the_small_databases_once_and_says_so(slidefront):
    board = "1 2 3 4/5 6 7 8/9 10 0 11/13 14 15 12"
    first = slidefront("solve", "15-puzzle", "--from", board, "--algorithm", "ida")
    assert "built pattern databases of 6-6-3 tiles (5.5 MiB)" in first.err
    assert "IDA* (with pattern databases of 6-6-3 tiles)" in first.err
    second = slidefront("solve", "15-puzzle", "--from", board)
    assert "built" not in second.err
    assert second.out == first.out


def test_the_log_of_a_search_is_read_and_the_search_repeated(slidefront, tmp_path):
    words = ["solve", "8-puzzle", "--from", "3124756_8", "--algorithm", "ida", "--log"]
    refused = slidefront(*words, "log.svg", code=2).err
    assert "'--log'" in refused
    assert "log.svg must end with .jsonl, .log" in refused
    slidefront(*words, "log.jsonl")
    assert slidefront("replay", "8-puzzle", "log.jsonl").out.splitlines() == [
        "the log, from 3124756_8 to _12345678: 3 moves, by IDA*",
        "repeated: 3 moves, by two-way search",
        "both agree",
    ]
    assert json.loads(slidefront("replay", "8-puzzle", "log.jsonl", "--json").out)["agree"] is True
    path = tmp_path / "log.jsonl"
    text = path.read_text()
    lines = text.splitlines()
    end = {**json.loads(lines[-1]), "length": None, "at_least": 5}
    path.write_text("\n".join([*lines[:-1], json.dumps(end)]))
    said = slidefront("replay", "8-puzzle", "log.jsonl", code=1).out.splitlines()
    assert said[1:] == ["repeated: 3 moves, by two-way search", "they do not agree"]


def test_problems_in_the_line_metric(slidefront):
    answer = slidefront("problems", "2x3", "--metric", "line", "--depth", "4:5", "--per-depth", "3")
    lines = answer.out.splitlines()[1:]
    assert [line.split(":")[1] for line in lines] == ["4"] * 3 + ["5"] * 3
    slidefront("expand", "2x3", "--metric", "line", "--quiet", "--out", "run")
    assert len(slidefront("problems", "run", "--metric", "line", "--depth", "4").out.splitlines()) > 3
    assert (
        "run is in the line metric: leave out --metric step"
        in slidefront("problems", "run", "--metric", "step", code=2).err
    )


def test_logs_of_boards_that_only_one_algorithm_takes_are_read_and_not_repeated(slidefront):
    board = "1 2 3 4 5/6 7 8 9 10/16 11 12 13 14/21 17 18 19 15/22 _ 23 24 20"
    said = slidefront("solve", "5x5", "--from", board, "--bounded", "1.5", "--log", "one.jsonl")
    assert "times the optimum, which is from" in said.err or "the fewest possible" in said.err
    answer = slidefront("replay", "5x5", "one.jsonl", code=2)
    assert answer.out.endswith("by IDA* with pattern databases\n")
    assert "the search was not repeated: every other algorithm" in answer.err


def test_a_log_is_for_one_board(slidefront, tmp_path):
    (tmp_path / "boards.txt").write_text("3124756_8\n_12345678\n")
    for words in (("--log", "log.jsonl"), ("--strip",)):
        message = slidefront("solve", "8-puzzle", "--from", "boards.txt", *words, code=2).err
        assert "--log and --strip are for one board" in message


def test_many_boards_have_a_factor_and_a_time_each(slidefront, tmp_path):
    far = "6 4 8 5/3 7 2 1/9 11 _ 10/13 14 15 12"
    (tmp_path / "boards.txt").write_text(f"{far}\n1234/5678/9abc/de_f\n")
    answer = slidefront("solve", "15-puzzle", "--from", "boards.txt", "--bounded", "1.5", "--json")
    long, short = json.loads(answer.out)["answers"]
    optimum = slidefront_package.solve("15-puzzle", far).optimum
    assert long.get("at_least", long["length"]) <= optimum <= long["length"] <= 1.5 * optimum
    assert (short["length"], "at_least" in short) == (1, False)
    words = ("solve", "klotski", "--from", "klotski.txt", "--max-seconds", "0")
    (tmp_path / "klotski.txt").write_text("AXXB/AXXB/CDDE/CFGE/H..I\nAXXB/AXXB/CDDE/CFGE/I..H\n")
    limited = slidefront(*words, code=1)
    assert limited.out.count("has no solution of fewer than 1 move: no board at depth 0") == 2
    assert limited.err == "2 boards; 2 not solved within the limits\n"
    compared = slidefront("compare", *words[1:], "--algorithms", "bfs,ida", code=1)
    assert compared.err.count("within 0 s") == 2


@pytest.mark.parametrize(
    ("option", "message"),
    [
        (("--from", "goal"), "--from is for routes, and log.jsonl is the log of a search: leave it out"),
        (("--out", "answers.txt"), "--out is for routes"),
        (("--optimal",), "--optimal is for routes"),
        (("--metric", "line"), "--metric line: the log is for --metric step: leave it out"),
    ],
)
def test_options_that_a_log_does_not_take_are_refused(slidefront, refused, option, message):
    slidefront("solve", "8-puzzle", "--from", "3124756_8", "--log", "log.jsonl")
    assert message in refused("replay", "8-puzzle", "log.jsonl", *option)


def test_a_log_is_read_in_its_own_metric(slidefront):
    slidefront("solve", "2x3", "--from", "4 1 3/_ 2 5", "--metric", "line", "--log", "log.jsonl")
    assert "both agree" in slidefront("replay", "2x3", "log.jsonl").out


@pytest.mark.parametrize("form", ["lines", "csv", "jsonl", "parquet"])
def test_a_pack_is_checked_in_its_own_metric(slidefront, form):
    words = ["problems", "2x3", "--metric", "line", "--depth", "4", "--routes", "--format", form]
    slidefront(*words, "--out", f"pack.{form}")
    answer = slidefront("replay", "2x3", f"pack.{form}", "--optimal")
    assert " legal (" in answer.err
    assert "more than a shortest" not in answer.out


def test_the_log_of_a_grid_is_read_with_the_options_of_the_grid(slidefront, refused):
    grid = "X.../.AAB/.CCB"
    slidefront("solve", grid, "--to", "X 0 2", "--log", "log.jsonl")
    assert "both agree" in slidefront("replay", grid, "log.jsonl").out
    assert "is for another puzzle than" in refused("replay", grid, "log.jsonl", "--frozen", "A")


def test_databases_that_cannot_be_stored_are_an_error_of_build_but_not_of_solve(slidefront, cache):
    (cache / "patterns").write_text("")
    assert "but did not store them: cannot write" in slidefront("patterns", "build", "3x3", code=2).err
    solved = slidefront("solve", "3x4", "--from", "1 2 3 4/5 6 7 8/9 _ 10 11", "--algorithm", "ida")
    assert "but did not store them: cannot write" in solved.err
    assert len(solved.out.splitlines()) == 2
