# The project's chores. `make setup` once; then `make` before each commit.

PYTHON ?= python3
BIN := .venv/bin

.PHONY: all setup lint types test test-all search golden kernels bounds coverage mutants fuzz naive bench lowest newest books docs ink editors vscode vendor vendor-check pictures ci

all: lint types test

setup:
	$(PYTHON) -m venv .venv
	$(BIN)/pip install -q uv
	$(BIN)/python -m uv pip install -q -e '.[dev]'

lint:                   # style, layout, and the floors of the house
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types:
	$(BIN)/mypy

test:                   # what is quick enough to run all day
	$(BIN)/python -m pytest -n 2

test-all:               # and the slow ones
	$(BIN)/python -m pytest -n 2 -m 'slow or not slow'

search:                 # tests of random books with other books than every day; takes an hour
	$(BIN)/python -m pytest -n 2 -m hypothesis --hypothesis-profile=search

golden:                 # rewrite what is expected to be printed of every shipped book; then read the diff
	$(BIN)/python -m pytest -n 2 -m 'slow or not slow' --golden-update tests/books/test_printed.py tests/books/test_printed_reports.py
	git status --short tests/golden

kernels:                # after a change of gamebook/kernels: compile those of the package that have changed; takes some minutes
	$(BIN)/python -m tests.support.precompile

bounds:                 # do kernels look beyond the ends of arrays? compiles all of them so that each index is looked at
	GAMEBOOK_COMPILE=1 NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=build/bounds \
		$(BIN)/python -m pytest -n 2 tests/kernels tests/solver

coverage:               # which lines of the kernels tests/kernels runs: as plain Python, for compiled lines cannot be seen
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m coverage run -m pytest -q -W 'ignore:overflow encountered' tests/kernels
	$(BIN)/python -m coverage report

mutants:                # changes small things in the program, and counts those that no test notices; takes an hour
	$(BIN)/python -m tests.support.mutants

fuzz:                   # 100,000 changed files of other programs are imported; takes half an hour
	for seed in 1 2 3 4 5 6 7 8 9 10; do \
		$(BIN)/python -m tests.support.fuzz_import --count 10000 --seed $$seed || exit 1; \
	done

naive:                  # 30,000 random books, also worked out by the interpreter that was written from docs/language.md alone; takes an hour
	$(BIN)/python -m tests.support.naive.compare 0 20000 more
	$(BIN)/python -m tests.support.naive.compare 0 10000 modes

bench:                  # time and memory, against the figures promised; python -m bench --help tells how to compare commits
	$(BIN)/python -m bench

lowest newest:          # the tests with the oldest libraries that pyproject.toml allows, or with the newest; what they warn of by themselves is no error
	$(PYTHON) -m venv .venv-$@
	.venv-$@/bin/pip install -q uv
	.venv-$@/bin/uv pip install -q --python .venv-$@/bin/python --upgrade \
		--resolution $(if $(filter lowest,$@),lowest-direct,highest) -e '.[dev]'
	.venv-$@/bin/python -m pytest -n 2 -o filterwarnings=default

books:                  # The Long Ebb in every format, into build/books
	mkdir -p build/books
	$(BIN)/gamebook number books/the-long-ebb.gbk --shuffle --pages a5 --numbers build/books/the-long-ebb.numbers.toml > build/books/the-long-ebb.numbers.txt
	for form in pdf epub html docx rtf md tex txt; do \
		$(BIN)/gamebook publish books/the-long-ebb.gbk --to $$form --numbers build/books/the-long-ebb.numbers.toml \
			--force -o build/books/the-long-ebb.$$form || exit 1; \
	done
	$(BIN)/gamebook publish books/the-long-ebb.gbk --to play --force -o build/books/the-long-ebb-play.html

docs:                   # pages made from the code
	$(BIN)/python -m docs.diagnostics

ink:                    # the ink runtime that plays stories in the tests, as committed; needs Node.js
	cd tests/support/ink && npm install --no-audit --no-fund --no-package-lock \
		&& grep -v '^//# sourceMappingURL' node_modules/inkjs/dist/ink-full.js > inkjs.js \
		&& cp node_modules/inkjs/LICENSE.md inkjs-LICENSE.md && sha256sum inkjs.js > inkjs.js.sha256

editors:                # the words of the language, in the files for all editors, as the grammar has them
	$(BIN)/python -m editors.write

vscode:                 # the extension for Visual Studio Code: editors/vscode/gamebook.vsix; needs Node.js
	cd editors/vscode && npm install --no-audit --no-fund && npm run package

vendor:                 # the libraries of others that the studio's page uses, as one committed file; needs Node.js
	cd web && npm ci --no-audit --no-fund && node build.mjs

vendor-check: vendor    # the committed file is the one that is built from the versions in web/package-lock.json
	git diff --exit-code --stat gamebook/studio/static/vendor

pictures:               # those of docs/studio.md, taken from the studio; needs Debian's chromium
	$(BIN)/python -m docs.pictures

ci:
	.ci/run
