# make demo    set everything up and build a verified demo dataset
# make test    run the tests
# make slow    run the slow tests, which takes half an hour or more
# make check   what CI runs before the tests: format, lint, types, layers
# make versions  quick tests on every supported Python, with the oldest and newest dependencies
# make minihack  all tests of NetHack's levels, with NLE in an environment of its own
# make known   write down anew what ships: programs of stories, logics, text grammars, configurations
# make runtime compile the runtimes of stories anew (needs inform6-compiler)

PYTHON ?= python3
VENV ?= .venv
PYTEST_FLAGS ?=
MINIHACK_MARKS ?=
BIN := $(VENV)/bin
# The tests start thousands of processes, each of which would compile the package anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test slow check versions minihack minihack-tests known runtime clean

demo: $(VENV)/installed
	$(BIN)/twbench build dataset=demo

test: $(VENV)/installed-dev
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile $(PYTEST_FLAGS)

slow: $(VENV)/installed-dev
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal -m slow $(PYTEST_FLAGS)

check: $(VENV)/installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

versions: $(VENV)/installed-dev
	tools/test-versions.sh

# NLE pins another Gymnasium than the one that is developed with, so it has an environment of its own.
minihack:
	@if $(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))'; then \
		$(MAKE) --no-print-directory minihack-tests; \
	else \
		echo "NLE 1.3.0 has wheels for Python 3.11 to 3.13, not for $$($(PYTHON) --version): not tested"; \
	fi

minihack-tests: $(VENV)-minihack/installed
	$(VENV)-minihack/bin/python -m pytest --numprocesses auto --dist loadfile -m '$(MINIHACK_MARKS)' \
		tests/challenges/nethack tests/dataset/building/test_minihack_dataset.py \
		tests/families/test_minihack_family.py tests/minihack
	$(VENV)-minihack/bin/python -m pytest -k 'minihack_demo and built_again' tests/dataset/files/test_registry.py

known: $(VENV)/installed
	set -e; for what in trees programs themes options; do $(BIN)/python tools/update_known_$$what.py; done

runtime: $(VENV)/installed
	$(BIN)/python -m twbench.story.zcode.compile_runtime
	$(BIN)/python -m twbench.story.crafts.compile_crafts

clean:
	rm -rf $(VENV) $(VENV)-minihack build dist

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "twbench needs Python 3.11 or later; say which with: make PYTHON=python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(VENV)-minihack/installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)-minihack
	$(VENV)-minihack/bin/pip install --quiet --editable '.[minihack]' 'pytest>=8' 'pytest-xdist>=3.5' 'hypothesis>=6.100'
	@touch $@

$(VENV)/installed: $(VENV)/bin/python pyproject.toml
	$(BIN)/pip install --quiet --editable .
	@touch $@

$(VENV)/installed-dev: $(VENV)/installed
	$(BIN)/pip install --quiet --editable '.[dev]'
	@touch $@
