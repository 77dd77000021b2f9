"""Execute docs/notebook.ipynb, and write its results into it: `make docs`."""

from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

PATH = Path(__file__).parents[1] / "docs" / "notebook.ipynb"


def executed(folder: Path) -> Any:
    """Run the notebook in a folder, from top to bottom."""
    notebook = nbformat.read(PATH, as_version=4)
    NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(folder)}}, record_timing=False).execute()
    for cell in notebook.cells:
        cell.metadata = {}
    return notebook


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        nbformat.write(executed(Path(folder)), PATH)
