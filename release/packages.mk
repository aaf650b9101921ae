# Vectors as packages of the ecosystems in which readers are written.

PACKAGES := $(BUILD)/packages

.PHONY: packages packages-publish release-packages-tests
packages: $(GENERATOR) ## vectors as packages for Python, Rust, Go, JavaScript and C: build/packages
	@release/packages/make-packages --generator $(GENERATOR) --to $(PACKAGES) --repository $(REPOSITORY)

packages-publish: ## print the commands that publish the packages; none is run
	@echo make packages
	@sed -n 's/^| package .*| `\(.*\)` |$$/\1/p' docs/publishing.md

# What the runner says of answers, for packages that say the same.
FLAGS_release/tests/consumers = $(RUNNER_FLAGS)
$(call program,judged,release/tests/consumers/judged.c,$(RUNNER_LIBRARIES),$(RUNNER_SYSTEM))
JUDGED := $(BUILD)/judged

release-packages-tests: $(GENERATOR) $(RUNNER) $(ZOO) $(JUDGED) ## consume each package as its users do, with a small reader in its language
	SFRAME_GEN=$(GENERATOR) SFRAME_CONFORM=$(RUNNER) ZOO=$(ZOO) JUDGED=$(JUDGED) $(PYTEST) release/tests/test_packages.py
