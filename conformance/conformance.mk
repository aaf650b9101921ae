# What judges and what is judged: kits, adapters, other implementations, the zoo, the ledger, clauses.

# --- Adapters ----------------------------------------------------------------------------------------------

FLAGS_conformance/adapters := -Iref -Iconformance/kits/c
$(call program,adapters/oracle,conformance/adapters/oracle.c conformance/adapters/on_pipe.c \
	conformance/kits/c/sframe_adapter.c,tool ref)
$(call program,adapters/null,conformance/adapters/null.c,common)
ORACLE := $(BUILD)/adapters/oracle
ADAPTERS := $(ORACLE) $(BUILD)/adapters/null
# More is demanded of our own oracle than of others: as a library, and as the command that users run.
EXACTLY = $(RUNNER) --exact
COMMAND_LINE = tool=conformance/adapters/tool.py $(TOOL)

# --- Kits --------------------------------------------------------------------------------------------------

# C99 under the sanitizers; the answer limit is small, so that a test reaches it.
KITS := conformance/kits
FLAGS_conformance/kits/c := -Iconformance/kits/c
KIT_C := $(CC) -std=c99 $(WARNINGS) -Werror -O1 -g $(SANITIZERS) -I$(KITS)/c
# Without MAKEFLAGS: rustc would look for a jobserver that make does not hand it, and warn.
KIT_RUST := MAKEFLAGS= rustc --edition 2021 -D warnings -O
KIT_GO := go build -gcflags=-lang=go1.19
KIT_EXAMPLES := example example_decode
KIT_PROGRAMS := $(foreach name,$(KIT_EXAMPLES) odd,$(BUILD)/kits/c/$(name) $(BUILD)/kits/rust/$(name) $(BUILD)/kits/go/$(name))

