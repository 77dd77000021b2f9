"""The notebook of the docs: it runs from top to bottom, and shows what it says it shows."""

import nbformat
import pytest

from tools.notebook import PATH, executed


def results(notebook):
    """List what each cell of code shows as text."""
    shown = []
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            assert output.output_type in ("execute_result", "stream"), output
            shown.append(output.get("text") or output.data["text/plain"])
    return shown


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::ResourceWarning")
def test_the_notebook_runs_and_its_results_are_those_that_are_kept(tmp_path):
    kept, made = nbformat.read(PATH, as_version=4), executed(tmp_path)
    assert results(made) == results(kept)
    pictures = [out for cell in made.cells for out in cell.get("outputs", []) if out.output_type == "execute_result"]
    drawn = [out for out in pictures if "text/html" in out.data or "image/svg+xml" in out.data]
    assert len(drawn) == 7
    assert all("data:image/svg+xml;base64," in out.data["text/html"] for out in drawn[:1])
