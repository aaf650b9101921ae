# sframe-conformance: every entry point; `make help` lists them.  How things are built stands in rules.mk, and what is
# built of a folder in that folder's .mk.

VERSION := 0.1.0
REPOSITORY ?= sframe-conformance/sframe-conformance
SITE_ADDRESS ?= https://$(firstword $(subst /, ,$(REPOSITORY))).github.io/$(notdir $(REPOSITORY))

.DEFAULT_GOAL := all
MAKEFLAGS += --no-builtin-rules # looking for them took most of what make itself takes
include rules.mk

# Builds beside the default one: a folder, a compiler, its flags.  All steps of `make check` share them.
# Nobody looks into them by a debugger, and -g takes a fifth of a compiler's time; -O2 takes half on top of -O1, and no
# emulated program is faster by it; -O0 takes half of -O1, where a processor runs the programs itself.
# For gcovr.
VARIANT_coverage := BUILD=build/coverage CFLAGS='-O0 --coverage -DFAST=inline'
VARIANT_FOREIGN_OF = BUILD=build/$(1) CC="$$(ci/foreign --cc $(1))" CFLAGS=$(if $(filter i386,$(1)),-O0,-O1) WERROR=-Werror \
	EXTRA_CFLAGS="$$(ci/foreign --cflags $(1))" EXTRA_LDFLAGS="$$(ci/foreign --ldflags $(1))" \
	EMULATOR="$$(ci/foreign --run $(1))" $(if $(filter i386,$(1)),,ALONE="$$(ci/foreign --alone $(1))")
VARIANT_FOREIGN = $(call VARIANT_FOREIGN_OF,$*)

include common/common.mk
include ref/ref.mk
include proof/proof.mk
include generator/generator.mk
include conformance/runner/runner.mk
include conformance/conformance.mk
include corpus/corpus.mk
include fuzz/fuzz.mk
include release/release.mk
include ci/ci.mk

# What compilers found out about headers, of this build alone: other variants lie in build/ too, and all of theirs would
# take make a second or two, each time that it starts.
BUILT_FROM := $(wildcard $(addprefix $(BUILD)/,$(filter-out build,$(patsubst %/,%,$(wildcard */))) $(WAYS)))
-include $(if $(BUILT_FROM),$(shell find $(BUILT_FROM) -name '*.d'))

.PHONY: all help setup check demo bench clean
all: $(LIBRARY) $(TOOL) $(GENERATOR) $(CFI_PROGRAMS) $(LINKS) $(RUNNER) $(ADAPTERS) crosscheck ## build library, programs and adapters; installs nothing

help: ## this list
	@awk -F ':.*## ' '/^[a-z0-9 -]+:.*## / {printf "  make %-16s %s\n", $$1, $$2}' $(filter %Makefile %.mk,$(MAKEFILE_LIST))

setup: ## install what `make check` needs (says what, and why, before it does)
	@ci/setup check

# For commands that are all that a user types: on every core, if nobody said otherwise.
ON_ALL_CORES = $(MAKE) --no-print-directory --silent $(if $(findstring jobserver,$(MAKEFLAGS)),,-j$$(($$(nproc) + 1)))

check: setup ## every test, on every kind of machine: what CI runs; STEPS='NAME...' for some
	@$(ON_ALL_CORES) shared
	@ci/check $(STEPS)

demo: ## build, test every SFrame reader on this machine, print a table, write a report
	@ci/setup build demo
	@$(ON_ALL_CORES) all
	@ref/demo $(TOOL)
	@PYTHON=$(PYTHON) conformance/demo $(BUILD)

bench: ## measure speed and memory, beside GNU libsframe and glibc's reader
	@ci/setup bench
	@$(ON_ALL_CORES) all
	@ci/bench $(BUILD)

clean: ## remove everything that was built (but not what ci/ fetched into .toolchains)
	rm -rf build
