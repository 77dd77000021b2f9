# Development commands. The virtual environment is created once, and again only when pyproject.toml changes.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export PYTHONDONTWRITEBYTECODE :=  # which images of containers set: all processes of the tests would compile all modules

.PHONY: run test test-slow test-newest lint first-minute test-pythons test-extras release-check bench bench-quick soak docs site screenshots atlas lint-js clean
.DEFAULT_GOAL := run

$(VENV)/installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	touch $@

$(VENV)/installed-test: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[test]"
	touch $@

run: $(VENV)/installed  ## explore the 14-puzzle to depth 35
	$(BIN)/slidefront expand --depth 35

test: lint  ## lint, types and tests
	$(BIN)/python -m pytest

test-slow: $(VENV)/installed-test  ## tests that need a browser, a cluster, a real terminal, killed processes, or minutes
	$(BIN)/python -m pytest -m slow

test-newest: $(VENV)/installed-test  ## the tests with the newest numba and typer
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade numba typer
	$(BIN)/python -m pytest

first-minute: $(VENV)/installed-test  ## the wheel in an empty environment, at the least and the newest versions
	$(BIN)/python -m tools.release.first_minute

test-pythons: $(VENV)/installed-test  ## the same with every Python on PATH and under pyenv
	$(BIN)/python -m tools.release.first_minute --all-pythons

test-extras: $(VENV)/installed-test  ## each extra alone at its least versions; ten minutes
	$(BIN)/python -m tools.release.extras

release-check: $(VENV)/installed-test  ## refuse an unclean tree, an old changelog, builds that differ, tests in the wheel; else fill dist/
	$(BIN)/python -m tools.release.check

lint: $(VENV)/installed-test  ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

lint-js:  ## style of the JavaScript of the page; needs npm
	cd slidefront/apps/page/js && npx --yes eslint@9.39.1 .

bench: $(VENV)/installed-test  ## measure for up to ten minutes, and write the figures of README.md and docs/benchmarks.md
	$(BIN)/python -m tools.benchmarks

bench-quick: $(VENV)/installed-test  ## measure the short rows once, and write nothing
	$(BIN)/python -m tools.benchmarks --quick

soak: $(VENV)/installed-test  ## stress tests: runs larger than memory, kills, full disks; up to two hours
	$(BIN)/python -m pytest -n 0 -m soak -s tests

docs: $(VENV)/installed-test  ## generate the references, and the results and pictures in docs
	$(BIN)/python -m tools.references
	$(BIN)/python -m tools.notebook
	$(BIN)/python -m tools.pictures

site: $(VENV)/installed-test  ## the docs and a page to play for each puzzle as a static site in site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --config-file tools/site/mkdocs.yml

screenshots: $(VENV)/installed-test  ## pictures of terminal, chart, sheet, page and graph; needs Chromium and chromedriver
	$(BIN)/python -m tools.pictures
	$(BIN)/python -m tools.screenshots

atlas: $(VENV)/installed-test  ## explore the shipped puzzles, and write docs/atlas.md and how hard they are; continues after Ctrl-C
	$(BIN)/python -m tools.atlas

clean:  ## remove everything that these commands create, except runs
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis dist build site
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
