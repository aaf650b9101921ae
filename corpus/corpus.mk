# Real code: the real corpus, SFrame against .eh_frame, stepped programs.

# --- The real corpus: sections of real toolchains ----------------------------------------------------------

REAL_VECTORS := $(BUILD)/real.jsonl
$(REAL_VECTORS): $(TOOL) corpus/vectors corpus/real.py corpus/real/list.txt
	corpus/vectors --oracle $(TOOL) --to $@

# $(call fetch,'SCRIPT ARGUMENT'...): four at a time, as they wait for the network.
# Exit status 3: this machine cannot have it, and what uses it says what is left out.
fetch = printf '%s\n' $(1) | xargs -P 4 -I SCRIPT sh -c 'ci/SCRIPT || [ $$? = 3 ]'
ASSEMBLERS := 'toolchain bookworm' 'toolchain trixie' 'toolchain forky' 'llvm 23'
PRODUCERS := $(ASSEMBLERS) 'llvm 22' 'mold forky' 'mold sid'

.PHONY: corpus-real real-tests real-files real-peers producers check-real
corpus-real: ## build the real corpus again and print what differs; UPDATE=1 writes it, ONLY='GLOB...' for some
	@$(call fetch,$(PRODUCERS) 'llvm 23 clang' wild)
	corpus/compile-real --to $(BUILD)/real $(if $(UPDATE),--update) $(ONLY)

real-tests: $(TOOL) $(GENERATOR) $(RUNNER) $(ORACLE) $(REAL_VECTORS) ## test the committed real corpus: hashes, descriptions, every fault explained, each section as a text; the quotes of cases
	BUILD=$(BUILD) $(PYTEST) corpus/tests/test_real.py corpus/tests/test_notation.py corpus/tests/test_cases.py
	$(EXACTLY) --corpus $(REAL_VECTORS) oracle=$(ORACLE)

real-files: $(TOOL) ## test the files that `make corpus-real` left: relocations as by pyelftools; run them
	BUILD=$(BUILD) $(PYTEST) corpus/tests/test_built.py

real-peers: peers $(RUNNER) $(REAL_VECTORS) ## ask the readers of each generation about the real corpus
	$(PYTHON) conformance/peers --build $(BUILD) --real $(REAL_VECTORS)

producers: $(TOOL) ## a table of what each assembler and linker made of our sources, and the findings
	@corpus/producers --oracle $(TOOL) --json $(BUILD)/producers.json

# The first part that fails is the last.
check-real: ## build all real code again and run every test of it
	@for part in corpus-real real-tests real-files real-peers producers crosscheck-real sweep corpus-orc live; do \
		$(MAKE) --no-print-directory $$part || exit; \
	done

# --- Truth from .eh_frame ----------------------------------------------------------------------------------

