# What is checked beside the tests of each folder, and what targets need of the machine.

# --- What targets need --------------------------------------------------------------------------------------

# $(call needs,TARGETS,PACKAGES): packages of ci/packages, beside those of `make`.  Before anything is built, a target
# that lacks one ends with one line: what is missing, and the command that installs it.
needs = $(foreach target,$(1),$(eval NEEDS_$(target) += $(2)))

$(call needs,choose-tests exit-tests kits-tests tool-tests test test-sanitized test-i386 test-arm64 test-s390x coverage \
	runner-tests page-tests generator-tests zoo real-tests real-files crosscheck-tests \
	live-tests check-real fuzz-mutator-tests \
	adapters-tests mutants-tests scale-tests proof-tests proof-others-tests writers-tests writers-zoo release-install-tests \
	release-tests,python3-pytest)
$(call needs,tool-tests test test-sanitized test-i386 test-arm64 test-s390x coverage runner-tests \
	generator-tests scale-tests real-tests real-files crosscheck-tests live-tests check-real ledger,python3-jsonschema)
$(call needs,unit-tests test test-sanitized coverage quick runner-tests generator-tests live-tests \
	fuzz-mutator-tests,libcmocka-dev)
$(call needs,generator-tests corpus-real corpus-orc real-tests real-files producers crosscheck-tests live check-real \
	findings peers-all adapters-tests,python3-pyelftools)
$(call needs,runner-tests,python3-cram python3-markdown-it python3-tap)
$(call needs,kits-tests,rustc golang-go nodejs default-jdk-headless patch)
$(call needs,release-gate-tests,python3-pytest python3-cram cmake ninja-build meson automake buildbot busybox cargo clang \
	curl libclang-rt-{clang}-dev llvm zip)
$(call needs,tool-tests test coverage fuzz-tests fuzz-build-check proof-tests generator-tests adapters-tests writers-zoo,python3-cram)
$(call needs,fuzz-build-check,zip)
$(call needs,exit-tests,python3-cram locales util-linux)
$(call needs,exit-tests release-gate-tests scale-tests,python3-yaml)
$(call needs,scale-tests,parallel slurmctld slurmd slurm-client munge python3-pip clang libclang-rt-{clang}-dev zlib1g-dev)
$(call needs,crosscheck-tests,zstd util-linux)
$(call needs,crosscheck-tests corpus-census,python3-libarchive-c)
$(call needs,crosscheck-tests live-tests check-real same-vectors,python3-cram)
$(call needs,release-tests,lintian mmdebstrap util-linux)
$(call needs,release release-check release-tests,git zstd debhelper gcc-aarch64-linux-gnu qemu-user)
$(call needs,release-install-tests,python3-cram mandoc zsh util-linux)
$(call needs,page-tests,chromium)
$(call needs,site release-site-tests,mkdocs clang lld wasi-libc libclang-rt-{clang}-dev-wasm32)
$(call needs,release-site-tests,python3-pytest chromium tidy)
$(call needs,writers-tests writers-drivers,dejagnu llvm-{clang}-tools)
$(call needs,writers-tests,python3-cram)
$(call needs,fault-tests proof proof-quick proof-errors proof-tests,util-linux)
$(call needs,same-vectors,git)
$(call needs,peers-all findings adapters-tests writers-zoo,python3-pyelftools)
$(call needs,coverage fuzz-reached,gcovr)
$(call needs,lint lint-deep,clang clang-tidy)
$(call needs,lint-deep,cppcheck)
$(call needs,scripts,shellcheck)
$(call needs,test-sanitized writers-fuzz fuzz fuzz-check fuzz-build-check,clang)
$(call needs,test-sanitized fuzz fuzz-check fuzz-build-check fuzz-tests writers-fuzz,libclang-rt-{clang}-dev)
$(call needs,fuzz fuzz-check fuzz-mutator-tests,zlib1g-dev)
$(call needs,test-sanitized fuzz-build-check,afl++)
$(call needs,packages release-packages-tests,cargo npm python3-pip python3-setuptools python3-wheel zlib1g-dev)
$(call needs,packages,gcc-aarch64-linux-gnu)
$(call needs,release-packages-tests,clang golang-go python3-pytest zstd)

