# Everything here is also a plain go command; see each recipe.

GOLANGCI := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
DURATION ?= 30s

.PHONY: help test long lint crash bench fuzz

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

test: ## all checks and tests, with a few of what is drawn or repeated
	./scripts/test

long: ## the same with all of it, as continuous integration runs it
	./scripts/test -long

lint: ## golangci-lint, with .golangci.yml (the first run builds it, which takes minutes)
	go run $(GOLANGCI) run ./...

crash: ## the whole crash suite: kill the demo at every commit, before and after (up to an hour)
	go test ./cmd/reprise -run 'Crash|Kills' -crash.full -timeout 60m -v

bench: ## steps and workflows per second, and their time, against this machine's limit (bench/README.md)
	go run ./bench

# go test takes one fuzz target of one package at a time.
fuzz: ## each fuzz target for DURATION (30s)
	@set -e; go list ./... | while read -r pkg; do \
		for target in $$(go test -list '^Fuzz' "$$pkg" | grep '^Fuzz' || true); do \
			echo "== $$pkg $$target"; \
			go test -run xxx -fuzz "^$$target$$" -fuzztime $(DURATION) "$$pkg"; \
		done; \
	done
