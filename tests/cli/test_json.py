"""What each command prints with --json, and writes as a file of answers: it fits its schema and `to_dict`."""

import json
import re
import shlex
from pathlib import Path

import pytest

import slidefront as library
from tests.cli.conftest import Command, answers
from tests.schemas import SCHEMAS, check
from tools.references import COMMANDS

FILES = {
    "mine.toml": 'kind = "blocks"\nhome = "AAB/.CB/..D"\n',
    "boards.txt": "3124756_8\n_21345678\n867\n",
    "two.txt": "3124756_8\n8_6547231\n",
    "pennants.txt": "XXAA/XXBB/CD../EFGG/EFHH\nAABB/EFGG/EFCD/HHXX/..XX\n",
    "six.txt": "FBCDEA\nABCDEF\n",
    "cards.txt": "1 2 3/4 _ 5/7 8 6\nfoo\n1 2 3/4 5 6/8 7 _\n",
    "published.txt": "3124756_8:3\n_21345678:-\n",
    "routes.txt": "_12345678:2:1 2\n_12345678:1:5\n_12345678:3:1 2\nx\n",
    "form.csv": "name,board,answer\nAnn,3124756_8,d r d\nBob,3124756_8,x\n",
    "data/broken/_run.json": "{",
    "data/broken.table": "\x93slidtab",
}
LINES = """
0 list
0 info pillars
0 info klotski --goal 'X 4 3'
0 info mine.toml
0 info 5x5
0 info 15-puzzle --depth 20
0 show 8-puzzle
0 show pillars-6
0 show 5x5
0 expand pillars-6
0 expand 8-puzzle --depth 3 --start 8_6547231 --out eight
0 expand mine.toml
0 table pillars-6
0 table mine.toml
0 stats pillars-6 eight pillars-6.table 2x3
0 hardest pillars-6.table --top 3
0 hardest pillars-6 --only mover-home
0 hardest pennant --start goal --top 2
0 runs
0 verify pillars-6 --deep
0 verify pillars-6.table
1 verify broken
1 verify data/broken.table
0 grade pillars-6 six.txt
1 grade 8-puzzle boards.txt
1 replay 8-puzzle form.csv
0 depth pillars-6 six.txt
0 depth pillars-6 six.txt --routes
1 depth 8-puzzle boards.txt
0 solve 8-puzzle --start 3124756_8
0 solve 8-puzzle --start 3124756_8 --all --algorithm bfs
0 solve 8-puzzle --start 8_6547231 --algorithm ida
3 solve pennant --max-depth 4
1 solve 8-puzzle --start _21345678
1 solve 8-puzzle --start boards.txt
1 solve cards.txt
0 solve 8-puzzle --start two.txt --max-ratio 1.5 --max-seconds 60
3 solve pennant --start pennants.txt --max-depth 3
1 solvable 8-puzzle boards.txt
0 solvable 8-puzzle
0 solvable klotski home
0 compare 8-puzzle --start published.txt
1 compare cards.txt --algorithms bfs
0 replay 8-puzzle LLU
1 replay 8-puzzle RR --start 8_6547231
1 replay 8-puzzle routes.txt
0 find 2x3
0 find 3x3 --rules rush
0 patterns list
"""


@pytest.fixture
def files(slidefront: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run commands in a folder with `FILES`, and with one pattern database."""
    monkeypatch.setenv("SLIDEFRONT_CACHE", str(tmp_path / "cache"))
    (tmp_path / "data/broken").mkdir(parents=True)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "latin-1")
    slidefront("patterns", "build", "2x3")
    return slidefront


def test_json_of_commands_fits_its_schema(files: Command, tmp_path: Path) -> None:
    lines = [shlex.split(line.format(here=tmp_path)) for line in LINES.strip().splitlines()]
    for code, *words in lines:
        check(
            f"commands/{words[0]}".replace("patterns", "patterns-list"),
            json.loads(files(*words, "--json", code=int(code)).out),
        )
    with_json = {name for name, command in COMMANDS.items() if any("--json" in one.opts for one in command.params)}
    assert with_json == {words[0].replace("patterns", "patterns list") for _, *words in lines}
    assert {name for name in SCHEMAS if "/" in name} == {f"commands/{name.replace(' ', '-')}" for name in with_json}


def test_files_of_answers_fit_their_schema(files: Command, tmp_path: Path) -> None:
    for code, *words in map(str.split, re.findall(r".*\.(?:txt|csv).*", LINES)):
        path = tmp_path / "answers.jsonl"
        files(*words, "--out", path.name, code=int(code))
        question, *answers = map(json.loads, path.read_text("utf-8").splitlines())
        assert (question["answers"], question["command"]) == (2, words[0])
        for line in (question, *answers):
            check("answers", line)
        path.unlink()


def test_json_is_the_dictionary_of_the_result(six) -> None:
    six("table", "pillars-6", "-o", "six.table", "-q")
    run, table = library.open_run("pillars-6"), library.open_table("six.table")
    results = {
        "expand pillars-6": run.to_dict(),
        "table pillars-6 -o six.table": table.to_dict(),
        "verify pillars-6": library.verify("pillars-6").to_dict(),
        "verify six.table": library.verify("six.table").to_dict(),
        "stats data/pillars-6": [{**run.to_dict(), "statistics": library.stats(run).to_dict()}],
        "stats six.table": [{**table.to_dict(), "statistics": library.stats(table).to_dict()}],
    }
    for words, result in results.items():
        assert json.loads(six(*words.split(), "--json").out) == result
    deepest = json.loads(six("hardest", "pillars-6", "--json").out)["layers"]
    assert deepest == [layer.to_dict() for layer in library.hardest(run)]
    graded = answers(six("grade", "8-puzzle", "8_6547231", "--json"))
    assert library.grade("8-puzzle", "8_6547231").to_dict().items() <= graded.items()
