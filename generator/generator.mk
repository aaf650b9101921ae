# The generator: what it emits, and the tests of it.

FLAGS_generator = -Igenerator
FLAGS_generator/families = -Igenerator
FLAGS_generator/exports = -Igenerator
FLAGS_generator/tests = -Igenerator
FLAGS_programs/sframe-gen = -Igenerator

GENERATOR_SOURCES := $(wildcard generator/*.c generator/families/*.c generator/exports/*.c)
$(call library,generator,$(GENERATOR_SOURCES))
$(call program,sframe-gen,programs/sframe-gen.c,generator common,-lelf)
$(call program,generator/tests/test_open,generator/tests/test_open.c,generator common,-lcmocka -lelf)
GENERATOR := $(BUILD)/sframe-gen
GENERATOR_TEST := $(BUILD)/generator/tests/test_open

VECTORS := $(BUILD)/vectors.jsonl
$(VECTORS): $(GENERATOR)
	$(GENERATOR) emit --to $@

.PHONY: generator-tests corpus same-vectors
generator-tests: $(TOOL) $(LIBRARY) $(GENERATOR) $(GENERATOR_TEST)
	$(GENERATOR_TEST)
	SFRAME_REF=$(TOOL) SFRAME_GEN=$(GENERATOR) $(PYTEST) generator/tests

corpus: $(GENERATOR) ## regenerate what is generated in corpus/: the golden manifest
	$(GENERATOR) manifest | corpus/golden --update

# The same bytes from any compiler, width and byte order.
MANIFEST_OF = $(MAKE) --no-print-directory $(1) $(2)/sframe-gen && $(3) $(2)/sframe-gen manifest | cmp - $(BUILD)/manifest
same-vectors: $(GENERATOR) ## the generator's output, alike on every host
	$(GENERATOR) manifest --to $(BUILD)/manifest
	corpus/golden $(BUILD)/manifest
	$(call MANIFEST_OF,$(VARIANT_clang),build/clang)
	$(call MANIFEST_OF,$(VARIANT_sanitized),build/sanitized)
	@ci/foreign i386 && ci/foreign s390x
	$(call MANIFEST_OF,$(call VARIANT_FOREIGN_OF,i386),build/i386,$$(ci/foreign --run i386))
	$(call MANIFEST_OF,$(call VARIANT_FOREIGN_OF,s390x),build/s390x,$$(ci/foreign --run s390x))
