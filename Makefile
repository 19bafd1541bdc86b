# `make play` sets up and starts the games, `make serve` starts the web server, `make test` sets up and runs the checks.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
# One more than there are processors, because some tests wait for a terminal.
WORKERS ?= $(shell expr 1 + $$(getconf _NPROCESSORS_ONLN))
PYTEST := $(BIN)/pytest -n $(WORKERS) --dist worksteal
# CI runs a test that failed in a browser once more and lists it: a busy machine can make any wait too short.
RERUNS ?= 0
BROWSER_PYTEST := $(PYTEST) --reruns $(RERUNS) -r R

CORE := src/numduel/compiled/core.abi3.so

# Install what lock files list, and nothing else; then numduel from its sources, with the locked packages that build it.
INSTALL_LOCKED = -m pip install --quiet --disable-pip-version-check --require-hashes --requirement
INSTALL_SOURCES = -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable

.PHONY: contract play serve test test-long pure-test integrations lint format check browser-check bench torture fuzz sanitize dailies exam agents baselines leaderboard cards cards-check dataset wheel-test pictures lock sbom site release-check container-check clean

play: $(VENV)/.play
	@$(BIN)/numduel

# Start the web server and open its page.
serve: $(VENV)/.play
	@$(BIN)/numduel serve

# Lint and the wheel test use one processor each, so they run side by side; then all tests in parallel.
test: $(VENV)/.dev $(CORE)
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=line lint wheel-test
	@echo 'Running the tests: about six minutes on two processors ...'
	$(PYTEST) -m 'not (browser or long)'
	@$(MAKE) --no-print-directory browser-check

# Slow tests of parts that rarely break.
test-long: $(VENV)/.dev $(CORE)
	@echo 'Running the long tests: about twenty minutes on two processors ...'
	$(PYTEST) -m 'long and not browser'
	$(BROWSER_PYTEST) -m 'long and browser' tests/web/page tests/site tests/first_hour/test_page.py

# The tests again without the compiled core, except the long ones and those of parts that don't notice it. `make test`
# compares exams and data sets with and without it.
pure-test: $(VENV)/.dev
	@echo 'Running the tests without the compiled core: about five minutes on two processors ...'
	NUMDUEL_PURE=1 $(PYTEST) -m 'not (browser or long)' $(addprefix --ignore=tests/,compiled contract dataset docs exam site submission tools tui)

# Test the packages in integrations/, each in its own environment.
VERIFIERS := integrations/verifiers
integrations: $(VERIFIERS)/.venv/.ready
	@echo 'Testing numduel-verifiers: a minute or two ...'
	cd $(VERIFIERS) && .venv/bin/python -m pytest -q

lint: $(VENV)/.dev
	@echo 'Checking the code with ruff and mypy, the page with TypeScript, the workflows, and the English ...'
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	tools/page-check
	tools/workflow-check
	$(BIN)/python tools/english.py

# A quick check: the tests that need neither browser nor app and aren't slow (markers in pyproject.toml).
check: $(VENV)/.dev $(CORE)
	@echo 'Running the quick tests: about a minute on two processors ...'
	$(PYTEST) -m 'not (app or browser or long or slow)'

# Separate, because tests that drive Chromium can't share a process with asyncio tests.
browser-check: $(VENV)/.dev
	@echo 'Testing the page in real browsers: about two minutes ...'
	$(BROWSER_PYTEST) -m 'browser and not long' tests/web/page tests/site

# Build the wheel and try it in a fresh environment.
wheel-test: $(VENV)/.dev
	@echo 'Building and trying the wheel ...'
	tools/wheel-test $(BIN)/python

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.bench $(CORE)
	$(BIN)/python bench/startup.py
	$(BIN)/python bench/playouts.py
	$(BIN)/python bench/levels.py
	$(BIN)/python bench/solve.py
	$(BIN)/python bench/short_form.py
	$(BIN)/python bench/environments.py
	$(BIN)/python bench/compiled.py
	$(BIN)/python bench/dataset.py
	$(BIN)/python bench/batches.py
	$(BIN)/python bench/duels.py
	PYTHONPATH=tools $(BIN)/python bench/load.py
	PYTHONPATH=tools $(BIN)/python bench/lighthouse/run.py
	PYTHONPATH=tools $(BIN)/python bench/site/run.py

