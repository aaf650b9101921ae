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
# Parts of a target: the second column.
fuzz_parts = $(shell sed -n 's/^$(1) *| *\([^|]*\)|.*/\1/p' $(FUZZ_TABLE))

FUZZ_COMMON := $(patsubst %.c,$(BUILD)/%.o,$(filter-out %/replay.c,$(wildcard fuzz/common/*.c)))
FUZZ_MAIN := $(if $(FUZZ_ENGINE),,$(BUILD)/fuzz/common/replay.o)

FUZZ_PART_tool := $(filter-out %/main.o,$(TOOL_OBJECTS))
FUZZ_LIBS_tool := -lelf -ljansson

$(BUILD)/fuzz/%.o: fuzz/%.c
	@mkdir -p $(@D)
	$(call QUIET,CC)$(COMPILE) -Iref -Ifuzz/common $(TOOL_CPPFLAGS) -c -o $@ $<

define fuzz_target
$(FUZZ)/$(1): $(BUILD)/fuzz/targets/$(1).o $(FUZZ_COMMON) $(FUZZ_MAIN) \
		$(foreach part,$(filter-out -,$(call fuzz_parts,$(1))),$(FUZZ_PART_$(part))) $(LIBRARY)
	$$(call QUIET,LD)$(FUZZ_LINK) $(CFLAGS) $(EXTRA_CFLAGS) $(LDFLAGS) $(EXTRA_LDFLAGS) -o $$@ $$^ $(FUZZ_ENGINE) \
		$(foreach part,$(filter-out -,$(call fuzz_parts,$(1))),$(FUZZ_LIBS_$(part)))
endef
$(foreach target,$(FUZZ_TARGETS),$(eval $(call fuzz_target,$(target))))

.PHONY: fuzz-targets
fuzz-targets: $(FUZZ_TARGETS:%=$(FUZZ)/%) ## the fuzz targets as programs that replay files; FUZZ_ENGINE=... for an engine

# --- As OSS-Fuzz builds them -------------------------------------------------------------------------------

# A combination is SANITIZER-ENGINE.  Those of every check have each sanitizer and each engine.
FUZZ_BUILDS := address-libfuzzer undefined-afl memory-none coverage-libfuzzer
FUZZ_BUILDS_all := $(foreach engine,libfuzzer afl none,$(addsuffix -$(engine),address undefined memory coverage))
OSS_FUZZ := fuzz/oss-fuzz/check --build $(BUILD)/oss-fuzz

.PHONY: fuzz-build-check fuzz-pr fuzz-libraries
fuzz-build-check: ## fuzz targets as OSS-Fuzz builds and checks them; ALL=1: every sanitizer with every engine
	$(if $(ALL),fuzz/oss-fuzz/prepare --sources-only $(BUILD)/oss-fuzz/source)
	$(OSS_FUZZ) $(if $(ALL),--source $(BUILD)/oss-fuzz/source $(FUZZ_BUILDS_all),$(FUZZ_BUILDS))
	$(PYTHON) -m pytest -q -p no:cacheprovider fuzz/tests/test_oss_fuzz.py

fuzz-pr: ## what a pull request's workflow does: build, check, fuzz each target for its share of SECONDS=240
	$(OSS_FUZZ) --fuzz $(or $(SECONDS),240) address-libfuzzer

# For build.sh: NAME: LIBRARY...
fuzz-libraries:
	@$(foreach target,$(FUZZ_TARGETS),\
		echo $(target): $(foreach part,$(filter-out -,$(call fuzz_parts,$(target))),$(FUZZ_LIBS_$(part)));)

-include $(wildcard $(BUILD)/fuzz/*/*.d)
