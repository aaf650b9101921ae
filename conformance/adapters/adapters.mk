# Adapters of our own, and of other implementations, the peers.

FLAGS_conformance/adapters := -Iref -Iconformance/kits/c
ON_PIPE := conformance/adapters/on_pipe.c conformance/kits/c/sframe_adapter.c
ORACLE_SOURCES := conformance/adapters/oracle.c $(ON_PIPE) conformance/kits/c/sframe_threads.c
$(call program,adapters/oracle,$(ORACLE_SOURCES),tool ref)
$(call program,adapters/null,conformance/adapters/null.c $(ON_PIPE))
ORACLE := $(BUILD)/adapters/oracle
ADAPTERS := $(ORACLE) $(BUILD)/adapters/null
# More is demanded of our own oracle than of others: as a library, and as the command that users run.
EXACTLY = $(RUNNER) --exact
COMMAND_LINE = tool=conformance/adapters/tool.py $(TOOL)

# --- Peers -------------------------------------------------------------------------------------------------

# An adapter for a build of your own: make build/adapters/libsframe-mine LIBSFRAME_CFLAGS=-I... LIBSFRAME_LIBS=...
LIBSFRAME_CFLAGS ?=
LIBSFRAME_LIBS ?= -lsframe
LIBSFRAME_VERSION ?= unknown
LIBSFRAME_STAMP ?= # a file that is newer when the library is
FENCE := -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free
CRASHES := conformance/adapters/fence.c conformance/adapters/crash_place.c
LIBSFRAME_COMPILE = $(CC) $(STANDARD) $(WARNINGS) $(WERROR) -D_GNU_SOURCE $(CPPFLAGS) $(CFLAGS) $(EXTRA_CFLAGS) -Iconformance/kits/c
# What each of them has beside its source, compiled once.
BESIDE_LIBSFRAME := $(patsubst %.c,$(BUILD)/adapters/beside/%.o,$(notdir $(ON_PIPE) $(CRASHES)))
$(BUILD)/adapters/beside/%.o: conformance/adapters/%.c $(wildcard conformance/kits/c/sframe_adapter.*)
	$(call QUIET,CC)$(LIBSFRAME_COMPILE) -DFENCE_WRAPS -c -o $@ $<
$(BUILD)/adapters/beside/%.o: conformance/kits/c/%.c $(wildcard conformance/kits/c/sframe_adapter.*)
	$(call QUIET,CC)$(LIBSFRAME_COMPILE) -c -o $@ $<
# libsframe-buffer-X and libsframe-function-X ask the same library in other ways: conformance/adapters/README.md.
LIBSFRAME_PARTS := $(addprefix conformance/adapters/,libsframe_ways.h encode_words.h) $(BESIDE_LIBSFRAME)
# $(call libsframe,NAME,SOURCE,MORE): BUILD/adapters/NAME-%, one way to ask the library; README.md says what each is.
define libsframe
$(BUILD)/adapters/$(1)-%: conformance/adapters/$(2).c $(LIBSFRAME_PARTS) $(LIBSFRAME_STAMP)
	$$(call QUIET,CC)$(LIBSFRAME_COMPILE) -DLIBSFRAME_VERSION='"$(LIBSFRAME_VERSION)"' $(LIBSFRAME_CFLAGS) -o $$@ \
		$$(filter %.c %.o,$$^) $(FENCE) $(LIBSFRAME_LIBS) $(3)
endef
$(eval $(call libsframe,libsframe,libsframe))
$(eval $(call libsframe,libsframe-buffer,libsframe,-DLIBSFRAME_BUFFER))
$(eval $(call libsframe,libsframe-function,libsframe_function))
$(eval $(call libsframe,libsframe-encoder,libsframe_encoder,-ljansson))
$(eval $(call libsframe,libsframe-encoder-buffer,libsframe_encoder,-DLIBSFRAME_BUFFER -ljansson))
$(eval $(call libsframe,libsframe-encoder-twice,libsframe_encoder,-DLIBSFRAME_TWICE -ljansson))

