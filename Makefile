# sframe-conformance: every entry point; `make help` lists them.

VERSION := 0.1.0

CC ?= gcc
CFLAGS ?= -O2 -g
PYTHON ?= /usr/bin/python3
BUILD ?= build
PREFIX ?= /usr/local
DESTDIR ?=

# What a variant adds: WERROR=-Werror, EMULATOR='qemu-s390x ...', EXTRA_CFLAGS, EXTRA_LDFLAGS.
WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wstrict-prototypes \
	-Wmissing-prototypes -Wvla -Wcast-qual -Wpointer-arith -Wundef -Wformat=2
STANDARD := -std=c17
TOOL_CPPFLAGS := -D_GNU_SOURCE -DSFRAME_CONFORMANCE_VERSION='"$(VERSION)"'
# `make V=1` shows whole commands.
QUIET = $(if $(V),,@echo "  $(1) $@";)
COMPILE = $(CC) $(STANDARD) $(WARNINGS) $(WERROR) $(CPPFLAGS) $(CFLAGS) $(EXTRA_CFLAGS) -MMD -MP

LIB_SOURCES := $(wildcard ref/lib/*.c)
TOOL_SOURCES := $(wildcard ref/tool/*.c)
COMMON_SOURCES := $(wildcard common/*.c)
UNIT_TESTS := $(patsubst ref/tests/%.c,%,$(wildcard ref/tests/test_*.c))
LIB_OBJECTS := $(LIB_SOURCES:%.c=$(BUILD)/%.o)
COMMON_OBJECTS := $(COMMON_SOURCES:%.c=$(BUILD)/%.o)
TOOL_OBJECTS := $(TOOL_SOURCES:%.c=$(BUILD)/%.o) $(COMMON_OBJECTS)
TEST_PROGRAMS := $(UNIT_TESTS:%=$(BUILD)/%)
LIBRARY := $(BUILD)/libsframe-ref.a
TOOL := $(BUILD)/sframe-ref
GENERATOR_SOURCES := $(wildcard generator/*.c generator/families/*.c generator/exports/*.c)
GENERATOR_OBJECTS := $(GENERATOR_SOURCES:%.c=$(BUILD)/%.o)
GENERATOR := $(BUILD)/sframe-gen
GENERATOR_TEST := $(BUILD)/generator/tests/test_open

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SECONDARY:
RUNNER_SOURCES := $(wildcard conformance/runner/*.c conformance/runner/report/*.c)
RUNNER_OBJECTS := $(RUNNER_SOURCES:%.c=$(BUILD)/%.o)
RUNNER := $(BUILD)/sframe-conform
RUNNER_TESTS := $(patsubst conformance/runner/tests/%.c,$(BUILD)/conformance/%,\
	$(wildcard conformance/runner/tests/test_*.c))
ADAPTERS := $(BUILD)/adapters/oracle $(BUILD)/adapters/null

.PHONY: all help demo check bench coverage lint test test-clang test-sanitized test-i386 test-arm64 \
	test-s390x programs unit-tests tool-tests ledger scripts vectors same-vectors clauses trace planted generator-tests \
	kits-tests runner-tests page-tests fault-tests exit-tests zoo peers peers-check shared corpus corpus-real real-tests real-files real-peers \
	check-real regressions live live-tests live-ways producers install uninstall clean setup

all: $(LIBRARY) $(TOOL) $(GENERATOR) $(RUNNER) $(ADAPTERS) crosscheck ## build library, programs, adapters; installs nothing

help: ## this list
	@awk -F ':.*## ' '/^[a-z0-9 -]+:.*## / {printf "  make %-16s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# --- Building ----------------------------------------------------------------------------------------------

$(BUILD)/ref/lib/%.o: ref/lib/%.c
	@mkdir -p $(@D)
	$(call QUIET,CC)$(COMPILE) -Iref -ffreestanding -c -o $@ $<

$(BUILD)/common/%.o: common/%.c
	@mkdir -p $(@D)
	$(call QUIET,CC)$(COMPILE) $(RUNNER_CFLAGS) -D_GNU_SOURCE -c -o $@ $<

$(BUILD)/ref/tool/%.o: ref/tool/%.c
	@mkdir -p $(@D)
	$(call QUIET,CC)$(COMPILE) -Iref $(TOOL_CPPFLAGS) -c -o $@ $<

$(BUILD)/ref/tests/%.o: ref/tests/%.c
	@mkdir -p $(@D)
	$(call QUIET,CC)$(COMPILE) -Iref -D_GNU_SOURCE -c -o $@ $<

$(BUILD)/generator/%.o: generator/%.c
	@mkdir -p $(@D)
	$(call QUIET,CC)$(COMPILE) -Igenerator $(TOOL_CPPFLAGS) -c -o $@ $<

$(GENERATOR): $(GENERATOR_OBJECTS) $(COMMON_OBJECTS)
	$(call QUIET,LD)$(CC) $(CFLAGS) $(EXTRA_CFLAGS) $(LDFLAGS) $(EXTRA_LDFLAGS) -o $@ $^ -lelf

$(GENERATOR_TEST): $(BUILD)/generator/tests/test_open.o $(filter-out %/main.o,$(GENERATOR_OBJECTS)) $(COMMON_OBJECTS)
	$(call QUIET,LD)$(CC) $(CFLAGS) $(EXTRA_CFLAGS) $(LDFLAGS) $(EXTRA_LDFLAGS) -o $@ $^ -lcmocka -lelf

$(LIBRARY): $(LIB_OBJECTS)
	$(call QUIET,AR)rm -f $@ && $(AR) rcs $@ $^

$(TOOL): $(TOOL_OBJECTS) $(LIBRARY)
	$(call QUIET,LD)$(CC) $(CFLAGS) $(EXTRA_CFLAGS) $(LDFLAGS) $(EXTRA_LDFLAGS) -o $@ $^ -lelf -ljansson

$(BUILD)/test_%: $(BUILD)/ref/tests/test_%.o $(BUILD)/ref/tests/sections.o $(LIBRARY)
	$(call QUIET,LD)$(CC) $(CFLAGS) $(EXTRA_CFLAGS) $(LDFLAGS) $(EXTRA_LDFLAGS) -o $@ $^ -lcmocka

# It counts the rows that are read.
$(BUILD)/test_walk: override EXTRA_LDFLAGS += -Wl,--wrap=sfr_read_row

# The titles of the ledger, for reports.
$(BUILD)/ledger.inc: $(wildcard conformance/ledger/*.json)
	@mkdir -p $(@D)
	$(call QUIET,SED)sed -n 's/^  "id": \("[^"]*"\),$$/{\1,/p; s/^  "title": \(".*"\),$$/ \1},/p' $^ >$@

$(BUILD)/conformance/runner/report/json.o: $(BUILD)/ledger.inc

$(BUILD)/conformance/runner/%.o: conformance/runner/%.c
	@mkdir -p $(@D)
	$(call QUIET,CC)$(COMPILE) $(RUNNER_CFLAGS) -Iref -I$(BUILD) $(TOOL_CPPFLAGS) -c -o $@ $<

$(RUNNER): $(RUNNER_OBJECTS) $(filter-out %/main.o,$(TOOL_OBJECTS)) $(LIBRARY)
	$(call QUIET,LD)$(CC) $(CFLAGS) $(EXTRA_CFLAGS) $(LDFLAGS) $(EXTRA_LDFLAGS) -o $@ $^ -ljansson -lelf

$(BUILD)/conformance/test_%: $(BUILD)/conformance/runner/tests/test_%.o \
		$(filter-out %/main.o,$(RUNNER_OBJECTS) $(TOOL_OBJECTS)) $(LIBRARY)
	$(call QUIET,LD)$(CC) $(CFLAGS) $(EXTRA_CFLAGS) $(LDFLAGS) $(EXTRA_LDFLAGS) -o $@ $^ -lcmocka -ljansson -lelf

$(BUILD)/conformance/adapters/%.o: conformance/adapters/%.c
	@mkdir -p $(@D)
	$(call QUIET,CC)$(COMPILE) -Iref $(TOOL_CPPFLAGS) -c -o $@ $<

$(BUILD)/adapters/oracle: $(BUILD)/conformance/adapters/oracle.o \
		$(filter-out %/main.o,$(TOOL_OBJECTS)) $(LIBRARY)
	@mkdir -p $(@D)
	$(call QUIET,LD)$(CC) $(CFLAGS) $(EXTRA_CFLAGS) $(LDFLAGS) $(EXTRA_LDFLAGS) -o $@ $^ -lelf -ljansson


$(BUILD)/adapters/null: $(BUILD)/conformance/adapters/null.o $(COMMON_OBJECTS)
	@mkdir -p $(@D)
	$(call QUIET,LD)$(CC) $(CFLAGS) $(EXTRA_CFLAGS) $(LDFLAGS) $(EXTRA_LDFLAGS) -o $@ $^

-include $(wildcard $(BUILD)/conformance/*/*.d $(BUILD)/conformance/*/*/*.d)
-include $(wildcard $(BUILD)/common/*.d $(BUILD)/ref/*/*.d $(BUILD)/generator/*.d $(BUILD)/generator/*/*.d)

