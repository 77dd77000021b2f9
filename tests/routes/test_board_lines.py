"""Files of boards as starts, and words of a command line: read, or refused in one line."""

from pathlib import Path

import pytest

from slidefront.errors import BoardError, NoBoardsError
from slidefront.puzzles.core import Puzzle
from slidefront.puzzles.load import load, read_puzzle
from slidefront.puzzles.starts import StartKind, start_at, start_with
from slidefront.routes.read import read_routes
from slidefront.routes.replay import replay
from slidefront.routes.starts import board_typed, read_boards, start_in, starts_typed
from slidefront.text.choice import reading_as
from tests.messages import refused

HOME = 0x012345678
NEAR = 0x102345678


@pytest.fixture
def puzzle() -> Puzzle:
    return load("8-puzzle")


def write(path: Path, text: str) -> Path:
    path.write_text(text, "utf-8")
    return path


BOARDS = "# two boards\n\n_12345678\n   \n  # and one more\n1 _ 2/3 4 5/6 7 8\r\n1_2345678"


@pytest.mark.parametrize("typed", [False, True])
def test_file(puzzle: Puzzle, tmp_path: Path, typed: bool) -> None:
    path = write(tmp_path / "mine.txt", BOARDS)
    starts = starts_typed(puzzle, str(path)) if typed else start_in(puzzle, path)
    assert starts.kind is StartKind.FILE
    assert (starts.name, starts.keys.tolist(), starts.is_set) == ("mine.txt", [HOME, NEAR], True)


def test_file_of_problem_lines(puzzle: Puzzle, tmp_path: Path) -> None:
    path = write(tmp_path / "pack.txt", "# a pack\n_12345678:0\n1_2345678:1:0\n")
    assert start_in(puzzle, path).keys.tolist() == [HOME, NEAR]


def test_file_of_one_board_in_rows(puzzle: Puzzle, tmp_path: Path) -> None:
    assert start_in(puzzle, write(tmp_path / "grid.txt", "1 _ 2\n3 4 5\n6 7 8\n")).keys.tolist() == [NEAR]
    path = write(tmp_path / "two.txt", "_12345678\n1 _ 2\n3 4 5\n6 7 8\n")
    assert f"{path}, line 2: " in refused(BoardError, start_in, puzzle, path)


def test_what_is_no_board_may_be_meant_for_a_file(puzzle: Puzzle, tmp_path: Path) -> None:
    assert "there is no file gone.txt" in refused(NoBoardsError, starts_typed, puzzle, "gone.txt")
    assert f"{tmp_path} is a folder" in refused(BoardError, starts_typed, puzzle, str(tmp_path))


def test_file_of_one_board_is_no_set(puzzle: Puzzle, tmp_path: Path) -> None:
    assert not start_in(puzzle, write(tmp_path / "one", "1_2345678\n")).is_set


def test_a_board_may_begin_as_remarks_do(tmp_path: Path) -> None:
    puzzle = load("daisy")
    home = puzzle.format(puzzle.home)
    assert home.startswith("#")
    path = write(tmp_path / "mine.txt", f"# {home}, and no other\n{home}\n")
    assert start_in(puzzle, path).keys.tolist() == [puzzle.home]


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n"])
def test_file_without_boards(puzzle: Puzzle, tmp_path: Path, text: str) -> None:
    path = write(tmp_path / "mine.txt", text)
    assert f"{path} has no boards" in refused(BoardError, start_in, puzzle, path)


def test_bad_line_is_named(puzzle: Puzzle, tmp_path: Path) -> None:
    path = write(tmp_path / "mine.txt", "# boards\n_12345678\n_1234567\n")
    assert f"{path}, line 3: " in refused(BoardError, start_in, puzzle, path)


def test_missing_file(puzzle: Puzzle, tmp_path: Path) -> None:
    assert str(tmp_path / "no") in refused(BoardError, start_in, puzzle, tmp_path / "no")


def test_file_that_is_a_folder(puzzle: Puzzle, tmp_path: Path) -> None:
    refused(BoardError, start_in, puzzle, tmp_path)


def test_file_that_is_no_text(puzzle: Puzzle, tmp_path: Path) -> None:
    (tmp_path / "b").write_bytes(b"\xff\xfe\x00")
    assert "not UTF-8" in refused(BoardError, start_in, puzzle, tmp_path / "b")


