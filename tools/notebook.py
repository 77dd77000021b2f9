"""Execute docs/notebook.ipynb and store its results: `make docs`."""

from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

PATH = Path(__file__).parents[1] / "docs" / "notebook.ipynb"


def executed(folder: Path) -> Any:
    """Return the notebook after running it in a folder."""
    notebook = nbformat.read(PATH, as_version=4)
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(folder)}}, record_timing=False).execute()
    for cell in notebook.cells:
        cell.metadata = {}
    return notebook


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        nbformat.write(executed(Path(folder)), PATH)
