# What is checked beside the tests of each folder.

# --- Lint --------------------------------------------------------------------------------------------------

# $(call tidy,SOURCES,FLAGS): some files at a time, on every core.
tidy = printf '%s\n' $(1) | FLAGS='$(STANDARD) -D_GNU_SOURCE -DSFRAME_CONFORMANCE_VERSION="$(VERSION)" $(2)' xargs -n 3 -P $$(nproc) \
	sh -c 'clang-tidy --quiet --warnings-as-errors="*" "$$@" -- $$FLAGS' tidy 2>&1 | \
	{ ! grep -v 'warnings generated'; }
CPPCHECK := cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,style,performance,portability \
	--inline-suppr --suppressions-list=ref/cppcheck.suppressions $(DEFINES)
# Not libsframe.c and sframe-others.c, which need headers that not all have.
CONFORMANCE_SOURCES := $(filter-out %/libsframe.c,$(wildcard conformance/*/*.c conformance/runner/*/*.c \
	conformance/kits/c/*.c))
FUZZ_SOURCES := $(filter-out %/libsframe.c %/bench_libsframe.c,$(wildcard fuzz/*.c fuzz/common/*.c fuzz/agree/*.c \
	fuzz/mutator/*.c fuzz/targets/*.c))
GENERATOR_PROGRAMS := programs/sframe-gen.c programs/choose-core.c
PROGRAMS := $(filter-out $(GENERATOR_PROGRAMS) programs/sframe-others.c,$(wildcard programs/*.c))

.PHONY: lint
lint: $(BUILD)/ledger.inc $(BUILD)/members.inc $(BUILD)/page.inc $(BUILD)/core.inc ## clang-tidy, cppcheck and gcc -fanalyzer
	$(call tidy,$(wildcard common/*.c))
	$(call tidy,$(wildcard ref/lib/*.c ref/tool/*.c),-Iref)
	$(call tidy,$(GENERATOR_SOURCES) $(wildcard generator/choose/*.c) $(GENERATOR_PROGRAMS),$(FLAGS_programs/choose-core))
	$(call tidy,$(CONFORMANCE_SOURCES),-DFENCE_WRAPS -Iref -Iconformance/kits/c -I$(BUILD))
	$(call tidy,$(wildcard corpus/crosscheck/*.c corpus/convert/*.c),$(CFI_FLAGS))
	$(call tidy,$(wildcard corpus/live/*.c),-Iref)
	$(foreach program,$(PROGRAMS),$(call tidy,$(program),$(FLAGS_$(program:.c=))) &&) true
	$(call tidy,$(FUZZ_SOURCES),$(FUZZ_INCLUDES))
	$(call tidy,$(wildcard ci/faults/*.c))
	$(CPPCHECK) common ci/faults
	$(CPPCHECK) -Iref ref/lib ref/tool
	$(CPPCHECK) $(FLAGS_programs/choose-core) generator $(GENERATOR_PROGRAMS)
	$(CPPCHECK) -Iref -Iconformance/kits/c -I$(BUILD) $(CONFORMANCE_SOURCES)
	$(CPPCHECK) $(CFI_FLAGS) corpus/crosscheck corpus/convert
	$(CPPCHECK) -Iref corpus/live
	$(CPPCHECK) $(FUZZ_INCLUDES) $(FUZZ_SOURCES)
	$(foreach program,$(PROGRAMS),$(CPPCHECK) $(FLAGS_$(program:.c=)) $(program) &&) true
	$(MAKE) --no-print-directory all fuzz-targets build/analyzer/choose-core build/analyzer/zoo BUILD=build/analyzer WERROR=-Werror EXTRA_CFLAGS=-fanalyzer \
		LEAK_CFLAGS=-Wno-analyzer-malloc-leak # it loses sight of what arrays own

.PHONY: scripts
scripts:
	cd ci && shellcheck setup foreign toolchain peer-sources llvm mold crate peers bench apt-private.sh ../fuzz/peers/build ../ref/demo ../ref/bench/run ../conformance/demo \
		../fuzz/oss-fuzz/build.sh ../fuzz/oss-fuzz/prepare ../.clusterfuzzlite/build.sh

# --- While editing ------------------------------------------------------------------------------------------

.PHONY: quick
quick: all $(TEST_PROGRAMS) ## what whoever edits runs again and again: builds, unit tests, the core through the oracle
	@$(MAKE) --no-print-directory --silent unit-tests >$(BUILD)/quick.txt 2>&1 || { cat $(BUILD)/quick.txt; exit 1; }
	@$(RUNNER) --core --strict --exact oracle=$(BUILD)/adapters/oracle

# --- Faults, and how programs end --------------------------------------------------------------------------

INJECT := $(BUILD)/inject
$(INJECT): ci/faults/inject.c ci/faults/calls.def
	$(call QUIET,CC)$(CC) $(STANDARD) $(WARNINGS) $(WERROR) -D_GNU_SOURCE $(CPPFLAGS) $(CFLAGS) -o $@ $<

.PHONY: fault-tests exit-tests
fault-tests: all $(INJECT) $(ZOO) $(LIVE) $(PAGE_RENDER) ## each system call of a run of each program fails in turn; RUNS='NAME...' for some
	ci/faults/faults --build $(BUILD) $(RUNS)

exit-tests: all $(CHOOSE) $(ZOO) $(LIVE) $(PAGE_RENDER) ## docs/exit-statuses.md, row by row, and output that is lost
	BUILD=$(BUILD) $(PYTEST) ci/tests

# What several steps of the check need: built before they run side by side.
.PHONY: shared
shared: all $(SERVED) $(CHOOSE) $(VECTORS) $(REAL_VECTORS) $(GENERATOR_TEST) $(RUNNER_TESTS) $(KIT_PROGRAMS) $(ZOO) $(PAGE_RENDER) $(LIVE) $(LIVE_TEST) $(INJECT)