def test_one_board(puzzle: Puzzle, tmp_path: Path) -> None:
    assert board_typed(puzzle, "home") == HOME
    assert board_typed(puzzle, "1_2345678") == "1_2345678"
    assert board_typed(puzzle, str(write(tmp_path / "one.txt", "1_2345678\n"))) == NEAR
    path = str(write(tmp_path / "mine.txt", BOARDS))
    assert "2 boards" in refused(BoardError, board_typed, puzzle, path)


def test_kinds(puzzle: Puzzle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "goals", "1_2345678\n")
    kinds = {word: starts_typed(puzzle, word).kind for word in ("home", "_12345678", "goal", "1_2345678", "goals")}
    assert kinds == {
        "home": StartKind.HOME,
        "_12345678": StartKind.HOME,
        "goal": StartKind.HOME,
        "1_2345678": StartKind.BOARD,
        "goals": StartKind.FILE,
    }
    assert start_at(load("pillars-6"), "goal").kind is StartKind.GOAL
    assert start_with(puzzle, ["_12345678", NEAR]).kind is StartKind.BOARDS
    assert start_with(puzzle, [HOME]).kind is StartKind.HOME


def test_a_file_is_not_a_board_in_python(puzzle: Puzzle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "mine.txt", "1_2345678\n")
    refused(BoardError, start_at, puzzle, "mine.txt")


BESIDE = [
    "_12345678:0:\n1_2345678:1:{}\n",
    "board,length,route\n1_2345678,1,{}\n",
    '{{"board": "1_2345678", "length": 1, "route": "{}"}}\n',
    "board,moves\n1_2345678,{}\n",
]


@pytest.mark.parametrize("text", BESIDE)
@pytest.mark.parametrize("moves", ["0", "L", "1 R"])
def test_moves_beside_a_board_are_moves_of_the_puzzle(puzzle: Puzzle, tmp_path: Path, text: str, moves: str) -> None:
    if moves == "0" and text.startswith("board,moves"):
        moves = "4|1"  # a number alone is a length
    path = write(tmp_path / "pack.txt", text.format(moves))
    assert NEAR in start_in(puzzle, path).keys
    assert [line.error for line in read_boards(puzzle, path)][-1] is None


@pytest.mark.parametrize("text", BESIDE)
@pytest.mark.parametrize("moves", ["not yet", "L except 3", "99 L", "sauf 4", "D rotated 90"])
def test_words_beside_a_board_are_refused(puzzle: Puzzle, tmp_path: Path, text: str, moves: str) -> None:
    path = write(tmp_path / "pack.txt", text.format(moves))
    for read in (start_in, lambda puzzle, path: starts_typed(puzzle, str(path))):
        said = refused(BoardError, read, puzzle, path)
        assert "line " in said
        assert "the moves beside the board: line 1, column " in said
    last = read_boards(puzzle, path)[-1]
    assert last.key is None
    assert "the moves beside the board: " in str(last.error)


BOTH = "6 1 2 3 4 0 5 7 8 6\n2 1 2 3 4 5 0 7 8 6\n"


def test_a_first_line_that_is_a_number_and_a_board_or_a_board_and_its_length(puzzle: Puzzle) -> None:
    with pytest.raises(BoardError, match="a number and a board, or a board and its length") as refusal:
        read_boards(puzzle, BOTH)
    assert refusal.value.readings == ("boards", "numbered")
    with reading_as("numbered") as choice:
        numbered = read_boards(puzzle, BOTH)
    assert choice.used
    assert [(line.board, line.optimum) for line in numbered] == [
        ("1 2 3 4 0 5 7 8 6", None),
        ("1 2 3 4 5 0 7 8 6", None),
    ]
    with reading_as("boards"):
        first, second = read_boards(puzzle, BOTH)
    assert (first.board, first.optimum, first.error) == ("6 1 2 3 4 0 5 7 8", 6, None)
    assert second.error is not None


@pytest.mark.parametrize("name", ["a:2", ":", "2:1:b", "::"])
def test_names_with_colons_stand_beside_lengths_and_moves(name: str) -> None:
    own = read_puzzle(f'kind = "blocks"\nhome = "{name} . ./. b: b:"\n')
    board, after = own.format(own.home), f". {name} ./. b: b:"
    lines = [board, f"{board}:0", f"{board}:1:{name} R", f"{board} 1"]
    for text in ["\n".join(lines), *lines[1:]]:
        found = read_boards(own, text)
        assert {(line.key, line.error) for line in found} == {(own.home, None)}
    (typed,) = read_routes(own, lines[2])
    assert (typed.start, typed.length, len(typed.moves)) == (board, 1, 1)
    assert own.format(replay(own, typed).end.key) == after
