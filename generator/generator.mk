# The generator: what it emits, and the tests of it.

# Texts become strings; C promises 4,095 bytes of one, and the compilers that we know take longer ones.
GENERATOR_FLAGS = -Igenerator -I$(BUILD) -Wno-overlength-strings
$(foreach folder,model emit covering shapes families families/beside families/unwinding exports notation programs programs/families programs/test_files links links/families choose tests,$(eval FLAGS_$(patsubst %/.,%,generator/$(folder)) = $(GENERATOR_FLAGS)))
FLAGS_programs/sframe-gen = $(GENERATOR_FLAGS)
FLAGS_programs/sframe-programs = $(GENERATOR_FLAGS)
FLAGS_programs/sframe-links = $(GENERATOR_FLAGS)
FLAGS_programs/choose-core = $(GENERATOR_FLAGS) -Igenerator/choose

# Where it is compiled: fuzz.mk does so again.
GENERATOR_WAYS := $(BUILD) $(BUILD)/plain

# The ids of the cores of vectors, CFI programs and links, in the order of strcmp.
$(BUILD)/core.inc: generator/core.txt generator/programs/core.txt generator/links/core.txt generator/generator.mk
	$(call QUIET,SORT)cut -f 1 $(filter %.txt,$^) | LC_ALL=C sort | sed 's/.*/"&",/' >$@
$(addsuffix /generator/emit/vector.o,$(GENERATOR_WAYS)): $(BUILD)/core.inc
# The rows of the covering array, a digit for each dimension.
$(BUILD)/covering.inc: generator/covering.txt
	$(call QUIET,SED)sed 's/.*/"&",/' $< >$@
$(addsuffix /generator/covering/array.o,$(GENERATOR_WAYS)): $(BUILD)/covering.inc

# Texts, compiled in: CASE(folder, name, text) for each file FOLDER/NAME.txt or .s.
TEXTS_IN_C = $(call QUIET,AWK)LC_ALL=C awk 'FNR == 1 {count = split(FILENAME, part, "/"); name = part[count]; \
	sub(/\.[a-z]*$$/, "", name); print (NR > 1 ? "),\n" : "") "CASE(\"" part[count - 1] "\", \"" name "\","} \
	{gsub(/[\\"]/, "\\\\&"); print "\"" $$0 "\\n\""} END {print "),"}' $(filter %.txt %.s,$^) >$@
