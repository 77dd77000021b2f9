"""Commands that errors, remarks, help texts and docs suggest: all are parsed, and the fast ones are run as printed."""

import re
import shlex
from doctest import ELLIPSIS, OutputChecker
from pathlib import Path

import pytest

from slidefront import Interrupted, load, make_table
from slidefront.cli import main
from slidefront.cli.app import USAGE_ERROR
from slidefront.cli.output import message_of
from slidefront.store.manifest import ManifestError
from tests.cli.conftest import Command
from tests.test_docs import DOCS, ROOT
from tests.watchers import stop_after
from tools.references import COMMANDS
from tools.wording import FILE, blocks, said

NAMES = "|".join(sorted(COMMANDS, reverse=True))
IN_BLOCKS = r"^(?:(?:[ ]{4}|[$][ ]|[ ]{4}[$][ ])(?=slidefront[ ])|(?=slidefront[ ](?:.+\n)+```$))(.*)$"
QUOTED = rf"`(?:slidefront[ ](?=[a-z])|(?=(?:{NAMES})[ ]))([^`]+)`"
SUGGESTED = re.compile(f"{IN_BLOCKS}|{QUOTED}", re.MULTILINE)
"""Commands in blocks, indented or fenced, and in backticks."""
MENTION = re.compile(rf"slidefront (?:{NAMES})(?: -.*)?")
"""A command in backticks without arguments, such as `verify --deep`: it has only the options that it names."""
PUZZLE_FILE = re.compile(r"`([\w-]+\.toml)`:\n\n```toml\n(.*?)```", re.DOTALL)
"""A puzzle file that a page shows below its name."""
PREPARED = {
    "hardest.md": ["find 2x2 --out found"],
    "page.md": [
        "expand 8-puzzle",
        "table 8-puzzle",
        "problems 8-puzzle --depths 6 --count 2 --routes --out pack.txt",
    ],
    "operating.md": ["expand 8-puzzle"],
    "runs.md": ["expand 8-puzzle"],
    "tables.md": ["table 8-puzzle", "table klotski"],
}
"""Commands that a page does not repeat, because another page has them, or for what its text takes as given."""
FILES = {
    "boards.txt": "_12345678\n1_2345678\n",
    "problems.txt": "1_2345678:1:1 R\n_12345678:0:\n",
    "route.txt": "F D\nG D\n",
    "scrambles.txt": "123/456/7_8\n1_2/345/678\n",
    "answers.csv": "name,board,answer\nAnn,1_2345678,1 R\nBob,1_2345678,no idea\n",
    "cards.txt": "60 IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 2332\n",
    "mine.toml": 'kind = "tiles"\nhome = "123/45_"\n',
    "blocks.toml": 'kind = "blocks"\nhome = "AAB/.CB/..D"\ngoal = [["A", 2, 2]]\n',
}
"""Files that commands of the docs read, and that no command before them writes."""
SMALLER = {
    r"\b(PUZZLE|RUN|1[145]-puzzle(?! .*(1234|fe16|15 9|3e__)))\b": "8-puzzle",
    r"\bBOARD\b": "home",
    r"\bFILE\b": "boards.txt",
    r"solve klotski(?=.*png)": "solve pillars-6",
    r"\bklotski\b(?=.*(html|png|gallery|graph))": "pennant",
    r"\bfind [456]x[456]": "find 2x2",
    r"\b10-puzzle\b": "2x3",
    r"\b(32:54|18:22|48:54|50:55)\b": "20:22",
    r"(--depths?) 40\b": r"\1 20",
    r"--depths 50: ": "--depths 20: ",
    r"--depths 60:80\b": "--depths 90:91",
}
"""What is run in place of a placeholder, and of a large space or a great depth."""
LONG = {
    r"--dask": "needs a cluster",
    r"11-puzzle --memory": "its folders are examples",
    r"--watch": "ends with Ctrl-C",
    r"(solve|info|expand|table|export) mural": "seconds to hours",
    r"(info|table) (2x7|3x5)": "hours",
    r"expand hers.toml": "its space is that of the 15-puzzle",
    r"patterns build": "up to minutes; it stores databases for all later searches",
    r"klotski-rules.toml": "minutes",
    r"phase-[12]": "hours",
    r"15-puzzle .*(fe16|fifteen)|solve 5x5": "seconds",
}
"""Commands that are parsed only, and why."""
CODES = {
    "slidefront replay pack.txt answers.csv --out marks.csv": 1,
    "slidefront solve 15-puzzle --start 1234/5678/9abc/dfe_": 1,
}
"""Exit codes other than 0, as documented."""