# Attack what docs/trust.md promises, until every attack has reached its goal, and write the table there. Stop it at any time; it continues later.
torture: $(VENV)/.dev
	PYTHONPATH=tools $(BIN)/python -m torture

# Fuzz every reader, guided by coverage, until each has had an hour of CPU time. Stop it at any time; it continues later.
fuzz: $(VENV)/.fuzz
	PYTHONPATH=tools $(BIN)/python -m fuzz

# Run the tests of the compiled core under AddressSanitizer and UBSan.
sanitize: $(VENV)/.dev
	tools/sanitize $(BIN)/python

# Generate five years of daily puzzles and check what docs/boards.md promises.
dailies: $(VENV)/.dev
	$(BIN)/python tools/dailies.py

# Write the schemas, API pages and type declarations that are generated from the code.
contract: $(VENV)/.dev
	$(BIN)/python tools/contract.py

# Write the positions of the exam: the same bytes every time.
exam: $(VENV)/.dev
	$(BIN)/python tools/exam_positions.py

# Train both agents of examples/ for every game, unless they are in agents/; write docs/agents.md with their learning curves.
agents: $(VENV)/.dev $(CORE)
	$(BIN)/python tools/agents.py

# Write docs/baselines.md by running the commands on it; skip, with a message, those that need a missing extra.
baselines: $(VENV)/.dev
	$(BIN)/python tools/baselines.py

# Write docs/leaderboard.md and .html by running the benchmark with our own players, or with PLAYERS.
leaderboard: $(VENV)/.dev
	$(BIN)/python tools/leaderboard.py $(PLAYERS)

# Write CITATION.cff, docs/dataset-card.md and docs/croissant.json.
cards: $(VENV)/.dev
	$(BIN)/python tools/cards.py

# Write the data set and its cards to OUT; URL, DATA_URL and DATE go into the cards.
OUT ?= dist/dataset
dataset: $(VENV)/.dataset $(CORE)
	$(BIN)/python tools/cards.py --out '$(OUT)' $(if $(URL),--url '$(URL)') $(if $(DATA_URL),--data-url '$(DATA_URL)') $(if $(DATE),--date '$(DATE)')

# Validate the cards with the libraries of others, in their own environment of 550 MB.
cards-check: $(VENV)/.dataset build/cards/.ready $(CORE)
	$(BIN)/python tools/cards.py --out build/cards/data --positions 200 --date 2026-11-18
	build/cards/bin/cffconvert --validate --infile CITATION.cff
	build/cards/bin/cffconvert --validate --infile build/cards/data/CITATION.cff
	build/cards/bin/mlcroissant validate --jsonld docs/croissant.json
	build/cards/bin/python tools/check_croissant.py build/cards/data

# Write the lock files in requirements/, from the ranges in pyproject.toml and the lists of tools; UPGRADE=1 takes the newest versions.
lock: build/release/.ready
	build/release/bin/python tools/lock.py $(if $(UPGRADE),--upgrade)

# Write what a server, the site and the development environment consist of, as CycloneDX, to dist/sbom.
sbom: build/release/.ready
	build/release/bin/python tools/sbom.py

pictures: $(VENV)/.dev
	$(BIN)/python tools/pictures.py

# Build the documentation and the edition that plays in a browser, as static files. Needs Node.js and npm; docs/site.md has the rest.
SITE ?= dist/site
site: $(VENV)/.dev
	@echo 'Building the site in $(SITE): less than a minute ...'
	@$(BIN)/python tools/build_site.py --out '$(SITE)'

