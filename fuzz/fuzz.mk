# Fuzz targets: part of the Makefile.  A build is a folder, a compiler, its flags and an engine:
#
#   make fuzz-targets BUILD=build/mine CC=clang EXTRA_CFLAGS='-fsanitize=fuzzer-no-link,address' \
#       FUZZ_ENGINE=-fsanitize=fuzzer
#
# FUZZ_ENGINE is what gives a target its main(); without it that is common/replay.c, which replays files.
# FUZZ_LINK links (build.sh: the C++ compiler, as engines are written in it).

FUZZ_ENGINE ?=
FUZZ_LINK ?= $(CC)
FUZZ := $(BUILD)/fuzz
# FUZZ_HOME has the table and the targets: others than ours in tests of what runs them.
FUZZ_HOME ?= fuzz
FUZZ_TABLE := $(FUZZ_HOME)/targets.txt
FUZZ_TARGETS := $(shell sed -n 's/^\([a-z][a-z-]*\) *|.*/\1/p' $(FUZZ_TABLE))
# Parts of a target: the second column.
fuzz_parts = $(shell sed -n 's/^$(1) *| *\([^|]*\)|.*/\1/p' $(FUZZ_TABLE))

FUZZ_COMMON := $(patsubst %.c,$(BUILD)/%.o,$(filter-out %/replay.c,$(wildcard fuzz/common/*.c)))
FUZZ_MAIN := $(if $(FUZZ_ENGINE),,$(BUILD)/fuzz/common/replay.o)

FUZZ_PART_tool := $(filter-out %/main.o,$(TOOL_OBJECTS))
FUZZ_LIBS_tool := -lelf -ljansson
# The runner's parsers: neither its processes nor its reports.
FUZZ_PART_runner := $(addprefix $(BUILD)/conformance/runner/,text.o vector.o scenario.o judge.o compare.o expect.o \
	select.o)
FUZZ_LIBS_runner := -ljansson

$(BUILD)/fuzz/%.o: fuzz/%.c
	@mkdir -p $(@D)
	$(call QUIET,CC)$(COMPILE) -Iref -Ifuzz/common -I. $(TOOL_CPPFLAGS) -c -o $@ $<

define fuzz_target
$(FUZZ)/$(1): $(BUILD)/$(FUZZ_HOME)/targets/$(1).o $(FUZZ_COMMON) $(FUZZ_MAIN) \
		$(foreach part,$(filter-out -,$(call fuzz_parts,$(1))),$(FUZZ_PART_$(part))) $(LIBRARY)
	$$(call QUIET,LD)$(FUZZ_LINK) $(CFLAGS) $(EXTRA_CFLAGS) $(LDFLAGS) $(EXTRA_LDFLAGS) -o $$@ $$^ $(FUZZ_ENGINE) \
		$(foreach part,$(filter-out -,$(call fuzz_parts,$(1))),$(FUZZ_LIBS_$(part)))
endef
$(foreach target,$(FUZZ_TARGETS),$(eval $(call fuzz_target,$(target))))

.PHONY: fuzz-targets
fuzz-targets: $(FUZZ_TARGETS:%=$(FUZZ)/%) ## the fuzz targets as programs that replay files; FUZZ_ENGINE=... for an engine

-include $(wildcard $(BUILD)/fuzz/*/*.d)

# --- Running them ------------------------------------------------------------------------------------------

# The builds that are run, by kind: make fuzz-program KIND=afl TARGET=decode leaves build/fuzz-afl/fuzz/decode.
# afl-clang-fast takes -fsanitize=fuzzer for its own driver, which is persistent.  libFuzzer does without traced
# comparisons, which made it three times slower; AFL++'s CmpLog looks at those.
FUZZ_KIND_libfuzzer := CC=clang FUZZ_ENGINE=-fsanitize=fuzzer \
	EXTRA_CFLAGS='-fsanitize=fuzzer-no-link -fno-sanitize-coverage=trace-cmp $(SANITIZERS)'
FUZZ_KIND_libfuzzer-alone := $(FUZZ_KIND_libfuzzer) FUZZ_MUTATOR=no
FUZZ_KIND_afl := CC=afl-clang-fast FUZZ_ENGINE=-fsanitize=fuzzer FUZZ_MUTATOR=no AFL_QUIET=1
FUZZ_KIND_afl-sanitized := $(FUZZ_KIND_afl) EXTRA_CFLAGS='$(SANITIZERS)'
FUZZ_KIND_afl-cmplog := $(FUZZ_KIND_afl) AFL_LLVM_CMPLOG=1

.PHONY: fuzz-program fuzz fuzz-all fuzz-promote
fuzz-program:
	@$(MAKE) --no-print-directory build/fuzz-$(KIND)/fuzz/$(TARGET) BUILD=build/fuzz-$(KIND) $(FUZZ_KIND_$(KIND))

TIME ?= 60
fuzz: $(GENERATOR) ## run a fuzz target: TARGET=decode TIME=60 [ENGINE=libfuzzer|afl] [JOBS=1]
	@fuzz/run --time $(TIME) --engine $(or $(ENGINE),libfuzzer) --jobs $(or $(JOBS),1) $(TARGET)

fuzz-all: $(GENERATOR) ## run all of them by both engines, a night on one machine: [TIME=8h] [JOBS=cores]
	@fuzz/run --time $(if $(filter command,$(origin TIME)),$(TIME),8h) $(if $(JOBS),--jobs $(JOBS))

fuzz-promote: $(TOOL) ## a find becomes a regression and the stub of a vector: FIND=... [TARGET=... NAME=...]
	@fuzz/promote $(if $(TARGET),--target $(TARGET)) $(if $(NAME),--name $(NAME)) $(FIND)