# Those of corpus/cases, corpus/links, corpus/assembly, and of families and exports.  A folder is newer when a text came or went.
CASES := $(sort $(wildcard corpus/cases/*/*.txt))
$(BUILD)/cases.inc: $(CASES) $(sort $(dir $(CASES))) generator/generator.mk
	$(TEXTS_IN_C)
$(BUILD)/links.inc: $(sort $(wildcard corpus/links/*.txt)) corpus/links generator/generator.mk
	$(TEXTS_IN_C)
$(BUILD)/program_texts.inc: $(sort $(wildcard corpus/assembly/*.s)) corpus/assembly generator/generator.mk
	$(TEXTS_IN_C)
MODELS := $(sort $(wildcard generator/families/sections/*.txt))
$(BUILD)/models.inc: $(MODELS) generator/families/sections generator/generator.mk
	$(TEXTS_IN_C)
$(BUILD)/header_texts.inc: $(addprefix generator/exports/header/,opening.txt readings.txt sections.txt) generator/generator.mk
	$(TEXTS_IN_C)
$(BUILD)/unsayable.inc: generator/exports/unsayable.txt generator/generator.mk
	$(TEXTS_IN_C)
$(addsuffix /generator/families/models.o,$(GENERATOR_WAYS)): $(BUILD)/models.inc
$(addsuffix /generator/families/cases.o,$(GENERATOR_WAYS)): $(BUILD)/cases.inc
$(addsuffix /generator/links/link_lines.o,$(GENERATOR_WAYS)): $(BUILD)/links.inc
$(addsuffix /generator/programs/texts.o,$(GENERATOR_WAYS)): $(BUILD)/program_texts.inc
$(addsuffix /generator/exports/unsayable.o,$(GENERATOR_WAYS)): $(BUILD)/unsayable.inc
$(addsuffix /generator/exports/header.o,$(GENERATOR_WAYS)): $(BUILD)/header_texts.inc

# The ids of the clauses, in the order of strcmp: a text cannot break or exercise another.
$(BUILD)/clause_ids.inc: ref/clauses.def generator/generator.mk
	$(call QUIET,SORT)sed -n 's/^CLAUSE([a-z0-9_]*, \("[^"]*"\),.*/\1/p' $< | LC_ALL=C sort | sed 's/$$/,/' >$@
$(addsuffix /generator/notation/parse_beneath.o,$(GENERATOR_WAYS)): $(BUILD)/clause_ids.inc

# Fuzz targets want the vectors alone, and what makes only vectors does without the links.
GENERATOR_SOURCES := $(wildcard $(addprefix generator/,$(addsuffix /*.c,model emit covering shapes families families/* exports notation)))
GENERATOR_PROGRAMS_SOURCES := $(wildcard generator/programs/*.c generator/programs/*/*.c)
GENERATOR_LINKS_SOURCES := $(wildcard generator/links/*.c generator/links/*/*.c)
$(call library,generator,$(GENERATOR_SOURCES))
$(call library,programs,$(GENERATOR_PROGRAMS_SOURCES))
$(call library,links,$(GENERATOR_LINKS_SOURCES))
$(call program,sframe-gen,programs/sframe-gen.c,programs generator common,-ljansson)
$(call program,sframe-programs,programs/sframe-programs.c,programs generator common,-ljansson)
$(call program,sframe-links,programs/sframe-links.c,links programs generator common,-ljansson)
$(call program,generator/tests/test_texts,$(wildcard generator/tests/*.c),links programs generator common,-lcmocka -ljansson)
# Which vectors are core: for whoever adds some.
$(call program,choose-core,programs/choose-core.c $(wildcard generator/choose/*.c),generator common,-ljansson)
GENERATOR := $(BUILD)/sframe-gen
CFI_PROGRAMS := $(BUILD)/sframe-programs
LINKS := $(BUILD)/sframe-links
CHOOSE := $(BUILD)/choose-core
GENERATOR_TEST := $(BUILD)/generator/tests/test_texts

VECTORS := $(BUILD)/vectors.jsonl
$(VECTORS): $(GENERATOR)
	$(GENERATOR) emit --to $@

.PHONY: generator-tests choose-tests core corpus same-vectors
generator-tests: $(TOOL) $(LIBRARY) $(GENERATOR) $(CFI_PROGRAMS) $(LINKS) $(BUILD)/sframe-crosscheck $(CHOOSE) $(GENERATOR_TEST)
	$(GENERATOR_TEST)
	@$(CHOOSE) --covering | cmp - generator/covering.txt || { echo "make core writes it again" >&2; exit 1; }
	BUILD=$(BUILD) $(CRAM) generator/tests
	SFRAME_REF=$(TOOL) SFRAME_GEN=$(GENERATOR) SFRAME_PROGRAMS=$(CFI_PROGRAMS) SFRAME_LINKS=$(LINKS) CHOOSE_CORE=$(CHOOSE) $(PYTEST) generator/tests -k "not chosen_again"

# Takes as long as many other tests, for a tool of those who add vectors: once a week in CI.
choose-tests: $(GENERATOR) $(CHOOSE) ## what the core loses is chosen again
	SFRAME_GEN=$(GENERATOR) CHOOSE_CORE=$(CHOOSE) $(PYTEST) generator/tests/test_core.py -k chosen_again

# Only who adds vectors runs it.  What the zoo adds may show more than it kills, hence the second look.
core: $(CHOOSE) $(BUILD)/zoo $(BUILD)/sframe-conform ## add vectors to the core, if it misses something or lets a bug of the zoo survive
	$(CHOOSE) --covering >$(BUILD)/covering.txt
	cmp -s $(BUILD)/covering.txt generator/covering.txt || cp $(BUILD)/covering.txt generator/covering.txt
	$(MAKE) --no-print-directory $(CHOOSE)
	$(CHOOSE) generator/core.txt >$(BUILD)/core.txt
	cp $(BUILD)/core.txt generator/core.txt
	$(MAKE) --no-print-directory $(GENERATOR)
	conformance/zoo/readers/matrix --zoo $(ZOO) --generator $(GENERATOR) --runner $(RUNNER) --list generator/core.txt
	$(CHOOSE) generator/core.txt >$(BUILD)/core.txt
	cp $(BUILD)/core.txt generator/core.txt

.PHONY: programs-core
programs-core: $(CFI_PROGRAMS) ## add CFI programs to their core, if it misses something
	generator/programs/choose --programs $(CFI_PROGRAMS) >$(BUILD)/programs-core.txt
	cp $(BUILD)/programs-core.txt generator/programs/core.txt

corpus: $(GENERATOR) ## write the manifest of generated vectors again; the full list goes to build/manifest
	corpus/golden --generator $(GENERATOR) --to $(BUILD)/manifest --update

# The same bytes from any width and byte order.
MANIFEST_OF = $(MAKE) --no-print-directory $(1) $(2)/sframe-gen && $(3) $(2)/sframe-gen manifest | cmp - $(BUILD)/manifest
same-vectors: $(GENERATOR) ## the generator gives the same vectors on every kind of machine; test-sanitized has another compiler's
	$(CRAM) corpus/tests/golden.t
	corpus/golden --generator $(GENERATOR) --to $(BUILD)/manifest
	@ci/foreign i386 && ci/foreign s390x
	$(call MANIFEST_OF,$(call VARIANT_FOREIGN_OF,i386),build/i386,$$(ci/foreign --run i386))
	$(call MANIFEST_OF,$(call VARIANT_FOREIGN_OF,s390x),build/s390x,$$(ci/foreign --run s390x))
