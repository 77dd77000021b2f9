"""What was found in a run, in words: one printable line each, singular and plural."""

from pathlib import Path

import pytest

from slidefront.check.files import Damage, Report
from slidefront.report.spaces import verified_text
from tests.store.test_manifest import sample


def report(*damages: Damage, layers: int = 2, strays: tuple[str, ...] = (), leftovers: tuple[str, ...] = ()) -> Report:
    manifest = sample()
    del manifest.layers[layers:]
    return Report(Path("data/my run"), False, manifest, damages, strays, leftovers)


@pytest.mark.parametrize(
    ("found", "ending"),
    [
        (report(), "layers 0 to 1 are good: 6 boards, 745 B"),
        (report(layers=1), "layer 0 is good: 1 board, 700 B"),
        (report(layers=0), "there are no layers yet"),
        (
            report(Damage("x", 1)),
            "layer 0 is good: mend it",
        ),
        (
            report(Damage("x", 0)),
            "no layer is known to be good: mend it",
        ),
        (
            report(Damage("x")),
            "no layer is known to be good without _run.json, which is made of the layers: mend it",
        ),
        (
            report(strays=("layers/x",)),
            "layers 0 to 1 are good: move what does not belong to the run to another place",
        ),
        (report(leftovers=("_scratch",)), "layers 0 to 1 are good: 6 boards, 745 B"),
    ],
)
def test_the_last_line_says_what_is_safe(found: Report, ending: str) -> None:
    assert verified_text(found, ": mend it").splitlines()[-1].startswith(ending)


def test_names_and_quotes_do_not_reach_the_terminal_as_they_are() -> None:
    found = report(Damage("two\nlines \x1b[31m", 1, "\x1b]0;x\x07.parquet"), strays=("layers/\x1b[2J",))
    assert found.manifest is not None
    for line in verified_text(found).split("\n"):
        assert line.isprintable()
    assert len(verified_text(found).split("\n")) == 3
