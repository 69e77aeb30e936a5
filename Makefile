# The commands of this project; run `make` to list them.

SWIFT ?= swift
HEADER_PACKAGES = libcairo2-dev libcmark-gfm-dev libdbus-1-dev libfontconfig-dev libfribidi-dev libgif-dev \
  libhyphen-dev libicu-dev libsdl2-dev libturbojpeg0-dev libwebp-dev libzip-dev
SOURCES = Package.swift Sources Tests Examples $(wildcard Benchmarks/Package.swift Benchmarks/Benchmarks)
BENCH_PACKAGES = libpango1.0-dev libjansson-dev pango1.0-tools python3 python3-venv gcc g++ qt6-base-dev \
  chromium

BUILD = SWIFT="$(SWIFT)" scripts/build-program
DEMO_BUILD = $(BUILD) galley
GALLEY = .build/release/galley

# The build of all tests, in a folder of its own.
WHOLE = --scratch-path .build/whole $$(scripts/test-options)

# Tests of that build. `swift build` with these options compiles all modules anew, because `swift test` adds one.
TEST = $(SWIFT) test $(WHOLE) --disable-xctest

# Suites that drive other processes or wait for other threads in real time. They run after all others, one by one.
ALONE = ArchiveOpeningTests|ExampleServerTests|ExportServerTests|ExportWindowTests|MessengerTests|MultipartServerTests|ReaderInteractionTests|ReaderTests|ReaderWindowTests|ServerLimitTests|ServerTests

.PHONY: help demo programs install deb deb-check test test-build test-together test-alone test-long examples check format format-check tsan asan tsan-scroll asan-scroll memcheck fuzz fuzz-short corpus
.PHONY: approve report bench bench-against bench-scripts bench-batch batch-memory growth instructions instructions-library soak compare-chromium docs api api-breaks memcheck-built mutate limits coverage nightly
.PHONY: libgalley c-test python-test spark-test viewer-pictures hostile determinism
.PHONY: fonts fonts-check testing-fonts declarations clean

help:
	@sed -n 's/^\([a-z-]*\):.*## /  make \1|/p' Makefile | awk -F'|' '{ printf "%-22s %s\n", $$1, $$2 }'

