# Fuzz targets: part of the Makefile.  A build is a folder, a compiler, its flags and an engine:
#
#   make fuzz-targets BUILD=build/mine CC=clang EXTRA_CFLAGS='-fsanitize=fuzzer-no-link,address' \
#       FUZZ_ENGINE=-fsanitize=fuzzer
#
# FUZZ_ENGINE is what gives a target its main(); without it that is common/replay.c, which replays files.
# FUZZ_MUTATOR=no leaves the structure-aware mutator out of targets whose input has sections.
# FUZZ_LINK links (build.sh: the C++ compiler, as engines are written in it).

FUZZ_ENGINE ?=
FUZZ_LINK ?= $(CC)
FUZZ := $(BUILD)/fuzz
# FUZZ_HOME has the table and the targets: others than ours in tests of what runs them.
FUZZ_HOME ?= fuzz
FUZZ_TABLE := $(FUZZ_HOME)/targets.txt
# Parts of a target: the second column.  A target of the kind differential-libsframe-2.46 is targets/differential.c
# with other parts; those that need what not everybody has are not in the table: FUZZ_PARTS_differential-... = ...
, := ,
FUZZ_PARTS := $(shell sed -n 's/^\([a-z][a-z-]*\) *| *\([^|]*[^ |]\) *|.*/\1:\2/p' $(FUZZ_TABLE) | tr ' ' ,)
FUZZ_TARGETS := $(foreach row,$(FUZZ_PARTS),$(firstword $(subst :, ,$(row))))
fuzz_parts = $(filter-out -,$(or $(FUZZ_PARTS_$(1)),$(subst $(,), ,$(patsubst $(1):%,%,$(filter $(1):%,$(FUZZ_PARTS))))))
fuzz_source = $(if $(wildcard $(FUZZ_HOME)/targets/$(1).c),$(1),$(firstword $(subst -, ,$(1))))
# Those whose input is a case, or a file with sections in it: the third column.
FUZZ_SECTION_TARGETS := $(shell sed -n 's/^\([a-z][a-z-]*\) *|[^|]*| *\(case\|file\) *|.*/\1/p' $(FUZZ_TABLE))

