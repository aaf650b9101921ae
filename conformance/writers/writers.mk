# Assemblers, linkers and encoders, and the zoo of the first two.

# wild takes a quarter of an hour to build.
.PHONY: toolchains
toolchains: ## fetch all assemblers and linkers that are asked
	@$(call fetch,$(PRODUCERS) wild)

WRITERS_NEED := $(RUNNER) $(GENERATOR) $(CFI_PROGRAMS) $(BUILD)/adapters/again.so
.PHONY: writers writers-all writers-fuzz writers-drivers writers-tests links links-all broken-links
writers: $(WRITERS_NEED) ## do assemblers write what CFI directives say? The core, as expected; WRITERS=NAME for one
	@$(call fetch,$(ASSEMBLERS) 'llvm 22')
	conformance/writers/run --build $(BUILD) --json $(BUILD)/writers.json $(WRITERS)

writers-all: $(WRITERS_NEED) ## the same of all programs; each bad outcome must have its page
	conformance/writers/run --whole --build $(BUILD) --json $(BUILD)/writers.json $(WRITERS)

LINKS_NEED := $(RUNNER) $(GENERATOR) $(BUILD)/sframe-links $(BUILD)/adapters/again.so
links: $(LINKS_NEED) ## do linkers keep what objects say? The core of links, as expected; LINKERS=NAME for one
	@$(call fetch,$(PRODUCERS))
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
	@status=0; $(FUZZ_WRITERS) $(WRITERS) || status=$$?; \
		$(if $(WRITERS),,fuzz/encoder $(BUILD) $$((60 * $(or $(MINUTES),5))) || status=$$?;) exit $$status

writers-drivers: $(GENERATOR) $(WRITERS_NEED) ## sframe-gen's test files under DejaGnu and lit, against conformance/writers/run
	ci/gas-driver forky
	conformance/writers/drivers --build $(BUILD) --json $(BUILD)/drivers.json $(WRITERS)

# Transcripts run side by side, as they wait for what hangs.
writers-tests: $(WRITERS_NEED) $(LINKS_NEED) $(BUILD)/zoo-as $(BUILD)/zoo-ld $(BUILD)/sframe-crosscheck $(BUILD)/adapters/oracle ## what CFI directives say, against .eh_frame; assemblers and linkers that go wrong
	ci/toolchain trixie
	ci/toolchain forky
	ci/gas-driver forky
	ci/llvm 23
	ls conformance/writers/tests/*.t | BUILD=$(BUILD) xargs -P 4 -n 1 $(CRAM)
	BUILD=$(BUILD) $(PYTEST) conformance/writers/tests

# The writers' zoo: an assembler and a linker with bugs.
WRITERS_ZOO := conformance/zoo/writers
FLAGS_programs/zoo-as := -I$(WRITERS_ZOO)
FLAGS_programs/zoo-ld := -I$(WRITERS_ZOO) -I$(WRITERS_ZOO)/linker
$(call library,writers-zoo,$(wildcard $(WRITERS_ZOO)/*.c $(WRITERS_ZOO)/linker/*.c))
$(call program,zoo-as,programs/zoo-as.c,writers-zoo common,-lelf)
$(call program,zoo-ld,programs/zoo-ld.c,writers-zoo common,-lelf)

WRITERS_ZOO_PROGRAMS := $(BUILD)/zoo-as $(BUILD)/zoo-ld
WRITERS_ZOO_NEEDS := $(WRITERS_ZOO_PROGRAMS) $(CFI_PROGRAMS) $(LINKS) $(RUNNER) $(BUILD)/sframe-crosscheck $(BUILD)/sframe-ref $(BUILD)/adapters/again.so

.PHONY: writers-zoo writers-cases writers-cases-llvm shrink
writers-zoo: $(WRITERS_ZOO_NEEDS) ## is each bug of an assembler and a linker of our own noticed by the core of CFI programs and of links? BUGS=NAME... for some
	$(WRITERS_ZOO)/kill --build $(BUILD) $(BUGS)
	$(if $(BUGS),,BUILD=$(BUILD) $(CRAM) $(WRITERS_ZOO)/tests)
	$(if $(BUGS),,BUILD=$(BUILD) $(PYTEST) $(WRITERS_ZOO)/tests)

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
encoders: $(GENERATOR) $(RUNNER) $(BESIDE_LIBSFRAME) ## do libsframe's encoders write what models say? The core; SELECT=GLOB for some of all
	@for suite in $(ENCODER_SUITES); do ci/toolchain $$suite && $(MAKE) -s \
		$(BUILD)/adapters/libsframe-encoder-$$suite $(BUILD)/adapters/libsframe-encoder-twice-$$suite \
		LIBSFRAME_CFLAGS="$$(ci/toolchain --cflags $$suite)" LIBSFRAME_LIBS="$$(ci/toolchain --libs $$suite)" || exit; done
	@$(MAKE) -s $(BUILD)/adapters/libsframe-encoder-buffer-forky LIBSFRAME_CFLAGS="$$(ci/toolchain --cflags forky)" \
		LIBSFRAME_LIBS="$$(ci/toolchain --libs forky)"
	@$(GENERATOR) encode $(if $(SELECT),,--core) --to $(BUILD)/encode.jsonl
	conformance/writers/run --build $(BUILD) --vectors $(BUILD)/encode.jsonl --json $(BUILD)/encoders.json $(if $(SELECT),--select '$(SELECT)') \
		$(foreach name,$(ENCODER_SUITES) $(addprefix twice-,$(ENCODER_SUITES)) buffer-forky,libsframe-encoder-$(name)=$(BUILD)/adapters/libsframe-encoder-$(name))
