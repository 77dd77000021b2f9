"""Make the atlas: `make atlas`."""

from pathlib import Path

from tests.atlas.contents import write_docs
from tests.atlas.figures import all_figures

ROOT = Path(__file__).parents[2]

if __name__ == "__main__":
    write_docs(ROOT / "docs", all_figures(ROOT / "data" / "atlas"))
