# All tasks of the project. `make` alone lists them.

WEB_SOURCES := server/openapi.json $(shell find web -type f -not -path 'web/dist/*' -not -path '*/node_modules/*')
PACKAGES := node_modules/.package-lock.json
WEB := web/dist/.built

.DEFAULT_GOAL := help
.PHONY: help run dev build test check check-contract e2e gen bench audit fmt clean
.DELETE_ON_ERROR:

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(WEB) ## build if needed and serve http://127.0.0.1:8080 with demo content
	cargo run --locked --bin vitrine -- serve

dev: $(WEB) ## serve http://127.0.0.1:5173, rebuilt and reloaded on changes
	scripts/dev

build: $(WEB) ## create target/release/vitrine, the file to deploy
	cargo build --locked --release --bin vitrine

test: ## run everything that CI runs, fast steps first, with a summary
	scripts/test

check: ## check formatting, lints and types, and run the fast tests: before each commit
	scripts/test --quick

check-contract: $(WEB) ## send requests generated from the contract, as every role (needs Python and PyPI)
	cargo build --locked --bin vitrine
	scripts/check-contract $(ROLES)

e2e: $(WEB) ## run the browser tests only (E2E="contacts.spec.ts --headed" to choose)
	cargo build --locked --bin vitrine
	scripts/e2e $(E2E)

gen: $(PACKAGES) ## regenerate server/openapi.json, server/addresses.json and the TypeScript generated from them
	cargo run --locked -q --bin vitrine -- openapi > target/openapi.json
	cargo run --locked -q --bin vitrine -- addresses > target/addresses.json
	mv target/openapi.json target/addresses.json server/
	npm run gen -w web

bench: build ## run the measurements of bench/README.md (BENCH="answers start" to choose)
	bench/run $(BENCH)

audit: ## check dependencies for known vulnerabilities (needs the network; compiles cargo-deny into target/tools)
	scripts/audit

fmt: $(PACKAGES) ## format everything
	cargo fmt --all
	npm run format -w web
	npm run format -w e2e

clean: ## remove build results but not data/
	cargo clean
	rm -rf web/dist node_modules scripts/postgres/node_modules e2e/.cache

$(PACKAGES): package-lock.json
	npm ci --no-audit --no-fund
	@touch $@

$(WEB): $(PACKAGES) $(WEB_SOURCES)
	npm run build -w web
	@touch $@