# libsframe of a folder that ci/peer-sources filled; the sources bring what an empty config.h does not say they have.
LIBSFRAME_SOURCE ?= .toolchains/sources/forky
UNDEFINED := -fsanitize=undefined -fno-sanitize-recover=undefined
$(BUILD)/adapters/libsframe-undefined-%: conformance/adapters/libsframe.c $(LIBSFRAME_PARTS) $(LIBSFRAME_SOURCE)/VERSIONS
	@mkdir -p $@.parts
	@: >$@.parts/config.h
	$(call QUIET,CC)for part in $(LIBSFRAME_SOURCE)/libsframe/*.c; do \
		$(CC) -g1 -O1 -w $(UNDEFINED) -I$@.parts $(addprefix -I$(LIBSFRAME_SOURCE)/,include libsframe libctf) \
		-c -o $@.parts/$$(basename $$part .c).o $$part || exit; done
	@$(CC) $(STANDARD) $(WARNINGS) $(WERROR) -D_GNU_SOURCE -g1 -Iconformance/kits/c -isystem $(LIBSFRAME_SOURCE)/include \
		-o $@ $(filter %.c %.o,$^) $@.parts/*.o $(UNDEFINED) $(FENCE)

PRELOAD = $(call QUIET,CC)$(CC) $(STANDARD) $(WARNINGS) $(WERROR) -D_GNU_SOURCE $(CFLAGS) -fPIC -shared -o $@ $^
$(BUILD)/adapters/fence.so: $(CRASHES)
	$(PRELOAD)
$(BUILD)/adapters/again.so: conformance/adapters/again.c
	$(PRELOAD)

# glibc's files as they are, of a folder that ci/peer-sources filled, for a machine and its compiler, which is GCC as
# glibc asks.  They call adapters/glibc/world.c before each access; GLIBC_UNDEFINED adds UBSan.  Nothing is inlined, so
# that a crash is in the function that the source has.  The scenarios use no address near that of the program.
GLIBC_SOURCE ?= .toolchains/sources/glibc-forky
GLIBC_CC ?= gcc
GLIBC_MACHINE ?= x86_64
GLIBC_VERSION ?= unknown
GLIBC_UNDEFINED ?=
GLIBC_ADAPTER := conformance/adapters/glibc
GLIBC_PARTS := sysdeps/generic/sframe-read.c sysdeps/generic/sframe.c
GLIBC_COMPILE = $(GLIBC_CC) -O2 -g1 -D_GNU_SOURCE '-Dlibc_hidden_proto(name)=' '-Dlibc_hidden_def(name)='
GLIBC_FLAGS = -w -include stddef.h -I$(GLIBC_ADAPTER)/shim -I$(GLIBC_SOURCE)/sysdeps/unix/sysv/linux/$(GLIBC_MACHINE) \
	-I$(GLIBC_SOURCE)/sysdeps/generic -fno-inline -fsanitize=kernel-address --param asan-stack=0 --param asan-globals=0 \
	--param asan-instrumentation-with-call-threshold=0 $(GLIBC_UNDEFINED)
GLIBC_LINK := -static -no-pie -Wl,-Ttext-segment=0x20000000
$(BUILD)/adapters/glibc-%: $(wildcard $(GLIBC_ADAPTER)/*.[ch] $(GLIBC_ADAPTER)/shim/*.h) conformance/adapters/on_pipe.c \
		$(CRASHES) conformance/kits/c/sframe_adapter.c conformance/kits/c/sframe_adapter.h \
		$(GLIBC_SOURCE)/VERSIONS
	$(call QUIET,CC)for part in $(GLIBC_PARTS); do \
		$(GLIBC_COMPILE) $(GLIBC_FLAGS) -c -o $@.$$(basename $$part .c).o $(GLIBC_SOURCE)/$$part || exit; done
	@$(GLIBC_COMPILE) $(STANDARD) $(WARNINGS) $(WERROR) -DGLIBC_VERSION='"$(GLIBC_VERSION)"' -I$(GLIBC_ADAPTER)/shim \
		-Iconformance/kits/c -isystem $(GLIBC_SOURCE)/sysdeps/generic -DFENCE_WRAPS -o $@ $(filter %.c,$^) $(GLIBC_PARTS:sysdeps/generic/%.c=$@.%.o) $(FENCE) \
		$(GLIBC_LINK) $(GLIBC_UNDEFINED)

# For conformance/zoo/mutants: how all of it is compiled, what glibc's own files need besides, and how it is linked.
.PHONY: glibc-commands
glibc-commands:
	@printf '%s\n' "$$COMMANDS"
define GLIBC_COMMANDS
$(GLIBC_COMPILE)
$(GLIBC_FLAGS)
$(FENCE) $(GLIBC_LINK)
endef
glibc-commands: export COMMANDS := $(GLIBC_COMMANDS)

# SIMPLE_FRAME_RS_CRATES: a folder with Cargo.toml, Cargo.lock and what they name; 0.3 brought a module a version.  All
# are built in one folder, one after the other; files keep their age, and what runs in the compiler alone checks no sums in
# any of them: crates that they have in common are compiled once.
SIMPLE_FRAME_RS_CRATES ?= conformance/adapters/simple-frame-rs
SIMPLE_FRAME_RS_VERSION ?= unknown
$(BUILD)/adapters/simple-frame-rs-%: conformance/adapters/simple-frame-rs/src/main.rs \
		conformance/kits/rust/sframe_adapter.rs $(SIMPLE_FRAME_RS_CRATES)/Cargo.toml
	@rm -rf $(@D)/crate && mkdir -p $(@D)/crate/src
	@cp -pr $(SIMPLE_FRAME_RS_CRATES)/. $(@D)/crate
	@cp $(filter %.rs,$^) $(@D)/crate/src
	$(call QUIET,CARGO)cd $(@D)/crate && SIMPLE_FRAME_RS_VERSION=$(SIMPLE_FRAME_RS_VERSION) \
		CARGO_PROFILE_RELEASE_BUILD_OVERRIDE_OVERFLOW_CHECKS=false CARGO_TARGET_DIR=../cargo cargo build --quiet --release \
		$(if $(filter 0.1.% 0.2.%,$(SIMPLE_FRAME_RS_VERSION)),--features one-reader)
	@cp $(@D)/cargo/release/simple-frame-rs-adapter $@

# Built before ci/peers starts a make for each peer.
PEERS_HAVE := $(addprefix $(BUILD)/adapters/,fence.so again.so) $(BESIDE_LIBSFRAME)
.PHONY: peers peers-check peers-all adapters-tests
peers: $(PEERS_HAVE) ## fetch other implementations, build their adapters; says which, and what is missing and why
	@ci/peers $(BUILD)

peers-check: peers $(RUNNER) $(GENERATOR) $(CFI_PROGRAMS) $(LINKS) ## ask the peers the core; each must answer as its expectations say
	$(PYTHON) conformance/peers --build $(BUILD)

# About ten minutes on two cores.  It leaves build/peers/report.html: the core, and what fails in the whole by page.
peers-all: peers $(RUNNER) $(ORACLE) $(GENERATOR) $(VECTORS) ## ask the peers every vector; each failure must have its cause in findings/
	$(PYTHON) conformance/peers --build $(BUILD) --whole $(VECTORS) --html $(BUILD)/peers/report.html $(PEERS)

adapters-tests: $(RUNNER) $(GENERATOR) $(ORACLE) $(BUILD)/zoo peers ## faults that are planted behind adapters of other implementations come out
	BUILD=$(BUILD) $(CRAM) conformance/causes/tests conformance/findings/tests
	BUILD=$(BUILD) $(PYTEST) $(addprefix conformance/,adapters/tests causes/tests findings/tests)
