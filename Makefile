# make demo    set everything up and build a verified demo dataset
# make test    run the tests
# make check   what CI runs before the tests: format, lint, types, layers
# make versions  quick tests on every supported Python, with the oldest and newest dependencies
# make runtime compile the story runtime anew (needs inform6-compiler)

PYTHON ?= python3
VENV ?= .venv
PYTEST_FLAGS ?=
BIN := $(VENV)/bin

.PHONY: demo test check versions runtime clean

demo: $(VENV)/installed
	$(BIN)/twbench build dataset=demo

test: $(VENV)/installed-dev
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile $(PYTEST_FLAGS)

check: $(VENV)/installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

versions: $(VENV)/installed-dev
	tools/test-versions.sh

runtime: $(VENV)/installed
	$(BIN)/python -m twbench.story.zcode.compile_runtime

clean:
	rm -rf $(VENV) build dist

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "twbench needs Python 3.11 or later; say which with: make PYTHON=python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(VENV)/bin/python pyproject.toml
	$(BIN)/pip install --quiet --editable .
	@touch $@

$(VENV)/installed-dev: $(VENV)/installed
	$(BIN)/pip install --quiet --editable '.[dev]'
	@touch $@