NEEDED := $(sort $(foreach goal,$(MAKECMDGOALS),$(NEEDS_$(goal))))
LACKS := $(if $(NEEDED),$(shell PYTHON='$(PYTHON)' ci/setup --lacks $(foreach package,$(NEEDED),'$(package)')))
$(if $(LACKS),$(error make $(MAKECMDGOALS): this machine lacks $(LACKS)))
# Without a goal make goes on, as a library may lie elsewhere.
LACKS := $(if $(filter-out all,$(MAKECMDGOALS)),,$(shell ci/setup --lacks build))
$(if $(LACKS),$(info make: this machine lacks $(LACKS)))

# --- Lint --------------------------------------------------------------------------------------------------

# $(call tidy,SOURCES,FLAGS): some files at a time, on every core.
#
# clang's analyzer takes nearly all the time of clang-tidy.  It follows the paths through a function and through what
# that calls; for a large function it stops at its own limit of 225,000 steps, and then has not seen the paths that it
# left for last.  Here it stops much earlier.  `make lint-deep`, once a week, goes further, and then follows them within each
# function alone, which has fewer paths.
ANALYZER_SET := --extra-arg=-Xclang --extra-arg=-analyzer-config --extra-arg=-Xclang --extra-arg
TIDY := $(ANALYZER_SET)=max-nodes=3000
TIDY_WARNINGS := -Wreserved-identifier -Wreserved-macro-identifier
TIDY_ALONE := --checks=-bugprone-*,-cert-*,-readability-*,-misc-*,-performance-*,-portability-* \
	$(ANALYZER_SET)=max-nodes=50000 $(ANALYZER_SET)=ipa=none
tidy = printf '%s\n' $(1) | FLAGS='$(STANDARD) $(TIDY_WARNINGS) -D_GNU_SOURCE -DSFRAME_CONFORMANCE_VERSION="$(VERSION)" $(2)' xargs -n 3 -P $$(nproc) \
	sh -c 'set -f; clang-tidy --quiet --warnings-as-errors=* $(TIDY) "$$@" -- $$FLAGS 2>&1 | \
	{ ! grep -v "warnings\? generated"; }' tidy
CPPCHECK := cppcheck --quiet --error-exitcode=1 --std=c11 --enable=warning,style,performance,portability \
	--inline-suppr --suppressions-list=ref/cppcheck.suppressions $(DEFINES)
