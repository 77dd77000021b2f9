"""Numbers of the wrong kind are refused, wherever a function takes one."""

import math
from typing import Any

import pytest

import slidefront
from tests.messages import refused


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> slidefront.Run:
    return slidefront.expand("2x3", out=tmp_path_factory.mktemp("runs") / "run", start="goal")


@pytest.mark.parametrize("wrong", [-1, 2.5, math.nan, "5", [1]])
def test_a_number_of_the_wrong_kind_is_refused(run: slidefront.Run, tmp_path: Any, wrong: Any) -> None:
    out, number = tmp_path / "out", "must be a whole number, "
    for said, call in (
        ("the depth " + number, lambda: slidefront.expand("2x3", depth=wrong, out=out)),
        (
            "threads must be between ",
            lambda: slidefront.expand("2x3", resources=slidefront.Resources(threads=wrong), out=out),
        ),
        ("threads must be between ", lambda: slidefront.make_table("2x3", out, threads=wrong)),
        ("threads must be between ", lambda: slidefront.verify(run, resources=slidefront.Resources(threads=wrong))),
        ("top " + number, lambda: slidefront.hardest(run, wrong)),
        ("a length " + number, lambda: slidefront.problems("2x3", [wrong])),
        ("per_length " + number, lambda: slidefront.problems(run, [2], wrong)),
        ("seed " + number, lambda: slidefront.problems(run, [2], seed=wrong)),
        ("tries " + number, lambda: slidefront.problems("2x3", [2], tries=wrong)),
    ):
        assert refused(slidefront.LimitError, call).startswith(said)
    assert not out.exists()
