# The short ways: `make` lists them. Everything is built by CMake in build/<preset>; see CMakePresets.json.
.DEFAULT_GOAL := help
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory

JOBS ?= $(shell nproc 2>/dev/null || echo 2)
PREFIX ?= /usr/local
DEMO_SCENE ?= scenes/rigid_cube.xml
DEMO_OUT ?= runs/demo
FUZZ_SECONDS ?= 300
PROGRAM := build/release/apps/cli/ventouse

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

demo: setup-demo setup-viewer build/release/build.ninja ## build and run the demonstration scene, install what is missing
	@cmake --build --preset release -j $(JOBS) --target ventouse_cli
	@$(PROGRAM) run $(DEMO_SCENE) --out $(DEMO_OUT)

setup: setup-test setup-viewer setup-browser ## install all that is missing, for the viewer and its tests too

view: setup-demo setup-viewer build/release/build.ninja ## build and show the demonstration scene in the browser
	@cmake --build --preset release -j $(JOBS) --target ventouse_cli
	@$(PROGRAM) view $(DEMO_SCENE)

test: setup-test setup-viewer setup-browser build test-release asan ## build and run the tests, then the quick ones with sanitizers
	@$(MAKE) fuzz FUZZ_SECONDS=3
	@echo "All tests passed."

build: setup-demo setup-viewer build/release/build.ninja ## build everything, optimised
	@cmake --build --preset release -j $(JOBS)

# The viewer's tests apart: a browser that draws in software takes all cores there are.
test-release:
	@tools/test.sh --preset release -j $(JOBS) -LE 'viewer|long'
	@tools/test.sh --preset release -L viewer -j 2

long: setup-demo setup-viewer build/release/build.ninja ## the longest tests, for CI
	@cmake --build --preset release -j $(JOBS)
	@tools/test.sh --preset release -j $(JOBS) -L long

asan: setup-test build/asan/build.ninja ## quick tests with the address and undefined-behaviour sanitizers
	@cmake --build --preset asan -j $(JOBS)
	@tools/test.sh --preset asan -j $(JOBS)

tsan: setup-clang build/tsan/build.ninja ## quick tests with the thread sanitizer
	@cmake --build --preset tsan -j $(JOBS)
	@tools/test.sh --preset tsan -j $(JOBS)

tsan-threads: setup-clang build/tsan/build.ninja ## tests of what uses threads with the thread sanitizer
	@cmake --build --preset tsan -j $(JOBS) --target threaded_tests
	@tools/test.sh --preset tsan -L threads

debug: setup-test build/debug/build.ninja ## all tests with assertions on
	@cmake --build --preset debug -j $(JOBS)
	@tools/test.sh --preset debug -j $(JOBS)

clang: setup-clang build/release-clang/build.ninja ## all that is built, and quick tests, with clang
	@cmake --build --preset release-clang -j $(JOBS)
	@tools/test.sh --preset release-clang -j $(JOBS) -LE 'slow|viewer'

clang-all: setup-clang build/release-clang/build.ninja ## all tests with clang
	@cmake --build --preset release-clang -j $(JOBS)
	@tools/test.sh --preset release-clang -j $(JOBS)

fuzz: setup-clang ## feed each reader with noise for FUZZ_SECONDS (300, at most 800)
	@cmake --preset fuzz -DVT_FUZZ_SECONDS=$(FUZZ_SECONDS)
	@cmake --build --preset fuzz -j $(JOBS) --target fuzzers
	@tools/test.sh --preset fuzz -j $(JOBS)

bench: build ## time per step of the benchmark scenes
	@$(PROGRAM) bench

check: setup-test build ## formatting, order of the rooms, exported names, installed package
	@tools/test.sh --preset release -L check -j $(JOBS)

format: setup-test ## format all C files
	@tools/format.sh

install: build ## install to PREFIX (/usr/local)
	@cmake --install build/release --prefix $(PREFIX)

clean: ## remove all builds; runs stay
	rm -rf build

# The viewer is left out of the build where it cannot be had.
setup-viewer:
	@tools/setup.sh viewer || echo "setup: the viewer will be left out" >&2

setup-%:
	@tools/setup.sh $*

build/%/build.ninja: CMakePresets.json
	@cmake --preset $*

.PHONY: help demo setup setup-viewer view test build test-release long asan tsan tsan-threads debug clang clang-all fuzz bench check format install clean
