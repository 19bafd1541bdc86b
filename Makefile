# `make play` sets up and starts the games, `make serve` serves them to browsers, `make test` sets up and runs all checks.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
# One more than there are processors, since some tests wait for a terminal to be drawn.
WORKERS ?= $(shell expr 1 + $$(getconf _NPROCESSORS_ONLN))
PYTEST := $(BIN)/pytest -n $(WORKERS) --dist worksteal

CORE := src/numduel/compiled/core.abi3.so

.PHONY: contract play serve test test-long pure-test lint format check browser-check bench torture sanitize dailies exam baselines wheel-test pictures clean

play: $(VENV)/.play
	@$(BIN)/numduel

# Play by link, in a browser.
serve: $(VENV)/.play
	@$(BIN)/numduel serve

# What takes one processor goes side by side; then all tests, as many at once as there is room for.
test: $(VENV)/.dev $(CORE)
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=line lint wheel-test
	@echo 'The tests: about six minutes on two processors ...'
	$(PYTEST) -m 'not (browser or long)'
	@$(MAKE) --no-print-directory browser-check

# What takes long to prove and is rarely broken.
test-long: $(VENV)/.dev $(CORE)
	@echo 'The long tests: about three minutes on two processors ...'
	$(PYTEST) -m 'long and not browser'
	$(PYTEST) -m 'long and browser' tests/web/page

# The tests once more without the compiled core, but for those of the core itself, of the page, and the long ones.
pure-test: $(VENV)/.dev
	@echo 'The tests, in Python alone: less than ten minutes on two processors ...'
	NUMDUEL_PURE=1 $(PYTEST) -m 'not (browser or long)' --ignore=tests/compiled

lint: $(VENV)/.dev
	@echo 'The code: ruff and mypy, and TypeScript for the page ...'
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	tools/page-check

# A first answer, by the markers of pyproject.toml: what drives no browser and no app, and is not slow.
check: $(VENV)/.dev $(CORE)
	@echo 'The tests that give a first answer: about a minute on two processors ...'
	$(PYTEST) -m 'not (app or browser or long or slow)'

# By themselves, since what drives Chromium does not go with tests of asyncio in one process.
browser-check: $(VENV)/.dev
	@echo 'The page, in real browsers: about a minute ...'
	$(PYTEST) -m 'browser and not long' tests/web/page

# The wheel that people install, tried in an environment of its own.
wheel-test: $(VENV)/.dev
	@echo 'The wheel, built and tried ...'
	tools/wheel-test $(BIN)/python

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.bench $(CORE)
	$(BIN)/python bench/startup.py
	$(BIN)/python bench/playouts.py
	$(BIN)/python bench/levels.py
	$(BIN)/python bench/solve.py
	$(BIN)/python bench/environments.py
	$(BIN)/python bench/compiled.py
	$(BIN)/python bench/batches.py
	PYTHONPATH=tools $(BIN)/python bench/load.py

# Attacks on what docs/trust.md promises, with figures; a small share of them is among the tests.
torture: $(VENV)/.dev
	PYTHONPATH=tools $(BIN)/python -m torture

# The tests of the compiled core under AddressSanitizer and UBSan.
sanitize: $(VENV)/.dev
	tools/sanitize $(BIN)/python

# The daily puzzles of five years, and what is promised of them.
dailies: $(VENV)/.dev
	$(BIN)/python tools/dailies.py

# The schemas and type declarations that follow from the shapes in numduel.views.shapes.
contract: $(VENV)/.dev
	$(BIN)/python tools/contract.py

# The positions of the exam, which come out the same.
exam: $(VENV)/.dev
	$(BIN)/python tools/exam_positions.py

# The page of baselines, by the commands that it shows; what needs an extra that is missing is left out, with a word.
baselines: $(VENV)/.dev
	$(BIN)/python tools/baselines.py

pictures: $(VENV)/.dev
	$(BIN)/python tools/pictures.py

# In Python alone: nobody waits for a compiler before the first game, which needs none.
$(VENV)/.play: pyproject.toml
	@echo 'Setting up, once: about a minute ...'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@NUMDUEL_PURE=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[tui,web]'
	@touch $@

$(VENV)/.dev: pyproject.toml
	@echo 'Setting up for the tests, once: a minute or two ...'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@NUMDUEL_PURE=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/.play

# The compiled core, or a line that says why it is not there.
$(CORE): $(VENV)/.dev hatch_build.py $(wildcard src/numduel/compiled/*.pyx src/numduel/compiled/*.pxi)
	@$(BIN)/python hatch_build.py

$(VENV)/.bench: $(VENV)/.dev
	NUMDUEL_PURE=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,bench]'
	@touch $@

clean:
	rm -rf $(VENV) $(CORE) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
