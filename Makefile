# make demo and make test are the two commands of the README; the rest is for
# whoever works on ensures.
SHELL := /bin/bash
GO ?= go
FUZZTIME ?= 10m
SOUNDNESS ?= 100000
# The longest first, so that none is left alone at the end.
PKGS ?= ./cmd ./verify/... ./...
# Packages that make test runs at once: many a test waits for a JVM, a compiler or a clock.
AT_ONCE ?= $(shell echo $$((2 * $$(nproc 2>/dev/null || echo 2))))

.PHONY: build program demo tour test check bench bench-java fuzz cover results notices traces library faults bench-wild install dist clean

build: program ## the binaries, in bin/
	$(GO) build -trimpath -o bin/ ./cmd/ensures-queue

program: ## the program alone; most of OpenAI's client is left out, which would double the time from a clone to here
	$(GO) build -modfile="$$(.ci/chat-client)" -trimpath -o bin/ ./cmd/ensures

PREFIX ?= /usr/local

install: program ## the program, its manual and completions, below PREFIX (and DESTDIR)
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/bash-completion/completions $(DESTDIR)$(PREFIX)/share/zsh/site-functions $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	install bin/ensures $(DESTDIR)$(PREFIX)/bin/ensures
	bin/ensures man $(DESTDIR)$(PREFIX)/share/man/man1
	bin/ensures completion bash >$(DESTDIR)$(PREFIX)/share/bash-completion/completions/ensures
	bin/ensures completion zsh >$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_ensures
	bin/ensures completion fish >$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/ensures.fish

TARGETS ?=

dist: program ## static archives of TARGETS (linux, darwin, windows), with licences and sums, in dist/
	.ci/dist dist $(TARGETS)

demo: program ## sets up a solver where there is none, then does the main job on examples/
	@bin/ensures setup solver || echo "the work goes on; without a solver nothing is proved"
	@bin/ensures annotate --budget 4s --exclude systems examples || [ $$? -eq 3 ] # 3: Broken.java has mistakes, on purpose

test: ## the tests, in a few minutes; needs nothing but Go, and uses the tools that are there
	$(GO) test -short -timeout 20m -p $(AT_ONCE) $(PKGS)

check: ## the tests with all their cases: what solves, searches and runs models for minutes too
	$(GO) test -timeout 60m $(PKGS)

tour: program ## the README's recorded run, made anew by its script through the real tools
	rm -rf examples/runs/Temperatures
	ENSURES_TRAJECTORIES_DIR=examples/runs ENSURES_SANDBOX_ENGINE=starlark bin/ensures annotate examples/Temperatures.java \
		--config /dev/null --model script:examples/runs/Temperatures.script.yaml
	mv examples/runs/*-annotate-* examples/runs/Temperatures
	rm examples/runs/Temperatures/findings.jsonl # it names folders of whoever ran this

bench: ## speed figures of docs/measurements.md
	$(GO) test -run '^$$' -bench . -benchtime 1s $(PKGS)

bench-java: ## the interpreter on the benchmark programs: counts and first differences
	$(GO) test -count=1 -v -run 'TestSpecGenBench|TestMBJP' ./java/interp

fuzz: ## every fuzz target for FUZZTIME each, and SOUNDNESS runs of what random programs have verified
	@.ci/fuzz $(FUZZTIME)
	ENSURES_SOUNDNESS=$(SOUNDNESS) $(GO) test -count=1 -v -timeout 8h -run 'TestRandomPrograms' ./verify/soundtest

FAULTS ?= 1

faults: ## which faults in the verifiers' rules are found: for Java in FAULTS programs of each scene, docs/soundness.md
	ENSURES_FAULTS=$(FAULTS) $(GO) test -count=1 -v -timeout 4h -run 'TestFaults' ./verify/soundtest ./verify/rust -update

LIBRARY ?= 2000

library: ## every contract of the class library on LIBRARY inputs through the real JVM: docs/library.md
	ENSURES_LIBRARY=$(LIBRARY) $(GO) test -count=1 -v -timeout 60m -run 'TestContracts' ./verify/libtest -update

bench-wild: program ## what becomes of the methods of two libraries, in their source trees: the table of docs/measurements.md
	@.ci/wild bin/ensures runs/wild

SHORT ?=

RUNS ?= runs/specgenbench

attack: ## what was seen to get past a trust boundary (docs/design/021); SHORT=-short for the quick ones
	$(GO) test -count=1 $(SHORT) -run '^TestAttack' ./configs ./internal/private ./internal/regular ./internal/door ./sandbox ./verify ./verify/refute ./verify/condition ./java/values ./java/interp ./jml/eval ./tla ./tla/alloy ./setup ./runner/queue/... ./tools/system ./runner ./view ./report ./rust/toolchain ./cmd
	$(GO) test -count=1 $(SHORT) -run '^TestScripts$$/^(attack_|verify_openjml|verify_faults)' ./cmd

hostile: program ## a hundred hostile files through five verbs: the table of docs/measurements.md
	@.ci/hostile bin/ensures

race: ## the packages that share most between goroutines, under the race detector
	$(GO) test -race -short ./sandbox ./runner ./llm ./trajectories ./verify/smt ./tools

DATA ?= ../shared/data

ONLY ?=

results: program ## the README's table, docs/comparison.md and pages with charts, from runs over all data sets (hours; goes on where it stopped; ONLY=quick: SpecGenBench alone, pages in runs/results)
	@.ci/results $(DATA) $(ONLY)

notices: ## THIRD_PARTY_NOTICES, from the licences of the modules that are linked
	$(GO) test . -run TestNotices -update

traces: ## the traces of examples/systems, collected anew by running the systems (cargo)
	@.ci/traces

clean:
	rm -rf bin dist