$(KIT_EXAMPLES:%=$(BUILD)/kits/c/%): $(BUILD)/kits/c/%: $(wildcard $(KITS)/c/*)
	$(call QUIET,CC)$(KIT_C) -o $@ $(KITS)/c/$*.c $(KITS)/c/tiny.c $(KITS)/c/sframe_adapter.c

$(BUILD)/kits/c/odd: $(KITS)/tests/odd.c $(wildcard $(KITS)/c/*)
	$(call QUIET,CC)$(KIT_C) -DADAPTER_ANSWER_LIMIT=65536 -o $@ $< $(KITS)/c/sframe_adapter.c

$(KIT_EXAMPLES:%=$(BUILD)/kits/rust/%): $(BUILD)/kits/rust/%: $(wildcard $(KITS)/rust/*.rs)
	$(call QUIET,RUSTC)$(KIT_RUST) -o $@ $(KITS)/rust/$*.rs

$(BUILD)/kits/rust/odd: $(KITS)/tests/odd.rs $(wildcard $(KITS)/rust/*.rs)
	$(call QUIET,RUSTC)$(KIT_RUST) -o $@ $<

$(KIT_EXAMPLES:%=$(BUILD)/kits/go/%): $(BUILD)/kits/go/%: $(wildcard $(KITS)/go/*.go)
	$(call QUIET,GO)$(KIT_GO) -o $@ $(KITS)/go/$*.go $(KITS)/go/tiny.go $(KITS)/go/sframe_adapter.go

# Go compiles files of one folder only.
$(BUILD)/kits/go/odd: $(KITS)/tests/odd.go $(KITS)/go/sframe_adapter.go
	$(call QUIET,GO)mkdir -p $@.files && cp $^ $@.files && $(KIT_GO) -o $@ $@.files/*.go

.PHONY: kits-tests
kits-tests: $(KIT_PROGRAMS) $(RUNNER) $(GENERATOR) $(TOOL) ## the adapter kits in C, Python, Rust and Go, and the tutorial
	KITS=$(BUILD)/kits SFRAME_CONFORM=$(RUNNER) SFRAME_GEN=$(GENERATOR) $(PYTEST) $(KITS)/tests

# --- Peers: other implementations, through conformance/adapters/ -------------------------------------------

# An adapter for a build of your own: make build/adapters/libsframe-mine LIBSFRAME_CFLAGS=-I... LIBSFRAME_LIBS=...
LIBSFRAME_CFLAGS ?=
LIBSFRAME_LIBS ?= -lsframe
LIBSFRAME_VERSION ?= unknown
LIBSFRAME_STAMP ?= # a file that is newer when the library is
FENCE := -DFENCE_WRAPS -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free
CRASHES := conformance/adapters/fence.c conformance/adapters/crash_place.c
# libsframe-buffer-X and libsframe-function-X ask the same library in other ways: conformance/adapters/README.md.
LIBSFRAME_PARTS := $(addprefix conformance/adapters/,on_pipe.c libsframe_ways.h) $(CRASHES) $(wildcard conformance/kits/c/sframe_adapter.*)
LIBSFRAME_LINK = $(call QUIET,CC)$(CC) $(STANDARD) $(WARNINGS) $(WERROR) -D_GNU_SOURCE $(CPPFLAGS) $(CFLAGS) $(EXTRA_CFLAGS) \
	-DLIBSFRAME_VERSION='"$(LIBSFRAME_VERSION)"' -Iconformance/kits/c $(LIBSFRAME_CFLAGS) -o $@ \
	$(filter %.c,$^) $(FENCE) $(LIBSFRAME_LIBS)
$(BUILD)/adapters/libsframe-%: conformance/adapters/libsframe.c $(LIBSFRAME_PARTS) $(LIBSFRAME_STAMP)
	$(LIBSFRAME_LINK)
$(BUILD)/adapters/libsframe-buffer-%: conformance/adapters/libsframe.c $(LIBSFRAME_PARTS) $(LIBSFRAME_STAMP)
	$(LIBSFRAME_LINK) -DLIBSFRAME_BUFFER
$(BUILD)/adapters/libsframe-function-%: conformance/adapters/libsframe_function.c $(LIBSFRAME_PARTS) $(LIBSFRAME_STAMP)
	$(LIBSFRAME_LINK)

# libsframe's encoder: the same libraries, asked to write.
LIBSFRAME_ENCODER := conformance/adapters/libsframe_encoder.c conformance/adapters/encode_words.h $(LIBSFRAME_PARTS)
$(BUILD)/adapters/libsframe-encoder-%: $(LIBSFRAME_ENCODER) $(LIBSFRAME_STAMP)
	$(LIBSFRAME_LINK) -ljansson
$(BUILD)/adapters/libsframe-encoder-buffer-%: $(LIBSFRAME_ENCODER) $(LIBSFRAME_STAMP)
	$(LIBSFRAME_LINK) -DLIBSFRAME_BUFFER -ljansson
$(BUILD)/adapters/libsframe-encoder-twice-%: $(LIBSFRAME_ENCODER) $(LIBSFRAME_STAMP)
	$(LIBSFRAME_LINK) -DLIBSFRAME_TWICE -ljansson

# libsframe of a folder that ci/peer-sources filled; the sources bring what an empty config.h does not say they have.
LIBSFRAME_SOURCE ?= .toolchains/sources/forky
UNDEFINED := -fsanitize=undefined -fno-sanitize-recover=undefined
$(BUILD)/adapters/libsframe-undefined-%: conformance/adapters/libsframe.c $(LIBSFRAME_PARTS) $(LIBSFRAME_SOURCE)/VERSIONS
	@mkdir -p $@.parts
	@: >$@.parts/config.h
	$(call QUIET,CC)for part in $(LIBSFRAME_SOURCE)/libsframe/*.c; do \
		$(CC) -g -O1 -w $(UNDEFINED) -I$@.parts $(addprefix -I$(LIBSFRAME_SOURCE)/,include libsframe libctf) \
		-c -o $@.parts/$$(basename $$part .c).o $$part || exit; done
	@$(CC) $(STANDARD) $(WARNINGS) $(WERROR) -D_GNU_SOURCE -g -Iconformance/kits/c -isystem $(LIBSFRAME_SOURCE)/include \
		-o $@ $(filter %.c,$^) $@.parts/*.o $(UNDEFINED) $(FENCE)

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
GLIBC_COMPILE = $(GLIBC_CC) -O2 -g -D_GNU_SOURCE '-Dlibc_hidden_proto(name)=' '-Dlibc_hidden_def(name)='
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
		-Iconformance/kits/c -isystem $(GLIBC_SOURCE)/sysdeps/generic -o $@ $(filter %.c,$^) $(GLIBC_PARTS:sysdeps/generic/%.c=$@.%.o) $(FENCE) \
		$(GLIBC_LINK) $(GLIBC_UNDEFINED)

# For conformance/mutants: how all of it is compiled, what glibc's own files need besides, and how it is linked.
.PHONY: glibc-commands
glibc-commands:
	@printf '%s\n' "$$COMMANDS"
define GLIBC_COMMANDS
$(GLIBC_COMPILE)
$(GLIBC_FLAGS)
$(FENCE) $(GLIBC_LINK)
endef
glibc-commands: export COMMANDS := $(GLIBC_COMMANDS)

# SIMPLE_FRAME_RS_CRATES: a folder with Cargo.toml, Cargo.lock and what they name; 0.3 brought a module a version.
SIMPLE_FRAME_RS_CRATES ?= conformance/adapters/simple-frame-rs
SIMPLE_FRAME_RS_VERSION ?= unknown
$(BUILD)/adapters/simple-frame-rs-%: conformance/adapters/simple-frame-rs/src/main.rs \
		conformance/kits/rust/sframe_adapter.rs $(SIMPLE_FRAME_RS_CRATES)/Cargo.toml
	@mkdir -p $@.crate/src
	@cp -r $(SIMPLE_FRAME_RS_CRATES)/. $@.crate
	@cp $(filter %.rs,$^) $@.crate/src
	$(call QUIET,CARGO)cd $@.crate && SIMPLE_FRAME_RS_VERSION=$(SIMPLE_FRAME_RS_VERSION) cargo build --quiet --release \
		$(if $(filter 0.1.% 0.2.%,$(SIMPLE_FRAME_RS_VERSION)),--features one-reader)
	@cp $@.crate/target/release/simple-frame-rs-adapter $@

.PHONY: peers peers-check adapters-tests peers-coverage
peers: $(addprefix $(BUILD)/adapters/,fence.so again.so) ## fetch other implementations, build their adapters; says which, and what is missing and why
	@ci/peers $(BUILD)

peers-check: peers $(RUNNER) $(GENERATOR) $(CFI_PROGRAMS) $(LINKS) ## ask the peers the core; each must answer as its expectations say
	SFRAME_GEN=$(GENERATOR) SFRAME_PROGRAMS=$(CFI_PROGRAMS) SFRAME_LINKS=$(LINKS) $(PYTHON) conformance/findings/index --check
	$(PYTHON) conformance/peers --build $(BUILD)

.PHONY: findings peers-all
findings: peers $(RUNNER) $(ORACLE) $(GENERATOR) $(CFI_PROGRAMS) $(LINKS) ## run the input of each page of findings/: does it show what the page says?
	SFRAME_GEN=$(GENERATOR) SFRAME_PROGRAMS=$(CFI_PROGRAMS) SFRAME_LINKS=$(LINKS) $(PYTHON) conformance/findings/index --check
	$(PYTHON) conformance/findings/prove --build $(BUILD)

# SAMPLE=N: so many of each; JOBS=N: side by side.
.PHONY: mutants mutants-tests
mutants: $(RUNNER) $(GENERATOR) $(ORACLE) $(VECTORS) ## mutants of ref/lib, libsframe and glibc: how many do the vectors notice? SAMPLE=N of each
	ci/peer-sources forky
	ci/peer-sources glibc forky
	@status=0; for each in ref=250 libsframe=150 glibc=400; do \
		$(PYTHON) conformance/mutants/mutants --build $(BUILD) --jobs $(or $(JOBS),1) \
			--sample $(or $(SAMPLE),$${each#*=}) $${each%=*} || status=$$?; done; exit $$status

mutants-tests: $(RUNNER) $(GENERATOR) $(ORACLE) ## what mutants of a reader of ten lines show
	BUILD=$(BUILD) $(PYTEST) conformance/mutants/tests

# About ten minutes on two cores.  It leaves build/peers/report.html: the core, and what fails in the whole by page.
peers-all: peers $(RUNNER) $(ORACLE) $(GENERATOR) $(VECTORS) ## ask the peers every vector; each failure must have its cause in findings/
	$(PYTHON) conformance/peers --build $(BUILD) --whole $(VECTORS) --html $(BUILD)/peers/report.html $(PEERS)

adapters-tests: $(RUNNER) $(GENERATOR) $(ORACLE) $(BUILD)/zoo peers ## faults that are planted behind adapters of other implementations come out
	SFRAME_CONFORM=$(RUNNER) SFRAME_GEN=$(GENERATOR) BUILD=$(BUILD) $(PYTEST) conformance/adapters/tests
	BUILD=$(BUILD) $(PYTEST) conformance/causes/tests conformance/findings/tests

peers-coverage: $(RUNNER) $(VECTORS) ## which branches of libsframe's reader the whole corpus reaches
	ci/peer-coverage --build $(BUILD) $(VECTORS)

# --- Writers -----------------------------------------------------------------------------------------------

# wild takes a quarter of an hour to build.
.PHONY: toolchains
toolchains: ## fetch all assemblers and linkers that are asked
	@$(call fetch,'toolchain bookworm' 'toolchain trixie' 'toolchain forky' 'llvm 22' 'llvm 23' 'mold forky' 'mold sid' wild)

WRITERS_NEED := $(RUNNER) $(GENERATOR) $(CFI_PROGRAMS)
.PHONY: writers writers-all writers-fuzz writers-drivers writers-tests links links-all broken-links
writers: $(WRITERS_NEED) ## do assemblers write what CFI directives say? The core, as expected; WRITERS=NAME for one
	@$(call fetch,'toolchain bookworm' 'toolchain trixie' 'toolchain forky' 'llvm 22' 'llvm 23')
	conformance/writers/run --build $(BUILD) --json $(BUILD)/writers.json $(WRITERS)

writers-all: $(WRITERS_NEED) ## the same of all programs; each bad outcome must have its page
	conformance/writers/run --whole --build $(BUILD) --json $(BUILD)/writers.json $(WRITERS)

LINKS_NEED := $(RUNNER) $(GENERATOR) $(BUILD)/sframe-links
links: $(LINKS_NEED) ## do linkers keep what objects say? The core of links, as expected; LINKERS=NAME for one
	@$(call fetch,'toolchain bookworm' 'toolchain trixie' 'toolchain forky' 'llvm 22' 'llvm 23' 'mold forky' 'mold sid')
	conformance/writers/run --links --build $(BUILD) --json $(BUILD)/links.json $(LINKERS)

links-all: $(LINKS_NEED) ## the same of all links; each bad outcome must have its page
	conformance/writers/run --links --whole --build $(BUILD) --json $(BUILD)/links.json $(LINKERS)

BROKEN_LINKS ?= 10000
broken-links: $(LINKS_NEED) ## what linkers do with objects that are broken; takes ten minutes or more. SEED=N for others
	$(BUILD)/sframe-links --broken $(BROKEN_LINKS) $(if $(SEED),--seed $(SEED)) -o $(BUILD)/broken-links.jsonl
	conformance/writers/run --links --build $(BUILD) --vectors $(BUILD)/broken-links.jsonl --json $(BUILD)/broken-links.json $(LINKERS)

# One line for each writer, MINUTES each; again: they go on behind the last seed.
FUZZ_WRITERS = conformance/writers/fuzz --build $(BUILD) --resume --minutes $(or $(MINUTES),5) $(if $(SEED),--seed $(SEED))
writers-fuzz: $(WRITERS_NEED) $(LINKS_NEED) $(BUILD)/sframe-crosscheck ## writers are asked what is drawn at random: MINUTES=5 for each, SEED=N; WRITERS='NAME...' for some
	$(FUZZ_WRITERS) $(or $(WRITERS),--encoders)

writers-drivers: $(GENERATOR) $(WRITERS_NEED) ## sframe-gen's test files under DejaGnu and lit, against conformance/writers/run
	ci/gas-driver forky
	conformance/writers/drivers --build $(BUILD) --json $(BUILD)/drivers.json $(WRITERS)

writers-tests: $(WRITERS_NEED) $(LINKS_NEED) $(BUILD)/sframe-convert $(BUILD)/adapters/oracle ## what CFI directives say, against .eh_frame; assemblers and linkers that go wrong
	ci/toolchain trixie
	ci/toolchain forky
	ci/gas-driver forky
	ci/llvm 23
	BUILD=$(BUILD) $(PYTEST) conformance/writers/tests

# The writers' zoo: an assembler and a linker with bugs.
WRITERS_ZOO := conformance/writers/zoo
FLAGS_programs/zoo-as := -I$(WRITERS_ZOO)
FLAGS_programs/zoo-ld := -I$(WRITERS_ZOO)
$(call library,writers-zoo,$(wildcard $(WRITERS_ZOO)/*.c))
$(call program,zoo-as,programs/zoo-as.c,writers-zoo common,-lelf)
$(call program,zoo-ld,programs/zoo-ld.c,writers-zoo common,-lelf)

WRITERS_ZOO_PROGRAMS := $(BUILD)/zoo-as $(BUILD)/zoo-ld
WRITERS_ZOO_NEEDS := $(WRITERS_ZOO_PROGRAMS) $(CFI_PROGRAMS) $(LINKS) $(RUNNER) $(BUILD)/sframe-crosscheck $(BUILD)/sframe-ref

.PHONY: writers-zoo writers-zoo-core writers-cases writers-cases-llvm shrink
writers-zoo: $(WRITERS_ZOO_NEEDS) ## is each bug of an assembler and a linker of our own noticed by the core of CFI programs and of links? BUGS=NAME... for some
	$(WRITERS_ZOO)/kill --build $(BUILD) $(BUGS)
	$(if $(BUGS),,BUILD=$(BUILD) $(PYTEST) $(WRITERS_ZOO)/tests)

# Only who changes the programs or adds bugs runs it.
writers-zoo-core: $(WRITERS_ZOO_NEEDS) ## add to the core of CFI programs what it lacks to notice each bug: generator/programs/core.txt
	$(WRITERS_ZOO)/kill --build $(BUILD) --choose

writers-cases: $(CFI_PROGRAMS) $(BUILD)/sframe-crosscheck ## the GNU assembler's own cases against what we take for true
	ci/toolchain forky
	ci/assembler-cases forky
	conformance/writers/cases --build $(BUILD)

writers-cases-llvm: $(CFI_PROGRAMS) $(BUILD)/sframe-crosscheck ## the same of LLVM's cases, of which an archive of 200 MB is fetched
	ci/toolchain forky
	ci/llvm 23
	ci/assembler-cases llvm
	conformance/writers/cases --build $(BUILD) --of llvm

shrink: $(CFI_PROGRAMS) $(BUILD)/sframe-crosscheck ## a function that an assembler gets wrong, made small: WRITER=ASSEMBLER PROGRAM=ABI/FAMILY/ABOUT
	@conformance/writers/shrink --build $(BUILD) '$(WRITER)' '$(PROGRAM)'

# The encoders that are here: of each libsframe, asked to write, and to write again what it read.
ENCODER_SUITES := bookworm trixie forky
.PHONY: encoders
encoders: $(GENERATOR) $(RUNNER) ## do libsframe's encoders write what models say? The core; SELECT=GLOB for some of all
	@for suite in $(ENCODER_SUITES); do ci/toolchain $$suite && $(MAKE) -s \
		$(BUILD)/adapters/libsframe-encoder-$$suite $(BUILD)/adapters/libsframe-encoder-twice-$$suite \
		LIBSFRAME_CFLAGS="$$(ci/toolchain --cflags $$suite)" LIBSFRAME_LIBS="$$(ci/toolchain --libs $$suite)" || exit; done
	@$(MAKE) -s $(BUILD)/adapters/libsframe-encoder-buffer-forky LIBSFRAME_CFLAGS="$$(ci/toolchain --cflags forky)" \
		LIBSFRAME_LIBS="$$(ci/toolchain --libs forky)"
	@$(GENERATOR) encode $(if $(SELECT),,--core) --to $(BUILD)/encode.jsonl
	conformance/writers/run --build $(BUILD) --vectors $(BUILD)/encode.jsonl --json $(BUILD)/encoders.json $(if $(SELECT),--select '$(SELECT)') \
		$(foreach name,$(ENCODER_SUITES) $(addprefix twice-,$(ENCODER_SUITES)) buffer-forky,libsframe-encoder-$(name)=$(BUILD)/adapters/libsframe-encoder-$(name))

# --- The zoo -----------------------------------------------------------------------------------------------

FLAGS_conformance/zoo := -Iconformance/kits/c
FLAGS_programs/zoo := -Iconformance/kits/c -Iconformance/zoo
ZOO_SOURCES := $(wildcard conformance/zoo/*.c)
$(call program,zoo,programs/zoo.c $(ZOO_SOURCES) $(KITS)/c/sframe_adapter.c,common)
ZOO := $(BUILD)/zoo

.PHONY: producer-findings
# Not wild, which takes a quarter of an hour to build: `make corpus-real` has it.
producer-findings: $(TOOL) ## assemble and link anew the inputs of pages about producers: who is named shows it, nobody else
	@$(call fetch,$(PRODUCERS))
	conformance/findings/inputs/run --oracle $(TOOL)

.PHONY: zoo planted
zoo: $(ZOO) $(GENERATOR) $(RUNNER) $(BUILD)/real.jsonl ## is each of the zoo's bugs noticed by the core vectors? BUGS=NAME... for some
	conformance/zoo/matrix --zoo $(ZOO) --generator $(GENERATOR) --runner $(RUNNER) --real $(BUILD)/real.jsonl $(BUGS)
	$(if $(BUGS),,ZOO=$(ZOO) SFRAME_GEN=$(GENERATOR) SFRAME_CONFORM=$(RUNNER) $(PYTEST) conformance/zoo)

planted: $(RUNNER) $(ORACLE) $(GENERATOR) ## plant errors in oracle or generator: does the other notice? PLANTED=NAME for one
	conformance/planted --build $(BUILD) $(PLANTED)

# --- Vectors and clauses -----------------------------------------------------------------------------------

.PHONY: vectors clauses features trace ledger
vectors: $(TOOL) $(RUNNER) $(GENERATOR) $(ORACLE) $(VECTORS) ## compare the oracle with every generated vector, and its command line with the core
	$(EXACTLY) --strict --corpus $(VECTORS) oracle=$(ORACLE)
	$(EXACTLY) --strict --core '$(COMMAND_LINE)'
	conformance/ledger/shown $(VECTORS)
	$(GENERATOR) coverage >$(BUILD)/coverage.txt

clauses: $(TOOL) $(VECTORS) ## the table of clauses and vectors; a clause without vectors fails
	@conformance/clauses --oracle $(TOOL) $(VECTORS)

features: $(VECTORS) $(REAL_VECTORS) ## the table of what real sections have, and how many vectors; what is rare in the core fails
	@conformance/features $(VECTORS) $(REAL_VECTORS)

trace: $(GENERATOR) $(BUILD)/clauses.json ## write a page that leads from each clause to code, vectors and findings
	@$(GENERATOR) emit --core --to $(BUILD)/core.jsonl
	@conformance/trace --facts $(BUILD)/clauses.json --to $(BUILD)/trace.html $(BUILD)/core.jsonl
	@echo "The page of all clauses: $(BUILD)/trace.html"

ledger:
	$(PYTHON) conformance/ledger/check
