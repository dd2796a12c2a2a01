# Everything sets itself up: `make play` and `make test` need only python3 and make.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: help setup play test check format bench shots installs phone evening reference campaign constraints docs demo \
	versions clean

help:  ## what there is to make
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 12

setup: .venv/.dev  ## set up everything for playing and developing

play: .venv/.play  ## play now
	@$(BIN)/moontui

test: .venv/.compiled  ## run the tests
	@PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -n auto --dist worksteal

check: .venv/.dev docs  ## format, lint, types, and the links of the pages
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy

format: .venv/.dev  ## put the code in shape
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

bench: .venv/.bench  ## measure the engine, the app, the doors and the host
	@$(BIN)/python -m benchmarks.engine
	@$(BIN)/python -m benchmarks $(ARGS)

shots: .venv/.dev  ## write the screenshots from real games
	@$(BIN)/python -m tests.shots $(ARGS)

demo: .venv/.dev  ## the moving picture of the README, from a real game: screenshots/demo.cast and demo.gif
	@$(BIN)/python -m tests.demo

installs: .venv/.dev  ## install the wheel with uv, pipx and pip as people do, and play (needs the network)
	@EVERYTHING=1 $(BIN)/pytest tests/test_installs.py -rs

versions: .venv/.dev  ## all tests with the lowest and the newest dependencies, in every Python there is
	@$(uv)
	@PATH="$(BIN):$$PATH" $(BIN)/python -m tests.versions $(ARGS)

phone: .venv/.dev  ## play a round with a thumb in a browser, on two phones; pictures in screenshots/phone
	@PHONE=screenshots/phone $(BIN)/pytest tests/doors/test_phone.py

evening: .venv/.dev  ## friends, three laptops and a phone on a LAN of namespaces: says what they waited for
	@$(BIN)/python -m tests.evening $(ARGS)

reference: .venv/.dev  ## write docs/reference.md and the table of cards anew, from the code
	@$(BIN)/python -m tests.reference

campaign: .venv/.dev  ## the long runs of the random tests; ARGS="--long 20" for a night
	@$(BIN)/python -m tests.campaign $(ARGS)

docs: .venv/.docs  ## the pages of docs/ as a site, every link checked: site/
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict  # -q would hide warnings from --strict, too

constraints: .venv/.dev  ## pin what a server installs, with hashes: constraints.txt
	@$(uv)
	@PATH="$(BIN):$$PATH" uv pip compile -q --upgrade --universal --python-version 3.11 --generate-hashes \
	  --no-header --no-annotate --extra ssh --extra web pyproject.toml -o constraints.txt

clean:  ## forget what was set up
	rm -rf .venv

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "moontui needs Python 3.11 or newer, and $(PYTHON) is $$($(PYTHON) -V 2>&1). \
	Name another one: make PYTHON=python3.12 play"; exit 1; }
	@echo "Making an environment for moontui, in .venv ..."
	@if command -v uv >/dev/null 2>&1; then uv venv -q --allow-existing --python $(PYTHON) .venv; else \
	  $(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	    echo "Python's venv module is missing. On Debian and Ubuntu: apt install python3-venv"; exit 1; }; \
	  $(PYTHON) -m venv .venv; fi || { rm -rf .venv; $(sorry); }  # half of one would be taken for a whole

.venv/.play: .venv/bin/python pyproject.toml
	@$(call install,.)
	@touch $@

.venv/.dev: .venv/bin/python pyproject.toml
	@$(call install,.[dev])
	@touch $@ .venv/.play

.venv/.compiled: .venv/.dev
	@echo "Compiling the tests, once ..."
	@for part in "tests/engine tests/net" "--ignore=tests/engine --ignore=tests/net"; do \
	  PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -p no:cacheprovider --collect-only $$part >/dev/null 2>&1 & \
	done; wait  # otherwise every worker would compile all of them
	@touch $@

.venv/.bench: .venv/.dev
	@$(call install,.[dev$(comma)bench])
	@touch $@

.venv/.docs: .venv/.dev
	@$(call install,.[dev$(comma)docs])
	@touch $@

comma := ,
uv = command -v uv >/dev/null 2>&1 || $(BIN)/python -m pip install -q --disable-pip-version-check uv
# uv installs in a fifth of the time; it is got into the environment itself, and pip stands in for it.
# Like pip, it trusts whom the machine trusts, which matters where a company or a school reads along.
export UV_SYSTEM_CERTS ?= 1
install = echo "Setting up moontui ($(1)) in .venv; what it needs is downloaded once."; \
  quiet=-q; [ -t 1 ] && quiet=; \
  uv=$$(command -v uv || { $(BIN)/python -m pip install -q --disable-pip-version-check --no-compile uv \
    >/dev/null 2>&1 && echo $(BIN)/uv; }); \
  { [ -n "$$uv" ] && $$uv pip install $$quiet --python $(BIN)/python -e '$(1)'; } || \
  $(BIN)/python -m pip install $$quiet --disable-pip-version-check --no-compile -e '$(1)' || { \
    $(sorry); }
sorry = echo "Setting up did not succeed. It needs the network (pypi.org, or the index your pip knows) and about"; \
  echo "120 MB of disk. What was downloaded is kept: once both are there, say the same again."; exit 1
