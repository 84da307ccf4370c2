# SPDX-License-Identifier: Apache-2.0
# make run      install what is missing, build, and show focusd at work
# make example  the same for an app with a Focus filter: ExampleChat and its extension
# make test     install what is missing, build, run every test
# make test-desktops  check focusd with real desktops and a real portal, in a throwaway root
# make lint     what CI refuses before it builds anything
# make bench    measure the release build beside an empty server; BENCH=latency,drain chooses,
#               BENCH_ROUNDS=9 takes longer; bench-short is what CI can have
# make fuzz     feed the readers of hostile input with what libFuzzer makes up; FUZZ=notify,payload
#               chooses, SECONDS=3600 takes longer
# make sanitize run the tests under the address and the thread sanitizer
# make soak     kill, stop and replace what focusd works with, and look for what is lost; SEED=7,
#               FAULT=kill, TRIES=500 choose, LONG=1 takes an hour; DAY=30000 lives a day of so many
#               notifications in minutes instead, and looks for what grows
# make docs     the libraries' reference, as pages in .build/docs
# make screenshots  take the pictures of the README and the docs from real runs
# make translations  bring po/ up to date with the texts of the settings window
# make install  what `make build` made, below DESTDIR and PREFIX; make uninstall removes it
# make deb      a Debian package, in .build/deb

PREFIX = /usr/local
DESTDIR =
BUILD = .build/release

# The SDK, the libraries that are useful without focusd, and focusd's own pages. These come last: they
# list the other modules, and docc takes the first mention of a module for the module.
DOCUMENTED = AppIntents UserNotifications OSLog DBus GLibLoop Predicates FocusDaemon

.PHONY: run example build build-tests test test-desktops bench bench-short soak fuzz sanitize lint \
        docs screenshots translations install uninstall deb deps test-deps

run: build
	.build/release/focus-switch demo
	@[ -z "$$DISPLAY$$WAYLAND_DISPLAY" ] || \
	    echo "Your own notifications in a window: .build/release/focus-settings"

example: build
	Sources/ExampleChat/Desktop/demo .build/release

build: deps
	swift build -c release --static-swift-stdlib

build-tests: test-deps
	swift build --build-tests

# Line by line, so that a test that hangs can be seen; the last line is the runner's own. All tests at
# once would share two processors until most of them pass their deadlines. Tests with the real programs
# also share one loop.
TEST_WIDTH = 3
test: build-tests
	stdbuf -oL swift test --skip-build --disable-xctest \
		--experimental-maximum-parallelization-width $(TEST_WIDTH)

test-desktops: build
	@BUILD="$(BUILD)" .ci/desktops

comma = ,
bench bench-short: build
	.build/release/focus-bench $(if $(filter bench-short,$@),--short) $(subst $(comma), ,$(BENCH))

fuzz: deps
	SECONDS_EACH=$(or $(SECONDS),60) .ci/fuzz $(subst $(comma), ,$(FUZZ))

sanitize: test-deps
	.ci/sanitize address
	.ci/sanitize thread

soak: build
	.build/release/focus-soak $(if $(SEED),--seed $(SEED)) $(if $(FAULT),--fault $(FAULT)) \
	    $(if $(TRIES),--tries $(TRIES)) $(if $(LONG),--long) $(if $(DAY),--day $(DAY))

lint: deps
	swift format lint --strict --recursive --parallel Package.swift Sources Tests
	.ci/check-imports
	.ci/check-files

docs: deps
	.ci/docs $(DOCUMENTED)

screenshots: build
	@BUILD="$(BUILD)" .ci/screenshots

translations: deps
	.ci/translations.py

deps:
	@.ci/deps

test-deps:
	@.ci/deps test

install uninstall:
	@DESTDIR="$(DESTDIR)" PREFIX="$(PREFIX)" BUILD="$(BUILD)" .ci/install $(if $(filter un%,$@),--remove)

deb: build
	@BUILD="$(BUILD)" .ci/deb
