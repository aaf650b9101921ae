# The oracle: the library, what the program knows beyond it (files, JSON, scenarios), and their tests.

# REF_CFLAGS: of the library alone, where it runs for long and other code does not.
FLAGS_ref/lib := -Iref -ffreestanding $(REF_CFLAGS)
FLAGS_ref/tool := -Iref
FLAGS_ref/tool/notation := -Iref
FLAGS_ref/tests/unit := -Iref
FLAGS_programs/sframe-ref := -Iref -Iref/tool

$(call library,ref,$(wildcard ref/lib/*.c))
$(call library,tool,$(wildcard ref/tool/*.c ref/tool/notation/*.c))
$(call program,sframe-ref,programs/sframe-ref.c,tool common ref,-lelf -ljansson $(ALONE))

LIBRARY := $(BUILD)/libsframe-ref.a
TOOL := $(BUILD)/sframe-ref

# --- The oracle for a page: WebAssembly

WASM := $(BUILD)/sframe-ref.wasm
WASM_SOURCES := ref/wasm/page.c $(wildcard ref/lib/*.c) $(addprefix ref/tool/,annotate.c dump.c json.c model.c subject.c) \
	ref/tool/notation/rows_fit.c common/safe_text.c
$(WASM): $(WASM_SOURCES) $(wildcard ref/*.h ref/*.def ref/lib/*.h ref/tool/*.h ref/tool/notation/*.h common/*.h)
	$(call QUIET,WASM)clang --target=wasm32-wasi --sysroot=/usr -mexec-model=reactor $(STANDARD) $(WARNINGS) -Werror $(DEFINES) \
		-Oz -flto -Wl,-s -Wl,--stack-first -Wl,--max-memory=536870912 -Iref -Iref/tool -o $@ $(WASM_SOURCES)

# --- Tests

UNIT_TESTS := $(patsubst ref/tests/unit/%.c,%,$(wildcard ref/tests/unit/test_*.c))
TEST_PROGRAMS := $(UNIT_TESTS:%=$(BUILD)/%)
LINKED_test_walk := -Wl,--wrap=sfr_read_row # it counts the rows that are read
# It makes charges fail, and counts failures.
LINKED_test_budget := -Wl,--wrap=tool_input_spend,--wrap=tool_input_spend_each,--wrap=tool_input_fail -lelf -ljansson
LINKED_test_notation := -lelf -ljansson
LINKED_test_page := -lelf -ljansson
UNIT_SHARED := ref/tests/unit/sections.c ref/tests/unit/built.c
$(foreach test,$(UNIT_TESTS),$(call program,$(test),ref/tests/unit/$(test).c $(UNIT_SHARED),tool common ref,\
	$(LINKED_$(test)) -lcmocka))

# What an emulated host leaves to others, and why nothing of it can differ there.
#
#   host   test           runs on            with this in common
#   arm64  test_walk      this host, gcc     little-endian, 64 bits, the same sizes and alignments of all types
#                         test-sanitized     the same, and char is unsigned, as it is there: FUZZ_BUILDS
#          test_clauses,  the same           the same; the other files of TOOL_TESTS show on arm64 that its processor and
#          _relocations,                     its libraries do what they do elsewhere
#          _container,
#          _notation
#
#   s390x  test_walk      fuzz-check         its byte order: inputs of fuzz targets are replayed there
#          differential-  fuzz-check, i386   all but the byte order, in which the oracle is compared by differential-oracle;
#          zoo                               the zoo is run on this host alone
#          families       the same           the same; same-vectors compares what the generator makes on s390x
#
# It is C alone: no file, no thread, no floating point, so that is all that a host can make of it.
LEFT_TO_OTHERS_arm64 := test_walk test_clauses test_relocations test_container test_notation
LEFT_TO_OTHERS_s390x := test_walk differential-zoo families

# TOOL_TESTS are run in every build.  HOST_TESTS are about this tree, or what the tool does with memory, files and words,
# which no byte order and no compiler changes: other builds name those of them that they want.
TOOL_TESTS := sections clauses elf relocations container notation unwind
HOST_TESTS ?= catalogue quotes hostile command-line.t output limits

LEFT_TO_OTHERS ?=
TESTS_HERE = $(filter-out $(LEFT_TO_OTHERS:%=$(BUILD)/%),$(TEST_PROGRAMS))

.PHONY: unit-tests tool-tests test
unit-tests: $(TESTS_HERE)
	@status=0; for test in $(TESTS_HERE); do $(EMULATOR) $$test || status=1; done; exit $$status

tool-tests: $(TOOL)
	SFRAME_REF="$(EMULATOR) $(TOOL)" $(PYTEST) $(patsubst %,ref/tests/%.py,$(filter-out $(LEFT_TO_OTHERS),$(addprefix test_,$(TOOL_TESTS) $(filter-out %.t,$(HOST_TESTS)))))
	$(foreach transcript,$(filter %.t,$(HOST_TESTS)),BUILD=$(BUILD) $(CRAM) ref/tests/$(transcript) &&) true

test: unit-tests tool-tests ## all tests of the oracle

# --- The same in other builds

.PHONY: test-i386 test-arm64 test-s390x coverage

# Other hosts: 32 bits; another processor; another byte order.  ci/foreign exits 3 where one is not to be had.
HOST_TESTS_i386 := hostile # sizes of 32 bits
test-i386 test-arm64 test-s390x: test-%: ## the same, as on another machine
	@ci/foreign $*
	$(MAKE) --no-print-directory test $(VARIANT_FOREIGN) HOST_TESTS=$(HOST_TESTS_$*) LEFT_TO_OTHERS="$(LEFT_TO_OTHERS_$*)"

# --- Coverage

COVERAGE := --root . --filter "ref/(lib|tool)/" --filter programs/sframe-ref.c --exclude-unreachable-branches
coverage: ## all tests of the oracle, and what they cover of ref/: every line, 98% of branches; then fuzz-reached
	find build/coverage -name '*.gcda' -delete 2>/dev/null || true
	$(MAKE) --no-print-directory test $(VARIANT_coverage)
	gcovr $(COVERAGE) --branches --print-summary --fail-under-line 100 --fail-under-branch 98 build/coverage
	@$(MAKE) --no-print-directory --silent fuzz-reached
