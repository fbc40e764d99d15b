# `make` alone lists the targets.  Each makes its own .venv and builds what is stale.
PYTHON ?= python3
BIN := .venv/bin
export PATH := $(CURDIR)/$(BIN):$(PATH)
JOBS ?= 2
SOURCES := engine ai service tests loadtest docs proto setup.py pyproject.toml README.md Makefile

.PHONY: help run test lint format build docs record soak crash fuzz calls peers loadtest soakload bench sanitize races coverage fresh image clean

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

docs: .venv/.ready ## the documentation as a site, build/site/index.html
	$(BIN)/sphinx-build -c docs -q -W --keep-going -d build/doctrees . build/site

record: build ## write the golden playthroughs, perft counts and outputs in the documents anew
	$(BIN)/pytest -n 0 --record tests/engine/test_playthroughs.py tests/engine/test_perft.py tests/test_documents.py

soak: build ## 10 000 random games of every game and player count, every invariant checked
	$(BIN)/python -m tests.soak

crash: build ## kill workers, servers and databases under load, 20 times each
	GRPC_ENABLE_FORK_SUPPORT=0 $(BIN)/python -m tests.crash

fuzz: build ## 100 000 mutated requests to every method, on either store
	$(BIN)/python -m tests.fuzz

calls: build ## server CPU per call beside a bare echo
	GRPC_ENABLE_FORK_SUPPORT=0 $(BIN)/python -m loadtest.calls

peers: build ## our playouts beside OpenSpiel's hearts
	$(BIN)/pip install -q --disable-pip-version-check -e '.[bench]'
	$(BIN)/python -m loadtest.peers

# Programs are started while gRPC's threads run; its handlers of fork() would stumble there.
loadtest: build ## real use for SECONDS=60 on each store: faults, thresholds, ceiling; report in build/loadtest
	GRPC_ENABLE_FORK_SUPPORT=0 $(BIN)/python -m loadtest.load --seconds $(or $(SECONDS),60)

soakload: build ## real use for MINUTES=30: drift of memory, file handles and latency; curves in build/soakload
	GRPC_ENABLE_FORK_SUPPORT=0 $(BIN)/python -m loadtest.soak --minutes $(or $(MINUTES),30)

bench: build ## every benchmark, written into docs/benchmarks
	$(BIN)/pip install -q --disable-pip-version-check -e '.[bench]'
	GRPC_ENABLE_FORK_SUPPORT=0 $(BIN)/python -m loadtest.bench

sanitize: .venv/.ready ## the tests of rules and search under the address and undefined-behaviour sanitizers
	$(call copy,sanitize)
	cd build/tree-sanitize && BUILD_KIND=sanitize $(CURDIR)/$(BIN)/python setup.py -q build_ext --inplace -j $(JOBS)
	cd build/tree-sanitize && LD_PRELOAD="$$($(CC) -print-file-name=libasan.so) $$($(CC) -print-file-name=libubsan.so)" \
	    ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 PYTHONPATH=. PYTHONMALLOC=malloc \
	    $(CURDIR)/$(BIN)/pytest -n $(JOBS) --timeout 1800 tests/engine tests/ai --deselect tests/engine/test_stale_build.py

# Searches are run without gRPC: the sanitizer takes its own hand-overs between threads for races.
races: .venv/.ready ## searches in many threads, stopped and cancelled, under the thread sanitizer
	$(call copy,races)
	cd build/tree-races && BUILD_KIND=races $(CURDIR)/$(BIN)/python setup.py -q build_ext --inplace -j $(JOBS)
	cd build/tree-races && LD_PRELOAD="$$($(CC) -print-file-name=libtsan.so)" TSAN_OPTIONS=halt_on_error=1 PYTHONPATH=. \
	    $(CURDIR)/$(BIN)/pytest -s -n 0 --timeout 600 tests/ai/test_search.py tests/service/test_searches.py \
	    -k 'test_searches or thread or stopped or time_is_up or thousand'

coverage: .venv/.ready ## lines of the compiled rules that the rule tests reach; fails below 95 %
	$(call copy,trace)
	cd build/tree-trace && BUILD_KIND=trace $(CURDIR)/$(BIN)/python setup.py -q build_ext --inplace -j $(JOBS)
	cd build/tree-trace && PYTHONPATH=. $(CURDIR)/$(BIN)/coverage run -m pytest -n 0 --timeout 0 -k 'not random_games' tests/engine/games tests/engine/test_playthroughs.py
	cd build/tree-trace && $(CURDIR)/$(BIN)/coverage report --include='*/games/*/*.pyx' --omit='*.pxd' --fail-under=95

fresh: ## the README's commands on a new Debian; needs root and debootstrap
	tests/fresh.sh

image: ## the Dockerfile's commands on a new Debian, and its server there; needs root and debootstrap
	tests/image.sh

# A second tree for another kind of build: only what changed is copied and compiled again.
define copy
	@mkdir -p build/tree-$(1)
	@tar -c --exclude='*.so' --exclude=__pycache__ $(SOURCES) | tar -x -C build/tree-$(1)
endef

clean: ## remove everything the other targets made, but for games
	rm -rf .venv build dist burgrave *.egg-info htmlcov .coverage* \
	    .hypothesis .pytest_cache .mypy_cache .ruff_cache
	find engine ai service tests loadtest -name '*.so' -delete
	find engine ai service tests loadtest -name __pycache__ -prune -exec rm -rf {} +

.venv/.ready: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Python 3.11 or newer is needed")'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install -q --disable-pip-version-check -e '.[dev]'
	@touch $@
