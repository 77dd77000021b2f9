"""The API as a typed package: an example script does what it says; `make lint` checks its types."""

from importlib import resources
from pathlib import Path

import numpy as np
import pandas as pd

import slidefront
from tests.typed.example import main


def test_package_is_marked_as_typed() -> None:
    assert (resources.files(slidefront) / "py.typed").is_file()


def test_example_produces_documented_results(tmp_path: Path) -> None:
    sizes = [1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748]
    assert main(tmp_path) == [
        f"13 layers, {sum(sizes)} boards, 8 of depth 3",
        "12 2 None",
        "RD 2 12 True",
        "[4, 8] ['3124_5678', '12345678_'] [1, 0] U 3",
        "4 U, 2 L, 1 R (True, True, '_12345678')",
        f"[6, 8, 8] ({sum(sizes)}, 2) [(748, 12, 753)] ({sum(sizes)}, 2) True",
        "4 [1, 1, 1, 1] [6, 6, 6] 12 12",
        "21 [21, 0] 21 ['L']",
        "<svg 2 True",
        "0: 1, 1: 2, 2: 3, 3: 5, 1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 1, RunNotFoundError",
        "True True 11 3 1",
    ]


def test_puzzles_and_goals_are_lists_arrays_or_data_frames() -> None:
    forms = [form([[1, 2], [3, 0]]) for form in (list, np.array, pd.DataFrame)]
    assert len({slidefront.read_puzzle(form) for form in forms}) == 1
    assert len({slidefront.load("2x2").with_goal(form) for form in forms}) == 1
