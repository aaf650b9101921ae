# The adapter kits' programs and tests.

KITS := conformance/kits
FLAGS_conformance/kits/c := -Iconformance/kits/c

# How each language compiles sources, the program's own first.  C99 under the sanitizers; odd's answer limit is small, so
# that a test reaches it.  rustc without -O, which checks sums, and takes a third of the time; without MAKEFLAGS, as it would
# look for a jobserver that make does not give it, and warn.  Go compiles files of one folder only.
KIT_c = $(CC) -std=c99 $(WARNINGS) -Werror -O1 -g1 $(SANITIZERS) -I$(KITS)/c $(if $(filter %/odd.c,$(1)),-DADAPTER_ANSWER_LIMIT=65536) \
	-o $$@ $(1) -pthread
KIT_rs = MAKEFLAGS= rustc --edition 2021 -D warnings -o $$@ $(firstword $(1))
KIT_go = mkdir -p $$@.files && cp $(1) $$@.files && go build -gcflags=-lang=go1.19 -o $$@ $$@.files/*.go

# $(call kit,FOLDER,SUFFIX,PROGRAM,SOURCES)
define kit
KIT_PROGRAMS += $(BUILD)/kits/$(1)/$(3)
$(BUILD)/kits/$(1)/$(3): $(4:%=$(KITS)/%.$(2)) $(wildcard $(KITS)/$(1)/*)
	$$(call QUIET,KIT)$(call KIT_$(2),$(4:%=$(KITS)/%.$(2)))
endef
kits_in = $(foreach program,example example_decode,\
	$(eval $(call kit,$(1),$(2),$(program),$(addprefix $(1)/,$(program) tiny sframe_adapter))))\
	$(eval $(call kit,$(1),$(2),odd,tests/odd $(1)/sframe_adapter $(3)))
$(call kits_in,c,c,c/sframe_threads)
$(call kits_in,rust,rs)
$(call kits_in,go,go)

# One call of the compiler for all programs in Java, which optimizes itself for longer than it compiles; the kit in
# JavaScript needs none.
KIT_PROGRAMS += $(BUILD)/kits/java/Odd.class
$(BUILD)/kits/java/Odd.class: $(wildcard $(KITS)/java/*.java $(KITS)/tests/*.java)
	$(call QUIET,KIT)javac -J-XX:TieredStopAtLevel=1 -J-XX:+UseSerialGC -Xlint:all -Werror --release 17 -d $(@D) $^

.PHONY: kits-tests
kits-tests: $(KIT_PROGRAMS) installable ## the adapter kits, and the tutorial
	KITS=$(BUILD)/kits SFRAME_CONFORM=$(RUNNER) SFRAME_GEN=$(GENERATOR) $(PYTEST) $(KITS)/tests