def words_of(line: str) -> list[list[str]]:
    """Split a line into commands at its pipes, and each into words; a redirection is one word with its sign."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|<>")
    lexer.whitespace_split = True
    found: list[list[str]] = [[]]
    for word in lexer:
        if word == "|":
            found.append([])
        else:
            found[-1].append(word + next(lexer) if word in (">", "<<<") else word)
    return found


def without_redirections(words: list[str]) -> list[str]:
    """Leave out the words that begin with the sign of a redirection."""
    return [word for word in words if word[0] not in "<>"]


def fault(line: str) -> str:
    """Parse a line as the command line does, and return what is wrong with it; options alone are only mentioned."""
    for _, *words in map(without_redirections, words_of(line)):
        name = " ".join(words[:2]) if " ".join(words[:2]) in COMMANDS else words[0]
        if name not in COMMANDS:
            return f"there is no command {name}"
        try:
            COMMANDS[name].make_context(name, words[len(name.split()) :])
        except USAGE_ERROR as error:
            return error.format_message()
    return ""


def run(slidefront: Command, line: str) -> None:
    """Run a line in this process, with its pipes and redirections, unless it takes long."""
    if any(re.search(pattern, line) for pattern in LONG):
        return
    for large, small in SMALLER.items():
        line = re.sub(large, small, line)
    given = None
    for _, *words in words_of(line):
        given = next((word[3:] + "\n" for word in words if word.startswith("<<<")), given)
        given = slidefront(*without_redirections(words), given=given, code=CODES.get(line, 0)).out
        for name in [word[1:] for word in words if word.startswith(">")]:
            Path(name).write_text(given, "utf-8")


@pytest.mark.parametrize("page", DOCS, ids=lambda page: page.name)
def test_commands_of_docs_work(page: Path, slidefront: Command, tmp_path: Path) -> None:
    text = page.read_text("utf-8")
    for name, content in [*FILES.items(), *PUZZLE_FILE.findall(text)]:
        (tmp_path / name).write_text(content, "utf-8")
    for name in ("docs", "examples"):
        (tmp_path / name).symlink_to(ROOT / name)
    for line in PREPARED.get(page.name, []):
        slidefront(*line.split())
    for match in SUGGESTED.finditer(text):
        line = " ".join((match[1] or f"slidefront {match[2]}").split(" # ")[0].split())
        is_mention = match[2] and MENTION.fullmatch(line)
        wrong = fault(line)
        assert not wrong or (is_mention and wrong.startswith("Missing")), f"{line}: {wrong}"
        if not is_mention:
            run(slidefront, line)


def test_exceptions_are_needed() -> None:
    text = "".join(page.read_text("utf-8") for page in DOCS) + FILE.read_text("utf-8")
    assert [pattern for pattern in [*LONG, *SMALLER] if not re.search(pattern, text)] == []


def advised(text: str) -> set[str]:
    """Find the commands that a message suggests, in backticks or on lines of their own."""
    return {*re.findall(r"`(slidefront [^`]*)`", text), *re.findall(r"^ {4}(slidefront .*)$", text, re.MULTILINE)}


def test_advice_of_errors_works(slidefront: Command) -> None:
    tried: set[str] = set()
    for line, message in blocks(FILE.read_text("utf-8")):
        if not message and not line.startswith("#"):
            said(line)
        for command in sorted(advised(message) - tried):
            assert command.endswith(" --help") or fault(command) == ""
            run(slidefront, command)
        tried |= advised(message)


@pytest.mark.parametrize(
    "lines",
    [
        ["expand klotski --start goal --depth 2 --out elsewhere", "export elsewhere --depths 9"],
        ["expand pennant --metric step --depth 2 --out 'my run'", "export 'my run' --depths 9"],
        ["expand 8-puzzle --metric line --start 1_2345678 --depth 2 --out a/run", "export a/run --depths 9"],
        ["expand mine.toml --start goal --depth 2 --out ./-run", "export ./-run --depths 9"],
        ["expand AB/.. --depth 1 --out run", "export run --depths 2"],
        ["runs"],
        ["hardest pennant"],
        ["sheet 8-puzzle --out sheet.html"],
        ["sheet 4x4 --out sheet.html"],
        ["problems 8-puzzle --depths 3 --out pack.txt", "solve pack.txt"],
    ],
    ids=lambda lines: lines[-1],
)
def test_advice_of_runs_and_remarks_works(slidefront: Command, tmp_path: Path, capfd, lines: list[str]) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, "utf-8")
    for line in lines:
        with pytest.raises(SystemExit):
            main(shlex.split(line))
    said = capfd.readouterr()
    commands = advised(said.out + said.err)
    assert commands
    for command in sorted(commands):
        assert fault(command) == ""
        run(slidefront, command)
    if lines[-1].startswith("export"):  # which lacked a layer
        slidefront(*shlex.split(lines[-1]))


def test_running_command_is_not_advised() -> None:
    error = ManifestError(Path("run/_run.json"), "it is not JSON")
    assert message_of(error, ["stats", "run"]).endswith("; try `slidefront verify run --repair`")
    for running in (["verify", "run", "--repair"], ["verify", "--repair", "-q", "run"]):
        assert "try" not in message_of(error, running)


@pytest.mark.parametrize(
    ("puzzle", "start", "metric"), [("klotski", "goal", None), ("pennant", "home", "step"), ("2x4", "123456_7", None)]
)
def test_advice_continues_an_unfinished_table(slidefront: Command, puzzle: str, start: str, metric: str | None) -> None:
    with pytest.raises(Interrupted):
        make_table(load(puzzle, metric), "a.table", start=start, watcher=stop_after(0))
    (command,) = advised(slidefront("stats", "a.table", code=2).err)
    run(slidefront, command)
    slidefront("stats", "a.table")


BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHOWN_FILE = re.compile(r"`([\w-]+\.\w+)`:\n\n```(?:toml|csv|text)\n(.*?)```", re.DOTALL)
SESSIONS = ["tutorial.md", "parity.md", "design-a-puzzle.md", "class-set.md", "datasets.md", "many-boards.md"]
"""Pages whose commands are run in the order of the page, except those that wait (`--watch`)."""
EXAMPLES = ["solving.md"]
"""Pages of which only the commands with output are run."""
SECONDS = re.compile(r"\d+\.\d+ (s|ms)\b")


def commands(text: str) -> list[tuple[str, str]]:
    """List the slidefront commands of a page with the output that follows each."""
    found = []
    for block in BLOCK.findall(text):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, output = part.partition("\n")
            if line.startswith("slidefront ") and "--watch" not in line:
                found.append((line, output))
    return found


@pytest.mark.parametrize("name", SESSIONS + EXAMPLES)
def test_commands_print_documented_output(name: str, slidefront: Command, tmp_path: Path) -> None:
    text = (ROOT / "docs" / name).read_text("utf-8")
    for file, content in SHOWN_FILE.findall(text):
        (tmp_path / file).write_text(content, "utf-8")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for line, expected in commands(text):
        if name in EXAMPLES and not expected:
            continue
        answer = slidefront(*shlex.split(line)[1:], code=CODES.get(line, 0))
        if expected:
            printed = [re.sub(r" +$", "", text, flags=re.MULTILINE) for text in (answer.out, answer.err)]
            orders = [SECONDS.sub(r"# \1", "".join(texts)) for texts in (printed, reversed(printed))]
            shown = SECONDS.sub(r"# \1", expected)
            assert any(OutputChecker().check_output(shown, text, ELLIPSIS) for text in orders), f"{line}\n{orders[0]}"