# Not libsframe's, glibc.c and planted.c, which need headers that not all have.
CONFORMANCE_SOURCES := $(filter-out %/libsframe.c %/libsframe_function.c %/libsframe_encoder.c %/glibc.c %/planted.c,$(wildcard conformance/*/*.c conformance/zoo/readers/*.c conformance/adapters/*/*.c \
	conformance/runner/*/*.c conformance/kits/c/*.c))
FUZZ_SOURCES := $(filter-out %/libsframe.c,$(wildcard fuzz/common/*.c fuzz/agree/*.c fuzz/mutator/*.c fuzz/targets/*.c))
GENERATOR_PROGRAMS := programs/sframe-gen.c programs/sframe-programs.c programs/sframe-links.c programs/choose-core.c
PROGRAMS := $(filter-out $(GENERATOR_PROGRAMS),$(wildcard programs/*.c))

.PHONY: lint lint-deep lint-gcc
lint: $(BUILD)/bugs.inc $(BUILD)/ledger.inc $(BUILD)/quotes.inc $(BUILD)/members.inc $(BUILD)/basic.inc $(BUILD)/requirements.inc $(BUILD)/page.inc $(BUILD)/core.inc $(BUILD)/covering.inc $(BUILD)/cases.inc $(BUILD)/links.inc $(BUILD)/program_texts.inc $(BUILD)/header_texts.inc $(BUILD)/models.inc $(BUILD)/unsayable.inc $(BUILD)/clause_ids.inc $(BUILD)/help.inc ## clang-tidy
	$(call tidy,$(wildcard common/*.c common/files/*.c),-I$(BUILD))
	$(call tidy,$(wildcard ref/lib/*.c ref/tool/*.c ref/tool/notation/*.c ref/wasm/*.c),-Iref)
	$(call tidy,$(GENERATOR_SOURCES) $(GENERATOR_PROGRAMS_SOURCES) $(GENERATOR_LINKS_SOURCES) $(wildcard generator/choose/*.c) $(GENERATOR_PROGRAMS),$(FLAGS_programs/choose-core))
	$(call tidy,$(CONFORMANCE_SOURCES),-DFENCE_WRAPS -Iref -Iconformance/kits/c -I$(BUILD))
	$(call tidy,$(wildcard $(WRITERS_ZOO)/*.c $(WRITERS_ZOO)/linker/*.c))
	$(call tidy,$(CFI_SOURCES) $(wildcard corpus/census/*.c),$(CFI_FLAGS))
	$(call tidy,$(wildcard corpus/live/*.c),-Iref)
	$(foreach program,$(PROGRAMS),$(call tidy,$(program),$(FLAGS_$(program:.c=))) &&) true
	$(call tidy,$(FUZZ_SOURCES),$(FUZZ_INCLUDES))
	$(call tidy,$(wildcard conformance/zoo/faults/*.c))

lint-deep: ## cppcheck; clang's analyzer goes further: with calls, and within each function alone
	$(MAKE) --no-print-directory lint TIDY='$(ANALYZER_SET)=max-nodes=25000'
	$(MAKE) --no-print-directory lint TIDY='$(TIDY_ALONE)'
	$(CPPCHECK) -I$(BUILD) common conformance/zoo/faults
	$(CPPCHECK) -Iref ref/lib ref/tool ref/wasm
	$(CPPCHECK) $(FLAGS_programs/choose-core) generator $(GENERATOR_PROGRAMS)
	$(CPPCHECK) -Iref -Iconformance/kits/c -I$(BUILD) $(CONFORMANCE_SOURCES)
	$(CPPCHECK) $(WRITERS_ZOO)
	$(CPPCHECK) $(CFI_FLAGS) $(CFI_FOLDERS) corpus/census
	$(CPPCHECK) -Iref corpus/live
	$(CPPCHECK) $(FUZZ_INCLUDES) $(FUZZ_SOURCES)
	$(foreach program,$(PROGRAMS),$(CPPCHECK) $(FLAGS_$(program:.c=)) $(program) &&) true

# Compiles everything once more, and finds less than clang's; the same once a week.
lint-gcc: ## gcc -fanalyzer
	$(MAKE) --no-print-directory all fuzz-targets build/analyzer/choose-core build/analyzer/zoo build/analyzer/zoo-as build/analyzer/zoo-ld BUILD=build/analyzer CFLAGS=-O2 WERROR=-Werror EXTRA_CFLAGS=-fanalyzer \
		LEAK_CFLAGS=-Wno-analyzer-malloc-leak # it loses sight of what arrays own

.PHONY: scripts
scripts:
	shellcheck release/gate release/check release/packages/runner/bin/sframe-conformance release/packages/runner/bin/sframe-adapter-dump fuzz/oss-fuzz/binutils/fuzz_sframe.sh release/gate-templates/automake/sframe.test
	cd ci && shellcheck cbmc census setup foreign static-libraries kernel scale/job scale/parallel scale/slurm toolchain userland peer-sources assembler-cases gas-driver llvm mold wild crate wheel peers bench apt-private.sh lock.sh debian-sources.sh ../ref/demo ../ref/bench/measure ../conformance/demo \
		../fuzz/oss-fuzz/build.sh ../fuzz/oss-fuzz/prepare ../.clusterfuzzlite/build.sh

# --- While editing ------------------------------------------------------------------------------------------

.PHONY: quick
quick: all $(TEST_PROGRAMS) ## for people who edit: builds, unit tests, the core with the oracle
	@$(MAKE) --no-print-directory --silent unit-tests >$(BUILD)/quick.txt 2>&1 || { cat $(BUILD)/quick.txt; exit 1; }
	@$(RUNNER) --core --strict --exact oracle=$(BUILD)/adapters/oracle

# --- Faults, and how programs end --------------------------------------------------------------------------

INJECT := $(BUILD)/inject
$(INJECT): conformance/zoo/faults/inject.c conformance/zoo/faults/calls.def
	$(call QUIET,CC)$(CC) $(STANDARD) $(WARNINGS) $(WERROR) -D_GNU_SOURCE $(CPPFLAGS) $(CFLAGS) -o $@ $<

.PHONY: fault-tests exit-tests
fault-tests: all $(INJECT) $(ZOO) $(WRITERS_ZOO_PROGRAMS) $(LIVE) $(PAGE_RENDER) ## let each system call of each program fail in turn; RUNS='NAME...' for some
	conformance/zoo/faults/faults --build $(BUILD) $(RUNS)

exit-tests: all installable $(INJECT) $(CHOOSE) $(ZOO) $(WRITERS_ZOO_PROGRAMS) $(LIVE) $(PAGE_RENDER) $(VECTORS) $(REAL_VECTORS) ## test docs/exit-statuses.md by commands, lost output, and the documents
	BUILD=$(BUILD) $(CRAM) ci/tests
	BUILD=$(BUILD) $(PYTEST) ci/tests

# --- Long jobs on several machines -----------------------------------------------------------------------------

.PHONY: scale-tests
# What fuzzes there for a second is compiled in half the time.
scale-tests: all ## test ci/scale/ by GNU parallel and a Slurm of one node; its files for others by schemas
	@CFLAGS=-O0 $(MAKE) --no-print-directory --silent fuzz-program KIND=libfuzzer TARGET=decode
	CFLAGS=-O0 BUILD=$(BUILD) $(PYTEST) ci/scale/tests

# --- What several steps of the check need ---------------------------------------------------------------------

# Built before the steps run side by side: two that built the same at once would do it twice, and in each other's way.
# On all cores; what is fetched comes while others compile, and who needs it meanwhile waits for it.  A variant or a
# peer that fails here says nothing: it fails again in the steps that need it, which tell.
SHARED_FOREIGN_arm64 := ref-tests
SHARED_FOREIGN_i386 := ref-tests generator-program fuzz-targets
SHARED_FOREIGN_s390x := ref-tests generator-program fuzz-targets
QUIETLY := >/dev/null 2>&1 || true

.PHONY: shared $(addprefix shared-,arm64 i386 s390x peers fetched) ref-tests generator-program
# What peers build by compilers of their own takes longest in one go, so it begins first.
shared: shared-peers shared-fetched all installable $(CHOOSE) $(VECTORS) $(REAL_VECTORS) $(GENERATOR_TEST) $(RUNNER_TESTS) $(KIT_PROGRAMS) $(ZOO) $(WRITERS_ZOO_PROGRAMS) $(PAGE_RENDER) $(LIVE) $(LIVE_TEST) $(INJECT)
shared: fuzz-targets shared-arm64 shared-i386 shared-s390x

ref-tests: $(TESTS_HERE) $(TOOL)
generator-program: $(GENERATOR)

shared-arm64 shared-i386 shared-s390x: shared-%:
	@{ ci/foreign $* && $(MAKE) --no-print-directory $(SHARED_FOREIGN_$*) $(VARIANT_FOREIGN) \
		LEFT_TO_OTHERS="$(LEFT_TO_OTHERS_$*)"; } $(QUIETLY)
shared-fetched:
	@$(call fetch,$(PRODUCERS) 'peer-sources bookworm' 'peer-sources trixie' 'peer-sources forky' 'peer-sources glibc forky') $(QUIETLY)
shared-peers: $(PEERS_HAVE)
	@MAKEFLAGS= ci/peers $(BUILD) $(QUIETLY)
