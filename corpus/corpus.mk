# Real code: the real corpus, SFrame against .eh_frame, stepped programs.

# --- The real corpus: sections of real toolchains ----------------------------------------------------------

REAL_VECTORS := $(BUILD)/real.jsonl
$(REAL_VECTORS): $(TOOL) corpus/vectors corpus/real.py corpus/real/list.txt
	corpus/vectors --oracle $(TOOL) --to $@

.PHONY: corpus-real real-tests real-files real-peers producers check-real regressions
# Exit status 3 of a fetching script: this machine cannot have it, and corpus/build tells what that costs.
corpus-real: ## build the real corpus anew and tell what differs; UPDATE=1 commits it, ONLY='GLOB...' for some
	@for fetch in 'toolchain bookworm' 'toolchain trixie' 'toolchain forky' 'llvm 22' 'mold forky' 'mold sid'; do \
		ci/$$fetch || [ $$? = 3 ] || exit 1; \
	done
	corpus/build --to $(BUILD)/real $(if $(UPDATE),--update) $(ONLY)

real-tests: $(TOOL) $(RUNNER) $(ORACLE) $(REAL_VECTORS) ## the real corpus as committed: hashes, sidecars, every fault explained
	SFRAME_REF=$(TOOL) $(PYTEST) corpus/tests/test_real.py
	$(EXACTLY) --corpus $(REAL_VECTORS) oracle=$(ORACLE)

real-files: $(TOOL) ## the files that `make corpus-real` left: relocated as pyelftools does it, and run
	SFRAME_REF=$(TOOL) REAL_FILES=$(BUILD)/real $(PYTEST) corpus/tests/test_built.py

real-peers: peers $(RUNNER) $(GENERATOR) $(REAL_VECTORS) ## the real corpus and the readers of each generation
	SFRAME_GEN=$(GENERATOR) $(PYTHON) conformance/findings/index --check
	$(PYTHON) conformance/peers --build $(BUILD) --real $(REAL_VECTORS)

producers: $(TOOL) ## what each assembler and linker made of our sources, and the findings behind it
	@corpus/producers --oracle $(TOOL) --json $(BUILD)/producers.json

# The first part that fails is the last.
check-real: ## all about real code, built anew: files, readers, producers, .eh_frame, this machine, stepped programs
	@for part in corpus-real real-tests real-files real-peers producers crosscheck-real sweep live; do \
		$(MAKE) --no-print-directory $$part || exit; \
	done

regressions: $(TOOL) $(RUNNER) ## the vectors of corpus/regressions: whole, and the oracle agrees
	SFRAME_REF=$(TOOL) SFRAME_CONFORM=$(RUNNER) $(PYTEST) corpus/tests/test_regressions.py

# --- Truth from .eh_frame ----------------------------------------------------------------------------------

CFI_FLAGS = $(LEAK_CFLAGS) -Iref -Icorpus/crosscheck -Icorpus/convert
FLAGS_corpus/crosscheck = $(CFI_FLAGS)
FLAGS_corpus/convert = $(CFI_FLAGS)
FLAGS_programs/sframe-crosscheck = $(CFI_FLAGS)
FLAGS_programs/sframe-convert = $(CFI_FLAGS)
$(call library,cfi,$(wildcard corpus/crosscheck/*.c corpus/convert/*.c))
$(call program,sframe-crosscheck,programs/sframe-crosscheck.c,cfi tool common ref,-ldw -lelf -ljansson)
$(call program,sframe-convert,programs/sframe-convert.c,cfi tool common ref,-ldw -lelf -ljansson)
CROSSCHECK := $(BUILD)/sframe-crosscheck
CONVERT := $(BUILD)/sframe-convert

.PHONY: crosscheck crosscheck-tests crosscheck-real sweep
crosscheck: $(CROSSCHECK) $(CONVERT) ## sframe-crosscheck and sframe-convert: SFrame and .eh_frame, for any ELF file

crosscheck-tests: crosscheck $(TOOL) ## SFrame of this machine's own binaries, converted, against their .eh_frame
	BUILD=$(BUILD) $(PYTEST) corpus/tests/test_crosscheck.py corpus/tests/test_hostile_cfi.py

crosscheck-real: crosscheck ## every file of the real corpus against its .eh_frame: each difference has its page
	corpus/crosscheck/real --crosscheck $(CROSSCHECK) --from $(BUILD)/real --json $(BUILD)/crosscheck-real.json

sweep: crosscheck ## every ELF file of this machine, converted, against its .eh_frame; PATHS='PATH...' for some
	corpus/sweep --crosscheck $(CROSSCHECK) --json $(BUILD)/sweep.json $(PATHS)

# --- Truth from stepped programs ---------------------------------------------------------------------------

LIVE_FLAGS := -Iref -Icorpus/live
FLAGS_corpus/live := $(LIVE_FLAGS)
FLAGS_corpus/live/others := $(LIVE_FLAGS)
FLAGS_corpus/live/tests := $(LIVE_FLAGS)
FLAGS_programs/sframe-live := $(LIVE_FLAGS)
FLAGS_programs/sframe-others := $(LIVE_FLAGS)
$(call library,live,$(wildcard corpus/live/*.c))
$(call program,sframe-live,programs/sframe-live.c,live common ref,-lelf -ljansson)
$(call program,test_live_arch,corpus/live/tests/test_arch.c,live common ref,-lcmocka)
# Other ways to unwind; needs libunwind, which the rest does not.
$(call program,sframe-others,programs/sframe-others.c,live common ref,\
	-lelf -ljansson -lunwind-ptrace -lunwind-x86_64 -lunwind)
LIVE := $(BUILD)/sframe-live
LIVE_TEST := $(BUILD)/test_live_arch
LIVE_OTHERS := $(BUILD)/sframe-others

.PHONY: live live-tests live-ways
live-tests: $(LIVE) $(LIVE_TEST) $(TOOL) $(RUNNER) $(ORACLE) ## stepped programs of this machine's compilers, and the steps that are recorded
	$(LIVE_TEST)
	SFRAME_LIVE=$(LIVE) $(PYTEST) corpus/live/tests
	cat corpus/live/*.jsonl | $(EXACTLY) --corpus - oracle=$(ORACLE)

live: $(LIVE) ## programs of all toolchains, stepped: every frame against the calls themselves; ONLY='GLOB...' for some
	corpus/live/run --live $(LIVE) --to $(BUILD)/real --json $(BUILD)/live.json $(ONLY)

live-ways: $(LIVE_OTHERS) ## .sframe beside libunwind, backtrace(), gdb and frame pointers at every step: who is right, the time
	corpus/live/ways --others $(LIVE_OTHERS) --to $(BUILD)/real --json $(BUILD)/live-ways.json
