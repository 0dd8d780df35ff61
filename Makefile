# Every target sets itself up: all that is needed is Python 3.11 or newer and `make`.
# The environment is .venv, here; it is refreshed when pyproject.toml changes.

VENV := .venv
BIN  := $(VENV)/bin
# Other arguments for the program behind a target: make test ARGS="-k transpose"
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help run test soak mutate random programs rules watch check format bench clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(VENV)/.run ## show a program, its OpenCL kernel, and the examples beside NumPy; with ARGS, what lift-nat makes of these
	@$(if $(ARGS),$(BIN)/lift-nat $(ARGS),$(BIN)/python -m lift.tools.showcase examples)

test: $(VENV)/.dev ## run the tests: unit (pytest), then FileCheck (lit)
	@$(BIN)/python test/run.py $(ARGS)

soak: $(VENV)/.dev ## run every test, slow ones too, with many more random programs, for now and then
	@LIFT_MORE=$${LIFT_MORE:-3} $(BIN)/python test/run.py $(ARGS)

mutate: $(VENV)/.dev ## damage programs in many ways: only diagnostics may come of it
	@$(BIN)/python test/mutation.py $(ARGS)

random: $(VENV)/.dev ## simplify random expressions and see that nothing but their form changes
	@$(BIN)/python test/unit/nat_properties.py $(ARGS)

programs: $(VENV)/.dev ## compile random programs, and compare what they compute on the device with the interpreter
	@$(BIN)/python test/random_opencl.py $(ARGS)

rules: $(VENV)/.dev ## apply rules wherever they hold in random programs, and compare what these mean before and after
	@$(BIN)/python test/rules.py $(ARGS)

watch: $(VENV)/.dev ## run examples and random programs under oclgrind, which sees races and accesses out of bounds
	@$(BIN)/python test/watched.py $(ARGS)

check: $(VENV)/.dev ## lint, check the formatting, check the types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/basedpyright

format: $(VENV)/.dev ## format the code and sort the imports
	$(BIN)/ruff check --select I --fix
	$(BIN)/ruff format

bench: $(VENV)/.dev ## measure; ARGS=--help lists the benchmarks, ARGS=--quick is short
	@$(BIN)/python benchmarks/bench.py $(ARGS)

clean: ## remove the environment, caches and build output
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .ruff_cache .hypothesis benchmarks/out
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Two stamps, since `make run` needs few and small packages and the tests need more.
$(VENV)/.run: pyproject.toml | $(BIN)/python
	@echo "Installing NumPy, xDSL, and PyOpenCL with a device for the CPU into $(VENV), once: a minute or so ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.dev: pyproject.toml | $(BIN)/python
	@echo "Installing what is needed, and the tools for development, into $(VENV), once: a few minutes ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/.run

# PYTHON=/path/to/python picks one; else the first that is new enough.
$(BIN)/python:
	@found=; \
	for p in $(or $(PYTHON),python3.11 python3 python3.14 python3.13 python3.12); do \
	  if "$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then found=$$p; break; fi; \
	done; \
	if [ -z "$$found" ]; then \
	  echo "error: Python 3.11 or newer is needed, and none was found$(if $(PYTHON), as $(PYTHON))." >&2; \
	  echo "       If it is elsewhere: make PYTHON=/path/to/python3.11" >&2; \
	  exit 1; \
	fi; \
	if ! "$$found" -c 'import ensurepip, venv' 2>/dev/null; then \
	  echo "error: $$found cannot make a virtual environment: its venv or ensurepip module is missing." >&2; \
	  echo "       On Debian and Ubuntu: apt install python3-venv; or use another: make PYTHON=/path/to/python3.11" >&2; \
	  exit 1; \
	fi; \
	echo "Making $(VENV) with $$("$$found" --version) ..."; \
	"$$found" -m venv --clear $(VENV) || { rm -rf $(VENV); exit 1; }
