# The oracle: the library, what the program knows beyond it (files, JSON, scenarios), and their tests.

FLAGS_ref/lib := -Iref -ffreestanding
FLAGS_ref/tool := -Iref
FLAGS_ref/tests/unit := -Iref
FLAGS_programs/sframe-ref := -Iref -Iref/tool

$(call library,ref,$(wildcard ref/lib/*.c))
$(call library,tool,$(wildcard ref/tool/*.c))
$(call program,sframe-ref,programs/sframe-ref.c,tool common ref,-lelf -ljansson)

LIBRARY := $(BUILD)/libsframe-ref.a
TOOL := $(BUILD)/sframe-ref

UNIT_TESTS := $(patsubst ref/tests/unit/%.c,%,$(wildcard ref/tests/unit/test_*.c))
TEST_PROGRAMS := $(UNIT_TESTS:%=$(BUILD)/%)
LINKED_test_walk := -Wl,--wrap=sfr_read_row # it counts the rows that are read
# It makes charges fail, and counts failures.
LINKED_test_budget := -Wl,--wrap=tool_input_spend,--wrap=tool_input_spend_each,--wrap=tool_input_fail -lelf -ljansson
UNIT_SHARED := ref/tests/unit/sections.c ref/tests/unit/built.c
$(foreach test,$(UNIT_TESTS),$(call program,$(test),ref/tests/unit/$(test).c $(UNIT_SHARED),tool common ref,\
	$(LINKED_$(test)) -lcmocka))

# What an emulated host leaves to others, and why nothing of it can differ there.
#
#   host   test           runs on            with this in common
#   arm64  test_totality  this host, gcc     little-endian, 64 bits, the same sizes and alignments of all types
#                         this host, clang   the same, and char is unsigned, as it is there: VARIANT_clang
#
# It is C alone: no file, no thread, no floating point, so that is all that a host can make of it.  s390x leaves nothing
# out: no other host has its byte order.
LEFT_TO_OTHERS_arm64 := test_totality

# The tests of one build.  HOST_TESTS= leaves out those that are about this tree and not about a build.
HOST_TESTS ?= ref/tests/test_catalogue.py ref/tests/test_quotes.py
TOOL_TESTS := $(addprefix ref/tests/,test_sections.py test_clauses.py test_elf.py test_relocations.py test_container.py \
	test_hostile.py test_command_line.py test_output.py test_flip.py test_limits.py test_notation.py test_unwind.py)

LEFT_TO_OTHERS ?=
TESTS_HERE = $(filter-out $(LEFT_TO_OTHERS:%=$(BUILD)/%),$(TEST_PROGRAMS))

.PHONY: unit-tests tool-tests test
unit-tests: $(TESTS_HERE)
	@status=0; for test in $(TESTS_HERE); do $(EMULATOR) $$test || status=1; done; exit $$status

tool-tests: $(TOOL)
	SFRAME_REF="$(EMULATOR) $(TOOL)" $(PYTEST) $(TOOL_TESTS) $(HOST_TESTS)

test: unit-tests tool-tests ## all tests of the oracle

# --- The same in other builds

.PHONY: test-clang test-sanitized test-i386 test-arm64 test-s390x coverage
test-clang: ## the same, compiled by clang, where char is unsigned
	$(MAKE) --no-print-directory test $(VARIANT_clang) HOST_TESTS=

test-sanitized: ## the same, with ASan and UBSan
	$(MAKE) --no-print-directory test $(VARIANT_sanitized) HOST_TESTS=

# Other hosts: 32 bits; another processor; another byte order.  ci/foreign exits 3 where one is not to be had.
test-i386 test-arm64 test-s390x: test-%: ## the same, as on another machine
	@ci/foreign $*
	$(MAKE) --no-print-directory test $(VARIANT_FOREIGN) HOST_TESTS= LEFT_TO_OTHERS="$(LEFT_TO_OTHERS_$*)"

# --- Coverage

COVERAGE := --root . --filter "ref/(lib|tool)/" --filter programs/sframe-ref.c --exclude-unreachable-branches
coverage: ## coverage of ref/ by its tests: every line, 98% of branches
	find build/coverage -name '*.gcda' -delete 2>/dev/null || true
	$(MAKE) --no-print-directory test BUILD=build/coverage CFLAGS='-O0 -g --coverage' HOST_TESTS=
	gcovr $(COVERAGE) --branches --print-summary --fail-under-line 100 --fail-under-branch 98 build/coverage
