# Fuzz targets: part of the Makefile.  A build is a folder, a compiler, its flags and an engine:
#
#   make fuzz-targets BUILD=build/mine CC=clang EXTRA_CFLAGS='-fsanitize=fuzzer-no-link,address' \
#       FUZZ_ENGINE=-fsanitize=fuzzer
#
# FUZZ_ENGINE is what gives a target its main(); without it that is common/replay.c, which replays files.
# FUZZ_MUTATOR=no leaves the structure-aware mutator out of targets whose input is a case.
# FUZZ_LINK links (build.sh: the C++ compiler, as engines are written in it).

FUZZ_ENGINE ?=
FUZZ_LINK ?= $(CC)
FUZZ := $(BUILD)/fuzz
FUZZ_TABLE := fuzz/targets.txt
FUZZ_TARGETS := $(shell sed -n 's/^\([a-z][a-z-]*\) *|.*/\1/p' $(FUZZ_TABLE))
# Parts of a target: the second column; of what its input is: the third.
fuzz_parts = $(shell sed -n 's/^$(1) *| *\([^|]*\)|.*/\1/p' $(FUZZ_TABLE))
FUZZ_CASE_TARGETS := $(shell sed -n 's/^\([a-z][a-z-]*\) *|[^|]*| *case *|.*/\1/p' $(FUZZ_TABLE))

FUZZ_COMMON := $(patsubst %.c,$(BUILD)/%.o,$(filter-out %/replay.c,$(wildcard fuzz/common/*.c)))
FUZZ_MAIN := $(if $(FUZZ_ENGINE),,$(BUILD)/fuzz/common/replay.o)

FUZZ_PART_tool := $(filter-out %/main.o,$(TOOL_OBJECTS))
FUZZ_LIBS_tool := -lelf -ljansson

$(BUILD)/fuzz/%.o: fuzz/%.c
	@mkdir -p $(@D)
	$(call QUIET,CC)$(COMPILE) -Iref -Ifuzz/common $(TOOL_CPPFLAGS) -c -o $@ $<

# The mutator is no part of what is measured, and has to be fast: neither coverage nor sanitizers.
FUZZ_MUTATOR ?= $(if $(FUZZ_ENGINE),yes,no)
MUTATOR_CC ?= $(if $(findstring afl-,$(CC)),clang,$(CC))
MUTATOR_SOURCES := $(wildcard fuzz/mutator/*.c)
MUTATOR_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(filter-out %/afl.c,$(MUTATOR_SOURCES)))
MUTATOR_COMPILE = $(MUTATOR_CC) $(STANDARD) $(WARNINGS) $(WERROR) $(CPPFLAGS) -MMD -MP -D_GNU_SOURCE -Igenerator \
	$(filter-out -fsanitize% -fno-sanitize% -fprofile% -fcoverage% --coverage,$(CFLAGS) $(EXTRA_CFLAGS)) -O2

$(BUILD)/fuzz/mutator/%.o: fuzz/mutator/%.c
	@mkdir -p $(@D)
	$(call QUIET,CC)$(MUTATOR_COMPILE) -c -o $@ $<

$(FUZZ)/mutator.so: $(filter-out %/libfuzzer.c,$(MUTATOR_SOURCES)) $(wildcard fuzz/mutator/*.h fuzz/mutator/*.def)
	@mkdir -p $(@D)
	$(call QUIET,CC)$(MUTATOR_COMPILE) -fPIC -shared -Wl,-Bsymbolic $(LDFLAGS) -o $@ $(filter %.c,$^)

define fuzz_target
$(FUZZ)/$(1): $(BUILD)/fuzz/targets/$(1).o $(FUZZ_COMMON) $(FUZZ_MAIN) \
		$(if $(filter $(1),$(if $(filter yes,$(FUZZ_MUTATOR)),$(FUZZ_CASE_TARGETS))),$(MUTATOR_OBJECTS)) \
		$(foreach part,$(filter-out -,$(call fuzz_parts,$(1))),$(FUZZ_PART_$(part))) $(LIBRARY)
	$$(call QUIET,LD)$(FUZZ_LINK) $(CFLAGS) $(EXTRA_CFLAGS) $(LDFLAGS) $(EXTRA_LDFLAGS) -o $$@ $$^ $(FUZZ_ENGINE) \
		$(foreach part,$(filter-out -,$(call fuzz_parts,$(1))),$(FUZZ_LIBS_$(part)))
endef
$(foreach target,$(FUZZ_TARGETS),$(eval $(call fuzz_target,$(target))))

.PHONY: fuzz-targets
fuzz-targets: $(FUZZ_TARGETS:%=$(FUZZ)/%) ## the fuzz targets as programs that replay files; FUZZ_ENGINE=... for an engine

# --- The mutator's tests: its own objects, as all else here leaves the sanitizers out of it.

# The core vectors as cases.
$(FUZZ)/core: $(GENERATOR) fuzz/core fuzz/cases.py
	@rm -rf $@ && mkdir -p $(@D)
	$(call QUIET,CORE)fuzz/core --generator $(GENERATOR) --to $@

MUTATOR_TESTED := $(filter-out %/libfuzzer.c,$(MUTATOR_SOURCES)) fuzz/tests/cases.c
MUTATOR_TEST_FLAGS := $(STANDARD) $(WARNINGS) $(WERROR) -D_GNU_SOURCE -Iref -Igenerator -Ifuzz/common -Ifuzz/mutator
MUTATOR_HEADERS := $(wildcard fuzz/mutator/*.h fuzz/mutator/*.def fuzz/tests/*.h)
$(FUZZ)/test_mutator: fuzz/tests/test_mutator.c $(MUTATOR_TESTED) fuzz/common/case.c fuzz/common/law.c $(LIBRARY) $(MUTATOR_HEADERS)
	@mkdir -p $(@D)
	$(call QUIET,CC)$(CC) $(MUTATOR_TEST_FLAGS) -O1 -g $(SANITIZERS) -o $@ $(filter %.c %.a,$^) -lcmocka

$(FUZZ)/time_mutator: fuzz/tests/time_mutator.c $(MUTATOR_TESTED) $(MUTATOR_HEADERS)
	@mkdir -p $(@D)
	$(call QUIET,CC)$(CC) $(MUTATOR_TEST_FLAGS) -O2 -o $@ $(filter %.c,$^)

.PHONY: fuzz-mutator-tests fuzz-mutator-speed
fuzz-mutator-tests: $(FUZZ)/test_mutator $(FUZZ)/core $(FUZZ)/mutator.so ## the mutator: total, deterministic, and what it makes is deep
	$(FUZZ)/test_mutator $(FUZZ)/core

fuzz-mutator-speed: $(FUZZ)/time_mutator $(FUZZ)/core ## mutations a second
	$(FUZZ)/time_mutator $(FUZZ)/core

.PHONY: fuzz-compare
fuzz-compare: $(FUZZ)/core ## a target with the mutator and without: TARGET=decode TIME=60 RUNS=3 SEEDS=FOLDER START=all|few|none
	fuzz/compare --seeds $(or $(SEEDS),$(FUZZ)/core) --time $(or $(TIME),60) --runs $(or $(RUNS),3) \
		$(if $(START),--start $(START)) $(or $(TARGET),decode)

-include $(wildcard $(BUILD)/fuzz/*/*.d)
