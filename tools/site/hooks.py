"""Hooks of mkdocs that add pages to the site: files of the root of the repository, and a page to play each puzzle."""

import os
import re
from pathlib import Path
from typing import Any

import slidefront
from slidefront.apps.page.about import About
from slidefront.apps.page.data import PageOptions, page_data
from slidefront.apps.page.html import card, gallery_html, page_html
from slidefront.puzzles import library
from slidefront.units import counted

ROOT = Path(__file__).parents[2]
FROM_ROOT = {"index.md": "README.md", "CHANGELOG.md": "CHANGELOG.md", "CONTRIBUTING.md": "CONTRIBUTING.md"}
EXAMPLES = {
    "literal.md": ("The idea in one page", "literal.py"),
    "klotski-rules.md": ("Rules for find", "klotski-rules.toml"),
    "container.md": ("A container", "Dockerfile"),
}
LANGUAGES = {".py": "python", ".toml": "toml", "": "docker"}
PLAY = "SLIDEFRONT_SITE_PLAY"
"""The environment variable with the puzzles to play, separated by commas; unset for all."""


def on_files(files: Any, config: Any) -> Any:
    """Add files of the root of the repository as pages, with links as seen from docs/."""
    from mkdocs.structure.files import File

    pages = {name: from_docs((ROOT / file).read_text("utf-8")) for name, file in FROM_ROOT.items()}
    for name, (title, file) in EXAMPLES.items():
        path = ROOT / "examples" / file
        code = path.read_text("utf-8")
        pages[name] = f"# {title}\n\nThis is `examples/{file}`.\n\n```{LANGUAGES[path.suffix]}\n{code}```\n"
    pages["extra.css"] = ".md-typeset td code { word-break: normal; }\n"  # boards break between rows
    for name, text in pages.items():
        files.append(File.generated(config, name, content=text))
    return files


def from_docs(text: str) -> str:
    """Convert links of a file in the root to links in docs/."""
    text = re.sub(r'(\]\(|src=")docs/', r"\1", text)
    for name, (_, file) in EXAMPLES.items():
        text = text.replace(f"](examples/{file})", f"]({name})")
    return text.replace("](README.md", "](index.md")


def on_page_markdown(text: str, page: Any, config: Any, files: Any) -> str:  # noqa: ARG001 - the names are mkdocs's
    """Link each puzzle of the atlas to its page, and convert links to files of the root."""
    if page.file.src_uri in ("atlas.md", "benchmarks.md"):
        page.meta["hide"] = ["navigation", "toc"]  # the tables are wide
    if page.file.src_uri != "atlas.md":
        return from_docs(re.sub(r"\]\(\.\./", "](", text))
    text = re.sub(r"^# .*\n", r'\g<0>\n<a href="play/index.html">All puzzles with their pictures</a>\n', text, count=1)
    for name in playable():
        text = text.replace(f"| `{name}` |", f'| <a href="play/{name}.html">{name}</a> |')
    return text


def on_post_build(config: Any) -> None:
    """Write a page to play for each puzzle, and a gallery of them."""
    folder = Path(config["site_dir"]) / "play"
    folder.mkdir(exist_ok=True)
    cards = []
    for puzzle in map(slidefront.load, playable()):
        known = {metric: (counted(number, "move"), "published") for metric, number in puzzle.optimum.items()}
        about = About(puzzle, puzzle.home, lengths=known)
        data = page_data(puzzle, about, options=PageOptions(index="index.html"))
        (folder / f"{puzzle.name}.html").write_text(page_html(data), "utf-8")
        cards.append(card(f"{puzzle.name}.html", about))
    (folder / "index.html").write_text(gallery_html("Puzzles to play", cards), "utf-8")


def playable() -> list[str]:
    """Return the names of the puzzles that have a page to play."""
    chosen = os.environ.get(PLAY)
    return library.names() if chosen is None else chosen.split(",")
