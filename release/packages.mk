# Vectors as packages of the ecosystems in which readers are written.

PACKAGES := $(BUILD)/packages

.PHONY: packages packages-publish release-packages-tests
packages: $(GENERATOR) ## vectors as packages for Python, Rust, Go, JavaScript and C: build/packages
	@release/packages/make-packages --generator $(GENERATOR) --to $(PACKAGES) --repository $(REPOSITORY)

packages-publish: ## print the commands that publish the packages; none is run
	@echo make packages
	@sed -n 's/^| package .*| `\(.*\)` |$$/\1/p' docs/publishing.md

release-packages-tests: $(GENERATOR) $(RUNNER) ## consume each package as its users do, with a small reader in its language
	SFRAME_GEN=$(GENERATOR) SFRAME_CONFORM=$(RUNNER) $(PYTEST) release/tests/test_packages.py