demo: ## render the demonstration to demo/
	@scripts/install apngasm
	@$(DEMO_BUILD)
	@rm -rf demo
	@fonts=$$(scripts/font-manifest) && $(GALLEY) render --jsonl Corpus/demo/messages.jsonl \
	  --fonts $$fonts --scale 2 --output-dir demo --contact-sheet demo/contact-sheet.png \
	  && $(GALLEY) render --jsonl Corpus/demo/entities.jsonl --fonts $$fonts --scale 2 \
	  --theme light --theme dark --output-dir demo/entities --contact-sheet demo/entities.png
	@fonts=$$(scripts/font-manifest) && for theme in light dark; do for scale in 1 2; do \
	  $(GALLEY) chat Corpus/demo/chat.json --fonts $$fonts --theme $$theme --scale $$scale \
	  -o demo/chat-$$theme@$${scale}x.png || exit 1; done; done \
	  && $(GALLEY) chat Corpus/demo/readme.json --fonts $$fonts --scale 2 -o demo/readme.png
	@fonts=$$(scripts/font-manifest) && $(GALLEY) render --rich Corpus/demo/rich --fonts $$fonts --scale 2 \
	  --size 15 --width 260 --padding 10 --theme light-incoming --theme dark-incoming \
	  --contact-sheet demo/rich.png
	@fonts=$$(scripts/font-manifest) && $(GALLEY) stream Corpus/demo/stream.md --fonts $$fonts --chunk 4 \
	  --rate 110 --size 15 --width 300 --height 480 --padding 14 --theme light-incoming \
	  --output-dir demo/stream && last=$$(ls demo/stream/*.png | tail -n 1) \
	  && echo "delay=3/1" > "$${last%.png}.txt" \
	  && apngasm demo/stream.png demo/stream/frame-00001.png 1 10 > demo/stream/apngasm.log
	@echo "The pictures are in $(CURDIR)/demo:"
	@echo "  demo/contact-sheet.png   all messages"
	@echo "  demo/entities.png        every entity of Telegram's Bot API, light and dark"
	@echo "  demo/rich.png            rich messages, light and dark, left-to-right and right-to-left"
	@echo "  demo/stream.png          a message that is written, animated"
	@echo "  demo/chat-light@2x.png   a conversation; also dark, and at scale 1"
	@echo "  demo/readme.png          the picture of README.md (Documentation/galley.png)"

viewer-pictures: ## take the pictures of Documentation/Viewer.md, in a virtual display
	@scripts/install xvfb xdotool xsel
	@mkdir -p demo && fonts=$$(scripts/font-manifest) && GALLEY_ALONE_TESTS=1 GALLEY_FONTS=$$fonts \
	  GALLEY_VIEWER_PICTURES=$(CURDIR)/demo $(SWIFT) test --disable-xctest --filter ExportWindowTests
	@cp demo/viewer-light.png demo/viewer-dark.png Documentation/

programs: ## build galley, galley-view, galley-review and galley-serve in .build/release
	@scripts/install
	@$(DEMO_BUILD)
	@$(BUILD) galley-view
	@$(BUILD) galley-review
	@$(BUILD) galley-serve

install: programs libgalley ## install programs, manual pages, completions and libgalley.so: make install PREFIX=~/.local
	@scripts/install-programs "$(or $(PREFIX),/usr/local)" "$(DESTDIR)"

libgalley: ## build .build/library/libgalley.so, the library for C and Python
	@scripts/install
	@scripts/build-library
	@scripts/check-library

c-test: libgalley ## test the library from C, with gcc, clang and valgrind
	@scripts/install gcc clang valgrind
	@scripts/test-c

python-test: libgalley ## test the Python package in a fresh virtual environment
	@scripts/install python3-venv
	@scripts/test-python

spark-test: programs libgalley ## draw 20,000 messages on a local Spark cluster, and kill a worker
	@scripts/install python3-venv openjdk-17-jre-headless
	@scripts/test-spark

deb: programs libgalley ## make .build/galley.deb, a package for this version of Debian
	@scripts/install dpkg-dev
	@scripts/make-deb

deb-check: deb ## install the package on a bare Debian 12 (debootstrap, as root), and run it there
	@scripts/install debootstrap
	@scripts/try-deb

test: ## install missing packages, check the format, build and run all tests
	@scripts/install
	@$(MAKE) --no-print-directory format-check test-build test-together test-alone

test-build: ## build all tests
	@scripts/install
	@$(TEST) list >/dev/null

test-together: ## run the tests of make test-build but those that run alone
	@fonts=$$(scripts/font-manifest) && GALLEY_FONTS=$$fonts $(TEST) --skip-build

test-alone: ## run those tests of make test-build that drive other processes, one by one
	@fonts=$$(scripts/font-manifest) && GALLEY_FONTS=$$fonts GALLEY_ALONE_TESTS=1 $(TEST) --skip-build \
	  --no-parallel --filter '$(ALONE)'

test-long: ## run the tests with all seeds, for an hour
	@scripts/install
	@fonts=$$(scripts/font-manifest) && GALLEY_LONG_TESTS=1 GALLEY_FONTS=$$fonts $(TEST)

examples: ## build, run and test the packages of Examples as packages of strangers
	@scripts/install
	@fonts=$$(scripts/font-manifest) && GALLEY_LONG_TESTS=1 GALLEY_FONTS=$$fonts $(TEST) --filter ExamplesTests

check: test programs corpus api-breaks ## what to run before a commit

api-breaks: ## compare the public interface with that of the last tag
	@scripts/check-api-breaks

format: ## format the sources
	@$(SWIFT) format --in-place --parallel --recursive $(SOURCES)

format-check: ## list formatting errors of the sources
	@$(SWIFT) format lint --strict --parallel --recursive $(SOURCES)

tsan: ## run the tests and scrolling under the thread sanitizer, or TARGETS="DisplayTests ListsTests"
	@scripts/install
	@ALONE='$(ALONE)' scripts/sanitize thread $(TARGETS)

asan: ## run the tests and scrolling under the address and leak sanitizers, or TARGETS="JSONTests"
	@scripts/install
	@ALONE='$(ALONE)' scripts/sanitize address $(TARGETS)

tsan-scroll: ## run only scrolling under the thread sanitizer
	@scripts/install
	@scripts/sanitize thread --scroll

asan-scroll: ## run only scrolling under the address and leak sanitizers
	@scripts/install
	@scripts/sanitize address --scroll

fuzz: ## feed damaged inputs to every reader, layout and drawing: make fuzz SECONDS=600
	@scripts/install
	@scripts/fuzz --seconds $(or $(SECONDS),600) $(TARGETS)

fuzz-short: ## the same for a minute, with a build that is not optimized
	@scripts/install
	@scripts/fuzz --quick-build --seconds 60

memcheck: ## lay out hostile messages and run the tests of C libraries under valgrind, or TARGETS="FontsTests"
	@scripts/install valgrind
	@scripts/memcheck $(TARGETS)

memcheck-built: ## run the tests of three C libraries under valgrind, in the build of make test
	@scripts/install valgrind
	@scripts/memcheck --built .build/whole FreeTypeTests HarfBuzzTests HyphenTests

hostile: ## try hostile messages and files under the address sanitizer, and the growth of their cost
	@scripts/install python3 libharfbuzz-bin
	@scripts/run-hostile
	@$(DEMO_BUILD)
	@scripts/run-hostile --growth

determinism: ## compare layouts and pictures over runs, threads, locales, zones, processors; debug and release
	@scripts/install python3
	@$(DEMO_BUILD)
	@scripts/determinism

corpus: ## compare the corpus with its approved results
	@$(DEMO_BUILD)
	@$(GALLEY) corpus run

approve: ## approve the current result of a case: make approve NAME=case
	@test -n "$(NAME)" || { echo "usage: make approve NAME='case...'" >&2; exit 64; }
	@$(DEMO_BUILD)
	@$(GALLEY) corpus approve $(NAME)

bench: ## benchmark Galley, Pango and other engines on the same messages
	@scripts/install $(BENCH_PACKAGES)
	@Benchmarks/run
	@Benchmarks/plot

bench-against: ## benchmark beside another revision: make bench-against REV=main~10
	@test -n "$(REV)" || { echo "usage: make bench-against REV=revision" >&2; exit 64; }
	@scripts/install
	@Benchmarks/against $(REV)

bench-scripts: ## benchmark each of Latin, Arabic, Thai, CJK and other scripts alone
	@scripts/install $(BENCH_PACKAGES)
	@Benchmarks/scripts

batch-memory: ## measure the memory of galley batch over 100,000, 500,000 and 1,000,000 messages
	@scripts/build-program galley
	@scripts/measure-batch

bench-batch: ## benchmark 10,000 messages drawn to PNG, and the share of each stage
	@scripts/install
	@Benchmarks/batch

growth: ## measure and plot how cost grows with texts, messages and threads
	@scripts/install
	@Benchmarks/growth

instructions: ## count the instructions of fixed workloads, and compare with the recorded counts
	@scripts/install valgrind python3
	@$(DEMO_BUILD)
	@GALLEY_FONTS=$$(scripts/font-manifest) scripts/instructions

instructions-library: libgalley ## the same for workloads of the library, which is built sooner
	@scripts/install valgrind python3 gcc
	@GALLEY_FONTS=$$(scripts/font-manifest) scripts/instructions --library

soak: ## measure memory, descriptors and threads over 1,000,000 messages, 10 minutes of scrolling, 100,000 edits
	@scripts/install python3
	@$(DEMO_BUILD)
	@$(BUILD) galley-view
	@GALLEY_FONTS=$$(scripts/font-manifest) scripts/soak --count $(or $(COUNT),1000000)

mutate: ## change the program at single places and check that tests fail: make mutate COUNT=200 SEED=1
	@scripts/install python3
	@scripts/mutate --count $(or $(COUNT),200) --seed $(or $(SEED),1)

limits: ## lift one bound after the other, and check that the tests of Documentation/Limits.md fail
	@scripts/install python3 binutils
	@scripts/try-limits

coverage: ## measure the lines and regions of each module that the tests run
	@scripts/install python3
	@scripts/coverage

nightly: ## run all slow checks and write a table of their outcomes to .build/nightly.md
	@scripts/nightly

compare-chromium: ## compare pictures and line breaks with headless Chromium
	@scripts/install chromium python3-pil python3-numpy
	@$(DEMO_BUILD)
	@scripts/compare-chromium ink
	@scripts/compare-chromium breaks

api: ## write API.md, the list of public names
	@scripts/install
	@GALLEY_UPDATE_API=1 $(SWIFT) test --disable-xctest --filter "list of public names"

docs: test-build ## write the documentation of every public name to .build/documentation
	@scripts/make-docs .build/documentation

declarations: ## compare our declarations of loaded libraries with their headers, which it installs
	@scripts/install python3 $(HEADER_PACKAGES)
	@scripts/check-declarations

fonts: ## regenerate Fonts/fonts.json from the installed fonts
	@scripts/make-font-manifest.py

testing-fonts: ## regenerate Fonts/testing
	@scripts/install python3-fonttools
	@/usr/bin/python3 Fonts/testing/generate.py

fonts-check: ## check that Fonts/ is up to date with its scripts
	@scripts/install python3-fonttools
	@/usr/bin/python3 Fonts/testing/generate.py --check
	@scripts/font-manifest >/dev/null

clean: ## remove build products and pictures
	@rm -rf .build demo Corpus/.store
