# QuoteProof: `make help` lists what there is.
PYTHON ?= python3
PORT ?= 8000
MIRROR_PORT ?= 8443
LONG ?= 1
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
install = $(BIN)/uv pip install --quiet --compile-bytecode --require-hashes -r $(1) 2>/dev/null || \
	$(PIP) install --quiet --require-hashes -r $(1)
export PORT

.PHONY: help run mirror test lint format bench screens lock clean
.DEFAULT_GOAL := help

help: ## show this list
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

.venv/made: 
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "QuoteProof needs Python 3.11 or newer; name one with PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -m venv .venv
	@touch $@

# uv installs in seconds; where it can't be had or can't reach the index, pip does the same from the same hashes.
# Byte code is made once, here: without it every start would compile all libraries anew where Python may not write it.
.venv/uv: requirements-uv.lock | .venv/made
	@$(PIP) install --quiet --require-hashes -r requirements-uv.lock 2>/dev/null || true
	@touch $@

.venv/run: requirements.lock | .venv/made .venv/uv
	@echo "Installing what QuoteProof runs on ..."
	@$(call install,requirements.lock)
	@touch $@

.venv/dev: requirements-dev.lock requirements.lock | .venv/made .venv/uv
	@echo "Installing what tests and checks need ..."
	@$(call install,requirements-dev.lock)
	@touch .venv/run $@

# The local chain and the accessibility rules of the tests. Without npm they are left out, and `tests.parts` says so.
NPM := tests/chain/node_modules/.package-lock.json tests/browser/node_modules/.package-lock.json
$(NPM): tests/%/node_modules/.package-lock.json: tests/%/package-lock.json
	@command -v npm >/dev/null || exit 0; \
		echo "Installing what tests/$* takes from npm ..."; \
		npm ci --silent --prefix tests/$* && touch $@ || true

run: .venv/run ## start web server and worker on 127.0.0.1 (PORT=8000), SQLite under var/
	@exec $(BIN)/python manage.py up

mirror: .venv/dev ## serve real documentation offline under its own host names (MIRROR_PORT=8443); prints how to use it
	@exec $(BIN)/python -m tests.mirror --port $(MIRROR_PORT)

test: .venv/dev $(NPM) ## run all tests (LONG=0 leaves out the long proofs)
	@$(BIN)/python -m tests.parts
	@$(BIN)/python -m pytest -q -n 2 --dist loadgroup $(if $(filter 0,$(LONG)),-m "not long") $(ARGS)

lint: .venv/dev ## ruff, mypy, import-linter, djade
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy quoteproof verification payments receipts
	@$(BIN)/mypy --strict verification/core payments/core receipts/core
	@$(BIN)/lint-imports
	@git ls-files -z 'templates/*.html' | xargs -0 -r $(BIN)/djade --check --target-version 5.2

format: .venv/dev ## format Python and templates
	@$(BIN)/ruff check --fix-only -q .
	@$(BIN)/ruff format -q .
	@git ls-files -z 'templates/*.html' | xargs -0 -r $(BIN)/djade --target-version 5.2

bench: .venv/dev ## print the benchmark tables
	@$(BIN)/python -m tests.bench

screens: .venv/dev ## renew docs/screens: the tasks of a new user, done in Chromium, a picture a step
	@$(BIN)/python -m tests.browser.screens

lock: .venv/dev ## make the hashed locks anew from requirements*.txt
	@$(BIN)/uv pip compile -q --generate-hashes --no-header --no-annotate --python-version 3.11 requirements-dev.txt -o requirements-dev.lock
	@$(BIN)/uv pip compile -q --generate-hashes --no-header --no-annotate --python-version 3.11 -c requirements-dev.lock requirements.txt -o requirements.lock

clean: ## remove the virtual environment and all local data
	rm -rf .venv var tests/chain/node_modules tests/browser/node_modules
