# Passepartout. `make help` is made from the comments behind the targets.

GO       ?= go
PKG      ?= ./...
FUZZTIME ?= 30s
DIFFERENTIAL ?= 250000
COUNT    ?= 1
RACE     ?=
# Not LINT, which make has a value of its own for.
GOLANGCI ?= $(or $(shell command -v golangci-lint 2>/dev/null),$(shell $(GO) env GOPATH)/bin/golangci-lint)

.DEFAULT_GOAL := build
.PHONY: accuracy bench bench-once build check clean demo e2e format format-check fuzz help lint run test vet

build: ## build the static binary bin/worker (the default)
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags='-s -w' -o bin/worker ./cmd/worker

run: ## start a worker with a NATS server of its own
	$(GO) run ./cmd/worker run

demo: ## everything in one go, on real NATS with real processes
	$(GO) run ./cmd/worker demo

# How many packages are tested at once: half of the processors, since many tests
# start processes, workers and bombs of their own.
PACKAGES ?= $(shell n=$$(nproc 2>/dev/null || echo 2); echo $$((n > 4 ? n / 2 : 2)))

test: ## all tests; RACE=-race for the race detector, PKG=./bus/... for some
	$(GO) test $(RACE) -count=$(COUNT) -timeout 20m -p $(PACKAGES) $(PKG)

check: format-check vet lint ## exactly what CI runs
	$(MAKE) test RACE=-race
	$(MAKE) bench-once

lint: ## golangci-lint with the rules of .golangci.yml
	$(GOLANGCI) run $(PKG)

vet: ## go vet
	$(GO) vet $(PKG)

format: ## rewrite all Go files in the standard format
	gofmt -l -w $(GOFILES)

format-check: ## fail if a Go file is not in the standard format
	@out=$$(gofmt -l $(GOFILES)); if [ -n "$$out" ]; then echo "not formatted, run make format:"; echo "$$out"; exit 1; fi

bench: ## all benchmarks, with allocations
	$(GO) test -run '^$$' -bench . -benchmem -timeout 30m $(PKG)
	cd bench/opa && $(GO) test -run '^$$' -bench . -benchmem

# bench/opa is a module of its own: what the product is compared with is no
# dependency of it. There the tests run, too: all judges must agree.
bench-once: ## every benchmark once, so that they keep working
	$(GO) test -run '^$$' -bench . -benchtime 1x -timeout 10m $(PKG)
	cd bench/opa && $(GO) vet . && $(GO) test -bench . -benchtime 1x

# One `go test -fuzz` can run one target of one package only.
fuzz: ## every fuzz target for FUZZTIME (30s), and DIFFERENTIAL (250000) texts and as many scripts against bash and dash
	PP_DIFFERENTIAL_N=$(DIFFERENTIAL) $(GO) test -count=1 -timeout 30m -run '^TestDifferential' ./command
	@set -e; for pkg in $$($(GO) list $(PKG)); do \
		for target in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz' || true); do \
			echo "--- $$target $$pkg"; \
			$(GO) test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) $$pkg; \
		done; \
	done

e2e: ## the built binary against a real NATS server; COUNT=3 for three times
	$(GO) test -count=$(COUNT) -timeout 15m ./test/e2e/...

accuracy: ## judge the corpus: unsafe allows, benign denies, needless holds; FILES="…" for other corpora
	$(GO) run ./internal/accuracy $(FILES)

clean: ## remove what was built
	rm -rf bin .cache

help: ## this list
	@sed -n 's/^\([a-z0-9-]*\):[^#]*## \(.*\)/\1|\2/p' $(firstword $(MAKEFILE_LIST)) | sort | awk -F'|' '{printf "  make %-14s %s\n", $$1, $$2}'

GOFILES = $$(git ls-files '*.go' | grep -v '/testdata/')
