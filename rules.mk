# How things are built.  The Makefile includes this first, then the .mk of each folder, which name what is built there:
#
#   FLAGS_<folder> := ...                         how the sources in that folder are compiled, beyond what all are
#   $(call library,NAME,SOURCES)                  BUILD/libsframe-NAME.a
#   $(call program,PATH,SOURCES,NAMES,-l...)      BUILD/PATH, of sources and of libraries by their names, in the order
#                                                 that linkers want: who calls before who is called
#   $(call again,WAY,NAME,SOURCES,FLAGS)          BUILD/WAY/libsframe-NAME.a: the same sources compiled another way
#
# A variant is a build folder with its own compiler and flags: make all BUILD=build/mine CC=clang.

CC ?= gcc
# Lines for whoever debugs; with variables, CFLAGS="-O1 -g", compiling takes a fifth more.
CFLAGS ?= -O2 -g1
PYTHON ?= /usr/bin/python3
BUILD ?= build

# What a variant adds: WERROR=-Werror, EMULATOR='qemu-s390x ...', EXTRA_CFLAGS, EXTRA_LDFLAGS, EXTRA_LIBS; LEAK_CFLAGS: where
# programs of more than one file keep what they allocate; ALONE: what the tool links to need no library when it runs, so that
# an emulator starts it in two thirds of the time.
WARNINGS := -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wstrict-prototypes \
	-Wmissing-prototypes -Wvla -Wcast-qual -Wpointer-arith -Wundef -Wformat=2
STANDARD := -std=c17
DEFINES := -D_GNU_SOURCE -DSFRAME_CONFORMANCE_VERSION='"$(VERSION)"'
COMPILE = $(CC) $(STANDARD) $(WARNINGS) $(WERROR) $(DEFINES) $(CPPFLAGS) $(CFLAGS) $(EXTRA_CFLAGS) -MMD -MP
LINK = $(CC) $(CFLAGS) $(EXTRA_CFLAGS) $(LDFLAGS) $(EXTRA_LDFLAGS)
SANITIZERS := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
# Runs transcripts, *.t: commands and what they print; with -i it offers to write what they print now.
CRAM := $(PYTHON) -m cram --shell=/bin/bash
# A test that hangs says where.
PYTEST := $(PYTHON) -m pytest -q -p no:cacheprovider -o faulthandler_timeout=300

# Makes the target's folder and says what is made; `make V=1` shows whole commands.
QUIET = @mkdir -p $(@D) && $(if $(V),set -x,echo "  $(1) $@");

# What is built with other flags than these is built anew.
FLAGS_NOW = $(COMPILE) / $(LINK)$(ALONE) / $(LEAK_CFLAGS) $(FUZZ_FLAGS) / $(SITE_ADDRESS)
$(BUILD)/flags: FORCE
	@mkdir -p $(@D) && echo '$(subst ','\'',$(FLAGS_NOW))' >$@.$$$$ && \
		if cmp -s $@.$$$$ $@; then rm $@.$$$$; else mv $@.$$$$ $@; fi
FORCE:

# By folder, or of one file.
flags_of = $(FLAGS_$(patsubst %/,%,$(dir $(1)))) $(FLAGS_$(1))
$(BUILD)/%.o: %.c $(BUILD)/flags
	$(call QUIET,CC)$(COMPILE) $(call flags_of,$*) -c -o $@ $<

# LIBRARY_<name>: where it lies, if not in this build.
libraries_of = $(foreach name,$(1),$(or $(LIBRARY_$(name)),$(BUILD)/libsframe-$(name).a))

define archive
$(1): $(2)
	$$(call QUIET,AR)rm -f $$@ && $$(AR) rcs $$@ $$(filter %.o,$$^)
endef
library = $(eval $(call archive,$(BUILD)/libsframe-$(1).a,$(2:%.c=$(BUILD)/%.o)))

define linked
$(BUILD)/$(1): $(2:%.c=$(BUILD)/%.o) $(call libraries_of,$(3)) $(BUILD)/flags
	$$(call QUIET,LD)$$(LINK) -o $$@ $$(filter %.o %.a,$$^) $(4) $$(EXTRA_LIBS)
endef
program = $(eval $(call linked,$(1),$(2),$(3),$(4)))

define compiled_again
$(BUILD)/$(1)/%.o: %.c $(BUILD)/flags
	$$(call QUIET,CC)$$(COMPILE) $$(call flags_of,$$*) $(2) -c -o $$@ $$<
endef
again = $(if $(filter $(1),$(WAYS)),,$(eval WAYS += $(1))$(eval $(call compiled_again,$(1),$(4))))$(eval \
	$(call archive,$(BUILD)/$(1)/libsframe-$(2).a,$(3:%.c=$(BUILD)/$(1)/%.o)))

.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: FORCE
