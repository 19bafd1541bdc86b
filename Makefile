# Two commands: `make play` sets up and starts the games, `make test` sets up and runs all checks.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
# Twice as many as there are processors: tests of screens mostly wait for them to be drawn.
export WORKERS ?= $(shell expr 2 \* $$(getconf _NPROCESSORS_ONLN))

.PHONY: play test lint format check every-test bench wheel-test pictures clean

play: $(VENV)/.play
	@$(BIN)/numduel

test: lint every-test wheel-test

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# A first answer: all but the screens of the app and the engine's long proofs.
check: $(VENV)/.dev
	$(BIN)/pytest -q -n $(WORKERS) tests/rules tests/contract tests/record tests/views tests/cli src README.md docs

every-test: $(VENV)/.dev
	$(BIN)/pytest -n $(WORKERS)

# The wheel that people install, tried in an environment of its own.
wheel-test: $(VENV)/.dev
	tools/wheel-test $(BIN)/python

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.bench
	$(BIN)/python bench/startup.py
	$(BIN)/python bench/playouts.py
	$(BIN)/python bench/levels.py
	$(BIN)/python bench/solve.py

pictures: $(VENV)/.dev
	$(BIN)/python tools/pictures.py

$(VENV)/.play: pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[tui]'
	@touch $@

$(VENV)/.dev: pyproject.toml
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/.play

$(VENV)/.bench: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,bench]'
	@touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