FUZZ_COMMON := $(patsubst %.c,$(BUILD)/%.o,$(filter-out %/replay.c %/files.c,$(wildcard fuzz/common/*.c)))
FUZZ_MAIN := $(if $(FUZZ_ENGINE),,$(BUILD)/fuzz/common/replay.o $(BUILD)/fuzz/common/files.o)
FUZZ_FLAGS = $(FUZZ_ENGINE) $(FUZZ_LINK) $(FUZZ_MUTATOR)

FUZZ_INCLUDES := -Iref -Ifuzz/common -I. -Igenerator -Ifuzz/agree -Iconformance/kits/c -Iconformance/zoo/readers
$(foreach folder,fuzz fuzz/common fuzz/targets fuzz/msan fuzz/tests $(FUZZ_HOME)/targets,\
	$(eval FLAGS_$(folder) = $(LEAK_CFLAGS) $(FUZZ_INCLUDES)))

# No engine is guided by generator, judge and what stands between: new ways through them say nothing of who is tested.
# What draws is: its choices are the input's.  No sanitizer for memory watches the judge's libraries.
FUZZ_ENGINE_FLAGS := $(CFLAGS) $(EXTRA_CFLAGS)
FUZZ_UNGUIDED := $(if $(findstring fuzzer-no-link,$(FUZZ_ENGINE_FLAGS)),-fno-sanitize=fuzzer-no-link)
FUZZ_GUIDED := $(if $(FUZZ_UNGUIDED),-fsanitize=fuzzer-no-link)
FUZZ_UNSEEN := $(if $(findstring memory,$(filter -fsanitize=%,$(FUZZ_ENGINE_FLAGS))),-fno-sanitize=memory)
FLAGS_fuzz/agree = $(FUZZ_INCLUDES) $(FUZZ_UNGUIDED)
FLAGS_fuzz/agree/draw := $(FUZZ_GUIDED)
$(BUILD)/generator/%.o: private COMPILE += $(FUZZ_UNGUIDED)
# $(call fuzz_again,WAY,NAME,SOURCES,FLAGS): the library, compiled again if there are such flags.
fuzz_again = $(if $(strip $(4)),$(call again,$(1),$(2),$(3),$(4))$(BUILD)/$(1)/libsframe-$(2).a,$(call libraries_of,$(2)))
# What asks the judge is on its side.  FUZZ_JUDGE is another library of it, where inputs are only replayed.
FLAGS_fuzz/agree/judging := $(if $(FUZZ_UNSEEN),$(FUZZ_UNSEEN) -DUNSEEN_BY_MSAN)
FUZZ_JUDGE ?= $(strip $(call fuzz_again,judge,asks,$(RUNNER_ASKS),$(FUZZ_UNGUIDED) $(FUZZ_UNSEEN)))

# Parts of targets.  An implementation in process is an adapter on the kit without its main().
FUZZ_KIT := $(BUILD)/fuzz/agree/kit.o $(patsubst %,$(BUILD)/conformance/kits/c/%.o,sframe_adapter sframe_threads)
FUZZ_PART_tool := $(call libraries_of,tool)
FUZZ_PART_runner := $(call libraries_of,asks tool)
FUZZ_PART_generator := $(call libraries_of,generator)
FUZZ_AGREE := $(patsubst %,fuzz/agree/%.c,agree asking demand emitter judging lies lift oracle_agrees)
$(call library,agree,$(FUZZ_AGREE))
FUZZ_PART_lift := $(call libraries_of,agree generator)
FUZZ_PART_agree := $(BUILD)/fuzz/agree/draw.o $(FUZZ_PART_lift) $(FUZZ_JUDGE)
FUZZ_PART_oracle := $(BUILD)/fuzz/of/adapters/oracle.o $(BUILD)/fuzz/agree/strict.o $(FUZZ_KIT) $(call libraries_of,tool)
FUZZ_PART_zoo := $(BUILD)/fuzz/agree/zoo_bug.o $(BUILD)/fuzz/agree/strict.o $(FUZZ_KIT) $(BUILD)/bare/libsframe-zoo.a
FUZZ_PART_libsframe := $(BUILD)/fuzz/of/adapters/libsframe.o $(FUZZ_KIT)
# Where it is an implementation that is looked at, the generator and the judge are no part of what is measured, and
# have to be fast: no sanitizers.  Those watch them in the targets generator, families, roundtrip and runner.
# FUZZ_BESIDE is a build that has them already.
FUZZ_PLAIN := $(if $(FUZZ_UNGUIDED),$(if $(FUZZ_UNSEEN),,-fno-sanitize=all))
FUZZ_BESIDE ?= $(BUILD)/plain
FUZZ_PART_beside := $(FUZZ_PART_agree)
ifneq ($(FUZZ_PLAIN),)
$(call again,plain,agree,$(FUZZ_AGREE),$(FUZZ_PLAIN))
$(call again,plain,generator,$(GENERATOR_SOURCES),$(FUZZ_PLAIN))
$(call again,plain,asks,$(RUNNER_ASKS),$(FUZZ_PLAIN))
FUZZ_PART_beside := $(BUILD)/fuzz/agree/draw.o $(patsubst %,$(FUZZ_BESIDE)/libsframe-%.a,agree generator asks)
endif
FUZZ_LIBS_tool := -lelf -ljansson
FUZZ_LIBS_runner := -ljansson
FUZZ_LIBS_agree := -ljansson
FUZZ_LIBS_lift := -ljansson
FUZZ_LIBS_beside := -ljansson
FUZZ_LIBS_libsframe = $(LIBSFRAME_LIBS)
FUZZ_PARTS_differential-libsframe := beside libsframe
# libsframe's encoder, asked to write: fuzz/encoder builds it.
FUZZ_PART_libsframe-encoder := $(BUILD)/fuzz/of/adapters/libsframe_encoder.o $(FUZZ_KIT)
FUZZ_LIBS_libsframe-encoder = $(LIBSFRAME_LIBS)
FUZZ_PARTS_encoder-libsframe := beside libsframe-encoder

# ZOO_BARE: it reads where its bugs lead it, for sanitizers to see.
$(call again,bare,zoo,$(ZOO_SOURCES),-DZOO_BARE)

$(BUILD)/fuzz/of/adapters/%.o: conformance/adapters/%.c $(BUILD)/flags
	$(call QUIET,CC)$(COMPILE) -DLIBSFRAME_VERSION='"$(LIBSFRAME_VERSION)"' -Iref -Iconformance/kits/c $(LIBSFRAME_CFLAGS) -c -o $@ $<

# The mutator is no part of what is measured, and has to be fast: neither coverage nor sanitizers.
FUZZ_MUTATOR ?= $(if $(FUZZ_ENGINE),yes,no)
MUTATOR_CC ?= $(if $(findstring afl-,$(CC)),clang,$(CC))
MUTATOR_SOURCES := $(wildcard fuzz/mutator/*.c)
MUTATOR_OBJECTS := $(patsubst %.c,$(BUILD)/%.o,$(MUTATOR_SOURCES))
MUTATOR_LIBS := -lz
MUTATOR_COMPILE = $(MUTATOR_CC) $(STANDARD) $(WARNINGS) $(WERROR) $(CPPFLAGS) -MMD -MP -D_GNU_SOURCE -Igenerator \
	$(filter-out -fsanitize% -fno-sanitize% -fprofile% -fcoverage% --coverage,$(CFLAGS) $(EXTRA_CFLAGS)) -O2

$(BUILD)/fuzz/mutator/%.o: fuzz/mutator/%.c $(BUILD)/flags
	$(call QUIET,CC)$(MUTATOR_COMPILE) -c -o $@ $<

# MSan only sees code that is compiled here: what libraries write is reported to it.
MEMORY_SANITIZER := -fsanitize=memory -fno-sanitize-recover=all -fno-omit-frame-pointer
FUZZ_MSAN_CALLS := elf_getdata elf_getphdrnum elf_getshdrnum elf_getshdrstrndx gelf_getchdr gelf_getehdr gelf_getphdr \
	gelf_getshdr gelf_getsymshndx json_dumpb json_dumps json_loadb
FUZZ_MEMORY := $(findstring -fsanitize=memory,$(CFLAGS) $(EXTRA_CFLAGS))
FUZZ_WRAPS := $(if $(FUZZ_MEMORY),$(FUZZ_MSAN_CALLS:%=-Wl,--wrap=%))
fuzz_libs = $(foreach part,$(call fuzz_parts,$(1)),$(FUZZ_LIBS_$(part)))
fuzz_msan = $(if $(FUZZ_MEMORY),$(patsubst %,$(BUILD)/fuzz/msan/%.o,\
	$(if $(filter -ljansson,$(call fuzz_libs,$(1))),json) $(if $(filter -lelf,$(call fuzz_libs,$(1))),elf)))

# The mutator, where the target has one.
fuzz_mutates = $(if $(filter yes,$(FUZZ_MUTATOR)),$(filter $(1),$(FUZZ_SECTION_TARGETS)))

define fuzz_target
$(FUZZ)/$(1): $(BUILD)/$(FUZZ_HOME)/targets/$(call fuzz_source,$(1)).o $(FUZZ_COMMON) $(FUZZ_MAIN) \
		$(if $(call fuzz_mutates,$(1)),$(MUTATOR_OBJECTS)) \
		$(foreach part,$(call fuzz_parts,$(1)),$(FUZZ_PART_$(part))) $(call fuzz_msan,$(1)) $(call libraries_of,common ref)
	$$(call QUIET,LD)$(FUZZ_LINK) $(CFLAGS) $(EXTRA_CFLAGS) $(FUZZ_WRAPS) $(LDFLAGS) $(EXTRA_LDFLAGS) -o $$@ $$^ $(FUZZ_ENGINE) \
		$(call fuzz_libs,$(1)) $(if $(call fuzz_mutates,$(1)),$(MUTATOR_LIBS)) $(EXTRA_LIBS)
endef
$(foreach target,$(FUZZ_TARGETS) differential-libsframe encoder-libsframe,$(eval $(call fuzz_target,$(target))))

.PHONY: fuzz-targets
FUZZ_HERE = $(filter-out $(LEFT_TO_OTHERS),$(FUZZ_TARGETS))
fuzz-targets: $(FUZZ_HERE:%=$(FUZZ)/%) ## the fuzz targets as programs that replay files; FUZZ_ENGINE=... for an engine

# --- As OSS-Fuzz builds them -------------------------------------------------------------------------------

# A combination is SANITIZER-ENGINE.  Every check builds the one that finds most, with UBSan in it, too, and with char
# unsigned; quickly, as inputs are only replayed, and with what the default build has beside them.  MSan and coverage have
# builds of their own in it (fuzz-check, fuzz-reached), and oss-fuzz.t has a small target for AFL++.  All are built
# once a week, just as OSS-Fuzz builds them.
FUZZ_BUILDS := --flags='-O0 -fsanitize=undefined -fno-sanitize-recover=all -funsigned-char' address-libfuzzer
FUZZ_BUILDS_all := $(foreach engine,libfuzzer afl none,$(addsuffix -$(engine),address undefined memory coverage))
FUZZ_QUICKLY := FUZZ_BESIDE=$(abspath $(BUILD)) FUZZ_JUDGE='$$(BUILD)/libsframe-asks.a' REF_CFLAGS=-O1
OSS_FUZZ := fuzz/oss-fuzz/check --build $(BUILD)/oss-fuzz

.PHONY: fuzz-build-check test-sanitized fuzz-libraries
fuzz-build-check: $(call libraries_of,agree generator asks) ## fuzz targets as OSS-Fuzz builds and checks them, every committed input with ASan and UBSan; ALL=1: every sanitizer with every engine
	$(if $(ALL),fuzz/oss-fuzz/prepare --sources-only $(BUILD)/oss-fuzz/source)
	$(if $(ALL),,$(FUZZ_QUICKLY)) $(OSS_FUZZ) \
		$(if $(ALL),--source $(BUILD)/oss-fuzz/source $(FUZZ_BUILDS_all),$(FUZZ_BUILDS))
	BUILD=$(BUILD) $(CRAM) fuzz/tests/oss-fuzz.t

# In the same build, as build.sh left words how.
FUZZ_BUILT := $(BUILD)/oss-fuzz/address-libfuzzer/work
test-sanitized: fuzz-build-check ## the same, and the tests of the oracle and the vectors so compiled: clang, ASan, UBSan, char unsigned
	$(FUZZ_QUICKLY) sh $(FUZZ_BUILT)/make test $(abspath $(FUZZ_BUILT))/build/sframe-gen HOST_TESTS=hostile
	corpus/golden --generator $(FUZZ_BUILT)/build/sframe-gen

# For build.sh: NAME: LIBRARY...
fuzz-libraries:
	@$(foreach target,$(FUZZ_TARGETS),\
		echo $(target): $(foreach part,$(filter-out -,$(call fuzz_parts,$(target))),$(FUZZ_LIBS_$(part)));)

# --- The mutator's tests: its own objects, as all else here leaves the sanitizers out of it.

# The core vectors as cases.
$(FUZZ)/core: $(GENERATOR) fuzz/table.py fuzz/cases.py
	@rm -rf $@ && mkdir -p $(@D)
	$(call QUIET,CORE)$(PYTHON) -c 'from fuzz import table; table.core_corpus("$(abspath $@)", "$(abspath $<)")'

$(call again,tested,mutator,$(filter-out %/libfuzzer.c,$(MUTATOR_SOURCES)) fuzz/tests/twins.c $(addprefix fuzz/common/,case.c check.c files.c law.c),\
	$(FUZZ_INCLUDES) -Ifuzz/mutator -O1 $(SANITIZERS))
MUTATOR_TEST = $(call QUIET,LD)$(LINK) $(SANITIZERS) -o $@ $(filter %.o %.a,$^) -lcmocka $(MUTATOR_LIBS)
$(FUZZ)/test_mutator: $(BUILD)/tested/fuzz/tests/test_mutator.o $(BUILD)/tested/libsframe-mutator.a $(LIBRARY)
	$(MUTATOR_TEST)

# Sanitized where it counts; the tool, which judges, is as it is.
$(FUZZ)/test_mutator_elf: $(BUILD)/tested/fuzz/tests/test_mutator_elf.o $(BUILD)/tested/libsframe-mutator.a $(call libraries_of,tool common ref)
	$(MUTATOR_TEST) -lelf -ljansson

.PHONY: fuzz-mutator-tests
# What is freed is kept for many rounds in 4 MB; in more, the processor waits for memory.
fuzz-mutator-tests: $(FUZZ)/test_mutator $(FUZZ)/test_mutator_elf $(FUZZ)/core ## tests of the mutator
	ASAN_OPTIONS=quarantine_size_mb=4 $(FUZZ)/test_mutator $(FUZZ)/core
	ASAN_OPTIONS=quarantine_size_mb=4 $(FUZZ)/test_mutator_elf fuzz/seeds/elf 2>$(FUZZ)/test_mutator_elf.log || { tail -n 40 $(FUZZ)/test_mutator_elf.log; exit 1; }

# --- Running them ------------------------------------------------------------------------------------------

# The builds that are run, by kind: make fuzz-program KIND=afl TARGET=decode leaves build/fuzz-afl/fuzz/decode.
# afl-clang-fast takes -fsanitize=fuzzer for its own driver, which is persistent.  libFuzzer does without traced
# comparisons, which made it three times slower.
FUZZ_KIND_libfuzzer := CC=clang FUZZ_ENGINE=-fsanitize=fuzzer \
	EXTRA_CFLAGS='-fsanitize=fuzzer-no-link -fno-sanitize-coverage=trace-cmp $(SANITIZERS)'
FUZZ_KIND_afl := CC=afl-clang-fast FUZZ_ENGINE=-fsanitize=fuzzer FUZZ_MUTATOR=no AFL_QUIET=1
# Seeds are chosen by what they reach of the source, whose branches an optimizer joins and drops.
FUZZ_KIND_merge := CC=clang CFLAGS='-O0 -g' FUZZ_ENGINE=-fsanitize=fuzzer \
	EXTRA_CFLAGS='-fsanitize=fuzzer-no-link -fno-sanitize-coverage=trace-cmp'

.PHONY: fuzz-tests fuzz-program fuzz fuzz-promote
fuzz-program:
	@$(MAKE) --no-print-directory build/fuzz-$(KIND)/fuzz/$(TARGET) BUILD=build/fuzz-$(KIND) $(FUZZ_KIND_$(KIND))

# The fourth and the fifth column: how long an input may be, and how many seconds it may take.
fuzz_limits = $(shell sed -n 's/^$(1) *|[^|]*|[^|]*| *\([0-9]*\) *| *\([0-9]*\) *|.*/-max_len=\1 -timeout=\2/p' $(FUZZ_TABLE))
FUZZ_RUN = build/fuzz-run/$(TARGET)
TIME ?= 60
fuzz: ## run a fuzz target with libFuzzer until it finds something: TARGET=decode [TIME=10m] [JOBS=N] [MORE=-OPTION...]
	@$(MAKE) --no-print-directory --silent fuzz-program KIND=libfuzzer TARGET=$(TARGET)
	@mkdir -p $(FUZZ_RUN)/queue $(FUZZ_RUN)/finds
	build/fuzz-libfuzzer/fuzz/$(TARGET) $(if $(JOBS),-fork=$(JOBS)) \
		-max_total_time=$$(($(subst h,*3600,$(subst m,*60,$(TIME:s=))))) $(call fuzz_limits,$(TARGET)) -dict=fuzz/sframe.dict \
		-artifact_prefix=$(FUZZ_RUN)/finds/ $(FUZZ_RUN)/queue $(wildcard fuzz/seeds/$(TARGET) fuzz/regressions/$(TARGET)) $(MORE)

fuzz-promote: $(TOOL) ## turn a find into a regression and a draft of a vector: FIND=... [TARGET=... NAME=...]
	@fuzz/promote $(if $(TARGET),--target $(TARGET)) $(if $(NAME),--name $(NAME)) $(FIND)

fuzz-tests: $(TOOL) $(GENERATOR) ## tests of fuzz/promote
	$(CRAM) fuzz/tests/promote.t

# --- Replaying ---------------------------------------------------------------------------------------------

# Seeds and regressions in this build, as its CC, flags and EMULATOR say.
.PHONY: fuzz-replay fuzz-check
fuzz-replay: fuzz-targets ## every committed input through its target, in this build
	@set -e; $(foreach target,$(FUZZ_HERE),$(EMULATOR) $(FUZZ)/$(target) \
		$(wildcard fuzz/seeds/$(target) fuzz/regressions/$(target));) :

.PHONY: fuzz-speed
fuzz-speed: fuzz-targets ## how many of its seeds each target runs in a second of the processor, in this build
	@set -e; $(foreach target,$(FUZZ_HERE),$(EMULATOR) $(FUZZ)/$(target) --speed fuzz/seeds/$(target);) :

FUZZ_REPLAY = $(MAKE) --no-print-directory fuzz-replay
fuzz-check: $(call libraries_of,asks) ## the same with MSan, on 32 bits and on big-endian s390x; fuzz-build-check has ASan and UBSan
	fuzz/seed check
	+$(FUZZ_REPLAY) BUILD=build/memory CC=clang CFLAGS='-O1 -gline-tables-only' EXTRA_CFLAGS='$(MEMORY_SANITIZER)' WERROR=-Werror \
		FUZZ_JUDGE=$<
	+ci/foreign i386 && $(FUZZ_REPLAY) $(call VARIANT_FOREIGN_OF,i386)
	+ci/foreign s390x && $(FUZZ_REPLAY) $(call VARIANT_FOREIGN_OF,s390x) LEFT_TO_OTHERS="$(LEFT_TO_OTHERS_s390x)"

.PHONY: fuzz-reached
REACHED := ref tool
fuzz-reached: ## committed inputs reach every line of ref/ that an input can, and 98% of its branches
	$(MAKE) --no-print-directory $(REACHED:%=build/coverage/libsframe-%.a) $(VARIANT_coverage)
	$(MAKE) --no-print-directory fuzz-targets FUZZ=build/coverage/fuzz EXTRA_LIBS=-lgcov \
		$(foreach name,$(REACHED),LIBRARY_$(name)=build/coverage/libsframe-$(name).a)
	fuzz/reached --build build/coverage
