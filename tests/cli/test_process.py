"""Commands as people start them, each in a process of its own: they answer as they do inside the other tests."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from slidefront import expand, verify
from tests.forks import Forks


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize("words", ["list", "solve 8-puzzle --start 3124756_8", "solvable 8-puzzle 3124756_8"])
def test_full_output_is_an_error(forks: Forks, tmp_path: Path, words: str) -> None:
    program = "from slidefront.cli import main; main(words)"
    forks.start(program, {1: "/dev/full", 2: tmp_path / "errors"}, words=words.split())
    code, errors = forks.end(), (tmp_path / "errors").read_text()
    assert code == 2
    assert errors.splitlines()[-1] == "slidefront: cannot continue: No space left on device"
    assert "Traceback" not in errors


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize(("words", "code"), [("expand 2x2 --out run", 0), ("solve 8-puzzl", 2)])
def test_full_errors_do_not_stop_work(tmp_path: Path, words: str, code: int) -> None:
    command = [sys.executable, "-m", "slidefront", *words.split()]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=full, text=True)
    assert done.returncode == code
    assert code or "12 boards" in done.stdout.splitlines()[-1]


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_output_in_other_encodings_has_question_marks(tmp_path: Path, encoding: str) -> None:
    command = [sys.executable, "-m", "slidefront", "show", "8-puzzle"]
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding=encoding, env=environment, check=True)
    assert "? 1 ? 2 ?" in done.stdout
    assert done.stderr == ""


@pytest.mark.parametrize("words", ["show klotski -o new.svg", "page 2x2 -o new.html"])
def test_file_that_does_not_fit_leaves_nothing(tmp_path: Path, words: str) -> None:
    program = (
        "import resource, signal; from slidefront.cli import main; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)); main()"
    )
    command = [sys.executable, "-c", program, *words.split()]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert f"cannot write {words.split()[-1]}: File too large" in done.stderr.splitlines()[-1]
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("words", ["list", "export run", "problems run"])
def test_closed_pipe_is_no_error(tmp_path: Path, words: str) -> None:
    expand("8-puzzle", depth=18, out=tmp_path / "run")
    command = [sys.executable, "-m", "slidefront", *words.split()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        assert child.stderr.read() == ""
    assert child.returncode == 0


@pytest.mark.parametrize("words", ["stats run", "export run --out all.csv"])
def test_ctrl_c_ends_work_that_does_not_watch(forks: Forks, tmp_path: Path, words: str) -> None:
    """The command ends immediately with one line."""
    program = (
        "import os, signal; from slidefront.cli import main; from slidefront.tables import table; os.chdir(folder);"
        "table.is_table = lambda path: os.kill(os.getpid(), signal.SIGINT) or exec('while True: pass');"
        "main(words)"
    )
    (tmp_path / "run" / "layers").mkdir(parents=True)
    said = {1: tmp_path / "out", 2: tmp_path / "errors"}
    forks.start(program, said, words=words.split(), folder=tmp_path)
    assert (forks.end(), *(path.read_text() for path in said.values())) == (130, "", "slidefront: interrupted\n")


@pytest.mark.parametrize("words", ["--help", "expand 2x2"])
def test_closed_output_is_an_error(tmp_path: Path, words: str) -> None:
    """The exit code is not 1, which means that there is no solution; and no new file gets the number of the stream."""
    for closed, says in ((">&-", "slidefront: standard output is closed"), ("<&- >&- 2>&-", "")):
        command = f'"{sys.executable}" -m slidefront {words} {closed}'
        done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True)
        assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", bool(says))
        assert done.stderr.startswith(says)
    assert [*tmp_path.iterdir()] == []


def test_closed_input_and_errors_are_harmless(tmp_path: Path) -> None:
    command = f'"{sys.executable}" -m slidefront expand 2x2 --out run <&- 2>&-'
    done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].startswith("The space ends here: 12 boards")
    assert verify(tmp_path / "run").good


BAD = os.fsencode("ev\x1b]0;owned\x07\x9b") + b"\xe9"
"""A name that would set the title of the terminal, and is no UTF-8."""


def run_raw(folder: Path, *words: str | bytes, code: int = 0) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "slidefront", *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    assert done.returncode == code, done.stderr
    for line in (done.stdout + done.stderr).decode().splitlines():
        assert line.isprintable(), line
    return done


def test_file_names_are_printed_escaped(tmp_path: Path) -> None:
    """Whatever the system takes as a name: it works, and what is printed can be printed."""
    (tmp_path / os.fsdecode(BAD + b".toml")).write_text('kind = "tiles"\nhome = "123/_45"\n')
    run_raw(tmp_path, "expand", BAD + b".toml", "--out", BAD, "--scratch", ".")
    run_raw(tmp_path, "export", BAD, "--out", BAD + b".csv")
    run_raw(tmp_path, "table", BAD + b".toml", "--out", BAD + b".table")
    run_raw(tmp_path, "page", BAD + b".toml", "--out", BAD + b".html")
    assert b"\\x1b]0;owned\\x07" in run_raw(tmp_path, "runs", ".").stdout
    names = [one["path"] for one in json.loads(run_raw(tmp_path, "runs", ".", "--json").stdout)]
    assert names == sorted([os.fsdecode(BAD), os.fsdecode(BAD + b".table")])
    run_raw(tmp_path, "expand", b"no" + BAD + b".toml", code=2)
    assert verify(tmp_path / os.fsdecode(BAD), deep=True).good


def test_ctrl_c_at_program_start_is_one_line() -> None:
    """The signal comes while typer is imported, as it does in the first hundredths of a second."""
    program = (
        "import os, signal, sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, *rest):\n"
        "        if name == 'typer':\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "from slidefront.cli import main\n"
        "main(['list'])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "slidefront: interrupted\n")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_second_signal_stops_at_once(forks: Forks, tmp_path: Path, number: signal.Signals, code: int) -> None:
    program = (
        "import os, sys\n"
        "from slidefront.cli import look, main\n"
        "from slidefront.cli.progress import Progress\n"
        "def stubborn(as_json):\n"
        "    with Progress(''):\n"
        f"        os.kill(os.getpid(), {int(number)}); os.kill(os.getpid(), {int(number)})\n"
        "look.list_puzzles.__code__ = stubborn.__code__\n"
        "look.Progress, look.os = Progress, os\n"
        "main(['list'])\n"
    )
    forks.start(program, {2: tmp_path / "errors"})
    assert (forks.end(), (tmp_path / "errors").read_text()) == (code, "slidefront: interrupted\n")