programs: all $(TEST_PROGRAMS)

# --- Testing -----------------------------------------------------------------------------------------------

# The tests of one build.  HOST_TESTS= leaves out those that are about this tree and not about a build.
HOST_TESTS ?= ref/tests/test_catalogue.py ref/tests/test_quotes.py ref/tests/test_install.py
TOOL_TESTS := $(addprefix ref/tests/,test_sections.py test_clauses.py test_elf.py test_hostile.py \
	test_tool.py test_unwind.py)

unit-tests: $(TEST_PROGRAMS)
	@status=0; for test in $(TEST_PROGRAMS); do $(EMULATOR) $$test || status=1; done; exit $$status

tool-tests: $(TOOL)
	SFRAME_REF="$(EMULATOR) $(TOOL)" $(PYTHON) -m pytest -q -p no:cacheprovider $(TOOL_TESTS) $(HOST_TESTS)

test: unit-tests tool-tests ## all tests of this build, quickly (needs what `make setup` installs)

test-clang: ## all tests, built by clang
	$(MAKE) --no-print-directory test BUILD=build/clang CC=clang WERROR=-Werror HOST_TESTS=

SANITIZERS := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
test-sanitized: ## all tests under ASan and UBSan
	$(MAKE) --no-print-directory test BUILD=build/sanitized CFLAGS='-O1 -g' EXTRA_CFLAGS='$(SANITIZERS)' \
		WERROR=-Werror HOST_TESTS=

