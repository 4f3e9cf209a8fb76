# `make demo` and `make test` need Python 3.11 or newer and nothing else. The first target that
# needs the virtual environment makes it; it is installed anew only when requirements.txt changed.

# The first interpreter on the path that is new enough.
PYTHON ?= $(shell for name in python3 python3.14 python3.13 python3.12 python3.11; do \
    $$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$name && break; done)
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PYTEST_WORKERS ?= 2
MAGAZINE := --settings project.magazine.settings
PLAYWRIGHT := playwright==1.65.2

.PHONY: help setup demo run demo-wagtail run-wagtail test browser lint bench docs clean
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

help:
	@echo "make demo    a site of 402 pages: deploy, edit, broken deploy, mass change, rollback"
	@echo "make run     the same site, kept open in a browser"
	@echo "make demo-wagtail   a Wagtail site: what is listed, what moves, why a page is missing"
	@echo "make run-wagtail    the same site, kept open, with both admins"
	@echo "make test    the tests          make lint    all static checks"
	@echo "make browser the Wagtail demo's admin in chromium; pictures in build/browser/"
	@echo "make bench   the measurements   make docs    checks that the docs tell the truth"
	@echo "make setup   .venv alone        make clean   remove what the others made"

setup: $(STAMP)

$(STAMP): requirements.txt
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed. Install it, or name it: make PYTHON=/path/to/python"; exit 2; }
	@test -x $(BIN)/python || { echo "Making $(VENV) ..." && $(PYTHON) -m venv $(VENV); }
	@echo "Installing requirements.txt (about a minute, once) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $(STAMP)

demo: $(STAMP)
	@$(BIN)/python manage.py demo

run: $(STAMP)
	@$(BIN)/python manage.py demo_serve

# memory://: what is saved rings no worker that may be running for another site.
demo-wagtail: $(STAMP)
	@CELERY_BROKER_URL=memory:// $(BIN)/python manage.py demo_wagtail $(MAGAZINE)

run-wagtail: $(STAMP)
	@DJANGO_SETTINGS_MODULE=project.magazine.settings $(BIN)/python manage.py serve_wagtail

test: $(STAMP)
	@$(BIN)/python -m pytest -n $(PYTEST_WORKERS)
	@$(BIN)/python -m pytest -n $(PYTEST_WORKERS) --ds tests.cms.settings tests/cms

# The browser itself is Debian's: apt-get install chromium. Wagtail leaves temporary files open.
browser: $(STAMP)
	@$(BIN)/python -c 'import playwright' 2>/dev/null || $(BIN)/python -m pip install --quiet --disable-pip-version-check $(PLAYWRIGHT)
	@CELERY_BROKER_URL=memory:// $(BIN)/python -m pytest tests/browser --ds project.magazine.settings -rs \
	    -W ignore::ResourceWarning -W ignore::pytest.PytestUnraisableExceptionWarning

lint: $(STAMP)
	@echo "ruff check" && $(BIN)/ruff check --quiet .
	@echo "ruff format" && $(BIN)/ruff format --quiet --check .
	@echo "mypy --strict" && $(BIN)/mypy --no-error-summary
	@echo "import-linter" && out=$$($(BIN)/lint-imports --no-logo --no-cache) || { echo "$$out"; exit 1; }
	@echo "manage.py check" && $(BIN)/python manage.py check --fail-level WARNING > /dev/null
	@echo "makemigrations --check" && $(BIN)/python manage.py makemigrations --check --dry-run > /dev/null
	@echo "the same of the Wagtail demo" && $(BIN)/python manage.py check --fail-level WARNING $(MAGAZINE) > /dev/null && $(BIN)/python manage.py makemigrations --check --dry-run $(MAGAZINE) > /dev/null
	@$(MAKE) docs

docs: $(STAMP)
	@echo "docs against the code" && $(BIN)/python -m pytest -q -p no:randomly tests/architecture/test_docs.py

bench: $(STAMP)
	@for script in bench/[a-z]*.py; do echo "== $$script"; $(BIN)/python $$script || exit 1; done

clean:
	@rm -rf .demo .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage dist build
	@find . -name __pycache__ -not -path './.venv/*' -prune -exec rm -rf {} +
