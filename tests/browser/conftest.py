"""A real browser, without a window: Chromium of the system, driven by Selenium."""

import shutil
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from slidefront.apps.page.data import PageOptions, moves_data
from slidefront.apps.page.html import page_html
from slidefront.apps.problems.problems import read_pack
from slidefront.notation.load import load
from slidefront.notation.route import Route
from slidefront.puzzles.core import Puzzle
from tests.apps.page import data_of
from tests.left_out import BROWSER, leave_out

SIZES = {"desktop": (1280, 900), "phone": (390, 844)}
SCREENS = [(390, 844), (844, 390), (1280, 720), (1366, 768), (1440, 900)]
OUTSIDE = """[...document.querySelectorAll(arguments[0])].filter((element) => {
    if (!element.checkVisibility()) return false;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || bottom - top < 12;
}).map((element) => element.id || element.textContent)"""
_ARGUMENTS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--hide-scrollbars",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
]
_PATIENCE = 20


class Browser:
    """A browser with one page open."""

    def __init__(self, driver: Any, page: Callable[..., Path]) -> None:
        self.driver = driver
        self._page = page

    def open(self, name: str | Puzzle, link: str = "", **wanted: Any) -> None:
        """Open the page of a puzzle, and wait until all of it is there."""
        self.driver.get("about:blank")
        self.driver.get(f"{self._page(name, **wanted).as_uri()}{link}")
        self.wait("document.documentElement.dataset.ready === 'yes'")

    def size(self, name: str) -> None:
        """Take the size of a screen; that of a phone is touched."""
        self.resize(*SIZES[name], phone=name == "phone")

    def resize(self, width: int, height: int, *, phone: bool = False) -> None:
        """Take a width and a height."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        self.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": phone, "maxTouchPoints": 1})

    def media(self, **features: str) -> None:
        """Prefer dark or light, and little motion: tests need not wait for it."""
        wanted = {
            "prefers-reduced-motion": "reduce",
            **{name.replace("_", "-"): value for name, value in features.items()},
        }
        listed = [{"name": name, "value": value} for name, value in wanted.items()]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": listed})

    def run(self, script: str, *given: Any) -> Any:
        """Ask the page; `page` is its main object."""
        return self.driver.execute_script(f"const page = window.slidefront; return {script}", *given)

    def wait(self, script: str, patience: float = _PATIENCE) -> None:
        """Wait until the page says so, for some seconds at most."""
        end = time.monotonic() + patience
        while not self.run(script):
            assert time.monotonic() < end, f"in vain: {script}; {self.driver.get_log('browser')}"
            time.sleep(0.02)

    @property
    def board(self) -> str:
        """The present board."""
        return str(self.run("page.rules.text(page.game.board)"))

    def text(self, name: str) -> str:
        """The text of an element that is seen, by its id."""
        return str(self.run("document.getElementById(arguments[0]).innerText", name))

    def tab(self, name: str) -> None:
        """Open a tab."""
        self.driver.find_element("css selector", f"#tabs [data-tab={name}]").click()

    def press(self, name: str) -> None:
        """Click a button, by its id; if it is on another tab, open that tab first."""
        button = self.driver.find_element("id", name)
        panel = self.run("arguments[0].closest('.panel[hidden]')?.id", button)
        if panel:
            self.tab(panel)
        self.run("arguments[0].scrollIntoView({block: 'center'})", button)
        button.click()

    def solve(self, moves: str, patience: float = _PATIENCE) -> None:
        """Play a shortest solution to its end; its length must be `moves`."""
        self.press("solve")
        self.wait("!document.getElementById('player').hidden", patience)
        self.press("last")
        assert self.text("say") == f"Solved in {moves}: no solution is shorter."

    def type(self, *keys: str) -> None:
        """Type on what has the focus."""
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self.driver).send_keys(*keys).perform()

    def chord(self, key: str) -> None:
        """Type a key while Ctrl is down."""
        from selenium.webdriver.common.action_chains import ActionChains
        from selenium.webdriver.common.keys import Keys

        ActionChains(self.driver).key_down(Keys.CONTROL).send_keys(key).key_up(Keys.CONTROL).perform()

    def point(self, x: float, y: float) -> tuple[int, int]:
        """Where a point of the board is on the screen."""
        # From the top, because where a sticky column comes to rest depends on where it was.
        self.run("scrollTo(0, 0); document.getElementById('board').scrollIntoView({block: 'center'})")
        x, y = self.run(
            "(() => { const p = new DOMPoint(...arguments).matrixTransform("
            "document.getElementById('board').getScreenCTM()); return [p.x, p.y]; })()",
            x,
            y,
        )
        return round(x), round(y)

    def drag(self, *points: tuple[float, float], kind: str = "mouse") -> None:
        """Press at the first point of the screen, go to the others, and let go; one point alone is clicked."""
        from selenium.webdriver.common.actions.action_builder import ActionBuilder
        from selenium.webdriver.common.actions.pointer_input import PointerInput

        actions = ActionBuilder(self.driver, mouse=PointerInput(kind, f"{kind} pointer"), duration=30)
        pointer = actions.pointer_action
        pointer.move_to_location(*map(round, points[0])).pointer_down()
        for (x1, y1), (x2, y2) in pairwise(points):
            for share in (0.25, 0.5, 0.75, 1.0):
                pointer.move_to_location(round(x1 + share * (x2 - x1)), round(y1 + share * (y2 - y1)))
        pointer.pointer_up()
        actions.perform()

    def faults(self) -> list[str]:
        """What the browser complains about."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]