# Other hosts: 32 bits; another processor; another byte order.  ci/foreign exits 3 where one is not to be had.
test-i386 test-arm64 test-s390x: test-%: ## all tests as on another host
	@ci/foreign $*
	$(MAKE) --no-print-directory test BUILD=build/$* CC="$$(ci/foreign --cc $*)" WERROR=-Werror \
		EXTRA_CFLAGS="$$(ci/foreign --cflags $*)" EXTRA_LDFLAGS="$$(ci/foreign --ldflags $*)" \
		EMULATOR="$$(ci/foreign --run $*)" HOST_TESTS=

COVERAGE := --root . --filter "ref/(lib|tool)/" --exclude-unreachable-branches
coverage: ## coverage of ref/ by its tests: every line, 98% of branches
	find build/coverage -name '*.gcda' -delete 2>/dev/null || true
	$(MAKE) --no-print-directory test BUILD=build/coverage CFLAGS='-O0 -g --coverage' HOST_TESTS=
	gcovr $(COVERAGE) --branches build/coverage
	gcovr $(COVERAGE) --print-summary --fail-under-line 100 --fail-under-branch 98 build/coverage

CORPUS_INCLUDES := -Iref -Icorpus/crosscheck -Icorpus/convert
# Some files at a time, on every core.
TIDY = printf '%s\n' $(1) | FLAGS='$(STANDARD) -D_GNU_SOURCE -DSFRAME_CONFORMANCE_VERSION="$(VERSION)" $(2)' xargs -n 3 -P $$(nproc) \
	sh -c 'clang-tidy --quiet --warnings-as-errors="*" "$$@" -- $$FLAGS' tidy 2>&1 | \
	{ ! grep -v 'warnings generated'; }
CPPCHECK := cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,style,performance,portability \
	--inline-suppr --suppressions-list=ref/cppcheck.suppressions $(TOOL_CPPFLAGS)
