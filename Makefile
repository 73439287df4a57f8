# upwell: the verbs. `make` alone prints them.
.DEFAULT_GOAL := help
.SUFFIXES:
PYTHON ?= $(firstword $(foreach p,python3.11 python3.12 python3.13 python3.14 python3,$(shell $(p) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && command -v $(p))))
BIN := .venv/bin
READY := .venv/.ready
export OMP_NUM_THREADS := 1
export OPENBLAS_NUM_THREADS := 1
# What is compiled once is kept (`__pycache__`): tests and crawls start hundreds of processes.
unexport PYTHONDONTWRITEBYTECODE

-include docker/kafka/kafka.mk

.PHONY: help dev demo test lint type crash e2e browser attack quality papers mutate laws bench apps docs clean
QUICK ?=

help: ## print the verbs
	@grep -hE '^[a-z][a-z0-9-]*:.*## ' $(MAKEFILE_LIST) | sort | awk -F ':.*## ' '{printf "  make %-9s %s\n", $$1, $$2}'

$(READY): pyproject.toml constraints.txt setup.py $(wildcard models/*/*kernel*.p[yx][xi])
	@test -n "$(PYTHON)" || { echo "make: no Python 3.11 or newer found; install one or say PYTHON=/path/to/python"; exit 1; }
	@echo "installing into .venv with $$($(PYTHON) --version) (once; a minute or two)"
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $(READY)

dev: $(READY) ## build the virtual environment

demo: $(READY) ## open the bundled source and crawl it
	@$(BIN)/upwell demo

test: $(READY) ## the tests everybody runs (under three minutes warm)
	@$(BIN)/python -m pytest -m 'not crash and not e2e and not browser and not attack' -n 2 --dist worksteal

lint: $(READY) ## ruff, the import contracts, mypy
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/lint-imports
	@$(MAKE) --no-print-directory type

type: $(READY) ## mypy, strict, sources and tests
	@$(BIN)/mypy -p upwell
	@$(BIN)/mypy tests benchmarks

crash: $(READY) ## kill -9 at random instants (long)
	@$(BIN)/python -m pytest -m crash --timeout 1800 tests

e2e: $(READY) ## whole crawls, embedded and on real Kafka (long)
	@$(BIN)/python -m pytest -m e2e --timeout 1800 tests

browser: $(READY) ## pages in a real browser; installs chromium where it is absent and may
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || \
	  { echo "installing chromium"; apt-get install -y -qq --no-install-recommends chromium >/dev/null; } || \
	  { echo "make: no chromium, and it cannot be installed here"; exit 1; }
	@$(BIN)/python -c 'import playwright' 2>/dev/null || \
	  $(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt playwright
	@test -e .venv/axe/axe.min.js || { mkdir -p .venv/axe && cd .venv/axe && \
	  npm pack --silent axe-core@4.14.1 >/dev/null && tar xzf axe-core-4.14.1.tgz --strip-components=1; }
	@$(BIN)/python -m pytest -m browser --timeout 900 tests/browser

attack: $(READY) ## a hostile web against this machine, ten minutes at most; fails without network namespaces
	@begun=$$(date +%s); \
	timeout 205 $(BIN)/python -m pytest -m attack tests/attack/test_share.py; shares=$$?; \
	timeout $$((598 + begun - $$(date +%s))) $(BIN)/python -m pytest -m 'attack or e2e or not e2e' -n 2 --dist worksteal --timeout 300 \
	  --ignore tests/attack/test_share.py tests/attack tests/sources/test_canary.py tests/web/test_share.py \
	  && exit $$shares

quality: $(READY) ## quality on the data sets' open sites; ROWS= SEALED=1 (long)
	@SEALED='$(SEALED)' $(BIN)/python -m benchmarks.quality $(or $(QUICK),$(if $(SEALED),,--keep)) $(ROWS)

mutate: $(READY) ## change each number of ROOMS, see which tests notice; PLATEAU=1 (long)
	@$(BIN)/python -m benchmarks.mutate --keep $(if $(PLATEAU),--plateau) $(or $(ROOMS),$(shell cd "$(CURDIR)" && find models agents -name "*params.py" -printf "%h\n" | sort -u))

papers: $(READY) ## fill docs/papers.md from the code and the stored run
	@$(BIN)/python -m benchmarks.papers

laws: $(READY) ## what may change about a site without changing what its pages say
	@$(BIN)/python -m tests.laws $(QUICK)

bench: $(READY) ## cost of each step in P (one lxml parse of the same bytes)
	@$(BIN)/python -m benchmarks.speed $(QUICK)

apps: $(READY) ## real applications crawled and scored; APPS= DRESS= DRESSES= RUNS= DATA_SEEDS= (long)
	@$(BIN)/python -m benchmarks.apps $(QUICK) $(if $(APPS),--apps '$(APPS)') \
	  $(if $(DRESS),--dress '$(DRESS)') $(if $(DRESSES),--dresses $(DRESSES)) $(if $(RUNS),--runs $(RUNS)) \
	  $(if $(DATA_SEEDS),--data-seeds $(DATA_SEEDS)) $(if $(PAGES),--pages $(PAGES)) \
	  $(if $(KEEP),--keep '$(KEEP)') $(if $(RESULTS),--results '$(RESULTS)')

docs: $(READY) ## rewrite the generated reference pages
	@$(BIN)/python -m docs.generate
	@$(BIN)/python -m docs.sources

clean: ## remove what make built (not your crawls)
	rm -rf .venv build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
