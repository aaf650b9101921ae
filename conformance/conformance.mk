# What judges and what is judged: kits, adapters, writers, the zoo, findings, the ledger, clauses.

include conformance/kits/kits.mk
include conformance/adapters/adapters.mk
include conformance/writers/writers.mk

# --- Findings, and what the vectors notice -------------------------------------------------------------------

.PHONY: findings
findings: peers $(RUNNER) $(ORACLE) $(GENERATOR) $(CFI_PROGRAMS) $(LINKS) ## run the input of each page of findings/: does it show what the page says?
	SFRAME_GEN=$(GENERATOR) SFRAME_PROGRAMS=$(CFI_PROGRAMS) SFRAME_LINKS=$(LINKS) $(PYTHON) conformance/findings/index --check
	$(PYTHON) conformance/findings/prove --build $(BUILD)

# SAMPLE=N: so many of each; SEED=N: which; JOBS=N: side by side.
.PHONY: mutants mutants-tests
mutants: $(RUNNER) $(GENERATOR) $(ORACLE) $(VECTORS) ## mutants of ref/lib, libsframe and glibc: how many do the vectors notice? SAMPLE=N of each, drawn by SEED=N
	ci/peer-sources forky
	ci/peer-sources glibc forky
	@status=0; for each in ref=250 libsframe=150 glibc=400; do \
		$(PYTHON) conformance/zoo/mutants/mutants --build $(BUILD) --jobs $(or $(JOBS),1) \
			--seed $(or $(SEED),1) --sample $(or $(SAMPLE),$${each#*=}) $${each%=*} || status=$$?; done; exit $$status

mutants-tests: $(RUNNER) $(GENERATOR) $(ORACLE) ## what mutants of a reader of ten lines show
	BUILD=$(BUILD) $(PYTEST) conformance/zoo/mutants/tests

# --- The zoo -----------------------------------------------------------------------------------------------

FLAGS_conformance/zoo/readers := -Iconformance/kits/c
FLAGS_programs/zoo := -Iconformance/kits/c -Iconformance/zoo/readers
ZOO_SOURCES := $(wildcard conformance/zoo/readers/*.c)
$(call program,zoo,programs/zoo.c $(ZOO_SOURCES) $(addprefix $(KITS)/c/,sframe_adapter.c sframe_threads.c),common)
ZOO := $(BUILD)/zoo

.PHONY: producer-findings
# Not wild, which takes a quarter of an hour to build: `make corpus-real` has it.
producer-findings: $(TOOL) ## assemble and link anew the inputs of pages about producers: who is named shows it, nobody else
	@$(call fetch,$(PRODUCERS))
	conformance/findings/inputs/reproduce --oracle $(TOOL)

.PHONY: zoo
zoo: $(ZOO) $(ORACLE) $(GENERATOR) $(RUNNER) ## is each of the zoo's bugs noticed by the core vectors? BUGS=NAME... for some, ALL=1 by all vectors
	conformance/zoo/readers/matrix --zoo $(ZOO) --generator $(GENERATOR) --runner $(RUNNER) $(if $(ALL),--all) $(BUGS)
	$(if $(BUGS),,ZOO=$(ZOO) SFRAME_GEN=$(GENERATOR) SFRAME_CONFORM=$(RUNNER) $(PYTEST) conformance/zoo/readers)

# --- Results, as the site shows them ------------------------------------------------------------------------

.PHONY: results together
results: peers toolchains $(RUNNER) $(GENERATOR) $(CFI_PROGRAMS) $(LINKS) ## ask all implementations, and count by feature: conformance/results/by-feature.json
	conformance/results/by-feature --build $(BUILD)

together: peers toolchains $(ORACLE) ## each assembler's objects by each linker to each reader: conformance/results/together.json
	conformance/results/together --build $(BUILD)

# --- Vectors and clauses -----------------------------------------------------------------------------------

.PHONY: vectors clauses features trace ledger
vectors: $(TOOL) $(RUNNER) $(GENERATOR) $(ORACLE) $(VECTORS) ## compare the oracle with every generated vector, and its command line with a quarter of the core
	$(EXACTLY) --strict --corpus $(VECTORS) oracle=$(ORACLE)
	$(EXACTLY) --strict --core --shard 1/4 '$(COMMAND_LINE)'
	conformance/ledger/shown $(VECTORS)
	$(GENERATOR) coverage >$(BUILD)/coverage.txt

clauses: $(TOOL) $(VECTORS) ## the table of clauses and vectors; a clause without vectors fails
	@conformance/clauses --oracle $(TOOL) $(VECTORS)

features: $(VECTORS) $(BUILD)/real.jsonl ## the table of what real sections have, and how many vectors; what is rare in the core fails
	@conformance/features $(VECTORS) $(REAL_VECTORS)

trace: $(GENERATOR) $(BUILD)/clauses.json ## write a page that leads from each clause to code, vectors and findings
	@$(GENERATOR) emit --core --to $(BUILD)/core.jsonl
	@conformance/trace --facts $(BUILD)/clauses.json --to $(BUILD)/trace.html $(BUILD)/core.jsonl
	@echo "The page of all clauses: $(BUILD)/trace.html"

ledger:
	$(PYTHON) conformance/ledger/check
