# Vectors as packages of the ecosystems in which readers are written.

PACKAGES := $(BUILD)/packages

# --- Programs that run on any Linux, of the objects that are there ------------------------------------------------

$(call program,static/sframe-conform,programs/sframe-conform.c,$(RUNNER_LIBRARIES),$(RUNNER_SYSTEM) -static -s)
$(call program,static/sframe-gen,programs/sframe-gen.c,programs generator common,-ljansson -static -s)
$(call program,static/sframe-adapter-oracle,$(ORACLE_SOURCES),tool ref,-static -s)
STATIC_PROGRAMS := $(addprefix $(BUILD)/static/,sframe-conform sframe-gen sframe-adapter-oracle)

# The other machine's: its compiler, and its libraries as archives.
MACHINE := $(shell uname -m)
OTHER_MACHINE := $(if $(filter aarch64,$(MACHINE)),x86_64,aarch64)
DEBIAN_x86_64 := amd64
DEBIAN_aarch64 := arm64
OTHER_LIBRARIES := .toolchains/static/$(DEBIAN_$(OTHER_MACHINE))

.PHONY: static-programs other-static-programs packages packages-publish release-packages-tests
static-programs: $(STATIC_PROGRAMS)
other-static-programs:
	@ci/static-libraries $(DEBIAN_$(OTHER_MACHINE))
	@$(MAKE) --no-print-directory static-programs BUILD=build/static-$(OTHER_MACHINE) CFLAGS=-O2 \
		CC=$(OTHER_MACHINE)-linux-gnu-gcc EXTRA_CFLAGS='-isystem $(OTHER_LIBRARIES)/usr/include' \
		EXTRA_LDFLAGS='-L$(OTHER_LIBRARIES)/usr/lib/$(OTHER_MACHINE)-linux-gnu'

# --- Packages -----------------------------------------------------------------------------------------------------

MAKE_RUNNERS = release/packages/make-runners --version $(VERSION) --repository $(REPOSITORY) \
	--programs $(MACHINE)=$(BUILD)/static

packages: $(GENERATOR) static-programs other-static-programs ## vectors and the runner as packages for pip, npm, cargo, go, C: build/packages
	@release/packages/make-packages --generator $(GENERATOR) --to $(PACKAGES) --repository $(REPOSITORY)
	@$(MAKE_RUNNERS) --programs $(OTHER_MACHINE)=build/static-$(OTHER_MACHINE)/static --to $(PACKAGES)

packages-publish: ## print the commands that publish the packages; none is run
	@echo make packages
	@sed -n 's/^| \(package\|the runner\) for .*| `\(.*\)` |$$/\2/p' docs/publishing.md

# What the runner says of answers, for packages that say the same.
$(call program,conformance/judged,conformance/runner/tests/units/judged.c,$(RUNNER_LIBRARIES),$(RUNNER_SYSTEM))
JUDGED := $(BUILD)/conformance/judged

release-packages-tests: $(GENERATOR) $(RUNNER) $(ORACLE) $(ZOO) $(JUDGED) static-programs ## consume each package as its users do, with a small reader in its language
	BUILD=$(BUILD) $(PYTEST) release/tests/test_packages.py release/tests/test_runners.py
