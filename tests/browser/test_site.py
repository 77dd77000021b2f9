"""The site of `make site`: built strictly, so that a broken link is a fault, and opened as a reader opens it."""

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By

from tools.site.hooks import PLAY, ROOT

CONFIG = ROOT / "tools" / "site" / "mkdocs.yml"


def build(config: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Build the site as `make site` does, with one page to play."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    environment = os.environ | {PLAY: "pillars-6", "NO_MKDOCS_2_WARNING": "1"}
    return subprocess.run(
        [*command, "--config-file", str(config)], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("site")
    done = build(CONFIG, folder)
    assert done.returncode == 0, done.stderr
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_) -> None:
        """Print nothing."""


def test_site_links_from_first_page_to_a_game(site, screen) -> None:
    driver = screen.driver
    driver.get(f"{site}/index.html")
    assert driver.find_element(By.TAG_NAME, "h1").text.startswith("slidefront")
    wide = screen.run("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "the page is wider than the screen"
    driver.get(f"{site}/atlas.html")
    screen.run("document.querySelector('a[href=\"play/index.html\"]').click()")
    screen.wait("document.querySelector('a[href=\"pillars-6.html\"]') !== null")
    screen.run("document.querySelector('a[href=\"pillars-6.html\"]').click()")
    screen.wait("document.documentElement.dataset.ready === 'yes'")
    assert screen.board == "ABCDEF"
    driver.find_element(By.ID, "all").click()
    screen.wait("location.pathname.endsWith('/play/index.html')")


def test_site_search_finds_a_word(site, browser) -> None:
    driver = browser.driver
    driver.get(f"{site}/index.html")
    driver.find_element(By.CSS_SELECTOR, ".md-search__input").click()
    browser.type("checkpoint")
    # The first results are those of the first letters.
    browser.wait("document.querySelector('.md-search-result__list').innerText.toLowerCase().includes('checkpoint')")


def test_broken_link_fails_the_build(tmp_path) -> None:
    docs = tmp_path / "docs"
    shutil.copytree(ROOT / "docs", docs)
    (docs / "runs.md").write_text("# Runs\n\n[x](nowhere.md) and [y](tables.md#nothing)\n", "utf-8")
    config = tmp_path / "mkdocs.yml"
    config.write_text(f"INHERIT: {CONFIG}\ndocs_dir: {docs}\nhooks: [{CONFIG.parent / 'hooks.py'}]\n", "utf-8")
    done = build(config, tmp_path / "site")
    assert done.returncode == 1
    warnings = "".join(line for line in done.stderr.splitlines() if "WARNING" in line)
    assert "nowhere.md" in warnings
    assert "#nothing" in warnings
