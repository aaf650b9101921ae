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
FUZZ_TABLE := fuzz/targets.txt
FUZZ_TARGETS := $(shell sed -n 's/^\([a-z][a-z-]*\) *|.*/\1/p' $(FUZZ_TABLE))
# Parts of a target: the second column.  A target of the kind differential-libsframe-2.46 is targets/differential.c
# with other parts; those that need what not everybody has are not in the table: FUZZ_PARTS_differential-... = ...
fuzz_parts = $(filter-out -,$(or $(FUZZ_PARTS_$(1)),$(shell sed -n 's/^$(1) *| *\([^|]*\)|.*/\1/p' $(FUZZ_TABLE))))
fuzz_source = $(firstword $(subst -, ,$(1)))

FUZZ_COMMON := $(patsubst %.c,$(BUILD)/%.o,$(filter-out %/replay.c,$(wildcard fuzz/common/*.c)))
FUZZ_MAIN := $(if $(FUZZ_ENGINE),,$(BUILD)/fuzz/common/replay.o)

FUZZ_PART_tool := $(filter-out %/main.o,$(TOOL_OBJECTS))
FUZZ_LIBS_tool := -lelf -ljansson

# The generator as a library, so that a target takes only what it uses; what the oracle reads as its model.
FUZZ_PART_generator := $(BUILD)/fuzz/libgenerator.a
FUZZ_PART_lift := $(patsubst %,$(BUILD)/fuzz/agree/%.o,lift demand hear shares) $(FUZZ_PART_generator)
FUZZ_INCLUDES_generator := -Igenerator
FUZZ_INCLUDES_lift := -Igenerator -Ifuzz/agree

$(BUILD)/fuzz/libgenerator.a: $(filter-out %/main.o,$(GENERATOR_OBJECTS))
	@mkdir -p $(@D)
	$(call QUIET,AR)rm -f $@ && $(AR) rcs $@ $^

# The runner's judge beside generator and kit, whose functions of the same names are others.
FUZZ_JUDGE_RENAMES := -Dglob_matches=judge_glob_matches -Danswer_number=judge_answer_number
FUZZ_JUDGE := $(patsubst %,$(BUILD)/fuzz/judge/%.o,vector judge compare text scenario)
$(BUILD)/fuzz/judge/%.o: conformance/runner/%.c
	@mkdir -p $(@D)
	$(call QUIET,CC)$(COMPILE) $(FUZZ_JUDGE_RENAMES) -Iref $(TOOL_CPPFLAGS) -c -o $@ $<

FUZZ_PART_agree := $(patsubst %,$(BUILD)/fuzz/agree/%.o,agree judging) $(FUZZ_JUDGE) $(FUZZ_PART_lift)
FUZZ_INCLUDES_agree := $(FUZZ_INCLUDES_lift)
FUZZ_LIBS_agree := -ljansson
$(BUILD)/fuzz/agree/%.o: FUZZ_INCLUDES = $(FUZZ_INCLUDES_agree)
$(BUILD)/fuzz/agree/judging.o: FUZZ_INCLUDES = $(FUZZ_JUDGE_RENAMES) -Ifuzz/agree
$(BUILD)/fuzz/agree/oracle_adapter.o $(BUILD)/fuzz/agree/kit.o: FUZZ_INCLUDES = $(FUZZ_ADAPTER) -Iconformance/kits/c

# Implementations in process: adapters on the kit, their main() one function among others.
FUZZ_ADAPTER := -Dmain=adapter_main -Wno-missing-prototypes
FUZZ_KIT := $(BUILD)/fuzz/agree/kit.o
FUZZ_PART_oracle := $(BUILD)/fuzz/agree/oracle_adapter.o $(FUZZ_KIT)
FUZZ_PART_zoo := $(patsubst conformance/zoo/%.c,$(BUILD)/fuzz/zoo/%.o,$(wildcard conformance/zoo/*.c)) \
	$(BUILD)/fuzz/agree/zoo_bug.o $(FUZZ_KIT)
FUZZ_PART_libsframe := $(BUILD)/fuzz/adapters/libsframe.o $(FUZZ_KIT)
FUZZ_LIBS_libsframe = $(LIBSFRAME_LIBS)
FUZZ_PARTS_differential-libsframe := agree libsframe

# ZOO_BARE: it reads where its bugs lead it, for sanitizers to see.
$(BUILD)/fuzz/zoo/%.o: conformance/zoo/%.c
	@mkdir -p $(@D)
	$(call QUIET,CC)$(COMPILE) $(FUZZ_ADAPTER) -DZOO_BARE -Iconformance/kits/c $(TOOL_CPPFLAGS) -c -o $@ $<

$(BUILD)/fuzz/adapters/%.o: conformance/adapters/%.c
	@mkdir -p $(@D)
	$(call QUIET,CC)$(COMPILE) $(FUZZ_ADAPTER) -DLIBSFRAME_VERSION='"$(LIBSFRAME_VERSION)"' -Iconformance/kits/c \
		$(LIBSFRAME_CFLAGS) $(TOOL_CPPFLAGS) -c -o $@ $<

$(BUILD)/fuzz/%.o: fuzz/%.c
	@mkdir -p $(@D)
	$(call QUIET,CC)$(COMPILE) -Iref -Ifuzz/common $(FUZZ_INCLUDES) $(TOOL_CPPFLAGS) -c -o $@ $<

define fuzz_target
$(BUILD)/fuzz/targets/$(call fuzz_source,$(1)).o: FUZZ_INCLUDES := $(foreach part,$(call fuzz_parts,$(1)),$(FUZZ_INCLUDES_$(part)))
$(FUZZ)/$(1): $(BUILD)/fuzz/targets/$(call fuzz_source,$(1)).o $(FUZZ_COMMON) $(FUZZ_MAIN) \
		$(foreach part,$(call fuzz_parts,$(1)),$(FUZZ_PART_$(part))) $(LIBRARY)
	$$(call QUIET,LD)$(FUZZ_LINK) $(CFLAGS) $(EXTRA_CFLAGS) $(LDFLAGS) $(EXTRA_LDFLAGS) -o $$@ $$^ $(FUZZ_ENGINE) \
		$(foreach part,$(call fuzz_parts,$(1)),$(FUZZ_LIBS_$(part)))
endef
$(foreach target,$(FUZZ_TARGETS) differential-libsframe,$(eval $(call fuzz_target,$(target))))

.PHONY: fuzz-targets
fuzz-targets: $(FUZZ_TARGETS:%=$(FUZZ)/%) ## the fuzz targets as programs that replay files; FUZZ_ENGINE=... for an engine

-include $(wildcard $(BUILD)/fuzz/*/*.d)
