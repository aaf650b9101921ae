# sframe-conform: the runner, its judge and its reports, and the page.

# In the order of calls; writers' files are judged by the code of corpus/crosscheck.
RUNNER_LIBRARIES := runner cfi tool common ref
RUNNER_SYSTEM := -ldw -lelf -ljansson -lz -lm
RUNNER_FLAGS = $(LEAK_CFLAGS) -Iref -I$(BUILD)
$(foreach folder,asked causes growth judge process report saved sequences tests/units,$(eval FLAGS_conformance/runner/$(folder) = $(RUNNER_FLAGS)))
FLAGS_conformance/runner = $(RUNNER_FLAGS)
FLAGS_conformance/runner/page = $(LEAK_CFLAGS)
FLAGS_programs/sframe-conform = $(RUNNER_FLAGS) -Iconformance/runner

# What fuzz targets judge by, and what of the runner's parsers they run: libsframe-asks.a.
RUNNER_ASKS := $(wildcard conformance/runner/judge/*.c) \
	$(addprefix conformance/runner/,asked/select.c process/memory.c process/spans.c)
RUNNER_SOURCES := $(wildcard conformance/runner/*.c $(addprefix conformance/runner/,$(addsuffix /*.c,asked judge process saved causes growth report sequences)))
$(call library,asks,$(RUNNER_ASKS))
$(call library,runner,$(RUNNER_SOURCES))
$(call program,sframe-conform,programs/sframe-conform.c,$(RUNNER_LIBRARIES),$(RUNNER_SYSTEM))
RUNNER := $(BUILD)/sframe-conform

RUNNER_TESTS := $(patsubst conformance/runner/tests/units/%.c,conformance/%,$(wildcard conformance/runner/tests/units/test_*.c))
$(foreach test,$(RUNNER_TESTS),$(call program,$(test),conformance/runner/tests/units/$(notdir $(test)).c,\
	$(RUNNER_LIBRARIES),-lcmocka $(RUNNER_SYSTEM)))
RUNNER_TESTS := $(RUNNER_TESTS:%=$(BUILD)/%)

# The members of answers, from their schemas.
ANSWER_SCHEMAS := $(patsubst %,corpus/schema/%.schema.json,model check lookup unwind vector)
$(BUILD)/members.inc: conformance/runner/members.py $(ANSWER_SCHEMAS)
	$(call QUIET,MEMBERS)$(PYTHON) $< corpus/schema >$@
$(addsuffix /conformance/runner/judge/members.o,$(BUILD) $(BUILD)/judge $(BUILD)/plain): $(BUILD)/members.inc

# What every writer must be able to say: patterns of ids, and a tab before what those are.
$(BUILD)/basic.inc: conformance/runner/basic.txt
	$(call QUIET,SED)sed 's/\(.*\)\t\(.*\)/{"\1", "\2"},/' $< >$@
$(addsuffix /conformance/runner/judge/basic.o,$(BUILD) $(BUILD)/judge $(BUILD)/plain): $(BUILD)/basic.inc

# The requirement sets, as C strings.
REQUIREMENT_SETS := $(sort $(wildcard conformance/requirements/*.txt))
$(BUILD)/requirements.inc: $(REQUIREMENT_SETS)
	$(call QUIET,EMBED)for set in $^; do \
		name=$${set##*/} && printf '{"%s",\n' "$${name%.txt}" && sed 's/[\\"?]/\\&/g; s/.*/"&\\n"/' $$set && echo '},' || exit; \
	done >$@
$(addsuffix /conformance/runner/judge/requires.o,$(BUILD) $(BUILD)/judge $(BUILD)/plain): $(BUILD)/requirements.inc

# How bugs of the zoo show themselves.
$(BUILD)/bugs.inc: conformance/runner/causes/bugs.awk conformance/runner/causes/bugs.txt
	$(call QUIET,AWK)awk -f $^ >$@
$(BUILD)/conformance/runner/causes/bugs.o: $(BUILD)/bugs.inc

# The titles of the ledger, for reports.
$(BUILD)/ledger.inc: $(wildcard conformance/ledger/*.json)
	$(call QUIET,SED)sed -n 's/^  "id": \("[^"]*"\),$$/{\1,/p; s/^  "title": \(".*"\),$$/ \1},/p' $^ >$@
$(BUILD)/conformance/runner/report/json.o: $(BUILD)/ledger.inc

# The words of clauses, for people who see a failure in a terminal.
$(BUILD)/quotes.inc: ref/quotes.txt
	$(call QUIET,SED)sed -n '/^#/d; s/[\\"?]/\\&/g; s/^\([^ ]*\) | *\(.*[^ ]\) *| \(.*\)$$/{"\1", "\2", "\3"},/p' $< >$@
$(BUILD)/conformance/runner/report/decides.o: $(BUILD)/quotes.inc

# Words of the texts, and the lines of the oracle, by clause.
CITING := ref/clauses.def ref/quotes.txt $(sort $(wildcard ref/lib/*.[ch] ref/tool/*.[ch] ref/tool/notation/*.[ch]) programs/sframe-ref.c)
$(BUILD)/clauses.json: conformance/runner/page/clauses.awk $(CITING)
	$(call QUIET,AWK)awk -f $< $(CITING) >$@

# The page's template as lines of C strings, with style and scripts in it; the data goes where @DATA@ stands, and @SITE@ is
# where the site with the playground is.
PAGE := conformance/runner/page
PAGE_SCRIPTS := $(addprefix $(PAGE)/,data.js elements.js summary.js producers.js explained.js failures.js case.js page.js)
$(BUILD)/page.inc: $(PAGE)/page.html $(PAGE)/page.css $(PAGE_SCRIPTS) $(BUILD)/clauses.json $(BUILD)/flags
	$(call QUIET,EMBED)sed -e '/^@STYLE@$$/{r $(PAGE)/page.css' -e 'd}' -e '/^@SCRIPT@$$/{' \
		$(PAGE_SCRIPTS:%=-e 'r %') -e 'd}' -e '/^@CLAUSES@$$/{r $(BUILD)/clauses.json' -e 'd}' $< | \
		sed -e 's,@SITE@,$(SITE_ADDRESS),' -e 's/[\\"?]/\\&/g' -e 's/.*/"&\\n",/' >$@
$(BUILD)/conformance/runner/report/html.o: $(BUILD)/page.inc

$(call program,page-render,$(PAGE)/render.c,runner common,-ljansson -lz)
PAGE_RENDER := $(BUILD)/page-render

.PHONY: runner-tests page-tests
runner-tests: $(RUNNER) $(BUILD)/zoo $(addprefix $(BUILD)/adapters/,oracle null) $(TOOL) $(GENERATOR) $(RUNNER_TESTS) crosscheck ## tests of sframe-conform, with hostile adapters
	@status=0; for test in $(RUNNER_TESTS); do $$test || status=1; done; exit $$status
	BUILD=$(BUILD) $(CRAM) conformance/runner/tests/transcripts
	BUILD=$(BUILD) $(PYTEST) conformance/runner/tests

page-tests: $(PAGE_RENDER) $(RUNNER) $(BUILD)/zoo $(BUILD)/adapters/oracle $(GENERATOR) ## the report's page in a headless Chromium
	BUILD=$(BUILD) PAGE_RENDER=$(PAGE_RENDER) SFRAME_GEN=$(GENERATOR) CLAUSE_FACTS=$(BUILD)/clauses.json \
		$(PYTEST) conformance/runner/page/tests