CONFORMANCE_SOURCES := $(filter-out %/libsframe.c,$(wildcard conformance/*/*.c conformance/runner/*/*.c \
	conformance/kits/c/*.c)) # that one needs a header that not all have
FUZZ_SOURCES := $(filter-out %/kit.c %/libsframe.c %/bench_libsframe.c,$(wildcard fuzz/*.c fuzz/common/*.c fuzz/agree/*.c \
	fuzz/mutator/*.c fuzz/targets/*.c))
FUZZ_INCLUDED := -Iref -Igenerator -Ifuzz/common -Ifuzz/agree -Iconformance/kits/c -I.
lint: $(BUILD)/ledger.inc $(BUILD)/page.inc ## clang-tidy, cppcheck and gcc -fanalyzer
	$(call TIDY,$(COMMON_SOURCES))
	$(call TIDY,$(LIB_SOURCES) $(TOOL_SOURCES),-Iref)
	$(call TIDY,$(GENERATOR_SOURCES),-Igenerator)
	$(call TIDY,$(CONFORMANCE_SOURCES),-DFENCE_WRAPS -Iref -Iconformance/kits/c -I$(BUILD))
	$(call TIDY,$(wildcard corpus/crosscheck/*.c corpus/convert/*.c),$(CORPUS_INCLUDES))
	$(CPPCHECK) common
	$(CPPCHECK) -Iref ref/lib ref/tool
	$(CPPCHECK) -Igenerator generator
	$(CPPCHECK) -Iref -Iconformance/kits/c -I$(BUILD) $(CONFORMANCE_SOURCES)
	$(CPPCHECK) $(CORPUS_INCLUDES) corpus/crosscheck corpus/convert
	$(call TIDY,$(wildcard corpus/live/*.c),-Iref)
	$(CPPCHECK) -Iref corpus/live
	$(call TIDY,$(FUZZ_SOURCES),$(FUZZ_INCLUDED))
	$(call TIDY,$(wildcard ci/faults/*.c))
	$(CPPCHECK) ci/faults
	$(CPPCHECK) $(FUZZ_INCLUDED) $(FUZZ_SOURCES)
	$(MAKE) --no-print-directory all fuzz-targets build/analyzer/zoo BUILD=build/analyzer WERROR=-Werror EXTRA_CFLAGS=-fanalyzer \
		RUNNER_CFLAGS=-Wno-analyzer-malloc-leak # it loses sight of what arrays own

VECTORS := $(BUILD)/vectors.jsonl
$(VECTORS): $(GENERATOR)
	$(GENERATOR) emit --to $@

vectors: $(TOOL) $(VECTORS) ## the oracle against every generated vector
	conformance/agree --oracle $(TOOL) $(VECTORS)
	conformance/ledger/shown $(VECTORS)
	$(GENERATOR) coverage >$(BUILD)/coverage.txt

clauses: $(TOOL) $(VECTORS) ## the table of clauses and vectors; an orphan fails
	@conformance/clauses --oracle $(TOOL) $(VECTORS)

trace: $(GENERATOR) $(BUILD)/clauses.json ## a page with each clause: words of the texts, deciding lines, vectors, findings
	@$(GENERATOR) emit --core --to $(BUILD)/core.jsonl
	@conformance/trace --facts $(BUILD)/clauses.json --to $(BUILD)/trace.html $(BUILD)/core.jsonl
	@echo "The page of all clauses: $(BUILD)/trace.html"

# --- The zoo

ZOO := $(BUILD)/zoo
ZOO_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(wildcard conformance/zoo/*.c)) \
	$(BUILD)/conformance/kits/c/sframe_adapter.o
$(BUILD)/conformance/zoo/%.o: conformance/zoo/%.c
	@mkdir -p $(@D)
	$(call QUIET,CC)$(COMPILE) -Iconformance/kits/c $(TOOL_CPPFLAGS) -c -o $@ $<

$(BUILD)/conformance/kits/c/%.o: conformance/kits/c/%.c
	@mkdir -p $(@D)
	$(call QUIET,CC)$(COMPILE) -Iconformance/kits/c $(TOOL_CPPFLAGS) -c -o $@ $<

$(ZOO): $(ZOO_OBJECTS)
	$(call QUIET,LD)$(CC) $(CFLAGS) $(EXTRA_CFLAGS) $(LDFLAGS) $(EXTRA_LDFLAGS) -o $@ $^

zoo: $(ZOO) $(GENERATOR) $(RUNNER) ## a decoder with each of its bugs against the core vectors; BUGS=NAME... for some
	conformance/zoo/matrix --zoo $(ZOO) --generator $(GENERATOR) $(BUGS)
	$(if $(BUGS),,ZOO=$(ZOO) SFRAME_GEN=$(GENERATOR) SFRAME_CONFORM=$(RUNNER) \
		$(PYTHON) -m pytest -q -p no:cacheprovider conformance/zoo)

planted: $(TOOL) $(GENERATOR) ## errors planted in oracle and generator are caught; PLANTED=NAME for one
	conformance/planted --build $(BUILD) $(PLANTED)

generator-tests: $(TOOL) $(LIBRARY) $(GENERATOR) $(GENERATOR_TEST)
	$(GENERATOR_TEST)
	SFRAME_REF=$(TOOL) SFRAME_GEN=$(GENERATOR) $(PYTHON) -m pytest -q -p no:cacheprovider generator/tests

# --- Kits --------------------------------------------------------------------------------------------------

# C99 under the sanitizers; the answer limit is small, so that a test reaches it.
KITS := conformance/kits
KIT_C := $(CC) -std=c99 $(WARNINGS) -Werror -O1 -g $(SANITIZERS) -I$(KITS)/c
KIT_RUST := rustc --edition 2021 -D warnings -O
KIT_EXAMPLES := example example_decode
KIT_PROGRAMS := $(foreach name,$(KIT_EXAMPLES) odd,$(BUILD)/kits/c/$(name) $(BUILD)/kits/rust/$(name))

$(KIT_EXAMPLES:%=$(BUILD)/kits/c/%): $(BUILD)/kits/c/%: $(wildcard $(KITS)/c/*)
	@mkdir -p $(@D)
	$(call QUIET,CC)$(KIT_C) -o $@ $(KITS)/c/$*.c $(KITS)/c/tiny.c $(KITS)/c/sframe_adapter.c

$(BUILD)/kits/c/odd: $(KITS)/tests/odd.c $(wildcard $(KITS)/c/*)
	@mkdir -p $(@D)
	$(call QUIET,CC)$(KIT_C) -DADAPTER_ANSWER_LIMIT=65536 -o $@ $< $(KITS)/c/sframe_adapter.c

$(KIT_EXAMPLES:%=$(BUILD)/kits/rust/%): $(BUILD)/kits/rust/%: $(wildcard $(KITS)/rust/*.rs)
	@mkdir -p $(@D)
	$(call QUIET,RUSTC)$(KIT_RUST) -o $@ $(KITS)/rust/$*.rs

$(BUILD)/kits/rust/odd: $(KITS)/tests/odd.rs $(wildcard $(KITS)/rust/*.rs)
	@mkdir -p $(@D)
	$(call QUIET,RUSTC)$(KIT_RUST) -o $@ $<

kits-tests: $(KIT_PROGRAMS) $(RUNNER) $(GENERATOR) $(TOOL) ## the adapter kits in C, Python and Rust, and the tutorial
	KITS=$(BUILD)/kits SFRAME_CONFORM=$(RUNNER) SFRAME_GEN=$(GENERATOR) \
		$(PYTHON) -m pytest -q -p no:cacheprovider $(KITS)/tests

corpus: $(GENERATOR) ## regenerate what is generated in corpus/: the golden manifest
	$(GENERATOR) manifest | corpus/golden --update

# The same bytes from any compiler, width and byte order.
MANIFEST = $(MAKE) --no-print-directory build/$(1)/sframe-gen BUILD=build/$(1) WERROR=-Werror
same-vectors: $(GENERATOR) ## the generator's output, alike on every host
	$(GENERATOR) manifest --to $(BUILD)/manifest
	corpus/golden $(BUILD)/manifest
	$(call MANIFEST,clang) CC=clang
	build/clang/sframe-gen manifest | cmp - $(BUILD)/manifest
	$(call MANIFEST,sanitized) CFLAGS='-O1 -g' EXTRA_CFLAGS='$(SANITIZERS)'
	build/sanitized/sframe-gen manifest | cmp - $(BUILD)/manifest
	for host in i386 s390x; do \
		ci/foreign $$host && $(call MANIFEST,$$host) CC="$$(ci/foreign --cc $$host)" \
			EXTRA_CFLAGS="$$(ci/foreign --cflags $$host)" \
			EXTRA_LDFLAGS="$$(ci/foreign --ldflags $$host)" && \
		$$(ci/foreign --run $$host) build/$$host/sframe-gen manifest | cmp - $(BUILD)/manifest || exit; \
	done

runner-tests: $(RUNNER) $(ADAPTERS) $(TOOL) $(GENERATOR) $(RUNNER_TESTS) crosscheck ## sframe-conform against hostile adapters; its judge and reports
	@status=0; for test in $(RUNNER_TESTS); do $$test || status=1; done; exit $$status
	BUILD=$(BUILD) $(PYTHON) -m pytest -q -p no:cacheprovider conformance/runner/tests

ledger:
	$(PYTHON) conformance/ledger/check

scripts:
	cd ci && shellcheck setup foreign toolchain peer-sources llvm mold crate peers bench apt-private.sh ../fuzz/peers/build ../ref/demo ../ref/bench/run ../conformance/demo \
		../fuzz/oss-fuzz/build.sh ../fuzz/oss-fuzz/prepare ../.clusterfuzzlite/build.sh

setup: ## install what `make check` needs (says what, and why, before it does)
	@ci/setup check

check: setup ## every test, on every host, and every checker: what CI runs
	@$(MAKE) --no-print-directory --silent shared
	@ci/check

demo: ## build, run every reader found on this machine, print the matrix and write the page
	@ci/setup build demo
	@$(MAKE) --no-print-directory --silent all
	@ref/demo $(TOOL)
	@PYTHON=$(PYTHON) conformance/demo $(BUILD)

bench: ## speed and memory: the oracle beside GNU libsframe, the generator, the runner; hostile files that double in size
	@ci/setup bench
	@$(MAKE) --no-print-directory --silent all
	@ci/bench $(BUILD)

# --- Peers: other implementations, through conformance/adapters/ -------------------------------------------

# An adapter for a build of your own: make build/adapters/libsframe-mine LIBSFRAME_CFLAGS=-I... LIBSFRAME_LIBS=...
LIBSFRAME_CFLAGS ?=
LIBSFRAME_LIBS ?= -lsframe
LIBSFRAME_VERSION ?= unknown
LIBSFRAME_STAMP ?= # a file that is newer when the library is
FENCE := -DFENCE_WRAPS -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free
$(BUILD)/adapters/libsframe-%: conformance/adapters/libsframe.c conformance/adapters/fence.c \
		conformance/kits/c/sframe_adapter.c conformance/kits/c/sframe_adapter.h $(LIBSFRAME_STAMP)
	@mkdir -p $(@D)
	$(call QUIET,CC)$(CC) $(STANDARD) $(WARNINGS) $(WERROR) -D_GNU_SOURCE $(CPPFLAGS) $(CFLAGS) $(EXTRA_CFLAGS) \
		-DLIBSFRAME_VERSION='"$(LIBSFRAME_VERSION)"' -Iconformance/kits/c $(LIBSFRAME_CFLAGS) -o $@ \
		$(filter %.c,$^) $(FENCE) $(LIBSFRAME_LIBS)

$(BUILD)/adapters/fence.so: conformance/adapters/fence.c
	@mkdir -p $(@D)
	$(call QUIET,CC)$(CC) $(STANDARD) $(WARNINGS) $(WERROR) -D_GNU_SOURCE $(CFLAGS) -fPIC -shared -o $@ $<

# SIMPLE_FRAME_RS_CRATES: a folder with Cargo.toml, Cargo.lock and what they name; 0.3 brought a module a version.
SIMPLE_FRAME_RS_CRATES ?= conformance/adapters/simple-frame-rs
SIMPLE_FRAME_RS_VERSION ?= unknown
$(BUILD)/adapters/simple-frame-rs-%: conformance/adapters/simple-frame-rs/src/main.rs \
		conformance/kits/rust/sframe_adapter.rs $(SIMPLE_FRAME_RS_CRATES)/Cargo.toml
	@mkdir -p $@.crate
	@cp -r $(SIMPLE_FRAME_RS_CRATES)/. $@.crate
	@mkdir -p $@.crate/src
	@cp $(filter %.rs,$^) $@.crate/src
	$(call QUIET,CARGO)cd $@.crate && SIMPLE_FRAME_RS_VERSION=$(SIMPLE_FRAME_RS_VERSION) cargo build --quiet --release \
		$(if $(filter 0.1.% 0.2.%,$(SIMPLE_FRAME_RS_VERSION)),--features one-reader)
	@cp $@.crate/target/release/simple-frame-rs-adapter $@

peers: $(BUILD)/adapters/fence.so ## fetch other implementations, build their adapters; says which, and what is missing and why
	@ci/peers $(BUILD)


peers-check: peers $(BUILD)/sframe-conform $(GENERATOR) ## the peers over the core, each as its expectations say
	$(PYTHON) conformance/findings/index --check
	$(PYTHON) conformance/peers --build $(BUILD)

# --- The real corpus: sections of real toolchains -----------------------------------------------------------

REAL_VECTORS := $(BUILD)/real.jsonl
$(REAL_VECTORS): $(TOOL) corpus/vectors corpus/real.py corpus/real/list.txt
	corpus/vectors --oracle $(TOOL) --to $@

# Exit status 3 of a fetching script: this machine cannot have it, and corpus/build tells what that costs.
corpus-real: ## build the real corpus anew and tell what differs; UPDATE=1 commits it, ONLY='GLOB...' for some
	@for fetch in 'toolchain bookworm' 'toolchain trixie' 'toolchain forky' 'llvm 22' 'mold forky' 'mold sid'; do \
		ci/$$fetch || [ $$? = 3 ] || exit 1; \
	done
	corpus/build --to $(BUILD)/real $(if $(UPDATE),--update) $(ONLY)

real-tests: $(TOOL) $(REAL_VECTORS) ## the real corpus as committed: hashes, sidecars, every fault explained
	SFRAME_REF=$(TOOL) $(PYTHON) -m pytest -q -p no:cacheprovider corpus/tests/test_real.py
	conformance/agree --oracle $(TOOL) $(REAL_VECTORS)

real-peers: peers $(BUILD)/sframe-conform $(REAL_VECTORS) ## the real corpus and the readers of each generation
	$(PYTHON) conformance/findings/index --check
	$(PYTHON) conformance/peers --build $(BUILD) --real $(REAL_VECTORS)

producers: $(TOOL) ## what each assembler and linker made of our sources, and the findings behind it
	@corpus/producers --oracle $(TOOL) --json $(BUILD)/producers.json

# The first part that fails is the last.
check-real: ## all about real code, built anew: files, readers, producers, .eh_frame, this machine, stepped programs
	@for part in corpus-real real-tests real-files real-peers producers crosscheck-real sweep live; do \
		$(MAKE) --no-print-directory $$part || exit; \
	done

regressions: $(TOOL) ## the vectors of corpus/regressions: whole, and the oracle agrees
	SFRAME_REF=$(TOOL) $(PYTHON) -m pytest -q -p no:cacheprovider corpus/tests/test_regressions.py

real-files: $(TOOL) ## the files that `make corpus-real` left: relocated as pyelftools does it, and run
	SFRAME_REF=$(TOOL) REAL_FILES=$(BUILD)/real $(PYTHON) -m pytest -q -p no:cacheprovider corpus/tests/test_built.py

# --- Live truth ----------------------------------------------------------------------------------------------

LIVE := $(BUILD)/sframe-live
LIVE_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(wildcard corpus/live/*.c))
$(BUILD)/corpus/live/%.o: corpus/live/%.c
	@mkdir -p $(@D)
	$(call QUIET,CC)$(COMPILE) -Iref $(TOOL_CPPFLAGS) -c -o $@ $<

$(LIVE): $(LIVE_OBJECTS) $(LIBRARY) $(COMMON_OBJECTS)
	$(call QUIET,LD)$(CC) $(CFLAGS) $(EXTRA_CFLAGS) $(LDFLAGS) $(EXTRA_LDFLAGS) -o $@ $^ -lelf -ljansson

# Other ways to unwind; needs libunwind, which the rest does not.
LIVE_OTHERS := $(BUILD)/sframe-others
$(BUILD)/corpus/live/others/%.o: corpus/live/others/%.c
	@mkdir -p $(@D)
	$(call QUIET,CC)$(COMPILE) -Iref -Icorpus/live $(TOOL_CPPFLAGS) -c -o $@ $<

$(LIVE_OTHERS): $(BUILD)/corpus/live/others/main.o $(filter-out %/main.o,$(LIVE_OBJECTS)) $(LIBRARY) $(COMMON_OBJECTS)
	$(call QUIET,LD)$(CC) $(CFLAGS) $(EXTRA_CFLAGS) $(LDFLAGS) $(EXTRA_LDFLAGS) -o $@ $^ -lelf -ljansson \
		-lunwind-ptrace -lunwind-x86_64 -lunwind

LIVE_TEST := $(BUILD)/test_live_arch
$(LIVE_TEST): corpus/live/tests/test_arch.c $(BUILD)/corpus/live/arch.o
	$(call QUIET,CC)$(COMPILE) -Iref -Icorpus/live $(LDFLAGS) $(EXTRA_LDFLAGS) -o $@ $^ -lcmocka

live-tests: $(LIVE) $(LIVE_TEST) $(TOOL) ## stepped programs of this machine's compilers, and the steps that are recorded
	$(LIVE_TEST)
	SFRAME_LIVE=$(LIVE) $(PYTHON) -m pytest -q -p no:cacheprovider corpus/live/tests
	cat corpus/live/*.jsonl | conformance/agree --oracle $(TOOL) -

live: $(LIVE) ## programs of all toolchains, stepped: every frame against the calls themselves; ONLY='GLOB...' for some
	corpus/live/run --live $(LIVE) --to $(BUILD)/real --json $(BUILD)/live.json $(ONLY)

live-ways: $(LIVE_OTHERS) ## .sframe beside libunwind, backtrace(), gdb and frame pointers at every step: who is right, the time
	corpus/live/ways --others $(LIVE_OTHERS) --to $(BUILD)/real --json $(BUILD)/live-ways.json

-include $(wildcard $(BUILD)/corpus/live/*.d $(BUILD)/corpus/live/others/*.d)

# --- The report's page -------------------------------------------------------------------------------------

PAGE := conformance/runner/page
PAGE_RENDER := $(BUILD)/page-render

PAGE_SCRIPTS := $(addprefix $(PAGE)/,data.js elements.js summary.js producers.js failures.js case.js page.js)

# Words of the texts, and the lines of the oracle, by clause.
CITING := ref/clauses.def ref/quotes.txt $(sort $(wildcard ref/lib/*.[ch] ref/tool/*.[ch]))
$(BUILD)/clauses.json: $(PAGE)/clauses.awk $(CITING)
	@mkdir -p $(@D)
	$(call QUIET,AWK)awk -f $< $(CITING) >$@

# The template as lines of C strings, with style and scripts in it; the data goes where @DATA@ stands.
$(BUILD)/page.inc: $(PAGE)/page.html $(PAGE)/page.css $(PAGE_SCRIPTS) $(BUILD)/clauses.json
	@mkdir -p $(@D)
	$(call QUIET,EMBED)sed -e '/^@STYLE@$$/{r $(PAGE)/page.css' -e 'd}' -e '/^@SCRIPT@$$/{' \
		$(PAGE_SCRIPTS:%=-e 'r %') -e 'd}' -e '/^@CLAUSES@$$/{r $(BUILD)/clauses.json' -e 'd}' $< | \
		sed -e 's/[\\"?]/\\&/g' -e 's/.*/"&\\n",/' >$@

$(BUILD)/conformance/runner/report/html.o: $(BUILD)/page.inc

$(PAGE_RENDER): $(PAGE)/render.c $(addprefix $(BUILD)/conformance/runner/,report/html.o outlet.o text.o) $(COMMON_OBJECTS)
	$(call QUIET,CC)$(COMPILE) $(LDFLAGS) $(EXTRA_LDFLAGS) -o $@ $^ -ljansson

page-tests: $(PAGE_RENDER) $(TOOL) $(GENERATOR) ## the report's page in a headless Chromium
	PAGE_RENDER=$(PAGE_RENDER) SFRAME_REF=$(TOOL) SFRAME_GEN=$(GENERATOR) CLAUSE_FACTS=$(BUILD)/clauses.json \
		$(PYTHON) -m pytest -q -p no:cacheprovider conformance/runner/tests/test_page.py

# --- Faults, and how programs end

INJECT := $(BUILD)/inject
$(INJECT): ci/faults/inject.c ci/faults/calls.def
	@mkdir -p $(@D)
	$(call QUIET,CC)$(CC) $(STANDARD) $(WARNINGS) $(WERROR) -D_GNU_SOURCE $(CPPFLAGS) $(CFLAGS) -o $@ $<

fault-tests: all $(INJECT) $(ZOO) $(LIVE) $(PAGE_RENDER) ## each system call of a run of each program fails in turn; RUNS='NAME...' for some
	ci/faults/faults --build $(BUILD) $(RUNS)

exit-tests: all $(ZOO) $(LIVE) $(PAGE_RENDER) ## docs/exit-statuses.md, row by row, and output that is lost
	BUILD=$(BUILD) $(PYTHON) -m pytest -q -p no:cacheprovider ci/tests

# What several steps of the check need: built before they run side by side.
shared: all $(VECTORS) $(REAL_VECTORS) $(GENERATOR_TEST) $(RUNNER_TESTS) $(KIT_PROGRAMS) $(ZOO) $(PAGE_RENDER) $(LIVE) $(LIVE_TEST) $(INJECT)

# --- Truth from .eh_frame ----------------------------------------------------------------------------------

CROSSCHECK := $(BUILD)/sframe-crosscheck
CONVERT := $(BUILD)/sframe-convert
CROSSCHECK_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(wildcard corpus/crosscheck/*.c))
CONVERT_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(filter-out %/main.c,$(wildcard corpus/convert/*.c)))

$(BUILD)/corpus/%.o: corpus/%.c
	@mkdir -p $(@D)
	$(call QUIET,CC)$(COMPILE) $(RUNNER_CFLAGS) $(CORPUS_INCLUDES) $(TOOL_CPPFLAGS) -c -o $@ $<

crosscheck: $(CROSSCHECK) $(CONVERT) ## sframe-crosscheck and sframe-convert: SFrame and .eh_frame, for any ELF file
.PHONY: crosscheck crosscheck-tests crosscheck-real sweep

crosscheck-tests: crosscheck $(TOOL) ## SFrame of this machine's own binaries, converted, against their .eh_frame
	BUILD=$(BUILD) $(PYTHON) -m pytest -q -p no:cacheprovider corpus/tests/test_crosscheck.py \
		corpus/tests/test_hostile_cfi.py

crosscheck-real: crosscheck ## every file of the real corpus against its .eh_frame: each difference has its page
	corpus/crosscheck/real --crosscheck $(CROSSCHECK) --from $(BUILD)/real --json $(BUILD)/crosscheck-real.json

sweep: crosscheck ## every ELF file of this machine, converted, against its .eh_frame; PATHS='PATH...' for some
	corpus/sweep --crosscheck $(CROSSCHECK) --json $(BUILD)/sweep.json $(PATHS)

$(CROSSCHECK): $(CROSSCHECK_OBJECTS) $(CONVERT_OBJECTS) $(filter-out %/main.o,$(TOOL_OBJECTS)) $(LIBRARY)
	$(call QUIET,LD)$(CC) $(CFLAGS) $(EXTRA_CFLAGS) $(LDFLAGS) $(EXTRA_LDFLAGS) -o $@ $^ -ldw -lelf -ljansson

$(CONVERT): $(BUILD)/corpus/convert/main.o $(filter-out %/main.o,$(CROSSCHECK_OBJECTS)) $(CONVERT_OBJECTS) \
		$(filter-out %/main.o,$(TOOL_OBJECTS)) $(LIBRARY)
	$(call QUIET,LD)$(CC) $(CFLAGS) $(EXTRA_CFLAGS) $(LDFLAGS) $(EXTRA_LDFLAGS) -o $@ $^ -ldw -lelf -ljansson

-include $(wildcard $(BUILD)/corpus/*/*.d)

include fuzz/fuzz.mk
include fuzz/peers/peers.mk

# --- Installing --------------------------------------------------------------------------------------------

INSTALLED := bin/sframe-ref lib/libsframe-ref.a lib/pkgconfig/libsframe-ref.pc \
	include/sframe-ref/sframe-ref.h include/sframe-ref/clauses.def share/man/man1/sframe-ref.1

install: all ## to PREFIX (/usr/local), under DESTDIR if given
	install -d $(sort $(dir $(addprefix $(DESTDIR)$(PREFIX)/,$(INSTALLED))))
	install -m 755 $(TOOL) $(DESTDIR)$(PREFIX)/bin/
	install -m 644 $(LIBRARY) $(DESTDIR)$(PREFIX)/lib/
	install -m 644 ref/sframe-ref.h ref/clauses.def $(DESTDIR)$(PREFIX)/include/sframe-ref/
	install -m 644 ref/sframe-ref.1 $(DESTDIR)$(PREFIX)/share/man/man1/
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(VERSION)|' ref/libsframe-ref.pc.in \
		>$(DESTDIR)$(PREFIX)/lib/pkgconfig/libsframe-ref.pc

uninstall: ## what `make install` put there
	rm -f $(addprefix $(DESTDIR)$(PREFIX)/,$(INSTALLED))
	-rmdir $(DESTDIR)$(PREFIX)/include/sframe-ref

clean: ## everything built (not what ci/ fetched into .toolchains)
	rm -rf build
