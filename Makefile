# make play   sets up what is needed and starts the table
# make test   sets up what is needed and runs the tests: Python, C++, web, browser
# make test-train   tests learning, which needs PyTorch: 200 MB for the CPU alone, several GB as it usually comes. It would
#                   more than double what `make test` downloads, so it is a target of its own.
# Nothing is done twice: each step leaves a stamp in build/, and is done again only when what it depends on changed.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play test quick bench lint docs lock screens setup python web wheel clean test-system test-train FORCE

# Which Python to make the environment with, for example `make play PYTHON=python3.12`; the first that is new enough if empty.
PYTHON ?=
# Where `make play` listens, for example `make play PORT=8001`.
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin
STAMPS := build/stamps
export PATH := $(CURDIR)/$(BIN):$(PATH)
export PYTHONDONTWRITEBYTECODE :=
unexport PYTHONHOME

# One file's tests stay together, since they share their server, database or browser; files spread over the processors.
PYTEST := $(BIN)/python -m pytest --numprocesses=auto --maxprocesses=4 --dist=loadfile --no-loadscope-reorder

CORE_SOURCES := CMakeLists.txt pyproject.toml src/indigo/board.py \
	$(filter-out core/tests/%,$(wildcard core/*/*.cpp core/*/*.hpp core/*/*.py))
WEB_SOURCES := $(shell [ -d web ] && find web -type f -not -path '*/node_modules/*' -not -name '*.log' || true) \
	$(wildcard src/indigo/locales/*/*) src/indigo/design.json
NPM := $(shell PATH="$(BIN):$$PATH" command -v npm)
WEB_APP := src/indigo/server/static/index.html

help: ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "make %-10s %s\n", $$1, $$2 }'

# ------------------------------------------------------------------------------------------------ setting up

# Looked at every time, since an environment can break by itself: moved, interrupted, its Python updated. As long as it works,
# this file keeps its date and nothing that depends on it is done again.
$(VENV)/made: FORCE
	@tools/venv $(VENV) "$(PYTHON)"

$(STAMPS)/python: $(VENV)/made requirements/play.lock
	@echo "Installing the Python packages that playing needs ..."
	@$(BIN)/python tools/install.py play
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/dev: $(STAMPS)/python requirements/dev.lock
	@echo "Installing the Python packages that working on it needs ..."
	@$(BIN)/python tools/install.py dev
	@touch $@

$(STAMPS)/core: $(STAMPS)/python $(CORE_SOURCES)
	@echo "Building the core (C++) and installing the package ..."
	@$(BIN)/python tools/install.py --package
	@touch $@

$(STAMPS)/node: $(STAMPS)/python requirements/node.lock web/package-lock.json \
  $(if $(wildcard web/node_modules/vite),,FORCE) $(if $(NPM),,FORCE)
	@tools/web_packages $(BIN)/python
	@touch $@

$(STAMPS)/node-dev: $(STAMPS)/node $(if $(wildcard web/node_modules/vitest),,FORCE)
	@tools/web_packages $(BIN)/python --dev
	@touch $@

$(STAMPS)/web: $(STAMPS)/node $(WEB_SOURCES) $(if $(wildcard $(WEB_APP)),,FORCE)
	@echo "Building the web app ..."
	@npm --prefix web run --silent build -- --logLevel=warn
	@touch $@

# A PyTorch that is there stays.
$(STAMPS)/train: $(STAMPS)/core $(STAMPS)/dev requirements/train.lock requirements/train-cpu.lock requirements/train-cuda.lock
	@echo "Setting up PyTorch and Ray ..."
	@$(BIN)/python tools/install.py --learning
	@touch $@

setup: $(STAMPS)/core $(STAMPS)/web ## set up all that playing needs, without starting anything

python: $(STAMPS)/python

web: $(STAMPS)/web ## build the web app

wheel: setup ## build the package with the web app in it, as one file in dist/
	@$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-build-isolation --no-deps --wheel-dir=dist .
	@ls dist/*.whl

# ------------------------------------------------------------------------------------------------ playing

play: setup ## start the table and say where to point the browser
	@INDIGO_STARTED_BY=make $(BIN)/python -m indigo serve --port $(PORT)

# ------------------------------------------------------------------------------------------------ testing

test-system:
	@tools/need chromium postgresql redis-server

test: setup $(STAMPS)/dev $(STAMPS)/node-dev test-system lint ## run the tests: Python, C++, web, browser
	@echo "Testing the web app ..."
	@npm --prefix web run --silent check && npm --prefix web run --silent test
	@echo "Testing the rules, their texts and what one may see, every branch of them ..."
	@$(PYTEST) -q -m "not slow" --cov=indigo tests/test_*.py
	@echo "Testing everything else: long games, command, core, engine, table, browser ..."
	@$(PYTEST) -q -m slow tests/test_*.py
	@$(PYTEST) -q --ignore-glob='tests/test_*.py' --ignore=tests/browser --ignore=tests/train
	@$(PYTEST) tests/browser  # by itself: Playwright keeps an event loop running

test-train: $(STAMPS)/train ## test learning: a tiny run, resuming, the gate, inference equal to training, Ray
	@$(BIN)/python -m pytest tests/train

quick: $(STAMPS)/core $(STAMPS)/dev ## test the rules, their texts and what one may see, in less than a minute
	@$(PYTEST) -q -m "not slow" tests/test_*.py

lint: $(STAMPS)/dev ## check style and types
	@$(BIN)/python -m ruff check .
	@$(BIN)/python -m ruff format --check .
	@$(BIN)/python -m mypy

bench: $(STAMPS)/core ## print the fingerprint of play (speed: indigo bench core, indigo bench rules)
	@$(BIN)/python -m indigo bench

# ------------------------------------------------------------------------------------------------ upkeep

docs: $(STAMPS)/core $(STAMPS)/dev ## make the pictures, figures and rules pages of the documentation
	@$(BIN)/python tools/docs.py

screens: setup $(STAMPS)/dev $(STAMPS)/node-dev test-system ## write pictures of every page to screens/
	@$(BIN)/python tools/screens.py screens

lock: ## pin every package anew, in all lock files, and install from them
	@tools/venv build/resolver "$(PYTHON)"
	@build/resolver/bin/python tools/install.py resolver
	@build/resolver/bin/python tools/lock.py

clean: ## take away everything that was built
	@rm -rf build dist $(VENV) web/node_modules src/indigo/server/static screens