CFI_FOLDERS := corpus/cfi corpus/convert corpus/crosscheck
CFI_SOURCES := $(wildcard $(addsuffix /*.c,$(CFI_FOLDERS)))
CFI_FLAGS = $(LEAK_CFLAGS) -Iref
$(foreach each,$(CFI_FOLDERS) corpus/census programs/sframe-crosscheck programs/sframe-convert \
	programs/sframe-measure,$(eval FLAGS_$(each) = $(CFI_FLAGS)))
$(call library,cfi,$(CFI_SOURCES))
$(call program,sframe-crosscheck,programs/sframe-crosscheck.c,cfi tool common ref,-ldw -lelf -ljansson)
$(call program,sframe-convert,programs/sframe-convert.c,cfi tool common ref,-ldw -lelf -ljansson)
$(call library,census,$(wildcard corpus/census/*.c))
$(call program,sframe-measure,programs/sframe-measure.c,census cfi tool common ref,-ldw -lelf -ljansson)
CROSSCHECK := $(BUILD)/sframe-crosscheck
CONVERT := $(BUILD)/sframe-convert
MEASURE := $(BUILD)/sframe-measure
CENSUS := $(BUILD)/sframe-census
$(CENSUS): corpus/census/sframe-census $(MEASURE)
	$(call QUIET,LN)ln -sfr $< $@


CROSSCHECK_TESTS := $(addprefix corpus/tests/,test_converted.py test_planted_faults.py test_cfi_readers.py \
	test_crosscheck.py test_hostile_cfi.py test_orc.py test_orc_kernels.py test_census.py test_census_programs.py)
.PHONY: corpus-census corpus-census-programs
corpus-census: $(CENSUS) ## the census of Debian's packages that the site shows, from about 2 GB: build/census.html, corpus/census/debian.csv
	ci/census
	cd .toolchains/census && nice $(abspath $(CENSUS)) --check -o $(abspath $(BUILD))/census.jsonl amd64 arm64 s390x
	$(CENSUS) report --html $(BUILD)/census.html --csv corpus/census/debian.csv $(BUILD)/census.jsonl

corpus-census-programs: $(CENSUS) ## the census of programs that are compiled here, with real SFrame of each version: corpus/census/programs.csv
	@$(call fetch,'census programs' 'census fortran' $(ASSEMBLERS))
	nice corpus/compile-programs --build $(BUILD) --to $(BUILD)/programs --csv corpus/census/programs.csv

KERNELS := bookworm trixie forky

.PHONY: crosscheck crosscheck-tests crosscheck-real sweep corpus-orc
crosscheck: $(CROSSCHECK) $(CONVERT) $(CENSUS) ## build sframe-crosscheck, sframe-convert and sframe-census, for SFrame and .eh_frame of any ELF file

crosscheck-tests: crosscheck $(TOOL) $(GENERATOR) ## convert some binaries of this machine, and compare with their .eh_frame
	@$(call fetch,$(ASSEMBLERS))
	BUILD=$(BUILD) $(CRAM) corpus/tests/crosscheck.t corpus/tests/census.t
	BUILD=$(BUILD) $(PYTEST) $(CROSSCHECK_TESTS)

crosscheck-real: crosscheck ## compare every file of the real corpus with its .eh_frame
	corpus/crosscheck/real --crosscheck $(CROSSCHECK) --from $(BUILD)/real

PATHS ?= $(wildcard /usr/bin /usr/sbin /usr/lib /usr/libexec /usr/local /opt)
sweep: crosscheck ## convert every ELF file of this machine, and compare with its .eh_frame; PATHS='PATH...' for some
	$(CENSUS) --check -o $(BUILD)/sweep.jsonl $(PATHS)
	$(CENSUS) report --strict --csv $(BUILD)/sweep.csv $(BUILD)/sweep.jsonl

corpus-orc: crosscheck ## compare SFrame with the ORC of a hundred modules of each of three Linux kernels; ALL=1 for all modules
	@$(call fetch,$(KERNELS:%='kernel %'))
	corpus/orc --crosscheck $(CROSSCHECK) --to $(BUILD) $(if $(ALL),--all) \
		$$(ls -d $(KERNELS:%=.toolchains/kernel-%) 2>/dev/null)

# --- Truth from stepped programs ---------------------------------------------------------------------------

LIVE_FLAGS := -Iref -Icorpus/live
FLAGS_corpus/live := $(LIVE_FLAGS)
FLAGS_corpus/live/tests := $(LIVE_FLAGS)
FLAGS_programs/sframe-live := $(LIVE_FLAGS)
$(call library,live,$(wildcard corpus/live/*.c))
$(call program,sframe-live,programs/sframe-live.c,live cfi tool common ref,-ldw -lelf -ljansson)
$(call program,test_live_arch,corpus/live/tests/test_arch.c,live common ref,-lcmocka)
LIVE := $(BUILD)/sframe-live
LIVE_TEST := $(BUILD)/test_live_arch

.PHONY: live live-tests live-truth
live-tests: $(LIVE) $(LIVE_TEST) $(CROSSCHECK) $(TOOL) $(RUNNER) $(ORACLE) $(CFI_PROGRAMS) ## step programs of this machine's compilers and CFI programs that run; test the recorded steps
	$(LIVE_TEST)
	ci/toolchain forky
	BUILD=$(BUILD) $(CRAM) corpus/live/tests
	BUILD=$(BUILD) $(PYTEST) corpus/live/tests
	cat corpus/live/*.jsonl | $(EXACTLY) --corpus - oracle=$(ORACLE)

live-truth: $(LIVE) $(CFI_PROGRAMS) ## step CFI programs that run, and compare what is taken for true with the real calls
	corpus/live/truth --live $(LIVE) --programs $(CFI_PROGRAMS)

live: $(LIVE) $(CROSSCHECK) $(if $(ONLY),,live-truth) ## step programs of all toolchains and CFI programs, and compare every frame with the real calls; ONLY='GLOB...' for some
	corpus/live/step-programs --live $(LIVE) --crosscheck $(CROSSCHECK) --to $(BUILD)/real $(ONLY)
