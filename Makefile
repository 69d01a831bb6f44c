# Needs Python 3.11 or newer and make; all else is installed into .venv.
#
#   make play    the practice room in a browser, without an account
#   make chat    the same as Discord shows it, for developers
#   make test    lint, types and tests
#   make run     the bot on Discord, with the settings in .env
#   make lint    ruff, mypy, and actionlint for the workflows
#   make bench   how fast it is
#   make soak    the long tests; with PART=tests/laws, those of a folder
#   make marks   how the code is cut: imports, lengths, names, features, the way of a press
#   make features  the size of each feature, into docs/lab
#   make art     draw the sprites anew: art/svg, bot/sprites, docs/develop/sprites.png
#   make pictures  the pictures of the README, from the running page: docs/pictures (needs Chromium)
#   make train   teach house players anew: the tables that lie with their games
#   make axe     fetch axe-core anew, which tests look at the page with (needs npm)
#   make sdk     build Discord's Embedded App SDK for the page anew, as it is locked in bot/page/sdk (needs npm)
#   make words   gather the texts for translators: bot/locales/taproom.pot, and bring translations up to date
#   make template  the texts alone, for a release's translators: bot/locales/taproom.pot
#   make docs    the documents as a site: build/site
#   make pins    write the requirements files anew (needs uv on the path); with NEWEST=--upgrade, all that is newer

