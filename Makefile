# `make` alone lists the targets.  Each makes its own .venv and builds what is stale.
PYTHON ?= python3
BIN := .venv/bin
export PATH := $(CURDIR)/$(BIN):$(PATH)
JOBS ?= 2
SOURCES := engine ai service tests proto setup.py pyproject.toml README.md

.PHONY: help run test lint format build record soak bench sanitize coverage clean

help: ## list the targets
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: build ## serve on 127.0.0.1:50051, games kept in burgrave.sqlite3
	@$(BIN)/burgrave serve

test: build lint ## lint, then every test
	$(BIN)/pytest -n $(JOBS)

lint: build ## ruff, cython-lint, mypy, buf
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/cython-lint --ban-relative-imports engine ai
	$(BIN)/mypy
	$(BIN)/buf lint proto
	$(BIN)/buf format --exit-code -d proto

format: .venv/.ready ## put Python and proto files in order
	$(BIN)/ruff check --fix
	$(BIN)/ruff format
	$(BIN)/buf format -w proto

build: .venv/.ready ## compile what is stale
	@$(BIN)/python setup.py -q build_ext --inplace -j $(JOBS)

record: build ## write the golden playthroughs and perft counts anew
	$(BIN)/pytest -n 0 --record tests/engine/test_playthroughs.py tests/engine/test_perft.py

clean: ## remove everything the other targets made
	rm -rf .venv build dist burgrave *.egg-info htmlcov .coverage* \
	    .hypothesis .pytest_cache .mypy_cache .ruff_cache
	find engine ai service tests loadtest -name '*.so' -delete -o -name __pycache__ -prune -exec rm -rf {} +

.venv/.ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Python 3.11 or newer is needed")'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install -q --disable-pip-version-check -e '.[dev]'
	@touch $@
