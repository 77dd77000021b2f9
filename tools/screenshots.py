"""Photograph the program for the docs: the terminal, and pages in a browser without a window (`make screenshots`)."""

import base64
import io
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from rich.console import Console
from rich.text import Text

import slidefront
from slidefront.apps.page.data import PageOptions
from slidefront.apps.page.html import page_html
from slidefront.apps.problems.sheet import make_sheet, sheet_html
from tests.apps.page import data_of
from tests.browser.conftest import Browser, start
from tools.pictures import FOLDER

COMMANDS = [
    "slidefront solve 8-puzzle --start 3124756_8 --format boards",
    "slidefront hardest klotski --start goal",
    "slidefront stats 8-puzzle --format bars",
]
WIDTH = 92
COLOURS = 256


def terminal(folder: Path) -> str:
    """Run some commands, and return a terminal with their output as SVG."""
    slidefront.expand("8-puzzle", out=folder / "data" / "8-puzzle")
    klotski = slidefront.expand("klotski", out=folder / "data" / "klotski")
    starts = slidefront.goal_boards(klotski.puzzle, klotski)
    slidefront.expand("klotski", starts=starts, out=folder / "data" / "klotski-from-goals")
    console = Console(record=True, width=WIDTH, file=io.StringIO())
    for command in COMMANDS:
        words = [sys.executable, "-m", *command.split()]
        environment = {"COLUMNS": str(WIDTH), "PATH": "", "HOME": str(folder)}
        done = subprocess.run(words, cwd=folder, env=environment, capture_output=True, text=True, check=True)
        console.print(Text(f"$ {command}", style="bold"))
        console.print(Text.from_ansi(f"{done.stdout}{done.stderr}\n"))
    return without_fonts(console.export_svg(title="slidefront", clear=False))


def without_fonts(svg: str) -> str:
    """Remove fonts that would come from the network."""
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL).replace("Fira Code", "DejaVu Sans Mono")


def page(browser: Browser) -> None:
    """Klotski after some moves of a solution, with the player open."""
    browser.size("desktop")
    browser.media(prefers_color_scheme="light")
    browser.open("klotski", graph=True)
    browser.press("solve")
    browser.run("page.player.go(37)")
    browser.tab("explore")
    browser.run("page.space.fit()")
    browser.wait("page.space.before > 0")
    photograph(browser, FOLDER / "page.png", (0, 0, 1280, 900), 0.75)


def graph(browser: Browser) -> None:
    """The map of Klotski on a dark page, with the walk of a solution."""
    browser.media(prefers_color_scheme="dark")
    browser.open("klotski", graph=True)
    browser.press("solve")
    browser.run("page.player.go(60)")
    browser.tab("explore")
    browser.wait("page.space.before > 0")
    box = browser.run(
        "(({ left, top, width, height }) => [left, top + scrollY, width, height])"
        "(document.getElementById('space').getBoundingClientRect())"
    )
    photograph(browser, FOLDER / "graph.png", box, 1.0)


def phone(browser: Browser) -> None:
    """A tile puzzle on a phone, with a hint."""
    browser.size("phone")
    browser.media(prefers_color_scheme="dark")
    browser.open("8-puzzle", start="8_6547231")
    browser.press("hint")
    photograph(browser, FOLDER / "phone.png", (0, 0, 390, 844), 1.0)


def sheet(browser: Browser, folder: Path) -> None:
    """The first page of a printed sheet."""
    path = folder / "sheet.html"
    pack = slidefront.problems("8-puzzle", range(6, 27, 4), 6, routes=True)
    path.write_text(sheet_html(make_sheet(pack, 6)), "utf-8")
    browser.size("desktop")
    browser.media(prefers_color_scheme="light")
    browser.driver.get(path.as_uri())
    left, top, width, height = browser.run(
        "(({ x, y, width, height }) => [x, y, width, height])"
        "(document.querySelector('section').getBoundingClientRect())"
    )
    photograph(browser, FOLDER / "sheet.png", (left, top, width, height), 0.75)


def photograph(browser: Browser, path: Path, box: tuple[float, float, float, float], scale: float) -> None:
    """Write a part of the page as a PNG with few colours."""
    clip = dict(zip(("x", "y", "width", "height"), box, strict=True)) | {"scale": scale}
    answer = browser.driver.execute_cdp_cmd("Page.captureScreenshot", {"clip": clip, "captureBeyondViewport": True})
    image = Image.open(io.BytesIO(base64.b64decode(answer["data"]))).convert("RGB")
    image.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).save(path, optimize=True)


def main() -> None:
    """Take all screenshots."""
    with tempfile.TemporaryDirectory() as folder:
        (FOLDER / "terminal.svg").write_text(terminal(Path(folder)), "utf-8")
        driver = start()
        if driver is None:
            sys.exit("no pictures of pages: install chromium, chromium-driver and selenium")

        def page_of(name: str, start: str | None = None, graph: bool = False) -> Path:
            path = Path(folder) / "page.html"
            data = data_of(slidefront.load(name), options=PageOptions(start, graph))
            path.write_text(page_html(data), "utf-8")
            return path

        browser = Browser(driver, page_of)
        for picture in (page, graph, phone):
            picture(browser)
        sheet(browser, Path(folder))
        driver.quit()


if __name__ == "__main__":
    main()