# A system's own, where it will do: others are often built without what makes Python a fifth faster.
PYTHON ?= $(shell /usr/bin/python3 -c 'import sys, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& echo /usr/bin/python3 || echo python3)
VENV ?= .venv
BIN := $(VENV)/bin
PYTEST = $(BIN)/python -m pytest
UNWRITTEN = -W "ignore:Module already imported so cannot be rewritten"
# The longest first.
PARTS = $(addprefix test-,discord-m-z discord-a-l bot laws rules others) lint $(addprefix test-,page tavern)
TO_L = $(wildcard tests/discord/test_[a-l]*.py)
FOLDERS = $(wildcard art bot games storage training tests benchmarks) hatch_build.py
PAGES = docs $(wildcard *.md) .env.example compose.yaml deploy
COMPILE = uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate --no-emit-index-url --no-emit-find-links --group checkout $(NEWEST)

.PHONY: play chat run test $(PARTS) bench marks features soak art axe sdk pictures train commands template words docs pins clean
.DELETE_ON_ERROR:

play: $(VENV)/run.stamp
	@$(BIN)/taproom play

chat: $(VENV)/dev.stamp
	@$(BIN)/taproom chat

run: $(VENV)/run.stamp
	@$(BIN)/taproom run

# Four side by side: they share nothing, and some wait for processes of theirs. More would only slow each other down.
# What is compiled first need not be compiled by each of them, and by all the processes that they start.
test: export PYTHONDONTWRITEBYTECODE =
test: $(VENV)/dev.stamp
	@$(BIN)/python -m compileall -q bot games storage training
	@$(MAKE) --no-print-directory --jobs 4 --output-sync=target $(PARTS)

test-discord-a-l:
	$(PYTEST) $(TO_L)

test-discord-m-z:
	$(PYTEST) tests/discord $(addprefix --ignore=,$(TO_L))

# Each line and branch of the rules is run by a test of the rules.
test-rules: RUN = $(VENV)/rules.json
test-rules:
	$(BIN)/python -m slipcover --dont-wrap-pytest --json --out $(RUN) -m pytest $(UNWRITTEN) tests/games
	$(BIN)/python -m tests.games.covered $(RUN)

test-bot:
	$(PYTEST) tests/bot/test_*.py

test-tavern:
	$(PYTEST) $(filter-out %__pycache__/,$(wildcard tests/bot/*/))

test-page:
	$(PYTEST) tests/page tests/browser

test-laws:
	$(PYTEST) tests/laws tests/judges

test-others:
	$(PYTEST) $(addprefix --ignore=tests/,discord games bot laws judges page browser)

lint: $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict $(FOLDERS)
	$(BIN)/actionlint

bench: $(VENV)/dev.stamp
	$(BIN)/python -m benchmarks

marks: $(VENV)/dev.stamp
	@$(BIN)/python -m benchmarks.marks

features: $(VENV)/dev.stamp
	@$(BIN)/python -m benchmarks.features

soak: $(VENV)/dev.stamp
	$(PYTEST) -m soak $(PART)

art: $(VENV)/dev.stamp
	$(BIN)/python -m art
	$(BIN)/python -m bot.pictures.colours

pictures: $(VENV)/dev.stamp
	$(BIN)/python -m art.album

axe: AXE = axe-core@4.11.0
axe:
	cd tests/page/vendor && npm pack --silent $(AXE) && tar -xzf axe-core-*.tgz && rm axe-core-*.tgz && \
		mv package/axe.min.js . && mv package/LICENSE LICENSE-axe.txt && rm -r package

# As it was locked, in a folder of its own: a checkout needs no Node. `SDK_TO` says where the file goes.
sdk: SDK_TO = bot/page/static
sdk:
	@folder=$$(mktemp -d) && cp bot/page/sdk/* $$folder && \
		npm ci --prefix $$folder --silent --no-audit --no-fund && \
		(cd $$folder && npx --no-install esbuild index.js --bundle --minify --format=esm --target=es2022 --log-level=warning \
			--banner:js="// @discord/embedded-app-sdk 2.5.0, and what it is made of; LICENSE-embedded-app-sdk.txt" \
			--outfile=embedded-app-sdk.js && \
			for file in node_modules/@discord/*/LICENSE* node_modules/[bdeluz]*/LICEN?E*; do \
				case $$file in */esbuild/*) ;; *) echo "== $${file#node_modules/}"; cat $$file; echo;; esac; \
			done > LICENSE-embedded-app-sdk.txt) && \
		cp $$folder/embedded-app-sdk.js $$folder/LICENSE-embedded-app-sdk.txt $(SDK_TO) && rm -r $$folder

train: $(VENV)/dev.stamp
	$(BIN)/python -m training.knights_table
	$(BIN)/python -m training.dividha_table

commands: $(VENV)/dev.stamp
	$(BIN)/python -m tests.bot.uploaded_commands

# For releases and checks, too: with BIN, from any environment that has what the bot needs.
template:
	$(BIN)/python -m babel.messages.frontend -q extract --mapping-file pyproject.toml --keywords ngettext_noop:1,2 \
		--add-comments Translators: --add-location file --sort-by-file --no-wrap --omit-header \
		--output-file bot/locales/taproom.pot .

words: $(VENV)/dev.stamp
	@$(MAKE) --no-print-directory template
	@grep -v '^#: ' bot/locales/taproom.pot > $(VENV)/taproom.pot  # a text that has moved changes no translation
	@for file in bot/locales/*.po; do test ! -e $$file || $(BIN)/pybabel -q update --no-wrap --ignore-pot-creation-date \
		--input-file $(VENV)/taproom.pot --output-file $$file --locale $$(basename $$file .po) || exit 1; done

# The pages lie in the site as they lie here, so that a link between two of them holds in both places.
docs: $(VENV)/dev.stamp
	@rm -rf build/pages
	@mkdir -p build/pages
	@cp -R $(PAGES) build/pages/
	@$(BIN)/zensical build --clean --strict

pins:
	$(COMPILE) --extra dev --output-file requirements-dev.txt
	$(COMPILE) --extra postgres --constraint requirements-dev.txt --output-file requirements-postgres.txt
	$(COMPILE) --extra env --constraint requirements-dev.txt --output-file requirements-env.txt
	$(COMPILE) --constraint requirements-dev.txt --output-file requirements.txt

clean:
	rm -rf $(VENV)

$(VENV)/run.stamp: REQUIREMENTS = requirements.txt
$(VENV)/run.stamp: requirements.txt
$(VENV)/dev.stamp: REQUIREMENTS = requirements-dev.txt
$(VENV)/dev.stamp: requirements-dev.txt

# The stamp is written last, so that an installation that was broken off is taken up again.
$(VENV)/%.stamp: $(BIN)/pip pyproject.toml
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement $(REQUIREMENTS)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	@touch $@

# pip and not python is what tells of a complete environment: it comes last.
$(BIN)/pip:
	@command -v $(PYTHON) >/dev/null || { echo "Taproom needs Python 3.11 or newer; there is no $(PYTHON) here" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(f"Taproom needs Python 3.11 or newer, and $(PYTHON) is {v[0]}.{v[1]}. Name another: make PYTHON=python3.12" if v < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