# Check what a release would publish, and the quick start in a clean Debian; docs/release.md has the rest.
release-check: build/release/.ready
	@echo 'Checking the release: two or three minutes ...'
	build/release/bin/python tools/release_check.py

# Run the steps of the Dockerfile in a clean Debian, then the server.
container-check: build/release/.ready
	@echo 'Building the container image in a clean Debian: a minute or two ...'
	build/release/bin/python tools/container_check.py

# This leaves out the compiled core: the first game doesn't need it and shouldn't wait for a compiler.
$(VENV)/.play: pyproject.toml requirements/play.txt requirements/build.txt
	@echo 'Setting up (only once): about a minute ...'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python $(INSTALL_LOCKED) requirements/play.txt --requirement requirements/build.txt
	@NUMDUEL_PURE=1 $(BIN)/python $(INSTALL_SOURCES) .
	@touch $@

$(VENV)/.dev: pyproject.toml requirements/dev.txt
	@echo 'Setting up for the tests (only once): a minute or two ...'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python $(INSTALL_LOCKED) requirements/dev.txt
	@NUMDUEL_PURE=1 $(BIN)/python $(INSTALL_SOURCES) .
	@touch $@ $(VENV)/.play

# Build the compiled core, or print why it can't be built.
$(CORE): $(VENV)/.dev hatch_build.py $(wildcard src/numduel/compiled/*.pyx src/numduel/compiled/*.pxi)
	@$(BIN)/python hatch_build.py

$(VERIFIERS)/.venv/.ready: pyproject.toml $(VERIFIERS)/pyproject.toml requirements/integrations.txt requirements/build.txt
	@echo 'Setting up numduel-verifiers (only once): a few minutes, 600 MB ...'
	@test -x $(VERIFIERS)/.venv/bin/python || $(PYTHON) -m venv $(VERIFIERS)/.venv
	@$(VERIFIERS)/.venv/bin/python $(INSTALL_LOCKED) requirements/integrations.txt --requirement requirements/build.txt || \
		{ echo 'Cannot install verifiers, which needs Python 3.11 to 3.14: see the error above.' >&2; exit 1; }
	@NUMDUEL_PURE=1 $(VERIFIERS)/.venv/bin/python $(INSTALL_SOURCES) . --editable ./$(VERIFIERS)
	@touch $@

build/release/.ready: requirements/release.txt requirements/build.txt
	@test -x build/release/bin/python || $(PYTHON) -m venv build/release
	@build/release/bin/python $(INSTALL_LOCKED) $< --requirement requirements/build.txt
	@touch $@

# docopt has no wheel, so the packages that build it come first.
build/cards/.ready: requirements/cards.txt requirements/build.txt
	@test -x build/cards/bin/python || $(PYTHON) -m venv build/cards
	@build/cards/bin/python $(INSTALL_LOCKED) requirements/build.txt
	@build/cards/bin/python $(INSTALL_LOCKED) requirements/cards.txt --no-build-isolation
	@touch $@

$(VENV)/.dataset: $(VENV)/.dev requirements/dataset.txt
	$(BIN)/python $(INSTALL_LOCKED) requirements/dataset.txt
	@touch $@

$(VENV)/.fuzz: $(VENV)/.dev requirements/fuzz.txt
	@$(BIN)/python $(INSTALL_LOCKED) requirements/fuzz.txt --only-binary :all: || \
		{ echo 'Cannot install atheris, which has wheels for Linux on x86_64 and Python 3.11 to 3.13: see the error above.' >&2; exit 1; }
	@touch $@

$(VENV)/.bench: $(VENV)/.dev requirements/bench.txt
	$(BIN)/python $(INSTALL_LOCKED) requirements/bench.txt
	@touch $@

clean:
	rm -rf $(VENV) $(VERIFIERS)/.venv $(CORE) build dist tools/*/node_modules bench/*/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis
