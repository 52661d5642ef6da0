# Two commands do all set-up on a machine with Python 3.11 or newer: `make ask` and `make test`.
.DEFAULT_GOAL := help
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
Q ?= 1024 H100 for 6 weeks
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export Q

.PHONY: help
help: ## what can be made
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Quartermaster needs Python 3.11 or newer; $(PYTHON) is older. Try: make PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

# The stamps say which lock was installed, so that a changed lock is installed again.
$(VENV)/run.stamp: requirements.lock pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements.lock
	PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/dev.stamp: requirements-dev.lock pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements-dev.lock
	PYTHONWARNINGS=ignore $(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	@touch $@ $(VENV)/run.stamp

.PHONY: ask
ask: $(VENV)/run.stamp ## price a question in the terminal, without Slack: make ask Q="64 H200 for 3 months"
	@$(BIN)/quartermaster ask "$$Q"

.PHONY: test
test: $(VENV)/dev.stamp ## run the tests
	$(BIN)/python -m pytest -n auto --dist loadfile

.PHONY: check
check: $(VENV)/dev.stamp ## lint, format check, strict types, import contracts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

.PHONY: format
format: $(VENV)/dev.stamp ## put the code in form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

.PHONY: bench
bench: $(VENV)/dev.stamp ## measure speed and memory
	$(BIN)/python -m tests.benchmarks

.PHONY: score
score: $(VENV)/dev.stamp ## print how many of the corpus requests and follow-ups are read exactly right
	$(BIN)/python -m tests.bot.understanding.score

.PHONY: lock
lock: $(VENV)/dev.stamp ## write the locks of exact versions anew
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header \
		pyproject.toml --extra build -o requirements.lock
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-header \
		pyproject.toml --extra build --group dev -o requirements-dev.lock