@pytest.fixture(scope="session")
def page_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Write pages, each once."""
    folder = tmp_path_factory.mktemp("pages")
    pages: dict[Any, Path] = {}

    def page(
        name: str | Puzzle,
        pack: str | None = None,
        metric: str | None = None,
        solution: Route | None = None,
        graph: bool = False,
        **wanted: Any,
    ) -> Path:
        title = None if isinstance(name, str) else name.title  # equal puzzles may have other texts
        options = PageOptions(graph=graph, **wanted)
        key = (name, title, pack, metric, solution, options)
        if key not in pages:
            puzzle = load(name, metric)
            problems = None
            if pack:
                (folder / "pack.txt").write_text(pack)
                problems = read_pack(folder / "pack.txt", puzzle)
            pages[key] = folder / f"page-{len(pages)}.html"
            data = data_of(puzzle, problems, options)
            data["solution"] = solution and moves_data(solution)
            pages[key].write_text(page_html(data), "utf-8")
        return pages[key]

    return page


def start() -> Any:
    """Start the browser of the system; None if there is none, or nothing to drive it."""
    program = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chromium-browser")
    service = shutil.which("chromedriver")
    try:
        from selenium import webdriver
    except ImportError:
        webdriver = None
    if not (program and service and webdriver):
        return None
    options = webdriver.ChromeOptions()
    options.binary_location = program
    for argument in _ARGUMENTS:
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(service))


@pytest.fixture(scope="session")
def driver() -> Iterator[Any]:
    """A browser of the system."""
    started = start()
    if started is None:
        leave_out(BROWSER)
    yield started
    started.quit()


@pytest.fixture
def browser(driver: Any, page_of: Callable[..., Path]) -> Iterator[Browser]:
    """A browser at desktop size. At the end of the test nothing may have gone wrong in it."""
    fresh = Browser(driver, page_of)
    fresh.size("desktop")
    fresh.media(prefers_color_scheme="light")
    fresh.faults()
    driver.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": "file://", "storageTypes": "local_storage"})
    yield fresh
    assert fresh.faults() == []
    driver.get("about:blank")  # a graph that turns would go on drawing while other tests run


@pytest.fixture(params=SIZES)
def screen(browser: Browser, request: pytest.FixtureRequest) -> Browser:
    """A browser at desktop size, then at the size of a phone."""
    browser.size(request.param)
    return browser
