# A thin face: every target installs what it lacks and calls one thing.

PREFIX ?= /usr/local
TARGET := $(or $(CARGO_TARGET_DIR),target)

.PHONY: help demo test build bench real fuzz install dist

help:
	@echo 'make demo     build, and run the main job on an example'
	@echo 'make test     formatting, lints, the rules of the house, all tests'
	@echo 'make build    target/release/everypath'
	@echo 'make bench    measure on bench/c; writes bench/RESULTS.md'
	@echo 'make real     run on C libraries that others wrote'
	@echo 'make fuzz     the fuzz targets of the parsers, FUZZ_SECONDS=60 each'
	@echo 'make install  into PREFIX (/usr/local)'
	@echo 'make dist     TARGET/everypath.zip: one folder that runs where it is unpacked'

demo: build
	@scripts/demo.sh

test:
	@scripts/setup.sh
	@scripts/test.sh

build:
	@scripts/setup.sh build
	cargo build --release --package everypath

# Systems whose bounds are closed forms take a fifth of a second each: 3,000 of them.
bench: build
	cargo xtask bench --write
	EVERYPATH_CASES=10000 cargo test --release -p everypath-traces --test theorems --test jvm -- --nocapture
	EVERYPATH_CASES=100000 cargo test --release -p everypath-its --test random --test upper --test lower
	EVERYPATH_CASES=100000 cargo test --release -p everypath-its --test hostile_systems calls
	EVERYPATH_CASES=3000 cargo test --release -p everypath-its --test hostile_systems
	EVERYPATH_CASES=100000 cargo test --release -p everypath-smt --test linear
	EVERYPATH_CASES=10000 cargo test --release -p everypath-runtime --test differential
	EVERYPATH_SUITES=all cargo test --release -p everypath --test expect --test check --test check_hostile --test same_coverage --test time --test solve --test verify_java
	EVERYPATH_SUITES=all EVERYPATH_RANDOM_LOOPS=10 cargo test --release -p everypath-bounds --lib --test suite --test strangers
	EVERYPATH_SUITES=all cargo test --release -p everypath-native --test frames
	EP_CSMITH_COUNT=1000 EP_MERGING_COUNT=1000 EP_MERGE_COUNT=400 cargo test --release -p everypath-difftest --test csmith --test merging --test merge_option
	EVERYPATH_FRAMES=12 cargo test --release -p everypath-native --test frames
	EP_MEMORY_COUNT=10000 EP_MEMORY_NATIVE=1 cargo test --release -p everypath-bounds --test memory_generated -- --nocapture
	cargo run --release -p everypath-traces --example compare
	cargo run --release -p everypath-traces --example walk -- bench/paths/Refs.java Refs m forward
	cargo run --release -p everypath-traces --example walk -- bench/paths/Refs.java Refs m both

real: build
	@scripts/real.sh

fuzz:
	@scripts/setup.sh build
	@scripts/fuzz.sh '$(or $(FUZZ_SECONDS),60)'

install: build
	install -d '$(DESTDIR)$(PREFIX)/bin'
	install -m 755 '$(TARGET)/release/everypath' '$(DESTDIR)$(PREFIX)/bin/everypath'
	install -m 755 '$(TARGET)/release/everypath-engine' '$(DESTDIR)$(PREFIX)/bin/everypath-engine'
	install -d '$(DESTDIR)$(PREFIX)/include/everypath/klee'
	install -m 644 runtime/include/everypath.h '$(DESTDIR)$(PREFIX)/include/everypath/everypath.h'
	install -m 644 runtime/include/klee/*.h '$(DESTDIR)$(PREFIX)/include/everypath/klee/'
	'$(TARGET)/release/everypath' man '$(DESTDIR)$(PREFIX)/share/man/man1'
	install -d '$(DESTDIR)$(PREFIX)/share/bash-completion/completions' '$(DESTDIR)$(PREFIX)/share/zsh/site-functions' '$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d'
	'$(TARGET)/release/everypath' completions bash > '$(DESTDIR)$(PREFIX)/share/bash-completion/completions/everypath'
	'$(TARGET)/release/everypath' completions zsh > '$(DESTDIR)$(PREFIX)/share/zsh/site-functions/_everypath'
	'$(TARGET)/release/everypath' completions fish > '$(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/everypath.fish'

dist: build
	@scripts/dist.sh '$(TARGET)'
